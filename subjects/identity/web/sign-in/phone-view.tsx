import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PhoneStep } from '#shell/session/provider/auth-provider.ts';
import { sendPhoneCode } from '#shell/session/provider/ways-in.ts';
import { notify } from '#shell/ui/notices/notice.ts';
import { PhoneCodeForm, PhoneNumberForm } from './phone-forms.tsx';
import type { AccountFormProps } from './sign-in-form.tsx';
import { TextButton } from '../account-form.tsx';

/** Signing in with a phone: its number, then the code that was sent to it. */
export function PhoneView({ onView, onDone, onStep }: AccountFormProps) {
  const { t } = useTranslation(['identity', 'account']);
  const [sent, setSent] = useState<{ number: string; step: PhoneStep }>();
  return (
    <>
      {sent === undefined ? (
        <PhoneNumberForm send={sendPhoneCode} onSent={(number, step) => setSent({ number, step })} />
      ) : (
        <PhoneCodeForm
          number={sent.number}
          label={t('confirm')}
          confirm={(code) => sent.step.confirm(code)}
          onOtherNumber={() => setSent(undefined)}
          onDone={(step) => {
            if (step !== null) return onStep(step);
            notify(t('account:done.signedIn'));
            onDone();
          }}
        />
      )}
      <p className="mt-4 text-center text-small">
        <TextButton onClick={() => onView('sign-in')}>{t('account:action.backToSignIn')}</TextButton>
      </p>
    </>
  );
}
