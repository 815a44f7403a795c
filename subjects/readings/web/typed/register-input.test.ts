import { expect, test } from 'vitest';
import { registerOf } from '#catalogue/registers.ts';
import { digitsOf, valueOf } from './register-input.tsx';

test.each([
  ['24322,5', '24322.5'],
  ['24322.5', '24322.5'],
  ['24,322.5', '24322.5'],
  ['24.322,5', '24322.5'],
  ['24 322', '24322'],
  ['२४३२२.५', '24322.5'],
  ['２４３', '243'],
  ['.5', '.5'],
  ['1.23456', '1.234'],
  ['-12kWh', '12'],
  ['', ''],
])('%s is read as %s', (typed, digits) => {
  expect(digitsOf(typed)).toBe(digits);
});

test('what a register shows is kept in Wh and mL, in whatever unit it counts', () => {
  const wh = registerOf('electricity', null, 'us');
  expect(valueOf('24322.5', wh)).toBe(24_322_500);
  expect(valueOf('.5', wh)).toBe(500);
  expect(valueOf('.', wh)).toBeUndefined();
  expect(valueOf('12.345', registerOf('water', null, 'metric'))).toBe(12_345_000);
  expect(valueOf('100', registerOf('water', null, 'us'))).toBe(378_541);
  expect(valueOf('10', registerOf('gas', null, 'us'))).toBe(283_168);
  expect(valueOf('10', registerOf('gas', 'm3', 'us'))).toBe(10_000_000);
  expect(registerOf('water', 'kWh', 'metric').unit).toBe('m3');
});
