import { useState } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { signUp } from '../../platform/auth.ts';
import { heldInvitation } from '../../platform/invitation-token.ts';
import { Button } from '../../ui/button.tsx';
import { notify } from '../../ui/notice.ts';
import { checkEmail, checkNewPassword } from './check-credentials.ts';
import { EmailField, PasswordField } from './credential-fields.tsx';
import { FailureMessage } from './failure-message.tsx';
import { MailSent, SendAgain } from './mail-sent.tsx';
import { OtherWays } from './other-ways.tsx';
import type { AccountFormProps } from './sign-in-form.tsx';
import { TextButton } from './text-button.tsx';
import { useSubmit } from './use-submit.ts';

export function SignUpForm({ onView, onDone, onStep }: AccountFormProps) {
  const { t } = useTranslation('account');
  const [sentTo, setSentTo] = useState<string>();
  const { pending, problems, failure, submit } = useSubmit(
    (field) => ({ email: checkEmail(field('email')), password: checkNewPassword(field('password')) }),
    async (field) => {
      const email = field('email').trim();
      const outcome = await signUp(email, field('password'));
      if (outcome.ok && outcome.value === 'check-email') setSentTo(email);
      if (outcome.ok && outcome.value === 'signed-in') {
        notify(t('done.signedIn'));
        onDone();
      }
      return outcome;
    },
  );
  if (sentTo !== undefined)
    return (
      <>
        <MailSent
          title={t('done.checkEmail')}
          text={
            <>
              {t('done.checkEmailText', { email: sentTo })}
              {heldInvitation() !== undefined && <span className="mt-2 block">{t('done.checkEmailInvited')}</span>}
            </>
          }
        />
        <SendAgain email={sentTo} />
      </>
    );
  return (
    <>
      <form noValidate onSubmit={submit} className="space-y-4">
        <EmailField problem={problems['email']} />
        <PasswordField problem={problems['password']} kind="new" />
        {failure !== undefined && <FailureMessage failure={failure} />}
        <Button type="submit" pending={pending} className="w-full">
          {t('action.signUp')}
        </Button>
      </form>
      <OtherWays onView={onView} onDone={onDone} onStep={onStep} />
      <p className="mt-5 text-center text-small text-ink-soft">
        <Trans t={t} i18nKey="action.toSignIn" components={{ 1: <TextButton onClick={() => onView('sign-in')} /> }} />
      </p>
    </>
  );
}
