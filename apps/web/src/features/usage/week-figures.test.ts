import type { UsageRow } from '@wattershed/contracts';
import { expect, test } from 'vitest';
import { sumByStart } from './amount.ts';
import { compareWeeks } from './compare-weeks.ts';
import { addDays, daysUntil, startOfDay } from '../../platform/local-day.ts';
import { usageRow } from './testing.ts';
import { todayOutlook } from './today-outlook.ts';
import { useBetween } from './use-between.ts';

const zone = 'Europe/Madrid';
const today = '2026-11-20';
const now = Date.parse('2026-11-20T17:00:00Z');
const hourMs = 3_600_000;

/** Every hour of the days from `first` until now, all alike. */
function hourly(first: string, used: number): UsageRow[] {
  const begin = startOfDay(first, zone);
  const count = Math.floor((now - begin) / hourMs);
  return Array.from({ length: count }, (_, i) =>
    usageRow(new Date(begin + i * hourMs).toISOString(), 'electricity', used, { coveredS: 3600 }),
  );
}

test('an unfinished week is compared with the same hours of the week before', () => {
  const days = daysUntil(today, 14).map((day) => usageRow(day, 'electricity', day === today ? 1_800 : 2_400));
  const change = compareWeeks(sumByStart(days), hourly(addDays(today, -8), 100), now, today, zone);
  expect(change.electricity).toBeCloseTo(0, 10);
  expect(change.water).toBeNull();
});

test('a gap in either week withholds the comparison instead of inventing one', () => {
  const days = daysUntil(today, 14)
    .filter((day) => day !== '2026-11-10')
    .map((day) => usageRow(day, 'electricity', 2_400));
  expect(compareWeeks(sumByStart(days), hourly(addDays(today, -8), 100), now, today, zone).electricity).toBeNull();
  expect(compareWeeks(sumByStart(days), [], now, today, zone).electricity).toBeNull();
});

test('use between two instants takes an hour in proportion, and is unknown where hours are missing', () => {
  const rows = hourly('2026-11-19', 60);
  const begin = startOfDay('2026-11-19', zone);
  expect(useBetween(rows, 'electricity', begin + hourMs / 2, begin + 2.5 * hourMs)).toBe(120);
  expect(useBetween(rows.slice(1), 'electricity', begin, begin + 2 * hourMs)).toBeNull();
});

test('where today may end: what is measured plus the rest of usual days', () => {
  const outlook = todayOutlook(hourly(addDays(today, -7), 100), 'electricity', 2_000, now, today, zone);
  expect(outlook).toEqual({ usualByNow: 1_800, usualDay: 2_400, likelyLow: 2_600, likelyHigh: 2_600 });
  expect(todayOutlook(hourly(addDays(today, -2), 100), 'electricity', 2_000, now, today, zone)).toBeNull();
});
