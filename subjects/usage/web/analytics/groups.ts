import { containersIn } from '#subjects/readings/domain/meter-tree.ts';
import { type Utility, utilityIds } from '#catalogue/index.ts';
import { placesAround } from '#subjects/household/domain/places.ts';
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
  /** How many places it is shown inside of. */
  depth?: number;
  /** What a place used that none of the places in it did: `room` is that place. */
  isRest?: boolean;
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

/** Whether a place holds others that are measured. */
export const hasPlaces = ({ meters, places = [] }: LatestAnswer, place: string): boolean => {
  const around = placesAround(places);
  return meters.some(({ room }) => around(room).includes(place));
};

/**
 * Rooms below the floors that they lie in: each place with all that lies in it, the largest first, and last what no place in it used.
 * `within` a place, or the home: those of depth 0 add up to the total, and so do the parts of each place to the place.
 */
export function placedGroups(
  rows: readonly UsageRow[],
  latest: LatestAnswer,
  measure: Measure = 'use',
  within: string | null = null,
): Group[] {
  const places = latest.places ?? [];
  if (places.length === 0) return groupsOf(rows, 'room', latest, measure);
  const around = placesAround(places);
  const everywhere = rows.flatMap((row) =>
    row.room === undefined ? [row] : [row.room, ...around(row.room)].map((room) => ({ ...row, room })),
  );
  const totals = groupsOf(everywhere, 'room', latest, measure);
  const own = new Map(groupsOf(rows, 'room', latest, measure).map((group) => [group.key, group]));
  const partsOf = (place: string | undefined, depth: number): Group[] => {
    const parts = totals
      .filter(({ key }) => around(key)[0] === place)
      .flatMap((group) => [{ ...group, depth }, ...partsOf(group.key, depth + 1)]);
    const rest = place === undefined || parts.length === 0 ? undefined : own.get(place);
    return rest === undefined ? parts : [...parts, { ...rest, key: `rest of ${rest.key}`, depth, isRest: true }];
  };
  return partsOf(within ?? undefined, 0);
}

export function onlyUtility(rows: readonly UsageRow[], utility: Utility | null): readonly UsageRow[] {
  return utility === null ? rows : rows.filter((row) => row.utility === utility);
}

const weightIn = (group: Group): number => weightOf((utility) => group[utility]?.used);

/** Money weighs the same whatever it was paid for. */
const moneyIn = (group: Group): number => utilityIds.reduce((sum, utility) => sum + (group[utility]?.used ?? 0), 0);
