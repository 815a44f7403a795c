import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nextRun, type RunPlan, type SunAt } from './next-run.ts';
import { zoneOffsets } from '#catalogue/zone-clock.ts';

const every = 127;
const at = (text: string) => Date.parse(text) / 1000;
const plan = (rest: Partial<RunPlan>): RunPlan => ({ days: every, minute: null, sun: null, offsetMin: 0, ...rest });
const noSun: SunAt = () => null;
const next = (zone: string, what: Partial<RunPlan>, after: string, sunAt = noSun) => {
  const found = nextRun(plan(what), at(after), zoneOffsets(zone), sunAt);
  return found === null ? null : new Date(found * 1000).toISOString();
};

describe('a time of the clock', () => {
  test.each([
    ['Asia/Kolkata', 6 * 60, '2026-11-20T00:29:59Z', '2026-11-20T00:30:00.000Z'],
    ['Asia/Kolkata', 6 * 60, '2026-11-20T00:30:00Z', '2026-11-21T00:30:00.000Z'],
    ['Europe/Madrid', 23 * 60 + 30, '2026-11-20T22:45:00Z', '2026-11-21T22:30:00.000Z'],
    ['Pacific/Kiritimati', 0, '2026-11-20T12:00:00Z', '2026-11-21T10:00:00.000Z'],
  ])('%s, minute %i, after %s', (zone, minute, after, due) => expect(next(zone, { minute }, after)).toBe(due));

  test('on a day that skips it, it is due an hour later; on one that has it twice, the first time', () => {
    expect(next('Europe/Madrid', { minute: 150 }, '2026-03-28T12:00:00Z')).toBe('2026-03-29T01:30:00.000Z');
    expect(next('Europe/Madrid', { minute: 150 }, '2026-10-24T12:00:00Z')).toBe('2026-10-25T00:30:00.000Z');
  });

  test('only on its days', () => {
    const weekend = 0b1100000;
    expect(next('UTC', { minute: 0, days: weekend }, '2026-11-20T12:00:00Z')).toBe('2026-11-21T00:00:00.000Z');
    expect(next('UTC', { minute: 0, days: 1 }, '2026-11-20T12:00:00Z')).toBe('2026-11-23T00:00:00.000Z');
  });
});

test('about the sun, before or after it; where it never comes, never', () => {
  const sunAt: SunAt = (event, noon) => noon + (event === 'sunset' ? 6 : -6) * 3600;
  expect(next('UTC', { sun: 'sunset', offsetMin: -30 }, '2026-11-20T12:00:00Z', sunAt)).toBe(
    '2026-11-20T17:30:00.000Z',
  );
  expect(next('UTC', { sun: 'sunrise' }, '2026-11-20T12:00:00Z', sunAt)).toBe('2026-11-21T06:00:00.000Z');
  expect(next('UTC', { sun: 'sunset' }, '2026-11-20T12:00:00Z')).toBeNull();
});

test('from one to the next, each day that is meant comes once, at the time that is meant', () => {
  const zones = ['UTC', 'Asia/Kolkata', 'Europe/Madrid', 'America/New_York', 'Australia/Lord_Howe'] as const;
  fc.assert(
    fc.property(
      fc.constantFrom(...zones),
      fc.integer({ min: 1, max: every }),
      fc.integer({ min: 0, max: 1439 }),
      fc.integer({ min: at('2026-01-01'), max: at('2027-01-01') }),
      (zone, days, minute, begin) => {
        const offsetAt = zoneOffsets(zone);
        const seen = new Set<string>();
        let last = begin;
        for (let i = 0; i < 10; i += 1) {
          const due = nextRun(plan({ days, minute }), last, offsetAt, noSun) as number;
          expect(due).toBeGreaterThan(last);
          expect(due - last).toBeLessThanOrEqual(8 * 86_400);
          const local = new Date((due + offsetAt(due)) * 1000);
          const day = local.toISOString().slice(0, 10);
          expect(seen.has(day)).toBe(false);
          seen.add(day);
          const shown = local.getUTCHours() * 60 + local.getUTCMinutes();
          // Where the clock is put forward, by half an hour or an hour.
          expect([0, 30, 60]).toContain(shown - minute);
          last = due;
        }
      },
    ),
  );
});
