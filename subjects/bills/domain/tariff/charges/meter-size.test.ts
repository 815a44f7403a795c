import { describe, expect, test } from 'vitest';
import type { TariffCharge, TariffPlan } from '../plan.ts';
import { checkPlan } from '../check/check-plan.ts';
import { monthly, planOf, priced, shortLines, useAt } from '../testing-plans.ts';
import { blockRates, nextBlocks } from './block-use.ts';

const ofWater: Partial<TariffPlan> = { utility: 'water', unit: 'm3', meterSizes: ['3/4 in', '1 in'] };

const standing: TariffCharge = {
  id: 'standing',
  kind: 'fixed',
  per: 'month',
  bySize: { '3/4 in': '10', '1 in': '25.50' },
};
const water: TariffCharge = {
  id: 'water',
  kind: 'use',
  blocks: {
    per: 'month',
    tables: [],
    bySize: {
      '3/4 in': { tables: [{ steps: [{ upTo: '10', rate: '1' }, { rate: '2' }] }] },
      '1 in': { tables: [{ steps: [{ upTo: '20', rate: '1' }, { rate: '3' }] }] },
    },
  },
};
const tax: TariffCharge = { id: 'tax', kind: 'tax', percent: '10', of: 'all' };
const use = useAt({ '2026-01-10 12:00': 24_000_000 });

const billOf = (meterSize: string | undefined, charges = [standing, water, tax]) =>
  priced(charges, { use, facts: { meterSize } }, ofWater);

describe('prices by the size of the meter', () => {
  test('10 + 10 × 1 + 14 × 2 = 48, or 25.50 + 20 × 1 + 4 × 3 = 57.50, and a tenth of it', () => {
    expect(billOf('3/4 in')).toMatchObject({ total: '52.80', faults: [] });
    expect(billOf('1 in')).toMatchObject({ total: '63.25', faults: [] });
    expect(shortLines(billOf('1 in'))).toEqual([
      'standing: 31 = 25.50',
      'water: 20000000 = 20.00',
      'water: 4000000 = 12.00',
      'tax: 57.5 = 5.75',
    ]);
  });

  test.each([undefined, '2 in', 'constructor'])(
    'nothing is guessed of the size %s: each charge is told, with its use',
    (size) => {
      const days = { from: '2026-01-01', to: '2026-02-01' };
      expect(billOf(size)).toMatchObject({
        total: '0.00',
        lines: [],
        faults: [
          { code: 'size-missing', charge: 'standing', ...days, used: 0 },
          { code: 'size-missing', charge: 'water', ...days, used: 24_000_000 },
        ],
      });
    },
  );

  test('what goes by no size is priced all the same', () => {
    expect(billOf(undefined, [{ id: 'sewer', kind: 'use', rate: '1' }, standing]).total).toBe('24.00');
  });

  test('a price by period has its sizes too', () => {
    const schedules = { day: { periods: [{ period: 'P1' }] } };
    const byPeriod: TariffCharge = {
      id: 'water',
      kind: 'use',
      schedule: 'day',
      rates: { P1: water.kind === 'use' && water.blocks ? water.blocks : '0' },
    };
    const bill = (meterSize?: string) => priced([byPeriod], { use, facts: { meterSize } }, { ...ofWater, schedules });
    expect(bill('1 in').total).toBe('32.00');
    expect(bill().faults).toMatchObject([{ code: 'size-missing' }]);
  });

  test('the block that the next unit falls in is that of the size; without one nobody says', () => {
    const input = {
      plan: planOf([water], ofWater),
      cycle: monthly('2026-01'),
      timeZone: 'Europe/Madrid',
      use,
      today: '2026-01-15',
      perDay: [],
      usedToday: 0,
    };
    expect(blockRates({ ...input, facts: { meterSize: '1 in' } })).toEqual({ water: '3' });
    expect(blockRates({ ...input, facts: { meterSize: '3/4 in' } })).toEqual({ water: '2' });
    expect(blockRates(input)).toEqual({});
    expect(nextBlocks(input)).toEqual([]);
  });
});

describe('a plan with sizes', () => {
  const faults = (charges: readonly TariffCharge[], rest: Partial<TariffPlan> = {}) =>
    checkPlan(planOf(charges, { ...ofWater, ...rest })).map(
      ({ code, path, value }) => `${code} ${path.join('.')} ${value}`,
    );

  test('every size has a price, and no other has', () => {
    expect(faults([standing, water])).toEqual([]);
    expect(faults([standing], { meterSizes: ['3/4 in', '2 in'] })).toEqual([
      'size-unknown charges.0.bySize.1 in 1 in',
      'size-unpriced charges.0.bySize 2 in',
    ]);
    expect(faults([water], { meterSizes: undefined })).toEqual([
      'size-unknown charges.0.blocks.bySize.3/4 in 3/4 in',
      'size-unknown charges.0.blocks.bySize.1 in 1 in',
    ]);
  });

  test('a size stands once, its steps rise, and an amount is one or by size', () => {
    expect(faults([standing], { meterSizes: ['3/4 in', '1 in', '1 in'] })).toEqual(['size-twice meterSizes.2 1 in']);
    const falling: TariffCharge = {
      id: 'water',
      kind: 'use',
      blocks: {
        per: 'month',
        tables: [],
        bySize: {
          '3/4 in': { tables: [{ steps: [{ rate: '1' }] }] },
          '1 in': { tables: [{ steps: [{ upTo: '5', rate: '1' }, { upTo: '4', rate: '2' }, { rate: '3' }] }] },
        },
      },
    };
    expect(faults([falling])).toEqual(['blocks-order charges.0.blocks.bySize.1 in.tables.0.steps.1 4']);
    expect(faults([{ ...standing, amount: '1' }])).toEqual(['price-ambiguous charges.0 standing']);
  });
});
