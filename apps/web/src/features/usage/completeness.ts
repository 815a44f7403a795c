import { factsOf } from '@wattershed/catalogue';
import type { LatestMeter, UsageRow } from '@wattershed/contracts';
import { addDays, startOfDay } from '../../platform/local-day.ts';
import type { Provenance } from './foot-list.tsx';

export interface Completeness extends Provenance {
  /** Seconds measured of the seconds that there were; null before anything was. */
  covered: number | null;
}

export interface Span {
  /** The days whose figures are shown. */
  days: readonly string[];
  /** The first day that the rows could hold. */
  rowsFrom: string;
  now: number;
  timeZone: string;
}

/** How much of the days' figures was measured: a device counts from the day after its first one. */
export function completeness(rows: readonly UsageRow[], meters: readonly LatestMeter[], span: Span): Completeness {
  const { days, rowsFrom, now, timeZone } = span;
  const firstDays = new Map<string, string>();
  for (const { deviceId = '', start, coveredS } of rows) {
    if (coveredS === 0) continue;
    const first = firstDays.get(deviceId);
    if (first === undefined || start < first) firstDays.set(deviceId, start);
  }
  let coveredS = 0;
  let expectedS = 0;
  for (const [deviceId, firstDay] of firstDays) {
    const registers = Math.max(1, meters.filter((meter) => meter.deviceId === deviceId).length);
    const counted = days.filter((day) => day > firstDay || firstDay <= rowsFrom);
    for (const day of counted) expectedS += registers * secondsOf(day, now, timeZone);
    for (const row of rows) {
      if (row.deviceId === deviceId && counted.includes(row.start)) coveredS += row.coveredS;
    }
  }
  return {
    covered: expectedS === 0 ? null : Math.min(1, coveredS / expectedS),
    ...sharesOf(rows.filter(({ start }) => days.includes(start))),
  };
}

function secondsOf(day: string, now: number, timeZone: string): number {
  const begin = startOfDay(day, timeZone);
  return Math.max(0, Math.min(now, startOfDay(addDays(day, 1), timeZone)) - begin) / 1000;
}

/** What was estimated and what came from files, as shares of all that was used. */
export function sharesOf(rows: readonly UsageRow[]): Provenance {
  const weight = (part: 'used' | 'estimated' | 'imported') =>
    rows.reduce((sum, row) => sum + Math.abs(row[part]) * factsOf(row.utility).weight, 0);
  const used = weight('used');
  const share = (part: number) => (used === 0 ? 0 : Math.min(1, part / used));
  return { estimated: share(weight('estimated')), imported: share(weight('imported')) };
}
