import { expect, test } from 'vitest';
import type { TariffCharge, TariffPlan } from '../plan.ts';
import { madrid, monthly, planOf, steadyUse } from '../testing-plans.ts';
import { findPaperPrice, pricePaper } from './paper-price.ts';

const steps = (rate: string, next: string) => ({ tables: [{ steps: [{ upTo: '100', rate }, { rate: next }] }] });
const sizes = { small: steps('0.20', '0.30'), large: steps('0.20', '0.35') };
const plan = planOf(
  [
    { id: 'use', kind: 'use', blocks: { per: 'month', tables: [], bySize: sizes } },
    { id: 'standing', kind: 'fixed', per: 'month', bySize: { small: '10', large: '10' } },
  ],
  { meterSizes: ['small', 'large'] },
);

/** Our lines are 20.00 and 81.60 for 372 kWh, and 10.00. */
const found = (total: string, [ours, amount, rate]: readonly [number, string, string]): TariffPlan | undefined => {
  const cycle = monthly('2026-01');
  const priced = pricePaper(
    {
      theirs: { start: cycle.start, end: cycle.end, total },
      agreements: [{ utility: 'electricity', validFrom: '2020-01-01', plan, facts: { meterSize: 'small' } }],
      timeZone: madrid,
      cycle,
      ours: { cycle, total: '111.60' },
      use: steadyUse(cycle.start, cycle.end, 500),
      coverage: 1,
    },
    'electricity',
    undefined,
  );
  const pairs = ['20.00', '81.60', '10.00'].map((own, i) =>
    i === ours ? { printed: i, ours: i, amount, rate } : { printed: i, ours: i, amount: own },
  );
  return priced === null ? undefined : findPaperPrice(priced, [pairs])?.plan;
};

test('a price that goes by the size of the meter is another for that size alone', () => {
  const standing: TariffCharge = { id: 'standing', kind: 'fixed', per: 'month', bySize: { small: '12', large: '10' } };
  expect(found('113.60', [2, '12.00', '12'])).toEqual({ ...plan, charges: [plan.charges[0], standing] });
  const use: TariffCharge = {
    id: 'use',
    kind: 'use',
    blocks: { per: 'month', tables: [], bySize: { ...sizes, small: steps('0.22', '0.30') } },
  };
  expect(found('113.60', [0, '22.00', '0.22'])).toEqual({ ...plan, charges: [use, plan.charges[1]] });
});
