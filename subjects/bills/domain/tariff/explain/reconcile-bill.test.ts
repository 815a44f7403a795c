import { byUtility } from '#catalogue/index.ts';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { exact, sumOf } from '../exact.ts';
import type { IntervalUse } from '../interval-use.ts';
import { carryOver, priceBill } from '../price-bill.ts';
import type { UtilityBill } from './price-theirs.ts';
import { type Reconciled, reconcileBill } from './reconcile-bill.ts';
import { cycleOf, madrid, monthly, monthsOf, planOf, steadyUse } from '../testing-plans.ts';
import type { TariffPlan } from '../plan.ts';

const plan = planOf([
  { id: 'use', kind: 'use', rate: '0.20' },
  { id: 'standing', kind: 'fixed', per: 'day', amount: '0.50' },
  { id: 'tax', kind: 'tax', percent: '10', of: 'all' },
]);
const january = monthly('2026-01');
/** 744 hours of 500 Wh: 372 kWh at 0.20 are 74.40, 31 days 15.50, 10 % of both 8.99. */
const ours = '98.89';
const use: IntervalUse = steadyUse('2025-12-15', '2026-02-15', 500);

const reconcile = (
  theirs: Partial<UtilityBill>,
  own: TariffPlan = plan,
  coverage: number | null = 1,
  measured: IntervalUse = use,
): Reconciled | null => {
  const bill: UtilityBill = { start: '2026-01-01', end: '2026-02-01', total: ours, ...theirs };
  const agreements = [{ utility: 'electricity' as const, validFrom: '2020-01-01', plan: own }];
  const none = { spanS: 900, startS: [], used: [] };
  const total = priceBill({
    cycle: january,
    timeZone: madrid,
    agreements,
    use: { ...byUtility(() => none), electricity: measured },
  })?.totalAmount;
  return reconcileBill(
    {
      theirs: bill,
      agreements,
      timeZone: madrid,
      cycle: cycleOf(bill.start, bill.end),
      ours: { cycle: january, total: total ?? '0' },
      use: measured,
      coverage,
    },
    'electricity',
  );
};

const reconcileSized = (theirs: Partial<UtilityBill>) => {
  const of = (rate: string, next: string) => ({ tables: [{ steps: [{ upTo: '100', rate }, { rate: next }] }] });
  const own = planOf(
    [
      {
        id: 'use',
        kind: 'use',
        blocks: { per: 'month', tables: [], bySize: { small: of('0.20', '0.30'), large: of('0.25', '0.35') } },
      },
      { id: 'standing', kind: 'fixed', per: 'month', bySize: { small: '10', large: '20' } },
    ],
    { meterSizes: ['small', 'large'] },
  );
  // 100 kWh at 0.20, 272 at 0.30, and 10.
  const total = '111.60';
  return reconcileBill(
    {
      theirs: { start: '2026-01-01', end: '2026-02-01', total, ...theirs },
      agreements: [{ utility: 'electricity', validFrom: '2020-01-01', plan: own, facts: { meterSize: 'small' } }],
      timeZone: madrid,
      cycle: january,
      ours: { cycle: january, total },
      use,
      coverage: 1,
    },
    'electricity',
  );
};

const brief = (result: Reconciled | null) => result?.parts.map(({ kind, amount }) => `${kind} ${amount}`);

describe('one reason at a time', () => {
  test('none', () => {
    expect(reconcile({ used: '372', useAmount: '74.40', fixedAmount: '15.50', taxAmount: '8.99' })).toMatchObject({
      difference: '0.00',
      parts: [],
    });
  });

  test('their period is two days longer', () => {
    // 24 kWh at 0.20, two days at 0.50, and 10 % of it.
    expect(reconcile({ end: '2026-02-03', total: '105.27' })).toMatchObject({
      difference: '6.38',
      parts: [{ kind: 'dates', amount: '6.38', theirs: '33', ours: '31' }],
    });
  });

  test('an estimated reading, and one that is not', () => {
    const theirs = { used: '400', total: '105.05' };
    expect(brief(reconcile({ ...theirs, isEstimated: true }))).toEqual(['estimated-read 6.16']);
    expect(brief(reconcile(theirs))).toEqual(['use 6.16']);
    expect(brief(reconcile(theirs, plan, 0.9))).toEqual(['missing-data 6.16']);
  });

  test('of prices by the size of the meter: all use in one block of that size', () => {
    // 372 kWh at 0.20, and 10.
    expect(reconcileSized({ total: '84.40', used: '372' })?.parts).toMatchObject([
      { kind: 'one-block', value: '0.20', amount: '-27.20' },
    ]);
  });

  test('more use comes into a dearer block', () => {
    const steps = [{ upTo: '380', rate: '0.20' }, { rate: '0.50' }];
    const blocks = planOf([{ id: 'use', kind: 'use', blocks: { per: 'month', tables: [{ steps }] } }]);
    // 28 kWh more at 0.20, of which 20 at 0.30 more.
    expect(brief(reconcile({ used: '400', total: '86.00' }, blocks))).toEqual(['use 5.60', 'tier 6.00']);
  });

  test('another price', () => {
    // 372 kWh at 0.22.
    const theirs = { used: '372', useAmount: '81.84', fixedAmount: '15.50', taxAmount: '9.73', total: '107.07' };
    expect(brief(reconcile(theirs))).toEqual(['rate 8.18']);
  });

  test('another standing charge', () => {
    const theirs = { used: '372', useAmount: '74.40', fixedAmount: '18.60', taxAmount: '9.30', total: '102.30' };
    expect(brief(reconcile(theirs))).toEqual(['fixed 3.41']);
  });

  test('another tax: a common rate that hits to the cent is probable, with what else would', () => {
    const theirs = { used: '372', useAmount: '74.40', fixedAmount: '15.50', taxAmount: '18.88', total: '108.78' };
    expect(reconcile(theirs)?.parts).toEqual([
      { kind: 'tax-rate', value: '21', amount: '9.89', or: [{ kind: 'charge-twice', name: 'tax' }] },
    ]);
    const odd = { ...theirs, taxAmount: '18.00', total: '107.90' };
    expect(reconcile(odd)?.parts).toEqual([{ kind: 'tax', amount: '9.01', theirs: '18.00', ours: '8.99' }]);
  });

  test('of use, fixed charges and tax, what is left out is what the others leave of the total', () => {
    // 18.60 are fixed: 102.30 less 74.40 and 9.30.
    expect(brief(reconcile({ used: '372', useAmount: '74.40', taxAmount: '9.30', total: '102.30' }))).toEqual([
      'fixed 3.41',
    ]);
  });

  test.each(['98.87', '98.88', '98.90', '98.91'])('a cent or two are rounding: %s', (total) => {
    expect(reconcile({ total })?.parts.map(({ kind }) => kind)).toEqual(['rounding']);
  });

  test('a day more is probable where nothing is known of the day beside theirs, too', () => {
    const alone = steadyUse('2026-01-01', '2026-02-01', 500);
    // 12 kWh, a standing charge and their tax.
    expect(brief(reconcile({ total: '102.08' }, plan, 1, alone))).toEqual(['day-more 3.19']);
  });

  test('a reading without decimals is ours where the total is', () => {
    // 372.4 kWh came to 98.98.
    const more = { ...use, used: Array.from(use.used, (used, i) => (i === 500 ? used + 400 : used)) };
    expect(brief(reconcile({ used: '372', total: '98.98' }, plan, 1, more))).toEqual([]);
    // 372 are billed.
    expect(brief(reconcile({ used: '372', total: '98.89' }, plan, 1, more))).toEqual(['whole-units -0.09']);
  });

  test('what nobody can explain is the residual', () => {
    expect(brief(reconcile({ total: '110.00' }))).toEqual(['residual 11.11']);
  });
});

test('without a tariff in their period there is nothing to hold it against', () => {
  expect(reconcile({ start: '2019-01-01', end: '2019-02-01' })).toBeNull();
});

test('whatever they say, the parts sum to the difference, exactly', () => {
  const money = fc.integer({ min: 0, max: 40_000 }).map((cents) => (cents / 100).toFixed(2));
  const anyBill = fc.record(
    {
      end: fc.constantFrom('2026-01-28', '2026-02-01', '2026-02-04'),
      total: money,
      used: fc.integer({ min: 0, max: 900_000 }).map((n) => (n / 1000).toFixed(3)),
      isEstimated: fc.boolean(),
      useAmount: money,
      fixedAmount: money,
      taxAmount: money,
    },
    { requiredKeys: ['end', 'total'] },
  );
  fc.assert(
    fc.property(anyBill, (bill) => {
      const result = reconcile(bill);
      const parts = result?.parts.map(({ amount }) => exact(amount)) ?? [];
      expect(sumOf(parts).equals(exact(result?.difference ?? '1'))).toBe(true);
    }),
    { numRuns: 60 },
  );
});

describe('what earlier bills left', () => {
  // 744 kWh in December at 0.10; the year's 876 are topped up to 1200 in it, and its tax is on both.
  const yearly = planOf([
    { id: 'use', kind: 'use', rate: '0.10' },
    { id: 'least', kind: 'minimum', amount: '1200', per: 'year', of: ['use'] },
    { id: 'meter', kind: 'fixed', per: 'month', amount: '3' },
    { id: 'tax', kind: 'tax', percent: '10', of: 'all' },
  ]);
  const whole = steadyUse('2025-12-31', '2027-01-02', 1000);
  const agreements = [{ utility: 'electricity' as const, validFrom: '2026-01-01', plan: yearly }];
  const none = { spanS: 900, startS: [], used: [] };
  const input = { timeZone: madrid, agreements, use: { ...byUtility(() => none), electricity: whole } };
  const months = monthsOf(2026);
  const carried = carryOver(months.slice(0, 11), input);
  const [december = january] = months.slice(11);
  const total = priceBill({ ...input, cycle: december, carried })?.totalAmount ?? '0';

  const against = (theirTotal: string) =>
    reconcileBill(
      {
        theirs: { start: december.start, end: december.end, total: theirTotal, used: '744' },
        agreements,
        timeZone: madrid,
        cycle: december,
        ours: { cycle: december, total },
        use: whole,
        coverage: 1,
        carried,
      },
      'electricity',
    );

  test('a year that is settled in theirs is so in ours, and in what is tried to explain theirs', () => {
    // 74.40, 324 for the year, 3 for the meter, and a tenth.
    expect(total).toBe('441.54');
    expect(against(total)?.parts).toEqual([]);
    expect(brief(against('438.24'))).toEqual(['charge-missing -3.30']);
    expect(brief(against('489.71'))).toEqual(['tax-rate 48.17']);
  });

  test('a year that theirs does not settle is a minimum left out', () => {
    expect(brief(against('85.14'))).toEqual(['charge-missing -356.40']);
  });
});
