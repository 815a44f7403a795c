/** A tariff per kWh of what is counted in cubic metres, by factors that change on a day. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays } from '#catalogue/local-day.ts';
import { exact, sumOf } from './exact.ts';
import { pricePlan } from './price-plan.ts';
import type { EnergyFactor } from './pricing.ts';
import type { TariffPlan } from './plan.ts';

const cycle = { start: '2026-10-01', end: '2026-11-01', cycleDays: 31, cycleMonths: 1 };
const plan = (rate: string, rest: object = {}): TariffPlan => ({
  name: 'Per kWh',
  utility: 'gas',
  currency: 'EUR',
  unit: 'kWh',
  charges: [{ id: 'use', kind: 'use', rate }],
  ...rest,
});
const useOf = (perDay: readonly number[]) => ({
  spanS: 900,
  startS: perDay.map((_, i) => Date.UTC(2026, 9, 1 + i, 12) / 1000),
  used: perDay,
});

const price = (rate: string, perDay: readonly number[], factors: readonly EnergyFactor[], rest?: object) =>
  pricePlan({ plan: plan(rate, rest), cycle, timeZone: 'UTC', use: useOf(perDay), facts: { factors } });

describe('C6.1 a cubic metre', () => {
  test('is as much energy as the factor of its day says', () => {
    const factors = [
      { from: '2026-01-01', kWhPerM3: '10' },
      { from: '2026-10-03', kWhPerM3: '11.5' },
    ];
    const { lines, total, faults } = price('0.1', [1_000_000, 1_000_000, 2_000_000], factors);
    expect({ total, faults }).toEqual({ total: '4.30', faults: [] });
    expect(lines).toMatchObject([{ kind: 'use', unit: 'kWh', quantity: '43000', rate: '0.1', amount: '4.30' }]);
  });

  test('of a day without a factor is not guessed: it is told, and the bill waits for it', () => {
    const { total, faults } = price('0.1', [1_000_000, 1_000_000], [{ from: '2026-10-02', kWhPerM3: '10' }]);
    expect(total).toBe('1.00');
    expect(faults).toEqual([
      { code: 'factor-missing', charge: 'use', from: '2026-10-01', to: '2026-10-02', used: 1_000_000 },
    ]);
  });

  test('priced by the cubic metre needs none', () => {
    const { total, faults } = price('1', [1_500_000], [], { unit: 'm3' });
    expect({ total, faults }).toEqual({ total: '1.50', faults: [] });
  });
});

test('C6.1 the parts before and after a change of the factor come to the whole, exactly', () => {
  const factor = fc.integer({ min: 1, max: 139_999 }).map((parts) => (parts / 10_000).toFixed(4));
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 50_000_000 }), { minLength: 31, maxLength: 31 }),
      fc.integer({ min: 1, max: 30 }),
      factor,
      factor,
      (perDay, day, before, after) => {
        const change = addDays(cycle.start, day);
        const factors = [
          { from: '2026-01-01', kWhPerM3: before },
          { from: change, kWhPerM3: after },
        ];
        const of = (part: readonly number[], by: string) =>
          exact(part.reduce((sum, used) => sum + used, 0))
            .mul(by)
            .div(1_000_000);
        const unrounded = { rounding: { lines: 'none' } };
        const { lines } = price('1', perDay, factors, unrounded);
        const parts = sumOf([of(perDay.slice(0, day), before), of(perDay.slice(day), after)]);
        expect(
          sumOf(lines.filter(({ kind }) => kind === 'use').map(({ amount }) => exact(amount)))
            .sub(parts)
            .abs()
            .compare(exact('0.000000001')),
        ).toBeLessThanOrEqual(0);
      },
    ),
  );
});
