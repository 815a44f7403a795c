import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AuthFailure } from '#shell/session/provider/auth-provider.ts';
import { granted } from '#shell/session/provider/failure.ts';
import { confirmEmail, identityUser, takeNewEmail } from '#shell/session/provider/ways-in.ts';
import { useAccountChanged, useAccountKey } from '#shell/session/account-queries.ts';
import { Button } from '#shell/ui/button.tsx';
import { Card } from '#shell/ui/layout.tsx';
import { notify } from '#shell/ui/notices/notice.ts';
import { FailureMessage } from './failure-message.tsx';

/** For as long as the link in the mail has not been opened. */
export function FirebaseEmailCard() {
  const key = useAccountKey('address');
  const { data: user } = useQuery({ queryKey: key, queryFn: async () => granted(await identityUser()) });
  if (user === undefined || user.email === null || user.emailVerified) return null;
  return <ConfirmEmail email={user.email} />;
}

function ConfirmEmail({ email }: { email: string }) {
  const { t } = useTranslation('identity');
  const changed = useAccountChanged();
  const [pending, setPending] = useState<'again' | 'opened'>();
  const [failure, setFailure] = useState<AuthFailure>();

  const sendAgain = async () => {
    setPending('again');
    const outcome = await confirmEmail();
    setPending(undefined);
    setFailure(outcome.ok ? undefined : outcome.failure);
    if (outcome.ok) notify(t('email.sent', { email }));
  };
  const askNow = async () => {
    setPending('opened');
    const outcome = await takeNewEmail();
    setPending(undefined);
    setFailure(outcome.ok ? undefined : outcome.failure);
    if (!outcome.ok) return;
    if (!outcome.value.emailVerified) return notify(t('email.notYet'), undefined, 'alert');
    notify(t('email.confirmed'));
    await changed();
  };

  return (
    <Card title={t('email.title')}>
      <p className="mb-4 text-ink-soft">{t('email.text', { email })}</p>
      <div className="flex flex-wrap gap-3">
        <Button look="secondary" pending={pending === 'opened'} onClick={() => void askNow()}>
          {t('email.opened')}
        </Button>
        <Button look="quiet" pending={pending === 'again'} onClick={() => void sendAgain()}>
          {t('email.again')}
        </Button>
      </div>
      <FailureMessage failure={failure} />
    </Card>
  );
}
