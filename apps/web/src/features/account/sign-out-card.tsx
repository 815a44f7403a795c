import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type SignOutScope, signOut } from '../../platform/auth.ts';
import type { AuthFailure } from '../../platform/identity/auth-failure.ts';
import LeaveGuestDialog from '../../platform/leave-guest-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { notify } from '../../ui/notice.ts';
import { FailureMessage } from './failure-message.tsx';

export function SignOutCard({ isGuest }: { isGuest: boolean }) {
  const { t } = useTranslation('account');
  const [asked, setAsked] = useState<SignOutScope>();
  const [pending, setPending] = useState<SignOutScope>();
  const [failure, setFailure] = useState<AuthFailure>();
  const leave = async (scope: SignOutScope) => {
    setPending(scope);
    setFailure(undefined);
    const outcome = await signOut(scope);
    setPending(undefined);
    if (!outcome.ok) return setFailure(outcome.failure);
    notify(scope === 'others' ? t('profile.othersSignedOut') : t('profile.signedOut'));
  };
  const choices = [
    { scope: 'local', label: t('profile.signOutHere') },
    { scope: 'others', label: t('profile.signOutOthers') },
    { scope: 'global', label: t('profile.signOutAll') },
  ] as const;
  return (
    <Card title={t('profile.signOutTitle')}>
      <p className="mb-4 text-ink-soft">{t('profile.signOutText')}</p>
      <div className="flex flex-wrap gap-3">
        {choices.map(({ scope, label }) => (
          <Button
            key={scope}
            look="secondary"
            pending={pending === scope}
            onClick={() => (isGuest && scope !== 'others' ? setAsked(scope) : void leave(scope))}
          >
            {label}
          </Button>
        ))}
      </div>
      {asked !== undefined && (
        <LeaveGuestDialog open onLeave={() => leave(asked)} onClose={() => setAsked(undefined)} />
      )}
      {failure !== undefined && (
        <div className="mt-4">
          <FailureMessage failure={failure} />
        </div>
      )}
    </Card>
  );
}
