/** What a cycle leaves to later ones: years that are not yet settled, credits and units that are kept, peaks and use of months that are over. */
import { addDays, daysBetween, type LocalDay } from '#catalogue/local-day.ts';
import { exact, type Exact, leastOf, sumOf, zero } from '../exact.ts';
import type { Days } from '../interval-use.ts';
import {
  type Charge,
  type DecimalText,
  type DemandCharge,
  goesByYears,
  keepingOf,
  type Keeping,
  type TariffCharge,
  type TariffPlan,
} from '../plan.ts';
import type { PricingFault } from '../tariff-faults.ts';
import { yearOf } from './charge-days.ts';

/** What the days of a year that is not yet settled came to. */
interface YearSoFar {
  readonly from: LocalDay;
  readonly days: number;
  readonly base: Exact;
  /** What of it a bill waits for. */
  readonly faults: readonly PricingFault[];
}

/** What days left over: money, or units of use by the period that they belong to. */
export interface Lot extends Days {
  readonly period?: string | undefined;
  readonly amount: Exact;
}

/** The highest power of a month, by the period of the day; of all of it under null. */
export interface PastPeaks extends Days {
  readonly kW: ReadonlyMap<string | null, Exact>;
}

/** In billing units. */
interface UsedDays extends Days {
  readonly used: Exact;
}

export interface Kept {
  readonly year?: YearSoFar;
  readonly lots?: readonly Lot[];
  /** What a charge in blocks by the year has priced of it. */
  readonly ofYear?: readonly Lot[];
  readonly peaks?: readonly PastPeaks[];
  readonly used?: readonly UsedDays[];
}

/** By the id of the charge. */
export type Carried = ReadonlyMap<string, Kept>;

/** Under another plan: its year is its own, but a charge that it has too goes on. */
export const underAnother = (carried: Carried): Carried =>
  new Map([...carried].map(([id, { year: _year, ...kept }]) => [id, kept]));

/** A year waits for what any of its days lacks. */
export const waitingFor = (carried: Carried, faults: readonly PricingFault[]): Carried =>
  new Map(
    [...carried].map(([id, { year, ...kept }]) => [
      id,
      { ...kept, ...(year && { year: { ...year, faults: [...year.faults, ...faults] } }) },
    ]),
  );

/** So many months later, or before: the same day of the month, or its last. */
export const monthsFrom = (day: LocalDay, months: number): LocalDay => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const first = new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 10);
  const days = daysBetween(first, new Date(Date.UTC(year, month + months, 1)).toISOString().slice(0, 10));
  return addDays(first, Math.min(date, days) - 1);
};

// What is kept for later bills: the oldest goes first.

const isOver = ({ start, end }: Lot, { until, months }: Keeping, plan: TariffPlan, day: LocalDay): boolean =>
  (until === 'year' && yearOf(start, plan).end <= day) || (months !== undefined && monthsFrom(end, months) <= day);

/** Those that can still be used on `day`. */
export const lotsOn = (kept: Kept | undefined, keeping: Keeping, plan: TariffPlan, day: LocalDay): readonly Lot[] =>
  (kept?.lots ?? []).filter((lot) => !isOver(lot, keeping, plan, day));

export const inStore = (lots: readonly Lot[]): Exact => sumOf(lots.map(({ amount }) => amount));

/** At most `wanted` of them, and what is left. */
export const takeFrom = (
  lots: readonly Lot[],
  wanted: Exact,
): { readonly taken: Exact; readonly left: readonly Lot[] } => {
  let open = wanted;
  const left = lots.flatMap((lot) => {
    const part = leastOf(lot.amount, open);
    open = open.sub(part);
    return part.equals(lot.amount) ? [] : [{ ...lot, amount: lot.amount.sub(part) }];
  });
  return { taken: wanted.sub(open), left };
};

// What the past decides.

/** Those that began no earlier than so many months before `day`. */
export const since = <Past extends Days>(past: readonly Past[], day: LocalDay, months: number): readonly Past[] => {
  const first = monthsFrom(day, -months);
  return past.filter(({ start }) => start >= first);
};

/** A month's mean use, in billing units: a cycle of two months counts as two. */
const monthlyUse = (past: readonly UsedDays[], day: LocalDay, months: number): Exact => {
  const known = since(past, day, months);
  const days = known.reduce((sum, { start, end }) => sum + daysBetween(start, end), 0);
  return days === 0
    ? zero
    : sumOf(known.map(({ used }) => used))
        .mul(daysOfYear)
        .div(12)
        .div(days);
};
const daysOfYear = exact(1461, 4);

const past = '';

/** The plan as a cycle begins with it: without the charges that its past use rules out; the others ask for no past any more. */
export const planAfter = (plan: TariffPlan, carried: Carried | undefined, day: LocalDay): TariffPlan => {
  if (plan.charges.every(({ pastUse }) => pastUse === undefined)) return plan;
  const used = carried?.get(past)?.used ?? [];
  const holds = ({ pastUse }: Charge): boolean => {
    if (pastUse === undefined) return true;
    const mean = monthlyUse(used, day, pastUse.months);
    const reaches = (limit: DecimalText) => mean.compare(exact(limit)) > 0;
    return (
      (pastUse.above === undefined || reaches(pastUse.above)) && (pastUse.upTo === undefined || !reaches(pastUse.upTo))
    );
  };
  return { ...plan, charges: plan.charges.filter(holds).map((charge) => ({ ...charge, pastUse: undefined })) };
};

/** For those after it. */
export const rememberUse = (carried: Map<string, Kept>, plan: TariffPlan, days: Days, used: Exact): void => {
  const months = Math.max(0, ...plan.charges.map(({ pastUse }) => pastUse?.months ?? 0));
  if (months === 0) return;
  const before = since(carried.get(past)?.used ?? [], days.end, months);
  carried.set(past, { used: [...before, { start: days.start, end: days.end, used }] });
};

/** Whether what a charge comes to hangs on days before its own, but for the year that a minimum settles. */
export const looksBack = (charge: TariffCharge): boolean => {
  const someDay = '2001-06-15';
  return lookBackFor(charge, {}, someDay, '2000-01-01') < someDay;
};

/** How many months before its own a power looks at. */
export const monthsBefore = ({ meanOf = 1, ratchet }: DemandCharge): number =>
  Math.max(meanOf - 1, ratchet?.months ?? 0);

/** The first day that pricing a charge from `start` on has to know of; `first`: that on which the household's first tariff begins. */
export const lookBackFor = (
  charge: TariffCharge,
  plan: Pick<TariffPlan, 'yearStarts'>,
  start: LocalDay,
  first: LocalDay,
): LocalDay => {
  const keeping = keepingOf(charge);
  // What is used up first is the oldest: which of it is left hangs on all that came before.
  if (keeping && keeping.until === undefined) return first;
  const months = Math.max(charge.kind === 'demand' ? monthsBefore(charge) : 0, charge.pastUse?.months ?? 0);
  const begins = [
    ...(months > 0 ? [monthsFrom(start, -months)] : []),
    // A year's minimum looks back only where it is settled.
    ...(goesByYears(charge) && (keeping || charge.kind === 'use' || charge.kind === 'returned')
      ? [yearOf(start, plan).start]
      : []),
  ];
  return begins.reduce((least, day) => (day < least ? day : least), start);
};
