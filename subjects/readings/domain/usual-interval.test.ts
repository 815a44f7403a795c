import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type DayGaps, meanArrival, silentAfter, usualInterval } from './usual-interval.ts';

const hourS = 3600;
/** A day of which only the longest is known, as packed days are. */
const packed = (maxS: number, gaps = 20): DayGaps => ({ gaps, medianS: null, highS: null, maxS });
const open = (medianS: number, highS: number, maxS: number, gaps = 20): DayGaps => ({
  gaps,
  medianS,
  highS,
  maxS,
});

describe('the usual interval', () => {
  test('of an even meter is its interval from its first hours on; a pause of a router does not matter', () => {
    expect(usualInterval([open(60, 61, 480)], 0)).toBe(61);
    expect(usualInterval([open(hourS, hourS, hourS, 9)], 0)).toBe(hourS);
  });

  test('of a meter that speaks when water flows is its night, once it has had a few', () => {
    const evening = open(300, 2400, 2400);
    const day = open(300, 3000, 8 * hourS);
    expect(usualInterval([evening], 0)).toBeNull();
    expect(usualInterval([evening, day, day], 0)).toBeNull();
    expect(usualInterval([evening, day, day, open(300, 900, hourS)], 0)).toBe(8 * hourS);
  });

  test('is not moved by a day with an outage', () => {
    expect(
      usualInterval(
        [60, 60, 9 * hourS, 60, 60].map((longest) => packed(longest)),
        0,
      ),
    ).toBe(60);
  });

  test('is not known of few readings, nor while it is not known how often they come', () => {
    expect(usualInterval([open(60, 60, 60, 7)], 0)).toBeNull();
    expect(usualInterval([packed(60), packed(60), packed(60), packed(60)], null)).toBeNull();
    expect(usualInterval([], 0)).toBeNull();
  });

  test('of a meter that sends an hour’s minutes together is the hour', () => {
    const arrivalS = meanArrival({ batches: 24, watchedS: 24 * hourS });
    expect(usualInterval([packed(60), packed(60), packed(60), packed(60)], arrivalS)).toBe(hourS);
    expect(meanArrival({ batches: 2, watchedS: 24 * hourS })).toBeNull();
    expect(meanArrival({ batches: 60, watchedS: 3599 })).toBeNull();
  });

  test('lies among the days’ longest; fewer than half of the days change nothing, whatever happened on them', () => {
    const longest = fc.integer({ min: 1, max: 30 * 86_400 });
    fc.assert(
      fc.property(fc.array(longest, { minLength: 4, maxLength: 14 }), (all) => {
        const usual = usualInterval(
          all.map((one) => packed(one)),
          0,
        ) as number;
        expect(all).toContain(usual);
        expect(all.filter((one) => one <= usual).length * 2).toBeGreaterThan(all.length);
      }),
    );
    fc.assert(
      fc.property(fc.integer({ min: 4, max: 14 }), fc.array(longest, { maxLength: 6 }), (days, odd) => {
        const few = odd.slice(0, Math.floor((days - 1) / 2));
        const all = [...few, ...Array.from({ length: days - few.length }, () => 600)];
        expect(
          usualInterval(
            all.map((one) => packed(one)),
            0,
          ),
        ).toBe(600);
      }),
    );
  });
});

test('a silence is told of after three times the usual, and never before a quarter of an hour', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e7 }), (usual) => {
      expect(silentAfter(usual)).toBe(usual < 300 ? 900 : 3 * usual);
    }),
  );
});
