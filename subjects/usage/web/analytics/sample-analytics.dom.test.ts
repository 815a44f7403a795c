import { expect, test } from 'vitest';
import { sampleUsage } from '../sample-usage.ts';
import { monthlyTrend, roomDistribution, weeklyUsage } from '../usage-shapes.ts';
import { readRequest } from './analytics-request.ts';
import { totalOf } from './changes.ts';
import { sampleAnalytics } from './use-analytics.ts';

const now = Date.parse('2026-11-20T17:30:00Z');
const today = '2026-11-20';
const sample = (search = '') => sampleAnalytics(readRequest(new URLSearchParams(search), today), now, 'Europe/Madrid');

test('C9.3 C7.15 the sample has 7 days, five rooms and 12 months, and says that it is one', () => {
  const week = sample();
  expect(week.origin).toBe('sample');
  expect(
    weeklyUsage(week.rows, today, 'en').every(({ water, electricity }) => water !== null && electricity !== null),
  ).toBe(true);
  expect(
    roomDistribution(week.parts)
      .map(({ room }) => room)
      .sort(),
  ).toEqual(['bathroom', 'bedroom', 'garden', 'kitchen', 'living_room']);
  const trend = monthlyTrend(sample('period=year').rows, today);
  expect(trend).toHaveLength(12);
  expect(trend.every(({ water, electricity }) => (water ?? 0) > 0 && (electricity ?? 0) > 0)).toBe(true);
});

test('it is the sample of the Dashboard: the same days, and the same figure for today', () => {
  const days = sampleUsage(now, 'Europe/Madrid').days.filter(({ start }) => start >= '2026-11-14');
  for (const utility of ['electricity', 'water'] as const) {
    expect(totalOf(sample().parts, utility)?.used).toBe(totalOf(days, utility)?.used);
  }
});

test('before its twelve months there is nothing, and nothing after now', () => {
  expect(sample('period=month&at=2025-10-10').rows).toEqual([]);
  expect(sample('period=year').rows.every(({ start }) => start >= '2025-12-01')).toBe(true);
  expect(sample('period=day').rows.every(({ start }) => Date.parse(start) <= now)).toBe(true);
});

test('C3.6 a room alone is shown alone, and its figures are those it has among the others', () => {
  const kitchen = sample('room=kitchen');
  expect(new Set(kitchen.parts.map(({ room }) => room))).toEqual(new Set(['kitchen']));
  const among = sample().parts.filter(({ room }) => room === 'kitchen');
  expect(totalOf(kitchen.parts, 'water')).toEqual(totalOf(among, 'water'));
});

test('weeks, months and days of one period are one sum', () => {
  const byWeek = sample('period=custom&from=2026-05-01&to=2026-10-31');
  for (const utility of ['electricity', 'water'] as const) {
    expect(totalOf(byWeek.rows, utility)?.used).toBe(totalOf(byWeek.parts, utility)?.used);
  }
});
