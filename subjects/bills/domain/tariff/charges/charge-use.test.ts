import { describe, expect, test } from 'vitest';
import type { IntervalUse } from '../interval-use.ts';
import type { UseCharge } from '../plan.ts';
import {
  cycleOf,
  madrid,
  monthly,
  priced,
  shortLines,
  steadyUse,
  telescopic,
  totalOf,
  useAt,
} from '../testing-plans.ts';

const energy = (rest: Partial<UseCharge>): UseCharge => ({ id: 'energy', kind: 'use', ...rest });

const night = {
  schedules: { day: { periods: [{ period: 'night', hours: ['22:00-08:00'] }, { period: 'day' }] } },
};
const nightRates = energy({ schedule: 'day', rates: { night: '0.1', day: '0.2' } });

describe('use at one price', () => {
  test('123.456 kWh at 0.1712: 21.1356… = 21.14', () => {
    const bill = priced([energy({ rate: '0.1712' })], { use: useAt({ '2026-01-09 20:00': 123_456 }) });
    expect(shortLines(bill)).toEqual(['energy: 123456 = 21.14']);
    expect(bill.faults).toEqual([]);
  });

  test.each([
    ['m3', '1.5', 2_000_000, '3.00'],
    ['kL', '1.5', 2_000_000, '3.00'],
    ['L', '0.002', 2_000_000, '4.00'],
    ['HCF', '4', 2_831_685, '4.00'],
    ['kgal', '10', 3_785_412, '10.00'],
    ['gal', '0.01', 3_785_412, '10.00'],
    ['galUK', '0.01', 4_546_090, '10.00'],
    ['kgalUK', '10', 4_546_090, '10.00'],
  ] as const)('water by the %s at %s: %i mL cost %s', (unit, rate, used, total) => {
    const use = useAt({ '2026-01-09 20:00': used });
    expect(totalOf([energy({ rate })], { use }, { utility: 'water', unit })).toBe(total);
  });

  test('what was used before the cycle and after it is not looked at', () => {
    const use = useAt({
      '2025-12-31 23:45': 7000,
      '2026-01-01 00:00': 1000,
      '2026-01-31 23:45': 2000,
      '2026-02-01 00:00': 5000,
    });
    expect(shortLines(priced([energy({ rate: '1' })], { use }))).toEqual(['energy: 3000 = 3.00']);
  });

  test('no use is no line', () => {
    expect(priced([energy({ rate: '1' })])).toEqual({ lines: [], total: '0.00', faults: [] });
  });
});

describe('time of use', () => {
  const nightAndDay = (start: string, end: string, timeZone = madrid) =>
    shortLines(
      priced(
        [nightRates],
        { cycle: cycleOf(start, end), timeZone, use: steadyUse(start, end, 1000, timeZone, 900) },
        night,
      ),
    );

  test('a plain day has 10 hours of night and 14 of day: 40 and 56 quarter-hours of a kWh', () => {
    expect(nightAndDay('2026-01-05', '2026-01-06')).toEqual([
      'energy night: 40000 = 4.00',
      'energy day: 56000 = 11.20',
    ]);
  });

  test('the night of 29 March 2026 in Madrid is an hour shorter, that of 25 October an hour longer', () => {
    expect(nightAndDay('2026-03-29', '2026-03-30')).toEqual([
      'energy night: 36000 = 3.60',
      'energy day: 56000 = 11.20',
    ]);
    expect(nightAndDay('2026-10-25', '2026-10-26')).toEqual([
      'energy night: 44000 = 4.40',
      'energy day: 56000 = 11.20',
    ]);
  });

  test.each(['Asia/Kolkata', 'Asia/Kathmandu', 'Australia/Adelaide'])(
    'in %s hours begin by its own clock',
    (timeZone) => {
      expect(nightAndDay('2026-01-05', '2026-01-06', timeZone)).toEqual([
        'energy night: 40000 = 4.00',
        'energy day: 56000 = 11.20',
      ]);
      const use = useAt(
        { '2026-01-05 07:45': 1000, '2026-01-05 08:00': 2000, '2026-01-05 21:45': 4000, '2026-01-05 22:00': 8000 },
        timeZone,
      );
      expect(shortLines(priced([nightRates], { timeZone, use }, night))).toEqual([
        'energy night: 9000 = 0.90',
        'energy day: 6000 = 1.20',
      ]);
    },
  );

  test('the tariff’s own zone counts before the household’s', () => {
    const use = useAt({ '2026-01-05 08:30': 1000 }, 'Atlantic/Canary');
    expect(
      shortLines(priced([nightRates], { timeZone: 'Atlantic/Canary', use }, { ...night, timeZone: madrid })),
    ).toEqual(['energy day: 1000 = 0.20']);
    const early = useAt({ '2026-01-05 07:30': 1000 }, 'Atlantic/Canary');
    expect(
      shortLines(priced([nightRates], { timeZone: 'Atlantic/Canary', use: early }, { ...night, timeZone: madrid })),
    ).toEqual(['energy day: 1000 = 0.20']);
    expect(shortLines(priced([nightRates], { timeZone: 'Atlantic/Canary', use: early }, night))).toEqual([
      'energy night: 1000 = 0.10',
    ]);
  });

  test('each period has steps of its own: night 100 = 60 × 1 + 40 × 2, day 50 × 3', () => {
    const rates = { night: telescopic('month', { upTo: '60', rate: '1' }, { rate: '2' }), day: '3' };
    const use = useAt({ '2026-01-05 03:00': 100_000, '2026-01-05 12:00': 50_000 });
    expect(shortLines(priced([energy({ schedule: 'day', rates })], { use }, night))).toEqual([
      'energy night: 60000 = 60.00',
      'energy night: 40000 = 80.00',
      'energy day: 50000 = 150.00',
    ]);
  });

  test('a period called as a part of every object is a period like others', () => {
    const schedules = { toString: { periods: [{ period: 'constructor' }] } };
    const rates = { constructor: '2' };
    expect(
      totalOf([energy({ schedule: 'toString', rates })], { use: useAt({ '2026-01-05 03:00': 1000 }) }, { schedules }),
    ).toBe('2.00');
  });
});

describe('use that has no price', () => {
  const schedules = {
    tempo: {
      colours: 'tempo',
      periods: [
        { period: 'red', colour: 'red' },
        { period: 'blue', colour: 'blue' },
      ],
    },
  };
  const charge = energy({ schedule: 'tempo', rates: { red: '0.7', blue: '0.1' } });
  const use = useAt({ '2026-01-05 12:00': 1000, '2026-01-06 12:00': 2000, '2026-01-08 12:00': 4000 });

  test('a missing colour is named with the days and the use that it leaves without one', () => {
    const bill = priced([charge], { use, colours: { tempo: { '2026-01-05': 'red' } } }, { schedules });
    expect(shortLines(bill)).toEqual(['energy red: 1000 = 0.70']);
    expect(bill.faults).toEqual([
      { code: 'colour-missing', charge: 'energy', of: 'tempo', from: '2026-01-06', to: '2026-01-09', used: 6000 },
    ]);
  });

  test('a colour that the tariff does not know is no colour, and days without use need none', () => {
    const colours = { tempo: { '2026-01-05': 'red', '2026-01-06': 'blue', '2026-01-08': 'green' } };
    expect(priced([charge], { use, colours }, { schedules }).faults.map(({ used }) => used)).toEqual([4000]);
    expect(priced([charge], { use: useAt({}), colours: {} }, { schedules }).faults).toEqual([]);
  });

  test('shared by days, a missing colour is named once, on the days that it leaves without a price', () => {
    const charges = [
      { ...charge, until: '2026-01-07' },
      { ...charge, from: '2026-01-07' },
    ];
    const { faults } = priced(charges, { use, colours: {} }, { schedules, change: 'by-days' });
    expect(faults.map(({ from, to, used }) => [from, to, used])).toEqual([
      ['2026-01-05', '2026-01-07', 3000],
      ['2026-01-08', '2026-01-09', 4000],
    ]);
  });

  test('use that was given back does not hide the use that has no colour', () => {
    const both = useAt({ '2026-01-06 12:00': 2000, '2026-01-08 12:00': -2000 });
    expect(priced([charge], { use: both }, { schedules }).faults).toHaveLength(1);
  });

  test('days on which no charge for use holds are named with what was used on them', () => {
    const charges = [energy({ rate: '1', until: '2026-01-06' }), energy({ rate: '1', from: '2026-01-08' })];
    const bill = priced(charges, { use });
    const day = { ...charges[0], id: 'day', from: '2026-01-05' } as UseCharge;
    expect(priced([day, ...charges.slice(1)], { use }).faults.map(({ from, to }) => [from, to])).toEqual([
      ['2026-01-01', '2026-01-05'],
      ['2026-01-06', '2026-01-08'],
    ]);
    expect(bill.total).toBe('5.00');
    expect(bill.faults).toEqual([
      { code: 'day-unpriced', charge: 'energy', from: '2026-01-06', to: '2026-01-08', used: 2000 },
    ]);
  });
});

describe('use of which a part counts', () => {
  test('sewage: 80 % of 30 m³ at 1.50 = 36.00', () => {
    const use = useAt({ '2026-01-05 12:00': 30_000_000 });
    const water = { utility: 'water', unit: 'm3' } as const;
    const sewage = energy({ id: 'sewage', rate: '1.5', sharePercent: '80' });
    expect(shortLines(priced([sewage], { use }, water))).toEqual(['sewage: 24000000 = 36.00']);
    // At most 20 units a month count; in a cycle of two, at most 40.
    const capped = { ...sewage, atMost: { units: '20', per: 'month' } } as const;
    expect(totalOf([capped], { use }, water)).toBe('30.00');
    const cycle = cycleOf('2026-01-01', '2026-03-01', { cycleMonths: 2 });
    expect(totalOf([capped], { use, cycle }, water)).toBe('36.00');
  });

  test('of periods each counts alike: at most 10 of 30 + 10 kWh are 7.5 × 0.1 + 2.5 × 0.2 = 1.25', () => {
    const use = useAt({ '2026-01-05 03:00': 30_000, '2026-01-05 12:00': 10_000 });
    const bill = priced([{ ...nightRates, atMost: { units: '10', per: 'cycle' } }], { use }, night);
    expect(shortLines(bill)).toEqual(['energy night: 7500 = 0.75', 'energy day: 2500 = 0.50']);
  });
});

describe('seasons', () => {
  test('months that end within a cycle cut it: 10 kWh in May at 1, 20 in June at 2', () => {
    const charges = [
      energy({ rate: '2', months: [6, 7, 8] }),
      energy({ rate: '1', months: [1, 2, 3, 4, 5, 9, 10, 11, 12] }),
    ];
    const use = useAt({ '2026-05-31 23:45': 10_000, '2026-06-01 00:00': 20_000 });
    const bill = priced(charges, { cycle: cycleOf('2026-05-15', '2026-06-15'), use });
    expect(bill.lines.map(({ from, to, amount }) => [from, to, amount])).toEqual([
      ['2026-06-01', '2026-06-15', '40.00'],
      ['2026-05-15', '2026-06-01', '10.00'],
    ]);
    expect(bill.faults).toEqual([]);
  });

  test('blocks of a season have their share of the ends: 14 of 31 days of 31 units are 14', () => {
    const charge = energy({ months: [6], blocks: telescopic('month', { upTo: '31', rate: '1' }, { rate: '10' }) });
    const use = useAt({ '2026-06-01 00:00': 20_000 });
    const bill = priced([charge, energy({ id: 'rest', rate: '1', months: [5] })], {
      cycle: cycleOf('2026-05-15', '2026-06-15'),
      use,
    });
    expect(shortLines(bill)).toEqual(['energy: 14000 = 14.00', 'energy: 6000 = 60.00']);
  });

  test('two months that follow each other are one span', () => {
    const bill = priced([energy({ rate: '1', months: [5, 6] })], {
      cycle: cycleOf('2026-05-15', '2026-06-15'),
      use: steadyUse('2026-05-15', '2026-06-15', 1),
    });
    expect(bill.lines.map(({ from, to }) => [from, to])).toEqual([['2026-05-15', '2026-06-15']]);
    expect(monthly('2026-05').end).toBe('2026-06-01');
  });
});

describe('blocks of several periods', () => {
  const schedules = { day: { periods: [{ period: 'P1', hours: ['08:00-22:00'] }, { period: 'P2' }] } };
  const blocks = telescopic('month', { upTo: '10', rate: '1' }, { rate: '2' });
  const faultsOf = (use: IntervalUse, rates: UseCharge['rates']) =>
    priced([{ id: 'energy', kind: 'use', schedule: 'day', rates }], { use }, { schedules }).faults;
  const both = useAt({ '2026-01-05 03:00': 1000, '2026-01-05 12:00': 2000 });

  test('are told with the use that they price, as they count each period by itself', () => {
    expect(faultsOf(both, { P1: blocks, P2: blocks })).toEqual([
      { code: 'tiers-by-period', charge: 'energy', from: '2026-01-01', to: '2026-02-01', used: 3000 },
    ]);
    expect(faultsOf(both, { P1: blocks, P2: '1' })).toHaveLength(1);
  });

  test('are not where the tariff says whose use they count: of all, each period pays its share of every step', () => {
    const of = (whose: 'all' | 'period') => ({ ...blocks, of: whose });
    const price = (whose: 'all' | 'period') =>
      priced(
        [{ id: 'energy', kind: 'use', schedule: 'day', rates: { P1: of(whose), P2: '1' } }],
        { use: more },
        { schedules },
      );
    const more = useAt({ '2026-01-05 03:00': 12_000, '2026-01-05 12:00': 8000 });
    // 20 kWh: P1 has two fifths of 10 at 1 and of 10 at 2; by itself its 8 are in the first step.
    expect([price('all').total, price('all').faults]).toEqual(['24.00', []]);
    expect([price('period').total, price('period').faults]).toEqual(['20.00', []]);
  });

  test('are not, where one period alone was used, or none has blocks', () => {
    expect(faultsOf(useAt({ '2026-01-05 12:00': 2000 }), { P1: blocks, P2: blocks })).toEqual([]);
    expect(faultsOf(both, { P1: '2', P2: '1' })).toEqual([]);
  });
});

describe('units that are billed whole', () => {
  const bill = (mode: UseCharge['wholeUnits'], used: number) =>
    shortLines(priced([energy({ rate: '2', wholeUnits: mode })], { use: useAt({ '2026-01-09 20:00': used }) }));

  test.each([
    ['down', 3_999, 'energy: 3000 = 6.00'],
    ['half-up', 3_500, 'energy: 4000 = 8.00'],
    ['half-even', 2_500, 'energy: 2000 = 4.00'],
    ['up', 3_001, 'energy: 4000 = 8.00'],
  ] as const)('%s: %i Wh', (mode, used, line) => {
    expect(bill(mode, used)).toEqual([line]);
  });

  test.each(['up', 'down'] as const)('%s: whole thousands of gallons are so many, kept in whole mL', (wholeUnits) => {
    const gallonsMl = [2, 5, 7].map((count) => Math.round(count * 3_785_411.784));
    const billed = gallonsMl.map((used) => {
      const use = useAt({ '2026-01-09 20:00': used });
      return priced([energy({ rate: '1', wholeUnits })], { use }, { utility: 'water', unit: 'kgal' }).total;
    });
    expect(billed).toEqual(['2.00', '5.00', '7.00']);
  });

  test('in each period by itself, and in the block that they come to then', () => {
    const use = useAt({ '2026-01-09 20:00': 3_600, '2026-01-09 23:00': 1_400 });
    expect(shortLines(priced([{ ...nightRates, wholeUnits: 'half-up' }], { use }, night))).toEqual([
      'energy night: 1000 = 0.10',
      'energy day: 4000 = 0.80',
    ]);
    const steps = telescopic('month', { upTo: '4', rate: '1' }, { rate: '9' });
    const all = useAt({ '2026-01-09 20:00': 4_900 });
    expect(shortLines(priced([energy({ blocks: steps, wholeUnits: 'down' })], { use: all }))).toEqual([
      'energy: 4000 = 4.00',
    ]);
  });
});
