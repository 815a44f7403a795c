import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { advanceMeter, emptyUpdate, newMeterState, piecesOf, settleEnd } from './meter-use.ts';
import { correctLate } from './correct-late.ts';
import { dipChange, dipsIn, lastFall } from './counter-dips.ts';
import { type MeterLimits, mark, type Reading } from './reading.ts';

const t0 = Date.UTC(2026, 2, 28, 22, 7) / 1000;
const limits: MeterLimits = { maxPerHour: 20_000_000, maxGapS: 3_900 };
const day = 86_400;

/** Values `stepS` apart. */
const counter = (values: readonly number[], stepS = 900): Reading[] =>
  values.map((value, i) => ({ at: t0 + i * stepS, value, spanS: null, source: 0 }));
const used = (readings: readonly Reading[], under = limits): number =>
  piecesOf(readings, under).reduce((sum, piece) => sum + piece.used, 0);
const dips = (readings: readonly Reading[]): number[] => [...dipsIn(readings)].map(({ value }) => value);

/** A meter as the service keeps one: forward where it can, fitted in where it must; what is booked and what is kept. */
const feed = (
  readings: readonly Reading[],
  under = limits,
): { booked: number; stored: Reading[]; dips: Set<number>; fellAt: number | null } => {
  const state = newMeterState(under);
  let stored: Reading[] = [];
  let booked = 0;
  const marked = new Set<number>();
  for (const reading of readings) {
    const into = emptyUpdate();
    if (advanceMeter(state, reading, into) === 'late') {
      const late = correctLate(stored, [reading], under);
      settleEnd(state, stored, late.readings, under);
      const { dips: more, noDips: fewer } = dipChange(stored, late.readings);
      for (const one of more) marked.add(one.at);
      for (const one of fewer) marked.delete(one.at);
      stored = [...late.readings];
      booked += [...late.changes, ...late.gaps].reduce((sum, one) => sum + one.used, 0);
    } else stored.push(...into.kept);
    booked += [...into.closed, ...into.gaps].reduce((sum, one) => sum + one.used, 0);
  }
  return { booked: booked + (state.quarter?.used ?? 0), stored, dips: marked, fellAt: state.fellAt };
};

describe('a counter that falls and comes back counts above its former high mark alone', () => {
  test.each([
    ['by four in a hundred', [307_775_000, 295_487_000, 307_788_000, 307_800_000], 25_000, [295_487_000]],
    ['for a while, counting on meanwhile', [1000, 960, 970, 980, 1010], 10, [960, 970, 980]],
    ['step by step', [1000, 990, 980, 990, 1000, 1010], 10, [990, 980, 990]],
    ['again and again', [1000, 900, 1001, 901, 1002, 902, 1003], 3, [900, 901, 902]],
    ['twice before it is back', [1000, 990, 995, 980, 996, 1001], 1, [980, 990, 995, 996]],
    ['to zero, and remembers', [307_775_000, 0, 307_788_000], 13_000, [0]],
    [
      'to another meter that shows little',
      [307_775_000, 500_000, 307_775_500, 501_000, 307_776_000],
      1000,
      [500_000, 501_000],
    ],
  ])('%s', (_title, values, expected, below) => {
    expect(used(counter(values))).toBe(expected);
    expect(dips(counter(values)).sort((a, b) => a - b)).toEqual([...below].sort((a, b) => a - b));
    expect(feed(counter(values)).booked).toBe(expected);
  });

  test('also where readings are rare: one a month', () => {
    expect(used(counter([307_775_000, 295_487_000, 307_788_000, 319_800_000], 30 * day))).toBe(12_025_000);
  });
});

describe('a reset, another meter, a roll-over count as they did', () => {
  test.each([
    ['begins anew and stays', [90_000, 0, 100, 250], 250],
    ['begins anew and climbs past what it showed', [90, 0, 40, 80, 120, 160], 160],
    ['another meter that showed less, for good', [300_000, 200_000, 200_100, 200_300], 300],
    ['every day anew, a little more each day', [8000, 0, 4000, 8050, 0, 4050, 8100], 16_150],
  ])('%s', (_title, values, expected) => {
    expect(dips(counter(values, 8 * 3600))).toEqual([]);
    expect(used(counter(values, 8 * 3600))).toBe(expected);
    expect(feed(counter(values, 8 * 3600)).booked).toBe(expected);
  });

  test('a lower value that lasted for more than three days is a new one: what comes then counts from it', () => {
    const values = [1000, 900, ...Array.from({ length: 80 }, (_, i) => 901 + i), 1002];
    expect(used(counter(values, 3600))).toBe(102);
  });

  test('what a person said of a reading is believed: it is no dip, and the counter goes on from it', () => {
    const [a, b, c] = counter([1000, 900, 1100]) as [Reading, Reading, Reading];
    expect(used([a, { ...b, mark: mark.believed }, c])).toBe(200);
    expect(used([a, { ...b, mark: mark.start }, c])).toBe(200);
    expect(used([a, b, { ...c, mark: mark.start }])).toBe(0);
  });
});

/** A real counter: it rises, dips, is taken for another, begins anew, is silent for days. */
const anyCounter = fc
  .array(
    fc.record({
      rise: fc.nat({ max: 400 }),
      after: fc.constantFrom(60, 900, 900, 3600, 20_000, day, 4 * day),
      what: fc.constantFrom('rise', 'rise', 'rise', 'rise', 'dip', 'dip', 'other', 'zero', 'reset'),
      depth: fc.integer({ min: 1, max: 60 }),
    }),
    { minLength: 2, maxLength: 25 },
  )
  .map((steps) => {
    let [at, value, other] = [t0, 5_000, 1_700];
    return steps.map(({ rise, after, what, depth }): Reading => {
      at += after;
      value = what === 'reset' ? rise : value + rise;
      other += rise;
      const shown = what === 'dip' ? Math.floor(value * (1 - depth / 100)) : what === 'other' ? other : value;
      return { at, value: what === 'zero' ? 0 : shown, spanS: null, source: 0 };
    });
  });
const wide = { ...limits, maxPerHour: 1_000_000_000 };

test('whatever dips, resets, repeats and order of arrival: what is booked and marked is what a recount says', () => {
  fc.assert(
    fc.property(
      anyCounter.chain((all) =>
        fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length }), fc.subarray(all)),
      ),
      ([sorted, anyOrder, again]) => {
        const got = feed([...anyOrder, ...again], wide);
        expect(got.stored).toEqual(sorted);
        expect(got.booked).toBe(used(sorted, wide));
        expect(got.dips).toEqual(new Set([...dipsIn(sorted)].map(({ at }) => at)));
        expect(feed(sorted, wide).booked).toBe(got.booked);
        // Who looks for falls after this one need not look.
        expect(got.fellAt ?? 0).toBeGreaterThanOrEqual(lastFall(got.stored) ?? 0);
      },
    ),
    { numRuns: 500 },
  );
});

test('use is never negative, and never more than the counter rose', () => {
  fc.assert(
    fc.property(anyCounter, (readings) => {
      const rises = readings.reduce(
        (sum, one, i) => sum + Math.max(one.value - (readings[i - 1]?.value ?? one.value), 0),
        0,
      );
      const resets = readings.reduce(
        (sum, one, i) => sum + (one.value < (readings[i - 1]?.value ?? 0) ? one.value : 0),
        0,
      );
      for (const piece of piecesOf(readings, wide)) expect(piece.used).toBeGreaterThanOrEqual(0);
      expect(used(readings, wide)).toBeLessThanOrEqual(rises + resets);
    }),
  );
});

test('a reading tells nothing of others that are far away, but of its neighbours', () => {
  fc.assert(
    fc.property(anyCounter, fc.nat(), (readings, place) => {
      const one = readings[place % readings.length] as Reading;
      const near = readings.filter(
        ({ at }, i) => Math.abs(at - one.at) <= 3 * day || Math.abs(i - readings.indexOf(one)) <= 1,
      );
      expect(dipsIn(near).has(one)).toBe(dipsIn(readings).has(one));
    }),
    { numRuns: 500 },
  );
});

test('two meters under one name are recognised, a misread counter is not taken for them', () => {
  const isOther = (values: readonly number[]) => dipChange([], counter(values)).isOtherCounter;
  expect(isOther([1000, 900, 1001, 901, 1002, 902, 1003])).toBe(true);
  expect(isOther([1000, 900, 1001, 700, 1002, 650, 1003])).toBe(false);
  expect(isOther([1000, 900, 901, 902, 903, 1003])).toBe(false);
});

const real = fileURLToPath(
  new URL('../../../../shared/data/daiad_alicante_water/meter_readings_hourly.csv.gz', import.meta.url),
);
describe.skipIf(!existsSync(real))('real water meters, read every hour for a year', () => {
  const homes = new Map<string, Reading[]>();
  const lines = existsSync(real) ? gunzipSync(readFileSync(real)).toString('utf8').trim().split('\n').slice(1) : [];
  for (const line of lines) {
    const [home = '', time = '', litres] = line.split(',');
    const at = Date.parse(`${time.replace(' ', 'T')}Z`) / 1000;
    const readings = homes.get(home) ?? [];
    readings.push({ at, value: Number(litres) * 1000, spanS: null, source: 0 });
    homes.set(home, readings);
  }
  for (const readings of homes.values()) readings.sort((a, b) => a.at - b.at);
  const year = (readings: readonly Reading[]): number => (readings.at(-1)?.value ?? 0) - (readings[0]?.value ?? 0);
  /** Thresholds were set on the first half of the homes; this is the other one. */
  const others = [...homes.keys()].slice(Math.ceil(homes.size / 2));

  test('use is last minus first in every home; the one real step back is the only dip', () => {
    for (const readings of homes.values()) expect(used(readings)).toBe(year(readings));
    expect([...homes].flatMap(([home, readings]) => dips(readings).map((value) => [home, value]))).toEqual([
      ['hh050', 198_351_000],
    ]);
  });

  test('a misread hour put into the other half is found wherever it is, and nothing else; a reset counts on', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...others),
        fc.double({ min: 0.01, max: 0.98, noNaN: true }),
        fc.integer({ min: 1, max: 49 }),
        (home, where, percent) => {
          const all = homes.get(home) as Reading[];
          const place = Math.floor(all.length * where);
          const window = all.slice(Math.max(0, place - 200), place + 200);
          // Not where the counter itself fell: what is put there could be a part of that.
          fc.pre(dips(window).length === 0);
          const at = window[Math.min(place, 200)] as Reading;
          const dipped = window.map((one) =>
            one === at ? { ...one, value: Math.floor(one.value * (1 - percent / 100)) } : one,
          );
          expect(used(dipped)).toBe(year(window));
          expect(dips(dipped)).toHaveLength(1);
          const reset = window.map((one) => (one.at < at.at ? one : { ...one, value: one.value - at.value }));
          const before = window.filter((one) => one.at < at.at);
          expect(used(reset)).toBe(year(before) + (reset.at(-1)?.value ?? 0));
          expect(dips(reset)).toEqual([]);
        },
      ),
    );
  });
});
