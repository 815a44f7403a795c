/** What every part of a report is worked out from, and what they all ask of it. */
import type { Utility } from '#catalogue/index.ts';
import type { LocalDay } from '#catalogue/local-day.ts';
import type { HomeDay, ReportFacts } from './facts.ts';
import { type ReportPeriod, shiftPeriod } from './period.ts';
import type { Ledger } from './report-money.ts';

/** So many periods tell what is usual. */
export const minUsual = 3;

export interface Work extends ReportFacts {
  readonly before: ReportPeriod;
  /** The first day that is not over, within the period. */
  readonly until: LocalDay;
  /** The first day that has not begun. */
  readonly begun: LocalDay;
  readonly ledger: Ledger | null;
  readonly ledgerBefore: Ledger | null;
  readonly daysByUtility: ReadonlyMap<Utility, readonly HomeDay[]>;
}

export const earlier = (a: LocalDay, b: LocalDay): LocalDay => (a < b ? a : b);

export const within = <T extends { readonly day: LocalDay }>(days: readonly T[], start: LocalDay, end: LocalDay): T[] =>
  days.filter(({ day }) => day >= start && day < end);

export const sum = <T>(items: readonly T[], of: (item: T) => number): number =>
  items.reduce((all, item) => all + of(item), 0);

export const coverageOf = (days: readonly HomeDay[]): number => {
  const expected = sum(days, ({ expectedS }) => expectedS);
  return expected === 0
    ? 0
    : Math.min(1, sum(days, ({ coveredS, expectedS }) => Math.min(coveredS, expectedS)) / expected);
};

export const daysOfUtility = ({ daysByUtility }: Work, utility: Utility, start: LocalDay, end: LocalDay): HomeDay[] =>
  within(daysByUtility.get(utility) ?? [], start, end);

/** Those of them that money is told of. */
export const withPrice = ({ ledger }: Work, utilities: readonly Utility[]): Utility[] =>
  utilities.filter((utility) => ledger?.without.has(utility) !== true);

/** All of the utilities were measured for nearly all of the time. */
export const isMeasured = (
  work: Work,
  utilities: readonly Utility[],
  start: LocalDay,
  end: LocalDay,
  from = 0.9,
): boolean => utilities.every((utility) => coverageOf(daysOfUtility(work, utility, start, end)) >= from);

/** The periods of the same length before this one, the latest first, as far back as days are told of. */
export const periodsBefore = ({ period, homeDays }: Work): ReportPeriod[] => {
  const first = homeDays.reduce((least, { day }) => (day < least ? day : least), period.start);
  const periods: ReportPeriod[] = [];
  for (let one = shiftPeriod(period, -1); one.start >= first; one = shiftPeriod(one, -1)) periods.push(one);
  return periods;
};
