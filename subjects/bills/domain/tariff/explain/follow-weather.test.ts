import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { addDays } from '#catalogue/local-day.ts';
import type { PricedCycle } from '../charges/charge-days.ts';
import type { IntervalUse } from '../interval-use.ts';
import { pricePlan } from '../price-bill.ts';
import { monthly, planOf } from '../testing-plans.ts';
import { explainChange, type ExplainedBill } from './explain-change.ts';
import { degreesBeyond, followWeather, type Leaning, type WeatherDay } from './weather-change.ts';
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

const path = 'ampds2_house/electricity_rooms_hourly_wh.csv.gz';
const file = fileURLToPath(new URL(`../../../../../../shared/data/${path}`, import.meta.url));
const hasHome = existsSync(file);
const timeZone = 'America/Vancouver';

/**
 * Outdoors near that house on 59 days from 2012-10-01 on, in tenths of °C: the mean of 3, 9, 15 and 21 o'clock in the weather of
 * AMPds2 (Makonin et al., Sci. Data 3:160037, CC BY 4.0), which is Environment Canada's.
 */
const tenths = [
  147, 120, 114, 111, 118, 130, 128, 125, 110, 98, 108, 108, 132, 140, 120, 122, 99, 105, 115, 74, 63, 67, 66, 69, 74,
  77, 82, 113, 113, 117, 117, 120, 126, 115, 127, 104, 98, 86, 57, 47, 35, 30, 66, 88, 75, 48, 68, 86, 83, 81, 81, 53,
  57, 73, 64, 47, 25, 36, 58,
];
const temperatures = Object.fromEntries(tenths.map((value, i) => [addDays('2012-10-01', i), value]));

const readHome = () => {
  const [head = '', ...lines] = gunzipSync(readFileSync(file)).toString('utf8').trim().split('\n');
  const rows = lines.map((line) => line.split(','));
  const startS = rows.map(([time = '']) => Date.parse(time) / 1000);
  const names = head.split(',');
  const use = (name: string): IntervalUse => {
    const at = names.indexOf(name);
    return { spanS: 3600, startS, used: rows.map((row) => Number(row[at])) };
  };
  // After the time come the main meter, the flat, and the house without it; then its 19 circuits.
  return { house: use('WHE'), circuits: names.slice(4).map((name) => [name, use(name)] as const) };
};

describe.skipIf(!hasHome)(`a real home${hasHome ? '' : ' (skipped: ../shared/data is not here)'}`, () => {
  const { house, circuits } = hasHome ? readHome() : { house: undefined, circuits: [] };
  const plan = planOf([{ id: 'use', kind: 'use', rate: '0.10' }]);

  const inCycle = ({ startS, used, spanS }: IntervalUse, { start, end }: PricedCycle): IntervalUse => {
    const [from, to] = [Date.parse(`${start}T07:00Z`) / 1000, Date.parse(`${end}T07:00Z`) / 1000];
    const own = Array.from(startS.length === 0 ? [] : startS).flatMap((at, i) => (at >= from && at < to ? [i] : []));
    return { spanS, startS: own.map((i) => startS[i] ?? 0), used: own.map((i) => used[i] ?? 0) };
  };
  const billOf = (month: string): ExplainedBill => {
    const cycle = monthly(month);
    const use = inCycle(house ?? { spanS: 3600, startS: [], used: [] }, cycle);
    const { total, lines } = pricePlan({ plan, cycle, timeZone, use });
    const devices = Object.fromEntries(circuits.map(([name, one]) => [name, inCycle(one, cycle)]));
    return {
      cycle,
      total,
      lines,
      use,
      devices,
      agreements: [{ utility: 'electricity', validFrom: '2000-01-01', plan }],
    };
  };

  test('AMPds2: of its three largest changes only the heat pump follows the cold of November, and most of its change is the weather’s', () => {
    const input = { utility: 'electricity', timeZone, before: billOf('2012-10'), now: billOf('2012-11') } as const;
    const usedBy = (change: ReturnType<typeof explainChange>) =>
      new Map(change?.parts.flatMap(({ kind, device, used }) => (used === undefined ? [] : [[device ?? kind, used]])));
    const [without, told] = [usedBy(explainChange(input)), usedBy(explainChange({ ...input, temperatures }))];
    const [all, left, weather] = [without.get('HPE') ?? 0, told.get('HPE') ?? 0, told.get('weather') ?? 0];
    // 136 kWh more in November than in as many days of October, at 3.3 °C less.
    expect(Math.round(all / 1000)).toBe(136);
    expect(weather + left).toBe(all);
    expect(weather / all).toBeGreaterThan(0.6);
    expect(weather / all).toBeLessThan(0.9);
    for (const other of ['OFE', 'FRE', 'other']) expect(told.get(other)).toBe(without.get(other));
  });
});
