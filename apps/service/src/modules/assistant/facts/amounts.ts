/** Sums of rows of usage. */
import { byUtility, type Utility, utilityIds } from '@wattershed/catalogue';
import { type UsageRow } from '@wattershed/contracts';

/** Use of one utility; Wh or mL. */
export interface Amount {
  readonly used: number;
  readonly estimated: number;
  readonly coveredS: number;
}

/** Null: nothing was measured, which is not the same as nothing used. */
export type Amounts = Readonly<Record<Utility, Amount | null>>;

export const noAmounts: Amounts = byUtility(() => null);

const addRow = (sum: Amount | null, row: UsageRow): Amount | null => {
  if (row.used === 0 && row.estimated === 0 && row.coveredS === 0) return sum;
  return {
    used: (sum?.used ?? 0) + row.used,
    estimated: (sum?.estimated ?? 0) + row.estimated,
    coveredS: (sum?.coveredS ?? 0) + row.coveredS,
  };
};

export const addTo = (sums: Amounts, row: UsageRow): Amounts => ({
  ...sums,
  [row.utility]: addRow(sums[row.utility], row),
});

export const sumOf = (rows: readonly UsageRow[]): Amounts => rows.reduce(addTo, noAmounts);

/** Sums by a key of each row, in the order in which the keys come. */
export const sumBy = <Key>(rows: readonly UsageRow[], keyOf: (row: UsageRow) => Key): Map<Key, Amounts> => {
  const sums = new Map<Key, Amounts>();
  for (const row of rows) sums.set(keyOf(row), addTo(sums.get(keyOf(row)) ?? noAmounts, row));
  return sums;
};

/** The part of what was used that was spread over silences; 0 where nothing was used. */
export const estimatedShare = ({ used, estimated }: Amount): number =>
  used === 0 ? 0 : Math.min(1, Math.abs(estimated / used));

export const isEmpty = (amounts: Amounts): boolean => utilityIds.every((utility) => amounts[utility] === null);
