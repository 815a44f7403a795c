import { describe, expect, test } from 'vitest';
import { checkTariff, plainDecimal, type TariffDraft } from './check-tariff.ts';
import { ratePerCubicMetre, ratePerUnit } from './volume-unit.ts';

const draft: TariffDraft = {
  valid_from: '2026-11-01',
  electricity_rate: '0,1650',
  electricity_standing: '14.9',
  electricity_tax_percent: '21',
  water_rate: '1.85',
  water_standing: '',
  water_tax_percent: '',
};

test.each([
  ['0,165', '0.165'],
  [' 0.1650 ', '0.165'],
  ['.5', '0.5'],
  ['007', '7'],
  ['', '0'],
  ['12.', '12'],
  ['1 234,5', '1234.5'],
])('%s is taken as %s', (typed, plain) => {
  expect(plainDecimal(typed)).toBe(plain);
});

test.each(['-1', '1e3', '0x1', 'abc', '1.2.3', '1,234.5', '0.1234567'])('%s is no price', (typed) => {
  expect(plainDecimal(typed)).toBeUndefined();
});

describe('prices that are entered', () => {
  test('become plain decimals; what is left out is nothing', () => {
    expect(checkTariff(draft, 'cubicMetre', [])).toEqual({
      ok: true,
      value: { ...draft, electricity_rate: '0.165', water_standing: '0', water_tax_percent: '0' },
    });
  });

  test.each<[Partial<TariffDraft>, object]>([
    [{ valid_from: '' }, { valid_from: 'validFromMissing' }],
    [{ valid_from: '1999-12-31' }, { valid_from: 'validFromMissing' }],
    [{ valid_from: '2026-01-01' }, { valid_from: 'validFromTaken' }],
    [{ electricity_rate: 'cheap' }, { electricity_rate: 'notNumber' }],
    [{ electricity_rate: '1000000' }, { electricity_rate: 'tooLarge' }],
    [{ water_tax_percent: '101' }, { water_tax_percent: 'percent' }],
    [{ water_tax_percent: '1.23456' }, { water_tax_percent: 'notNumber' }],
    [{ electricity_rate: '', electricity_standing: '', water_rate: '' }, { electricity_rate: 'allEmpty' }],
  ])('%j is refused where it is wrong', (change, faults) => {
    expect(checkTariff({ ...draft, ...change }, 'cubicMetre', ['2026-01-01'])).toEqual({ ok: false, faults });
  });

  test('water priced by a thousand gallons is kept by the cubic metre, and comes back as it was', () => {
    expect(ratePerCubicMetre('5.25', 'thousandGallons')).toBe('1.386903');
    for (const rate of ['5.25', '0.0001', '99.9999', '3'])
      expect(ratePerUnit(Number(ratePerCubicMetre(rate, 'thousandGallons')), 'thousandGallons')).toBe(rate);
    expect(ratePerUnit(1.85, 'cubicMetre')).toBe('1.85');
  });
});
