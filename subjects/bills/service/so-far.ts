/** The open cycle: what it costs so far, what it may come to, and how that compares over as many days. */
import { byUtility, type Utility, utilityIds } from '#catalogue/index.ts';
import { addDays, daysBetween, type LocalDay } from '#catalogue/local-day.ts';
import type { BillSoFar } from '../contract/billing.ts';
import { type BillingCycle, cycleOf } from '../domain/bill/billing-cycle.ts';
import { minorDigits } from '../domain/tariff/exact.ts';
import { type CycleForecast, forecastCycle, type NoForecast } from '../domain/forecast/forecast-cycle.ts';
import { blockRates, nextBlocks } from '../domain/tariff/charges/block-use.ts';
import { planAfter } from '../domain/tariff/charges/carried.ts';
import { planOfSize } from '../domain/tariff/charges/meter-size.ts';
import { expectUse, type IntervalUse } from '../domain/tariff/interval-use.ts';
import { type PricedBill, termsOf } from '../domain/tariff/price-bill.ts';
import { unitSizeOn } from '../domain/tariff/pricing.ts';
import { isWaitedFor } from '../domain/tariff/tariff-faults.ts';
import { openPrices } from '../domain/tariff/unit-price.ts';
import {
  amountsOf,
  type BillingSnapshot,
  coverageOf,
  type CoveredUse,
  hasReadings,
  type WaitingCycle,
  within,
} from './billing-snapshot.ts';
import { cyclesOf } from './close-bills.ts';
import type { CyclePricer, UtilityUse } from './price-cycles.ts';

/** Less than this share of a period heard, and it is nothing to compare with. */
const minCoverage = 0.5;

type Compared = NonNullable<BillSoFar['compared']>;

/** The first `days` days of an earlier cycle; null where they were hardly measured, or had no such price. */
const comparedPeriod = async (
  cycle: BillingCycle,
  days: number,
  currency: string,
  use: readonly CoveredUse[],
  price: (days: BillingCycle) => Promise<PricedBill | null>,
): Promise<Compared['lastCycle']> => {
  const end = addDays(cycle.start, Math.min(days, daysBetween(cycle.start, cycle.end)));
  const own = within(use, cycle.start, end);
  if (!hasReadings(own) || (coverageOf(own) ?? 0) < minCoverage || end !== addDays(cycle.start, days)) return null;
  const bill = await price({ ...cycle, end });
  if (bill === null || bill.currency !== currency || bill.unpricedDays > 0 || bill.faults.some(isWaitedFor))
    return null;
  return { start: cycle.start, end, amount: bill.totalAmount };
};

const sameDayLastYear = (day: LocalDay): LocalDay =>
  `${Number(day.slice(0, 4)) - 1}${day.slice(4)}`.replace('-02-29', '-02-28');

interface ComparedCycles {
  readonly open: BillingCycle;
  readonly before: BillingCycle | undefined;
  readonly yearAgo: BillingCycle;
}

const compare = async (
  { open, before, yearAgo }: ComparedCycles,
  currency: string,
  snapshot: BillingSnapshot,
  use: readonly CoveredUse[],
  pricer: CyclePricer,
): Promise<Compared | null> => {
  const days = daysBetween(open.start, snapshot.today);
  const goesOn = (cycle: BillingCycle) => pricer.priceOpen(cycle);
  const isOver = (cycle: BillingCycle) => pricer.price(cycle);
  const now = days === 0 ? null : await comparedPeriod(open, days, currency, use, goesOn);
  if (now === null) return null;
  return {
    days,
    amount: now.amount,
    lastCycle: before ? await comparedPeriod(before, days, currency, use, isOver) : null,
    lastYear: await comparedPeriod(yearAgo, days, currency, use, isOver),
  };
};

export interface SoFarInput {
  readonly snapshot: BillingSnapshot;
  readonly use: readonly CoveredUse[];
  readonly waiting: readonly WaitingCycle[];
  readonly pricer: CyclePricer;
}

/** `isCompared`: with what as many days of the cycle before, and of the year before, have cost. */
export const readSoFar = async (
  { snapshot, use, waiting, pricer }: SoFarInput,
  isCompared = false,
): Promise<BillSoFar> => {
  const { today } = snapshot;
  const cycles = cyclesOf(snapshot);
  const open = cycles.at(-1) ?? cycleOf(today, snapshot.rule);
  const before = cycles.at(-2);
  const until = addDays(today, 1);
  const own = within(use, open.start, until);
  // All that is asked below: the cycle, the days whose shape those to come are given; the cycle before it, and the year before.
  const first = (isCompared && before?.start) || today;
  const earliest = [first, addDays(today, -shapeDays), open.start].reduce((a, b) => (a < b ? a : b));
  const yearAgo = cycleOf(sameDayLastYear(open.start), snapshot.rule, today);
  const periods = [{ start: earliest, end: until }, ...(isCompared ? [yearAgo] : [])];
  await Promise.all(
    periods.filter(({ start, end }) => hasReadings(within(use, start, end))).map((days) => pricer.read(days)),
  );
  const price = await pricer.priceOpen({ ...open, end: until });
  const { likely, why } = price ? await likelyCost(open, snapshot, use, pricer) : { likely: null, why: null };
  return {
    household: snapshot.household,
    timeZone: snapshot.timeZone,
    origin: snapshot.kind !== 'home' ? 'simulated' : snapshot.isMeasured ? 'measured' : 'none',
    today,
    firstDay: snapshot.firstDay,
    hasPayments: snapshot.hasPayments,
    start: open.start,
    end: open.end,
    daysGone: daysBetween(open.start, today),
    daysLeft: daysBetween(today, open.end),
    currency: price?.currency ?? null,
    cost: price && {
      total: price.totalAmount,
      lines: [...price.lines],
      unpricedDays: price.unpricedDays,
      // Days without any price are counted; those of a meter apart are named.
      faults: price.faults.filter(({ code, of }) => code !== 'day-unpriced' || of !== undefined),
    },
    waiting: waiting.map(({ faults, ...cycle }) => ({ ...cycle, faults: [...faults] })),
    amounts: amountsOf(own, price),
    priceNow: await pricesNow(open, snapshot, pricer),
    coverage: coverageOf(own),
    likely,
    likelyMissing: why,
    compared:
      price && isCompared ? await compare({ open, before, yearAgo }, price.currency, snapshot, use, pricer) : null,
  };
};

/** What one more unit costs at this moment, by the tariffs that hold today. */
const pricesNow = async (
  open: BillingCycle,
  { today, nowMs, timeZone, tariffs }: BillingSnapshot,
  pricer: CyclePricer,
): Promise<BillSoFar['priceNow']> => {
  const use = await pricer.useOf(open.start, addDays(today, 1));
  const market = await pricer.market({ start: today, end: addDays(today, 1) });
  const carried = await pricer.carried(open);
  const prices = utilityIds.flatMap((utility) => {
    const term = termsOf(utility, open, tariffs).find(({ start, end }) => start <= today && today < end);
    if (!term) return [];
    const { facts } = term;
    const plan = planAfter(planOfSize(term.plan, facts?.meterSize), carried[utility]?.charges, term.start);
    const cycle = { ...open, start: term.start, end: term.end };
    const rates = blockRates({ plan, facts, cycle, timeZone, today, use: use[utility] });
    const price = openPrices({ plan, timeZone, market, blockRates: rates })(nowMs);
    const size = unitSizeOn(plan, facts ?? {}, today)?.valueOf() ?? null;
    const isOfRest = Object.keys(facts?.meters ?? {}).some((meter) =>
      plan.charges.some((one) => one.kind === 'use' && one.meter === meter),
    );
    const now = { unit: plan.unit, size, rate: price?.withTaxes ?? null, blockRates: rates };
    return [[utility, { ...now, ...(isOfRest && { isOfRest }) }] as const];
  });
  return Object.fromEntries(prices);
};

// What the open cycle may come to: its days so far as measured, the rest as forecast, priced as every bill is.

/** Days whose shape those to come are given. */
export const shapeDays = 28;

type Likely = BillSoFar['likely'];
export type Side = 'low' | 'expected' | 'high';
export const sides = ['low', 'expected', 'high'] as const;

/** What is known of a utility's days before today. */
export const historyOf = (utility: Utility, use: readonly CoveredUse[], today: LocalDay) =>
  use
    .filter((one) => one.utility === utility && one.day < today)
    .map(({ day, used, coveredS, expectedS }) => ({
      day,
      used,
      coverage: expectedS === 0 ? 0 : Math.min(1, coveredS / expectedS),
    }));

type Both = (first: ArrayLike<number>, then: ArrayLike<number>) => ArrayLike<number>;

/** Of a meter that one of them does not know nothing was heard in it. */
const joinApart = (a: IntervalUse, b: IntervalUse, both: Both): Pick<IntervalUse, 'apart'> => {
  const parts = { ...b.apart, ...a.apart };
  const ids = Object.keys(parts);
  if (ids.length === 0) return {};
  const amountsIn = (use: IntervalUse, id: string): ArrayLike<number> =>
    use.apart?.[id]?.amounts ?? Array.from(use.startS, () => Number.NaN);
  return {
    apart: Object.fromEntries(
      Object.entries(parts).map(([id, { flow }]) => [id, { flow, amounts: both(amountsIn(a, id), amountsIn(b, id)) }]),
    ),
  };
};

/** One after the other. */
export const join = (a: IntervalUse, b: IntervalUse): IntervalUse => {
  const both: Both = (first, then) => {
    const all = new Float64Array(first.length + then.length);
    all.set(first);
    all.set(then, first.length);
    return all;
  };
  const returned = [a, b].map((one) => one.returned ?? new Float64Array(one.startS.length));
  return {
    spanS: 900,
    startS: both(a.startS, b.startS),
    used: both(a.used, b.used),
    ...((a.returned ?? b.returned) && { returned: both(returned[0] ?? [], returned[1] ?? []) }),
    ...joinApart(a, b, both),
  };
};

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
  return join(measured, expectUse(days, shape, timeZone));
};

type Range = Record<Side, number>;

/** Utilities seldom come out high together: their distances from what is expected add up as independent ones do. */
const addRanges = (ranges: readonly Range[]): Range => {
  const expected = ranges.reduce((sum, range) => sum + range.expected, 0);
  const distance = (side: Side) => Math.hypot(...ranges.map((range) => range[side] - range.expected));
  return { expected, low: expected - distance('low'), high: expected + distance('high') };
};

interface LikelyCost {
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

const likelyCost = async (
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
