import type { BillSoFar } from '../../contract/billing.ts';
import { byUtility, type Utility, utilities, utilityIds, usualUtilities } from '#catalogue/index.ts';
import type { BillingRecord } from '#supabase/tables/index.ts';
import { billAmount } from '../../domain/bill/bill-amounts.ts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useChartLabels } from '#shell/text/chart-labels.ts';
import { barsDrawing } from '#shell/ui/chart/bars-drawing.ts';
import type { ChartData, ChartSeries } from '#shell/ui/chart/series-look.ts';
import { ChartFrame } from '#shell/ui/chart/chart-frame.tsx';
import { billAYearBefore, billBefore, changeShare, isPartial } from './bill-figures.ts';
import { type BillFormat, useBillFormat } from '../use-bill-format.ts';

/** Thirteen months, so that the same month of a year before is there, and the cycle that is open. */
const shownBills = 13;

export interface TrendCardProps {
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
    () => barsDrawing({ data, panels: [currency], kind: 'bars', writeNumber: write.format.number }),
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
      heightClass="h-64"
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
  isUnfinished: boolean;
}

const costsOf = (bill: Pick<BillingRecord, 'amounts'>) =>
  byUtility((utility) => Number(billAmount(bill, utility).cost));

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
            isUnfinished: true,
          },
        ]
      : [];
  const columns = [...closed, ...open];
  const costing = utilityIds.filter((utility) => columns.some(({ costs }) => costs[utility] !== 0));
  const isInvented = soFar?.origin === 'simulated';
  const series = (utility: Utility): ChartSeries => ({
    key: utility,
    name: t(utility),
    unit: currency,
    panel: 0,
    look: { hue: utilities[utility].look.hue, role: 'now', step: 0, isInvented },
    values: columns.map(({ costs }) => costs[utility]),
    texts: columns.map(({ costs }) => write.money(costs[utility])),
  });
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
    series: (costing.length === 0 ? usualUtilities : costing).map(series),
  };
}
