import { firstUtility } from '#catalogue/index.ts';
import { useEffect } from 'react';
import { readStored, store } from '#shell/data/browser-storage.ts';
import type { AnalyticsFigures } from './analytics-figures.ts';
import { groupsOf } from './groups.ts';

/** What the page held when it was last seen here, so that its skeleton has the size of what comes. */
export interface AnalyticsShape {
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
