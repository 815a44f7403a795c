import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  decimalOf,
  decimalText,
  type Exact,
  exact,
  greatestOf,
  leastOf,
  minorDigits,
  roundHalfUp,
  roundTo,
  sumOf,
  textOf,
} from './exact.ts';
import type { RoundingMode } from './plan.ts';

const rounded = (mode: RoundingMode, step: string, ...values: string[]) =>
  values.map((value) => textOf(roundTo(exact(value), exact(step), mode)));

describe('roundTo', () => {
  test('half-up: halves go away from zero', () => {
    expect(rounded('half-up', '0.01', '0.005', '0.0049', '-0.005', '-0.0049', '2.675')).toEqual([
      '0.01',
      '0',
      '-0.01',
      '0',
      '2.68',
    ]);
  });

  test('half-even: halves go to the even multiple', () => {
    expect(rounded('half-even', '1', '0.5', '1.5', '2.5', '-0.5', '-1.5', '-2.5', '2.51')).toEqual([
      '0',
      '2',
      '2',
      '0',
      '-2',
      '-2',
      '3',
    ]);
  });

  test('up goes away from zero and down towards it', () => {
    expect(rounded('up', '1', '0.01', '1', '-0.01', '-1.2')).toEqual(['1', '1', '-1', '-2']);
    expect(rounded('down', '1', '0.99', '1', '-0.99', '-1.2')).toEqual(['0', '1', '0', '-1']);
  });

  test('to a multiple of any step: of 0.05, of 5 and of a ten-thousandth', () => {
    expect(rounded('half-up', '0.05', '1.024', '1.025', '-1.025')).toEqual(['1', '1.05', '-1.05']);
    expect(rounded('half-up', '5', '12.4', '12.5')).toEqual(['10', '15']);
    expect(rounded('half-up', '0.0001', '0.00005', '0.33333')).toEqual(['0.0001', '0.3333']);
  });
});

describe('exact fractions', () => {
  const fraction = fc
    .tuple(fc.integer({ min: -1_000_000, max: 1_000_000 }), fc.integer({ min: 1, max: 997 }))
    .map(([n, d]) => exact(n, d));
  const step = fc.constantFrom('1', '0.05', '0.01', '0.0001', '0.3', '7').map((text) => exact(text));
  const modes = ['half-up', 'half-even', 'up', 'down'] as const;
  const mode = fc.constantFrom(...modes);
  const isMultiple = (value: Exact, of: Exact): boolean => value.div(of).d === 1n;

  test('rounding gives a multiple of the step, less than a step away, and leaves a multiple as it is', () => {
    fc.assert(
      fc.property(fraction, step, mode, (value, by, how) => {
        const near = roundTo(value, by, how);
        expect(isMultiple(near, by)).toBe(true);
        expect(near.sub(value).abs().compare(by)).toBe(-1);
        expect(roundTo(near, by, how).equals(near)).toBe(true);
        expect(roundTo(value.neg(), by, how).equals(near.neg())).toBe(true);
      }),
    );
  });

  test('a greater value is never rounded to a lesser multiple', () => {
    fc.assert(
      fc.property(fraction, fraction, step, mode, (a, b, by, how) => {
        const [low, high] = [leastOf(a, b), greatestOf(a, b)];
        expect(roundTo(low, by, how).compare(roundTo(high, by, how))).toBeLessThanOrEqual(0);
      }),
    );
  });

  test('a decimal is written and read back as it was, with at least so many decimals', () => {
    const decimal = fc
      .tuple(fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }), fc.integer({ min: 0, max: 9 }))
      .map(([n, places]) => exact(BigInt(n), 10n ** BigInt(places)));
    fc.assert(
      fc.property(decimal, fc.integer({ min: 0, max: 4 }), (value, atLeast) => {
        const text = textOf(value, atLeast);
        expect(exact(text).equals(value)).toBe(true);
        expect((text.split('.')[1] ?? '').length).toBeGreaterThanOrEqual(atLeast);
      }),
    );
  });

  test('what does not end is written to the nearest, and nothing has no sign', () => {
    expect(textOf(exact(2, 3), 0, 3)).toBe('0.667');
    expect(textOf(exact(-1, 3000), 2, 3)).toBe('0.00');
    expect(textOf(exact('-0.0'), 2)).toBe('0.00');
    expect(textOf(exact('-0.05'), 2)).toBe('-0.05');
  });

  test('a tenth added ten times is one', () => {
    expect(sumOf(Array.from({ length: 10 }, () => exact('0.1'))).equals(1)).toBe(true);
  });
});

test.each([
  [5n, 2n, 3n],
  [4n, 3n, 1n],
  [-5n, 2n, -3n],
  [-4n, 3n, -1n],
  [1n, 2n, 1n],
  [0n, 7n, 0n],
])('%s / %s is rounded to %s: a half goes away from zero', (n, d, whole) => {
  expect(roundHalfUp(n, d)).toBe(whole);
});

test('what is rounded is never further away than half', () => {
  fc.assert(
    fc.property(fc.bigInt(-(10n ** 20n), 10n ** 20n), fc.bigInt(1n, 10n ** 9n), (n, d) => {
      const off = 2n * (roundHalfUp(n, d) * d - n);
      return off <= d && off >= -d;
    }),
  );
});

test('decimals are read and written as they are; anything else is refused', () => {
  expect(decimalOf('0.1650')).toEqual({ units: 1650n, scale: 4 });
  expect(decimalOf('-12')).toEqual({ units: -12n, scale: 0 });
  for (const text of ['', '1e3', '1,5', '.5', '0x1', 'NaN']) expect(() => decimalOf(text)).toThrow(RangeError);
  expect([
    decimalText(6140n, 2),
    decimalText(5n, 2),
    decimalText(-5n, 2),
    decimalText(61n, 0),
    decimalText(1n, 3),
  ]).toEqual(['61.40', '0.05', '-0.05', '61', '0.001']);
});

test('C3.2 a currency has its own smallest unit', () => {
  expect(['EUR', 'INR', 'JPY', 'KWD'].map(minorDigits)).toEqual([2, 2, 0, 3]);
});
