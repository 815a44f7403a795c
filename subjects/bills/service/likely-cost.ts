/** What the open cycle may come to: its days so far as measured, the rest as forecast, priced as every bill is. */
import { byUtility, type Utility, utilityIds } from '#catalogue/index.ts';
import type { BillSoFar } from '../contract/billing.ts';
import type { BillingCycle } from '../domain/bill/billing-cycle.ts';
import { minorDigits } from '../domain/bill/exact-amount.ts';
import { addDays, type LocalDay } from '#catalogue/local-day.ts';
import { type CycleForecast, forecastCycle, type NoForecast } from '../domain/forecast/forecast-cycle.ts';
import { nextBlocks } from '../domain/tariff/explain/next-block.ts';
import type { IntervalUse } from '../domain/tariff/interval-use.ts';
import { type PricedBill, termsOf } from '../domain/tariff/price-bill.ts';
import { isWaitedFor } from '../domain/tariff/pricing-fault.ts';
import { spreadDays } from '../domain/tariff/spread-days.ts';
import type { BillingSnapshot, CoveredUse } from './billing-snapshot.ts';
import type { CyclePricer } from './price-cycles.ts';
import type { UtilityUse } from './read-priced.ts';
import { hasReadings } from './use-figures.ts';

/** Days whose shape those to come are given. */
export const shapeDays = 28;

type Likely = BillSoFar['likely'];
type Side = 'low' | 'expected' | 'high';
const sides = ['low', 'expected', 'high'] as const;

const historyOf = (utility: Utility, use: readonly CoveredUse[], today: LocalDay) =>
  use
    .filter((one) => one.utility === utility && one.day < today)
    .map(({ day, used, coveredS, expectedS }) => ({
      day,
      used,
      coverage: expectedS === 0 ? 0 : Math.min(1, coveredS / expectedS),
    }));

const join = (a: IntervalUse, b: IntervalUse): IntervalUse => ({
  spanS: 900,
  startS: [...Array.from(a.startS), ...Array.from(b.startS)],
  used: [...Array.from(a.used), ...Array.from(b.used)],
});

/** The cycle's use if its rest comes out on that side; today is at least what it has used. */
const wholeCycle = (
  forecast: CycleForecast,
  side: Side,
  measured: IntervalUse,
  shape: IntervalUse,
  usedToday: number,
  { today, timeZone }: BillingSnapshot,
): IntervalUse => {
  const days = forecast.perDay.map((one) => ({
    day: one.day,
    used: Math.round(one.day === today ? Math.max(usedToday, one[side]) : one[side]),
  }));
  return join(measured, spreadDays(days, shape, timeZone));
};

type Range = Record<Side, number>;

/** Utilities seldom come out high together: their distances from what is expected add up as independent ones do. */
const addRanges = (ranges: readonly Range[]): Range => {
  const expected = ranges.reduce((sum, range) => sum + range.expected, 0);
  const distance = (side: Side) => Math.hypot(...ranges.map((range) => range[side] - range.expected));
  return { expected, low: expected - distance('low'), high: expected + distance('high') };
};

export interface LikelyCost {
  readonly likely: Likely;
  readonly why: BillSoFar['likelyMissing'];
}

const none = (why: NonNullable<BillSoFar['likelyMissing']>): LikelyCost => ({ likely: null, why });

/** What is to be priced three times: what was measured, and how its rest may come out. */
interface Outlook {
  readonly open: BillingCycle;
  readonly snapshot: BillingSnapshot;
  readonly forecasts: ReadonlyMap<Utility, CycleForecast>;
  readonly measured: UtilityUse;
  readonly todays: UtilityUse;
  readonly shape: UtilityUse;
  readonly usedToday: (utility: Utility) => number;
}

const useOn = (side: Side, { snapshot, forecasts, measured, shape, usedToday }: Outlook): UtilityUse =>
  byUtility((utility) => {
    const forecast = forecasts.get(utility);
    return forecast
      ? wholeCycle(forecast, side, measured[utility], shape[utility], usedToday(utility), snapshot)
      : measured[utility];
  });

/** The blocks of the tariff that holds today which the cycle is yet to reach. */
const blocksAhead = (utility: Utility, forecast: CycleForecast, outlook: Outlook) => {
  const { open, snapshot, measured, todays, usedToday } = outlook;
  const { today, timeZone, tariffs } = snapshot;
  const term = termsOf(utility, open, tariffs).find(({ start, end }) => start <= today && today < end);
  if (!term) return [];
  const { plan, facts, start, end } = term;
  const cycle = { ...open, start, end };
  const use = join(measured[utility], todays[utility]);
  const input = { plan, facts, cycle, timeZone, today, usedToday: usedToday(utility), use };
  return nextBlocks({ ...input, perDay: forecast.perDay }).map((block) => ({ ...block, unit: plan.unit }));
};

type ThreeBills = Record<Side, PricedBill>;

const rangeOf = (utility: Utility, { low, expected, high }: ThreeBills): Range => {
  const of = (bill: PricedBill) => Number(bill.costs[utility]);
  return { low: Math.min(of(low), of(expected)), expected: of(expected), high: Math.max(of(high), of(expected)) };
};

const likelyOf = (bills: ThreeBills, outlook: Outlook): NonNullable<Likely> => {
  const { currency, totalAmount } = bills.expected;
  const digits = minorDigits(currency);
  const text = ({ low, expected, high }: Range) => ({
    low: low.toFixed(digits),
    expected: expected.toFixed(digits),
    high: high.toFixed(digits),
  });
  const forecasts = [...outlook.forecasts];
  const total = addRanges(forecasts.map(([utility]) => rangeOf(utility, bills)));
  const use = forecasts.map(([utility, forecast]) => [
    utility,
    {
      low: Math.round(forecast.low),
      expected: Math.round(forecast.expected),
      high: Math.round(forecast.high),
      cost: text(rangeOf(utility, bills)),
      nextBlocks: blocksAhead(utility, forecast, outlook),
    },
  ]);
  return {
    ...text({ ...total, expected: Number(totalAmount) }),
    basedOnDays: Math.min(...forecasts.map(([, { basedOnDays }]) => basedOnDays)),
    use: Object.fromEntries(use),
  };
};

/** The forecast of each utility that has a tariff and readings; or why there is none. */
const forecastsOf = (
  open: BillingCycle,
  { today, tariffs }: BillingSnapshot,
  use: readonly CoveredUse[],
): Outlook['forecasts'] | NoForecast['code'] => {
  const forecasts = new Map<Utility, CycleForecast>();
  for (const utility of utilityIds) {
    const hasTariff = tariffs.some((tariff) => tariff.utility === utility);
    if (!hasTariff || !hasReadings(use.filter((one) => one.utility === utility))) continue;
    const forecast = forecastCycle({ days: historyOf(utility, use, today), start: open.start, end: open.end, today });
    if (!forecast.ok) return forecast.code;
    forecasts.set(utility, forecast);
  }
  return forecasts.size === 0 ? 'history-short' : forecasts;
};

export const likelyCost = async (
  open: BillingCycle,
  snapshot: BillingSnapshot,
  use: readonly CoveredUse[],
  pricer: CyclePricer,
): Promise<LikelyCost> => {
  const { today } = snapshot;
  const forecasts = forecastsOf(open, snapshot, use);
  if (typeof forecasts === 'string') return none(forecasts);
  const outlook: Outlook = {
    open,
    snapshot,
    forecasts,
    measured: await pricer.useOf(open.start, today),
    todays: await pricer.useOf(today, addDays(today, 1)),
    shape: await pricer.useOf(addDays(today, -shapeDays), today),
    usedToday: (utility) => use.find((one) => one.utility === utility && one.day === today)?.used ?? 0,
  };
  const [low, expected, high] = await Promise.all(
    sides.map((side) => pricer.priceExpected(open, useOn(side, outlook))),
  );
  if (!low || !expected || !high) return none('price-missing');
  // Days before the first tariff are in no amount; days to come without a price would be taken for free.
  if (expected.faults.some((fault) => isWaitedFor(fault) || (fault.code === 'day-unpriced' && fault.to > today)))
    return none('price-missing');
  return { why: null, likely: likelyOf({ low, expected, high }, outlook) };
};
