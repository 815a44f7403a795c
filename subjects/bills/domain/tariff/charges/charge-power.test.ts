import { describe, expect, test } from 'vitest';
import type { CapacityCharge, DemandCharge } from '../plan.ts';
import { cycleOf, monthly, priced, shortLines, totalOf, useAt } from '../testing-plans.ts';

const power = (rest: Partial<CapacityCharge>): CapacityCharge => ({
  id: 'power',
  kind: 'capacity',
  per: 'year',
  ...rest,
});
const peak = (rest: Partial<DemandCharge>): DemandCharge => ({
  id: 'peak',
  kind: 'demand',
  per: 'month',
  windowMinutes: 15,
  ...rest,
});

describe('contracted power', () => {
  test('4.6 kW × 36.50 a year × 31 / 365 = 14.26', () => {
    expect(shortLines(priced([power({ rate: '36.50' })], { facts: { kW: '4.6' } }))).toEqual(['power: 4.6 = 14.26']);
  });

  test('per day: 5 × 0.1 × 31 = 15.50; per month in a cycle of two: 5 × 2 × 2 = 20; per bill: 5 × 2', () => {
    const facts = { kW: '5' };
    const cycle = cycleOf('2026-01-01', '2026-03-01', { cycleMonths: 2 });
    expect(totalOf([power({ per: 'day', rate: '0.1' })], { facts })).toBe('15.50');
    expect(totalOf([power({ per: 'month', rate: '2' })], { facts, cycle })).toBe('20.00');
    expect(totalOf([power({ per: 'bill', rate: '2' })], { facts, cycle })).toBe('10.00');
  });

  test('by hours of a year: 743 of March in Madrid × 1 kW × 87.60 / 8760 = 7.43', () => {
    const charge = power({ rate: '87.60', by: 'hours', kW: '1' });
    expect(totalOf([charge], { cycle: monthly('2026-03') })).toBe('7.43');
  });

  test('each period has its own power and price: 3 × 36.5 and 5 × 7.3, times 31 / 365: 9.30 and 3.10', () => {
    const bill = priced([power({ rates: { P1: '36.5', P2: '7.3' } })], { facts: { kW: { P1: '3', P2: '5' } } });
    expect(shortLines(bill)).toEqual(['power P1: 3 = 9.30', 'power P2: 5 = 3.10']);
  });

  test('what the household contracted comes before what the tariff takes', () => {
    const charge = power({ rates: { P1: '365', P2: '365' }, kW: { P1: '1', P2: '2' }, per: 'day' });
    const quantities = (kW?: string | Record<string, string>) =>
      priced([charge], { facts: kW === undefined ? {} : { kW } }).lines.map(({ quantity }) => quantity);
    expect(quantities()).toEqual(['1', '2']);
    expect(quantities('4')).toEqual(['4', '4']);
    expect(quantities({ P2: '7' })).toEqual(['1', '7']);
  });

  test('power that nobody named is a fault for its period, and no line', () => {
    const bill = priced([power({ rates: { P1: '1', constructor: '1' } })], { facts: { kW: { P1: '3' } } });
    expect(bill.lines.map(({ period }) => period)).toEqual(['P1']);
    expect(bill.faults).toEqual([
      { code: 'capacity-missing', charge: 'power', of: 'constructor', from: '2026-01-01', to: '2026-02-01', used: 0 },
    ]);
    expect(priced([power({ rate: '1' })]).faults.map(({ code, of }) => [code, of])).toEqual([['capacity-missing', '']]);
  });
});

describe('the highest power that was drawn', () => {
  // 10:00 to 11:00: 1, 3, 2 and 0.5 kWh by the quarter-hour.
  const use = useAt({
    '2026-01-05 10:00': 1000,
    '2026-01-05 10:15': 3000,
    '2026-01-05 10:30': 2000,
    '2026-01-05 10:45': 500,
  });

  test.each([
    [15, '12', '24.00', '3 kWh in 15 minutes are 12 kW'],
    [30, '8', '16.00', '1 + 3 kWh in 30 minutes are 8 kW'],
    [60, '6.5', '13.00', '1 + 3 + 2 + 0.5 kWh in an hour are 6.5 kW'],
  ] as const)('windows of %i minutes: %s kW, at 2 a month: %s (%s)', (windowMinutes, kW, total, _why) => {
    const bill = priced([peak({ windowMinutes, rate: '2' })], { use });
    expect(shortLines(bill)).toEqual([`peak: ${kW} = ${total}`]);
  });

  test.each(['Asia/Kolkata', 'Asia/Kathmandu'])(
    'windows of an hour begin with the hours of the clock in %s',
    (timeZone) => {
      const local = useAt({ '2026-01-05 10:00': 2000, '2026-01-05 10:45': 2000, '2026-01-05 11:00': 1000 }, timeZone);
      expect(shortLines(priced([peak({ windowMinutes: 60, rate: '1' })], { timeZone, use: local }))).toEqual([
        'peak: 4 = 4.00',
      ]);
      expect(shortLines(priced([peak({ windowMinutes: 30, rate: '1' })], { timeZone, use: local }))).toEqual([
        'peak: 4 = 4.00',
      ]);
    },
  );

  test('the two hours of the same name on 25 October are two windows', () => {
    const at = Date.UTC(2026, 9, 25, 0) / 1000;
    const twice = {
      spanS: 900,
      startS: Array.from({ length: 8 }, (_, i) => at + i * 900),
      used: Array.from({ length: 8 }, () => 1000),
    };
    const bill = priced([peak({ windowMinutes: 60, rate: '1' })], { cycle: monthly('2026-10'), use: twice });
    expect(shortLines(bill)).toEqual(['peak: 4 = 4.00']);
  });

  test('intervals longer than the window are windows themselves; shorter ones are added up', () => {
    const hours = useAt({ '2026-01-05 10:00': 6000, '2026-01-05 11:00': 5000 }, undefined, 3600);
    expect(shortLines(priced([peak({ rate: '1' })], { use: hours }))).toEqual(['peak: 6 = 6.00']);
    const at = (use.startS[0] ?? 0) + 60;
    const minutes = { spanS: 60, startS: [at, at + 60, at + 840], used: [100, 200, 700] };
    // 0.3 kWh before 10:15 are 1.2 kW, 0.7 after it are 2.8 kW.
    expect(shortLines(priced([peak({ rate: '1' })], { use: minutes }))).toEqual(['peak: 2.8 = 2.80']);
  });

  test('in each period of a schedule its own: 12 kW at 2 and 4 kW at 1', () => {
    const schedules = { day: { periods: [{ period: 'day', hours: ['08:00-22:00'] }, { period: 'night' }] } };
    const all = useAt({ '2026-01-05 10:15': 3000, '2026-01-05 12:15': 2000, '2026-01-05 23:00': 1000 });
    const charge = peak({ schedule: 'day', rates: { day: '2', night: '1' } });
    expect(shortLines(priced([charge], { use: all }, { schedules }))).toEqual([
      'peak day: 12 = 24.00',
      'peak night: 4 = 4.00',
    ]);
    // A schedule beside one rate does not make the peak free.
    expect(shortLines(priced([peak({ schedule: 'day', rate: '2' })], { use: all }, { schedules }))).toEqual([
      'peak: 12 = 24.00',
    ]);
  });

  test('per month in a cycle of two is each month’s own: 12 × 2, and nothing was drawn in the other; per bill once', () => {
    const cycle = cycleOf('2026-01-01', '2026-03-01', { cycleMonths: 2 });
    expect(totalOf([peak({ rate: '2' })], { use, cycle })).toBe('24.00');
    expect(totalOf([peak({ rate: '2', per: 'bill' })], { use, cycle })).toBe('24.00');
  });

  test('use on a day without a colour is named, not left out', () => {
    const schedules = { tempo: { colours: 'tempo', periods: [{ period: 'red', colour: 'red' }] } };
    const bill = priced([peak({ schedule: 'tempo', rates: { red: '2' } })], { use }, { schedules });
    expect(bill.lines).toEqual([]);
    expect(bill.faults).toEqual([
      { code: 'colour-missing', charge: 'peak', of: 'tempo', from: '2026-01-05', to: '2026-01-06', used: 6500 },
    ]);
  });
});

describe('a fixed amount by steps of contracted power', () => {
  const standing = {
    id: 'standing',
    kind: 'fixed',
    per: 'month',
    byPower: { steps: [{ upTo: '3', amount: '11.45' }, { upTo: '6', amount: '15.47' }, { amount: '30' }] },
  } as const;

  test.each([
    ['3', '11.45'],
    ['3.1', '15.47'],
    ['6', '15.47'],
    ['12', '30.00'],
  ])('%s kW: %s', (kW, total) => {
    expect(totalOf([standing], { facts: { kW } })).toBe(total);
  });

  test('goes by the highest where each period has a power of its own, and is missed where nobody has said one', () => {
    expect(totalOf([standing], { facts: { kW: { P1: '2.3', P2: '5.5' } } })).toBe('15.47');
    expect(priced([standing]).faults).toMatchObject([{ code: 'capacity-missing', charge: 'standing' }]);
  });
});
