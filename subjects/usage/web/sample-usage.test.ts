import { expect, test } from 'vitest';
import { sumByStart, todayTotal } from './amount.ts';
import { todayRooms } from './dashboard/rooms-card.tsx';
import { sampleUsage } from './sample-usage.ts';
import { monthlyTrend, roomDistribution, usageRow, weeklyUsage } from './testing.ts';

const now = Date.parse('2026-11-20T17:30:00Z');
const zone = 'Europe/Madrid';

test('C7.15 C9.3 the sample has 7 days, the five rooms and 12 months, and says that it is one', () => {
  const sample = sampleUsage(now, zone);
  expect(sample.origin).toBe('sample');
  expect(sample.latest.origin).toBe('none');
  expect(
    weeklyUsage(sample.days, '2026-11-20', 'en').every(
      ({ water, electricity }) => water !== null && electricity !== null,
    ),
  ).toBe(true);
  expect(monthlyTrend(sample.months, '2026-11-20').every(({ water }) => water !== null)).toBe(true);
  const rooms = roomDistribution(sample.days).map(({ room }) => room);
  expect([...rooms].sort()).toEqual(['bathroom', 'bedroom', 'garden', 'kitchen', 'living_room']);
});

test('C7.15 the sample is the same for everyone at the same moment', () => {
  expect(sampleUsage(now, zone)).toEqual(sampleUsage(now, zone));
});

test('the sample agrees with itself: today by day, by room and by the hour are one figure', () => {
  const sample = sampleUsage(now, zone);
  const byDay = sumByStart(sample.days).get('2026-11-20')?.electricity?.used ?? 0;
  expect(todayTotal(sample.latest, 'electricity')).toBe(byDay);
  expect(todayRooms(sample.latest).reduce((sum, { electricity }) => sum + (electricity ?? 0), 0)).toBe(byDay);
  const hours = sample.hours.filter(
    (row) => row.utility === 'electricity' && Date.parse(row.start) >= Date.parse('2026-11-19T23:00:00Z'),
  );
  expect(Math.abs(hours.reduce((sum, row) => sum + row.used, 0) - byDay)).toBeLessThan(30);
});

test('C3.3 C7.15 weekly points are the last 7 local days with their short weekday, in litres and kWh', () => {
  const rows = [
    usageRow('2026-11-13', 'electricity', 9_999),
    usageRow('2026-11-19', 'electricity', 8_000, { room: 'kitchen' }),
    usageRow('2026-11-19', 'electricity', 3_400, { room: 'bedroom' }),
    usageRow('2026-11-19', 'water', 421_000),
    usageRow('2026-11-20', 'electricity', 0),
  ];
  const points = weeklyUsage(rows, '2026-11-20', 'en-GB');
  expect(points.map(({ label }) => label)).toEqual(['Sat', 'Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri']);
  expect(points[5]).toEqual({ label: 'Thu', water: 421, electricity: 11.4 });
});

test('C7.15 a day without a reading stays a gap; a day that used nothing is 0', () => {
  const rows = [usageRow('2026-11-20', 'electricity', 0), usageRow('2026-11-20', 'water', 0, { coveredS: 0 })];
  const points = weeklyUsage(rows, '2026-11-20', 'en-GB');
  expect(points[6]).toMatchObject({ electricity: 0, water: null });
  expect(points[5]).toMatchObject({ electricity: null, water: null });
});

test('C3.3 rooms with their totals, the largest first; nothing is lost or counted twice', () => {
  const rows = [
    usageRow('2026-11-20', 'electricity', 2_000, { room: 'bedroom' }),
    usageRow('2026-11-20', 'electricity', 6_000, { room: 'kitchen' }),
    usageRow('2026-11-19', 'electricity', 500, { room: 'kitchen' }),
    usageRow('2026-11-20', 'water', 90_000, { room: 'kitchen' }),
  ];
  const rooms = roomDistribution(rows);
  expect(rooms).toEqual([
    { room: 'kitchen', total_water: 90, total_electricity: 6.5 },
    { room: 'bedroom', total_water: 0, total_electricity: 2 },
  ]);
  expect(rooms.reduce((sum, room) => sum + room.total_electricity, 0)).toBe(8.5);
});

test('C3.3 C7.15 the trend is the last 12 calendar months as YYYY-MM, gaps open', () => {
  const trend = monthlyTrend([usageRow('2026-10-01', 'water', 12_300_000)], '2026-11-20');
  expect(trend).toHaveLength(12);
  expect(trend[0]?.month).toBe('2025-12');
  expect(trend.at(-2)).toEqual({ month: '2026-10', water: 12_300, electricity: null });
  expect(trend.at(-1)).toEqual({ month: '2026-11', water: null, electricity: null });
});
