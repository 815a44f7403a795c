/** What a leak costs: a month of it on top of what the home uses, at the tariff that holds today. */
import { byUtility, type Utility } from '#catalogue/index.ts';
import { addDays } from '#catalogue/local-day.ts';
import type { Transaction } from '#kernel/db.ts';
import type { Leak } from '#subjects/insight/domain/running-water.ts';
import { QUARTER_S } from '#subjects/readings/domain/meter-use.ts';
import { exact, minorDigits, textOf } from '../domain/tariff/exact.ts';
import { dayStartS, type IntervalUse, knownOffsets, noUse, withAmounts } from '../domain/tariff/interval-use.ts';
import { isYearly } from '../domain/tariff/plan.ts';
import type { PricingFault } from '../domain/tariff/tariff-faults.ts';
import { type BillingSnapshot, openSnapshot } from './billing-snapshot.ts';
import { createCyclePricer } from './price-cycles.ts';

const monthDays = 30;
const hourQuarters = 4;

export interface LeakCost {
  readonly currency: string;
  /** Of the leak's litres so far, and of thirty days of it; decimal texts. */
  readonly cost: string;
  readonly costPerMonth: string;
}

/** Every quarter-hour of the days: what the home uses without the leak, and the same with the leak running all the time. */
const withAndWithout = (known: IntervalUse, fromS: number, toS: number, since: number, floorMl: number) => {
  // Whole base units, which add up to the floor: less than one in a quarter-hour is not lost.
  const leakAt = (i: number): number => Math.round((i + 1) * floorMl) - Math.round(i * floorMl);
  const used = new Map(Array.from(known.startS, (at, i) => [at, known.used[i] ?? 0]));
  const startS = Array.from({ length: (toS - fromS) / QUARTER_S }, (_, i) => fromS + i * QUARTER_S);
  const own = startS.map((at, i) => {
    const all = used.get(at) ?? 0;
    return at < since ? all : Math.max(0, all - leakAt(i));
  });
  const places = new Map(Array.from(known.startS, (at, i) => [at, i]));
  const { apart } = withAmounts(known, (values) => startS.map((at) => values[places.get(at) ?? -1] ?? 0));
  // What leaks passes no meter that is priced apart.
  const use = (values: readonly number[]): IntervalUse => ({
    spanS: QUARTER_S,
    startS,
    used: values,
    ...(apart && { apart }),
  });
  return { without: use(own), withLeak: use(own.map((one, i) => one + leakAt(i))) };
};

/** A tariff that prices a meter apart still says what the rest costs, and a rate that is held what it probably will. */
const isTold = ({ code }: PricingFault): boolean => code === 'rate-expected' || code.startsWith('meter-');

/** The utility's tariff that holds today, as if it had held on all of these days. */
const tariffToday = ({ tariffs, today }: BillingSnapshot, utility: Utility, validFrom: string) => {
  const own = tariffs.filter((one) => one.utility === utility && one.validFrom <= today);
  const [last] = own.sort((a, b) => (a.validFrom < b.validFrom ? 1 : -1));
  // What a year is settled by is no price of one month more.
  return (
    last && { ...last, validFrom, plan: { ...last.plan, charges: last.plan.charges.filter((one) => !isYearly(one)) } }
  );
};

/** Where what runs, and since when, in seconds since 1970. */
export interface Leaking {
  readonly household: string;
  readonly utility: Utility;
  readonly since: number;
}

/** Null: the home has no tariff for it, or one that cannot price such a month. */
export const leakCost = async (
  tx: Transaction,
  nowMs: number,
  { household, utility, since }: Leaking,
  { floorMlPerHour, leakMl }: Leak,
): Promise<LeakCost | null> => {
  const snapshot = await openSnapshot(tx, household, nowMs, 'read');
  if (snapshot === null) return null;
  const { today, timeZone } = snapshot;
  const month = { start: addDays(today, -monthDays), end: today };
  const tariff = tariffToday(snapshot, utility, month.start);
  if (!tariff) return null;
  const pricer = createCyclePricer(tx, { ...snapshot, tariffs: [tariff] });
  const offsetAt = knownOffsets(timeZone);
  const [fromS, toS] = [dayStartS(month.start, offsetAt), dayStartS(month.end, offsetAt)];
  const known = await pricer.useOf(month.start, month.end);
  const floorMl = floorMlPerHour / hourQuarters;
  const { without, withLeak } = withAndWithout(known[utility], fromS, toS, since, floorMl);
  const priced = (use: IntervalUse) =>
    pricer.priceExpected(
      { ...month, cycleDays: monthDays, cycleMonths: 1 },
      byUtility((one) => (one === utility ? use : noUse)),
    );
  const [own, more] = [await priced(without), await priced(withLeak)];
  if (!own || !more || !more.faults.every(isTold) || floorMl * without.startS.length < 1) return null;
  const costPerMonth = exact(more.costs[utility]).sub(exact(own.costs[utility]));
  const leakedMl = Math.round(floorMl * without.startS.length);
  const digits = minorDigits(more.currency);
  return {
    currency: more.currency,
    cost: textOf(costPerMonth.mul(leakMl).div(leakedMl), digits, digits),
    costPerMonth: textOf(costPerMonth, digits, digits),
  };
};
