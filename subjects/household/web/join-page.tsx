import { useMutation, useQuery } from '@tanstack/react-query';
import { UsersRound } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate } from 'react-router';
import { environment } from '#shell/data/env.ts';
import { ServiceError } from '#shell/data/service-error.ts';
import { useFormat } from '#shell/household/household.ts';
import { useRoomName } from '#shell/household/room-name.ts';
import { LoadFailure } from '#shell/parts/load-failure.tsx';
import { signOut } from '#shell/session/auth.ts';
import { ConfirmAddress } from '#shell/session/confirm-address.tsx';
import { dropInvitation, heldInvitation, takeInvitation } from '#shell/session/invitation-token.ts';
import { type SessionUser, useSession, useUserId } from '#shell/session/session.ts';
import { askToSignIn } from '#shell/session/session-prompts.ts';
import { useDocumentTitle } from '#shell/text/document-title.ts';
import { useFailureMessages } from '#shell/text/failure-messages.ts';
import { Button, buttonStyle } from '#shell/ui/button.tsx';
import { Card, PageHeader } from '#shell/ui/layout.tsx';
import { notify } from '#shell/ui/notices/notice.ts';
import { Skeleton } from '#shell/ui/skeleton.tsx';
import { StatePanel } from '#shell/ui/state-panel.tsx';
import type { InvitationPreview } from '../contract/household.ts';
import { householdCalls, invitationQuery, useHouseholdNews } from './household-api.ts';

/** Where the link of an invitation leads, signed in or not. */
export function JoinPage() {
  const { t } = useTranslation(['household', 'rooms', 'errors']);
  const token = useInvitation();
  useDocumentTitle(t('join.title'));
  return (
    <>
      <PageHeader title={t('join.title')} />
      <div className="max-w-2xl">
        {token === undefined ? (
          <Card>
            <StatePanel kind="empty" title={t('join.noToken')} text={t('join.noTokenText')} />
          </Card>
        ) : (
          <Invitation key={token} token={token} />
        )}
      </div>
    </>
  );
}

/** Also of a link that is opened while this page is. */
function useInvitation(): string | undefined {
  const [token, setToken] = useState(heldInvitation);
  const { hash } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    if (hash === '') return;
    takeInvitation();
    setToken(heldInvitation());
    void navigate('/join', { replace: true });
  }, [hash, navigate]);
  return token;
}

function Invitation({ token }: { token: string }) {
  const session = useSession();
  const preview = useQuery(invitationQuery(token));
  const refusal = refusalOf(preview.error);
  if (preview.data === undefined && refusal !== undefined)
    return (
      <Card>
        <JoinRefusal code={refusal} />
      </Card>
    );
  if (preview.data === undefined && preview.error !== null)
    return (
      <Card>
        <LoadFailure error={asService(preview.error)} onRetry={() => void preview.refetch()} />
      </Card>
    );
  if (preview.data === undefined || session.status === 'loading') return <Skeleton className="h-72 rounded-card" />;
  const user = session.status === 'signed-in' ? session.user : undefined;
  return <InvitationOffer key={user?.id} token={token} preview={preview.data} user={user} />;
}

/** What comes from elsewhere than the service names no token in its words. */
function asService(error: Error): ServiceError {
  return error instanceof ServiceError ? error : new ServiceError('internal', 0, '');
}

interface InvitationOfferProps {
  token: string;
  preview: InvitationPreview;
  /** Undefined: a visitor, who signs in here and stays. */
  user: SessionUser | undefined;
}

/** Who invites to what, and what comes next. */
function InvitationOffer({ token, preview, user }: InvitationOfferProps) {
  const accept = useAccept(token, preview.householdName);
  const refusal = refusalOf(accept.error);
  if (refusal !== undefined && !mendable.includes(refusal))
    return (
      <Card>
        <JoinRefusal code={refusal} />
      </Card>
    );
  return (
    <Card>
      <Offer preview={preview} />
      <div className="mt-6 border-t border-line pt-5">
        {user === undefined ? (
          <SignInHere />
        ) : user.isGuest || refusal === 'guest-account' ? (
          <ForGuest />
        ) : (
          <Accept
            preview={preview}
            user={user}
            refusal={refusal}
            error={accept.error}
            isPending={accept.isPending}
            onAccept={() => accept.mutate()}
          />
        )}
      </div>
    </Card>
  );
}

/** The invitation is good; somebody else, or a little later, can accept it. */
const mendable: readonly Refusal[] = [
  'invitation-other-address',
  'email-not-confirmed',
  'guest-account',
  'households-full',
];

function useAccept(token: string, household: string) {
  const { t } = useTranslation('household');
  const navigate = useNavigate();
  const news = useHouseholdNews();
  return useMutation({
    mutationFn: () => householdCalls.accept(token),
    onSuccess: async () => {
      dropInvitation();
      notify(t('join.joined', { household: household || t('join.unnamed') }));
      await navigate('/dashboard');
      await news();
    },
  });
}

function Offer({ preview }: { preview: InvitationPreview }) {
  const { t } = useTranslation('household');
  const format = useFormat();
  const household = preview.householdName || t('join.unnamed');
  const { invitedBy: name, role, switchRooms, email, expiresAt } = preview;
  const roomName = useRoomName();
  const someRooms =
    switchRooms === null || switchRooms.length === 0 ? undefined : format.list(switchRooms.map(roomName));
  const switchesNone = switchRooms?.length === 0 && role === 'member';
  return (
    <>
      <span className="mb-4 inline-flex size-14 items-center justify-center rounded-full bg-leaf-soft text-leaf">
        <UsersRound className="size-6" aria-hidden />
      </span>
      <h2 className="text-[1.375rem] leading-tight font-[650] wrap-anywhere">
        {name === '' ? t('join.invitesNobody', { household }) : t('join.invites', { name, household })}
      </h2>
      <p className="mt-3">
        {t(role === 'member' ? 'join.asMember' : 'join.asViewer')}
        {someRooms !== undefined && <span className="block font-semibold">{t('join.some', { rooms: someRooms })}</span>}
        {switchesNone && <span className="block font-semibold">{t('join.none')}</span>}
      </p>
      <p className="mt-3 text-small text-ink-soft">
        {t('join.until', { date: format.dateTime(Date.parse(expiresAt)) })}
        {email !== null && ` ${t('join.forEmail', { email })}`}
      </p>
    </>
  );
}

function SignInHere() {
  const { t } = useTranslation('household');
  return (
    <>
      <p className="mb-4 text-ink-soft">{t('join.signInText')}</p>
      <div className="flex flex-wrap gap-3">
        <Button onClick={() => askToSignIn('sign-in')}>{t('join.signIn')}</Button>
        <Button look="secondary" onClick={() => askToSignIn('sign-up')}>
          {t('join.signUp')}
        </Button>
      </div>
    </>
  );
}

function ForGuest() {
  const { t } = useTranslation('household');
  return (
    <>
      <p className="mb-4">{t('join.guestText')}</p>
      <div className="flex flex-wrap gap-3">
        {environment().keepsGuests && (
          <Link to="/profile" className={buttonStyle()}>
            {t('join.guestKeep')}
          </Link>
        )}
        <OtherAccount />
      </div>
    </>
  );
}

interface AcceptProps {
  preview: InvitationPreview;
  user: SessionUser;
  refusal: Refusal | undefined;
  error: Error | null;
  isPending: boolean;
  onAccept: () => void;
}

function Accept({ preview, user, refusal, error, isPending, onAccept }: AcceptProps) {
  const { t } = useTranslation(['household', 'errors']);
  const words = useFailureMessages();
  const next: Partial<Record<Refusal, string>> = {
    'invitation-other-address': t('join.otherText', { email: preview.email ?? '', mine: user.email }),
    'email-not-confirmed': t('join.confirmText'),
    'households-full': t('join.ownersText'),
  };
  return (
    <>
      {error !== null && (
        <div role="alert" className="mb-4 rounded-control bg-alert-soft px-4 py-3">
          <p className="font-semibold text-alert">{words.ofService(error)}</p>
          {refusal !== undefined && <p className="mt-1">{next[refusal]}</p>}
        </div>
      )}
      {refusal === 'email-not-confirmed' && (
        <div className="mb-4">
          <ConfirmAddress email={user.email} />
        </div>
      )}
      <p className="mb-4 text-ink-soft wrap-anywhere">{t('join.signedInAs', { email: user.email })}</p>
      <div className="flex flex-wrap gap-3">
        {refusal !== 'invitation-other-address' && (
          <Button pending={isPending} onClick={onAccept}>
            {t('join.accept', { household: preview.householdName || t('join.unnamed') })}
          </Button>
        )}
        <OtherAccount />
      </div>
    </>
  );
}

function OtherAccount() {
  const { t } = useTranslation('household');
  const leave = async () => {
    const { ok } = await signOut('local');
    if (ok) askToSignIn('sign-in');
  };
  return (
    <Button look="secondary" onClick={() => void leave()}>
      {t('join.other')}
    </Button>
  );
}

const refusals = [
  'invitation-unknown',
  'invitation-expired',
  'invitation-used',
  'already-member',
  'invitation-other-address',
  'email-not-confirmed',
  'guest-account',
  'households-full',
] as const;
type Refusal = (typeof refusals)[number];

/** Why an invitation leads nowhere, as far as the service has said so; undefined: it failed otherwise. */
function refusalOf(error: unknown): Refusal | undefined {
  return error instanceof ServiceError ? refusals.find((code) => code === error.code) : undefined;
}

/** An invitation that leads nowhere any more: why, and what to do next. */
function JoinRefusal({ code }: { code: Refusal }) {
  const { t } = useTranslation(['household', 'errors']);
  const isSignedIn = useUserId() !== undefined;
  const isIn = code === 'already-member';
  const next = isIn ? 'join.alreadyText' : code === 'invitation-used' ? 'join.usedText' : 'join.ask';
  return (
    <StatePanel
      kind={isIn ? 'empty' : 'no-permission'}
      title={t(`errors:${code}`)}
      text={
        code === 'invitation-used' ? `${t(next)} ${t('join.ask')}` : code === 'invitation-expired' ? undefined : t(next)
      }
      {...((isSignedIn || isIn) && {
        actions: (
          <Link to="/dashboard" className={buttonStyle({ look: 'secondary' })}>
            {t('join.toDashboard')}
          </Link>
        ),
      })}
    />
  );
}
