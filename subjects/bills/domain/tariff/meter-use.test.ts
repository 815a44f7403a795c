import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkPlan } from './check/check-plan.ts';
import { exact, sumOf } from './exact.ts';
import { explainChange } from './explain/explain-change.ts';
import { shareCost } from './explain/share-cost.ts';
import { scaledTo } from './explain/price-theirs.ts';
import { type ApartUse, expectApart, expectUse, type IntervalUse, placeUse } from './interval-use.ts';
import { mapByMeter, useByMeter } from './meter-use.ts';
import type { TariffCharge, TariffPlan } from './plan.ts';
import { pricedUntil } from './priced-until.ts';
import { planAsOf } from './charges/charge-days.ts';
import { pricePlan } from './price-bill.ts';
import { pricingFor, pricingOf } from './pricing.ts';
import { openPrices } from './unit-price.ts';
import { agreed, cycleOf, madrid, monthly, planOf, shortLines, steadyUse } from './testing-plans.ts';

const meters = { heater: { name: 'Water heater' } };
const facts = { meters: { heater: '7' } };
const energy: TariffCharge = { id: 'energy', kind: 'use', rate: '0.30' };
const heater: TariffCharge = { id: 'heater', kind: 'use', meter: 'heater', rate: '0.10' };
const levy: TariffCharge = { id: 'levy', kind: 'use', meter: 'all', rate: '0.01' };

/** The same with what one meter had of it. */
const withMeter = (
  use: IntervalUse,
  amounts: readonly number[],
  id = '7',
  flow: ApartUse['flow'] = 'drawn',
): IntervalUse => ({
  ...use,
  apart: { ...use.apart, [id]: { flow, amounts } },
});

const everyHour = (whole: number, apart: number): IntervalUse => {
  const use = steadyUse('2026-01-01', '2026-02-01', whole);
  return withMeter(
    use,
    Array.from(use.startS, () => apart),
  );
};

const january = (
  use: IntervalUse,
  charges: readonly TariffCharge[] = [energy, heater, levy],
  rest: Partial<TariffPlan> = {},
) => pricePlan({ plan: planOf(charges, { meters, ...rest }), cycle: monthly('2026-01'), timeZone: madrid, use, facts });

describe('a meter that is priced apart', () => {
  test('pays its own price, the rest pays the other, and what is for all is for both', () => {
    const { lines, total, faults } = january(everyHour(1000, 400));
    expect(shortLines({ lines } as never)).toEqual([
      'energy: 446400 = 133.92',
      'heater: 297600 = 29.76',
      'levy: 744000 = 7.44',
    ]);
    expect(lines.map(({ meter }) => meter)).toEqual([undefined, 'Water heater', undefined]);
    expect([total, faults]).toEqual(['171.12', []]);
  });

  test('has steps and peaks of its own, and fixed amounts go by its use', () => {
    const { lines } = january(everyHour(1000, 400), [
      {
        id: 'steps',
        kind: 'use',
        blocks: { per: 'month', tables: [{ steps: [{ upTo: '400', rate: '1' }, { rate: '2' }] }] },
      },
      { id: 'peak', kind: 'demand', meter: 'heater', per: 'month', windowMinutes: 60, rate: '1' },
      {
        id: 'rent',
        kind: 'fixed',
        meter: 'heater',
        per: 'month',
        byUse: { per: 'cycle', steps: [{ upTo: '300', amount: '3' }, { amount: '9' }] },
      },
      {
        id: 'tax',
        kind: 'tax',
        of: 'all',
        byUse: { per: 'cycle', steps: [{ upTo: '700', percent: '10' }, { percent: '20' }] },
      },
    ]);
    expect(shortLines({ lines } as never)).toEqual([
      'steps: 400000 = 400.00',
      'steps: 46400 = 92.80',
      'peak: 0.4 = 0.40',
      'rent: 31 = 3.00',
      'tax: 496.2 = 99.24',
    ]);
  });

  test('of water leaves the sewer what is not for the garden', () => {
    const use = everyHour(10_000, 4000);
    const plan = planOf(
      [
        { id: 'water', kind: 'use', meter: 'all', rate: '2' },
        { id: 'sewer', kind: 'use', rate: '3' },
      ],
      { utility: 'water', unit: 'm3', meters: { garden: {} } },
    );
    const { lines } = pricePlan({
      plan,
      cycle: monthly('2026-01'),
      timeZone: madrid,
      use,
      facts: { meters: { garden: '7' } },
    });
    expect(shortLines({ lines } as never)).toEqual(['water: 7440000 = 14.88', 'sewer: 4464000 = 13.39']);
  });

  test('that nobody has named has no use, says so on the bill, and leaves all to the rest', () => {
    const use = steadyUse('2026-01-01', '2026-02-01', 1000);
    const { lines, faults } = january(use);
    expect(shortLines({ lines } as never)).toEqual([
      'energy: 744000 = 223.20',
      'heater: 0 = 0.00',
      'levy: 744000 = 7.44',
    ]);
    expect(lines.map(({ isUnmeasured }) => isUnmeasured)).toEqual([undefined, true, undefined]);
    expect(faults).toMatchObject([{ code: 'meter-missing', of: 'heater', name: 'Water heater', charge: 'heater' }]);
  });

  test('that was not heard on some days is told with them', () => {
    const use = steadyUse('2026-01-01', '2026-02-01', 1000);
    const silent = withMeter(
      use,
      Array.from(use.startS, (_, i) => (i >= 48 && i < 96 ? Number.NaN : 400)),
    );
    expect(january(silent).faults).toEqual([
      {
        code: 'meter-silent',
        charge: 'heater',
        of: 'heater',
        name: 'Water heater',
        from: '2026-01-03',
        to: '2026-01-05',
        used: 48_000,
      },
    ]);
  });

  test('may be read at other moments than the whole: the sums are right', () => {
    const use = steadyUse('2026-01-01', '2026-02-01', 0);
    // The whole shows a kWh at a time, the meter each hour's.
    const whole = { ...use, used: Array.from(use.startS, (_, i) => (i % 4 === 3 ? 2000 : 0)) };
    const { lines, faults } = january(
      withMeter(
        whole,
        Array.from(use.startS, () => 400),
      ),
    );
    expect(shortLines({ lines } as never)).toEqual([
      'energy: 74400 = 22.32',
      'heater: 297600 = 29.76',
      'levy: 372000 = 3.72',
    ]);
    expect(faults).toEqual([]);
  });

  test('that counts more than the home leaves nothing, never less, and is told', () => {
    const { lines, faults } = january(everyHour(1000, 1100));
    expect(shortLines({ lines } as never)).toEqual(['heater: 818400 = 81.84', 'levy: 818400 = 8.18']);
    expect(faults).toMatchObject([{ code: 'meter-over', name: 'Water heater', used: 74_400 }]);
  });

  test.each([
    [1100, 100, 'car', 'Car'],
    [600, 500, 'heater, car', { en: 'Water heater, Car', es: 'Water heater, Car', hi: 'Water heater, Car' }],
  ])('of several that have %d and %d of 1000 the one that is over is named, or all are', (car, boiler, of, name) => {
    const use = everyHour(1000, boiler);
    const both = withMeter(
      use,
      Array.from(use.startS, () => car),
      '8',
    );
    const plan = planOf([energy], { meters: { ...meters, car: { name: 'Car' } } });
    const { faults } = pricePlan({
      plan,
      cycle: monthly('2026-01'),
      timeZone: madrid,
      use: both,
      facts: { meters: { heater: '7', car: '8' } },
    });
    expect(faults).toMatchObject([{ code: 'meter-over', of, name }]);
  });

  test('does not price the days of the rest', () => {
    const { faults } = january(everyHour(1000, 400), [{ ...energy, until: '2026-01-21' }, heater]);
    expect(faults).toEqual([
      { code: 'day-unpriced', charge: 'energy', from: '2026-01-21', to: '2026-02-01', used: 11 * 24 * 600 },
    ]);
  });

  test('whose price has ended is told with its use, and the rest is not', () => {
    const ended = { ...heater, until: '2026-01-21' };
    const { faults, total } = january(everyHour(1000, 400), [energy, ended]);
    expect(total).toBe('153.12');
    expect(faults).toEqual([
      {
        code: 'day-unpriced',
        charge: 'heater',
        of: 'heater',
        name: 'Water heater',
        from: '2026-01-21',
        to: '2026-02-01',
        used: 11 * 24 * 400,
      },
    ]);
    // What prices all prices it too, and of what used nothing nothing is to be said.
    expect(january(everyHour(1000, 400), [energy, ended, levy]).faults).toEqual([]);
    expect(january(everyHour(1000, 0), [energy, ended]).faults).toEqual([]);
    expect(january(everyHour(1000, 400), [ended]).faults).toMatchObject([{ of: 'heater' }]);
  });

  test('ends a tariff with its price; as it stood last each has the price that it had last', () => {
    const ended = { ...heater, until: '2026-01-21' };
    const dearer = [
      { ...energy, until: '2026-02-01' },
      { ...energy, from: '2026-02-01', rate: '0.40' },
    ] as TariffCharge[];
    expect(pricedUntil(planOf([...dearer, ended], { meters }))).toBe('2026-01-21');
    expect(pricedUntil(planOf([...dearer, ended, levy], { meters }))).toBe(null);
    const { charges } = planAsOf(planOf([...dearer, ended], { meters }), '2026-03-01');
    expect(charges).toMatchObject([{ rate: '0.40' }, { rate: '0.10', meter: 'heater' }]);
  });

  test('of gas waits for the energy of its days, be nothing else priced', () => {
    const gas: Partial<TariffPlan> = { utility: 'gas', unit: 'kWh' };
    const told = { code: 'factor-missing', charge: 'heater', from: '2026-01-01', to: '2026-02-01' };
    expect(january(everyHour(1000, 400), [heater], gas).faults).toEqual([{ ...told, used: 744 * 400 }]);
    expect(january(everyHour(1000, 400), [energy, heater], gas).faults).toEqual([
      { ...told, charge: 'energy', used: 744_000 },
    ]);
  });

  test('has to be one that the tariff names', () => {
    const faultsOf = (charges: readonly TariffCharge[], rest: Partial<TariffPlan>) =>
      checkPlan(planOf(charges, rest)).map(({ code, path }) => [code, path.join('.')]);
    expect(faultsOf([energy, heater, levy], { meters })).toEqual([]);
    expect(faultsOf([energy, heater], {})).toEqual([['meter-unknown', 'charges.1.meter']]);
    expect(faultsOf([energy], { meters: { all: {} } })).toEqual([['meter-unknown', 'meters.all']]);
  });

  test('is no part of what one more unit of the rest costs', () => {
    const ground = {
      plan: planOf([energy, heater, levy], { meters }),
      timeZone: madrid,
      market: { prices: {}, colours: {} },
      blockRates: {},
    };
    expect(openPrices(ground)(Date.parse('2026-01-05T12:00Z'))?.price).toBe('0.31');
  });
});

describe('any use of any meters', () => {
  /** March has a day of 23 hours, October one of 25. */
  const cycles = fc.constantFrom(cycleOf('2026-03-20', '2026-04-10'), cycleOf('2026-10-15', '2026-11-05'));
  const amounts = fc.array(fc.nat(3000), { minLength: 7, maxLength: 7 });
  const netting = fc.constantFrom(undefined, 60 as const);
  const home = fc
    .record({
      cycle: cycles,
      whole: amounts,
      one: amounts,
      other: amounts,
      back: fc.option(amounts, { nil: undefined }),
      isSilent: fc.boolean(),
      netting,
    })
    .map(({ cycle, whole, one, other, back, isSilent, ...rest }) => {
      const use = steadyUse(cycle.start, cycle.end, 0, madrid, 900);
      const fill = (values: readonly number[], less = 1) =>
        Array.from(use.startS, (_, i) => Math.floor((values[i % values.length] ?? 0) / less));
      const drawn = { ...use, used: fill(whole), ...(back && { returned: fill(back) }) };
      const heard = fill(other, 3).map((amount, i) => (isSilent && i % 5 === 0 ? Number.NaN : amount));
      return { cycle, use: withMeter(withMeter(drawn, fill(one, 2)), heard, '8'), ...rest };
    });
  const both = { heater: {}, car: {} };
  const named = { meters: { heater: '7', car: '8' } };
  const total = (values: ArrayLike<number>) => Array.from(values).reduce((sum, one) => sum + (one || 0), 0);

  test('is the rest and the meters together in every interval; the rest is never below nothing', () => {
    fc.assert(
      fc.property(home, ({ cycle, use, netting: minutes }) => {
        const plan = planOf([], { meters: both, netting: minutes });
        const placed = placeUse(use, madrid);
        const { all, rest, named: apart, faults } = useByMeter(plan, named.meters, placed, cycle);
        const parts = [rest, ...apart.values()];
        const sums = Array.from(all.used, (_, i) => parts.reduce((sum, one) => sum + (one.used[i] ?? 0), 0));
        expect(sums).toEqual(Array.from(all.used));
        expect(Math.min(...Array.from(rest.used))).toBeGreaterThanOrEqual(0);
        expect(total(apart.get('heater')?.used ?? [])).toBe(total(use.apart?.['7']?.amounts ?? []));
        if (minutes !== undefined) return;
        // What is beyond the whole is told, unless it is less than a thousandth of it.
        const over = total(all.used) - total(use.used);
        const told = faults.find(({ code }) => code === 'meter-over')?.used ?? 0;
        expect(over * 1000 > total(all.used) ? told : over).toBe(over);
      }),
      { numRuns: 100 },
    );
  });

  test('costs at one price for all what it costs without meters, but for what they have beyond the whole', () => {
    const flat = (meter: string | undefined, id: string): TariffCharge => ({ id, kind: 'use', rate: '0.2', meter });
    const fine = { rounding: { lines: '0.000000001', total: '0.000000001' } };
    fc.assert(
      fc.property(home, ({ cycle, use }) => {
        const apart = planOf([flat(undefined, 'a'), flat('heater', 'b'), flat('car', 'c')], { meters: both, ...fine });
        const input = { cycle, timeZone: madrid, use, facts: named };
        const priced = pricePlan({ plan: apart, ...input });
        const all = pricePlan({ plan: planOf([flat('all', 'a')], { meters: both, ...fine }), ...input });
        expect(priced.total).toBe(all.total);
        const whole = exact(pricePlan({ plan: planOf([flat(undefined, 'a')], fine), ...input }).total);
        expect(exact(priced.total).compare(whole)).toBeGreaterThanOrEqual(0);
      }),
      { numRuns: 100 },
    );
  });

  test('is made of its parts, whatever is done to each', () => {
    fc.assert(
      fc.property(home, ({ use }) => {
        const { used, apart = {} } = mapByMeter(use, (part) => part);
        const over = total(used) - total(use.used);
        expect(over).toBeGreaterThanOrEqual(0);
        expect(total(apart['8']?.amounts ?? [])).toBe(total(use.apart?.['8']?.amounts ?? []));
      }),
      { numRuns: 50 },
    );
  });

  test('is scaled to just what it is to be, with meters that count more than the home too', () => {
    fc.assert(
      fc.property(home, fc.nat(9_000_000), ({ use }, to) => {
        fc.pre(total(mapByMeter(use, (part) => part).used) > 0);
        const scaled = scaledTo(use, to);
        expect(total(scaled.used)).toBe(to);
        const parts = Object.values(scaled.apart ?? {}).map((one) => total(one.amounts));
        expect(parts.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(to);
      }),
      { numRuns: 50 },
    );
  });

  test('is expected to go on at its share of each hour', () => {
    fc.assert(
      fc.property(home, ({ use, cycle }) => {
        const days = steadyUse(cycle.start, cycle.end, 700, madrid, 900);
        const { apart = {} } = expectApart(days, use, madrid);
        for (const { amounts: own } of Object.values(apart)) {
          const isWhole = (amount: number, i: number) =>
            Number.isInteger(amount) && amount >= 0 && amount <= (days.used[i] ?? 0);
          expect(Array.from(own).every(isWhole)).toBe(true);
        }
      }),
      { numRuns: 30 },
    );
  });
});

describe('what a meter apart costs', () => {
  const plan = planOf([energy, heater, levy, { id: 'vat', kind: 'tax', percent: '10', of: 'all' }], { meters });

  test('is its device’s, and the others pay the price of the rest', () => {
    const use = everyHour(1000, 400);
    const input = { plan, cycle: monthly('2026-01'), timeZone: madrid, use, facts };
    const part = (whole: number, apart: number) => everyHour(whole, apart);
    const { parts, fixed } = shareCost(input, pricePlan(input), [
      { key: 'boiler', use: part(400, 400) },
      { key: 'kitchen', use: part(250, 0) },
      { key: 'home', use: part(350, 0) },
    ]);
    // 297.6 kWh at 0.11, 186 and 260.4 at 0.31, all with a tenth of tax; the largest has the cent that rounding leaves.
    expect([parts, fixed]).toEqual([{ boiler: '36.01', kitchen: '63.43', home: '88.79' }, '0.00']);
    expect(sumOf(Object.values(parts).map((one) => exact(one))).equals(exact(pricePlan(input).total))).toBe(true);
  });

  test('is why a bill changed, at its own price', () => {
    const bill = (month: string, whole: number, apart: number) => {
      const cycle = monthly(month);
      const all = steadyUse(cycle.start, cycle.end, whole);
      const own = Array.from(all.startS, () => apart);
      const use = withMeter(all, own);
      const boiler = withMeter({ ...all, used: own }, own);
      const { lines, total } = pricePlan({ plan, cycle, timeZone: madrid, use, facts });
      return { cycle, use, total, lines, agreements: [{ ...agreed(plan), facts }], devices: { boiler } };
    };
    // As many days, of 31.
    const [before, now] = [bill('2026-07', 1000, 400), bill('2026-08', 1200, 600)];
    const change = explainChange({ utility: 'electricity', timeZone: madrid, before, now });
    // 148.8 kWh at 0.11 with a tenth of tax.
    const more = '18.01';
    expect((Number(now.total) - Number(before.total)).toFixed(2)).toBe(more);
    expect(change).toEqual({
      difference: more,
      parts: [{ kind: 'device', device: 'boiler', used: 148_800, amount: more }],
    });
  });
});

describe('a meter apart for what goes back', () => {
  const paid: TariffCharge = { id: 'paid', kind: 'returned', rate: '0.05' };
  const roof: TariffCharge = { id: 'roof', kind: 'returned', meter: 'roof', rate: '0.12' };
  const plan = planOf([energy, heater, paid, roof], { meters: { ...meters, roof: { name: 'Roof' } } });
  const own = { meters: { heater: '7', roof: '9' } };
  const twoWay = (month: string, back: number, ofRoof: number) => {
    const { start, end } = monthly(month);
    const use = steadyUse(start, end, 1000, madrid, 900);
    const every = (amount: number) => Array.from(use.startS, () => amount);
    return withMeter(withMeter({ ...use, returned: every(back) }, every(400)), every(ofRoof), '9', 'returned');
  };
  const bill = (month: string, back: number, ofRoof: number) => {
    const [cycle, use] = [monthly(month), twoWay(month, back, ofRoof)];
    const { lines, total } = pricePlan({ plan, cycle, timeZone: madrid, use, facts: own });
    return { cycle, use, total, lines, agreements: [{ ...agreed(plan), facts: own }], devices: {} };
  };

  test('is paid at its own price, and the rest at the other', () => {
    expect(shortLines(bill('2026-01', 300, 200) as never).slice(2)).toEqual([
      'paid: 297600 = -14.88',
      'roof: 595200 = -71.42',
    ]);
  });

  test('keeps its part, whatever is done to each meter’s use', () => {
    const use = twoWay('2026-01', 300, 200);
    const same = mapByMeter(use, (part) => part);
    const asLists = ({ used, returned, apart, ...rest }: IntervalUse) => ({
      ...rest,
      apart,
      used: Array.from(used),
      returned: Array.from(returned ?? []),
    });
    expect(asLists(same)).toEqual(asLists(use));
    const scaled = scaledTo(use, 1_000_000);
    expect([scaled.apart?.['9'], scaled.returned]).toEqual([use.apart?.['9'], use.returned]);
  });

  test('is expected to go on at its share', () => {
    const days = [
      { day: '2026-02-02', used: 96_000 },
      { day: '2026-02-07', used: 96_000 },
    ];
    const { apart, returned } = expectUse(days, twoWay('2026-01', 300, 200), madrid);
    expect(new Set(returned as number[])).toEqual(new Set([300]));
    expect(new Set(apart?.['9']?.amounts as number[])).toEqual(new Set([200]));
    expect(apart?.['9']?.flow).toBe('returned');
  });

  test('is no reason of use: what more went back is told as that', () => {
    // As many days, of 31: 297.6 kWh at 0.12; each bill’s line is rounded by itself.
    const [before, now] = [bill('2026-07', 300, 200), bill('2026-08', 400, 300)];
    const change = explainChange({ utility: 'electricity', timeZone: madrid, before, now });
    expect(change).toEqual({
      difference: '-35.72',
      parts: [{ kind: 'returned', used: 297_600, amount: '-35.72' }],
    });
  });
});

test('a charge of a kind that counts nothing is for all use', () => {
  const pricing = pricingOf({
    plan: planOf([], { meters }),
    cycle: monthly('2026-01'),
    timeZone: madrid,
    use: everyHour(1000, 400),
    facts,
  });
  const tax: TariffCharge = { id: 'vat', kind: 'tax', percent: '21', of: 'all' };
  expect(pricingFor(tax, pricing)).toBe(pricing);
});
