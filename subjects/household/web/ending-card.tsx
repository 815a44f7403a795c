import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '#shell/parts/confirm-dialog.tsx';
import type { Household } from '#shell/household/memberships.ts';
import { useOnline } from '#shell/data/online.ts';
import { Button } from '#shell/ui/button.tsx';
import { Card } from '#shell/ui/card.tsx';
import { useHomeName } from './home-name.ts';
import { householdCalls, useHouseholdAction, usePeople } from './household-api.ts';
import { TypedConfirm } from './typed-confirm.tsx';

export interface HouseholdEndingCardProps {
  household: Household;
  userId: string;
  isOwner: boolean;
}

/** Leaving a household, or deleting it: its owner cannot leave before it is somebody else's. */
export function HouseholdEndingCard({ household, userId, isOwner }: HouseholdEndingCardProps) {
  const { t } = useTranslation('household');
  const people = usePeople(household.id);
  const online = useOnline();
  const [isAsking, setAsking] = useState(false);
  const isAlone = (people.data?.length ?? 1) === 1;
  const words = isOwner ? 'delete' : 'leave';
  const close = () => setAsking(false);
  return (
    <Card title={t('end.title')}>
      {isOwner && <p className="mb-4 text-ink-soft">{t(isAlone ? 'end.ownerAlone' : 'end.owner')}</p>}
      <Button look="secondary" className="text-alert" disabled={!online} onClick={() => setAsking(true)}>
        {t(`${words}.button`)}
      </Button>
      {isOwner ? (
        <DeleteDialog open={isAsking} household={household} onClose={close} />
      ) : (
        <LeaveDialog open={isAsking} household={household} userId={userId} onClose={close} />
      )}
    </Card>
  );
}

interface DialogProps {
  open: boolean;
  household: Household;
  onClose: () => void;
}

function DeleteDialog({ open, household, onClose }: DialogProps) {
  const { t } = useTranslation('household');
  const { id } = household;
  const name = useHomeName()(household);
  const remove = useHouseholdAction(() => householdCalls.delete(id, household.name), {
    done: () => t('delete.done', { household: name }),
    failed: t('delete.failed'),
  });
  return (
    <TypedConfirm
      open={open}
      title={t('delete.ask', { household: name })}
      text={t('delete.text')}
      household={name}
      confirmLabel={t('delete.confirm')}
      isPending={remove.isPending}
      onConfirm={() => remove.mutate(undefined, { onSettled: onClose })}
      onClose={onClose}
    />
  );
}

function LeaveDialog({ open, household, userId, onClose }: DialogProps & { userId: string }) {
  const { t } = useTranslation('household');
  const { id } = household;
  const name = useHomeName()(household);
  const leave = useHouseholdAction(() => householdCalls.remove(id, userId), {
    done: () => t('leave.done', { household: name }),
    failed: t('leave.failed'),
  });
  return (
    <ConfirmDialog
      open={open}
      title={t('leave.ask', { household: name })}
      confirmLabel={t('leave.confirm')}
      isPending={leave.isPending}
      onConfirm={() => leave.mutate(undefined, { onSettled: onClose })}
      onClose={onClose}
    >
      <p>{t('leave.text')}</p>
    </ConfirmDialog>
  );
}
