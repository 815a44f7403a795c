import { describe, expect, test } from 'vitest';
import type { TariffPlanRow } from '#supabase/tables/json-columns.ts';
import {
  checkPrices,
  enteredRate,
  isSimplePlan,
  isTariffDay,
  keptRate,
  plainDecimal,
  planOfPrices,
  pricesOfPlan,
  type SimplePrices,
} from './simple-plan.ts';

const plan: TariffPlanRow = planOfPrices({ rate: '0.1712', standing: '14.2', tax: '21' }, 'electricity', 'EUR');

describe('prices of the form', () => {
  test('are a plan of a price, a standing charge and a tax on both', () => {
    expect(plan).toEqual({
      name: { en: 'My prices', es: 'Mis precios', hi: 'मेरी दरें' },
      utility: 'electricity',
      currency: 'EUR',
      unit: 'kWh',
      charges: [
        { id: 'use', kind: 'use', rate: '0.1712' },
        { id: 'standing', kind: 'fixed', per: 'month', amount: '14.2' },
        { id: 'tax', kind: 'tax', percent: '21', of: 'all' },
      ],
    });
    expect(isSimplePlan(plan)).toBe(true);
  });

  test('leave out what is nothing, but for the use', () => {
    const charges = (rate: string, standing: string) =>
      planOfPrices({ rate, standing, tax: '0' }, 'water', 'EUR').charges.map(({ id }) => id);
    expect(charges('1.84', '0')).toEqual(['use']);
    expect(charges('0', '9')).toEqual(['use', 'standing']);
  });

  test('come back as they were typed, water in the units of the household', () => {
    expect(pricesOfPlan(plan, 'us')).toEqual({ rate: '0.1712', standing: '14.2', tax: '21' });
    const water = planOfPrices({ rate: '1.386903', standing: '0', tax: '0' }, 'water', 'USD');
    expect(pricesOfPlan(water, 'us')).toEqual({ rate: '5.25', standing: '', tax: '' });
    expect(pricesOfPlan(water, 'metric').rate).toBe('1.386903');
  });

  test('of before are read too, where a charge may be of nothing', () => {
    const before = {
      ...plan,
      charges: [
        { id: 'use', kind: 'use', rate: '0.2' },
        { id: 'standing', kind: 'fixed', per: 'month', amount: '0' },
        { id: 'tax', kind: 'tax', percent: '0', of: 'all' },
      ],
    };
    expect(isSimplePlan(before)).toBe(true);
    expect(pricesOfPlan(before, 'metric')).toEqual({ rate: '0.2', standing: '', tax: '' });
  });
});

const [use = { id: 'use', kind: 'use' }, standing = use, tax = use] = plan.charges;
test.each<[string, object]>([
  ['dates', { charges: [{ ...use, from: '2026-01-01' }] }],
  ['another charge', { charges: [use, { ...standing, id: 'meter' }] }],
  ['a second price', { charges: [use, { ...use }] }],
  ['another order', { charges: [use, tax, standing] }],
  ['a standing charge by the day', { charges: [use, { ...standing, per: 'day' }] }],
  ['a tax on the use alone', { charges: [use, { ...tax, of: ['use'] }] }],
  ['blocks', { charges: [{ id: 'use', kind: 'use', blocks: { per: 'month', tables: [] } }] }],
  ['a price below nothing', { charges: [{ ...use, rate: '-0.1' }] }],
  ['another unit', { unit: 'gal' }],
  ['rounding of its own', { rounding: { lines: '0.05' } }],
  ['no charge', { charges: [] }],
])('a plan with %s is not one for the form', (_, change) => {
  expect(isSimplePlan({ ...plan, ...change })).toBe(false);
});

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
