import { describe, expect, test } from 'vitest';
import type { FixedCharge } from '../plan.ts';
import { cycleOf, monthly, planOf, priced, shortLines, totalOf, useAt } from '../testing-plans.ts';
import { pricePlan } from '../price-plan.ts';

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
