import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ChevronRight, Ellipsis, FileText, Paperclip, Plus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Rights } from '#shell/household/household.ts';
import { ConfirmDialog } from '#shell/parts/confirm-dialog.tsx';
import { LoadFailure } from '#shell/parts/load-failure.tsx';
import { useFailureMessages } from '#shell/text/failure-messages.ts';
import { Badge } from '#shell/ui/badge.tsx';
import { Button } from '#shell/ui/button.tsx';
import { Card } from '#shell/ui/layout.tsx';
import { useNearView } from '#shell/parts/near-view.tsx';
import { Dialog } from '#shell/ui/dialog.tsx';
import { Menu } from '#shell/ui/menu.tsx';
import { notify } from '#shell/ui/notices/notice.ts';
import { Skeleton } from '#shell/ui/skeleton.tsx';
import { UtilityTile } from '#shell/ui/utility-mark.tsx';
import type { Household, TariffRow, UtilityBillRow } from '#supabase/tables/index.ts';
import { billingKey } from '../billing-queries.ts';
import { useBillFormat } from '../use-bill-format.ts';
import {
  draftOf,
  removeUtilityBill,
  termsOn,
  useReconciled,
  useUtilityBills,
  type UtilityBillDraft,
} from './utility-bill-draft.ts';
import { UtilityBillForm } from './utility-bill-form.tsx';
import { isCompared, standingOf, UtilityBillReconcile } from './utility-bill-reconcile.tsx';

interface UtilityBillsCardProps {
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
              tariffs={tariffs}
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
        mayDelete={mayDelete}
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

interface UtilityBillItemProps {
  bill: UtilityBillRow;
  tariffs: readonly TariffRow[];
  onOpen: () => void;
  /** Left out for whoever may only look. */
  actions: { onEdit: () => void; onRemove: (() => void) | undefined } | undefined;
}

/** One bill of theirs: its days, its total, and what it is dearer by; pressed, it says why. */
function UtilityBillItem({ bill, tariffs, onOpen, actions }: UtilityBillItemProps) {
  const { t } = useTranslation('utility-bills');
  const row = useRef<HTMLLIElement>(null);
  const write = useBillFormat(bill.currency);
  const { data, isPending, isError } = useReconciled(bill.id, useNearView(row));
  const period = write.period(bill.period_start, bill.period_end);
  const { suppliers } = termsOn(bill.period_end, bill.utility, tariffs);
  const supplier = bill.supplier === null ? [] : [write.words(suppliers[bill.supplier]?.name ?? bill.supplier)];
  const utility = [t(bill.utility), ...supplier].join(' · ');
  const compared = data && isCompared(data, bill) ? data : undefined;
  return (
    <li
      ref={row}
      className="flex items-center border-b border-line last:border-b-0"
      data-utility-bill={bill.period_start}
    >
      <button
        type="button"
        className="grid min-h-18 min-w-0 flex-1 grid-cols-[auto_minmax(0,1fr)_auto_auto] items-center gap-x-3 rounded-control px-2 py-2 text-left hover:bg-leaf-soft"
        onClick={onOpen}
      >
        <UtilityTile utility={bill.utility} />
        <span className="min-w-0">
          <span className="block font-semibold">{period}</span>
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-small text-ink-soft">
            {utility}
            {bill.is_estimated && <Badge tone="sample">{t('estimated')}</Badge>}
          </span>
          {bill.document !== null && (
            <span className="flex items-center gap-1 text-small text-ink-soft">
              <Paperclip className="size-4 shrink-0" aria-hidden />
              <bdi className="truncate">{bill.document}</bdi>
            </span>
          )}
        </span>
        <span className="max-w-32 min-w-20 text-right sm:max-w-none">
          <span className="figures block text-[1.125rem] font-[650]">{write.money(bill.total)}</span>
          <span className="figures block text-small text-ink-soft">
            {compared === undefined
              ? isPending || isError
                ? '\u00a0'
                : t('row.none')
              : t(`row.${standingOf(compared)}`, {
                  amount: write.money(String(Math.abs(Number(compared.difference)))),
                })}
          </span>
        </span>
        <ChevronRight className="size-5 text-ink-soft max-sm:hidden" aria-hidden />
      </button>
      {actions !== undefined && (
        <Menu
          label={t('actions', { utility, period })}
          trigger={<Ellipsis className="size-5 text-ink-soft" aria-hidden />}
          className="border-transparent"
          items={[
            { key: 'edit', label: t('edit'), onSelect: actions.onEdit },
            ...(actions.onRemove === undefined
              ? []
              : [{ key: 'remove', label: t('delete'), onSelect: actions.onRemove }]),
          ]}
        />
      )}
    </li>
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
  mayDelete: boolean;
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
