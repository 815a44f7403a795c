import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays } from '#catalogue/local-day.ts';
import { placeUse, spreadDays, usedIn, within } from './interval-use.ts';

const zone = 'Europe/Madrid';
const evenings = (day: string) => ({
  spanS: 900,
  startS: [Date.parse(`${day}T19:00:00Z`) / 1000, Date.parse(`${day}T19:15:00Z`) / 1000],
  used: [300, 100],
});

test('a day has the shape of those that were measured', () => {
  const spread = spreadDays([{ day: '2026-07-15', used: 800 }], evenings('2026-07-14'), zone);
  const at = (text: string) => spread.used[Array.from(spread.startS).indexOf(Date.parse(text) / 1000)];
  expect([at('2026-07-15T19:00:00Z'), at('2026-07-15T19:15:00Z'), at('2026-07-15T12:00:00Z')]).toEqual([600, 200, 0]);
});

test('without any measured use it is spread evenly, over the hours that the day has', () => {
  const none = { spanS: 900, startS: [], used: [] };
  const short = spreadDays([{ day: '2026-03-29', used: 9200 }], none, zone);
  expect(new Set(Array.from(short.used))).toEqual(new Set([100]));
  expect(short.used).toHaveLength(92);
});

test('whatever the shape, each day’s quarter-hours sum to its total and lie in it', () => {
  const anyUse = fc.array(fc.nat({ max: 5000 }), { minLength: 96 * 3, maxLength: 96 * 3 });
  const anyDays = fc.array(fc.nat({ max: 90_000 }), { minLength: 1, maxLength: 9 });
  fc.assert(
    fc.property(anyUse, anyDays, fc.nat({ max: 400 }), (used, totals, shift) => {
      const first = addDays('2026-01-01', shift);
      const from = Date.parse(addDays(first, -4)) / 1000;
      const history = { spanS: 900, startS: used.map((_, i) => from + i * 900), used };
      const days = totals.map((total, i) => ({ day: addDays(first, i), used: total }));
      const placed = placeUse(spreadDays(days, history, zone), zone);
      for (const { day, used: total } of days)
        expect(usedIn(placed, within(placed, { start: day, end: addDays(day, 1) }))).toBe(total);
    }),
    { numRuns: 40 },
  );
});
