import { lazy, Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { environment } from '#shell/data/env.ts';
import { trustThisDevice } from '#shell/session/provider/own-sign-in.ts';
import type { AuthFailure, SecondFactorStep } from '#shell/session/provider/auth-provider.ts';
import { granted } from '#shell/session/provider/failure.ts';
import { useSession } from '#shell/session/session.ts';
import { closeSignIn, requestedStep, type SignInView } from '#shell/session/session-prompts.ts';
import { Button } from '#shell/ui/button.tsx';
import { Dialog } from '#shell/ui/dialog.tsx';
import { SelectField } from '#shell/ui/field.tsx';
import { notify } from '#shell/ui/notices/notice.ts';
import { CodeField, checkCode, codeDigits, useAccountForm } from '../account-form.tsx';
import { FailureMessage } from '../failure-message.tsx';
import { RequestResetView } from './request-reset-form.tsx';
import { SignInForm, SignUpForm } from './sign-in-form.tsx';

// Seldom asked for, or had by few installations.
const ProveForm = lazy(async () => ({ default: (await import('./prove-form.tsx')).ProveForm }));
const LostFactor = lazy(async () => ({ default: (await import('./lost-factor.tsx')).LostFactor }));
const PhoneView = lazy(async () => ({ default: (await import('./phone-view.tsx')).PhoneView }));

/** The one dialog for signing in, signing up, the guest and a forgotten password; it opens over any page. */
export function SignInDialog({ view: first }: { view: SignInView }) {
  const { t } = useTranslation('account');
  const [view, setView] = useState(first);
  const [step, setStep] = useState(requestedStep);
  const session = useSession();
  const hasEnded = session.status === 'signed-out' && session.hasEnded === true;
  const texts = {
    'sign-in': {
      title: t('dialog.signInTitle'),
      description: hasEnded ? t('dialog.endedText') : t('dialog.signInText'),
    },
    'sign-up': { title: t('dialog.signUpTitle'), description: t('dialog.signUpText') },
    phone: { title: t('dialog.phoneTitle'), description: t('dialog.phoneText') },
    reset: { title: t('dialog.resetTitle'), description: t('dialog.resetText') },
    prove: { title: t('dialog.proveTitle'), description: t('dialog.proveText') },
  }[view];
  if (step !== undefined)
    return (
      <Dialog
        open
        onClose={closeSignIn}
        closeLabel={t('dialog.close')}
        title={t('factor.title')}
        description={t('factor.text')}
      >
        <SecondFactorForm step={step} onDone={closeSignIn} />
      </Dialog>
    );
  return (
    <Dialog open onClose={closeSignIn} closeLabel={t('dialog.close')} {...texts}>
      {view === 'sign-in' && <SignInForm onView={setView} onDone={closeSignIn} onStep={setStep} />}
      {view === 'sign-up' && <SignUpForm onView={setView} onDone={closeSignIn} onStep={setStep} />}
      {view === 'phone' && (
        <Suspense fallback={null}>
          <PhoneView onView={setView} onDone={closeSignIn} onStep={setStep} />
        </Suspense>
      )}
      {view === 'reset' && <RequestResetView onView={setView} />}
      {view === 'prove' && (
        <Suspense fallback={null}>
          <ProveForm />
        </Suspense>
      )}
    </Dialog>
  );
}

interface SecondFactorFormProps {
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
        <SelectField
          label={t('factor.choose')}
          value={chosen}
          onChange={(event) => setChosen(event.target.value)}
          options={step.factors.map(({ id, kind, hint }) => ({ value: id, label: t(`factor.${kind}`, { hint }) }))}
        />
      )}
      <FactorCode key={chosen} step={step} factor={factor} onDone={onDone} />
      {environment().ownSignIn && (
        <Suspense fallback={null}>
          <LostFactor onDone={onDone} />
        </Suspense>
      )}
    </div>
  );
}

type Factor = SecondFactorStep['factors'][number];

function FactorCode({ step, factor, onDone }: SecondFactorFormProps & { factor: Factor }) {
  const { t } = useTranslation('account');
  const [sent, setSent] = useState(factor.kind === 'totp');
  const [isTrusted, setTrusted] = useState(false);
  const form = useAccountForm({
    values: { code: '' },
    check: ({ code }) => ({ code: checkCode(code) }),
    send: async ({ code }) => {
      granted(await step.confirm(factor.id, codeDigits(code)));
      // Whoever is in is not kept waiting by what only spares a code the next time.
      if (isTrusted) await trustThisDevice();
      notify(t('done.signedIn'));
      onDone();
    },
  });
  return (
    <>
      {factor.kind === 'sms' && <SendCode step={step} factor={factor} isAgain={sent} onSent={() => setSent(true)} />}
      {sent && (
        <form {...form.props} className="space-y-4">
          <CodeField {...form.field('code')} hint={t(`factor.${factor.kind}Hint`, { hint: factor.hint })} />
          {environment().ownSignIn && (
            <label className="flex min-h-11 cursor-pointer items-center gap-2.5">
              <input
                type="checkbox"
                checked={isTrusted}
                onChange={(event) => setTrusted(event.target.checked)}
                className="size-4 accent-leaf"
              />
              {t('factor.trust')}
            </label>
          )}
          <FailureMessage failure={form.failure} />
          <Button type="submit" pending={form.isPending} className="w-full">
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
      <FailureMessage failure={failure} />
      <div ref={holder} />
    </>
  );
}
