import { useQuery } from '@tanstack/react-query';
import { type BillingUnit, unitName, utilities, type Utility } from '#catalogue/index.ts';
import { type BillChanges, readBillChanges } from '../../contract/billing.ts';
import type { BillingRecord } from '#supabase/tables/index.ts';
import type { TFunction } from 'i18next';
import { Icon, Info } from 'lucide-react';
import { type ReactNode, Suspense, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LoadFailure } from '#shell/parts/load-failure.tsx';
import { callService } from '#shell/data/service.ts';
import { numberWriter } from '#shell/text/format.ts';
import { classNames } from '#shell/ui/class-names.ts';
import { SegmentedControl } from '#shell/ui/radio-options.tsx';
import { Skeleton } from '#shell/ui/skeleton.tsx';
import { billingKey, useBills } from '../billing-queries.ts';
import { isPartial } from '../bills/bill-figures.ts';
import { type CostNames, useCostNames } from '../costs/cost-words.ts';
import { type BillFormat, useBillFormat } from '../use-bill-format.ts';
import { useWeatherFormat, type WeatherFormat } from '../weather/temperatures.tsx';
import { WeatherNote } from '../weather/weather-note.tsx';
import { type ChangeRow, changeRows } from '../costs/costs.ts';

const dayMs = 86_400_000;

// Why a bill is not as much as the one before it, or that of a year before.

export function ChangeSection({ bill }: { bill: BillingRecord }) {
  return (
    <Suspense fallback={<ChangesSkeleton />}>
      <Changes key={bill.id} bill={bill} />
    </Suspense>
  );
}

function ChangesSkeleton() {
  return (
    <div aria-busy="true" className="mt-4 space-y-4">
      {['a', 'b', 'c', 'd', 'e', 'f'].map((row) => (
        <Skeleton key={row} className="h-5" />
      ))}
    </div>
  );
}

function Changes({ bill }: { bill: BillingRecord }) {
  const { t } = useTranslation(['billing-costs', 'billing-weather']);
  const id = useId();
  const [chosen, setChosen] = useState<Against>();
  const answers = { before: useChanges(bill, 'before'), year: useChanges(bill, 'year') };
  const names = useCostNames();
  const isThere = (against: Against) => answers[against].data?.against !== null;
  const options = (['before', 'year'] as const).filter(isThere);
  const against = chosen !== undefined && isThere(chosen) ? chosen : (options[0] ?? 'before');
  const { data, isError, error, refetch } = answers[against];
  const isWaiting = answers.before.isLoading || answers.year.isLoading || names.isPending;
  return (
    <section className="mt-6 border-t border-line pt-5" aria-labelledby={id}>
      <header className="mb-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h3 id={id} className="text-title">
          {t('change.title')}
        </h3>
        {!isWaiting && options.length > 1 && (
          <SegmentedControl
            label={t('change.against')}
            value={against}
            options={options.map((value) => ({ value, label: t(`change.${value}`) }))}
            onChange={setChosen}
          />
        )}
      </header>
      {isWaiting ? (
        <ChangesSkeleton />
      ) : data === undefined ? (
        isError && <LoadFailure error={error} onRetry={() => void refetch()} />
      ) : data.against === null || data.difference === null ? (
        <p className="text-ink-soft">{t('change.none')}</p>
      ) : (
        <ChangeParts bill={bill} changes={data} earlier={data.against} device={names.device} by={against} />
      )}
    </section>
  );
}

interface ChangePartsProps {
  bill: BillingRecord;
  changes: BillChanges;
  earlier: NonNullable<BillChanges['against']>;
  device: ReturnType<typeof useCostNames>['device'];
  by: Against;
}

function ChangeParts({ bill, changes, earlier, device, by }: ChangePartsProps) {
  const { t } = useTranslation(['billing-costs', 'billing']);
  const { money, period, used, format } = useBillFormat(bill.currency);
  const billed = ({ above, unit }: { above: string; unit: BillingUnit }) =>
    `${format.number(Number(above), 2)}\u00a0${unitName(unit)}`;
  const weather = useWeatherFormat().changeText;
  const difference = Number(changes.difference);
  const way = difference > 0 ? 'more' : difference < 0 ? 'less' : 'same';
  const signed = (amount: number) =>
    numberWriter(format.locale, {
      style: 'currency',
      currency: bill.currency,
      currencyDisplay: 'narrowSymbol',
      signDisplay: 'exceptZero',
    }).format(amount);
  const daysMore = daysOf(bill.period_start, bill.period_end) - daysOf(earlier.start, earlier.end);
  const earlierBill = useBills().data?.find(({ id }) => id === earlier.id);
  const isPart = earlierBill !== undefined && isPartial(earlierBill);
  return (
    <>
      <p className="font-semibold" data-change={way}>
        {t(`change.${way}`, {
          amount: money(Math.abs(difference)),
          period: period(earlier.start, earlier.end, by === 'year' ? { year: 'numeric' } : {}),
          total: money(earlier.total),
        })}
      </p>
      {isPart && (
        <p className="mt-2 flex items-start gap-2 rounded-control border border-line bg-paper px-3 py-2.5 text-small">
          <Info className="mt-px size-[18px] shrink-0 text-ink-soft" aria-hidden />
          {t('change.partial', { share: format.percent(earlierBill.coverage ?? 0) })}
        </p>
      )}
      <ul className="mt-1">
        {changeRows(changes).map((row) => (
          <ChangeLine
            key={row.key}
            icon={row.utility !== null && <UtilityIcon utility={row.utility} />}
            utility={row.utility === null ? undefined : t(`billing:${row.utility}`)}
            text={changeText(row, daysMore, { t, used, billed, device, weather })}
            amount={
              <span className="figures shrink-0" data-change-part={row.amount}>
                {signed(row.amount)}
              </span>
            }
          />
        ))}
      </ul>
      <p className="mt-1.5 flex items-baseline justify-between gap-4 border-t-2 border-ink pt-2.5 font-semibold">
        <span>{t('change.difference')}</span>
        <span className="figures" data-difference={difference}>
          {signed(difference)}
        </span>
      </p>
      <p className="mt-2 text-small text-ink-soft">{t('change.evened')}</p>
      <WeatherNote weather={changes.weather} />
    </>
  );
}

interface ChangeLineProps {
  icon: ReactNode;
  utility: string | undefined;
  text: string;
  amount: ReactNode;
}

function ChangeLine({ icon, utility, text, amount }: ChangeLineProps) {
  return (
    <li className="flex items-start justify-between gap-4 py-1">
      <span className="grid min-w-0 grid-cols-[18px_minmax(0,1fr)] gap-2">
        <span>{icon}</span>
        <span className="[overflow-wrap:anywhere]">
          {utility !== undefined && <span className="sr-only">{utility}: </span>}
          {text}
        </span>
      </span>
      {amount}
    </li>
  );
}

function UtilityIcon({ utility }: { utility: Utility }) {
  const { icon: d, text } = utilities[utility].look;
  return <Icon iconNode={[['path', { d, key: d }]]} className={classNames('mt-0.5 size-[18px]', text)} aria-hidden />;
}

interface ChangeWriters {
  t: TFunction<'billing-costs'>;
  used: BillFormat['used'];
  billed: (block: { above: string; unit: BillingUnit }) => string;
  device: CostNames['device'];
  weather: WeatherFormat['changeText'];
}

/** One cause of a change in a sentence. `daysMore`: how many days longer the cycle is. */
function changeText({ utility, part, amount }: ChangeRow, daysMore: number, writers: ChangeWriters): string {
  const { t, used, billed, device, weather } = writers;
  if (part.kind === 'unpriced' || utility === null) return t('change.unpriced');
  if (part.kind === 'days') {
    if (daysMore === 0) return t('change.otherDays');
    const count = Math.abs(daysMore);
    if (part.block) return t('change.longerBlock', { count, above: billed(part.block) });
    return t(daysMore > 0 ? 'change.longer' : 'change.shorter', { count });
  }
  if (part.kind === 'price') return t(amount > 0 ? 'change.dearer' : 'change.cheaper');
  if (
    part.kind === 'block' ||
    part.kind === 'hours' ||
    part.kind === 'peak' ||
    part.kind === 'limit' ||
    part.kind === 'settlement' ||
    part.kind === 'exchange'
  )
    return t(`change.${part.kind}.${amount > 0 ? 'dearer' : 'cheaper'}`);
  const more = part.used ?? amount;
  const way = more > 0 ? 'more' : 'less';
  const quantity = used(utility, Math.abs(part.used ?? 0));
  if (part.kind === 'weather') return weather(part, quantity);
  if (part.kind === 'device')
    return t(`change.device.${way}`, { name: device(utility, part.device ?? ''), used: quantity });
  return t(`change.${part.kind}.${way}`, { used: quantity });
}

function daysOf(start: string, end: string): number {
  return Math.round((Date.parse(end) - Date.parse(start)) / dayMs);
}

type Against = 'before' | 'year';

/** Why a bill is not as much as another. A bill that is corrected is another version, and asked for anew. */
function useChanges(bill: { id: string; version: number }, against: Against) {
  return useQuery({
    queryKey: [...billingKey, 'changes', bill.id, bill.version, against],
    queryFn: ({ signal }) => callService(readBillChanges, { params: { id: bill.id }, query: { against }, signal }),
  });
}
