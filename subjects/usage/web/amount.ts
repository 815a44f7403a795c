import { byUtility, factsOf, type Utility, utilityIds } from '#catalogue/index.ts';
import type { UsageRow } from '../contract/usage.ts';

/** Use of one utility in one bucket, in base units. */
export interface Amount {
  used: number;
  estimated: number;
  imported: number;
  coveredS: number;
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
