import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays } from '#catalogue/local-day.ts';
import { exact, sumOf } from '../exact.ts';
import { type ExplainedBill, explainChange } from './explain-change.ts';
import type { IntervalUse } from '../interval-use.ts';
import { pricePlan } from '../price-bill.ts';
import { madrid, monthly, planOf, randomPlan } from '../testing-plans.ts';
import type { TariffPlan } from '../plan.ts';
import { hourlyUse, waves } from './testing-weather.ts';
import { type DayTemperatures, hasTemperatures, meanTemperature, useByDay } from './weather-change.ts';

const [november, december] = [monthly('2026-11'), monthly('2026-12')];
/** November about 12 °C, December about 6 °C. */
const temperatures: DayTemperatures = {
  ...waves('2026-11-01', '2026-12-01', 12, 5),
  ...waves('2026-12-01', '2027-01-01', 6, 5),
};
const summer: DayTemperatures = {
  ...waves('2026-06-01', '2026-07-01', 19, 6),
  ...waves('2026-07-01', '2026-08-01', 25, 6),
};
const base = 16;

/** 100 Wh an hour, and `slope` Wh in each hour for each degree below the base. */
const heated = (slope: number, level = 100) => {
  const on = (day: string) => level + slope * Math.max(0, base - (temperatures[day] ?? 0) / 10);
  return {
    before: hourlyUse(november.start, november.end, on),
    now: hourlyUse(december.start, december.end, on),
  };
};

const prices = {
  spot: {
    startS: Date.UTC(2026, 1, 1) / 1000,
    stepS: 3600,
    scale: 3,
    withTax: Array.from({ length: 120 * 24 }, () => 150n),
    withoutTax: Array.from({ length: 120 * 24 }, () => 150n),
  },
};
const plan = planOf([{ id: 'use', kind: 'use', rate: '0.20' }]);

const billOf = (month: string, use: IntervalUse, devices: Record<string, IntervalUse> = {}): ExplainedBill => {
  const cycle = monthly(month);
  const { total, lines } = pricePlan({ plan, cycle, timeZone: madrid, use });
  return { cycle, total, lines, use, devices, agreements: [{ utility: 'electricity', validFrom: '2020-01-01', plan }] };
};

const added = (a: IntervalUse, b: IntervalUse): IntervalUse => ({
  ...a,
  used: Array.from(a.used, (used, i) => used + (b.used[i] ?? 0)),
});

const explain = (before: ExplainedBill, now: ExplainedBill, given: DayTemperatures | undefined = temperatures) =>
  explainChange({ utility: 'electricity', timeZone: madrid, before, now, temperatures: given });

/** Degree-days below the base, over a month. */
const degreeDays = (days: IntervalUse, spanDays: number): number =>
  Array.from({ length: spanDays }, (_, i) =>
    addDays(days === steady.before ? november.start : december.start, i),
  ).reduce((sum, day) => sum + Math.max(0, base - (temperatures[day] ?? 0) / 10), 0);
const steady = heated(0);

test('the whole change is the weather’s where all of it follows the degrees, and the means of both are told', () => {
  const { before, now } = heated(40);
  const change = explain(billOf('2026-11', before), billOf('2026-12', now));
  const weather = change?.parts.find(({ kind }) => kind === 'weather');
  const truth = 24 * 40 * (degreeDays(steady.now, 31) - (degreeDays(steady.before, 30) * 31) / 30);
  expect(weather?.used).toBeGreaterThan(truth * 0.98);
  expect(weather?.used).toBeLessThan(truth * 1.02);
  expect(weather?.degrees).toEqual({ before: 12, now: 6 });
  // What is left to others is rounding and the day more.
  const others = (change?.parts ?? []).filter(({ kind }) => kind !== 'weather').map(({ used = 0 }) => Math.abs(used));
  expect(Math.max(0, ...others)).toBeLessThan(truth * 0.03);
});

test('a device that follows the weather is not blamed as well; one that does not keeps all of its change', () => {
  const pump = heated(40, 20);
  const kettle = {
    before: hourlyUse(november.start, november.end, () => 30),
    now: hourlyUse(december.start, december.end, () => 80),
  };
  const bill = (month: string, key: 'before' | 'now') =>
    billOf(month, added(added(steady[key], pump[key]), kettle[key]), { pump: pump[key], kettle: kettle[key] });
  const change = explain(bill('2026-11', 'before'), bill('2026-12', 'now'));
  const of = (kind: string, device?: string) =>
    change?.parts.find((part) => part.kind === kind && part.device === device)?.used ?? 0;
  const pumpChange = pump.now.used;
  const more =
    Array.from(pumpChange).reduce((a, b) => a + b, 0) -
    (Array.from(pump.before.used).reduce((a, b) => a + b, 0) * 31) / 30;
  expect(of('weather') + of('device', 'pump')).toBeCloseTo(more, -1);
  expect(Math.abs(of('device', 'pump'))).toBeLessThan(more * 0.03);
  expect(of('device', 'kettle')).toBe(50 * 24 * 31);
});

describe('without enough to learn from nothing is the weather’s', () => {
  const { before, now } = heated(40);
  const [first, second] = [billOf('2026-11', before), billOf('2026-12', now)];
  const kinds = (given?: DayTemperatures) => explain(first, second, given)?.parts.map(({ kind }) => kind);

  test('no temperatures at all: as before', () => {
    const without = explainChange({ utility: 'electricity', timeZone: madrid, before: first, now: second });
    expect(explain(first, second, {})).toEqual(without);
    expect(without?.parts.map(({ kind }) => kind)).not.toContain('weather');
  });

  test('less than three days of four of one bill', () => {
    const some = Object.fromEntries(Object.entries(temperatures).filter(([day]) => day < '2026-12-24'));
    expect(kinds(some)).not.toContain('weather');
    const enough = Object.fromEntries(Object.entries(temperatures).filter(([day]) => day < '2026-12-26'));
    expect(kinds(enough)).toContain('weather');
  });

  test('use that was heard on too few days', () => {
    const cut = {
      ...now,
      startS: Array.from(now.startS).slice(0, 24 * 20),
      used: Array.from(now.used).slice(0, 24 * 20),
    };
    expect(explain(first, billOf('2026-12', cut))?.parts.map(({ kind }) => kind)).not.toContain('weather');
  });

  test('use that does not follow it', () => {
    const other = billOf(
      '2026-12',
      hourlyUse(december.start, december.end, () => 300),
    );
    expect(explain(billOf('2026-11', steady.before), other)?.parts.map(({ kind }) => kind)).not.toContain('weather');
  });
});

test('C2.16 what follows the weather is priced like other use, and the parts sum to the difference', () => {
  const { before, now } = heated(40);
  const change = explain(billOf('2026-11', before), billOf('2026-12', now));
  const cents = (change?.parts ?? []).reduce((sum, { amount }) => sum + Math.round(Number(amount) * 100), 0);
  expect(cents).toBe(Math.round(Number(change?.difference) * 100));
  const weather = change?.parts.find(({ kind }) => kind === 'weather');
  expect(Number(weather?.amount)).toBeCloseTo(((weather?.used ?? 0) / 1000) * 0.2, 1);
});

test('whatever the tariffs, the degrees and the slopes, the parts sum to the difference', () => {
  let told = 0;
  const slope = fc.integer({ min: 0, max: 60 });
  fc.assert(
    fc.property(randomPlan(), randomPlan(), slope, slope, fc.integer({ min: -5, max: 30 }), (a, b, own, rest, mean) => {
      const known = {
        ...waves('2026-03-01', '2026-04-01', mean, 6),
        ...waves('2026-04-01', '2026-05-01', mean + 4, 6),
      };
      const bill = (month: string, charged: TariffPlan): ExplainedBill => {
        const cycle = monthly(month);
        const following = (wattHours: number) =>
          hourlyUse(cycle.start, cycle.end, (day) => 50 + wattHours * Math.abs(18 - (known[day] ?? 0) / 10));
        const pump = following(own);
        const use = added(pump, following(rest));
        const facts = { persons: 3 };
        const { total, lines } = pricePlan({ plan: charged, cycle, timeZone: madrid, use, facts, prices });
        const agreements = [{ utility: charged.utility, validFrom: '2000-01-01', plan: charged, facts }];
        return { cycle, total, lines, use, devices: { pump }, agreements };
      };
      const change = explainChange({
        utility: a.utility,
        timeZone: madrid,
        before: bill('2026-03', a),
        now: bill('2026-04', { ...b, utility: a.utility, unit: a.unit, currency: a.currency }),
        prices,
        temperatures: known,
      });
      if (change?.parts.some(({ kind }) => kind === 'weather')) told += 1;
      const parts = change?.parts.map(({ amount }) => exact(amount)) ?? [];
      expect(change && sumOf(parts).equals(exact(change.difference))).toBe(true);
    }),
    { numRuns: 40 },
  );
  expect(told).toBeGreaterThan(0);
});

test('water follows warmth, never cold', () => {
  const water: TariffPlan = { ...plan, utility: 'water', unit: 'm3' };
  const explained = (month: string, on: (celsius: number) => number): ExplainedBill => {
    const cycle = monthly(month);
    const use = hourlyUse(cycle.start, cycle.end, (day) => on((summer[day] ?? 0) / 10));
    const { total, lines } = pricePlan({ plan: water, cycle, timeZone: madrid, use });
    return {
      cycle,
      total,
      lines,
      use,
      devices: {},
      agreements: [{ utility: 'water', validFrom: '2020-01-01', plan: water }],
    };
  };
  const kinds = (on: (celsius: number) => number) =>
    explainChange({
      utility: 'water',
      timeZone: madrid,
      before: explained('2026-06', on),
      now: explained('2026-07', on),
      temperatures: summer,
    })?.parts.map(({ kind }) => kind);
  expect(kinds((celsius) => 20_000 + 3000 * Math.max(0, celsius - 20))).toContain('weather');
  expect(kinds((celsius) => 20_000 + 3000 * Math.max(0, 20 - celsius))).not.toContain('weather');
});

describe('days', () => {
  test('a day of which much was not heard is not whole; clocks that change make days of 23 and 25 hours', () => {
    const use = hourlyUse('2026-10-24', '2026-10-27', () => 10);
    const byDay = useByDay(use, { start: '2026-10-24', end: '2026-10-27' }, madrid);
    expect([...byDay]).toEqual([
      ['2026-10-24', { used: 240, isWhole: true }],
      ['2026-10-25', { used: 250, isWhole: true }],
      ['2026-10-26', { used: 240, isWhole: true }],
    ]);
    const cut = { ...use, startS: use.startS, used: use.used };
    const half = { ...cut, startS: Array.from(cut.startS).slice(0, 40), used: Array.from(cut.used).slice(0, 40) };
    expect([...useByDay(half, { start: '2026-10-24', end: '2026-10-27' }, madrid)]).toEqual([
      ['2026-10-24', { used: 240, isWhole: true }],
      ['2026-10-25', { used: 160, isWhole: false }],
    ]);
  });

  test('the mean of a cycle, where three days of four are known', () => {
    const cycle = { start: '2026-11-01', end: '2026-11-05' };
    expect(meanTemperature(cycle, { '2026-11-01': 100, '2026-11-02': 111, '2026-11-03': 112 })).toBe(10.8);
    expect(meanTemperature(cycle, { '2026-11-01': 100, '2026-11-02': 111 })).toBeNull();
    expect(hasTemperatures(cycle, {})).toBe(false);
  });
});
