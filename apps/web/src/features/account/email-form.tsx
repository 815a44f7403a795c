import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { changeEmail } from '../../platform/auth.ts';
import { Button } from '../../ui/button.tsx';
import { checkEmail } from './check-credentials.ts';
import { EmailField } from './credential-fields.tsx';
import { FailureMessage } from './failure-message.tsx';
import { MailSent } from './mail-sent.tsx';
import { useSubmit } from './use-submit.ts';

/** The address becomes the new one when the link that was sent to it has been opened. */
export function EmailForm({ email }: { email: string }) {
  const { t } = useTranslation('account');
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
  return (
    <form noValidate onSubmit={submit} className="mt-6 space-y-4 border-t border-line pt-5">
      <EmailField key={email} problem={problems['email']} value={email} />
      {failure !== undefined && <FailureMessage failure={failure} />}
      {sentTo !== undefined && sentTo !== email && (
        <MailSent title={t('done.checkEmail')} text={t('profile.emailSent', { wanted: sentTo, email })} />
      )}
      <Button type="submit" look="secondary" pending={pending}>
        {t('profile.changeEmail')}
      </Button>
    </form>
  );
}

function checkNewEmail(wanted: string, email: string) {
  return wanted.trim().toLowerCase() === email.toLowerCase() ? ('emailSame' as const) : checkEmail(wanted);
}
