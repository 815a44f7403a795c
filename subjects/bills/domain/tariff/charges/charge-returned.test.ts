import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, daysBetween } from '#catalogue/local-day.ts';
import { exact } from '../exact.ts';
import { expectReturned, type IntervalUse } from '../interval-use.ts';
import type { ReturnedCharge, TariffCharge } from '../plan.ts';
import { pricePlan } from '../price-bill.ts';
import {
  madrid,
  monthly,
  planOf,
  priced,
  randomInput,
  randomPlan,
  schedules,
  shortLines,
  steadyUse,
  telescopic,
  totalOf,
  useAt,
} from '../testing-plans.ts';

const energy: TariffCharge = { id: 'energy', kind: 'use', rate: '0.20' };
const paid = (rest: Partial<ReturnedCharge>): ReturnedCharge => ({ id: 'surplus', kind: 'returned', ...rest });

/** What was drawn, and what went back, at the same clock times. */
const bothWays = (times: Readonly<Record<string, readonly [drawn: number, returned: number]>>): IntervalUse => {
  const of = (way: 0 | 1) =>
    useAt(Object.fromEntries(Object.entries(times).map(([time, amounts]) => [time, amounts[way]])));
  return { ...of(0), returned: of(1).used };
};

describe('what goes back to the grid', () => {
  const use = bothWays({
    '2026-01-09 12:00': [0, 6_000],
    '2026-01-09 20:00': [10_000, 0],
    '2026-01-10 23:00': [0, 500],
  });

  test('is paid at a price of its own, off the bill', () => {
    const bill = priced([energy, paid({ rate: '0.15' })], { use });
    expect(shortLines(bill)).toEqual(['energy: 10000 = 2.00', 'surplus: 6500 = -0.98']);
    expect(bill.lines[1]).toMatchObject({ kind: 'returned', rate: '0.15' });
    expect(bill.total).toBe('1.02');
  });

  test('is nothing where no price is said for it, and where no meter counts it', () => {
    expect(totalOf([energy], { use })).toBe('2.00');
    expect(shortLines(priced([energy, paid({ rate: '0.15' })], { use: { ...use, returned: undefined } }))).toEqual([
      'energy: 10000 = 2.00',
    ]);
  });

  test('may have a price by the hour, and a step from which it is less', () => {
    const byHour = paid({ schedule: 'day', rates: { P1: '0.10', P2: '0.04' } });
    expect(shortLines(priced([byHour], { use }, { schedules }))).toEqual([
      'surplus P1: 6000 = -0.60',
      'surplus P2: 500 = -0.02',
    ]);
    const inSteps = paid({ blocks: telescopic('month', { upTo: '5', rate: '0.20' }, { rate: '0.02' }) });
    expect(shortLines(priced([inSteps], { use }))).toEqual(['surplus: 5000 = -1.00', 'surplus: 1500 = -0.03']);
  });

  test('may have the market’s price of its hour, less what the supplier keeps, and never below nothing', () => {
    const startS = (use.startS[0] ?? 0) - 12 * 3600;
    const hourly = Array.from({ length: 48 }, (_, i) => (i === 12 ? 60n : 5n));
    const prices = { surplus: { startS, stepS: 3600, scale: 3, withTax: hourly, withoutTax: hourly } };
    const bill = priced([paid({ market: { series: 'surplus', plus: '-0.01', atLeast: '0' } })], { use, prices });
    // 6 kWh at 0.060 - 0.010; 0.5 kWh at 0.005 - 0.010, which is not asked for.
    expect(shortLines(bill)).toEqual(['surplus: 6500 = -0.30']);
    const missing = priced([paid({ market: { series: 'surplus' } })], { use });
    expect(missing.faults).toMatchObject([{ code: 'price-missing', charge: 'surplus', of: 'surplus', used: 6500 }]);
  });

  test('comes to no more than the energy that was bought, where a minimum of nothing says so; taxes are on the rest', () => {
    const capped: TariffCharge[] = [
      energy,
      paid({ rate: '0.50' }),
      { id: 'floor', kind: 'minimum', amount: '0', per: 'bill', of: ['energy', 'surplus'] },
      { id: 'power', kind: 'fixed', per: 'month', amount: '4' },
      { id: 'vat', kind: 'tax', percent: '21', of: 'all' },
    ];
    const bill = priced(capped, { use });
    expect(shortLines(bill)).toEqual([
      'energy: 10000 = 2.00',
      'surplus: 6500 = -3.25',
      'floor: -1.25 = 1.25',
      'power: 31 = 4.00',
      'vat: 4 = 0.84',
    ]);
    expect(bill.total).toBe('4.84');
  });

  test('is counted day by day where days have 23 and 25 hours', () => {
    for (const month of ['2026-03', '2026-10']) {
      const cycle = monthly(month);
      const steady = steadyUse(cycle.start, cycle.end, 0, madrid, 900);
      const all = { ...steady, returned: Array.from(steady.used, () => 100) };
      const days = Array.from({ length: daysBetween(cycle.start, cycle.end) }, (_, i) => addDays(cycle.start, i));
      const plan = planOf([paid({ rate: '1' })], { rounding: { lines: 'none', total: '0.000000001' } });
      const parts = days.map((day) => exact(totalIn(plan, { ...cycle, start: day, end: addDays(day, 1) }, all)));
      expect(parts.reduce((sum, one) => sum.add(one)).equals(exact(totalIn(plan, cycle, all)))).toBe(true);
      expect(exact(totalIn(plan, cycle, all)).equals(exact(-all.returned.length, 10))).toBe(true);
    }
  });

  const totalIn = (plan: ReturnType<typeof planOf>, cycle: ReturnType<typeof monthly>, all: IntervalUse) =>
    pricePlan({ plan, cycle, timeZone: madrid, use: all }).total;

  const rate = fc.integer({ min: 0, max: 900 }).map((n) => String(n / 1000));
  const amounts = fc.array(fc.nat(9_000), { minLength: 1, maxLength: 30 });

  test('never makes a bill dearer, whatever else the tariff says', () => {
    fc.assert(
      fc.property(randomPlan({ isMonotone: true }), randomInput(0), rate, amounts, (random, input, price, back) => {
        const plan = { ...random, charges: [paid({ rate: price }), ...random.charges] };
        const returned = Array.from(input.use.startS, (_, i) => back[i % back.length] ?? 0);
        const [without, withIt] = [input.use, { ...input.use, returned }].map((one) =>
          exact(pricePlan({ plan, ...input, use: one }).total),
        );
        expect(without && withIt && withIt.compare(without)).toBeLessThanOrEqual(0);
      }),
      { numRuns: 150 },
    );
  });
});

test('days to come are expected to send back what the days before did at the same hour, to the Wh', () => {
  const history = { ...steadyUse('2026-01-01', '2026-01-05', 10, madrid, 900), returned: [] as number[] };
  history.returned = Array.from(history.startS, (_, i) =>
    i % 96 === 48 ? ([5, 6, 7, 9][Math.floor(i / 96)] ?? 0) : 0,
  );
  const expected = expectReturned(steadyUse('2026-01-05', '2026-01-09', 10, madrid, 900), history, madrid);
  const back = Array.from(expected.returned ?? []);
  expect(back.reduce((sum, one) => sum + one)).toBe(27);
  expect(back.flatMap((one, i) => (one === 0 ? [] : [i % 96]))).toEqual([48, 48, 48, 48]);
  expect(expectReturned(history, { ...history, returned: undefined }, madrid)).toBe(history);
});
