import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Household, TariffRow, UtilityBillRow } from '#supabase/tables/index.ts';
import { FileText, Plus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '#shell/parts/confirm-dialog.tsx';
import { useFailureMessages } from '#shell/text/failure-messages.ts';
import type { Rights } from '#shell/household/household-role.ts';
import { LoadFailure } from '#shell/parts/load-failure.tsx';
import { Button } from '#shell/ui/button.tsx';
import { Card } from '#shell/ui/card.tsx';
import { Dialog } from '#shell/ui/dialog.tsx';
import { notify } from '#shell/ui/notices/notice.ts';
import { Skeleton } from '#shell/ui/skeleton.tsx';
import { billingKey } from '../billing-queries.ts';
import { useBillFormat } from '../use-bill-format.ts';
import { removeUtilityBill, useUtilityBills } from './utility-bill-api.ts';
import { draftOf, type UtilityBillDraft } from './utility-bill-draft.ts';
import { UtilityBillForm } from './utility-bill-form.tsx';
import { UtilityBillItem } from './utility-bill-item.tsx';
import { UtilityBillReconcile } from './utility-bill-reconcile.tsx';

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

interface UtilityBillRemoveProps {
  bill: UtilityBillRow | undefined;
  onClose: () => void;
  onRemoved: () => void;
}

/** Asks before a copied bill goes. */
function UtilityBillRemove({ bill, onClose, onRemoved }: UtilityBillRemoveProps) {
  const { t } = useTranslation('utility-bills');
  const write = useBillFormat(bill?.currency);
  const { ofThrown } = useFailureMessages();
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: removeUtilityBill,
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: [...billingKey, 'utility-bills'] });
      notify(t('remove.done'));
      onRemoved();
      onClose();
    },
    onError: (error) => notify(t('remove.failed'), ofThrown(error), 'alert'),
  });
  return (
    <ConfirmDialog
      open={bill !== undefined}
      title={t('remove.title')}
      confirmLabel={t('delete')}
      isPending={remove.isPending}
      onConfirm={() => bill !== undefined && remove.mutate(bill)}
      onClose={onClose}
    >
      {bill !== undefined && (
        <p className="font-semibold">
          {t(bill.utility)} · {write.period(bill.period_start, bill.period_end)} · {write.money(bill.total)}
        </p>
      )}
      <p className="mt-2">{t('remove.text')}</p>
    </ConfirmDialog>
  );
}

/** A new bill, or the one that is to be changed. */
interface UtilityBillTarget {
  bill?: UtilityBillRow;
  /** Begins with what files tell. */
  isFromFile?: boolean;
}

interface UtilityBillDialogProps {
  /** Left out: closed. */
  target: UtilityBillTarget | undefined;
  household: Household;
  tariffs: readonly TariffRow[];
  today: string;
  onClose: () => void;
}

/** Where a bill is copied from paper. What was begun is kept while the page is open: a stray Escape loses nothing. */
function UtilityBillDialog({ target, onClose, ...context }: UtilityBillDialogProps) {
  const { t } = useTranslation(['utility-bills', 'billing']);
  const [drafts] = useState(() => new Map<string, UtilityBillDraft>());
  const bill = target?.bill;
  const key = bill?.id ?? '';
  return (
    <Dialog
      open={target !== undefined}
      onClose={onClose}
      closeLabel={t('billing:close')}
      title={t(bill === undefined ? 'form.addTitle' : 'form.editTitle')}
      description={t('form.text')}
      className="sm:w-[min(40rem,calc(100vw-2rem))]"
    >
      {target && (
        <UtilityBillForm
          key={key}
          {...context}
          bill={bill}
          isFromFile={target.isFromFile ?? false}
          begun={drafts.get(key) ?? draftOf(bill)}
          onChange={(draft) => drafts.set(key, draft)}
          onDone={() => {
            drafts.delete(key);
            onClose();
          }}
        />
      )}
    </Dialog>
  );
}
