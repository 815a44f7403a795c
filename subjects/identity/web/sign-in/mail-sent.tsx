import { MailCheck } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { resendSignUp } from '#shell/session/auth.ts';
import { environment } from '#shell/data/env.ts';
import type { AuthFailure } from '#shell/session/provider/auth-failure.ts';
import { Button } from '#shell/ui/button.tsx';
import { notify } from '#shell/ui/notices/notice.ts';
import { FailureMessage } from '../failure-message.tsx';

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
