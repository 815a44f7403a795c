import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays } from '#catalogue/local-day.ts';
import { exact, sumOf } from './exact.ts';
import type { TariffCharge, TariffPlan } from './plan.ts';
import { pricePlan } from './price-bill.ts';
import type { EnergyFactor } from './pricing.ts';
import { cycleOf, madrid, monthly, planOf, priced, shortLines, steadyUse, totalOf, useAt } from './testing-plans.ts';

const fee = (amount: string, rest: Partial<TariffCharge> = {}) =>
  ({ id: 'fee', kind: 'fixed', per: 'bill', amount, ...rest }) as TariffCharge;

describe('rounding', () => {
  test.each([
    ['half-up', '0.13', '-0.13'],
    ['half-even', '0.12', '-0.12'],
    ['up', '0.13', '-0.13'],
    ['down', '0.12', '-0.12'],
  ] as const)('%s: 0.125 is %s, and −0.125 is %s', (mode, above, below) => {
    expect(totalOf([fee('0.125')], {}, { rounding: { mode } })).toBe(above);
    expect(totalOf([fee('-0.125')], {}, { rounding: { mode } })).toBe(below);
  });

  test.each([
    ['EUR', '3.33'],
    ['JPY', '3'],
    ['KWD', '3.333'],
    ['INR', '3.33'],
  ])('lines of %s are of its smallest unit: 10 / 3 = %s', (currency, total) => {
    const cycle = cycleOf('2026-01-01', '2026-01-11', { cycleDays: 30 });
    expect(totalOf([fee('10')], { cycle }, { currency })).toBe(total);
  });

  test('a total that is rounded to 1 has a line that says so: 12.50 + 0.20 = 12.70 becomes 13, 12.30 becomes 12', () => {
    const bill = priced([fee('12.5'), fee('0.2')], {}, { currency: 'INR', rounding: { total: '1' } });
    expect(shortLines(bill)).toEqual(['fee: 31 = 12.50', 'fee: 31 = 0.20', 'rounding: 12.70 = 0.30']);
    expect([bill.total, bill.lines.at(-1)?.rate]).toEqual(['13.00', '1']);
    const less = priced([fee('12.3')], {}, { currency: 'INR', rounding: { total: '1' } });
    expect(shortLines(less)).toEqual(['fee: 31 = 12.30', 'rounding: 12.30 = -0.30']);
  });

  test('a total that needs none has no such line', () => {
    expect(shortLines(priced([fee('12')], {}, { rounding: { total: '1' } }))).toEqual(['fee: 31 = 12.00']);
  });

  test('lines may be finer than the currency; then the total is rounded to it: 0.0033 + 0.0033 = 0.0066', () => {
    const bill = priced([fee('0.00333'), fee('0.00333')], {}, { rounding: { lines: '0.0001' } });
    expect(shortLines(bill)).toEqual(['fee: 31 = 0.0033', 'fee: 31 = 0.0033', 'rounding: 0.0066 = 0.0034']);
    expect(bill.total).toBe('0.01');
  });

  test.each([
    ['half-up', '13.00'],
    ['half-even', '12.00'],
    ['up', '13.00'],
    ['down', '12.00'],
  ] as const)('the total is rounded as lines are: %s makes 12.50 a total of %s', (mode, total) => {
    expect(totalOf([fee('12.5')], {}, { rounding: { mode, total: '1' } })).toBe(total);
  });

  test('a charge’s own step comes before the plan’s: to 0.05, 1.32 is 1.30; to 1, it is 1', () => {
    const bill = priced([fee('1.32', { round: '0.05' }), fee('1.32')], {}, { rounding: { lines: '1' } });
    expect(bill.lines.map(({ amount }) => amount)).toEqual(['1.30', '1.00']);
    expect(totalOf([fee('1.025', { round: '0.05' })])).toBe('1.05');
  });
});

describe('a whole bill', () => {
  test('of light: 300 kWh at 0.15, 4.6 kW at 36.5 a year, a social discount, two taxes', () => {
    const charges: TariffCharge[] = [
      { id: 'energy', kind: 'use', rate: '0.15' },
      { id: 'power', kind: 'capacity', per: 'year', rate: '36.5', kW: '4.6' },
      { id: 'social', kind: 'discount', percent: '35', of: ['energy', 'power'] },
      { id: 'electricity', kind: 'tax', percent: '5', of: ['energy', 'power', 'social'] },
      { id: 'meter', kind: 'fixed', per: 'month', amount: '0.81' },
      { id: 'iva', kind: 'tax', percent: '21', of: 'all' },
    ];
    const bill = priced(charges, { use: useAt({ '2026-01-05 12:00': 300_000 }) });
    expect(shortLines(bill)).toEqual([
      'energy: 300000 = 45.00',
      // 4.6 × 36.5 × 31 / 365
      'power: 4.6 = 14.26',
      // 35 % of 59.26 = 20.741
      'social: 59.26 = -20.74',
      // 5 % of 38.52 = 1.926
      'electricity: 38.52 = 1.93',
      'meter: 31 = 0.81',
      // 21 % of 41.26 = 8.6646
      'iva: 41.26 = 8.66',
    ]);
    expect(bill.total).toBe('49.92');
  });

  test('names its charges as the tariff does, and its unit', () => {
    const name = { en: 'Water', es: 'Agua' };
    const use = useAt({ '2026-01-05 12:00': 1_000_000 });
    const { lines } = priced(
      [{ id: 'water', kind: 'use', rate: '2', name }],
      { use },
      { utility: 'water', unit: 'kL' },
    );
    expect(lines).toEqual([
      {
        utility: 'water',
        kind: 'use',
        from: '2026-01-01',
        to: '2026-02-01',
        charge: 'water',
        name,
        quantity: '1000000',
        rate: '2',
        unit: 'kL',
        amount: '2.00',
      },
    ]);
  });

  test('of a plan without charges is nothing', () => {
    expect(priced([], { use: useAt({ '2026-01-05 12:00': 1000 }) })).toEqual({ lines: [], total: '0.00', faults: [] });
  });

  test('throws for a schedule that the plan does not have', () => {
    const charge: TariffCharge = { id: 'energy', kind: 'use', schedule: 'none', rates: { P1: '1' } };
    expect(() => priced([charge], {}, { schedules: {} })).toThrow(RangeError);
    expect(() => priced([{ ...charge, schedule: 'constructor' }], {}, { schedules: {} })).toThrow(RangeError);
  });

  test('is the same from use of a year as from the month’s own, in typed arrays as in plain ones', () => {
    const plan = planOf([{ id: 'energy', kind: 'use', rate: '0.15' }]);
    const year = steadyUse('2026-01-01', '2027-01-01', 1000);
    const typed = {
      spanS: 3600,
      startS: Float64Array.from(year.startS as number[]),
      used: Int32Array.from(year.used as number[]),
    };
    for (const month of ['2026-01', '2026-03', '2026-10', '2026-12']) {
      const cycle = monthly(month);
      const own = pricePlan({ plan, cycle, timeZone: madrid, use: steadyUse(cycle.start, cycle.end, 1000) });
      expect(pricePlan({ plan, cycle, timeZone: madrid, use: year })).toEqual(own);
      expect(pricePlan({ plan, cycle, timeZone: madrid, use: typed })).toEqual(own);
    }
  });

  test.each(['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Asia/Kathmandu'])(
    'in %s has every interval of its days',
    (timeZone) => {
      const use = steadyUse('2026-01-30', '2026-02-03', 1000, timeZone);
      const { lines } = priced([{ id: 'energy', kind: 'use', rate: '1' }], {
        cycle: cycleOf('2026-01-31', '2026-02-02'),
        timeZone,
        use,
      });
      expect(lines.map(({ quantity }) => quantity)).toEqual(['48000']);
    },
  );
});

describe('a bill that rounds no lines', () => {
  const thirds: TariffCharge[] = [1, 2, 3].map((n) => ({
    id: `fee-${n}`,
    kind: 'fixed',
    per: 'bill',
    amount: '0.3349',
  }));

  test('rounds its total once: 3 × 0.3349 is 1.00, where rounded lines are 0.99', () => {
    const found = priced(thirds, {}, { rounding: { lines: 'none' } });
    expect(found.lines.map(({ kind, amount }) => `${kind} ${amount}`)).toEqual([
      'standing 0.3349',
      'standing 0.3349',
      'standing 0.3349',
      'rounding -0.0047',
    ]);
    expect(found.total).toBe('1.00');
    expect(priced(thirds).total).toBe('0.99');
  });

  test('sums to its total, whatever its fractions', () => {
    const found = priced([{ id: 'fee', kind: 'fixed', per: 'year', amount: '1' }], {}, { rounding: { lines: 'none' } });
    const sum = found.lines.reduce((all, { amount }) => all.add(amount), exact(0));
    expect(sum.equals(found.total)).toBe(true);
  });
});

// A tariff per kWh of what is counted in cubic metres, by factors that change on a day.

const cycle = { start: '2026-10-01', end: '2026-11-01', cycleDays: 31, cycleMonths: 1 };
const plan = (rate: string, rest: object = {}): TariffPlan => ({
  name: 'Per kWh',
  utility: 'gas',
  currency: 'EUR',
  unit: 'kWh',
  charges: [{ id: 'use', kind: 'use', rate }],
  ...rest,
});
const useOf = (perDay: readonly number[]) => ({
  spanS: 900,
  startS: perDay.map((_, i) => Date.UTC(2026, 9, 1 + i, 12) / 1000),
  used: perDay,
});

const price = (rate: string, perDay: readonly number[], factors: readonly EnergyFactor[], rest?: object) =>
  pricePlan({ plan: plan(rate, rest), cycle, timeZone: 'UTC', use: useOf(perDay), facts: { factors } });

describe('C6.1 a cubic metre', () => {
  test('is as much energy as the factor of its day says', () => {
    const factors = [
      { from: '2026-01-01', kWhPerM3: '10' },
      { from: '2026-10-03', kWhPerM3: '11.5' },
    ];
    const { lines, total, faults } = price('0.1', [1_000_000, 1_000_000, 2_000_000], factors);
    expect({ total, faults }).toEqual({ total: '4.30', faults: [] });
    expect(lines).toMatchObject([{ kind: 'use', unit: 'kWh', quantity: '43000', rate: '0.1', amount: '4.30' }]);
  });

  test('of a day without a factor is not guessed: it is told, and the bill waits for it', () => {
    const { total, faults } = price('0.1', [1_000_000, 1_000_000], [{ from: '2026-10-02', kWhPerM3: '10' }]);
    expect(total).toBe('1.00');
    expect(faults).toEqual([
      { code: 'factor-missing', charge: 'use', from: '2026-10-01', to: '2026-10-02', used: 1_000_000 },
    ]);
  });

  test('priced by the cubic metre needs none', () => {
    const { total, faults } = price('1', [1_500_000], [], { unit: 'm3' });
    expect({ total, faults }).toEqual({ total: '1.50', faults: [] });
  });
});

test('C6.1 the parts before and after a change of the factor come to the whole, exactly', () => {
  const factor = fc.integer({ min: 1, max: 139_999 }).map((parts) => (parts / 10_000).toFixed(4));
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 50_000_000 }), { minLength: 31, maxLength: 31 }),
      fc.integer({ min: 1, max: 30 }),
      factor,
      factor,
      (perDay, day, before, after) => {
        const change = addDays(cycle.start, day);
        const factors = [
          { from: '2026-01-01', kWhPerM3: before },
          { from: change, kWhPerM3: after },
        ];
        const of = (part: readonly number[], by: string) =>
          exact(part.reduce((sum, used) => sum + used, 0))
            .mul(by)
            .div(1_000_000);
        const unrounded = { rounding: { lines: 'none' } };
        const { lines } = price('1', perDay, factors, unrounded);
        const parts = sumOf([of(perDay.slice(0, day), before), of(perDay.slice(day), after)]);
        expect(
          sumOf(lines.filter(({ kind }) => kind === 'use').map(({ amount }) => exact(amount)))
            .sub(parts)
            .abs()
            .compare(exact('0.000000001')),
        ).toBeLessThanOrEqual(0);
      },
    ),
  );
});
