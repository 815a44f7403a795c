import { describe, expect, test } from 'vitest';
import { checkPlan } from './check-plan.ts';
import type { PlanFaultCode } from './plan-fault.ts';
import type { Blocks, ShareCharge, TariffCharge, TariffPlan } from '../plan.ts';
import { planOf, telescopic } from '../testing-plans.ts';

const energy: TariffCharge = { id: 'energy', kind: 'use', rate: '0.1' };

type Short = readonly [PlanFaultCode, string, string];

const faultsOf = (rest: Partial<TariffPlan>): Short[] =>
  checkPlan({ ...planOf([energy]), ...rest }).map(({ code, path, value }) => [code, path.join('.'), value]);

const withCharges = (...charges: readonly TariffCharge[]) => faultsOf({ charges: [energy, ...charges] });
const withBlocks = (blocks: Blocks) => faultsOf({ charges: [{ id: 'energy', kind: 'use', blocks }] });

const discount = (percent: string, rest: Partial<ShareCharge> = {}): ShareCharge => ({
  id: 'discount',
  kind: 'discount',
  percent,
  of: ['energy'],
  ...rest,
});

describe('prices', () => {
  test('price-missing and price-ambiguous, for each kind that has several ways to say it', () => {
    const missing: TariffCharge[] = [
      { id: 'use', kind: 'use' },
      { id: 'fixed', kind: 'fixed', per: 'bill' },
      { id: 'power', kind: 'capacity', per: 'year', rates: {} },
      { id: 'peak', kind: 'demand', per: 'bill', windowMinutes: 15 },
    ];
    expect(withCharges(...missing)).toEqual(missing.map(({ id }, i) => ['price-missing', `charges.${i + 1}`, id]));
    const ambiguous: TariffCharge[] = [
      { id: 'use', kind: 'use', rate: '1', market: { series: 'spot' } },
      { id: 'fixed', kind: 'fixed', per: 'bill', amount: '1', byUse: { per: 'cycle', steps: [{ amount: '1' }] } },
      { id: 'power', kind: 'capacity', per: 'year', rate: '1', rates: { P1: '1' } },
    ];
    expect(withCharges(...ambiguous)).toEqual(
      ambiguous.map(({ id }, i) => ['price-ambiguous', `charges.${i + 1}`, id]),
    );
  });

  test('rounding-zero: nothing is a multiple of nothing', () => {
    expect(faultsOf({ rounding: { lines: '0', total: '0.00' }, charges: [{ ...energy, round: '0.0' }] })).toEqual([
      ['rounding-zero', 'rounding.lines', '0'],
      ['rounding-zero', 'rounding.total', '0.00'],
      ['rounding-zero', 'charges.0.round', '0.0'],
    ]);
  });

  test('discount-over-all: those that hold together take off at most all of a charge', () => {
    const over: Short[] = [['discount-over-all', 'charges.0', 'energy']];
    const two = (first: Partial<ShareCharge>, second: Partial<ShareCharge>) =>
      withCharges(discount('60', first), discount('50', { id: 'more', ...second }));
    expect(two({}, {})).toEqual(over);
    expect(two({ percent: '50' }, {})).toEqual([]);
    expect(two({ until: '2026-06-01' }, { from: '2026-06-01' })).toEqual([]);
    expect(two({ until: '2026-06-02' }, { from: '2026-06-01' })).toEqual(over);
    expect(two({ months: [1, 2] }, { months: [3] })).toEqual([]);
    expect(two({ months: [1, 2] }, { months: [2] })).toEqual(over);
  });
});

describe('blocks-order', () => {
  const wrong = (path: string, value: string) => [['blocks-order', `charges.0.blocks.${path}`, value]];

  test('ends rise, and only the last is open', () => {
    expect(
      withBlocks(telescopic('month', { upTo: '50', rate: '1' }, { upTo: '50', rate: '2' }, { rate: '3' })),
    ).toEqual(wrong('tables.0.steps.1', '50'));
    expect(withBlocks(telescopic('month', { rate: '1' }, { rate: '2' }))).toEqual(wrong('tables.0.steps.0', ''));
    const byUse = { per: 'month', steps: [{ upTo: '10', amount: '1' }] } as const;
    expect(withCharges({ id: 'fee', kind: 'fixed', per: 'bill', byUse })).toEqual([
      ['blocks-order', 'charges.1.byUse.steps.0', '10'],
    ]);
    expect(withBlocks({ per: 'month', tables: [{ upTo: '9', steps: [{ rate: '1' }] }] })).toEqual(
      wrong('tables.0', '9'),
    );
  });

  test('no use above the last step is free: it is open, or ends where its table does', () => {
    const ending = (upTo: string, table?: string): Blocks => ({
      per: 'month',
      tables: [
        { ...(table !== undefined && { upTo: table }), steps: [{ upTo, rate: '1' }] },
        ...(table === undefined ? [] : [{ steps: [{ rate: '2' }] }]),
      ],
    });
    expect(withBlocks(ending('100'))).toEqual(wrong('tables.0.steps.0', '100'));
    expect(withBlocks(ending('100', '250'))).toEqual(wrong('tables.0.steps.0', '100'));
    expect(withBlocks(ending('250', '250'))).toEqual([]);
  });

  test('ends rise for any number of persons', () => {
    const blocks = (first: string, second: string) =>
      telescopic(
        'month',
        { upTo: '10', perPerson: first, rate: '1' },
        { upTo: '15', perPerson: second, rate: '2' },
        { rate: '3' },
      );
    expect(withBlocks(blocks('10', '2'))).toEqual(wrong('tables.0.steps.1', '15'));
    expect(withBlocks(blocks('2', '2'))).toEqual([]);
  });
});
