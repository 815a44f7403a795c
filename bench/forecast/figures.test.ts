import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays } from '#catalogue/local-day.ts';
import { figuresOf, leftOut, quantile } from './figures.ts';
import { halfOf, halves, type Home, readHomes } from './homes.ts';
import { rollHome } from './rolled.ts';

/** Weeks and months of one kind each: full, empty, silent, or of days that are no number. */
const anyHome = fc
  .array(
    fc.record({
      length: fc.integer({ min: 1, max: 70 }),
      used: fc.constantFrom(0, 0, 5_000, 5_300, 1e9, Number.NaN),
      coverage: fc.constantFrom(0, 0.5, 0.95, 1, 1, 1),
    }),
    { maxLength: 10 },
  )
  .map((spans): Home => {
    const all = spans.flatMap(({ length, used, coverage }) => Array.from({ length }, () => ({ used, coverage })));
    const days = all.map((one, i) => ({ day: addDays('2026-01-01', i), ...one }));
    return { group: 'any water', name: `${all.length}`, days, silenceIsLost: true, isSeen: false };
  });

const numbersIn = (value: unknown): number[] =>
  typeof value === 'number' ? [value] : value === null ? [] : Object.values(value as object).flatMap(numbersIn);

test('a home with empty months, or with none at all, gives finite figures or none', () => {
  fc.assert(
    fc.property(fc.array(anyHome, { maxLength: 3 }), fc.constantFrom(0, 0.25, 0.5, 0.9), (homes, elapsed) => {
      const rolled = homes.flatMap((home) => [1, 20].flatMap((day) => rollHome(home, day, elapsed)));
      const figures = [figuresOf(rolled), ...halves.map((half) => leftOut(rolled, half))];
      for (const one of numbersIn([figures, rolled.map(({ own, naive }) => ({ own, naive }))]))
        expect(Number.isFinite(one)).toBe(true);
    }),
    { numRuns: 200 },
  );
});

test('what is chosen on one half of the homes is reported on the other', () => {
  const [a, b] = halves.map((half) => ({
    group: 'g',
    name: ['1', '2', '3', '4', '5'].find((name) => halfOf({ group: 'g', name }) === half) ?? '',
  }));
  const cycle = (home: unknown, reach: number) => ({ home, reach, own: 1, naive: {} }) as never;
  const rolled = [
    ...[0.1, 0.2, 0.3, 0.4, 0.5].map((reach) => cycle(a, reach)),
    ...[0.3, 0.6, 2].map((reach) => cycle(b, reach)),
  ];
  const { cycles, within, times, withinThen } = leftOut(rolled, 'B');
  expect([cycles, within, withinThen].map((one) => one?.toFixed(1))).toEqual(['3.0', '66.7', '33.3']);
  expect(times).toBeCloseTo(0.42, 6);
});

test('nothing has no median, and what is beyond every range no width', () => {
  expect([quantile([], 0.5), quantile([1, Number.POSITIVE_INFINITY], 0.9), quantile([1, 3], 0.5)]).toEqual([
    null,
    null,
    2,
  ]);
});

test('on homes left out the range holds eight of ten, and the forecast is better than going on as so far', ({
  skip,
}) => {
  const { homes, absent } = readHomes();
  skip(absent.length > 0, `not here: ${absent.join(', ')}`);
  const rolled = homes.flatMap((home) => [0.25, 0.5, 0.75].flatMap((elapsed) => rollHome(home, 1, elapsed)));
  for (const utility of ['electricity', 'water'])
    for (const half of halves) {
      const { within } = leftOut(
        rolled.filter(({ home }) => home.group.endsWith(utility)),
        half,
      );
      expect(within, `${utility}, half ${half}`).toBeGreaterThan(76);
      expect(within, `${utility}, half ${half}`).toBeLessThan(84);
    }
  expect(figuresOf(rolled.filter(({ home }) => !home.isSeen)).asSoFar).toBeLessThan(1);
});
