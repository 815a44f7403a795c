import type { UtilityBillRow } from '#supabase/tables/index.ts';
import { ChevronRight, Ellipsis, Paperclip } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Badge } from '#shell/ui/badge.tsx';
import { useNearView } from '#shell/ui/chart/use-near-view.ts';
import { Menu } from '#shell/ui/menu.tsx';
import { UtilityTile } from '#shell/ui/utility-mark.tsx';
import { useBillFormat } from '../use-bill-format.ts';
import { useReconciled } from './utility-bill-api.ts';
import { isCompared, standingOf } from './utility-bill-words.ts';

export interface UtilityBillItemProps {
  bill: UtilityBillRow;
  onOpen: () => void;
  /** Left out for whoever may only look. */
  actions: { onEdit: () => void; onRemove: (() => void) | undefined } | undefined;
}

/** One bill of theirs: its days, its total, and what it is dearer by; pressed, it says why. */
export function UtilityBillItem({ bill, onOpen, actions }: UtilityBillItemProps) {
  const { t } = useTranslation('utility-bills');
  const row = useRef<HTMLLIElement>(null);
  const write = useBillFormat(bill.currency);
  const { data, isPending, isError } = useReconciled(bill.id, useNearView(row));
  const period = write.period(bill.period_start, bill.period_end);
  const utility = t(bill.utility);
  const difference = data && isCompared(data, bill) ? data.difference : undefined;
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
            {difference === undefined
              ? isPending || isError
                ? '\u00a0'
                : t('row.none')
              : t(`row.${standingOf(difference)}`, { amount: write.money(String(Math.abs(Number(difference)))) })}
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
