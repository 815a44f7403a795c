import { byUtility, factsOf, type Utility, utilityIds } from '#catalogue/index.ts';
import { localDayOf, startOfDay } from '#shell/text/local-day.ts';
import type { LatestAnswer, UsageRow } from '../contract/usage.ts';
import { usedToday } from '../domain/home-meters.ts';

/** Use of one utility in one bucket, in base units. */
export interface Amount {
  used: number;
  estimated: number;
  imported: number;
  coveredS: number;
  /** More may have been used: something was made at home that no meter saw. */
  atLeast?: boolean | undefined;
}

/** Null: nothing was measured, which is not the same as nothing used. */
export type Amounts = Record<Utility, Amount | null>;

export const noAmounts: Amounts = byUtility(() => null);

/** What use of several utilities weighs together, so that none drowns the others. */
export function weightOf(used: (utility: Utility) => number | null | undefined): number {
  return utilityIds.reduce((sum, utility) => sum + (used(utility) ?? 0) * factsOf(utility).weight, 0);
}

export function addRow(sum: Amount | null, row: UsageRow): Amount | null {
  const isSilent = row.used === 0 && row.estimated === 0 && row.coveredS === 0;
  if (isSilent) return sum;
  return {
    used: (sum?.used ?? 0) + row.used,
    estimated: (sum?.estimated ?? 0) + row.estimated,
    imported: (sum?.imported ?? 0) + row.imported,
    coveredS: (sum?.coveredS ?? 0) + row.coveredS,
    atLeast: sum?.atLeast ?? row.atLeast,
  };
}

/** Rows summed by the start of their bucket; a bucket without rows is left out. */
export function sumByStart(rows: readonly UsageRow[]): Map<string, Amounts> {
  const sums = new Map<string, Amounts>();
  for (const row of rows) {
    const before = sums.get(row.start) ?? noAmounts;
    sums.set(row.start, { ...before, [row.utility]: addRow(before[row.utility], row) });
  }
  return sums;
}

/** "≥ 8.1 kWh", of what may be more. */
export const atLeastText = (text: string, atLeast: boolean | undefined): string => (atLeast ? `≥\u00a0${text}` : text);

export const wholeHome = 'whole_home';

/** Today's use of the home. */
export function todayTotal(latest: LatestAnswer, utility: Utility): number | null {
  const { at, timeZone } = latest;
  return usedToday(latest, utility, startOfDay(localDayOf(Date.parse(at), timeZone), timeZone));
}
