import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AuthFailure } from '../../platform/identity/auth-failure.ts';
import type { SecondFactorStep } from '../../platform/identity/auth-provider.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { notify } from '../../ui/notice.ts';
import { Select } from '../../ui/select.tsx';
import { CodeField, checkCode, codeDigits } from './code-field.tsx';
import { FailureMessage } from './failure-message.tsx';
import { useSubmit } from './use-submit.ts';

export interface SecondFactorFormProps {
  step: SecondFactorStep;
  onDone: () => void;
}

/** The password was right: asks for the code of an app, or of a message, as well. */
export function SecondFactorForm({ step, onDone }: SecondFactorFormProps) {
  const { t } = useTranslation('account');
  const [chosen, setChosen] = useState(step.factors[0]?.id ?? '');
  const factor = step.factors.find(({ id }) => id === chosen);
  if (factor === undefined) return null;
  return (
    <div className="space-y-4">
      {step.factors.length > 1 && (
        <Field label={t('factor.choose')}>
          {(control) => (
            <Select
              {...control}
              value={chosen}
              onChange={(event) => setChosen(event.target.value)}
              options={step.factors.map(({ id, kind, hint }) => ({ value: id, label: t(`factor.${kind}`, { hint }) }))}
            />
          )}
        </Field>
      )}
      <FactorCode key={chosen} step={step} factor={factor} onDone={onDone} />
    </div>
  );
}

type Factor = SecondFactorStep['factors'][number];

function FactorCode({ step, factor, onDone }: SecondFactorFormProps & { factor: Factor }) {
  const { t } = useTranslation('account');
  const [sent, setSent] = useState(factor.kind === 'totp');
  const { pending, problems, failure, submit } = useSubmit(
    (field) => ({ code: checkCode(field('code')) }),
    async (field) => {
      const outcome = await step.confirm(factor.id, codeDigits(field('code')));
      if (outcome.ok) {
        notify(t('done.signedIn'));
        onDone();
      }
      return outcome;
    },
  );
  return (
    <>
      {factor.kind === 'sms' && <SendCode step={step} factor={factor} isAgain={sent} onSent={() => setSent(true)} />}
      {sent && (
        <form noValidate onSubmit={submit} className="space-y-4">
          <CodeField problem={problems['code']} hint={t(`factor.${factor.kind}Hint`, { hint: factor.hint })} />
          {failure !== undefined && <FailureMessage failure={failure} />}
          <Button type="submit" pending={pending} className="w-full">
            {t('factor.confirm')}
          </Button>
        </form>
      )}
    </>
  );
}

interface SendCodeProps {
  step: SecondFactorStep;
  factor: Factor;
  isAgain: boolean;
  onSent: () => void;
}

function SendCode({ step, factor, isAgain, onSent }: SendCodeProps) {
  const { t } = useTranslation('account');
  const holder = useRef<HTMLDivElement>(null);
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<AuthFailure>();

  const send = async () => {
    if (holder.current === null) return;
    setPending(true);
    setFailure(undefined);
    const outcome = await step.send(factor.id, holder.current);
    setPending(false);
    if (outcome.ok) onSent();
    else setFailure(outcome.failure);
  };

  return (
    <>
      <Button look="secondary" className="w-full" pending={pending} onClick={() => void send()}>
        {isAgain ? t('factor.sendAgain') : t('factor.send', { hint: factor.hint })}
      </Button>
      {failure !== undefined && <FailureMessage failure={failure} />}
      <div ref={holder} />
    </>
  );
}
