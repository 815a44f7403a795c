import { expect, test } from 'vitest';
import { sumByStart } from './amount.ts';
import { sampleUsage } from './sample-usage.ts';
import { todayRooms, todayTotal } from './today-rooms.ts';
import { monthlyTrend, roomDistribution, weeklyUsage } from './usage-shapes.ts';

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
