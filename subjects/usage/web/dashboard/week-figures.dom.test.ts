import { byUtility } from '#catalogue/index.ts';
import type { UsageRow } from '../../contract/usage.ts';
import { expect, test } from 'vitest';
import { addDays, daysUntil, startOfDay } from '#shell/text/local-day.ts';
import { daySpans, lastWholeDay, todayMeasured, todayOutlook, usedBetween } from '../measured-time.ts';
import { latest, meter, usageRow } from '../testing.ts';
import { compareWeeks, lastWholeWeeks, type WeekInput } from './week-card.tsx';

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

const roots = (lastAt = '2026-11-20T17:00:00Z') => latest([meter('whole_home-electricity', { lastAt })]);
const deviceId = 'device whole_home-electricity';
const dayRow = (day: string, used = 2_400, rest: Partial<UsageRow> = {}) => {
  const lengthS = (startOfDay(addDays(day, 1), zone) - startOfDay(day, zone)) / 1000;
  const coveredS = day === today ? (now - startOfDay(today, zone)) / 1000 : lengthS;
  return usageRow(day, 'electricity', used, { deviceId, coveredS, ...rest });
};
const weeks = (rows: readonly UsageRow[], rest: Partial<WeekInput> = {}) =>
  compareWeeks({
    days: rows,
    hours: hourly(addDays(today, -8), 100),
    latest: roots(),
    usedToday: { ...byUtility(() => null), electricity: 1_800 },
    now,
    today,
    ...rest,
  });

test('an unfinished week is compared with the same hours of the week before', () => {
  const days = daysUntil(today, 14).map((day) => dayRow(day));
  const change = weeks(days);
  expect(change.electricity).toMatchObject({ kind: 'change', before: 6 * 2_400 + 1_800 });
  expect(change.electricity.kind === 'change' && change.electricity.share).toBeCloseTo(0, 10);
  expect(change.water).toMatchObject({ kind: 'gap' });
});

test('a gap in either week withholds the comparison instead of inventing one', () => {
  const days = daysUntil(today, 14).map((day) => dayRow(day));
  const without = (day: string) => days.map((row) => (row.start === day ? { ...row, used: 30, coveredS: 900 } : row));
  expect(weeks(without('2026-11-10')).electricity).toMatchObject({ kind: 'gap', in: 'before' });
  expect(weeks(without('2026-11-18')).electricity).toMatchObject({ kind: 'gap', in: 'now' });
  expect(weeks(days.slice(0, 10)).electricity).toMatchObject({ kind: 'gap', in: 'now' });
});

test('after an import and one reading today nothing is less: the last two whole weeks are compared instead', () => {
  // 52 days from a file until three days ago, and one reading of today.
  const imported = daysUntil(addDays(today, -3), 52).map((day) => dayRow(day, 2_400, { imported: 2_400 }));
  const rows = [...imported, dayRow(today, 0, { coveredS: 0 })];
  const change = weeks(rows, { usedToday: { ...byUtility(() => null), electricity: 0 } });
  expect(change.electricity).toMatchObject({ kind: 'gap', in: 'now' });
  expect(lastWholeWeeks(rows, roots(), today, 8)).toMatchObject({
    from: addDays(today, -9),
    change: { electricity: { kind: 'change', share: 0 } },
  });
  expect(lastWholeWeeks(rows.slice(-12), roots(), today, 8)).toBeNull();
  expect(lastWholeDay(rows, roots(), 'electricity', today)).toEqual({ day: addDays(today, -3), used: 2_400, share: 0 });
});

test('a silent meter has not used less: today is known until it was heard last', () => {
  const silent = roots('2026-11-20T09:00:00Z');
  const rows = [dayRow(today, 1_000, { coveredS: 36_000 })];
  const begin = startOfDay(today, zone);
  expect(todayMeasured(rows, silent, 'electricity', now, today)).toEqual({
    until: begin + 10 * hourMs,
    coveredS: 36_000,
    expectedS: 36_000,
    isSilent: true,
  });
  expect(todayMeasured(rows, roots('2026-11-18T09:00:00Z'), 'electricity', now, today).expectedS).toBe(0);
});

test('a meter inside another one is heard for itself alone', () => {
  const answer = latest([
    meter('whole_home-electricity'),
    meter('kitchen-electricity', { parentMeterId: 'whole_home-electricity' }),
  ]);
  const inside = usageRow(today, 'electricity', 0, { deviceId: 'device kitchen-electricity', coveredS: 64_800 });
  expect(todayMeasured([inside], answer, 'electricity', now, today).coveredS).toBe(0);
});

test('days of 23 and 25 hours are whole when they were measured as long', () => {
  for (const day of ['2026-10-25', '2026-03-29']) {
    const span = daySpans([dayRow(day)], roots(), 'electricity', zone)(day);
    expect(span).toEqual({ used: 2_400, coveredS: span.expectedS, expectedS: day === '2026-10-25' ? 90_000 : 82_800 });
  }
});

test('use between two instants takes an hour in proportion, and is unknown where hours are missing', () => {
  const rows = hourly('2026-11-19', 60);
  const begin = startOfDay('2026-11-19', zone);
  expect(usedBetween(rows, 'electricity', begin + hourMs / 2, begin + 2.5 * hourMs)).toBe(120);
  expect(usedBetween(rows.slice(1), 'electricity', begin, begin + 2 * hourMs)).toBeNull();
});

test('where today may end: what is measured plus the rest of usual days', () => {
  const outlook = todayOutlook(hourly(addDays(today, -7), 100), 'electricity', 2_000, now, today, zone, () => true);
  expect(outlook).toEqual({ usualByNow: 1_800, usualDay: 2_400, likelyLow: 2_600, likelyHigh: 2_600 });
  expect(todayOutlook(hourly(addDays(today, -2), 100), 'electricity', 2_000, now, today, zone, () => true)).toBeNull();
  const few = (day: string) => day > addDays(today, -3);
  expect(todayOutlook(hourly(addDays(today, -7), 100), 'electricity', 2_000, now, today, zone, few)).toBeNull();
});
