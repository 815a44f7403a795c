/** A utility's bill as it is copied, and what its days come to under a tariff: with our use, or with theirs. */
import { byUtility } from '#catalogue/index.ts';
import { addDays, daysBetween, type LocalDay } from '#catalogue/local-day.ts';
import type { BillLine } from '../../bill/bill.ts';
import type { PricedCycle } from '../charges/charge-days.ts';
import { type Exact, exact, sumOf } from '../exact.ts';
import {
  dayStartS,
  type IntervalUse,
  knownOffsets,
  noUse,
  placeUse,
  spreadDays,
  useNear,
  withAmounts,
} from '../interval-use.ts';
import { mapByMeter } from '../meter-use.ts';
import type { DecimalText, TariffPlan } from '../plan.ts';
import { type Agreement, type CarriedOver, priceTerms } from '../price-bill.ts';
import type { PriceSeries } from '../price-series.ts';
import { type DayColours, schedulePeriods } from '../schedule-periods.ts';
import { isWaitedFor } from '../tariff-faults.ts';

/** What a utility's bill says; parts of it that it does not tell apart are left out. Money in the tariff's currency. */
export interface UtilityBill {
  readonly start: LocalDay;
  /** The first day after it. */
  readonly end: LocalDay;
  readonly total: DecimalText;
  /** In the tariff's billing units. */
  readonly used?: DecimalText | undefined;
  readonly isEstimated?: boolean | undefined;
  readonly useAmount?: DecimalText | undefined;
  readonly fixedAmount?: DecimalText | undefined;
  readonly taxAmount?: DecimalText | undefined;
}

export interface ReconcileInput {
  readonly theirs: UtilityBill;
  readonly agreements: readonly Agreement[];
  readonly timeZone: string;
  /** The regular cycle that `theirs` is, for charges by the month. */
  readonly cycle: PricedCycle;
  /** Our own bill's, of which theirs is another view. */
  readonly ours: { readonly cycle: PricedCycle; readonly total: DecimalText };
  /** Of one utility, over both periods and a day on either side. */
  readonly use: IntervalUse;
  /** In as many days before theirs, and a year before: what an estimate may rest on. In Wh or mL. */
  readonly usedBefore?: number | undefined;
  readonly usedYearBefore?: number | undefined;
  /** The share of their period in which meters were heard; null: nobody can tell. */
  readonly coverage: number | null;
  /** Tariffs that the utility may have taken instead. */
  readonly library?: readonly TariffPlan[] | undefined;
  readonly prices?: Readonly<Record<string, PriceSeries>> | undefined;
  readonly colours?: DayColours | undefined;
  /** What the cycles before their bill leave to it. */
  readonly carried?: CarriedOver | undefined;
}

/** How many of the smallest coins two ways of rounding may make a bill differ by. */
export const roundingCoins = 2;
export interface Priced {
  readonly total: Exact;
  /** The same without rounding its lines. */
  readonly unrounded: Exact;
  /** How many lines it has, each of which may be rounded. */
  readonly lines: number;
  readonly use: Exact;
  readonly tax: Exact;
  /** What goes by time: all that is neither use nor tax. */
  readonly fixed: Exact;
  readonly isWhole: boolean;
}

/** All that one utility's bill of theirs is priced with. */
export interface Ground extends ReconcileInput {
  readonly own: readonly Agreement[];
  readonly utility: Agreement['utility'];
}

const sumOfKind = (lines: readonly BillLine[], isOf: (line: BillLine) => boolean): Exact =>
  sumOf(lines.filter(isOf).map(({ amount }) => exact(amount)));

/** Of a tariff that has no rule of its own: whether lines are rounded one by one is then the utility's to choose. */
const withoutRounding = (agreement: Agreement): Agreement =>
  agreement.plan.rounding ? agreement : { ...agreement, plan: { ...agreement.plan, rounding: { lines: 'none' } } };

/**
 * What is left to the tariff as it is tried: said otherwise it is still the one that the cycles before were billed by, and its year stays open.
 * Another tariff altogether, of another name, begins its own.
 */
const leftTo = ({ own, utility, carried }: Ground, agreements: readonly Agreement[]): CarriedOver | undefined => {
  const left = carried?.[utility];
  if (left === undefined) return carried;
  const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
  const at = own.findIndex((one) => isSame(one.plan, left.plan));
  const plan = (agreements.length === own.length ? agreements[at] : agreements.at(-1))?.plan;
  return plan && isSame(plan.name, left.plan.name) ? { ...carried, [utility]: { ...left, plan } } : carried;
};

export const priceOnce = (ground: Ground, cycle: PricedCycle, use: IntervalUse, agreements: readonly Agreement[]) => {
  const { utility, timeZone, prices, colours } = ground;
  const carried = leftTo(ground, agreements);
  const only = byUtility((one) => (one === utility ? use : noUse));
  const bills = priceTerms({ cycle, timeZone, agreements, use: only, prices, colours, carried }).map(
    ({ bill }) => bill,
  );
  const total = sumOf(bills.map((bill) => exact(bill.total)));
  return { total, lines: bills.flatMap((bill) => bill.lines), bills };
};

export const priceAs = (ground: Ground, cycle: PricedCycle, use: IntervalUse, agreements = ground.own): Priced => {
  const { total, lines, bills } = priceOnce(ground, cycle, use, agreements);
  const unrounded = priceOnce(ground, cycle, use, agreements.map(withoutRounding)).total;
  const ofUse = sumOfKind(lines, ({ kind }) => kind === 'use');
  const tax = sumOfKind(lines, ({ kind }) => kind === 'tax');
  const isWhole = bills.length > 0 && !bills.some(({ faults }) => faults.some(isWaitedFor));
  return { total, unrounded, lines: lines.length, use: ofUse, tax, fixed: total.sub(ofUse).sub(tax), isWhole };
};

export interface Days {
  readonly start: LocalDay;
  readonly end: LocalDay;
}

export const useOn = (use: IntervalUse, days: Days, timeZone: string): IntervalUse => {
  const offsetAt = knownOffsets(timeZone);
  const [from, to] = [dayStartS(days.start, offsetAt), dayStartS(days.end, offsetAt)];
  const near = useNear(use, days);
  const kept = Array.from(near.startS, (_, i) => i).filter((i) => {
    const start = near.startS[i] ?? 0;
    return start >= from && start < to;
  });
  const pick = (values: ArrayLike<number>): number[] => kept.map((i) => values[i] ?? 0);
  return { spanS: near.spanS, startS: pick(near.startS), ...withAmounts(near, pick) };
};

export const sum = (values: ArrayLike<number>): number => {
  let all = 0;
  for (let i = 0; i < values.length; i += 1) all += values[i] ?? 0;
  return all;
};

/** Our hours with their amount: every interval by the same factor, whole units, with their sum exact; each meter's part too. */
export const scaledTo = (use: IntervalUse, to: number): IntervalUse => {
  if (use.apart === undefined) return scaledWhole(use, to);
  // Of meters that counted more than the home: what all of them have together.
  const whole = sum(mapByMeter(use, (part) => part).used);
  let [seen, given] = [0, 0];
  return mapByMeter(use, (part) => {
    seen += sum(part.used);
    const until = Math.round((to * seen) / whole);
    const own = until - given;
    given = until;
    return sum(part.used) === 0 ? part : scaledWhole(part, own);
  });
};

const scaledWhole = (use: IntervalUse, to: number): IntervalUse => {
  const whole = sum(use.used);
  let [seen, given] = [0, 0];
  return {
    ...use,
    used: Array.from(use.used, (used) => {
      seen += used;
      const until = Math.round((to * seen) / whole);
      const own = until - given;
      given = until;
      return own;
    }),
  };
};

/**
 * The same to tariffs that ask only for days and periods, in as few intervals as there are of them: it is priced a hundred times. Use at a
 * market's prices or for its peaks stays as it is.
 */
export const condensed = (use: IntervalUse, { own, timeZone, colours = {} }: Ground): IntervalUse => {
  const plans = own.map(({ plan }) => plan);
  const isByInterval = plans.some(({ charges }) =>
    charges.some((one) => one.kind === 'demand' || (one.kind === 'use' && one.market !== undefined)),
  );
  if (isByInterval || use.returned !== undefined || use.apart !== undefined) return use;
  const placed = plans.map((plan) => placeUse(use, plan.timeZone ?? timeZone));
  const periods = plans.map(({ schedules = {}, calendars = {} }) =>
    Object.values(schedules).map((one) => schedulePeriods(one, calendars, colours)),
  );
  const sums = new Map<string, { at: number; used: number }>();
  for (let i = 0; i < use.startS.length; i += 1) {
    const key = placed
      .map(({ day, quarter }, p) => {
        const [on, at] = [day[i] ?? 0, quarter[i] ?? 0];
        return [on, ...(periods[p] ?? []).map((one) => one.at(on, at))].join(' ');
      })
      .join();
    const known = sums.get(key);
    if (known) known.used += use.used[i] ?? 0;
    else sums.set(key, { at: use.startS[i] ?? 0, used: use.used[i] ?? 0 });
  }
  const kept = [...sums.values()];
  return { spanS: use.spanS, startS: kept.map(({ at }) => at), used: kept.map(({ used }) => used) };
};

/** Theirs where ours has nothing to scale: evenly over their days. */
export const asTheirs = (use: IntervalUse, to: number, { theirs, timeZone }: ReconcileInput): IntervalUse => {
  if (sum(use.used) === to) return use;
  if (sum(use.used) > 0) return scaledTo(use, to);
  const days = daysBetween(theirs.start, theirs.end);
  const perDay = Array.from({ length: days }, (_, i) => ({
    day: addDays(theirs.start, i),
    used: Math.round((to * (i + 1)) / days) - Math.round((to * i) / days),
  }));
  return spreadDays(perDay, noUse, timeZone);
};

/** How far a bill is from what theirs says, in the smallest coins; null: too far for it to be that one. */
export const distanceTo = (theirs: UtilityBill, priced: Priced, coin: Exact, most: number): number | null => {
  const off = (told: DecimalText | undefined, amount: Exact): number =>
    told === undefined ? 0 : exact(told).sub(amount).abs().div(coin).valueOf();
  const total = Math.min(off(theirs.total, priced.total), off(theirs.total, priced.unrounded));
  const parts = [
    off(theirs.useAmount, priced.use),
    off(theirs.fixedAmount, priced.fixed),
    off(theirs.taxAmount, priced.tax),
  ];
  const isNear =
    priced.isWhole && total <= most && parts.every((part) => part <= Math.max(roundingCoins, priced.lines));
  return isNear ? total : null;
};

/** How a told figure may be rounded: half of its last decimal. */
export const isToldAs = (told: DecimalText | undefined, used: number, size: Exact): boolean => {
  if (told === undefined) return true;
  const half = exact(1n, 2n * 10n ** BigInt(told.split('.')[1]?.length ?? 0));
  return exact(told).sub(exact(used).div(size)).abs().compare(half) <= 0;
};
