import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useAccountChanged } from '#shell/session/account-queries.ts';
import { type SignOutScope, signOut, takeByConfirmation } from '#shell/session/auth.ts';
import { ConfirmAddress, useConfirmation } from '#shell/session/confirm-address.tsx';
import { ConfirmDialog } from '#shell/parts/confirm-dialog.tsx';
import { useDocumentTitle } from '#shell/text/document-title.ts';
import { environment } from '#shell/data/env.ts';
import type { AuthFailure } from '#shell/session/provider/auth-provider.ts';
import LeaveGuestDialog from '#shell/session/leave-guest-dialog.tsx';
import { type SessionUser, useSession } from '#shell/session/session.ts';
import { forgetConfirmation, useArrival } from '#shell/session/arrival.ts';
import { SignInPrompt } from '#shell/session/member-page.tsx';
import { Button } from '#shell/ui/button.tsx';
import { Card, PageHeader } from '#shell/ui/layout.tsx';
import { notify } from '#shell/ui/notices/notice.ts';
import { Skeleton } from '#shell/ui/skeleton.tsx';
import { EndingCard } from './ending-card.tsx';
import { ExportCard } from './export-card.tsx';
import { FailureMessage } from './failure-message.tsx';
import { HouseholdCard } from './household-card.tsx';
import { KeepAccountCard, YouCard } from './you-card.tsx';
import { NewPasswordForm } from './new-password-form.tsx';
import { EventsCard, SessionsCard } from './sessions-card.tsx';
import { TextButton } from './account-form.tsx';

// Few installations have them.
const TotpCard = lazy(async () => ({ default: (await import('./second-factor/totp-card.tsx')).TotpCard }));
const FirebaseEmailCard = lazy(async () => ({
  default: (await import('./firebase-email-card.tsx')).FirebaseEmailCard,
}));
const FirebaseSecondFactorCard = lazy(async () => ({
  default: (await import('./second-factor/firebase-second-factor-card.tsx')).FirebaseSecondFactorCard,
}));
const AccessCard = lazy(async () => ({ default: (await import('./access-card.tsx')).AccessCard }));
const PasskeyCard = lazy(async () => ({ default: (await import('./second-factor/passkey-card.tsx')).PasskeyCard }));

interface ProfilePageProps {
  /** Cards of other features, for those who are signed in: with what is one's own, and with what comes in. */
  beside?: ReactNode;
  children?: ReactNode;
}

export function ProfilePage({ beside, children }: ProfilePageProps) {
  const { t } = useTranslation('account');
  const session = useSession();
  useDocumentTitle(t('profile.title'));
  return (
    <>
      <PageHeader title={t('profile.title')} />
      {session.status === 'loading' && <ProfileSkeleton />}
      {session.status === 'signed-out' && (
        <Card>
          <Visitor />
        </Card>
      )}
      {session.status === 'signed-in' && (
        <ProfileCards user={session.user} beside={beside}>
          {children}
        </ProfileCards>
      )}
    </>
  );
}

function ProfileSkeleton() {
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      <Skeleton className="h-96 rounded-card" />
      <Skeleton className="h-96 rounded-card" />
    </div>
  );
}

/** Who comes by the link that confirms an address, and is not signed in, has an account here: or somebody else made it. */
function Visitor() {
  const { t } = useTranslation('account');
  const { confirmation } = useArrival();
  const navigate = useNavigate();
  const [isAsked, setAsked] = useState(false);
  const [isPending, setPending] = useState(false);
  if (confirmation === undefined)
    return <SignInPrompt title={t('profile.promptTitle')} text={t('profile.promptText')} />;
  const take = async () => {
    setPending(true);
    const outcome = await takeByConfirmation(confirmation);
    setPending(false);
    setAsked(false);
    forgetConfirmation();
    if (outcome.ok) await navigate('/reset-password');
    else notify(t(`failure.${outcome.failure.code}`), undefined, 'alert');
  };
  return (
    <>
      <SignInPrompt title={t('confirm.signInTitle')} text={t('confirm.signInText')} hasAccount />
      <div className="mt-4 text-center">
        <TextButton onClick={() => setAsked(true)}>{t('confirm.notMine')}</TextButton>
      </div>
      <ConfirmDialog
        open={isAsked}
        title={t('confirm.takeTitle')}
        confirmLabel={t('confirm.take')}
        isPending={isPending}
        onConfirm={() => void take()}
        onClose={() => setAsked(false)}
      >
        <p>{t('confirm.takeText')}</p>
      </ConfirmDialog>
    </>
  );
}

function ProfileCards({ user, beside, children }: ProfilePageProps & { user: SessionUser }) {
  const { t } = useTranslation('account');
  useShownConfirmation();
  const accountChanged = useAccountChanged();
  const passwordChanged = () => {
    void accountChanged();
    notify(t('profile.passwordChanged'));
  };
  const byFirebase = environment().identityProvider === 'firebase';
  return (
    <div className="space-y-4">
      {!user.isGuest && <ConfirmAddress email={user.email} />}
      {user.isGuest && environment().keepsGuests && <KeepAccountCard />}
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
        <div className="space-y-4">
          <YouCard user={user} />
          <HouseholdCard />
          {beside}
        </div>
        <div className="space-y-4">
          {!user.isGuest && byFirebase && (
            <Suspense fallback={null}>
              <FirebaseEmailCard />
            </Suspense>
          )}
          {!user.isGuest && (
            <Card id="password" title={t('profile.passwordTitle')}>
              <NewPasswordForm onSaved={passwordChanged} />
            </Card>
          )}
          {!user.isGuest && (
            <Suspense fallback={null}>
              {byFirebase && <FirebaseSecondFactorCard />}
              {environment().secondFactor && <TotpCard />}
              {environment().passkeys && <PasskeyCard />}
            </Suspense>
          )}
          {!user.isGuest && <SessionsCard />}
          {!user.isGuest && (
            <Suspense fallback={null}>
              <AccessCard />
            </Suspense>
          )}
          {!user.isGuest && <EventsCard />}
          <SignOutCard isGuest={user.isGuest} />
          {children}
          <ExportCard />
          <EndingCard />
        </div>
      </div>
    </div>
  );
}

function SignOutCard({ isGuest }: { isGuest: boolean }) {
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

/** Shows the link's token once. */
function useShownConfirmation(): void {
  const { confirmation } = useArrival();
  const { mutate } = useConfirmation();
  useEffect(() => {
    if (confirmation === undefined) return;
    forgetConfirmation();
    mutate(confirmation);
  }, [confirmation, mutate]);
}
