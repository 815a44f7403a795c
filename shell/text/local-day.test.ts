import { expect, test } from 'vitest';
import { addDays, daysUntil, localDayOf, monthsUntil, startOfDay } from './local-day.ts';

const hour = 3_600_000;

test('a day begins at local midnight, also on the days when clocks change', () => {
  expect(new Date(startOfDay('2026-11-20', 'Europe/Madrid')).toISOString()).toBe('2026-11-19T23:00:00.000Z');
  expect(startOfDay('2026-03-30', 'Europe/Madrid') - startOfDay('2026-03-29', 'Europe/Madrid')).toBe(23 * hour);
  expect(startOfDay('2026-10-26', 'Europe/Madrid') - startOfDay('2026-10-25', 'Europe/Madrid')).toBe(25 * hour);
});

test('half-hour zones, and a zone whose clocks skip midnight itself', () => {
  expect(new Date(startOfDay('2026-11-20', 'Asia/Kolkata')).toISOString()).toBe('2026-11-19T18:30:00.000Z');
  const skipped = startOfDay('2018-11-04', 'America/Sao_Paulo');
  expect(localDayOf(skipped, 'America/Sao_Paulo')).toBe('2018-11-04');
  expect(localDayOf(skipped - 1, 'America/Sao_Paulo')).toBe('2018-11-03');
});

test('days and months count back over the ends of months and years', () => {
  expect(addDays('2026-03-01', -1)).toBe('2026-02-28');
  expect(daysUntil('2027-01-02', 3)).toEqual(['2026-12-31', '2027-01-01', '2027-01-02']);
  expect(monthsUntil('2026-02-28', 3)).toEqual(['2025-12', '2026-01', '2026-02']);
  expect(monthsUntil('2026-11-20', 12)).toHaveLength(12);
});

test('the local day of an instant is the household’s, not the browser’s', () => {
  const at = Date.parse('2026-11-20T19:00:00Z');
  expect(localDayOf(at, 'Asia/Kolkata')).toBe('2026-11-21');
  expect(localDayOf(at, 'America/Los_Angeles')).toBe('2026-11-20');
});
