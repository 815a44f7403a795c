import type { TariffPlanRow } from '#supabase/tables/json-columns.ts';
import { describe, expect, test } from 'vitest';
import { isSimplePlan, planOfPrices, pricesOfPlan } from './simple-plan.ts';

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
