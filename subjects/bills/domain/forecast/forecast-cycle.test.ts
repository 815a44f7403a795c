import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays } from '#catalogue/local-day.ts';
import { zoneOffsets } from '#catalogue/zone-clock.ts';
import type { ForecastDay } from './expect-days.ts';
import { type CycleForecast, forecastCycle, weightedQuantile } from './forecast-cycle.ts';
import { anyHistory, daysUsing, firstDay } from '../testing-days.ts';

/** The last `gone` days are the open cycle's, and it goes on for `left`. */
const ask = (days: readonly ForecastDay[], gone: number, left: number) => {
  const today = addDays(firstDay, days.length);
  return forecastCycle({ days, start: addDays(today, -gone), end: addDays(today, left), today });
};
const answerOf = (days: readonly ForecastDay[], gone: number, left: number): CycleForecast => {
  const answer = ask(days, gone, left);
  if (!answer.ok) throw new Error(answer.code);
  return answer;
};
const noisy = (i: number): number => 8_000 + 2_500 * Math.sin(i * i) + 900 * Math.cos(7 * i);
const silent = (days: readonly ForecastDay[], isSilent: (i: number) => boolean): ForecastDay[] =>
  days.map((one, i) => (isSilent(i) ? { ...one, used: 0, coverage: 0 } : one));

describe('when nothing is said', () => {
  test('below 75 % coverage of the last 28 days; an earlier silence is forgiven', () => {
    const days = daysUsing(60, () => 5_000);
    expect(
      ask(
        silent(days, (i) => i >= 60 - 8),
        10,
        20,
      ),
    ).toEqual({ ok: false, code: 'coverage-low' });
    expect(
      ask(
        silent(days, (i) => i >= 60 - 7),
        10,
        20,
      ),
    ).toMatchObject({ ok: true });
    expect(
      ask(
        silent(days, (i) => i < 30),
        10,
        20,
      ),
    ).toMatchObject({ ok: true });
  });

  test('days that are not there are silent too', () => {
    const days = daysUsing(60, () => 5_000);
    const today = addDays(firstDay, 60);
    const question = { start: addDays(today, -10), end: addDays(today, 20), today };
    const heard = (isThere: (i: number) => boolean) =>
      forecastCycle({ days: days.filter((_, i) => isThere(i)), ...question });
    expect(heard((i) => i < 40 || i % 2 === 0)).toEqual({ ok: false, code: 'coverage-low' });
    expect(heard((i) => i < 53)).toMatchObject({ ok: true });
  });

  test('with fewer than seven whole days', () => {
    expect(
      ask(
        daysUsing(6, () => 5_000),
        6,
        20,
      ),
    ).toEqual({ ok: false, code: 'history-short' });
    expect(
      ask(
        silent(
          daysUsing(8, () => 5_000),
          (i) => i < 2,
        ),
        8,
        20,
      ),
    ).toEqual({ ok: false, code: 'history-short' });
    expect(
      ask(
        daysUsing(7, () => 5_000),
        7,
        20,
      ),
    ).toMatchObject({ ok: true, basedOnDays: 7 });
    expect(ask([], 0, 20)).toEqual({ ok: false, code: 'history-short' });
  });
});

describe('what is expected', () => {
  test('constant use gives itself, exactly and without a range', () => {
    const { used, low, expected, high, perDay } = answerOf(
      daysUsing(400, () => 5_000),
      12,
      18,
    );
    expect({ used, low, expected, high }).toEqual({ used: 60_000, low: 150_000, expected: 150_000, high: 150_000 });
    expect(perDay.map((one) => one.expected)).toEqual(Array.from({ length: 18 }, () => 5_000));
  });

  test('nothing used, nothing expected', () => {
    expect(
      answerOf(
        daysUsing(60, () => 0),
        10,
        20,
      ),
    ).toMatchObject({ used: 0, low: 0, expected: 0, high: 0 });
  });

  test('the pattern of the week goes on', () => {
    const { perDay } = answerOf(
      daysUsing(16 * 7, (i) => (i % 7 >= 5 ? 12_000 : 6_000)),
      7,
      14,
    );
    const of = (isWeekend: boolean) =>
      perDay.filter((_, i) => i % 7 >= 5 === isWeekend).reduce((sum, { expected }) => sum + expected, 0);
    expect(of(true) / 4 / (of(false) / 10)).toBeGreaterThan(1.5);
    expect(of(true) / 4 / (of(false) / 10)).toBeLessThanOrEqual(2);
  });

  test('a new habit is followed within weeks', () => {
    const { expected } = answerOf(
      daysUsing(90, (i) => noisy(i) * (i < 69 ? 1 : 2)),
      0,
      30,
    );
    const before = answerOf(daysUsing(69, noisy), 0, 30).expected;
    expect(expected / before).toBeGreaterThan(1.4);
  });

  test('a day that is not known is not low use, whole or in part', () => {
    const days = daysUsing(112, noisy);
    const whole = answerOf(days, 0, 30).expected;
    const partly = days.map((one, i) => (i % 5 === 0 ? { ...one, used: one.used * 0.2, coverage: 0.2 } : one));
    expect(answerOf(partly, 0, 30).expected / whole).toBeCloseTo(1, 1);
    expect(
      answerOf(
        silent(days, (i) => i % 5 === 0),
        0,
        30,
      ).expected / whole,
    ).toBeCloseTo(1, 1);
    const always = days.map((one) => ({ ...one, used: one.used * 0.8, coverage: 0.8 }));
    expect(answerOf(always, 0, 30).expected / whole).toBeCloseTo(1, 6);
  });

  test('a season of last year is met again', () => {
    const days = daysUsing(430, (i) => 8_000 * (1 + 0.5 * Math.sin((2 * Math.PI * i) / 364)));
    const flat = daysUsing(200, (i) => 8_000 * (1 + 0.5 * Math.sin((2 * Math.PI * (i + 230)) / 364)));
    const came = daysUsing(460, (i) => 8_000 * (1 + 0.5 * Math.sin((2 * Math.PI * i) / 364))).slice(430);
    const total = came.reduce((sum, { used }) => sum + used, 0);
    const off = (expected: number) => Math.abs(expected - total);
    expect(off(answerOf(days, 0, 30).expected)).toBeLessThan(off(answerOf(flat, 0, 30).expected));
  });

  test('on the last day all is known', () => {
    const { used, low, high, perDay } = answerOf(daysUsing(40, noisy), 30, 0);
    expect([low, high, perDay]).toEqual([used, used, []]);
  });
});

describe('whatever was used', () => {
  const anyCase = fc.tuple(anyHistory, fc.nat(30), fc.integer({ min: 1, max: 31 }));

  test('used <= low <= expected <= high, and days add up to totals', () => {
    fc.assert(
      fc.property(anyCase, ([days, gone, left]) => {
        const answer = ask(days, gone, left);
        if (!answer.ok) return;
        const { used, low, expected, high, perDay } = answer;
        expect(low).toBeGreaterThanOrEqual(used);
        expect(expected).toBeGreaterThanOrEqual(low);
        expect(high).toBeGreaterThanOrEqual(expected);
        expect(Number.isFinite(high)).toBe(true);
        expect(perDay).toHaveLength(left);
        for (const day of perDay) expect(day.low <= day.expected && day.expected <= day.high).toBe(true);
        expect(perDay.reduce((sum, day) => sum + day.high, used)).toBeCloseTo(high, 3);
      }),
      { numRuns: 60 },
    );
  });

  /** Empty months, single days, meters that say nothing or too much: any day may be missing, zero, hardly heard or no number. */
  const sparse = fc
    .array(
      fc.record({
        length: fc.integer({ min: 1, max: 90 }),
        isThere: fc.boolean(),
        used: fc.constantFrom(0, 0, 1, 900, 1e9, -5, 1e-162, Number.NaN, Number.POSITIVE_INFINITY),
        coverage: fc.constantFrom(0, 0, 0.5, 0.8, 1, 1, 1, 1.5, Number.NaN),
      }),
      { maxLength: 14 },
    )
    .map((spans) => {
      let day = addDays(firstDay, 0);
      return spans.flatMap(({ length, isThere, used, coverage }) => {
        const from = day;
        day = addDays(day, length);
        return isThere ? Array.from({ length }, (_, i) => ({ day: addDays(from, i), used, coverage })) : [];
      });
    });

  test('every number is finite, or what cannot be told has its word, however empty the months', () => {
    fc.assert(
      fc.property(sparse, fc.nat(120), fc.nat(40), fc.integer({ min: 0, max: 95 }), (days, later, gone, left) => {
        const today = addDays(days.at(-1)?.day ?? firstDay, 1 + later);
        const answer = forecastCycle({ days, start: addDays(today, -gone), end: addDays(today, left), today });
        if (!answer.ok) return;
        const { used, low, expected, high, perDay } = answer;
        const numbers = [used, low, expected, high, ...perDay.flatMap((one) => [one.low, one.expected, one.high])];
        for (const one of numbers) expect(Number.isFinite(one)).toBe(true);
        expect(perDay).toHaveLength(left);
      }),
      { numRuns: 200 },
    );
  });

  test('twice the use is twice the forecast', () => {
    fc.assert(
      fc.property(anyCase, ([days, gone, left]) => {
        const twice = days.map((one) => ({ ...one, used: 2 * one.used }));
        const [answer, doubled] = [ask(days, gone, left), ask(twice, gone, left)];
        expect(doubled.ok).toBe(answer.ok);
        if (!answer.ok || !doubled.ok) return;
        for (const side of ['used', 'low', 'expected', 'high'] as const)
          expect(doubled[side]).toBeCloseTo(2 * answer[side], 3);
      }),
      { numRuns: 40 },
    );
  });

  test('the same days give the same answer, in any order and whatever comes after', () => {
    fc.assert(
      fc.property(anyCase, ([days, gone, left]) => {
        const today = addDays(firstDay, days.length);
        const question = { start: addDays(today, -gone), end: addDays(today, left), today };
        const later = { day: today, used: 999_999, coverage: 1 };
        const answer = forecastCycle({ days, ...question });
        expect(forecastCycle({ days, ...question })).toEqual(answer);
        expect(forecastCycle({ days: [...days, later].reverse(), ...question })).toEqual(answer);
      }),
      { numRuns: 40 },
    );
  });
});

const evenly = (values: readonly number[]) => values.map((value) => ({ value, weight: 1 }));

test('between the middles of the weights in a straight line', () => {
  expect(weightedQuantile(evenly([3, 1, 2]), 0.5)).toBe(2);
  expect(weightedQuantile(evenly([1, 2]), 0.5)).toBe(1.5);
  expect(weightedQuantile(evenly([7]), 0.1)).toBe(7);
  expect(weightedQuantile([], 0.5)).toBeNaN();
  expect(weightedQuantile([...evenly([0]), { value: 10, weight: 99 }], 0.9)).toBe(10);
});

test('within the values, and rising with the share', () => {
  const any = fc.array(fc.record({ value: fc.integer(), weight: fc.integer({ min: 1, max: 9 }) }), { minLength: 1 });
  fc.assert(
    fc.property(any, fc.double({ min: 0, max: 1, noNaN: true }), (values, share) => {
      const found = weightedQuantile(values, share);
      expect(found).toBeGreaterThanOrEqual(Math.min(...values.map(({ value }) => value)));
      expect(found).toBeLessThanOrEqual(Math.max(...values.map(({ value }) => value)));
      expect(weightedQuantile(values, Math.min(1, share + 0.1))).toBeGreaterThanOrEqual(found - 1e-6);
    }),
  );
});

const path = 'ampds2_house/electricity_rooms_hourly_wh.csv.gz';
const file = fileURLToPath(new URL(`../../../../../shared/data/${path}`, import.meta.url));
const hasHome = existsSync(file);

/** The house's own use by local day: WHE, which is the main meter without the flat. */
const readDays = (): ForecastDay[] => {
  const offsetAt = zoneOffsets('America/Vancouver');
  const sums = new Map<string, number>();
  for (const line of gunzipSync(readFileSync(file)).toString('utf8').trim().split('\n').slice(1)) {
    const [time = '', , , whole] = line.split(',');
    const at = Date.parse(time);
    const day = new Date(at + offsetAt(at / 1000) * 1000).toISOString().slice(0, 10);
    sums.set(day, (sums.get(day) ?? 0) + Number(whole));
  }
  return [...sums].map(([day, used]) => ({ day, used, coverage: 1 }));
};

describe.skipIf(!hasHome)(`a real home${hasHome ? '' : ' (skipped: ../shared/data is not here)'}`, () => {
  test('AMPds2: half-way through 30 days the total is known to a few percent, and four ranges of five hold', () => {
    const days = readDays();
    const outcomes = Array.from({ length: days.length - 75 }, (_, i) => {
      const at = 60 + i;
      const today = days[at]?.day ?? '';
      const question = { start: addDays(today, -15), end: addDays(today, 15), today };
      const answer = forecastCycle({ days: days.slice(0, at), ...question });
      if (!answer.ok) throw new Error(answer.code);
      const came = days.slice(at - 15, at + 15).reduce((sum, { used }) => sum + used, 0);
      return { off: Math.abs(answer.expected - came) / came, isWithin: came >= answer.low && came <= answer.high };
    });
    const median = outcomes.map(({ off }) => off).sort((a, b) => a - b)[outcomes.length >> 1] ?? 1;
    const within = outcomes.filter(({ isWithin }) => isWithin).length / outcomes.length;
    expect(median).toBeLessThan(0.05);
    expect(within).toBeGreaterThan(0.7);
    expect(within).toBeLessThan(0.9);
  });
});
