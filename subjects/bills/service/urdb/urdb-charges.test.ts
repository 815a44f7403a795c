import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { always, billOf, once, read, summer, table } from './testing-rates.ts';

const isWeekend = (day: string): boolean => [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay());

describe('hours of periods', () => {
  const row = fc.array(fc.nat(3), { minLength: 24, maxLength: 24 });
  const rows = fc.array(row, { minLength: 1, maxLength: 6 });
  const pick = fc.array(fc.nat(), { minLength: 24, maxLength: 24 });
  const matrices = fc.tuple(rows, pick).map(([pool, picks]) => {
    const at = (i: number) => pool[(picks[i] ?? 0) % pool.length] ?? [];
    return { weekday: Array.from({ length: 12 }, (_, i) => at(i)), weekend: always.map((_, i) => at(12 + i)) };
  });

  test('whatever the tables, every hour of a week of each month is at the price of its period', () => {
    const prices = [1, 20, 300, 4000];
    fc.assert(
      fc.property(matrices, ({ weekday, weekend }) => {
        const answer = read({
          energyratestructure: prices.map((one) => [{ rate: one }]),
          energyweekdayschedule: weekday,
          energyweekendschedule: weekend,
        });
        for (const month of [1, 4, 7, 12]) {
          const start = `2026-${String(month).padStart(2, '0')}-02`;
          const end = `2026-${String(month).padStart(2, '0')}-09`;
          let naive = 0;
          const bill = billOf(
            answer,
            (day, hour) => {
              const period = (isWeekend(day) ? weekend : weekday)[month - 1]?.[hour] ?? 0;
              naive += (prices[period] ?? 0) * (hour + 1);
              return (hour + 1) * 1000;
            },
            [start, end],
          );
          expect([bill.faults, Number(bill.total)]).toEqual([[], naive]);
        }
      }),
      { numRuns: 40 },
    );
  });

  test('a season’s evenings on weekdays are one rule, and the night is one window', () => {
    const weekday = table((month, hour) =>
      summer(month) && hour >= 16 && hour < 21 ? 2 : hour < 6 || hour > 21 ? 1 : 0,
    );
    const weekend = table((_month, hour) => (hour < 6 || hour > 21 ? 1 : 0));
    const { plan } = read({
      energyratestructure: [[{ rate: 0.2 }], [{ rate: 0.1 }], [{ rate: 0.5 }]],
      energyweekdayschedule: JSON.stringify(weekday),
      energyweekendschedule: weekend,
      energytoulabels: ['Day', 'Night', 'Peak'],
    });
    expect(plan.schedules?.['energy']?.periods).toEqual([
      { period: 'Night', hours: ['22:00-06:00'] },
      { period: 'Peak', months: [6, 7, 8, 9], days: ['workday'], hours: ['16:00-21:00'] },
      { period: 'Day' },
    ]);
    expect(plan.charges).toEqual([
      { id: 'energy', kind: 'use', schedule: 'energy', rates: { Day: '0.2', Night: '0.1', Peak: '0.5' } },
    ]);
  });

  test.each([
    ['twice the same', ['A', 'A']],
    ['too few', ['Period 2']],
    ['empty', ['', 'B']],
  ])('labels that are %s are not taken', (_what, energytoulabels) => {
    const two = { energyratestructure: [[{ rate: 1 }], [{ rate: 2 }]], energyweekdayschedule: table((_, h) => h % 2) };
    expect(read({ ...two, energytoulabels }).plan.charges[0]).toMatchObject({
      rates: { 'Period 1': '1', 'Period 2': '2' },
    });
  });
});

describe('tiers', () => {
  const tiers = (unit?: string) => [{ max: 10, rate: 0.1, unit }, { max: 20, rate: 0.2, unit }, { rate: 0.3 }];
  const blocks = (per: string) => ({
    per,
    tables: [{ steps: [{ upTo: '10', rate: '0.1' }, { upTo: '20', rate: '0.2' }, { rate: '0.3' }] }],
  });

  test('of a month without a unit, of a day with one; ends are counted from nothing', () => {
    expect(read({ energyratestructure: [tiers()] }).plan.charges).toMatchObject([{ blocks: blocks('month') }]);
    const daily = read({ energyratestructure: [tiers('kWh daily')] });
    expect(daily.plan.charges).toMatchObject([{ blocks: blocks('day') }]);
    // 31 days: 310 at 0.1, 310 at 0.2, 80 at 0.3.
    expect(billOf(daily, once('2026-07-05', 12, 700_000)).total).toBe('117.00');
  });

  test('rate and adjustment are added exactly; tiers of one price are one; a huge end is none', () => {
    const energyratestructure = [
      [
        { max: 5, rate: 0.1, adj: 0.2 },
        { max: 9, rate: 0.3 },
        { max: 1e38, rate: 1e-7 },
      ],
    ];
    const { plan, notes } = read({ energyratestructure });
    const steps = [{ upTo: '9', rate: '0.3' }, { rate: '0.0000001' }];
    expect(plan.charges).toMatchObject([{ blocks: { tables: [{ steps }] } }]);
    expect(notes).toMatchObject([{ what: 'tiers-of-cycle' }]);
  });

  // PG&E E-TOU-C, territory X, 2026-03: 500 kWh in July are 214.32701 $ by the tariff's sheet too.
  const pge = {
    startdate: 1772348400,
    energyratestructure: [
      [
        { max: 9.7, unit: 'kWh daily', rate: 0.31617 },
        { rate: 0.39757, unit: 'kWh daily' },
      ],
      [
        { max: 9.7, unit: 'kWh daily', rate: 0.28617 },
        { rate: 0.36757, unit: 'kWh daily' },
      ],
      [
        { max: 9.8, unit: 'kWh daily', rate: 0.441 },
        { rate: 0.5224, unit: 'kWh daily' },
      ],
      [
        { max: 9.8, unit: 'kWh daily', rate: 0.318 },
        { rate: 0.3994, unit: 'kWh daily' },
      ],
    ],
    energyweekdayschedule: table((month, hour) => (summer(month) ? 2 : 0) + (hour >= 16 && hour < 21 ? 0 : 1)),
    energyweekendschedule: table((month, hour) => (summer(month) ? 2 : 0) + (hour >= 16 && hour < 21 ? 0 : 1)),
    fixedchargefirstmeter: 0.79343,
    fixedchargeunits: '$/day',
  };

  test('that several periods share count their use together: 120 and 380 kWh of E-TOU-C are 214.33 $', () => {
    const answer = read(pge);
    const bill = billOf(answer, (day, hour) =>
      day === '2026-07-06' ? (hour === 17 ? 120_000 : hour === 9 ? 380_000 : 0) : 0,
    );
    expect(bill.lines.map(({ charge, amount }) => `${charge} ${amount}`)).toEqual([
      // The baseline is 310 kWh of the month's 500, and each period has its share of it.
      'energy 32.15',
      'energy 24.60',
      'energy 73.42',
      'energy 59.56',
      'fixed 24.60',
    ]);
    expect([bill.total, bill.faults]).toEqual(['214.33', []]);
    expect(answer.plan.charges.map(({ id, months }) => [id, months?.length])).toEqual([
      ['energy', 8],
      ['energy', 4],
      ['fixed', undefined],
    ]);
    expect(answer.notes.map((note) => note.code === 'assumed' && note.what)).toEqual([
      'tiers-of-all-use',
      'tiers-of-all-use',
    ]);
  });

  test('that several periods share count each season’s use by itself, where a cycle is of two', () => {
    const bill = billOf(
      read(pge),
      (day, hour) => (day === '2026-05-25' && hour === 17 ? 100_000 : day === '2026-06-09' && hour === 9 ? 500_000 : 0),
      ['2026-05-20', '2026-06-19'],
    );
    // 12 days of winter: 100 of 116.4 kWh at 0.31617. 18 of summer: 176.4 at 0.318, 323.6 at 0.3994. 30 days at 0.79343.
    expect(bill.lines.map(({ amount }) => amount)).toEqual(['31.62', '56.10', '129.25', '23.80']);
  });

  test('of seasons are charges of their months, so that a cycle over two has a part of each', () => {
    const energyratestructure = [
      [{ max: 300, rate: 1 }, { rate: 2 }],
      [{ max: 600, rate: 3 }, { rate: 4 }],
    ];
    const seasons = table((month) => (summer(month) ? 1 : 0));
    const answer = read({ energyratestructure, energyweekdayschedule: seasons, energyweekendschedule: seasons });
    // 12 of 30 days before June: 120 at 1 and 30 at 2; 18 of them after: 360 at 3, 40 at 4.
    const bill = billOf(
      answer,
      (day, hour) => (hour !== 3 ? 0 : day === '2026-05-25' ? 150_000 : day === '2026-06-09' ? 400_000 : 0),
      ['2026-05-20', '2026-06-19'],
    );
    expect(bill.total).toBe('1420.00');
  });

  test('of one period in each month go on, and a least bill with them', () => {
    // NREL's sample: 150 at 0.06, then 0.08; in summer 150 at 0.09, 300 at 0.11, then 0.13; fixed 9, least 15.
    const sample = {
      energyratestructure: [
        [{ max: 150, rate: 0.06 }, { rate: 0.08 }],
        [{ max: 150, rate: 0.09 }, { max: 300, rate: 0.11 }, { rate: 0.13 }],
      ],
      energyweekdayschedule: table((month) => (month >= 6 && month <= 8 ? 1 : 0)),
      energyweekendschedule: table((month) => (month >= 6 && month <= 8 ? 1 : 0)),
      fixedchargefirstmeter: 9,
      fixedchargeunits: '$/month',
      mincharge: 15,
      minchargeunits: '$/month',
    };
    const january = ['2026-01-01', '2026-02-01'] as const;
    expect(billOf(read(sample), once('2026-01-05', 12, 200_000), january).total).toBe('22.00');
    expect(billOf(read(sample), once('2026-01-05', 12, 20_000), january).total).toBe('15.00');
  });
});

describe('tiers of which the month’s use decides, but not alike in all periods of a month', () => {
  const evenings = table((_month, hour) => (hour >= 16 && hour < 21 ? 1 : 0));
  const low = [{ max: 300, rate: 0.1 }, { rate: 0.2 }];
  /** Used by night and in the evening, in kWh. */
  const costOf = (first: object[], second: object[], rest: number, peak: number): string =>
    billOf(
      read({ energyratestructure: [first, second], energyweekdayschedule: evenings, energyweekendschedule: evenings }),
      (day, hour) => (day !== '2026-07-08' ? 0 : hour === 17 ? peak * 1000 : hour === 9 ? rest * 1000 : 0),
    ).total;

  // 400 kWh, 300 of them by night: three quarters of what the month comes to on its ladder, one quarter on the other.
  test.each([
    ['steps of other ends', [{ max: 350, rate: 0.3 }, { rate: 0.5 }], '70.00'],
    ['steps of the same ends that rise by another amount', [{ max: 300, rate: 0.3 }, { rate: 0.7 }], '77.50'],
    ['a single price in the other', [{ rate: 0.3 }], '67.50'],
    ['more steps', [{ max: 100, rate: 0.1 }, { max: 200, rate: 0.2 }, { rate: 0.3 }], '60.00'],
    // 31 days of 10 are 310.
    [
      'steps of a day',
      [
        { max: 10, rate: 0.1, unit: 'kWh daily' },
        { rate: 0.2, unit: 'kWh daily' },
      ],
      '49.75',
    ],
  ])('%s', (_what, second, total) => {
    expect(costOf(low, second, 300, 100)).toBe(total);
  });

  test('whatever the tiers of the periods, the month’s total use decides which holds, and each pays its share', () => {
    // The way of NREL's own calculator: the month's use is put on each period's ladder, and the period pays its share of that.
    const step = fc.tuple(fc.integer({ min: 1, max: 200 }), fc.integer({ min: 1, max: 60 }));
    const ladder = fc.array(step, { minLength: 1, maxLength: 4 }).map((steps) =>
      steps.map(([, cents], i) => ({
        ...(i < steps.length - 1 && { max: steps.slice(0, i + 1).reduce((sum, [more]) => sum + more, 0) }),
        rate: cents / 100,
      })),
    );
    fc.assert(
      fc.property(ladder, ladder, fc.nat(600), fc.nat(600), (a, b, peak, rest) => {
        const total = peak + rest;
        const onLadder = (tiers: typeof a) => {
          let [cost, above] = [0, 0];
          for (const { max = Number.POSITIVE_INFINITY, rate } of tiers) {
            cost += Math.max(0, Math.min(total, max) - above) * rate;
            above = max;
          }
          return cost;
        };
        const expected = total === 0 ? 0 : (onLadder(b) * peak + onLadder(a) * rest) / total;
        // Each of at most eight lines is rounded.
        expect(Math.abs(Number(costOf(a, b, rest, peak)) - expected)).toBeLessThanOrEqual(0.0401);
      }),
      { numRuns: 300 },
    );
  });
});
