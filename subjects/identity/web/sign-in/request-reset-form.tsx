import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { requestPasswordReset } from '#shell/session/auth.ts';
import { granted } from '#shell/session/provider/failure.ts';
import type { SignInView } from '#shell/session/sign-in-request.ts';
import { Button } from '#shell/ui/button.tsx';
import { checkEmail, EmailField, useAccountForm } from '../account-form.tsx';
import { FailureMessage } from '../failure-message.tsx';
import { MailSent } from './mail-sent.tsx';
import { TextButton } from '../text-button.tsx';

/** Asks for a link by mail. The answer is the same whether the address has an account or not. */
export function RequestResetForm({ label }: { label: string }) {
  const { t } = useTranslation('account');
  const [sentTo, setSentTo] = useState<string>();
  const form = useAccountForm({
    values: { email: '' },
    check: ({ email }) => ({ email: checkEmail(email) }),
    send: async ({ email }) => {
      granted(await requestPasswordReset(email.trim()));
      setSentTo(email.trim());
    },
  });
  if (sentTo !== undefined)
    return <MailSent title={t('done.checkEmail')} text={t('done.resetSent', { email: sentTo })} />;
  return (
    <form {...form.props} className="space-y-4">
      <EmailField {...form.field('email')} />
      <FailureMessage failure={form.failure} />
      <Button type="submit" pending={form.isPending} className="w-full">
        {label}
      </Button>
    </form>
  );
}

export function RequestResetView({ onView }: { onView: (view: SignInView) => void }) {
  const { t } = useTranslation('account');
  return (
    <>
      <RequestResetForm label={t('action.sendLink')} />
      <p className="mt-4 text-center text-small">
        <TextButton onClick={() => onView('sign-in')}>{t('action.backToSignIn')}</TextButton>
      </p>
    </>
  );
}
