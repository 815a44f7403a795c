import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { utilityIds } from '#catalogue/index.ts';
import { addDays } from '#shell/text/local-day.ts';
import { useFormat, useRights } from '#shell/household/household.ts';
import { LoadFailure } from '#shell/parts/load-failure.tsx';
import type { Format } from '#shell/text/format.ts';
import { dateOf } from '#shell/text/local-day.ts';
import { buttonStyle } from '#shell/ui/button.tsx';
import { Figure } from '#shell/ui/figure.tsx';
import { Card } from '#shell/ui/layout.tsx';
import { Skeleton } from '#shell/ui/skeleton.tsx';
import { UtilityLabel } from '#shell/ui/utility-mark.tsx';
import type { BillSoFar } from '../../contract/billing.ts';
import { billBudget } from '../../domain/bill/bill.ts';
import { useBills, useBudgets, useSoFar } from '../billing-queries.ts';
import { BillPace, type PaceMark } from '../so-far/bill-pace.tsx';
import type { SampleUse } from './sample-bill.ts';

/** As high before the figures as with them; lines of Devanagari are higher. */
const figuresHeight = 'min-h-58 lang-hi:min-h-60';

type Priced = BillSoFar & { cost: NonNullable<BillSoFar['cost']>; currency: string };

export interface BillCardProps {
  /** Of a home that has no figures of its own: a bill of the sample's use, at example prices. */
  sample?: SampleUse | undefined;
  className?: string;
}

/** What leads the first screen: what the open bill costs, and where it is heading. */
export function BillCard({ sample, className }: BillCardProps) {
  const { t } = useTranslation('bill-card');
  const invented = useSampleBill(sample);
  const soFar = useSoFar();
  const bills = useBills();
  const budgets = useBudgets();
  const layout = className === undefined ? {} : { className };
  const data = sample === undefined ? soFar.data : invented;
  if (sample === undefined && data === undefined && soFar.isError)
    return (
      <Card title={t('title')} {...layout}>
        <LoadFailure error={soFar.error} onRetry={() => void soFar.refetch()} />
      </Card>
    );
  if (data === undefined || (sample === undefined && (bills.isLoading || budgets.isLoading)))
    return <BillSkeleton {...layout} />;
  const { cost, currency } = data;
  if (cost === null || currency === null) return <NoPrices soFar={data} {...layout} />;
  const [last] = sample === undefined ? (bills.data ?? []) : [];
  return (
    <BillFigures
      soFar={{ ...data, cost, currency }}
      lastBill={last?.currency === currency ? last.total_amount : undefined}
      budget={billBudget(cost.lines, sample === undefined ? (budgets.data ?? []) : [])}
      {...layout}
    />
  );
}

/** Few see it, so it is no part of the first load. */
function useSampleBill(sample: SampleUse | undefined): BillSoFar | undefined {
  return useQuery({
    queryKey: ['sample-bill', sample],
    queryFn: async () => (await import('./sample-bill.ts')).sampleBill(sample as SampleUse),
    enabled: sample !== undefined,
    networkMode: 'always',
  }).data;
}

/** The page's card at its final size. */
function BillSkeleton({ className }: { className?: string }) {
  const { t } = useTranslation('bill-card');
  return (
    <Card title={t('title')} {...(className !== undefined && { className })}>
      <div aria-busy="true" className={figuresHeight}>
        <Skeleton className="h-12 w-56 max-w-full" />
        <Skeleton className="mt-3 w-4/5" />
        <Skeleton className="mt-9 h-3 rounded-full" />
        <Skeleton className="mt-12 h-12" />
      </div>
    </Card>
  );
}

interface BillFiguresProps {
  soFar: Priced;
  lastBill?: number | undefined;
  budget?: number | undefined;
  className?: string;
}

function BillFigures({ soFar, lastBill, budget, className }: BillFiguresProps) {
  const { t } = useTranslation('bill-card');
  const format = useFormat(soFar.currency);
  const { cost, likely } = soFar;
  const mark = (amount: number | undefined, digits?: number): PaceMark | undefined =>
    amount === undefined ? undefined : { amount, text: format.money(amount, digits) };
  return (
    <Card
      title={
        <Link to="/billing" className="after:absolute after:inset-0 after:rounded-card hover:underline">
          {t('title')}
        </Link>
      }
      aside={<CycleDays soFar={soFar} format={format} />}
      className={`relative ${className ?? ''}`}
    >
      <div className={figuresHeight} data-bill={cost.total}>
        <p className="flex min-h-14 items-end">
          <Figure rank="lead" value={format.money(Number(cost.total))} unit={t('soFar')} />
        </p>
        <p className="mt-1 min-h-[1lh]">{headingText(t, format, soFar, budget)}</p>
        <BillPace
          soFar={Number(cost.total)}
          likely={likely === null ? undefined : { low: Number(likely.low), high: Number(likely.high) }}
          budget={mark(budget, wholeFrom(budget ?? 0))}
          lastBill={mark(lastBill)}
        />
        <BillParts soFar={soFar} format={format} />
      </div>
    </Card>
  );
}

function CycleDays({ soFar: { start, end, daysLeft }, format }: { soFar: BillSoFar; format: Format }) {
  const { t } = useTranslation('bill-card');
  const period = format.range(dateOf(start), dateOf(addDays(end, -1)), {
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  });
  return (
    <>
      {period} · <strong className="font-semibold text-ink">{t('daysLeft', { count: daysLeft })}</strong>
    </>
  );
}

/** Each utility with its standing charges and taxes, as everywhere; and how the bill stands to the one before. */
function BillParts({ soFar, format }: { soFar: Priced; format: Format }) {
  const { t } = useTranslation('bill-card');
  const { amounts, compared, cost } = soFar;
  const billed = utilityIds.filter(
    (utility) => amounts[utility].used !== 0 || cost.lines.some((line) => line.utility === utility),
  );
  const difference =
    compared?.lastCycle == null ? undefined : Number(compared.amount) - Number(compared.lastCycle.amount);
  return (
    <dl className="figures mt-2 flex flex-wrap gap-x-8 gap-y-2 border-t border-line pt-3">
      {billed.map((utility) => (
        <div key={utility}>
          <dt className="text-small">
            <UtilityLabel utility={utility}>{t(utility)}</UtilityLabel>
          </dt>
          <dd data-bill-of={utility}>
            <span className="text-[1.25rem] font-[650]">{format.money(Number(amounts[utility].cost))}</span>{' '}
            <span className="text-small text-ink-soft">{format.amount(utility, amounts[utility].used).text}</span>
          </dd>
        </div>
      ))}
      {compared !== null && difference !== undefined && (
        <div className="max-sm:hidden">
          <dt className="text-small text-ink-soft">{t('thanLast', { count: compared.days })}</dt>
          <dd>
            <span className="text-[1.25rem] font-[650]">
              {difference > 0 && '+'}
              {format.money(difference)}
            </span>{' '}
            <span className="text-small text-ink-soft">{changeText(format, compared)}</span>
          </dd>
        </div>
      )}
    </dl>
  );
}

function changeText(format: Format, { amount, lastCycle }: NonNullable<BillSoFar['compared']>): string {
  const before = Number(lastCycle?.amount ?? 0);
  if (before === 0) return '';
  const change = Number(amount) / before - 1;
  return `${change > 0 ? '+' : ''}${format.percent(change)}`;
}

type Translate = ReturnType<typeof useTranslation<'bill-card'>>['t'];

/** An amount that is only likely has no cents, once it is large enough. */
const wholeFrom = (amount: number): number | undefined => (Math.abs(amount) >= 20 ? 0 : undefined);

/** "Heading for €94 (€92–97), €6 under budget" */
function headingText(t: Translate, format: Format, soFar: Priced, budget: number | undefined): string {
  const { likely, likelyMissing } = soFar;
  if (likely === null) return t(`noLikely.${likelyMissing ?? 'history-short'}`);
  const [low, high, expected] = [likely.low, likely.high, likely.expected].map(Number) as [number, number, number];
  const about = (amount: number) => format.money(amount, wholeFrom(expected));
  const range = about(low) === about(high) ? '' : t('range', { low: about(low), high: about(high) });
  const left = budget === undefined ? undefined : budget - expected;
  return [
    t('heading', { amount: about(expected), range }).trim(),
    left !== undefined &&
      t(left >= 0 ? 'under' : 'over', { amount: format.money(Math.abs(left), wholeFrom(budget ?? 0)) }),
  ]
    .filter(Boolean)
    .join(', ');
}

/** Usage leads while the money waits for its prices. */
function NoPrices({ soFar, className }: { soFar: BillSoFar; className?: string }) {
  const { t } = useTranslation('bill-card');
  const format = useFormat();
  const mayWrite = useRights().data?.mayWrite ?? false;
  const used = utilityIds.flatMap((utility) => {
    const { used: amount } = soFar.amounts[utility];
    return amount === 0 ? [] : [format.amount(utility, amount)];
  });
  const [first, ...others] = used;
  return (
    <Card
      title={t('title')}
      aside={<CycleDays soFar={soFar} format={format} />}
      {...(className !== undefined && { className })}
    >
      <div className={figuresHeight}>
        <p className="flex min-h-14 items-end">
          <Figure rank="lead" value={first?.value ?? '–'} unit={first?.unit} />
        </p>
        {others.length > 0 && <p className="mt-1">{format.list(others.map(({ text }) => text))}</p>}
        <p className="mt-3 text-ink-soft">{t(mayWrite ? 'noPrices' : 'noPricesViewer')}</p>
        {mayWrite && (
          <Link to="/billing/prices#tariffs" className={`mt-4 ${buttonStyle()}`}>
            {t('choosePrices')}
          </Link>
        )}
      </div>
    </Card>
  );
}
