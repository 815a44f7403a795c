/** Sums of rows of usage: in all, and by room or device, each net of the meters inside it; what the main meter alone saw stands in no room. */
import { containersIn } from '#subjects/readings/domain/meter-tree.ts';
import { byUtility, factsOf, type Utility, utilityIds } from '#catalogue/index.ts';
import type { LatestAnswer, UsageRow } from '#subjects/usage/contract/usage.ts';
import { wholeHome } from '../home.ts';

/** Use of one utility; Wh or mL. */
export interface Amount {
  readonly used: number;
  readonly estimated: number;
  readonly coveredS: number;
  /** More may have been used: something was made at home that no meter saw. */
  readonly atLeast?: true | undefined;
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
    ...((sum?.atLeast ?? row.atLeast) && { atLeast: true }),
  };
};

export const sumUsed = (rows: readonly { readonly used: number }[]): number =>
  rows.reduce((sum, { used }) => sum + used, 0);

const addTo = (sums: Amounts, row: UsageRow): Amounts => ({
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

/** What the main meter saw and no meter below it did. */
export const unmetered = 'unmetered';

export interface Group {
  /** A room, a device's id, or `unmetered`. */
  readonly key: string;
  readonly amounts: Amounts;
}

/** Devices whose meters contain others and stand for the whole home: what is left of them is in no room. */
const mainDevices = ({ meters }: LatestAnswer): ReadonlySet<string> => {
  const parents = containersIn(meters);
  return new Set(
    meters.filter(({ meterId, room }) => room === wholeHome && parents.has(meterId)).map(({ deviceId }) => deviceId),
  );
};

const weight = ({ amounts }: Group): number =>
  utilityIds.reduce((sum, utility) => sum + (amounts[utility]?.used ?? 0) * factsOf(utility).weight, 0);

/** They add up to the total. The largest first, what is left last. */
export const groupsOf = (rows: readonly UsageRow[], by: 'room' | 'device', latest: LatestAnswer): Group[] => {
  const mains = mainDevices(latest);
  const keyOf = (row: UsageRow): string =>
    mains.has(row.deviceId ?? '') ? unmetered : ((by === 'room' ? row.room : row.deviceId) ?? '');
  return [...sumBy(rows, keyOf)]
    .map(([key, amounts]) => ({ key, amounts }))
    .sort((a, b) => Number(a.key === unmetered) - Number(b.key === unmetered) || weight(b) - weight(a));
};

/** Devices whose meters lie inside this one's, however deep. */
export const devicesInside = ({ meters }: LatestAnswer, device: string): ReadonlySet<string> => {
  const inside = new Set<string>();
  const above = meters.filter(({ deviceId }) => deviceId === device).map(({ meterId }) => meterId);
  for (let id = above.pop(); id !== undefined; id = above.pop()) {
    for (const meter of meters) {
      if (meter.parentMeterId !== id || meter.deviceId === device || inside.has(meter.deviceId)) continue;
      inside.add(meter.deviceId);
      above.push(meter.meterId);
    }
  }
  return inside;
};
