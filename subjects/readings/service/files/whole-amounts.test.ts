import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { amountOver, counterValue, wholeAmounts } from './whole-amounts.ts';

describe('whole amounts', () => {
  test('every partial sum is the exact one, rounded', () => {
    const thousandths = fc.array(fc.integer({ min: -20_000, max: 2_000_000 }), { minLength: 1, maxLength: 400 });
    fc.assert(
      fc.property(thousandths, (amounts) => {
        const toWhole = wholeAmounts();
        let exact = 0n;
        let given = 0n;
        for (const amount of amounts) {
          exact += BigInt(amount);
          given += BigInt(toWhole(amount / 1000));
          const off = given * 1000n - exact;
          expect(off >= -500n && off <= 500n).toBe(true);
        }
      }),
    );
  });

  test('ten times 0.1 is 1, also over half a million rows', () => {
    const toWhole = wholeAmounts();
    let sum = 0;
    for (let i = 0; i < 500_000; i += 1) sum += toWhole(0.1);
    expect(sum).toBe(50_000);
  });

  test('power and flow over a time are amounts', () => {
    expect(amountOver(119.7, 'W', 'mean', 60)).toBeCloseTo(1.995, 9);
    expect(amountOver(1.5, 'kW', 'mean', 1800)).toBe(750);
    expect(amountOver(6, 'L/min', 'mean', 30)).toBe(3000);
    expect(amountOver(0.36, 'm3/h', 'mean', 10)).toBe(1000);
  });

  test('a counter is kept to the whole unit', () => {
    expect(counterValue(45_287.526, 'L')).toBe(45_287_526);
    expect(counterValue(1000.115, 'kWh')).toBe(1_000_115);
    expect(counterValue(1, 'gal')).toBe(3785);
    expect(counterValue(1, 'ft3')).toBe(28_317);
  });
});
