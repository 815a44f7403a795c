import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decimalOf, decimalText, minorDigits, roundHalfUp } from './exact-amount.ts';

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
