import { containersIn } from '#subjects/readings/domain/meter-tree.ts';
import { type Utility, utilityIds } from '#catalogue/index.ts';
import type { LatestAnswer, UsageRow } from '../../contract/usage.ts';
import { addRow, type Amounts, noAmounts, weightOf, wholeHome } from '../amount.ts';
import type { Measure } from './analytics-request.ts';

/** What the main meter saw and no meter below it did. */
export const unmetered = 'unmetered';

/** The smaller groups together. */
export const others = 'others';

export interface Group extends Amounts {
  /** A room, a device's id, or `unmetered`. */
  key: string;
  room: string;
}

export type GroupBy = 'room' | 'device';

/** Devices whose meters contain others and stand for the whole home: what is left of them is in no room. */
export function mainDevices({ meters }: LatestAnswer): Set<string> {
  const parents = containersIn(meters);
  return new Set(
    meters.filter(({ meterId, room }) => room === wholeHome && parents.has(meterId)).map(({ deviceId }) => deviceId),
  );
}

/** Which group a row belongs to. */
export function groupKey(row: UsageRow, by: GroupBy, mains: ReadonlySet<string>): string {
  if (mains.has(row.deviceId ?? '')) return unmetered;
  return (by === 'room' ? row.room : row.deviceId) ?? '';
}

/** Rooms or devices with what they used, each net of the meters inside it: they add up to the total. The largest first, what is left last. */
export function groupsOf(
  rows: readonly UsageRow[],
  by: GroupBy,
  latest: LatestAnswer,
  measure: Measure = 'use',
): Group[] {
  const mains = mainDevices(latest);
  const groups = new Map<string, Group>();
  for (const row of rows) {
    const key = groupKey(row, by, mains);
    const group = groups.get(key) ?? { key, room: row.room ?? '', ...noAmounts };
    groups.set(key, { ...group, [row.utility]: addRow(group[row.utility], row) });
  }
  const weight = measure === 'money' ? moneyIn : weightIn;
  return [...groups.values()].sort(
    (a, b) => Number(a.key === unmetered) - Number(b.key === unmetered) || weight(b) - weight(a),
  );
}

export function onlyUtility(rows: readonly UsageRow[], utility: Utility | null): readonly UsageRow[] {
  return utility === null ? rows : rows.filter((row) => row.utility === utility);
}

const weightIn = (group: Group): number => weightOf((utility) => group[utility]?.used);

/** Money weighs the same whatever it was paid for. */
const moneyIn = (group: Group): number => utilityIds.reduce((sum, utility) => sum + (group[utility]?.used ?? 0), 0);
