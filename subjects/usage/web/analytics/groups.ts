import { useEffect } from 'react';
import { firstUtility, type Utility } from '#catalogue/index.ts';
import { readStored, store } from '#shell/data/browser-storage.ts';
import type { LatestAnswer, UsageRow } from '../../contract/usage.ts';
import { addRow, type Amounts, noAmounts, weightOf, wholeHome } from '../amount.ts';
import type { AnalyticsFigures } from './analytics-figures.ts';

/** What the main meter saw and no meter below it did. */
export const untracked = 'untracked';

export interface Group extends Amounts {
  /** A room, a device's id, or `untracked`. */
  key: string;
  room: string;
}

export type GroupBy = 'room' | 'device';

/** Devices whose meters contain others and stand for the whole home: what is left of them is in no room. */
export function mainDevices({ meters }: LatestAnswer): Set<string> {
  const parents = new Set(meters.map(({ parentMeterId }) => parentMeterId));
  return new Set(
    meters.filter(({ meterId, room }) => room === wholeHome && parents.has(meterId)).map(({ deviceId }) => deviceId),
  );
}

/** Which group a row belongs to. */
export function groupKey(row: UsageRow, by: GroupBy, mains: ReadonlySet<string>): string {
  if (mains.has(row.deviceId ?? '')) return untracked;
  return (by === 'room' ? row.room : row.deviceId) ?? '';
}

/** Rooms or devices with what they used, each net of the meters inside it: they add up to the total. The largest first, what is left last. */
export function groupsOf(rows: readonly UsageRow[], by: GroupBy, latest: LatestAnswer): Group[] {
  const mains = mainDevices(latest);
  const groups = new Map<string, Group>();
  for (const row of rows) {
    const key = groupKey(row, by, mains);
    const group = groups.get(key) ?? { key, room: row.room ?? '', ...noAmounts };
    groups.set(key, { ...group, [row.utility]: addRow(group[row.utility], row) });
  }
  return [...groups.values()].sort(
    (a, b) => Number(a.key === untracked) - Number(b.key === untracked) || weight(b) - weight(a),
  );
}

export function onlyUtility(rows: readonly UsageRow[], utility: Utility | null): readonly UsageRow[] {
  return utility === null ? rows : rows.filter((row) => row.utility === utility);
}

function weight(group: Group): number {
  return weightOf((utility) => group[utility]?.used);
}

/** What the page held when it was last seen here, so that its skeleton has the size of what comes. */
interface AnalyticsShape {
  hasSampleStrip: boolean;
  rooms: number;
  devices: number;
  branches: number;
}

const key = 'analytics-shape';
const firstVisit: AnalyticsShape = { hasSampleStrip: true, rooms: 5, devices: 7, branches: 5 };

export function lastShape(): AnalyticsShape {
  try {
    return { ...firstVisit, ...(JSON.parse(readStored(key) ?? '{}') as Partial<AnalyticsShape>) };
  } catch {
    return firstVisit;
  }
}

export function useRememberShape({ origin, parts, latest }: AnalyticsFigures): void {
  const hasSampleStrip = origin === 'sample';
  const rooms = groupsOf(parts, 'room', latest).length;
  const devices = groupsOf(parts, 'device', latest).length;
  const branches = groupsOf(
    parts.filter(({ utility }) => utility === firstUtility),
    'device',
    latest,
  ).length;
  useEffect(
    () => store(key, JSON.stringify({ hasSampleStrip, rooms, devices, branches })),
    [hasSampleStrip, rooms, devices, branches],
  );
}

const heights = ['h-32', 'h-48', 'h-64', 'h-80', 'h-96', 'h-112', 'h-128', 'h-144', 'h-160'] as const;

/** As much height as so many rows need; beyond two dozen they draw closer together. */
export function rowsHeight(rows: number): string {
  const index = Math.ceil((rows * 42 + 34) / 64) - 2;
  return heights[Math.max(0, Math.min(heights.length - 1, index))] ?? 'h-160';
}
