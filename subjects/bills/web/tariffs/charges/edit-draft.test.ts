import { describe, expect, test } from 'vitest';
import type { ChargeKind } from '../../../domain/tariff/plan.ts';
import { noPrices, ownName } from '../prices/simple-plan.ts';
import {
  chargesAbove,
  moved,
  ofUtility,
  startTimes,
  withCharge,
  withNamed,
  withoutCharge,
  withoutNamed,
  withoutPeriod,
  withoutTimes,
  withPeriod,
  withRule,
  withSizes,
  withStepsApart,
  withText,
  withTimes,
} from './edit-draft.ts';
import { type ChargeDraft, draftOfPrices, emptyCharge, type PlanDraft, sizesOf } from './plan-draft.ts';
import { clockOf, decimalOf, planOfForm } from './plan-of-form.ts';

const basis = { name: 'Mine', utility: 'electricity', currency: 'EUR', unit: 'kWh' } as const;
const empty = draftOfPrices(basis, noPrices);
const ids = ({ charges }: PlanDraft) => charges.map(({ id }) => id);

test('prices that were typed are the charges to begin with; of none, a template', () => {
  expect(planOfForm(draftOfPrices(basis, { rate: '0,165', standing: '', tax: '21' })).charges).toEqual([
    { id: 'use', kind: 'use', rate: '0.165' },
    { id: 'tax', kind: 'tax', percent: '21', of: 'all' },
  ]);
  expect(ids(empty)).toEqual(['use', 'standing', 'tax']);
});

test('charges are added below, each with an id of its own, moved and removed with what names them', () => {
  const more = withCharge(withCharge(empty, 'tax'), 'fixed');
  expect(ids(more)).toEqual(['use', 'standing', 'tax', 'tax-2', 'standing-2']);
  expect(new Set(more.charges.map(({ key }) => key)).size).toBe(5);
  const named: PlanDraft = {
    ...more,
    charges: more.charges.map((charge) => (charge.id === 'tax' ? { ...charge, of: ['use', 'standing'] } : charge)),
  };
  const [, standing, tax] = named.charges;
  const without = withoutCharge(named, standing?.key ?? '');
  expect(without.charges.find(({ id }) => id === 'tax')?.of).toEqual(['use']);
  expect(chargesAbove(named, tax?.key ?? '').map(({ id }) => id)).toEqual(['use', 'standing']);
  expect(moved([1, 2, 3], 2, -1)).toEqual([1, 3, 2]);
  expect(moved([1, 2, 3], 2, 1)).toEqual([1, 2, 3]);
});

test('another price of a removed charge keeps its name in what is of it', () => {
  const [use] = empty.charges;
  if (use === undefined) throw new Error('no use');
  const twice: PlanDraft = {
    ...empty,
    charges: [use, { ...use, key: 'later' }, { ...use, key: 't', id: 'tax', kind: 'tax', of: ['use'] }],
  };
  expect(withoutCharge(twice, 'later').charges.at(-1)?.of).toEqual(['use']);
});

test('a new period and a new line stand above the last line, which takes the rest', () => {
  const times = startTimes(['Peak', 'Off-peak']);
  const three = withPeriod(times);
  expect(three.rules.map(({ period }) => period)).toEqual(['n0', 'n2', 'n1']);
  expect(withRule(three).rules).toHaveLength(4);
  expect(withoutPeriod({ ...empty, times: three }, 'n2').times).toEqual(times);
});

test('a period that is removed leaves no price behind for the next one', () => {
  const [use, ...others] = empty.charges;
  if (use === undefined) throw new Error('no use');
  const priced = { ...use, price: 'periods' as const, rates: { n0: '0.3', n1: '0.2', n2: '0.08' } };
  const draft: PlanDraft = { ...empty, times: withPeriod(startTimes(['peak', 'flat'])), charges: [priced, ...others] };
  const without = withoutPeriod(draft, 'n2');
  expect(without.charges[0]?.rates).toEqual({ n0: '0.3', n1: '0.2' });
  expect(without.times && withPeriod(without.times).periods.at(-1)?.key).toBe('n2');
  expect(withoutTimes(draft).charges[0]?.rates).toEqual({});
});

test('without times a price by period is one price again, and nothing of a schedule is left', () => {
  const [use, ...others] = empty.charges;
  if (use === undefined) throw new Error('no use');
  const byTime: PlanDraft = {
    ...empty,
    times: startTimes(['Peak', 'Off-peak']),
    charges: [{ ...use, price: 'periods', rates: { n0: '0,2', n1: '.1' } }, ...others],
  };
  expect(planOfForm(byTime)).toMatchObject({
    schedules: { times: { periods: [{ period: 'Peak', hours: ['08:00-22:00'] }, { period: 'Off-peak' }] } },
    charges: [{ schedule: 'times', rates: { Peak: '0.2', 'Off-peak': '0.1' } }, {}, {}],
  });
  const plain = planOfForm(withoutTimes(byTime));
  expect(plain.schedules).toBeUndefined();
  expect(plain.charges[0]).toEqual({ id: 'use', kind: 'use' });
});

test('a unit is changed with the utility, and kept where it fits', () => {
  expect(ofUtility(empty, 'water', 'kgal').unit).toBe('kgal');
  expect(ofUtility({ ...empty, utility: 'water', unit: 'HCF' }, 'water', 'm3').unit).toBe('HCF');
});

test('numbers and clock times are taken as people type them; what is none is left to be named', () => {
  expect(['0,165', ' 1 234,5 ', '−0.1', '.5', '12.', 'abc', ''].map(decimalOf)).toEqual([
    '0.165',
    '1234.5',
    '-0.1',
    '0.5',
    '12',
    'abc',
    '',
  ]);
  expect(['8', '08.30', '8:15', '24:00', 'noon'].map(clockOf)).toEqual(['08:00', '08:30', '8:15', '24:00', 'noon']);
});

test('with times the first price of use goes by them, as it was, to be changed', () => {
  const draft = withTimes(
    draftOfPrices(basis, { rate: '0.20', standing: '', tax: '21' }),
    startTimes(['peak', 'rest']),
  );
  expect(planOfForm(draft).charges).toEqual([
    { id: 'use', kind: 'use', schedule: 'times', rates: { peak: '0.20', rest: '0.20' } },
    { id: 'tax', kind: 'tax', percent: '21', of: 'all' },
  ]);
  expect(withoutTimes(draft).charges[0]).toMatchObject({ price: 'rate', rate: '0.20' });
});

const words = { en: 'Tolls', es: 'Peajes' };
const nameOf = (name: typeof words | string) =>
  planOfForm(draftOfPrices({ name, utility: 'electricity', currency: 'EUR', unit: 'kWh' }, noPrices)).name;

test('a name is changed in the language that is shown, the others stay', () => {
  expect(withText(words, 'es', 'Peaje')).toEqual({ en: 'Tolls', es: 'Peaje' });
  expect(withText(words, 'hi', 'शुल्क')).toEqual({ ...words, hi: 'शुल्क' });
  expect(withText('Tolls', 'es', 'Peajes')).toBe('Peajes');
});

test('the name that we gave in every language gives way to one of the person’s own', () => {
  expect(withText(structuredClone(ownName), 'es', 'Mía')).toBe('Mía');
});

test('a language in which nothing is said is left out, but for English, which is required', () => {
  expect(nameOf({ en: 'Tolls ', es: ' ' })).toEqual({ en: 'Tolls' });
  expect(nameOf({ en: '', es: 'Peajes' })).toEqual({ en: '', es: 'Peajes' });
  expect(nameOf({ en: '', es: '' })).toBe('');
});

/** A tariff of water by the sizes of meters, with one charge. */
function sized(part: Partial<ChargeDraft>, kind: ChargeDraft['kind'] = 'fixed'): PlanDraft {
  const draft = draftOfPrices({ ...basis, utility: 'water', unit: 'm3' }, noPrices);
  return { ...draft, meterSizes: '20 mm, 25 mm', charges: [{ ...emptyCharge(kind, 'one', 'c0'), ...part }] };
}

/** As one types: a letter at a time. */
const typed = (draft: PlanDraft, ...texts: string[]) => texts.reduce(withSizes, draft);

test('a size that is renamed keeps its prices, letter by letter', () => {
  const steps = [{ key: 's0', upTo: '9', rate: '1' }];
  const draft = sized({
    price: 'bySize',
    sizeAmounts: { '20 mm': '4', '25 mm': '9' },
    sizeSteps: { '25 mm': steps },
  });
  const renamed = typed(draft, '20 mm, 25 mm ', '20 mm, 25 mm (', '20 mm, 25 mm (1', '20 mm, 25 mm (1 in)');
  expect(renamed.charges[0]).toMatchObject({
    sizeAmounts: { '20 mm': '4', '25 mm (1 in)': '9' },
    sizeSteps: { '25 mm (1 in)': steps },
  });
  expect(planOfForm(renamed).charges[0]).toMatchObject({ bySize: { '20 mm': '4', '25 mm (1 in)': '9' } });
});

test('a size that passes through the name of another takes nothing from it, and gives it nothing', () => {
  const draft = sized({ price: 'bySize', sizeAmounts: { '20 mm': '4', '25 mm': '9' } });
  const longer = typed(draft, '20 mm, 25 mm, 2', '20 mm, 25 mm, 20 mm', '20 mm, 25 mm, 20 mm B');
  expect(planOfForm(longer).charges[0]).toMatchObject({ bySize: { '20 mm': '4', '25 mm': '9' } });
  const twice = typed(draft, '20 mm, 20 mm');
  expect(planOfForm(twice).charges[0]).toMatchObject({ bySize: { '20 mm': '4' } });
  expect(planOfForm(typed(twice, '20 mm, 25 mm')).charges[0]).toMatchObject({ bySize: { '20 mm': '4', '25 mm': '9' } });
});

test('steps apart begin with those that were typed for all; a size that is added later has none', () => {
  const steps = [
    { key: 's0', upTo: '9', rate: '1' },
    { key: 's1', upTo: '', rate: '2' },
  ];
  const own = [{ key: 's0', upTo: '', rate: '3' }];
  const draft = sized({ price: 'blocks', steps, sizeSteps: { '25 mm': own } }, 'use');
  const charges = draft.charges.map((charge) => ({ ...charge, ...withStepsApart(charge, sizesOf(draft)) }));
  const longer = typed({ ...draft, charges }, '20 mm, 25 mm, 4', '20 mm, 25 mm, 40', '20 mm, 25 mm, 40 mm');
  expect(planOfForm(longer).charges[0]).toMatchObject({
    blocks: {
      bySize: {
        '20 mm': { tables: [{ steps: [{ upTo: '9', rate: '1' }, { rate: '2' }] }] },
        '25 mm': { tables: [{ steps: [{ rate: '3' }] }] },
        '40 mm': { tables: [{ steps: [{}, {}] }] },
      },
    },
  });
});

test('what a meter size that is gone had is not in the plan', () => {
  const steps = [{ key: 's0', upTo: '', rate: '1' }];
  const amounts = sized({ price: 'bySize', sizeAmounts: { '20 mm': '4', '25 mm': 'x' } });
  const blocks = sized({ price: 'blocks', isBySize: true, sizeSteps: { '20 mm': steps, '25 mm': [] } }, 'use');
  expect(planOfForm(typed(amounts, '20 mm')).charges[0]).toMatchObject({ bySize: { '20 mm': '4' } });
  expect(planOfForm(typed(blocks, '20 mm')).charges[0]).toMatchObject({
    blocks: { bySize: { '20 mm': { tables: [{ steps: [{ rate: '1' }] }] } } },
  });
});

describe('companies with a bill each', () => {
  const charge = (kind: ChargeKind, id: string, supplier: string) => ({ ...emptyCharge(kind, id, id), supplier });
  const draft: PlanDraft = {
    ...empty,
    suppliers: [
      { key: 'm0', id: 'energy', name: 'Sol' },
      { key: 'm1', id: 'network', name: 'Red' },
    ],
    charges: [
      charge('use', 'kwh', 'energy'),
      charge('tax', 'vat', 'energy'),
      charge('use', 'access', 'network'),
      charge('tax', 'network-vat', 'network'),
    ],
  };

  test('a tax of one that is taken away rests on what it rested on', () => {
    const { suppliers, charges } = withoutNamed(draft, 'suppliers', 'm1');
    expect(suppliers.map(({ id }) => id)).toEqual(['energy']);
    expect(charges.map(({ supplier, of }) => [supplier, of])).toEqual([
      ['energy', 'all'],
      ['energy', 'all'],
      ['', 'all'],
      ['', ['access']],
    ]);
  });

  test('the first one that is added has all charges, and one more begins with none', () => {
    const plain = { ...draft, suppliers: [], charges: draft.charges.map((one) => ({ ...one, supplier: '' })) };
    const first = withNamed(plain, 'suppliers');
    expect(new Set(first.charges.map(({ supplier }) => supplier))).toEqual(new Set(['supplier']));
    const second = withNamed(first, 'suppliers');
    expect(second.suppliers.map(({ id }) => id)).toEqual(['supplier', 'supplier-2']);
    expect(second.charges).toEqual(first.charges);
  });
});
