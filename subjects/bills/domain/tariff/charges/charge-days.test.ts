import { describe, expect, test } from 'vitest';
import { dayStartS, knownOffsets } from '../interval-use.ts';
import { localDayOf } from '../schedule-periods.ts';
import type { TariffCharge, TariffPlan } from '../plan.ts';
import { cycleOf, monthly, priced, shortLines, telescopic, useAt } from '../testing-plans.ts';

const changed = (from: Partial<TariffCharge>, to: Partial<TariffCharge>): TariffCharge[] => [
  { id: 'energy', kind: 'use', rate: '1', until: '2026-01-11', ...from } as TariffCharge,
  { id: 'energy', kind: 'use', rate: '2', from: '2026-01-11', ...to } as TariffCharge,
];
const prices = changed({}, {});

// 31 kWh, of which 11 in the first ten days.
const use = useAt({ '2026-01-10 23:45': 11_000, '2026-01-11 00:00': 20_000 });
const bill = (change?: TariffPlan['change'], charges = prices) =>
  shortLines(priced(charges, { use }, change === undefined ? {} : { change }));

describe('a price that changes within a cycle', () => {
  test('as measured on either side: 11 × 1 and 20 × 2', () => {
    expect(bill('measured')).toEqual(['energy: 11000 = 11.00', 'energy: 20000 = 40.00']);
    expect(bill()).toEqual(bill('measured'));
  });

  test('shared by days: 31 × 10/31 × 1 and 31 × 21/31 × 2', () => {
    expect(bill('by-days')).toEqual(['energy: 10000 = 10.00', 'energy: 21000 = 42.00']);
  });

  test('all at what held on the first day, or on the last: 31 × 1 or 31 × 2', () => {
    expect(bill('first-day')).toEqual(['energy: 31000 = 31.00']);
    expect(bill('last-day')).toEqual(['energy: 31000 = 62.00']);
  });

  test('shared by days, periods of the day are shared too: 15.5 kWh of night: 5 × 1 and 10.5 × 2', () => {
    const schedules = { day: { periods: [{ period: 'night', hours: ['22:00-08:00'] }, { period: 'day' }] } };
    const rated = (night: string): Partial<TariffCharge> => ({
      schedule: 'day',
      rate: undefined,
      rates: { night, day: '0' },
    });
    const nightly = useAt({ '2026-01-05 03:00': 15_500, '2026-01-05 12:00': 3100 });
    const charges = changed(rated('1'), rated('2'));
    expect(shortLines(priced(charges, { use: nightly }, { schedules, change: 'by-days' }))).toEqual([
      'energy night: 5000 = 5.00',
      'energy day: 1000 = 0.00',
      'energy night: 10500 = 21.00',
      'energy day: 2100 = 0.00',
    ]);
    expect(shortLines(priced(charges, { use: nightly }, { schedules }))).toEqual([
      'energy night: 15500 = 15.50',
      'energy day: 3100 = 0.00',
    ]);
  });

  test('a fee, of 31 and then of 62 a month: 10 + 42, or all of the first or the last', () => {
    const fees: TariffCharge[] = [
      { id: 'fee', kind: 'fixed', per: 'month', amount: '31', until: '2026-01-11' },
      { id: 'fee', kind: 'fixed', per: 'month', amount: '62', from: '2026-01-11' },
    ];
    expect(bill('measured', fees)).toEqual(['fee: 10 = 10.00', 'fee: 21 = 42.00']);
    expect(bill('by-days', fees)).toEqual(bill('measured', fees));
    expect(bill('first-day', fees)).toEqual(['fee: 31 = 31.00']);
    expect(bill('last-day', fees)).toEqual(['fee: 31 = 62.00']);
  });

  test('a tax of the last day is of all that the cycle costs', () => {
    const tax = (percent: string, rest: Partial<TariffCharge>) =>
      ({ id: 'tax', kind: 'tax', percent, of: 'all', ...rest }) as TariffCharge;
    const charges = [...prices, tax('10', { until: '2026-01-20' }), tax('20', { from: '2026-01-20' })];
    expect(bill('last-day', charges)).toEqual(['energy: 31000 = 62.00', 'tax: 62 = 12.40']);
    expect(bill('first-day', charges)).toEqual(['energy: 31000 = 31.00', 'tax: 31 = 3.10']);
  });

  test('ends of blocks are shared by the days of either price: 31 units are 10 and 21', () => {
    const blocks = (rate: string) => ({
      rate: undefined,
      blocks: telescopic('month', { upTo: '31', rate }, { rate: '9' }),
    });
    expect(bill('measured', changed(blocks('1'), blocks('2')))).toEqual([
      'energy: 10000 = 10.00',
      'energy: 1000 = 9.00',
      'energy: 20000 = 40.00',
    ]);
  });

  test('on the first day of a cycle it holds for all of it, on the day after its end for none', () => {
    const input = { use, cycle: cycleOf('2026-01-11', '2026-02-11') };
    expect(shortLines(priced(prices, input))).toEqual(['energy: 20000 = 40.00']);
    expect(shortLines(priced(prices, { use, cycle: cycleOf('2025-12-11', '2026-01-11') }))).toEqual([
      'energy: 11000 = 11.00',
    ]);
  });

  test('a charge that held on no day of the cycle leaves no line', () => {
    const later: TariffCharge = { id: 'later', kind: 'fixed', per: 'month', amount: '5', from: '2026-02-01' };
    expect(priced([later], { cycle: monthly('2026-01') }).lines).toEqual([]);
  });
});

describe('the first instant of a local day', () => {
  const zones = [
    'Europe/Madrid',
    'Asia/Kolkata',
    'Asia/Kathmandu',
    'Australia/Lord_Howe',
    'America/Santiago',
    'America/Havana',
    'Africa/Cairo',
    'Asia/Beirut',
    'Pacific/Kiritimati',
    'Pacific/Pago_Pago',
    'America/St_Johns',
  ];
  test.each(zones)('on every day of 2026 in %s it is of that day, and the second before is not', (zone) => {
    const offsetAt = knownOffsets(zone);
    const dayAt = (at: number) => localDayOf(Math.floor((at + offsetAt(at)) / 86_400));
    for (let day = Date.UTC(2026, 0, 1) / 86_400_000; day < Date.UTC(2027, 0, 1) / 86_400_000; day += 1) {
      const at = dayStartS(localDayOf(day), offsetAt);
      expect(dayAt(at)).toBe(localDayOf(day));
      expect(dayAt(at - 1)).toBe(localDayOf(day - 1));
    }
  });
});
