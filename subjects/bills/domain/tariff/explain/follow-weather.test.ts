import { describe, expect, test } from 'vitest';
import { degreesBeyond, followWeather, type Leaning, type WeatherDay } from './follow-weather.ts';
import { billDays, chance, climate, random, twoBills } from './testing-weather.ts';

const heating =
  (slope: number, base = 16) =>
  (celsius: number) =>
    slope * Math.max(0, base - celsius);
const cooling =
  (slope: number, base = 23) =>
  (celsius: number) =>
    slope * Math.max(0, celsius - base);

/** What leanings make of the bill now that the bill before did not have. */
const moreNow = (leanings: readonly Pick<Leaning, 'kind' | 'base' | 'slope'>[], days: readonly WeatherDay[]): number =>
  days.reduce(
    (sum, { bill, celsius }) =>
      sum + leanings.reduce((all, one) => all + one.slope * degreesBeyond(one, celsius), 0) * (bill === 'now' ? 1 : -1),
    0,
  );

/** Days from 0 to 29 °C, in another order for each bill. */
const allDegrees = (usedAt: (celsius: number) => number, more = 0): WeatherDay[] =>
  (['before', 'now'] as const).flatMap((bill, i) =>
    Array.from({ length: billDays }, (_, day) => {
      const celsius = (day * (i === 0 ? 7 : 11)) % billDays;
      return { bill, celsius, used: 9000 + i * more + usedAt(celsius) };
    }),
  );

describe('without chance, what was put in comes out', () => {
  test('heating', () => {
    const [found, ...others] = followWeather(allDegrees(heating(800)));
    expect(others).toEqual([]);
    expect(found).toMatchObject({ kind: 'heating', base: 16 });
    expect(found?.slope).toBeCloseTo(800, 6);
  });

  test('cooling, between bills of other levels', () => {
    const [found, ...others] = followWeather(allDegrees(cooling(500), 4000));
    expect(others).toEqual([]);
    expect(found).toMatchObject({ kind: 'cooling', base: 23 });
    expect(found?.slope).toBeCloseTo(500, 6);
  });

  test('both', () => {
    const found = followWeather(allDegrees((celsius) => heating(800)(celsius) + cooling(500)(celsius)));
    expect(found.map(({ kind, base }) => [kind, base])).toEqual([
      ['heating', 16],
      ['cooling', 23],
    ]);
    for (const { kind, slope } of found) expect(slope).toBeCloseTo(kind === 'heating' ? 800 : 500, 6);
  });
});

test('use that falls as it gets colder is no heating; that which falls as it gets warmer no cooling', () => {
  const kinds = (usedAt: (celsius: number) => number) => followWeather(allDegrees(usedAt)).map(({ kind }) => kind);
  expect(kinds(() => 0)).toEqual([]);
  expect(kinds((celsius) => -heating(400)(celsius))).not.toContain('heating');
  expect(kinds((celsius) => -cooling(400)(celsius))).not.toContain('cooling');
});

test('a level that differs between a cold and a mild bill is no weather', () => {
  const days = (['before', 'now'] as const).flatMap((bill, i) =>
    Array.from({ length: billDays }, (_, day) => ({
      bill,
      celsius: (i === 0 ? 14 : 4) + (day % 5),
      used: 9000 + i * 6000 + ((day * 7) % 11) * 90,
    })),
  );
  expect(followWeather(days)).toEqual([]);
});

test('where all days are cold, of the bases that fit alike one is taken that makes no more than was used', () => {
  const days = (['before', 'now'] as const).flatMap((bill, i) =>
    Array.from({ length: billDays }, (_, day) => {
      const celsius = (i === 0 ? 6 : 2) + ((day * 7) % 8);
      return { bill, celsius, used: 900 * (15 - celsius) };
    }),
  );
  const [found] = followWeather(days);
  expect(found?.slope).toBeCloseTo(900, 6);
  expect(found?.base).toBeLessThanOrEqual(17);
});

test('a few cold days are too few', () => {
  const days = (['before', 'now'] as const).flatMap((bill) =>
    Array.from({ length: billDays }, (_, day) => ({
      bill,
      celsius: day < 3 ? 5 : 22,
      used: day < 3 ? 15_000 : 9000 + (day % 3),
    })),
  );
  expect(followWeather(days)).toEqual([]);
});

test('nothing of nothing', () => {
  expect(followWeather([])).toEqual([]);
});

const pairs = 800;

/** Weekends are other days, with some chance. */
const weekends = (next: () => number) => (count: number) =>
  chance(count, 0.2, 1500, next).map((one, day) => one + (day % 7 < 2 ? 3000 : 0));

describe('by simulation', () => {
  test.each([
    ['chance alone', (next: () => number) => (count: number) => chance(count, 0, 2000, next)],
    ['days that are like the one before', (next: () => number) => (count: number) => chance(count, 0.5, 2000, next)],
    ['days that are much like it', (next: () => number) => (count: number) => chance(count, 0.7, 2000, next)],
    ['weekends', weekends],
  ])(
    'where nothing follows the weather, at most 5% of pairs of bills say so, with three devices and a rest: %s',
    (_what, noise) => {
      const next = random(20261122);
      let claimed = 0;
      for (let i = 0; i < pairs; i += 1) {
        const fits = Array.from({ length: 4 }, () => followWeather(twoBills(next, () => 0, noise(next))));
        if (fits.some((leanings) => leanings.length > 0)) claimed += 1;
      }
      expect(claimed / pairs).toBeLessThanOrEqual(0.05);
    },
  );

  test.each([
    ['heating', heating(900)],
    ['cooling', cooling(1200, 22)],
  ])(
    '%s that moves a bill by a tenth or more is found in four of five, half within 15%, nine of ten within 45%, and as often above as below',
    (_what, usedAt) => {
      const next = random(20261122);
      const errors: number[] = [];
      let moved = 0;
      for (let i = 0; i < pairs; i += 1) {
        const days = twoBills(next, usedAt, (count) => chance(count, 0.5, 2000, next));
        const truth = days.reduce((sum, { bill, celsius }) => sum + usedAt(celsius) * (bill === 'now' ? 1 : -1), 0);
        const total = days.reduce((sum, { bill, used }) => sum + (bill === 'now' ? used : 0), 0);
        if (Math.abs(truth) < total / 10) continue;
        moved += 1;
        const leanings = followWeather(days);
        if (leanings.length > 0) errors.push((moreNow(leanings, days) - truth) / Math.abs(truth));
      }
      const sorted = errors.map(Math.abs).sort((a, b) => a - b);
      const middle = [...errors].sort((a, b) => a - b)[Math.floor(errors.length / 2)];
      expect(errors.length / moved).toBeGreaterThan(0.8);
      expect(sorted[Math.floor(sorted.length * 0.5)]).toBeLessThan(0.15);
      expect(sorted[Math.floor(sorted.length * 0.9)]).toBeLessThan(0.45);
      expect(Math.abs(middle ?? 1)).toBeLessThan(0.05);
    },
  );
});

test('the climate has winters and summers', () => {
  const year = climate(365, 0, random(1));
  const mean = (from: number, to: number) => year.slice(from, to).reduce((sum, one) => sum + one, 0) / (to - from);
  expect(mean(0, 30)).toBeLessThan(10);
  expect(mean(180, 210)).toBeGreaterThan(18);
});
