import { describe, expect, test } from 'vitest';
import type { FixedCharge, BoundCharge, ShareCharge, TariffCharge } from '../plan.ts';
import { pricePlan } from '../price-bill.ts';
import {
  cycleOf,
  monthly,
  planOf,
  priced,
  shortLines,
  steadyUse,
  telescopic,
  totalOf,
  useAt,
} from '../testing-plans.ts';

const fixed = (rest: Partial<FixedCharge>): FixedCharge => ({ id: 'fee', kind: 'fixed', per: 'month', ...rest });

const twoMonths = cycleOf('2026-01-01', '2026-03-01', { cycleMonths: 2 });

describe('a fixed charge', () => {
  test('per day: 31 × 0.12 = 3.72', () => {
    expect(totalOf([fixed({ per: 'day', amount: '0.12' })])).toBe('3.72');
  });

  test('per month: the whole amount for a whole cycle, however many days it has', () => {
    expect(totalOf([fixed({ amount: '10' })], { cycle: monthly('2026-02') })).toBe('10.00');
    expect(totalOf([fixed({ amount: '10' })], { cycle: monthly('2026-01') })).toBe('10.00');
  });

  test('per month, in 10 of the 31 days of a cycle: 10 × 10 / 31 = 3.2258…', () => {
    const cycle = cycleOf('2026-01-05', '2026-01-15', { cycleDays: 31 });
    expect(totalOf([fixed({ amount: '10' })], { cycle })).toBe('3.23');
  });

  test('per month in a cycle of two: 2 × 10; per bill: once 10', () => {
    expect(totalOf([fixed({ amount: '10' })], { cycle: twoMonths })).toBe('20.00');
    expect(totalOf([fixed({ amount: '10', per: 'bill' })], { cycle: twoMonths })).toBe('10.00');
  });

  test('per bill, in half of its days: 59 days, 29 of them: 10 × 29 / 59 = 4.9152…', () => {
    const cycle = cycleOf('2026-01-01', '2026-01-30', { cycleDays: 59, cycleMonths: 2 });
    expect(totalOf([fixed({ amount: '10', per: 'bill' })], { cycle })).toBe('4.92');
  });

  test('per year by days: 31 × 36.50 / 365 = 3.10, in a leap year too', () => {
    expect(totalOf([fixed({ amount: '36.50', per: 'year' })])).toBe('3.10');
    expect(totalOf([fixed({ amount: '36.50', per: 'year' })], { cycle: monthly('2028-01') })).toBe('3.10');
  });

  test('per year by hours: March 2026 in Madrid has 743, 87.60 × 743 / 8760 = 7.43; October 745', () => {
    const charge = fixed({ amount: '87.60', per: 'year', by: 'hours' });
    expect(totalOf([charge], { cycle: monthly('2026-03') })).toBe('7.43');
    expect(totalOf([charge], { cycle: monthly('2026-10') })).toBe('7.45');
    expect(totalOf([charge], { cycle: monthly('2026-03'), timeZone: 'Asia/Kolkata' })).toBe('7.44');
  });

  test('per day by hours: March in Madrid is 743 / 24 days: 24 × 743 / 24 = 743', () => {
    expect(totalOf([fixed({ amount: '24', per: 'day', by: 'hours' })], { cycle: monthly('2026-03') })).toBe('743.00');
  });

  test('per year by hours where the first day begins at 09:00: 744 − 9 = 735 hours', () => {
    const startS = Date.UTC(2026, 0, 1, 8) / 1000;
    const cycle = { ...monthly('2026-01'), startS };
    expect(totalOf([fixed({ amount: '87.60', per: 'year', by: 'hours' })], { cycle })).toBe('7.35');
  });

  test('an amount below nothing is a discount by time, and nothing is no line', () => {
    const bill = priced([
      fixed({ id: 'social', amount: '-4.5' }),
      fixed({ id: 'free', amount: '0' }),
      fixed({ id: 'meter', amount: '0.81' }),
    ]);
    expect(shortLines(bill)).toEqual(['social: 31 = -4.50', 'meter: 31 = 0.81']);
    expect(bill.lines.map(({ kind }) => kind)).toEqual(['discount', 'standing']);
    expect(bill.total).toBe('-3.69');
  });
});

describe('a fixed charge by the step in which the use ends', () => {
  const byUse: FixedCharge['byUse'] = {
    per: 'month',
    steps: [{ upTo: '50', amount: '40' }, { upTo: '100', amount: '65' }, { amount: '85' }],
  };
  const feeFor = (kWh: number, cycle = monthly('2026-01')) =>
    totalOf([fixed({ byUse })], { cycle, use: useAt({ '2026-01-02 10:00': kWh * 1000 }) });

  test('an end belongs to its step: 50 kWh are in the first, a Wh more is in the second', () => {
    expect([0, 50, 50.001, 100, 100.001].map((kWh) => feeFor(kWh))).toEqual([
      '40.00',
      '40.00',
      '65.00',
      '65.00',
      '85.00',
    ]);
  });

  test('ends of a month are doubled in a cycle of two, and so is the amount', () => {
    expect(feeFor(100, twoMonths)).toBe('80.00');
    expect(feeFor(101, twoMonths)).toBe('130.00');
  });

  test('shared by days, the use of either part is its share of the cycle’s: 62 kWh, 31 in 15 and 31 in 16 days', () => {
    const steps = (amount: string) => [{ upTo: '70', amount }, { amount: '1000' }];
    const plan = planOf(
      [
        fixed({ until: '2026-01-16', byUse: { per: 'month', steps: steps('31') } }),
        fixed({ from: '2026-01-16', byUse: { per: 'month', steps: steps('62') } }),
      ],
      { change: 'by-days' },
    );
    // All 62 kWh are on one day: 62 × 15/31 = 30 ≤ 70 × 15/31; measured, they would exceed their part's 33.9.
    const use = useAt({ '2026-01-02 10:00': 62_000 });
    const bill = pricePlan({ plan, cycle: monthly('2026-01'), timeZone: 'Europe/Madrid', use });
    expect(bill.lines.map(({ amount }) => amount)).toEqual(['15.00', '32.00']);
  });
});

const fee = (amount: string, id = 'fee'): TariffCharge => ({ id, kind: 'fixed', per: 'bill', amount });
const share = (kind: ShareCharge['kind'], percent: string, rest: Partial<ShareCharge> = {}): ShareCharge => ({
  id: kind,
  kind,
  percent,
  of: 'all',
  ...rest,
});
const minimum = (rest: Partial<BoundCharge> = {}): BoundCharge => ({
  id: 'minimum',
  kind: 'minimum',
  amount: '15',
  per: 'month',
  of: 'all',
  ...rest,
});
const bill = (...charges: readonly TariffCharge[]) => shortLines(priced(charges));

describe('taxes', () => {
  test('a tax on a tax: 5 % of 100 = 5, then 21 % of 105 = 22.05', () => {
    expect(bill(fee('100'), share('tax', '5', { id: 'electricity' }), share('tax', '21'))).toEqual([
      'fee: 31 = 100.00',
      'electricity: 100 = 5.00',
      'tax: 105 = 22.05',
    ]);
  });

  test('taxes in the other order rest on other amounts: 21 % of 100, then 5 % of 121 = 6.05', () => {
    expect(bill(fee('100'), share('tax', '21'), share('tax', '5', { id: 'electricity' }))).toEqual([
      'fee: 31 = 100.00',
      'tax: 100 = 21.00',
      'electricity: 121 = 6.05',
    ]);
  });

  test('two rates on two charges: 10 % of 50 and 21 % of 30', () => {
    const tax = (percent: string, of: string) => share('tax', percent, { id: `on-${of}`, of: [of] });
    expect(bill(fee('50', 'energy'), fee('30', 'meter'), tax('10', 'energy'), tax('21', 'meter'))).toEqual([
      'energy: 31 = 50.00',
      'meter: 31 = 30.00',
      'on-energy: 50 = 5.00',
      'on-meter: 30 = 6.30',
    ]);
  });

  test('a tax is of the rounded lines: 21 % of 0.01 + 0.01 = 0.0042 = 0.00', () => {
    expect(bill(fee('0.014'), fee('0.014', 'other'), share('tax', '21')).at(-1)).toBe('tax: 0.02 = 0.00');
  });

  test('a tax of nothing is no line', () => {
    expect(bill(share('tax', '21'), fee('10'), share('tax', '0', { id: 'none' }))).toEqual(['fee: 31 = 10.00']);
  });
});

describe('a tax that changes within a cycle', () => {
  const taxes = [share('tax', '10', { until: '2026-01-11' }), share('tax', '21', { from: '2026-01-11' })];
  // A kWh an hour: 240 in ten days, 504 in twenty-one.
  const use = steadyUse('2026-01-01', '2026-02-01', 1000);

  test('cuts what it rests on: 240 at 10 %, 504 at 21 %; the fee by days: 10 and 21', () => {
    const charges: TariffCharge[] = [{ id: 'energy', kind: 'use', rate: '1' }, fee('31'), ...taxes];
    expect(shortLines(priced(charges, { use }))).toEqual([
      'energy: 240000 = 240.00',
      'energy: 504000 = 504.00',
      'fee: 10 = 10.00',
      'fee: 21 = 21.00',
      'tax: 250 = 25.00',
      'tax: 525 = 110.25',
    ]);
  });

  test('cuts what lies beneath another tax, and leaves whole what it does not rest on', () => {
    const charges: TariffCharge[] = [
      fee('31'),
      fee('62', 'free'),
      share('tax', '50', { id: 'levy', of: ['fee'] }),
      ...taxes.map((tax) => ({ ...tax, of: ['levy'] })),
    ];
    expect(shortLines(priced(charges))).toEqual([
      'fee: 10 = 10.00',
      'fee: 21 = 21.00',
      'free: 31 = 62.00',
      'levy: 10 = 5.00',
      'levy: 21 = 10.50',
      'tax: 5 = 0.50',
      'tax: 10.5 = 2.21',
    ]);
  });

  test('ends of blocks are shared by days: 310 units are 100 of the first ten days and 210 of the others', () => {
    const energy: TariffCharge = {
      id: 'energy',
      kind: 'use',
      blocks: telescopic('month', { upTo: '310', rate: '1' }, { rate: '2' }),
    };
    expect(shortLines(priced([energy, ...taxes], { use }))).toEqual([
      'energy: 100000 = 100.00',
      'energy: 140000 = 280.00',
      'energy: 210000 = 210.00',
      'energy: 294000 = 588.00',
      'tax: 380 = 38.00',
      'tax: 798 = 167.58',
    ]);
  });
});

describe('derived charges and discounts', () => {
  test('a derived charge is at most its cap: 40 % of 100, at most 25', () => {
    const derived = share('derived', '40', { atMost: { amount: '25', per: 'bill' } });
    expect(bill(fee('100'), derived)).toEqual(['fee: 31 = 100.00', 'derived: 100 = 25.00']);
    expect(bill(fee('50'), derived)).toEqual(['fee: 31 = 50.00', 'derived: 50 = 20.00']);
  });

  test('a discount takes off at most its cap: 25 % of 100, at most 10 a month, in two months 20', () => {
    const discount = share('discount', '25', { atMost: { amount: '10', per: 'month' } });
    const cycle = cycleOf('2026-01-01', '2026-03-01', { cycleMonths: 2 });
    expect(bill(fee('100'), discount)).toEqual(['fee: 31 = 100.00', 'discount: 100 = -10.00']);
    expect(shortLines(priced([fee('100'), discount], { cycle }))).toEqual([
      'fee: 59 = 100.00',
      'discount: 100 = -20.00',
    ]);
  });

  test('a tax after a discount rests on what is left: 21 % of 100 − 35', () => {
    expect(bill(fee('100'), share('discount', '35'), share('tax', '21'))).toEqual([
      'fee: 31 = 100.00',
      'discount: 100 = -35.00',
      'tax: 65 = 13.65',
    ]);
  });
});

describe('a minimum', () => {
  test('tops up to 15 a month, in a cycle of two to 30, in ten days of 31 to 4.84', () => {
    expect(bill(fee('11.5'), minimum())).toEqual(['fee: 31 = 11.50', 'minimum: 11.5 = 3.50']);
    const cycle = cycleOf('2026-01-01', '2026-03-01', { cycleMonths: 2 });
    expect(shortLines(priced([fee('11.5'), minimum()], { cycle })).at(-1)).toBe('minimum: 11.5 = 18.50');
    const part = cycleOf('2026-01-01', '2026-01-11', { cycleDays: 31 });
    expect(shortLines(priced([minimum()], { cycle: part }))).toEqual(['minimum: 0 = 4.84']);
  });

  test('is no line where the charges reach it', () => {
    expect(bill(fee('15'), minimum())).toEqual(['fee: 31 = 15.00']);
  });

  test('of some charges leaves the others out, and is taxed as they are', () => {
    const charges = [
      fee('5', 'energy'),
      fee('100', 'meter'),
      minimum({ of: ['energy'] }),
      share('tax', '10', { of: ['energy', 'minimum'] }),
    ];
    expect(bill(...charges)).toEqual([
      'energy: 31 = 5.00',
      'meter: 31 = 100.00',
      'minimum: 5 = 10.00',
      'tax: 15 = 1.50',
    ]);
  });

  test('counts what was given back: a credit of 20 kWh at −1 is topped up from −20', () => {
    const energy: TariffCharge = { id: 'feed-in', kind: 'use', rate: '-1' };
    expect(shortLines(priced([energy, minimum()], { use: useAt({ '2026-01-05 12:00': 20_000 }) }))).toEqual([
      'feed-in: 20000 = -20.00',
      'minimum: -20 = 35.00',
    ]);
  });
});

describe('the most that charges may come to', () => {
  const most = (rest: Partial<BoundCharge> = {}) => minimum({ id: 'most', kind: 'maximum', ...rest });

  test('takes them down to it, and a tax that stands after it is on the rest', () => {
    expect(bill(fee('40'), most(), share('tax', '10'))).toEqual([
      'fee: 31 = 40.00',
      'most: 40 = -25.00',
      'tax: 15 = 1.50',
    ]);
  });

  test('is of the charges that it names, and says nothing of less', () => {
    expect(bill(fee('40'), fee('9', 'meter'), most({ of: ['meter'] }))).toEqual([
      'fee: 31 = 40.00',
      'meter: 31 = 9.00',
    ]);
  });
});
