import type { Household, TariffRow, UtilityBillRow } from '@wattershed/database';
import { FileText, Plus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Rights } from '../../../platform/household-role.ts';
import { LoadFailure } from '../../../platform/load-failure.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useUtilityBills } from './utility-bill-api.ts';
import { UtilityBillDialog, type UtilityBillTarget } from './utility-bill-dialog.tsx';
import { UtilityBillReconcile } from './utility-bill-reconcile.tsx';
import { UtilityBillRemove } from './utility-bill-remove.tsx';
import { UtilityBillItem } from './utility-bill-item.tsx';

export interface UtilityBillsCardProps {
  household: Household;
  /** Newest first. */
  tariffs: readonly TariffRow[];
  today: string;
  rights: Pick<Rights, 'mayWrite' | 'mayDelete'>;
  className?: string;
}

const shownFirst = 6;

/** The bills that came on paper, each held against ours. */
export function UtilityBillsCard({ household, tariffs, today, rights, className }: UtilityBillsCardProps) {
  const { t } = useTranslation('utility-bills');
  const { mayWrite, mayDelete } = rights;
  const bills = useUtilityBills();
  const [showsAll, setShowsAll] = useState(false);
  const [editing, setEditing] = useState<UtilityBillTarget>();
  const [opened, setOpened] = useState<string>();
  const [removing, setRemoving] = useState<UtilityBillRow>();
  const wasRemoved = useRef(false);
  const enter = useRef<HTMLButtonElement>(null);
  // The button that asked for it is gone with its row: the focus goes on to the next thing to do.
  useEffect(() => {
    if (removing === undefined && wasRemoved.current) enter.current?.focus();
    wasRemoved.current = false;
  }, [removing]);
  const all = bills.data ?? [];
  const shown = showsAll ? all : all.slice(0, shownFirst);
  return (
    <Card title={t('title')} id="utility-bills" {...(className !== undefined && { className })}>
      <p className="mb-3 max-w-2xl text-ink-soft">{t('text')}</p>
      {bills.data === undefined ? (
        bills.isError ? (
          <LoadFailure error={bills.error} onRetry={() => void bills.refetch()} />
        ) : (
          <Skeleton className="h-12" />
        )
      ) : all.length === 0 ? (
        <p className="text-ink-soft">{t(mayWrite ? 'none' : 'noneViewer')}</p>
      ) : (
        <ul className="-mx-2" aria-label={t('list')}>
          {shown.map((bill) => (
            <UtilityBillItem
              key={bill.id}
              bill={bill}
              onOpen={() => setOpened(bill.id)}
              actions={
                mayWrite
                  ? { onEdit: () => setEditing({ bill }), onRemove: mayDelete ? () => setRemoving(bill) : undefined }
                  : undefined
              }
            />
          ))}
        </ul>
      )}
      <div className="mt-4 flex flex-wrap gap-3 empty:hidden">
        {mayWrite && (
          <Button
            ref={enter}
            look="secondary"
            icon={<Plus className="size-5" aria-hidden />}
            onClick={() => setEditing({})}
          >
            {t('enter')}
          </Button>
        )}
        {mayWrite && (
          <Button
            look="secondary"
            icon={<FileText className="size-5" aria-hidden />}
            onClick={() => setEditing({ isFromFile: true })}
          >
            {t('told.open')}
          </Button>
        )}
        {all.length > shownFirst && (
          <Button look="quiet" aria-expanded={showsAll} onClick={() => setShowsAll(!showsAll)}>
            {showsAll ? t('fewer') : t('all', { count: all.length })}
          </Button>
        )}
      </div>
      <UtilityBillDialog
        target={editing}
        household={household}
        tariffs={tariffs}
        today={today}
        onClose={() => setEditing(undefined)}
      />
      <UtilityBillReconcile bill={all.find(({ id }) => id === opened)} onClose={() => setOpened(undefined)} />
      <UtilityBillRemove
        bill={removing}
        onClose={() => setRemoving(undefined)}
        onRemoved={() => (wasRemoved.current = true)}
      />
    </Card>
  );
}
