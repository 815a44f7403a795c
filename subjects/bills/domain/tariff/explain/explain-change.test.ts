import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { exact, sumOf } from '../exact.ts';
import type { IntervalUse } from '../interval-use.ts';
import type { TariffCharge, TariffPlan } from '../plan.ts';
import { pricePlan } from '../price-bill.ts';
import { cycleOf, madrid, monthly, planOf, randomInput, randomPlan, steadyUse } from '../testing-plans.ts';
import { alwaysOn } from './always-on.ts';
import { explainChange, type ExplainedBill } from './explain-change.ts';

const flat = (rate: string): TariffCharge => ({ id: 'use', kind: 'use', rate });
const perDay: TariffCharge = { id: 'standing', kind: 'fixed', per: 'day', amount: '0.10' };

const billOf = (
  plan: TariffPlan,
  month: string,
  use: IntervalUse,
  devices: Record<string, IntervalUse> = {},
): ExplainedBill => {
  const cycle = monthly(month);
  const { total, lines } = pricePlan({ plan, cycle, timeZone: madrid, use });
  return { cycle, total, lines, use, devices, agreements: [{ utility: 'electricity', validFrom: '2020-01-01', plan }] };
};

/** The same in every hour of a month. */
const steadyMonth = (month: string, used: number): IntervalUse =>
  steadyUse(monthly(month).start, monthly(month).end, used);

const explain = (before: ExplainedBill, now: ExplainedBill) =>
  explainChange({ utility: 'electricity', timeZone: madrid, before, now });

const plan = planOf([flat('0.20'), perDay]);

describe('one cause at a time', () => {
  test('more days', () => {
    const change = explain(
      billOf(plan, '2026-02', steadyMonth('2026-02', 500)),
      billOf(plan, '2026-01', steadyMonth('2026-01', 500)),
    );
    // Three days more: 36 kWh at 0.20 and three standing charges.
    expect(change).toEqual({ difference: '7.50', parts: [{ kind: 'days', amount: '7.50' }] });
  });

  test('a dearer price', () => {
    const dearer = planOf([flat('0.25'), perDay]);
    const change = explain(
      billOf(plan, '2026-01', steadyMonth('2026-01', 500)),
      billOf(dearer, '2026-05', steadyMonth('2026-05', 500)),
    );
    expect(change).toEqual({ difference: '18.60', parts: [{ kind: 'price', amount: '18.60' }] });
  });

  test('one device', () => {
    const [january, may] = [steadyMonth('2026-01', 500), steadyMonth('2026-05', 500)];
    const [heater, hotter] = [steadyMonth('2026-01', 100), steadyMonth('2026-05', 300)];
    const more = { ...may, used: Array.from(may.used, (used) => used + 200) };
    const change = explain(
      billOf(plan, '2026-01', january, { heater, rest: steadyMonth('2026-01', 400) }),
      billOf(plan, '2026-05', more, { heater: hotter, rest: steadyMonth('2026-05', 400) }),
    );
    // 200 Wh in each of 744 hours at 0.20.
    expect(change).toEqual({
      difference: '29.76',
      parts: [{ kind: 'device', device: 'heater', used: 148_800, amount: '29.76' }],
    });
  });

  test('a dearer block', () => {
    const steps = [{ upTo: '400', rate: '0.20' }, { rate: '0.50' }];
    const blocks = planOf([{ id: 'use', kind: 'use', blocks: { per: 'month', tables: [{ steps }] } }]);
    const change = explain(
      billOf(blocks, '2026-01', steadyMonth('2026-01', 500)),
      billOf(blocks, '2026-05', steadyMonth('2026-05', 600)),
    );
    // 74.4 kWh more: 28 at 0.20 as before, 46.4 at 0.50 instead.
    expect(change).toEqual({
      difference: '28.80',
      parts: [
        { kind: 'usage', used: 74_400, amount: '14.88' },
        { kind: 'block', amount: '13.92' },
      ],
    });
  });

  test('a day more names the block that its use falls in', () => {
    const steps = [{ upTo: '300', rate: '0.20' }, { rate: '0.50' }];
    const blocks = planOf([{ id: 'use', kind: 'use', blocks: { per: 'month', tables: [{ steps }] } }, perDay]);
    const change = explain(
      billOf(blocks, '2026-04', steadyMonth('2026-04', 500)),
      billOf(blocks, '2026-05', steadyMonth('2026-05', 500)),
    );
    // 12 kWh at 0.50 and a standing charge, where a day of April came to 3.
    expect(change?.parts).toEqual([{ kind: 'days', amount: '6.10', block: { above: '300', unit: 'kWh' } }]);
  });

  test('dearer hours are those of a tariff that has them, apart from its blocks', () => {
    const day = { periods: [{ period: 'P1', hours: ['08:00-22:00'] }, { period: 'P2' }] };
    const rates = { P1: '0.30', P2: '0.10' };
    const hourly = planOf([{ id: 'use', kind: 'use', schedule: 'day', rates }], { schedules: { day } });
    const even = steadyMonth('2026-05', 500);
    // All of it by day: as much as before, at 0.30.
    const byDay = {
      ...even,
      used: Array.from(even.startS, (at) =>
        (at + 7200) % 86_400 < 8 * 3600 || (at + 7200) % 86_400 >= 22 * 3600 ? 0 : 500,
      ),
    };
    const first = steadyMonth('2026-01', 500);
    const change = explain(billOf(hourly, '2026-01', first), billOf(hourly, '2026-05', byDay));
    expect(change?.parts.map(({ kind }) => kind)).toContain('hours');
    const flatChange = explain(billOf(plan, '2026-01', first), billOf(plan, '2026-05', byDay));
    expect(flatChange?.parts.map(({ kind }) => kind)).toEqual(['usage']);
  });

  test('a higher peak is no dearer hour', () => {
    const peaks = planOf([flat('0.20'), { id: 'peak', kind: 'demand', per: 'month', windowMinutes: 60, rate: '2' }]);
    const even = steadyMonth('2026-05', 500);
    const sharp = {
      ...even,
      used: Array.from(
        even.used,
        (used, i) => used + (i === 99 ? 1500 : i === 100 ? -500 : i === 101 || i === 102 ? -500 : 0),
      ),
    };
    const change = explain(billOf(peaks, '2026-01', steadyMonth('2026-01', 500)), billOf(peaks, '2026-05', sharp));
    // 2 kW instead of half of one.
    expect(change?.parts).toEqual([{ kind: 'peak', amount: '3.00' }]);
  });

  test('what is always on', () => {
    const change = explain(
      billOf(plan, '2026-01', steadyUse('2026-01-01', '2026-02-01', 100, madrid, 900)),
      billOf(plan, '2026-05', steadyUse('2026-05-01', '2026-06-01', 130, madrid, 900)),
    );
    expect(change?.parts).toEqual([{ kind: 'always-on', used: 89_280, amount: '17.86' }]);
  });
});

test('without a tariff on either side, or in two currencies, nothing is explained', () => {
  const bill = billOf(plan, '2026-01', steadyMonth('2026-01', 500));
  expect(explain({ ...bill, agreements: [] }, bill)).toBeNull();
  expect(explain(billOf({ ...plan, currency: 'GBP' }, '2026-01', steadyMonth('2026-01', 500)), bill)).toBeNull();
});

test('whatever the tariffs and the use, the parts sum to the difference', () => {
  fc.assert(
    fc.property(randomPlan(), randomPlan(), randomInput(), randomInput(), (a, b, first, second) => {
      const currency = a.currency;
      const bill = (own: TariffPlan, rest: typeof first): ExplainedBill => {
        const charged = { ...own, currency };
        const { total, lines } = pricePlan({ ...rest, plan: charged });
        const cycle = cycleOf(rest.cycle.start, rest.cycle.end, rest.cycle);
        return {
          cycle,
          total,
          lines,
          use: rest.use,
          devices: { one: rest.use },
          agreements: [{ utility: charged.utility, validFrom: '2000-01-01', plan: charged, facts: rest.facts }],
        };
      };
      const [before, now] = [bill(a, first), bill({ ...b, utility: a.utility, unit: a.unit }, second)];
      const change = explainChange({
        utility: a.utility,
        timeZone: first.timeZone,
        before,
        now,
        prices: first.prices,
        colours: first.colours,
      });
      const parts = change?.parts.map(({ amount }) => exact(amount)) ?? [];
      const difference = exact(now.total).sub(exact(before.total));
      expect(sumOf(parts).equals(difference)).toBe(true);
      expect(change && exact(change.difference).equals(difference)).toBe(true);
    }),
    { numRuns: 60 },
  );
});

const quarters = (used: (quarter: number) => number, days = 10) => {
  const steady = steadyUse('2026-02-01', `2026-02-${String(days + 1).padStart(2, '0')}`, 0, madrid, 900);
  return { ...steady, used: Array.from(steady.startS, (_, i) => used(i)) };
};

test('the stillest hour of an ordinary day, as one of its quarter-hours', () => {
  // 30 Wh from midnight to six, 200 after it: 120 W.
  expect(
    alwaysOn(
      quarters((i) => (i % 96 < 24 ? 30 : 200)),
      madrid,
    ),
  ).toBe(30);
});

test('a refrigerator that comes and goes is its mean', () => {
  expect(
    alwaysOn(
      quarters((i) => (i % 2 === 0 ? 20 : 0)),
      madrid,
    ),
  ).toBe(10);
});

test('one day away does not change it', () => {
  expect(
    alwaysOn(
      quarters((i) => (i < 96 ? 5 : 30)),
      madrid,
    ),
  ).toBe(30);
});

test('with less than a week nobody can tell, nor of days that are hardly known', () => {
  expect(
    alwaysOn(
      quarters(() => 30, 6),
      madrid,
    ),
  ).toBeNull();
  const half = quarters(() => 30);
  const kept = Array.from(half.startS, (_, i) => i).filter((i) => i % 96 < 48);
  const pick = (values: ArrayLike<number>) => kept.map((i) => values[i] ?? 0);
  expect(alwaysOn({ ...half, startS: pick(half.startS), used: pick(half.used) }, madrid)).toBeNull();
});

test('days on which nothing was drawn do not count', () => {
  expect(
    alwaysOn(
      quarters((i) => (i < 96 * 3 ? 0 : 30)),
      madrid,
    ),
  ).toBe(30);
});
