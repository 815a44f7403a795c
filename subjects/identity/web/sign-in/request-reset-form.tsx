import { MailCheck } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { environment } from '#shell/data/env.ts';
import { requestPasswordReset, resendSignUp } from '#shell/session/auth.ts';
import type { AuthFailure } from '#shell/session/provider/auth-provider.ts';
import { granted } from '#shell/session/provider/failure.ts';
import type { SignInView } from '#shell/session/session-prompts.ts';
import { Button } from '#shell/ui/button.tsx';
import { notify } from '#shell/ui/notices/notice.ts';
import { checkEmail, EmailField, TextButton, useAccountForm } from '../account-form.tsx';
import { FailureMessage } from '../failure-message.tsx';

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

export function MailSent({ title, text }: { title: ReactNode; text: ReactNode }) {
  const { t } = useTranslation('account');
  return (
    <div role="status" className="flex gap-4 rounded-control bg-leaf-soft p-4">
      <MailCheck className="mt-0.5 size-6 shrink-0 text-leaf" aria-hidden />
      <div>
        <p className="font-semibold">{title}</p>
        <p className="mt-0.5">{text}</p>
        {environment().devMailbox && <p className="mt-2 text-small text-ink-soft">{t('done.devMailbox')}</p>}
      </div>
    </div>
  );
}

/** Of a sign-up: the mail may have been lost. */
export function SendAgain({ email }: { email: string }) {
  const { t } = useTranslation('account');
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<AuthFailure>();
  const send = async () => {
    setPending(true);
    const outcome = await resendSignUp(email);
    setPending(false);
    setFailure(outcome.ok ? undefined : outcome.failure);
    if (outcome.ok) notify(t('profile.emailSentAgain'));
  };
  return (
    <div className="mt-4 space-y-3">
      <FailureMessage failure={failure} />
      <Button look="secondary" className="w-full" pending={pending} onClick={() => void send()}>
        {t('profile.emailAgain')}
      </Button>
    </div>
  );
}
