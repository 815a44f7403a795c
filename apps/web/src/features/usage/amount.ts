import type { Utility } from '@wattershed/catalogue';
import type { UsageRow } from '@wattershed/contracts';

/** Use of one utility in one bucket; Wh or mL. */
export interface Amount {
  used: number;
  estimated: number;
  imported: number;
  coveredS: number;
}

/** Null: nothing was measured, which is not the same as nothing used. */
export type BothAmounts = Record<Utility, Amount | null>;

export const noAmounts: BothAmounts = { electricity: null, water: null };

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
export function sumByStart(rows: readonly UsageRow[]): Map<string, BothAmounts> {
  const sums = new Map<string, BothAmounts>();
  for (const row of rows) {
    const before = sums.get(row.start) ?? noAmounts;
    sums.set(row.start, { ...before, [row.utility]: addRow(before[row.utility], row) });
  }
  return sums;
}
