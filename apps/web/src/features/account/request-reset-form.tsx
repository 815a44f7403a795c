import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { requestPasswordReset } from '../../platform/auth.ts';
import { Button } from '../../ui/button.tsx';
import { checkEmail } from './check-credentials.ts';
import { EmailField } from './credential-fields.tsx';
import { FailureMessage } from './failure-message.tsx';
import { MailSent } from './mail-sent.tsx';
import { useSubmit } from './use-submit.ts';

/** Asks for a link by mail. The answer is the same whether the address has an account or not. */
export function RequestResetForm({ label }: { label: string }) {
  const { t } = useTranslation('account');
  const [sentTo, setSentTo] = useState<string>();
  const { pending, problems, failure, submit } = useSubmit(
    (field) => ({ email: checkEmail(field('email')) }),
    async (field) => {
      const email = field('email').trim();
      const outcome = await requestPasswordReset(email);
      if (outcome.ok) setSentTo(email);
      return outcome;
    },
  );
  if (sentTo !== undefined)
    return <MailSent title={t('done.checkEmail')} text={t('done.resetSent', { email: sentTo })} />;
  return (
    <form noValidate onSubmit={submit} className="space-y-4">
      <EmailField problem={problems['email']} />
      {failure !== undefined && <FailureMessage failure={failure} />}
      <Button type="submit" pending={pending} className="w-full">
        {label}
      </Button>
    </form>
  );
}
