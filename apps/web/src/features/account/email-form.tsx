import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { changeEmail, refreshSession } from '../../platform/auth.ts';
import type { SessionUser } from '../../platform/session.ts';
import { Button } from '../../ui/button.tsx';
import { notify } from '../../ui/notice.ts';
import { checkEmail } from './check-credentials.ts';
import { EmailField } from './credential-fields.tsx';
import { FailureMessage } from './failure-message.tsx';
import { MailSent } from './mail-sent.tsx';
import { TextButton } from './text-button.tsx';
import { useSubmit } from './use-submit.ts';

/** The address becomes the new one when the link that was sent to it has been opened. */
export function EmailForm({ user: { email, newEmail } }: { user: SessionUser }) {
  const { t } = useTranslation('account');
  // A provider that keeps people of its own does not say which change is under way.
  const [sentTo, setSentTo] = useState<string>();
  const { pending, problems, failure, submit } = useSubmit(
    (field) => ({ email: checkNewEmail(field('email'), email) }),
    async (field) => {
      const wanted = field('email').trim();
      const outcome = await changeEmail(wanted);
      setSentTo(outcome.ok ? wanted : undefined);
      return outcome;
    },
  );
  const waiting = sentTo ?? newEmail;
  const [wasWaiting] = useState(newEmail !== '');
  useEffect(() => {
    // The link may have been opened in another browser since.
    if (wasWaiting) void refreshSession();
  }, [wasWaiting]);
  return (
    <form noValidate onSubmit={submit} className="mt-6 space-y-4 border-t border-line pt-5">
      <EmailField key={email} problem={problems['email']} value={email} />
      {failure !== undefined && <FailureMessage failure={failure} />}
      {waiting !== '' && waiting !== email && <Waiting wanted={waiting} email={email} />}
      <Button type="submit" look="secondary" pending={pending}>
        {t('profile.changeEmail')}
      </Button>
    </form>
  );
}

function Waiting({ wanted, email }: { wanted: string; email: string }) {
  const { t } = useTranslation('account');
  const sendAgain = async () => {
    const outcome = await changeEmail(wanted);
    if (outcome.ok) notify(t('profile.emailSentAgain'));
    else notify(t(`failure.${outcome.failure.code}`), undefined, 'alert');
  };
  return (
    <MailSent
      title={t('done.checkEmail')}
      text={
        <>
          {t('profile.emailSent', { wanted, email })}
          <span className="block">
            <TextButton onClick={() => void sendAgain()}>{t('profile.emailAgain')}</TextButton>
          </span>
        </>
      }
    />
  );
}

function checkNewEmail(wanted: string, email: string) {
  return wanted.trim().toLowerCase() === email.toLowerCase() ? ('emailSame' as const) : checkEmail(wanted);
}
