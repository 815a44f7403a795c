import { byUtility, type Utility } from '#catalogue/index.ts';
import type { BillingRecord } from '#supabase/tables/index.ts';
import { billAmount } from '../../domain/bill/bill-amounts.ts';
import { ChevronRight } from 'lucide-react';
import { type CSSProperties, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useArrivalRef } from '#shell/session/arrival-ref.ts';
import { Badge } from '#shell/ui/badge.tsx';
import { Button } from '#shell/ui/button.tsx';
import { Card } from '#shell/ui/card.tsx';
import { UtilityLabel } from '#shell/ui/utility-mark.tsx';
import { BillDialog } from './bill-dialog.tsx';
import { billBefore, billedUtilities, changeShare, isBilled, isPartial } from './bill-figures.ts';
import { usualHistory } from './bills.ts';
import { billsAtOnce, useOlderBills } from '../billing-queries.ts';
import { ExportBills } from '../export/export-bills.tsx';
import { useBillFormat } from '../use-bill-format.ts';

export interface HistoryCardProps {
  /** Newest first, as many as are kept up to date. */
  bills: readonly BillingRecord[];
  className?: string;
}

/** The latest bills; each opens with its breakdown. */
export function HistoryCard({ bills, className }: HistoryCardProps) {
  const { t } = useTranslation('billing');
  const [showsAll, setShowsAll] = useState(false);
  const [open, setOpen] = useState<BillingRecord>();
  const [pages, setPages] = useState(0);
  const wanted = pages * billsAtOnce;
  const older = useOlderBills(bills.at(-1)?.period_start ?? '', wanted);
  const all = [...bills, ...(pages > 0 ? (older.data ?? []) : [])];
  const shown = showsAll ? all : bills.slice(0, usualHistory);
  const utilities = billedUtilities(shown);
  // As long as a page comes full, there may be another.
  const mayBeMore = pages === 0 ? bills.length >= billsAtOnce : (older.data?.length ?? 0) >= wanted;
  return (
    <Card
      id="bills"
      title={t('history.title')}
      aside={bills.length > 0 ? <ExportBills /> : undefined}
      {...(className !== undefined && { className })}
    >
      {bills.length === 0 ? (
        <p className="text-ink-soft">{t('history.none')}</p>
      ) : (
        // By the card's own width: at some widths of the window it stands beside another.
        <ul className="@container -mx-2">
          {shown.map((bill) => (
            <BillRow
              key={bill.id}
              bill={bill}
              utilities={utilities}
              before={billBefore(bill, all)}
              onOpen={() => setOpen(bill)}
            />
          ))}
        </ul>
      )}
      <p className="mt-2 -ml-4 flex flex-wrap empty:hidden">
        {bills.length > usualHistory && (
          <Button look="quiet" onClick={() => setShowsAll(!showsAll)}>
            {showsAll ? t('history.fewer') : t('history.all', { count: all.length })}
          </Button>
        )}
        {showsAll && mayBeMore && (
          <Button look="quiet" pending={older.isPlaceholderData || older.isLoading} onClick={() => setPages(pages + 1)}>
            {t('history.earlier')}
          </Button>
        )}
      </p>
      <BillDialog bill={open} onClose={() => setOpen(undefined)} />
    </Card>
  );
}

function BillRow({
  bill,
  utilities,
  before,
  onOpen,
}: {
  bill: BillingRecord;
  /** A column each. */
  utilities: readonly Utility[];
  before: BillingRecord | undefined;
  onOpen: () => void;
}) {
  const { t } = useTranslation('billing');
  const id = `bill-${bill.id}`;
  const row = useArrivalRef<HTMLButtonElement>(id);
  const { money, period, used, change, format } = useBillFormat(bill.currency);
  const share = changeShare(bill, before);
  const name = period(bill.period_start, bill.period_end);
  const amounts = byUtility((utility) => billAmount(bill, utility));
  const billed = utilities.filter((utility) => isBilled(utility, bill));
  return (
    <li className="border-b border-line last:border-b-0">
      <button
        ref={row}
        id={id}
        type="button"
        aria-label={t('history.open', { period: name, amount: money(bill.total_amount) })}
        className="grid min-h-16 w-full grid-cols-[minmax(0,1fr)_auto_auto] items-center gap-x-3 rounded-control px-2 py-2 text-left hover:bg-leaf-soft @2xl:grid-cols-[minmax(0,1.3fr)_repeat(var(--utilities),minmax(0,1fr))_auto_auto]"
        style={{ '--utilities': utilities.length } as CSSProperties}
        onClick={onOpen}
      >
        <span className="min-w-0">
          <span className="font-semibold">{name}</span>
          {bill.corrected_at !== null && (
            <span className="ml-2 inline-block align-middle">
              <Badge>{t('history.corrected')}</Badge>
            </span>
          )}
          <span className="block text-small text-ink-soft @2xl:hidden">
            {billed.map((utility) => used(utility, amounts[utility].used)).join(' · ')}
          </span>
          {isPartial(bill) && (
            <span className="block text-small text-ink-soft">
              {t('foot.coverage', { share: format.percent(bill.coverage ?? 0) })}
            </span>
          )}
        </span>
        {utilities.map((utility) => (
          <UtilityCell
            key={utility}
            utility={utility}
            cost={billed.includes(utility) ? money(amounts[utility].cost) : undefined}
            used={used(utility, amounts[utility].used)}
          />
        ))}
        <span className="min-w-24 text-right">
          <span className="figures block text-[1.125rem] font-[650]">{money(bill.total_amount)}</span>
          {share !== null && (
            <span
              className="figures block text-small text-ink-soft"
              title={t('history.change', { share: change(share) })}
            >
              {change(share)}
            </span>
          )}
        </span>
        <ChevronRight className="size-5 text-ink-soft" aria-hidden />
      </button>
    </li>
  );
}

/** What a bill asks for a utility, above what was used of it. Without a cost it is no part of the bill. */
function UtilityCell({ utility, cost, used }: { utility: Utility; cost: string | undefined; used: string }) {
  return (
    <span className="figures hidden min-w-0 @2xl:block">
      {cost !== undefined && (
        <>
          <UtilityLabel utility={utility}>{cost}</UtilityLabel>
          <span className="block text-small text-ink-soft [overflow-wrap:anywhere]">{used}</span>
        </>
      )}
    </span>
  );
}
