/** Sums of use over the days of a period. */
import { byUtility } from '#catalogue/index.ts';
import type { BillAmount } from '../domain/bill/bill-amounts.ts';
import type { LocalDay } from '#catalogue/local-day.ts';
import type { PricedBill } from '../domain/tariff/price-bill.ts';
import type { DayUse, CoveredUse } from './billing-snapshot.ts';

export const within = (use: readonly CoveredUse[], start: LocalDay, end: LocalDay): CoveredUse[] =>
  use.filter(({ day }) => day >= start && day < end);

/** Of what figures are kept with a bill: days on which something was used. */
export const keptDays = (use: readonly DayUse[]): DayUse[] =>
  use
    .filter(({ used, estimated }) => used !== 0 || estimated !== 0)
    .map(({ day, utility, used, estimated }) => ({ day, utility, used, estimated }));

export const hasReadings = (use: readonly CoveredUse[]): boolean =>
  use.some(({ used, estimated, coveredS }) => used !== 0 || estimated !== 0 || coveredS > 0);

/** Of each utility; it costs nothing where it has no price. */
export const amountsOf = (use: readonly CoveredUse[], price: Pick<PricedBill, 'costs'> | null) =>
  byUtility((utility): BillAmount => {
    const own = use.filter((one) => one.utility === utility);
    const sum = (kind: 'used' | 'estimated') => own.reduce((total, one) => total + one[kind], 0);
    return { used: sum('used'), estimated: sum('estimated'), cost: price?.costs[utility] ?? '0' };
  });

/** Share of the time in which meters were heard, to a tenth of a percent; null where there is no meter. */
export const coverageOf = (use: readonly CoveredUse[]): number | null => {
  const expected = use.reduce((total, { expectedS }) => total + expectedS, 0);
  if (expected === 0) return null;
  const covered = use.reduce((total, { coveredS, expectedS }) => total + Math.min(coveredS, expectedS), 0);
  return Math.floor((covered / expected) * 1000) / 1000;
};
