import fc from 'fast-check';
import { expect, test } from 'vitest';
import { counterUnits, toBaseUnits } from './units.ts';

test('one of each in Wh or mL', () => {
  expect(toBaseUnits(1.5, 'kWh')).toBe(1500);
  expect(toBaseUnits(2, 'm3')).toBe(2_000_000);
  expect(toBaseUnits(1, 'gal')).toBe(3785.411784);
});

test.each([
  [1, 277_778],
  [12.345, 3_429_167],
  [0.0036, 1000],
  [3.6, 1_000_000],
  // Half a Wh, written: no double makes it less.
  [0.000009, 3],
  [36_000, 10_000_000_000],
])('%d GJ are %d Wh', (value, expected) => {
  expect(toBaseUnits(value, 'GJ')).toBe(expected);
  expect(toBaseUnits(value * 1000, 'MJ')).toBe(expected);
});

/** A number as a counter writes it: whole millionths of its unit. */
const written = (millionths: number): number => Number(`${millionths}e-6`);

test('a counter in GJ is exact to the Wh, however large: joules divided by 3600, rounded', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10 ** 12 }), (kilojoules) => {
      const half = BigInt(kilojoules) * 1000n + 1800n;
      expect(toBaseUnits(written(kilojoules), 'GJ')).toBe(Number(half / 3600n));
    }),
  );
});

test('what lies between values of a counter adds up to what it rose by, in every unit', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...counterUnits),
      fc.array(fc.integer({ min: 0, max: 10 ** 7 }), { minLength: 2, maxLength: 200 }),
      (unit, steps) => {
        let shown = 0;
        const values = steps.map((step) => Math.round(toBaseUnits(written((shown += step)), unit)));
        const used = values.slice(1).reduce((sum, value, i) => sum + value - (values[i] as number), 0);
        const rose = toBaseUnits(written(shown), unit) - toBaseUnits(written(steps[0] as number), unit);
        expect(Math.abs(used - rose)).toBeLessThanOrEqual(1);
      },
    ),
  );
});
