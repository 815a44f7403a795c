import { useTranslation } from 'react-i18next';
import type { AuthOutcome } from '../../platform/auth.ts';
import { Button } from '../../ui/button.tsx';
import { CodeField, checkCode, codeDigits } from './code-field.tsx';
import { FailureMessage } from './failure-message.tsx';
import { TextButton } from './text-button.tsx';
import { useSubmit } from './use-submit.ts';

export interface PhoneCodeFormProps<T> {
  number: string;
  label: string;
  confirm: (code: string) => AuthOutcome<T>;
  onDone: (value: T) => void;
  onOtherNumber: () => void;
}

/** The code that was sent to the phone. */
export function PhoneCodeForm<T>({ number, label, confirm, onDone, onOtherNumber }: PhoneCodeFormProps<T>) {
  const { t } = useTranslation('identity');
  const { pending, problems, failure, submit } = useSubmit(
    (field) => ({ code: checkCode(field('code')) }),
    async (field) => {
      const outcome = await confirm(codeDigits(field('code')));
      if (outcome.ok) onDone(outcome.value);
      return outcome;
    },
  );
  return (
    <form noValidate onSubmit={submit} className="space-y-4">
      <CodeField problem={problems['code']} hint={t('sentTo', { number })} />
      {failure !== undefined && <FailureMessage failure={failure} />}
      <Button type="submit" pending={pending} className="w-full">
        {label}
      </Button>
      <div className="text-center">
        <TextButton onClick={onOtherNumber}>{t('otherNumber')}</TextButton>
      </div>
    </form>
  );
}
