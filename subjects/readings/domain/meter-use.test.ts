import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  advanceMeter,
  counterStep,
  emptyUpdate,
  type GapUse,
  newMeterState,
  plausibleUse,
  type QuarterUse,
  settleEnd,
  takeWhole,
} from './meter-use.ts';
import { correctLate, type LateOutcome } from './correct-late.ts';
import type { MeterLimits, Reading, Source } from './reading.ts';

describe('advance meter', () => {
  const start = Date.UTC(2026, 2, 28, 22, 7) / 1000;
  const limits: MeterLimits = { maxPerHour: 1_000_000_000, maxGapS: 3_900 };
  const byTime = (a: { at: number }, b: { at: number }): number => a.at - b.at;

  /** A meter as the service keeps one: forward where it can, fitted in where it must. */
  const feed = (readings: readonly Reading[], under = limits): { outcomes: LateOutcome[]; quarters: QuarterUse[] } => {
    const state = newMeterState(under);
    const stored: Reading[] = [];
    const booked: (QuarterUse | GapUse)[] = [];
    const outcomes = readings.map((reading) => {
      const into = emptyUpdate();
      const outcome = advanceMeter(state, reading, into);
      const late = outcome === 'late' ? correctLate(stored, [reading], under) : null;
      stored.push(...into.kept);
      if (late) {
        settleEnd(state, stored, late.readings, under);
        stored.splice(0, stored.length, ...late.readings);
      }
      booked.push(...into.closed, ...into.gaps, ...(late?.changes ?? []), ...(late?.gaps ?? []));
      return late?.outcomes[0] ?? (outcome as LateOutcome);
    });
    if (state.quarter) booked.push(state.quarter);
    const sums = new Map<string, QuarterUse>();
    for (const { used, estimated, imported, coveredS, ...place } of booked) {
      const key = JSON.stringify(place);
      const sum = sums.get(key) ?? { ...place, used: 0, estimated: 0, imported: 0, coveredS: 0 };
      sum.used += used;
      sum.estimated += estimated;
      sum.imported += imported;
      sum.coveredS += coveredS;
      sums.set(key, sum);
    }
    const quarters = [...sums.values()].filter((q) => q.used || q.estimated || q.imported || q.coveredS);
    return { outcomes, quarters: quarters.sort((a, b) => a.start - b.start) };
  };

  const total = (quarters: readonly QuarterUse[]): number => quarters.reduce((sum, quarter) => sum + quarter.used, 0);

  const aSource = fc.constantFrom<Source>(0, 1);
  /** Any counter: rises, steps back and resets, minutes or days apart. */
  const counter = fc
    .uniqueArray(
      fc.record({ at: fc.integer({ min: 0, max: 900_000 }), value: fc.nat({ max: 100_000 }), source: aSource }),
      {
        selector: (one) => one.at,
        minLength: 2,
        maxLength: 20,
      },
    )
    .map((all) => all.sort(byTime).map((one): Reading => ({ ...one, at: start + one.at, spanS: null })));
  const amounts = fc
    .array(
      fc.tuple(
        fc.constantFrom(0, 0, 300, 90_000, 700_000),
        fc.integer({ min: 1, max: 10_000 }),
        fc.integer({ min: 0, max: 5_000 }),
        aSource,
      ),
      {
        minLength: 2,
        maxLength: 20,
      },
    )
    .map((all) => {
      let at = start;
      return all.map(([gap, spanS, value, source]): Reading => {
        const reading = { at: at + gap, value, spanS, source };
        at = reading.at + spanS;
        return reading;
      });
    });
  const shuffled = (readings: fc.Arbitrary<Reading[]>) =>
    readings.chain((sorted) =>
      fc.tuple(
        fc.constant(sorted),
        fc.shuffledSubarray(sorted, { minLength: sorted.length, maxLength: sorted.length }),
      ),
    );

  describe('whatever the order of arrival, the quarter-hours are those of the sorted readings', () => {
    test.each([
      ['a counter', counter],
      ['amounts', amounts],
    ])('%s', (_title, readings) => {
      fc.assert(
        fc.property(shuffled(readings), ([sorted, anyOrder]) => {
          const expected = feed(sorted);
          const got = feed(anyOrder);
          expect(got.quarters).toEqual(expected.quarters);
          expect(got.outcomes.every((outcome) => outcome === 'accepted')).toBe(true);
          expect(feed([...anyOrder, ...sorted]).quarters).toEqual(expected.quarters);
        }),
        { numRuns: process.env['TEST_FULL'] === '1' ? 300 : 50 },
      );
    });

    test('several late readings at once are the same as one by one', () => {
      fc.assert(
        fc.property(counter, fc.infiniteStream(fc.boolean()), (sorted, dice) => {
          const first = sorted.filter((_, i) => i === 0 || i === sorted.length - 1 || (dice.next().value as boolean));
          const late = sorted.filter((one) => !first.includes(one));
          const oneByOne = feed([...first, ...late]);
          const { changes, gaps } = correctLate(first, late, limits);
          expect(total([...changes, ...gaps])).toBe(total(oneByOne.quarters) - total(feed(first).quarters));
        }),
      );
    });
  });

  test('the use of a rising counter is its last value minus its first', () => {
    fc.assert(
      fc.property(counter, (readings) => {
        const rising = readings.map((reading, i) => ({
          ...reading,
          value: readings.slice(0, i + 1).reduce((sum, one) => sum + one.value, 0),
        }));
        const { quarters } = feed(rising);
        expect(total(quarters)).toBe((rising.at(-1)?.value ?? 0) - (rising[0]?.value ?? 0));
      }),
    );
  });

  test('fractions of amounts are carried: the sum is short of less than one unit', () => {
    fc.assert(
      fc.property(amounts, fc.integer({ min: 1, max: 999_999 }), (readings, micro) => {
        const exact = readings.map((reading) => ({ ...reading, value: reading.value + micro / 1e6 }));
        const sum = exact.reduce((all, reading) => all + reading.value, 0);
        expect(sum - total(feed(exact).quarters)).toBeGreaterThanOrEqual(-1e-5);
        expect(sum - total(feed(exact).quarters)).toBeLessThan(1);
      }),
    );
  });

  test('a silence longer than the meter allows is an estimate', () => {
    const at = (s: number, value: number): Reading => ({ at: start + s, value, spanS: null, source: 0 });
    const { quarters } = feed([at(0, 0), at(3_900, 39), at(7_801, 79)]);
    expect(quarters.reduce((sum, quarter) => sum + quarter.estimated, 0)).toBe(40);
    expect(quarters.reduce((sum, quarter) => sum + quarter.coveredS, 0)).toBe(3_900);
  });

  describe('what cannot be is told, and changes nothing', () => {
    const narrow: MeterLimits = { maxPerHour: 3_600, maxGapS: 3_900 };
    const at = (s: number, value: number): Reading => ({ at: start + s, value, spanS: null, source: 0 });
    const over = (s: number, spanS: number, value: number): Reading => ({ at: start + s, value, spanS, source: 0 });
    const counted = [at(0, 1_000), at(600, 1_100)];
    const taken = [over(0, 600, 50), over(1_200, 600, 50)];

    test.each<[string, readonly Reading[], Reading, LateOutcome]>([
      ['the same value again', counted, at(600, 1_100), 'duplicate'],
      ['another value for the same instant', counted, at(600, 1_101), 'conflict'],
      ['an older one again', counted, at(0, 1_000), 'duplicate'],
      ['another value for an older instant', counted, at(0, 999), 'conflict'],
      ['an absurd jump ahead', counted, at(660, 500_000), 'implausible-jump'],
      ['an absurd jump in between', counted, at(300, 500_000), 'implausible-jump'],
      ['an amount for a counter', counted, over(600, 60, 1), 'wrong-kind'],
      ['a counter value among amounts', taken, at(1_800, 1), 'wrong-kind'],
      ['an interval again', taken, over(0, 600, 50), 'duplicate'],
      ['an interval with another amount', taken, over(0, 600, 60), 'conflict'],
      ['an overlapping interval', taken, over(300, 600, 50), 'conflict'],
      ['an amount that cannot pass', taken, over(600, 600, 5_000), 'implausible-jump'],
      ['an amount that cannot pass, ahead', taken, over(1_800, 600, 5_000), 'implausible-jump'],
      ['an amount given back', taken, over(600, 600, -1), 'negative-amount'],
      ['an amount given back, ahead', taken, over(1_800, 600, -0.5), 'negative-amount'],
    ])('%s', (_title, before, reading, outcome) => {
      const got = feed([...before, reading], narrow);
      expect(got.outcomes.at(-1)).toBe(outcome);
      expect(got.quarters).toEqual(feed(before, narrow).quarters);
    });
  });
});

describe('counter step', () => {
  const limits = { maxPerHour: 3_600, maxGapS: 3_900 };

  test.each([
    ['a rise is use', 100, 160, 60, { kind: 'use', used: 60 }],
    ['no change is no use', 100, 100, 60, { kind: 'use', used: 0 }],
    ['a fall to little is a reset: what it shows has been used since', 90_000, 120, 60, { kind: 'reset', used: 120 }],
    ['a small step back is backflow, never negative use', 100, 98, 60, { kind: 'backflow', used: 0 }],
    ['a short span may bring a quarter-hour at once', 0, 900, 1, { kind: 'use', used: 900 }],
    ['more than can pass is a jump', 0, 901, 900, { kind: 'jump' }],
    ['a longer silence lets more pass', 0, 7_200, 7_200, { kind: 'use', used: 7_200 }],
    ['a fall to much is a jump', 90_000, 40_000, 60, { kind: 'jump' }],
  ])('%s', (_title, before, after, seconds, step) => {
    expect(counterStep(before, after, seconds, limits)).toEqual(step);
  });

  test('whatever two values a counter shows, use is never negative nor more than can pass', () => {
    const value = fc.nat({ max: 1_000_000 });
    fc.assert(
      fc.property(value, value, fc.integer({ min: 1, max: 100_000 }), (before, after, seconds) => {
        const step = counterStep(before, after, seconds, limits);
        if (step.kind === 'jump') return;
        expect(step.used).toBeGreaterThanOrEqual(0);
        expect(step.used).toBeLessThanOrEqual(plausibleUse(seconds, limits));
        expect(after < before || step.used === after - before).toBe(true);
      }),
    );
  });
});

describe('meter state', () => {
  const millionths = fc.integer({ min: -5_000_000_000, max: 5_000_000_000 });

  test('whole units and what is carried always sum to what came in', () => {
    fc.assert(
      fc.property(fc.array(millionths, { maxLength: 60 }), (amounts) => {
        const state = { carry: 0 };
        let whole = 0;
        for (const micro of amounts) {
          const taken = takeWhole(state, micro / 1e6);
          expect(Number.isInteger(taken)).toBe(true);
          expect(state.carry).toBeGreaterThanOrEqual(0);
          expect(state.carry).toBeLessThan(1_000_000);
          whole += taken;
        }
        expect(whole * 1e6 + state.carry).toBe(amounts.reduce((sum, micro) => sum + micro, 0));
      }),
    );
  });

  test('a third of a unit, three times, is a unit', () => {
    const state = { carry: 0 };
    expect([1, 2, 3, 4, 5, 6].map(() => takeWhole(state, 1 / 3)).reduce((sum, one) => sum + one, 0)).toBe(1);
    expect(state.carry).toBe(999_998);
  });
});
