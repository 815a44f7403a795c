import type { OpenInvitation } from '../contract/household.ts';
import { CloudOff, Link, Mail } from 'lucide-react';
import { type ComponentType, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '#shell/parts/confirm-dialog.tsx';
import { rightsOf, useFormat, useMemberships } from '#shell/household/household.ts';
import { currentOf, type Membership, type Memberships } from '#shell/household/memberships.ts';
import { LoadFailure } from '#shell/parts/load-failure.tsx';
import { MemberPage } from '#shell/session/member-page.tsx';
import { useOnline } from '#shell/data/online.ts';
import { type SessionUser, useSession } from '#shell/session/session.ts';
import { Button } from '#shell/ui/button.tsx';
import { Card } from '#shell/ui/layout.tsx';
import { Skeleton } from '#shell/ui/skeleton.tsx';
import { HouseholdEndingCard } from './ending-card.tsx';
import { householdCalls, useHomeName, useHouseholdAction, useInvitations } from './household-api.ts';
import { OwnHouseholdsCard } from './own-households-card.tsx';
import { PeopleCard } from './people-card.tsx';
import { useSwitchText } from './rights-fields.tsx';

const whole = (mine: Memberships | null) => mine;

interface HouseholdPageProps {
  /** Screens that show the home, for whoever may change it. */
  Views?: ComponentType;
  /** Leads back to the first steps, where they were put off. */
  FirstSteps?: ComponentType;
}

/** Who shares the household that one looks at, and which others one belongs to. */
export function HouseholdPage({ Views, FirstSteps }: HouseholdPageProps) {
  const { t } = useTranslation(['household', 'rooms', 'errors', 'copy']);
  const session = useSession();
  const homeName = useHomeName();
  const mine = useMemberships(whole);
  const current = currentOf(mine.data);
  return (
    <MemberPage
      title={t('title')}
      subtitle={current === undefined ? ' ' : homeName(current.households)}
      back={{ to: '/profile', label: t('back') }}
      signedOut={{ title: t('signedOut.title'), text: t('signedOut.text') }}
      skeleton={<PageSkeleton />}
    >
      {mine.data === undefined || mine.data === null ? (
        mine.error === null ? (
          <PageSkeleton />
        ) : (
          <Card>
            <LoadFailure error={mine.error} onRetry={() => void mine.refetch()} />
          </Card>
        )
      ) : (
        session.status === 'signed-in' && (
          <>
            {FirstSteps && !session.user.isGuest && <FirstSteps />}
            <Cards user={session.user} all={mine.data.all} current={current} {...(Views && { Views })} />
          </>
        )
      )}
    </MemberPage>
  );
}

function PageSkeleton() {
  return (
    <div className="grid gap-4 lg:grid-cols-[minmax(0,1.4fr)_minmax(0,1fr)]">
      <Skeleton className="h-64 rounded-card" />
      <Skeleton className="h-64 rounded-card" />
    </div>
  );
}

interface CardsProps extends HouseholdPageProps {
  user: SessionUser;
  all: readonly Membership[];
  current: Membership | undefined;
}

function Cards({ user, all, current, Views }: CardsProps) {
  const { t } = useTranslation('household');
  const online = useOnline();
  const rights = current && rightsOf(current.role, current.switch_rooms);
  const household = current?.households;
  return (
    <>
      {!online && (
        <p role="status" className="mb-4 flex items-center gap-3 rounded-card bg-power-soft px-4 py-3">
          <CloudOff className="size-5 shrink-0 text-power-text" aria-hidden />
          {t('offline')}
        </p>
      )}
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1.4fr)_minmax(0,1fr)]">
        {household && rights && (
          <div className="space-y-4">
            <PeopleCard household={household} user={user} rights={rights} />
            <InvitationsCard householdId={household.id} mayShare={rights.mayShare && !user.isGuest} />
            {Views && rights.mayWrite && <Views />}
          </div>
        )}
        <div className="space-y-4">
          <OwnHouseholdsCard user={user} all={all} currentId={household?.id} />
          {household && rights && !user.isGuest && (
            <HouseholdEndingCard household={household} userId={user.id} isOwner={rights.role === 'owner'} />
          )}
        </div>
      </div>
    </>
  );
}

/** What was sent or shown and not yet accepted. Nothing is shown where there is none. */
function InvitationsCard({ householdId, mayShare }: { householdId: string; mayShare: boolean }) {
  const { t } = useTranslation('household');
  const { data: open = [], error, refetch } = useInvitations(householdId, mayShare);
  const [revoking, setRevoking] = useState<OpenInvitation>();
  const close = () => setRevoking(undefined);
  const revoke = useHouseholdAction((id: string) => householdCalls.revoke(householdId, id), {
    done: () => t('open.revoked'),
    failed: t('open.failed'),
  });
  if (!mayShare || (open.length === 0 && error === null)) return null;
  return (
    <Card title={t('open.title')}>
      {open.length === 0 && error !== null ? (
        <LoadFailure error={error} onRetry={() => void refetch()} />
      ) : (
        <ul className="-my-2" aria-label={t('open.title')}>
          {open.map((invitation) => (
            <InvitationRow key={invitation.id} invitation={invitation} onRevoke={() => setRevoking(invitation)} />
          ))}
        </ul>
      )}
      <ConfirmDialog
        open={revoking !== undefined}
        title={t('open.ask')}
        confirmLabel={t('open.revoke')}
        isPending={revoke.isPending}
        onConfirm={() => revoking !== undefined && revoke.mutate(revoking.id, { onSettled: close })}
        onClose={close}
      >
        <p>{t('open.askText')}</p>
      </ConfirmDialog>
    </Card>
  );
}

function InvitationRow({ invitation, onRevoke }: { invitation: OpenInvitation; onRevoke: () => void }) {
  const { t } = useTranslation('household');
  const format = useFormat();
  const online = useOnline();
  const { role, switchRooms, email, expiresAt } = invitation;
  const switches = useSwitchText()(role, switchRooms);
  const Icon = email === null ? Link : Mail;
  const who = email ?? t('open.link');
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line py-3 last:border-b-0">
      <div className="min-w-48 flex-1">
        <p className="flex items-center gap-2 font-semibold">
          <Icon className="size-4.5 shrink-0 text-ink-soft" aria-hidden />
          <span className="wrap-anywhere">{who}</span>
        </p>
        <p className="figures text-small text-ink-soft">
          {[t(`role.${role}`), switches, t('open.until', { date: format.dateTime(Date.parse(expiresAt)) })]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      <Button look="quiet" size="small" disabled={!online} aria-label={t('open.revokeOf', { who })} onClick={onRevoke}>
        {t('open.revoke')}
      </Button>
    </li>
  );
}
