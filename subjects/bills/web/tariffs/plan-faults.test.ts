import type { PlanTextFault } from '../../contract/tariff-plan.ts';
import type { TariffPlan } from '../../domain/tariff/plan.ts';
import { expect, test } from 'vitest';
import { hasOwnFaults, isOfEmptyField, ownFaults, placeOf, stillHolds } from './plan-faults.ts';
import { formOfPlan } from './charges/form-of-plan.ts';
import { type ChargeDraft, draftOfPrices, emptyCharge, type PlanDraft } from './charges/plan-draft.ts';
import { noPrices } from './prices/simple-plan.ts';

const plan: TariffPlan = {
  name: 'Mine',
  utility: 'electricity',
  currency: 'EUR',
  unit: 'kWh',
  schedules: {
    hours: { periods: [{ period: 'peak', hours: ['08:00-14:00', '18:00-22:00'] }, { period: 'night' }] },
  },
  charges: [
    { id: 'use', kind: 'use', schedule: 'hours', rates: { peak: '0.2', night: '0.1' } },
    {
      id: 'steps',
      kind: 'use',
      blocks: { per: 'month', tables: [{ steps: [{ upTo: '9', rate: '1' }, { rate: '2' }] }] },
    },
    {
      id: 'slabs',
      kind: 'use',
      blocks: { per: 'month', tables: [{ upTo: '9', steps: [{ rate: '1' }] }, { steps: [{ rate: '2' }] }] },
    },
    { id: 'power', kind: 'capacity', per: 'year', rates: { P1: '30', P2: '2' } },
    { id: 'standing', kind: 'fixed', per: 'month', amount: '5' },
    { id: 'tax', kind: 'tax', percent: '21', of: ['use'] },
  ],
};

function draft(): PlanDraft {
  const form = formOfPlan(plan);
  if (!form.ok) throw new Error(form.parts.join());
  return form.draft;
}

const at = (path: PlanTextFault['path'], code: PlanTextFault['code'] = 'value-invalid', value = 'x') =>
  placeOf({ code, path, value }, draft());

test('a fault stands at the field that it is about', () => {
  expect(at(['name'])).toBe('name');
  expect(at(['charges', 4, 'amount'])).toBe('charges.c4.amount');
  expect(at(['charges', 5, 'percent'])).toBe('charges.c5.amount');
  expect(at(['charges', 5, 'of', 0], 'charge-unknown')).toBe('charges.c5.of');
  expect(at(['charges', 5, 'atMost', 'amount'])).toBe('charges.c5.atMost');
  expect(at(['charges', 1, 'blocks', 'tables', 0, 'steps', 1, 'rate'])).toBe('charges.c1.steps.1.rate');
  expect(at(['charges', 1, 'blocks', 'tables', 0, 'steps', 1], 'blocks-order')).toBe('charges.c1.steps.1.upTo');
  expect(at(['charges', 2, 'blocks', 'tables', 1, 'steps', 0, 'rate'])).toBe('charges.c2.steps.1.rate');
  expect(at(['charges', 2, 'blocks', 'tables', 0, 'upTo'])).toBe('charges.c2.steps.0.upTo');
  expect(at(['charges', 0, 'rates', 'night'])).toBe('charges.c0.rates.n1');
  expect(at(['charges', 0, 'rates'], 'period-unpriced', 'peak')).toBe('charges.c0.rates.n0');
  expect(at(['charges', 3, 'rates', 'P2'])).toBe('charges.c3.powers.p1.rate');
  expect(at(['charges', 3], 'price-missing')).toBe('charges.c3.powers.p0.rate');
  expect(at(['charges', 5], 'price-missing')).toBe('charges.c5.amount');
  for (const field of ['highest', 'meanOf', 'atLeast']) expect(at(['charges', 3, field])).toBe(`charges.c3.${field}`);
  expect(at(['charges', 0, 'pastUse', 'above'])).toBe('charges.c0.pastAbove');
  expect(at(['charges', 3, 'ratchet', 'percent'])).toBe('charges.c3.ratchetPercent');
  expect(at(['charges', 0, 'net', 'keep', 'paidAt'])).toBe('charges.c0.paidAt');
  expect(at(['charges', 5, 'byUse', 'steps', 1, 'percent'])).toBe('charges.c5.steps.1.rate');
  expect(at(['schedules', 'hours', 'periods', 0, 'hours', 1])).toBe('times.rules.r0.w1');
  expect(at(['schedules', 'hours', 'periods', 1, 'period'])).toBe('times.periods.n1');
  expect(at(['schedules', 'hours', 'periods'], 'hours-uncovered')).toBe('times');
  expect(at(['schedules', 'hours', 'holidays'])).toBe('times.holidays');
});

test('what is about the whole charge stands at the charge; what the form has no place for, nowhere', () => {
  expect(at(['charges', 4], 'validity-overlap')).toBe('charges.c4');
  expect(at(['charges', 4, 'novelty'], 'field-unknown')).toBe('charges.c4');
  expect(at(['charges'], 'no-charge', '')).toBeUndefined();
  expect(at(['timeZone'])).toBeUndefined();
  expect(at(['charges', 17, 'rate'])).toBeUndefined();
});

test('what is only empty is told from what is wrong', () => {
  expect(isOfEmptyField({ code: 'field-missing', path: ['charges', 4, 'amount'], value: 'amount' })).toBe(true);
  expect(isOfEmptyField({ code: 'value-invalid', path: ['name'], value: '' })).toBe(true);
  const step: PlanTextFault['path'] = ['charges', 1, 'blocks', 'tables', 0, 'steps', 0];
  expect(isOfEmptyField({ code: 'blocks-order', path: step, value: '' })).toBe(true);
  expect(isOfEmptyField({ code: 'blocks-order', path: step, value: '12' })).toBe(false);
  expect(isOfEmptyField({ code: 'value-invalid', path: ['charges', 4, 'amount'], value: 'abc' })).toBe(false);
  const hours = { code: 'hours-unreadable', path: ['schedules', 'hours', 'periods', 0, 'hours', 1] } as const;
  expect(isOfEmptyField({ ...hours, path: [...hours.path], value: '08:00-' })).toBe(true);
  expect(isOfEmptyField({ ...hours, path: [...hours.path], value: '08:00-25:00' })).toBe(false);
});

test('periods of one name are found before they could take each other’s prices', () => {
  const own = draft();
  expect(hasOwnFaults(own)).toBe(false);
  const { times } = own;
  if (times === null) throw new Error('no times');
  const twice = { ...own, times: { ...times, periods: times.periods.map((period) => ({ ...period, name: 'peak ' })) } };
  expect([...ownFaults(twice)]).toEqual([['times.periods.n1', 'namesake']]);
});

test('amounts that can be thousands are named where they are used; prices per unit are as they are', () => {
  const own = draft();
  const typed: PlanDraft = {
    ...own,
    charges: own.charges.map((charge) => ({
      ...charge,
      rate: '1,234',
      amount: '1,200',
      rates: { n0: '1,234', n1: '2,345' },
      steps: charge.steps.map((step) => ({ ...step, upTo: '1.000', rate: '1,234' })),
    })),
  };
  expect([...ownFaults(typed)]).toEqual([
    ['charges.c1.steps.0.upTo', 'thousands'],
    ['charges.c1.steps.1.upTo', 'thousands'],
    ['charges.c2.steps.0.upTo', 'thousands'],
    ['charges.c2.steps.1.upTo', 'thousands'],
    ['charges.c4.amount', 'thousands'],
  ]);
});

/** A tariff of water with sizes of meters, and one charge. */
function sized(kind: ChargeDraft['kind'], part: Partial<ChargeDraft>): PlanDraft {
  const basis = { name: 'Mine', utility: 'water', currency: 'EUR', unit: 'm3' } as const;
  const charges = [{ ...emptyCharge(kind, 'one', 'c0'), ...part }];
  return { ...draftOfPrices(basis, noPrices), meterSizes: '20 mm, 1.5 in', charges };
}

const steps = (upTo: string, rate = '') => [
  { key: 's0', upTo, rate },
  { key: 's1', upTo: '', rate },
];

test('amounts by meter size that can be thousands are named at their size', () => {
  const blocks = { price: 'blocks', isBySize: true, sizeSteps: { '1.5 in': steps('1.000', '1,234') } } as const;
  expect([...ownFaults(sized('use', blocks))]).toEqual([['charges.c0.sizeSteps.1.5 in.0.upTo', 'thousands']]);
  // Steps of all sizes are not shown beside those of each.
  expect([...ownFaults(sized('use', { ...blocks, steps: steps('2.000') })).keys()]).toEqual([
    'charges.c0.sizeSteps.1.5 in.0.upTo',
  ]);
  const amounts = { price: 'bySize', sizeAmounts: { '1.5 in': '1.000' } } as const;
  expect([...ownFaults(sized('fixed', amounts)).keys()]).toEqual(['charges.c0.sizeAmounts.1.5 in']);
});

test('steps of an amount are amounts too', () => {
  expect([...ownFaults(sized('fixed', { price: 'byUse', steps: steps('9', '1.000') })).keys()]).toEqual([
    'charges.c0.steps.0.rate',
    'charges.c0.steps.1.rate',
  ]);
  expect(hasOwnFaults(sized('tax', { price: 'byUse', steps: steps('9', '1.000') }))).toBe(false);
});

test('what no field shows is no fault', () => {
  const gone = { sizeAmounts: { '25 mm': '1.000' }, sizeSteps: { '25 mm': steps('1.000') } };
  expect(hasOwnFaults(sized('fixed', { price: 'bySize', ...gone }))).toBe(false);
  expect(hasOwnFaults(sized('use', { price: 'blocks', isBySize: true, ...gone }))).toBe(false);
  expect(hasOwnFaults(sized('fixed', { price: 'bySize', amount: '1.000' }))).toBe(false);
  const unsized = { ...sized('use', { price: 'blocks', isBySize: true, steps: steps('1.000') }), meterSizes: '' };
  expect([...ownFaults(unsized).keys()]).toEqual(['charges.c0.steps.0.upTo']);
});

test('what was mended since is no fault any more', () => {
  const fault = { code: 'value-invalid', path: ['charges', 4, 'amount'], value: 'abc' } as const;
  const missing = { code: 'field-missing', path: ['charges', 4, 'round'], value: 'round' } as const;
  const wrong = { ...plan, charges: plan.charges.map((charge) => ({ ...charge, amount: 'abc' })) } as TariffPlan;
  expect(stillHolds({ ...fault, path: [...fault.path] }, wrong)).toBe(true);
  expect(stillHolds({ ...fault, path: [...fault.path] }, plan)).toBe(false);
  expect(stillHolds({ ...missing, path: [...missing.path] }, plan)).toBe(true);
  expect(stillHolds({ ...missing, path: ['charges', 4, 'amount'] }, plan)).toBe(false);
});
