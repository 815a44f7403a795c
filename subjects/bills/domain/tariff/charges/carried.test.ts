import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays } from '#catalogue/local-day.ts';
import { exact, sumOf } from '../exact.ts';
import type { IntervalUse } from '../interval-use.ts';
import type { BoundCharge, DemandCharge, TariffCharge, UseCharge, WindowMinutes } from '../plan.ts';
import { type PricedBill, pricePlan } from '../price-bill.ts';
import {
  agreed,
  billsOf,
  cycleOf,
  cyclesFrom,
  madrid,
  monthsOf,
  planOf,
  priced,
  schedules,
  shortLines,
  telescopic,
  useAt,
} from '../testing-plans.ts';
import { shareCost } from '../explain/share-cost.ts';
import { openPrices } from '../unit-price.ts';
import { monthsFrom, planAfter } from './carried.ts';
import type { PricedCycle } from './charge-days.ts';

const energy: UseCharge = { id: 'energy', kind: 'use', rate: '0.20' };
const surplus: TariffCharge = { id: 'surplus', kind: 'returned', rate: '0.10' };
const floor = (keep?: BoundCharge['keep']): BoundCharge => ({
  id: 'floor',
  kind: 'minimum',
  amount: '0',
  per: 'bill',
  of: ['energy', 'surplus'],
  keep,
});

/** At noon of the tenth of each month of a row: Wh drawn, and sent back. */
const byMonth = (rows: readonly (readonly [drawn: number, back: number])[], year = 2026): IntervalUse => {
  const at = (i: number) => `${year + Math.floor(i / 12)}-${String((i % 12) + 1).padStart(2, '0')}-10 12:00`;
  const of = (way: 0 | 1) => useAt(Object.fromEntries(rows.map((row, i) => [at(i), row[way]])));
  return { ...of(0), returned: of(1).used };
};

const totals = (bills: readonly PricedBill[]): string[] => bills.map(({ totalAmount }) => totalAmount);
const short = (bill: PricedBill | undefined): string[] =>
  (bill?.lines ?? []).map(({ charge, kind, quantity, amount }) => `${charge} ${kind}: ${quantity} = ${amount}`);

describe('a credit that a minimum cuts off', () => {
  const use = byMonth([
    [10_000, 50_000],
    [10_000, 0],
    [20_000, 0],
    ...Array.from({ length: 8 }, () => [0, 0] as const),
    [0, 30_000],
    [100_000, 0],
  ]);
  const months = [...monthsOf(2026), ...monthsOf(2027).slice(0, 1)];

  test('is lost where the tariff does not keep it', () => {
    const bills = billsOf([agreed(planOf([energy, surplus, floor()]))], months, use);
    expect(totals(bills).slice(0, 3)).toEqual(['0.00', '2.00', '4.00']);
  });

  test('is taken off later bills, and each says what is then left', () => {
    const bills = billsOf([agreed(planOf([energy, surplus, floor({})]))], months, use);
    expect(totals(bills).slice(0, 3)).toEqual(['0.00', '0.00', '3.00']);
    expect(short(bills[0])).toEqual([
      'energy use: 10000 = 2.00',
      'surplus returned: 50000 = -5.00',
      'floor credit: 3 = 3.00',
    ]);
    expect(short(bills[1]).at(-1)).toBe('floor credit: 1 = -2.00');
    expect(short(bills[2]).at(-1)).toBe('floor credit: 0 = -1.00');
    expect(totals(bills).at(-1)).toBe('17.00');
  });

  test('ends with the year of the tariff, or so many months after its bill', () => {
    const ofYear = billsOf([agreed(planOf([energy, surplus, floor({ until: 'year' })]))], months, use);
    expect(totals(ofYear).at(-1)).toBe('20.00');
    const late = byMonth([
      [0, 50_000],
      [0, 0],
      [0, 0],
      [100_000, 0],
    ]);
    const kept = (count: number) =>
      totals(billsOf([agreed(planOf([energy, surplus, floor({ months: count })]))], monthsOf(2026).slice(0, 4), late));
    expect(kept(3).at(-1)).toBe('15.00');
    expect(kept(2).at(-1)).toBe('20.00');
  });

  test('is paid out as the year ends, where the tariff says so: what is drawn and sent back is then asked for exactly', () => {
    const rows = fc.array(fc.tuple(fc.nat(90_000), fc.nat(90_000)), { minLength: 24, maxLength: 24 });
    fc.assert(
      fc.property(rows, fc.integer({ min: 2, max: 28 }), (amounts, at) => {
        const inner = cyclesFrom(at, 2026, 23);
        const [first = '', last = ''] = [inner[0]?.start, inner.at(-1)?.end];
        const cycles = [cycleOf('2026-01-01', first), ...inner, cycleOf(last, '2028-01-01')];
        const sum = (...more: readonly TariffCharge[]) => {
          const plan = planOf([energy, surplus, ...more], { rounding: { lines: 'none' } });
          const bills = billsOf([agreed(plan)], cycles, byMonth(amounts));
          return sumOf(bills.map(({ totalAmount }) => exact(totalAmount)));
        };
        const apart = sum(floor({ until: 'year', yearEnd: 'paid' })).sub(sum());
        // Each of the bills is rounded to the cent.
        expect(Math.abs(apart.valueOf())).toBeLessThan(0.005 * 2 * cycles.length);
      }),
      { numRuns: 20 },
    );
    const plan = planOf([energy, surplus, floor({ until: 'year', yearEnd: 'paid' })]);
    const bills = billsOf([agreed(plan)], months, use);
    expect(
      totals(bills)
        .slice(0, 12)
        .reduce((all, one) => all + Number(one), 0),
    ).toBeCloseTo(8 - 8, 10);
    expect(short(bills[11])).toEqual([
      'surplus returned: 30000 = -3.00',
      'floor credit: 3 = 3.00',
      'floor credit: 0 = -3.00',
    ]);
  });
});

describe('units that go back and are taken off', () => {
  const net = (keep?: NonNullable<UseCharge['net']>['keep']): UseCharge => ({ ...energy, net: { keep } });
  const use = byMonth([
    [100_000, 130_000],
    [50_000, 0],
    ...Array.from({ length: 9 }, () => [0, 0] as const),
    [10_000, 60_000],
  ]);

  test('lower what is priced, to nothing at most; what is left over is kept, or lost', () => {
    const lost = billsOf([agreed(planOf([net()]))], monthsOf(2026), use);
    expect(totals(lost).slice(0, 2)).toEqual(['0.00', '10.00']);
    const kept = billsOf([agreed(planOf([net({})]))], monthsOf(2026), use);
    expect(totals(kept).slice(0, 2)).toEqual(['0.00', '4.00']);
    expect(kept[1]?.lines).toMatchObject([{ quantity: '20000', net: { returned: '0', kept: '30000' } }]);
    expect(kept[0]?.lines).toMatchObject([{ quantity: '0', net: { returned: '130000', kept: '0' } }]);
  });

  test('are paid for by the unit as the year ends', () => {
    const bills = billsOf([agreed(planOf([net({ until: 'year', paidAt: '0.03' })]))], monthsOf(2026), use);
    expect(short(bills[11])).toEqual(['energy use: 0 = 0.00', 'energy returned: 50000 = -1.50']);
  });

  test('decide the step that what is left falls in', () => {
    const inSteps: UseCharge = {
      id: 'energy',
      kind: 'use',
      blocks: telescopic('month', { upTo: '10', rate: '0.1' }, { rate: '1' }),
      net: {},
    };
    const [bill] = billsOf([agreed(planOf([inSteps]))], monthsOf(2026).slice(0, 1), byMonth([[100_000, 88_000]]));
    expect(bill?.totalAmount).toBe('3.00');
  });

  test('stay within their period of the day', () => {
    const byHour: UseCharge = {
      id: 'energy',
      kind: 'use',
      schedule: 'day',
      rates: { P1: '1', P2: '0.1' },
      net: { keep: {} },
    };
    const both = {
      ...useAt({
        '2026-01-10 12:00': 5_000,
        '2026-01-10 23:00': 4_000,
        '2026-02-10 12:00': 3_000,
        '2026-02-10 23:00': 100_000,
      }),
      returned: [9_000, 0, 0, 0],
    };
    const bills = billsOf([agreed(planOf([byHour], { schedules }))], monthsOf(2026).slice(0, 2), both);
    expect(totals(bills)).toEqual(['0.40', '10.00']);
  });

  test('whatever the months, units priced and left are those drawn less those sent back', () => {
    const rows = fc.array(fc.tuple(fc.nat(90_000), fc.nat(90_000)), { minLength: 12, maxLength: 12 });
    fc.assert(
      fc.property(rows, (amounts) => {
        const plan = planOf([net({ until: 'year', paidAt: '0.20' })], {
          rounding: { lines: 'none', total: '0.000001' },
        });
        const asked = sumOf(
          billsOf([agreed(plan)], monthsOf(2026), byMonth(amounts)).map(({ totalAmount }) => exact(totalAmount)),
        );
        const wh = amounts.reduce((sum, [drawn, back]) => sum + drawn - back, 0);
        // A bill's total is written to the cent.
        expect(Math.abs(asked.sub(exact(wh).mul('0.0002')).valueOf())).toBeLessThan(0.005 * 13);
      }),
      { numRuns: 30 },
    );
  });
});

test('within a quarter-hour, half-hour or hour what went back is taken off what was drawn, both ways', () => {
  const use = {
    ...useAt({ '2026-01-10 12:00': 1_000, '2026-01-10 12:15': 500, '2026-01-10 12:30': 0, '2026-01-10 13:00': 700 }),
    returned: [200, 900, 1_000, 100],
  };
  const lines = (netting?: WindowMinutes) => shortLines(priced([energy, surplus], { use }, { netting }));
  expect(lines()).toEqual(['energy: 2200 = 0.44', 'surplus: 2200 = -0.22']);
  expect(lines(15)).toEqual(['energy: 1400 = 0.28', 'surplus: 1400 = -0.14']);
  expect(lines(30)).toEqual(['energy: 1000 = 0.20', 'surplus: 1000 = -0.10']);
  expect(lines(60)).toEqual(['energy: 600 = 0.12', 'surplus: 600 = -0.06']);
  // Hours are those of the clock, where a zone is off by half an hour too.
  const kolkata = 'Asia/Kolkata';
  const half = { ...useAt({ '2026-01-10 12:00': 1_000, '2026-01-10 12:45': 0 }, kolkata), returned: [0, 400] };
  const netted = priced([energy, surplus], { use: half, timeZone: kolkata }, { netting: 60 });
  expect(shortLines(netted)).toEqual(['energy: 600 = 0.12']);
});

describe('blocks by the year', () => {
  const steps = { ...telescopic('year', { upTo: '100', rate: '0.10' }, { rate: '0.30' }) };
  const plan = planOf([{ id: 'energy', kind: 'use', blocks: steps }]);
  const use = byMonth(Array.from({ length: 14 }, () => [40_000, 0] as const));

  test('go on from bill to bill, and begin anew with the year', () => {
    const bills = billsOf([agreed(plan)], [...monthsOf(2026), ...monthsOf(2027).slice(0, 2)], use);
    expect(totals(bills)).toEqual([
      '4.00',
      '4.00',
      '8.00',
      ...Array.from({ length: 9 }, () => '12.00'),
      '4.00',
      '4.00',
    ]);
    expect(bills[2]?.lines.map(({ quantity, block }) => [quantity, block])).toEqual([
      ['20000', { above: '0', upTo: '100' }],
      ['20000', { above: '100' }],
    ]);
  });

  test('are shared by days where nobody knows what came before', () => {
    const bill = priced([{ id: 'energy', kind: 'use', blocks: steps }], { use });
    expect(bill.lines[0]?.block).toEqual({ above: '0', upTo: '8.493151' });
  });

  test('come to the same however the year is cut', () => {
    const day = fc.integer({ min: 2, max: 28 });
    fc.assert(
      fc.property(day, fc.array(fc.nat(60_000), { minLength: 12, maxLength: 12 }), (at, wh) => {
        const own = byMonth(wh.map((used) => [used, 0] as const));
        const cuts = cyclesFrom(at, 2026, 11);
        const cycles = [
          cycleOf('2026-01-01', cuts[0]?.start ?? ''),
          ...cuts,
          cycleOf(cuts.at(-1)?.end ?? '', '2027-01-01'),
        ];
        const sum = (all: typeof cycles) =>
          sumOf(billsOf([agreed(plan)], all, own).map(({ totalAmount }) => exact(totalAmount)));
        expect(
          Math.abs(
            sum(cycles)
              .sub(sum(monthsOf(2026)))
              .valueOf(),
          ),
        ).toBeLessThan(0.005 * 26 * 2);
      }),
      { numRuns: 20 },
    );
  });
});

describe('the highest power', () => {
  /** One hour of so many kW on the tenth of each month. */
  const peaks = (...kW: readonly number[]): IntervalUse =>
    useAt(
      Object.fromEntries(
        kW.flatMap((one, i) =>
          [0, 15, 30, 45].map((minute) => [
            `2026-${String(i + 1).padStart(2, '0')}-10 18:${String(minute).padStart(2, '0')}`,
            one * 250,
          ]),
        ),
      ),
    );
  const demand = (rest: Partial<DemandCharge>): DemandCharge => ({
    id: 'power',
    kind: 'demand',
    per: 'month',
    windowMinutes: 15,
    rate: '1',
    ...rest,
  });
  const billed = (rest: Partial<DemandCharge>, use: IntervalUse, cycles = monthsOf(2026).slice(0, 4)) =>
    billsOf([agreed(planOf([demand(rest)]))], cycles, use).map(({ lines }) =>
      lines.map(({ quantity }) => quantity).join(),
    );

  test('may be the mean with the months before it, as far as they are known', () => {
    expect(billed({ meanOf: 3 }, peaks(6, 3, 0, 9))).toEqual(['6', '4.5', '3', '4']);
  });

  test('may be no less than so many kW, or than a part of the highest of past months', () => {
    expect(billed({ atLeast: '2.5' }, peaks(6, 1, 3, 9))).toEqual(['6', '2.5', '3', '9']);
    expect(billed({ ratchet: { percent: '80', months: 2 } }, peaks(10, 3, 3, 3))).toEqual(['10', '8', '8', '3']);
  });

  test('looks as far back where seasons have prices of their own', () => {
    const ratchet = { percent: '80', months: 2 };
    const seasons = [demand({ ratchet, months: [1, 2] }), demand({ ratchet, months: [3, 4], rate: '2' })];
    const bills = billsOf([agreed(planOf(seasons))], monthsOf(2026).slice(0, 4), peaks(10, 3, 3, 3));
    expect(bills.map(({ lines }) => lines.map(({ quantity }) => quantity).join())).toEqual(['10', '8', '8', '3']);
  });

  test('may be the mean of the highest of several days', () => {
    const use = useAt({
      '2026-01-10 18:00': 1_000,
      '2026-01-10 19:00': 900,
      '2026-01-11 18:00': 500,
      '2026-01-12 18:00': 300,
      '2026-01-13 18:00': 100,
    });
    expect(shortLines(priced([demand({ highest: 3 })], { use }))).toEqual(['power: 2.4 = 2.40']);
  });

  test('of each day is asked for day by day', () => {
    const use = useAt({ '2026-01-10 18:00': 1_000, '2026-01-11 18:00': 500 });
    expect(priced([demand({ per: 'day', rate: '0.10' })], { use }).total).toBe('0.60');
  });

  test('of a month in a bill of three is each month’s own', () => {
    const quarter = cycleOf('2026-01-01', '2026-04-01', { cycleMonths: 3 });
    const [bill] = billsOf([agreed(planOf([demand({})]))], [quarter], peaks(6, 3, 1));
    expect(bill?.lines.map(({ from, quantity, amount }) => `${from} ${quantity} ${amount}`)).toEqual([
      '2026-01-01 6 6.00',
      '2026-02-01 3 3.00',
      '2026-03-01 1 1.00',
    ]);
  });

  test('may be dearer by the kW from a step on, in each period too', () => {
    const blocks = [{ upTo: '2', rate: '1' }, { rate: '3' }];
    expect(shortLines(priced([demand({ rate: undefined, blocks })], { use: peaks(5) }))).toEqual([
      'power: 2 = 2.00',
      'power: 3 = 9.00',
    ]);
    const byPeriod = demand({ rate: undefined, schedule: 'day', rates: { P1: blocks, P2: '0' } });
    expect(priced([byPeriod], { use: peaks(5) }, { schedules }).total).toBe('11.00');
  });

  test('may be paid by steps', () => {
    const steps = [{ upTo: '2', amount: '5' }, { upTo: '5', amount: '9' }, { amount: '15' }];
    const bill = priced([demand({ rate: undefined, steps })], { use: peaks(4) });
    expect(bill.lines).toMatchObject([{ quantity: '4', rate: '9', amount: '9.00', block: { above: '2', upTo: '5' } }]);
  });
});

test('a charge may hold only after months of much use', () => {
  const dear: TariffCharge = { id: 'dear', kind: 'use', rate: '1', pastUse: { months: 3, above: '50' } };
  const usual: TariffCharge = { id: 'usual', kind: 'use', rate: '0.1', pastUse: { months: 3, upTo: '50' } };
  const use = byMonth([10, 100, 100, 100, 10, 10, 10, 10].map((kWh) => [kWh * 1_000, 0] as const));
  const bills = billsOf([agreed(planOf([dear, usual]))], monthsOf(2026).slice(0, 8), use);
  // A mean month of the three before: none, 10, 57, 72, 102, 71, 41, 10.
  expect(bills.map(({ lines }) => lines[0]?.charge)).toEqual([
    'usual',
    'usual',
    'dear',
    'dear',
    'dear',
    'dear',
    'usual',
    'usual',
  ]);
});

test('a charge that holds only after such months is shared among devices as the bill has it, and has no price while nobody knows them', () => {
  const dear: TariffCharge = { id: 'dear', kind: 'use', rate: '1', pastUse: { months: 3, above: '50' } };
  const use = byMonth([
    [100_000, 0],
    [30_000, 0],
  ]);
  const [, bill] = billsOf([agreed(planOf([dear]))], monthsOf(2026).slice(0, 2), use);
  expect(bill?.totalAmount).toBe('30.00');
  const plan = planOf([dear]);
  const january = pricePlan({
    plan,
    cycle: monthsOf(2026)[0] as PricedCycle,
    timeZone: madrid,
    use,
    carried: new Map(),
  });
  const input = { plan, cycle: monthsOf(2026)[1] as PricedCycle, timeZone: madrid, use, carried: january.carried };
  const shared = shareCost(input, pricePlan(input), [{ key: 'oven', use }]);
  expect(shared).toMatchObject({ parts: { oven: '30.00' }, fixed: '0.00' });
  const ground = { timeZone: madrid, market: { prices: {}, colours: {} }, blockRates: {} };
  const at = Date.UTC(2026, 1, 10);
  expect(openPrices({ ...ground, plan })(at)).toBeNull();
  expect(openPrices({ ...ground, plan: planAfter(plan, january.carried, '2026-02-01') })(at)?.price).toBe('1');
});

test('percent may go by the use of the cycle', () => {
  const duty: TariffCharge = {
    id: 'duty',
    kind: 'tax',
    of: 'all',
    byUse: { per: 'cycle', steps: [{ upTo: '100', percent: '5' }, { percent: '10' }] },
  };
  const at = (wh: number) => priced([energy, duty], { use: useAt({ '2026-01-10 12:00': wh }) }).lines.at(-1);
  expect(at(100_000)).toMatchObject({ rate: '5', amount: '1.00' });
  expect(at(100_001)).toMatchObject({ rate: '10' });
});

test('another tariff of the household goes on with a charge that it has too', () => {
  const power = (rate: string): DemandCharge => ({
    id: 'power',
    kind: 'demand',
    per: 'month',
    windowMinutes: 15,
    rate,
    meanOf: 12,
  });
  const use = useAt({ '2026-01-10 18:00': 1_000, '2026-02-10 18:00': 500 });
  const agreements = [agreed(planOf([power('1')])), agreed(planOf([power('2')]), '2026-02-01')];
  const bills = billsOf(agreements, monthsOf(2026).slice(0, 2), use);
  expect(bills.map(({ lines }) => lines[0]?.quantity)).toEqual(['4', '3']);
});

test('months on are the same day of the month, or its last', () => {
  expect(monthsFrom('2026-01-31', 1)).toBe('2026-02-28');
  expect(monthsFrom('2026-03-15', -12)).toBe('2025-03-15');
  expect(monthsFrom('2026-01-01', -1)).toBe('2025-12-01');
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 9000 }), fc.integer({ min: -36, max: 36 }), (days, months) => {
      const from = addDays('2010-01-01', days);
      expect(monthsFrom(from, months) < monthsFrom(from, months + 1)).toBe(true);
    }),
  );
});
