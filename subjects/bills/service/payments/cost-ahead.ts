/** What a utility will probably cost until a day: as forecast in the open cycle, after it as a year before where that was measured. */
import { byUtility, type Utility } from '#catalogue/index.ts';
import { addDays, daysBetween, type LocalDay } from '#catalogue/local-day.ts';
import { type BillingCycle, cycleOf } from '../../domain/bill/billing-cycle.ts';
import { forecastCycle } from '../../domain/forecast/forecast-cycle.ts';
import { type Exact, exact, zero } from '../../domain/tariff/exact.ts';
import { expectUse, type IntervalUse, noUse } from '../../domain/tariff/interval-use.ts';
import { isWaitedFor } from '../../domain/tariff/tariff-faults.ts';
import { type BillingSnapshot, type CoveredUse, hasReadings } from '../billing-snapshot.ts';
import { cyclesOf } from '../close-bills.ts';
import type { CyclePricer } from '../price-cycles.ts';
import { historyOf, join, shapeDays, type Side } from '../so-far.ts';

/** A year and the longest cycle: nothing is said of what lies beyond. */
export const aheadDays = 366;

export interface CostAhead {
  /** Of `[from, end)`, where `from` lies in the open cycle: what was used of it, and the rest as it may come. Null: a price is missing. */
  cost(from: LocalDay, end: LocalDay, side: Side): Promise<Exact | null>;
  /** How many of the days from today until `end` are as a year before. */
  fromLastYear(end: LocalDay): number;
}

export interface NoCostAhead {
  readonly why: 'coverage-low' | 'history-short';
}

interface ExpectedDay extends Record<Side, number> {
  readonly isLastYears: boolean;
}

/** 52 weeks, so that weekdays meet. */
const yearDays = 364;
/** Less of a day heard, and it says nothing of another. */
const minCoverage = 0.75;

const daysAhead = (
  utility: Utility,
  open: BillingCycle,
  { today }: BillingSnapshot,
  use: readonly CoveredUse[],
): ReadonlyMap<LocalDay, ExpectedDay> | NoCostAhead['why'] => {
  const days = historyOf(utility, use, today);
  const known = new Map(days.filter(({ coverage }) => coverage >= minCoverage).map((one) => [one.day, one.used]));
  const end = addDays(today, aheadDays + 1);
  const near = forecastCycle({ days, start: open.start, end: open.end, today });
  const far = forecastCycle({ days, start: open.end, end: end > open.end ? end : addDays(open.end, 1), today });
  if (!near.ok) return near.code;
  if (!far.ok) return far.code;
  const expected = new Map<LocalDay, ExpectedDay>();
  for (const one of near.perDay) expected.set(one.day, { ...one, isLastYears: false });
  for (const one of far.perDay) {
    const then = known.get(addDays(one.day, -yearDays));
    // As far off as the forecast may be.
    const scale = then === undefined || one.expected === 0 ? 1 : then / one.expected;
    const { low, high } = one;
    expected.set(one.day, {
      low: low * scale,
      expected: then ?? one.expected,
      high: high * scale,
      isLastYears: then !== undefined,
    });
  }
  return expected;
};

/** The cycle after one; those by readings have no next one yet, and go on in equal steps. */
const nextCycle = (cycle: BillingCycle, { rule, today }: BillingSnapshot): BillingCycle => {
  const next = cycleOf(cycle.end, rule, today);
  return next.start === cycle.end ? next : { ...cycle, start: cycle.end, end: addDays(cycle.end, cycle.cycleDays) };
};

export const readCostAhead = async (
  utility: Utility,
  snapshot: BillingSnapshot,
  use: readonly CoveredUse[],
  pricer: CyclePricer,
): Promise<CostAhead | NoCostAhead> => {
  const { today, timeZone } = snapshot;
  const open = cyclesOf(snapshot).at(-1) ?? cycleOf(today, snapshot.rule);
  if (!hasReadings(use.filter((one) => one.utility === utility))) return { why: 'history-short' };
  const expected = daysAhead(utility, open, snapshot, use);
  if (typeof expected === 'string') return { why: expected };
  const shape = (await pricer.useOf(addDays(today, -shapeDays), today))[utility];
  const usedToday = use.find((one) => one.utility === utility && one.day === today)?.used ?? 0;

  const useOf = async (start: LocalDay, end: LocalDay, side: Side): Promise<IntervalUse> => {
    const count = Math.max(0, daysBetween(start > today ? start : today, end));
    const days = Array.from({ length: count }, (_, i) => addDays(start > today ? start : today, i)).map((day) => {
      const used = expected.get(day)?.[side] ?? 0;
      return { day, used: Math.round(day === today ? Math.max(usedToday, used) : used) };
    });
    const toCome = expectUse(days, shape, timeZone);
    return start < today ? join((await pricer.useOf(start, end < today ? end : today))[utility], toCome) : toCome;
  };

  const priceOf = async (cycle: BillingCycle, side: Side): Promise<Exact | null> => {
    const own = await useOf(cycle.start, cycle.end, side);
    const priced = await pricer.priceExpected(
      cycle,
      byUtility((one) => (one === utility ? own : noUse)),
    );
    const isMissing = priced?.faults.some(
      (fault) =>
        fault.utility === utility && (isWaitedFor(fault) || (fault.code === 'day-unpriced' && fault.to > today)),
    );
    return priced === null || isMissing ? null : exact(priced.costs[utility]);
  };
  // Whoever looks for a day asks for the same whole cycles again and again.
  const priced = new Map<string, Promise<Exact | null>>();
  const remembered = (cycle: BillingCycle, side: Side) => {
    const key = `${cycle.start} ${cycle.end} ${side}`;
    const found = priced.get(key) ?? priceOf(cycle, side);
    priced.set(key, found);
    return found;
  };

  return {
    cost: async (from, end, side) => {
      let total = zero;
      for (let cycle = open; cycle.start < end; cycle = nextCycle(cycle, snapshot)) {
        const start = from > cycle.start ? from : cycle.start;
        if (start >= cycle.end) continue;
        const cost = await remembered({ ...cycle, start, end: end < cycle.end ? end : cycle.end }, side);
        if (cost === null) return null;
        total = total.add(cost);
      }
      return total;
    },
    fromLastYear: (end) => [...expected].filter(([day, { isLastYears }]) => day < end && isLastYears).length,
  };
};
