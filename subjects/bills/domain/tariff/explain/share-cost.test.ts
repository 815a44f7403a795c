import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { exact, sumOf } from '../exact.ts';
import type { IntervalUse } from '../interval-use.ts';
import { pricePlan } from '../price-bill.ts';
import { type CostPart, shareCost } from './share-cost.ts';
import { madrid, monthly, planOf, randomInput, randomPlan, useAt } from '../testing-plans.ts';
import type { TariffCharge } from '../plan.ts';

const schedules = { day: { periods: [{ period: 'P1', hours: ['08:00-22:00'] }, { period: 'P2' }] } };
const energy: TariffCharge = { id: 'energy', kind: 'use', schedule: 'day', rates: { P1: '0.30', P2: '0.10' } };
const standing: TariffCharge = { id: 'standing', kind: 'fixed', per: 'bill', amount: '10' };
const tax: TariffCharge = { id: 'tax', kind: 'tax', percent: '10', of: 'all' };

const together = (parts: readonly CostPart[]): IntervalUse => {
  const sums = new Map<number, number>();
  for (const { use } of parts)
    Array.from(use.startS).forEach((at, i) => sums.set(at, (sums.get(at) ?? 0) + (use.used[i] ?? 0)));
  const rows = [...sums].sort(([a], [b]) => a - b);
  return { spanS: 900, startS: rows.map(([at]) => at), used: rows.map(([, used]) => used) };
};

const shared = (charges: readonly TariffCharge[], uses: Readonly<Record<string, Record<string, number>>>) => {
  const parts = Object.entries(uses).map(([key, use]) => ({ key, use: useAt(use) }));
  const input = {
    plan: planOf(charges, { schedules }),
    cycle: monthly('2026-01'),
    timeZone: madrid,
    use: together(parts),
  };
  return shareCost(input, pricePlan(input), parts);
};

test('a device pays the price of its hours and the tax on it; what goes by time is apart, with its tax', () => {
  const cost = shared([energy, standing, tax], {
    oven: { '2026-01-05 20:00': 10_000 },
    car: { '2026-01-06 03:00': 30_000 },
  });
  // 10 kWh at 0.30 and 30 at 0.10 are 3.00 each; 10 for the contract; 10 % of all.
  expect(cost).toEqual({ parts: { oven: '3.30', car: '3.30' }, fixed: '11.00', unpriced: {} });
});

test('within blocks all use has the mean price', () => {
  const steps = [{ upTo: '10', rate: '0.10' }, { rate: '0.40' }];
  const cost = shared([{ id: 'energy', kind: 'use', blocks: { per: 'cycle', tables: [{ steps }] } }], {
    a: { '2026-01-01 00:00': 5_000 },
    b: { '2026-01-20 00:00': 15_000 },
  });
  // 10 at 0.10 and 10 at 0.40 are 5.00 for 20 kWh.
  expect(cost).toEqual({ parts: { a: '1.25', b: '3.75' }, fixed: '0.00', unpriced: {} });
});

test('a tax on a part of the charges follows that part', () => {
  const cost = shared([energy, standing, { id: 'tax', kind: 'tax', percent: '10', of: ['standing'] }], {
    oven: { '2026-01-05 20:00': 10_000 },
  });
  expect(cost).toEqual({ parts: { oven: '3.00' }, fixed: '11.00', unpriced: {} });
});

test('a part pays for its days where something cuts the cycle: a tax that changes, or a year that ends', () => {
  const changing: TariffCharge[] = [
    { ...tax, until: '2026-01-11' },
    { ...tax, from: '2026-01-11', percent: '20' },
  ] as TariffCharge[];
  const use = { oven: { '2026-01-05 20:00': 10_000 }, car: { '2026-01-20 03:00': 30_000 } };
  // 3.00 each, with 10 % and with 20 %.
  expect(shared([energy, ...changing], use).parts).toEqual({ oven: '3.30', car: '3.60' });
  const least: TariffCharge = { id: 'least', kind: 'minimum', amount: '9', per: 'year', of: 'all' };
  const parts = Object.entries(use).map(([key, times]) => ({ key, use: useAt(times) }));
  const plan = planOf([energy, least, tax], { schedules });
  const cycle = { ...monthly('2026-01'), start: '2025-12-15' };
  const input = { plan, cycle, timeZone: madrid, use: together(parts), carried: new Map() };
  // The seventeen days of 2025 lack 9 × 17/365: nobody's own, with the tax on it.
  expect(shareCost(input, pricePlan(input), parts)).toMatchObject({
    parts: { oven: '3.30', car: '3.30' },
    fixed: '0.46',
  });
});

test('use of which a rate, or the size of the meter, is not known is told as without a price', () => {
  const exchange = { currency: 'USD', series: 'usd-eur' };
  const use = { oven: { '2026-01-05 20:00': 10_000 }, car: { '2026-01-20 03:00': 30_000 } };
  const parts = Object.entries(use).map(([key, times]) => ({ key, use: useAt(times) }));
  const unpriced = (charge: TariffCharge, colours = {}) => {
    const plan = planOf([charge], { meterSizes: ['a', 'b'] });
    const input = { plan, cycle: monthly('2026-01'), timeZone: madrid, use: together(parts), colours };
    return shareCost(input, pricePlan(input), parts).unpriced;
  };
  const inDollars: TariffCharge = { id: 'energy', kind: 'use', rate: '1', exchange };
  expect(unpriced(inDollars, { 'usd-eur': { '2026-01-05': '0.9' } })).toEqual({ car: 30_000 });
  const step = { tables: [{ steps: [{ rate: '1' }] }] };
  const bySize: TariffCharge = {
    id: 'energy',
    kind: 'use',
    blocks: { per: 'month', tables: [], bySize: { a: step, b: step } },
  };
  expect(unpriced(bySize)).toEqual({ oven: 10_000, car: 30_000 });
});

test('without parts all is fixed, and a part that used nothing costs nothing', () => {
  expect(shared([standing], {})).toMatchObject({ parts: {}, fixed: '10.00' });
  expect(shared([energy, standing], { oven: { '2026-01-05 20:00': 10_000 }, lamp: {} }).parts).toEqual({
    oven: '3.00',
    lamp: '0.00',
  });
});

test('whatever the tariff, the parts and what is fixed sum to the bill', () => {
  fc.assert(
    fc.property(
      randomPlan(),
      randomInput(),
      fc.array(fc.nat({ max: 100 }), { minLength: 3, maxLength: 3 }),
      (plan, rest, cuts) => {
        const input = { ...rest, plan };
        const priced = pricePlan(input);
        const shares = [0, 1, 2].map((part) => ({
          key: `part ${part}`,
          use: {
            ...input.use,
            used: Array.from(input.use.used, (used, i) => (((cuts[i % 3] ?? 0) + i) % 3 === part ? used : 0)),
          },
        }));
        const isWhole = ({ parts, fixed }: ReturnType<typeof shareCost>): boolean =>
          sumOf([...Object.values(parts), fixed].map((amount) => exact(amount))).equals(exact(priced.total));
        expect(isWhole(shareCost(input, priced, shares))).toBe(true);
        expect(isWhole(shareCost(input, priced, shares, 6))).toBe(true);
      },
    ),
  );
});
