import { describe, expect, test } from 'vitest';
import { checkPrices, isTariffDay, plainDecimal, type SimplePrices } from './check-tariff.ts';
import { enteredRate, keptRate } from './prices/price-unit.ts';

const typed: SimplePrices = { rate: '0,1650', standing: '14.9', tax: '' };

test.each([
  ['0,165', '0.165'],
  [' 0.1650 ', '0.165'],
  ['.5', '0.5'],
  ['007', '7'],
  ['', '0'],
  ['12.', '12'],
  ['1 234,5', '1234.5'],
])('%s is taken as %s', (text, plain) => {
  expect(plainDecimal(text)).toBe(plain);
});

test.each(['-1', '1e3', '0x1', 'abc', '1.2.3', '1,234.5', '0.1234567'])('%s is no price', (text) => {
  expect(plainDecimal(text)).toBeUndefined();
});

describe('prices that are entered', () => {
  test('become plain decimals; what is left out is nothing', () => {
    expect(checkPrices(typed, 'electricity', 'metric')).toEqual({
      ok: true,
      value: { rate: '0.165', standing: '14.9', tax: '0' },
    });
  });

  test.each<[Partial<SimplePrices>, object]>([
    [{ rate: 'cheap' }, { rate: 'notNumber' }],
    [{ rate: '1000000' }, { rate: 'tooLarge' }],
    [{ tax: '101' }, { tax: 'percent' }],
    [{ standing: '1,200' }, { standing: 'thousands' }],
    [{ standing: '12.500' }, { standing: 'thousands' }],
    [{ tax: '1.23456' }, { tax: 'notNumber' }],
    [{ rate: '', standing: '', tax: '21' }, { rate: 'allEmpty' }],
  ])('%j is refused where it is wrong', (change, faults) => {
    expect(checkPrices({ ...typed, ...change }, 'water', 'metric')).toEqual({ ok: false, faults });
  });

  test('water priced by a thousand gallons is kept by the cubic metre, and comes back as it was', () => {
    expect(checkPrices({ ...typed, rate: '5.25' }, 'water', 'us')).toMatchObject({
      value: { rate: '1.386903' },
    });
    expect(checkPrices({ ...typed, rate: '5.25' }, 'electricity', 'us')).toMatchObject({
      value: { rate: '5.25' },
    });
    for (const rate of ['5.25', '0.0001', '99.9999', '3'])
      expect(enteredRate(Number(keptRate(rate, 'water', 'us')), 'water', 'us')).toBe(rate);
    expect(enteredRate(1.85, 'water', 'metric')).toBe('1.85');
  });

  test('hold from a day of this century on', () => {
    expect(['2026-11-01', '2000-01-01'].every(isTariffDay)).toBe(true);
    expect(['', '1999-12-31', '2100-01-01', '1 Nov 2026'].some(isTariffDay)).toBe(false);
  });
});
