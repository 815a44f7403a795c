import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { HomeLook } from './rule.ts';
import { slowLeak } from './slow-leak.ts';

const days = 91;
const perDay = 96;
const firstDay = 20_000;
const hourS = 3600;

/** Mulberry32. */
const dice = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0;
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
};

/** Quarter-hours of a home that sleeps from midnight to six, mostly: a toilet now and then. */
const madeUse = (seed: number): number[] => {
  const roll = dice(seed);
  return Array.from({ length: days * perDay }, (_, i) => {
    const hour = Math.floor(i / 4) % 24;
    const isAwake = hour >= 6 && roll() < 0.35;
    return isAwake || roll() < 0.03 ? Math.round(2000 + 12_000 * roll()) : 0;
  });
};
/** `perHour` mL more from `day` on, as a counter of whole litres shows them. */
const leaking = (used: readonly number[], day: number, perHour: number): number[] => {
  const from = day * perDay;
  const shown = (i: number) => Math.floor((Math.max(0, i - from) * perHour) / 4000) * 1000;
  return used.map((one, i) => one + shown(i + 1) - shown(i));
};
const homeOf = (used: readonly number[], of: Partial<HomeLook['meters'][number]> = {}): HomeLook => ({
  firstDay,
  perDay,
  offsetAt: () => 0,
  temperatures: new Map(),
  absences: [],
  meters: [
    {
      meterId: '7',
      name: 'Mains',
      room: 'whole_home',
      utility: 'water',
      flow: 'drawn',
      parentMeterId: null,
      used: Float64Array.from(used),
      ...of,
    },
  ],
});
const tells = (used: readonly number[], caution = 1) => slowLeak.find(homeOf(used), caution);

describe('a slow leak', () => {
  test('of a litre an hour is told in its second week, with since when, its rate and its litres', () => {
    const home = leaking(madeUse(1), days - 8.5, 1000);
    const [found] = tells(home);
    expect(found).toMatchObject({ meterId: '7', figures: { floorMlPerHour: 1000 }, costsPerDay: 24_000 });
    const began = (firstDay + days - 8.5) * 24 * hourS;
    expect(Math.abs((found?.since ?? 0) - began)).toBeLessThanOrEqual(12 * hourS);
    expect(Math.abs((found?.figures.leakMl ?? 0) / (8.5 * 24_000) - 1)).toBeLessThan(0.15);
  });

  test('is not what was always there, what is over, what lasted for days, or what no meter of water says', () => {
    expect(tells(madeUse(2))).toEqual([]);
    expect(tells(leaking(madeUse(2), 0, 3000))).toEqual([]);
    expect(tells(leaking(madeUse(2), days - 4, 3000))).toEqual([]);
    const mended = leaking(madeUse(2), days - 20, 2000).map((one, i) =>
      i < (days - 1) * perDay ? one : (madeUse(2)[i] as number),
    );
    expect(tells(mended)).toEqual([]);
    const power = homeOf(leaking(madeUse(2), days - 10, 3000), { utility: 'electricity' });
    expect(slowLeak.find(power, 1)).toEqual([]);
  });

  test('is no garden’s clock: an even watering every night leaves hours of rest, whenever it began', () => {
    const watering = (from: number) =>
      madeUse(3).map((one, i) => one + (i >= from * perDay && Math.floor(i / 4) % 24 < 4 ? 40_000 : 0));
    expect(tells(watering(0))).toEqual([]);
    expect(tells(watering(days - 20))).toEqual([]);
  });

  test('is asked for more where this home has called it normal', () => {
    const home = leaking(madeUse(4), days - 10, 1000);
    expect(tells(home)).toHaveLength(1);
    expect(tells(home, 2.25)).toEqual([]);
    expect(tells(leaking(madeUse(4), days - 10, 3000), 2.25)).toHaveLength(1);
  });

  test('is seen though hours of each day were not measured, but not where hardly any were', () => {
    const gappy = (share: number) => {
      const roll = dice(9);
      const use = leaking(madeUse(5), days - 10, 1000);
      const lost = use.map(() => roll() < share);
      return use.map((one, i) => (lost[Math.floor(i / 8)] ? Number.NaN : one));
    };
    expect(tells(gappy(0.08))).toHaveLength(1);
    expect(tells(gappy(0.8))).toEqual([]);
  });

  test('that is told stays told when it leaks more, from the same day on', () => {
    fc.assert(
      fc.property(
        fc.nat(50),
        fc.integer({ min: 7, max: 40 }),
        fc.integer({ min: 800, max: 4000 }),
        fc.integer({ min: 0, max: 5000 }),
        (seed, ago, rate, more) => {
          const isTold = (perHour: number) => tells(leaking(madeUse(seed), days - ago, perHour)).length > 0;
          expect(isTold(rate) && !isTold(rate + more + 1000)).toBe(false);
        },
      ),
      { numRuns: 40 },
    );
  });
});
