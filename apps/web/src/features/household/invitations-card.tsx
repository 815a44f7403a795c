import type { OpenInvitation } from '@wattershed/contracts';
import { Link, Mail } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../platform/confirm-dialog.tsx';
import { useFormat } from '../../platform/household.ts';
import { LoadFailure } from '../../platform/load-failure.tsx';
import { useOnline } from '../../platform/online.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { householdCalls, useHouseholdAction, useInvitations } from './household-api.ts';
import { useSwitchText } from './switch-rooms.ts';

/** What was sent or shown and not yet accepted. Nothing is shown where there is none. */
export function InvitationsCard({ householdId, mayShare }: { householdId: string; mayShare: boolean }) {
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
