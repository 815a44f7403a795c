import { ChevronRight } from 'lucide-react';
import { type CSSProperties, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { byUtility, usualUtilities, utilities as catalogue, type Utility, utilityIds } from '#catalogue/index.ts';
import { useArrivalRef } from '#shell/session/arrival-ref.ts';
import { useChartLabels } from '#shell/text/chart-labels.ts';
import { Badge } from '#shell/ui/badge.tsx';
import { Button } from '#shell/ui/button.tsx';
import { Card } from '#shell/ui/layout.tsx';
import { barsDrawing } from '#shell/ui/chart/bars-drawing.ts';
import { ChartFrame } from '#shell/ui/chart/chart-frame.tsx';
import type { ChartData, ChartSeries } from '#shell/ui/chart/series-look.ts';
import { UtilityLabel } from '#shell/ui/utility-mark.tsx';
import type { BillingRecord } from '#supabase/tables/index.ts';
import type { BillSoFar } from '../../contract/billing.ts';
import { billAmount, isBilled } from '../../domain/bill/bill.ts';
import { billsAtOnce, useOlderBills, usualHistory } from '../billing-queries.ts';
import { ExportBills } from '../export/export-bills.tsx';
import { type BillFormat, useBillFormat } from '../use-bill-format.ts';
import { BillDialog } from './bill-dialog.tsx';
import { billAYearBefore, billBefore, billedUtilities, changeShare, isPartial } from './bill-figures.ts';

interface HistoryCardProps {
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
        className="grid min-h-14 w-full grid-cols-[minmax(0,1fr)_auto_auto] items-center gap-x-3 rounded-control px-2 py-2 text-left hover:bg-leaf-soft @2xl:grid-cols-[minmax(0,1.3fr)_repeat(var(--utilities),minmax(0,1fr))_auto_auto]"
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
            <span className="figures block text-small text-ink-soft">
              <span className="@2xl:hidden">{change(share)}</span>
              <span className="hidden @2xl:inline">{t('history.change', { share: change(share) })}</span>
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

/** Thirteen months, so that the same month of a year before is there, and the cycle that is open. */
const shownBills = 13;

interface TrendCardProps {
  /** Newest first. */
  bills: readonly BillingRecord[];
  soFar: BillSoFar | undefined;
  className?: string;
}

export function TrendCard({ bills, soFar, className }: TrendCardProps) {
  const { t } = useTranslation('billing');
  const currency = bills[0]?.currency ?? 'EUR';
  const write = useBillFormat(currency);
  const words = useChartLabels();
  const data = useMemo(() => chartOf(bills, soFar, currency, write, t), [bills, soFar, currency, write, t]);
  const drawing = useMemo(
    () => barsDrawing({ data, panels: [{ title: currency }], kind: 'bars', writeNumber: write.format.number }),
    [data, currency, write],
  );
  return (
    <ChartFrame
      title={t('trend.title')}
      sentence={sentenceOf(bills, write, t)}
      data={data}
      drawing={drawing}
      words={words}
      fileName={`wattershed-${t('trend.file')}`}
      note={t('trend.note')}
      heightClass="h-52 sm:h-64"
      stride={3}
      {...(className !== undefined && { className })}
    />
  );
}

type Translate = ReturnType<typeof useTranslation<'billing'>>['t'];

function sentenceOf(bills: readonly BillingRecord[], write: BillFormat, t: Translate): string {
  const [latest] = bills;
  if (latest === undefined) return '';
  const words = {
    period: write.period(latest.period_start, latest.period_end, {}),
    amount: write.money(latest.total_amount),
  };
  const [before, year] = [billBefore(latest, bills), billAYearBefore(latest, bills)];
  const wayOf = (share: number) => (Math.abs(share) < 0.005 ? 'same' : share > 0 ? 'more' : 'less');
  const partOf = (
    earlier: BillingRecord | undefined,
    keys: { more: 'more' | 'yearMore'; less: 'less' | 'yearLess'; same: 'same' | 'yearSame' },
  ) => {
    const share = changeShare(latest, earlier);
    return share === null ? [] : [t(`trend.${keys[wayOf(share)]}`, { share: write.format.percent(Math.abs(share)) })];
  };
  const changes = [
    ...partOf(before, { more: 'more', less: 'less', same: 'same' }),
    ...partOf(year, { more: 'yearMore', less: 'yearLess', same: 'yearSame' }),
  ];
  if (bills.length === 1) return t('trend.first', words);
  return changes.length === 0
    ? t('trend.latest', words)
    : t('trend.sentence', { ...words, change: write.format.list(changes) });
}

interface Column {
  key: string;
  /** How much of it was heard, where that is not nearly all. */
  coverage?: number;
  start: string;
  end: string;
  costs: Readonly<Record<Utility, number>>;
  /** What is likely still to come of it. */
  likely?: { amount: number; text: string };
  isUnfinished: boolean;
}

const costsOf = (bill: Pick<BillingRecord, 'amounts'>) =>
  byUtility((utility) => Number(billAmount(bill, utility).cost));

/** What the open bill is likely to have at its end, above what it has: "€25.90 (€94 in all)". */
function stillToCome(
  soFar: number,
  { expected }: NonNullable<BillSoFar['likely']>,
  { about }: BillFormat,
  t: Translate,
) {
  const amount = Math.max(0, Math.round((Number(expected) - soFar) * 100) / 100);
  return { amount, text: t('trend.likelyAmount', { amount: about(String(amount)), total: about(expected) }) };
}

function chartOf(
  bills: readonly BillingRecord[],
  soFar: BillSoFar | undefined,
  currency: string,
  write: BillFormat,
  t: Translate,
): ChartData {
  const closed = bills
    .filter((bill) => bill.currency === currency)
    .slice(0, shownBills)
    .reverse()
    .map(
      (bill): Column => ({
        key: bill.id,
        ...(isPartial(bill) && { coverage: bill.coverage ?? 0 }),
        start: bill.period_start,
        end: bill.period_end,
        costs: costsOf(bill),
        // Lighter, as the open one is: much of it was not heard.
        isUnfinished: isPartial(bill),
      }),
    );
  const open: Column[] =
    soFar?.cost && soFar.currency === currency
      ? [
          {
            key: 'open',
            start: soFar.start,
            end: soFar.end,
            costs: costsOf(soFar),
            ...(soFar.likely && { likely: stillToCome(Number(soFar.cost.total), soFar.likely, write, t) }),
            isUnfinished: true,
          },
        ]
      : [];
  const columns = [...closed, ...open];
  const costing = utilityIds.filter((utility) => columns.some(({ costs }) => costs[utility] !== 0));
  const series = (utility: Utility): ChartSeries => ({
    key: utility,
    name: t(utility),
    unit: currency,
    panel: 0,
    look: { hue: catalogue[utility].look.hue, role: 'now', step: 0 },
    values: columns.map(({ costs }) => costs[utility]),
    texts: columns.map(({ costs }) => write.money(costs[utility])),
  });
  const likely: ChartSeries = {
    key: 'likely',
    name: t('trend.likely'),
    unit: currency,
    panel: 0,
    look: { hue: 'likely', role: 'now', step: 0 },
    values: columns.map((column) => column.likely?.amount ?? null),
    texts: columns.map((column) => column.likely?.text ?? '–'),
  };
  return {
    placeHeading: t('trend.bill'),
    places: columns.map(({ key, start, end, coverage, isUnfinished }) => ({
      key,
      label: write.month(start),
      name:
        coverage === undefined
          ? write.period(start, end)
          : `${write.period(start, end)} (${t('foot.coverage', { share: write.format.percent(coverage) })})`,
      isUnfinished,
    })),
    // A home without one of them has no series of nothing; one that has nothing yet keeps all.
    series: [
      ...(costing.length === 0 ? usualUtilities : costing).map(series),
      ...(columns.some((column) => column.likely) ? [likely] : []),
    ],
  };
}
