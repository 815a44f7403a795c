import { useEffect } from 'react';
import { readStored, store } from '../../platform/browser-storage.ts';
import { todayRooms } from './today-rooms.ts';
import type { UsageFigures } from './usage-figures.ts';

/** What the page held when it was last seen here, so that its skeleton has the size of what comes. */
export interface PageShape {
  hasSampleStrip: boolean;
  rooms: number;
  meters: number;
}

const key = 'dashboard-shape';
const firstVisit: PageShape = { hasSampleStrip: true, rooms: 5, meters: 7 };

export function lastShape(): PageShape {
  try {
    return { ...firstVisit, ...(JSON.parse(readStored(key) ?? '{}') as Partial<PageShape>) };
  } catch {
    return firstVisit;
  }
}

export function useRememberShape(figures: UsageFigures): void {
  const hasSampleStrip = figures.origin === 'sample';
  const rooms = todayRooms(figures.latest).length;
  const meters = figures.latest.meters.length;
  useEffect(() => store(key, JSON.stringify({ hasSampleStrip, rooms, meters })), [hasSampleStrip, rooms, meters]);
}
