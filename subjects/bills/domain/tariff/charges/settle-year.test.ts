import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { exact, sumOf } from '../exact.ts';
import type { IntervalUse } from '../interval-use.ts';
import type { BoundCharge, TariffCharge } from '../plan.ts';
import { lookBackOf, type PricedBill } from '../price-bill.ts';
import {
  agreed,
  billsOf as bills,
  cycleOf,
  cyclesFrom,
  monthly,
  monthsOf as months,
  planOf,
  steadyUse,
  telescopic,
  totalOf,
  useAt,
} from '../testing-plans.ts';

const fee = (amount: string, rest = {}): TariffCharge => ({ id: 'fee', kind: 'fixed', per: 'day', amount, ...rest });
const energy: TariffCharge = { id: 'energy', kind: 'use', rate: '1' };
const least = (rest: Partial<BoundCharge> = {}): BoundCharge => ({
  id: 'least',
  kind: 'minimum',
  amount: '730',
  per: 'year',
  of: 'all',
  ...rest,
});

const settled = (priced: readonly PricedBill[]): string[] =>
  priced.flatMap(({ lines }) =>
    lines
      .filter(({ kind }) => kind === 'minimum' || kind === 'maximum')
      .map(({ from, to, quantity, amount, year }) =>
        [`${from} to ${to}: ${quantity} and ${amount}`, year && `${year.days} of ${year.of} days`].join(', '),
      ),
  );

describe('a minimum of the year', () => {
  test('is settled at its end: 730 less 365 in the bill of December, and nothing of it before', () => {
    const priced = bills([agreed(planOf([fee('1'), least()]))], months(2026));
    expect(priced.slice(0, 11).map(({ totalAmount }) => totalAmount)).toEqual(
      [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30].map((days) => `${days}.00`),
    );
    expect(settled(priced)).toEqual(['2026-12-01 to 2027-01-01: 365 and 365.00, 365 of 365 days']);
  });

  test('is nothing where the year has come to it', () => {
    expect(settled(bills([agreed(planOf([fee('2'), least()]))], months(2026)))).toEqual([]);
  });

  test('of 366 days is the same', () => {
    expect(settled(bills([agreed(planOf([fee('1'), least()]))], months(2028)))).toEqual([
      '2028-12-01 to 2029-01-01: 366 and 364.00, 366 of 366 days',
    ]);
  });

  test('is taxed where it is settled', () => {
    const tax: TariffCharge = { id: 'tax', kind: 'tax', percent: '10', of: 'all' };
    const priced = bills([agreed(planOf([fee('1'), least(), tax]))], months(2026));
    expect(priced.at(-1)?.totalAmount).toBe(((31 + 365) * 1.1).toFixed(2));
  });

  test('holds a minimum of the month that stands before it', () => {
    const monthlyLeast = least({ id: 'month', per: 'month', amount: '40' });
    expect(settled(bills([agreed(planOf([fee('1'), monthlyLeast, least()]))], months(2026))).at(-1)).toBe(
      '2026-12-01 to 2027-01-01: 480 and 250.00, 365 of 365 days',
    );
  });

  test('begins with the month that the tariff says', () => {
    const cycles = [...months(2026), ...months(2027)];
    expect(settled(bills([agreed(planOf([fee('1'), least()], { yearStarts: 4 }), '2026-04-01')], cycles))).toEqual([
      '2027-03-01 to 2027-04-01: 365 and 365.00, 365 of 365 days',
    ]);
  });

  test('that ends within a cycle cuts it: each year has its own days, and a change of the clock its hours', () => {
    // A kWh each hour: 24 on most days, 23 on one of March and 25 on one of October.
    const plan = planOf([energy, least({ amount: '10000' })]);
    const use = steadyUse('2025-12-20', '2027-02-20', 1000);
    const cycles = cyclesFrom(20, 2025, 26).filter(({ start }) => start >= '2025-12-20');
    const priced = bills([agreed(plan, '2026-01-01')], cycles, use);
    const ofYear = priced.find(({ lines }) => lines.some(({ year }) => year));
    expect(settled(priced)).toEqual(['2026-12-20 to 2027-01-01: 8760 and 1240.00, 365 of 365 days']);
    expect(ofYear?.lines.map(({ charge, from, to, amount }) => `${charge} ${from} ${to} ${amount}`)).toEqual([
      'energy 2026-12-20 2027-01-01 288.00',
      'energy 2027-01-01 2027-01-20 456.00',
      'least 2026-12-20 2027-01-01 1240.00',
    ]);
  });

  test('is a part by days of a year in which the tariff began or ended', () => {
    const [one, two] = [planOf([fee('1'), least()]), planOf([fee('1')], { name: 'another' })];
    const agreements = [agreed(one, '2026-07-02'), agreed(two, '2027-03-02')];
    expect(settled(bills(agreements, [...months(2026), ...months(2027)]))).toEqual([
      '2026-12-01 to 2027-01-01: 183 and 183.00, 183 of 365 days',
      '2027-03-01 to 2027-03-02: 60 and 60.00, 60 of 365 days',
    ]);
  });

  test('goes on where the household says something else of itself under the same tariff', () => {
    const plan = planOf([fee('1'), least()]);
    const agreements = [agreed(plan), { ...agreed(plan, '2026-05-10'), facts: { persons: 4 } }];
    expect(settled(bills(agreements, months(2026)))).toEqual([
      '2026-12-01 to 2027-01-01: 365 and 365.00, 365 of 365 days',
    ]);
  });

  test('of which the price changes is settled as that ends', () => {
    const plan = planOf([fee('1'), least({ until: '2026-07-01' }), least({ from: '2026-07-01', amount: '1460' })]);
    expect(settled(bills([agreed(plan)], months(2026)))).toEqual([
      '2026-06-01 to 2026-07-01: 181 and 181.00, 181 of 365 days',
      '2026-12-01 to 2027-01-01: 184 and 552.00, 184 of 365 days',
    ]);
  });

  test('waits for a price that one of its days lacks', () => {
    const market: TariffCharge = { id: 'energy', kind: 'use', market: { series: 'spot' } };
    const priced = bills(
      [agreed(planOf([market, fee('1'), least()]))],
      months(2026),
      useAt({ '2026-11-05 12:00': 1000 }),
    );
    expect(priced.map(({ faults }) => faults.map(({ from }) => from))).toEqual([
      ...Array.from({ length: 10 }, () => []),
      ['2026-11-05'],
      ['2026-11-05'],
    ]);
  });

  test('is not settled by who does not know how the year went', () => {
    expect(totalOf([fee('1'), least()], { cycle: monthly('2026-12') })).toBe('31.00');
  });

  test('looks back no further than it has to', () => {
    const one = [agreed(planOf([energy, least()]), '2026-03-05')];
    expect(lookBackOf(monthly('2026-11'), one)).toBe('2026-11-01');
    expect(lookBackOf(monthly('2026-12'), one)).toBe('2026-03-05');
    expect(lookBackOf(monthly('2027-12'), one)).toBe('2027-01-01');
    expect(lookBackOf(monthly('2026-12'), [agreed(planOf([energy]))])).toBe('2026-12-01');
  });
});

test('a maximum of the year gives back in its last bill what the year came to above it', () => {
  expect(settled(bills([agreed(planOf([fee('3'), least({ kind: 'maximum' })]))], months(2026)))).toEqual([
    '2026-12-01 to 2027-01-01: 1095 and -365.00, 365 of 365 days',
  ]);
});

describe('whatever was used', () => {
  const amount = fc.integer({ min: 0, max: 90_000 }).map((cents) => String(cents / 100));
  const blocks: TariffCharge = {
    id: 'energy',
    kind: 'use',
    blocks: telescopic('month', { upTo: '20', rate: '0.1' }, { rate: '0.3' }),
  };
  const home = fc.record({
    least: amount,
    perDay: fc.integer({ min: 0, max: 200 }).map((cents) => String(cents / 100)),
    energy: fc.constantFrom(energy, blocks),
    used: fc.array(fc.nat(90_000), { minLength: 12, maxLength: 12 }),
    back: fc.array(fc.nat(90_000), { minLength: 12, maxLength: 12 }),
    day: fc.integer({ min: 1, max: 28 }),
  });
  const runs = { numRuns: 40 };

  /** Wh at noon on the fifth of each month of 2026. */
  const useOf = (used: readonly number[], back?: readonly number[]): IntervalUse => {
    const one = useAt(Object.fromEntries(used.map((wh, i) => [`2026-${String(i + 1).padStart(2, '0')}-05 12:00`, wh])));
    return back ? { ...one, returned: back } : one;
  };
  const sum = (priced: readonly PricedBill[]) => sumOf(priced.map(({ totalAmount }) => exact(totalAmount)));

  test('twelve bills are the minimum, or what the year came to', () => {
    fc.assert(
      fc.property(home, ({ least: of, perDay, energy: charge, used }) => {
        const plain = planOf([charge, fee(perDay)]);
        const plan = { ...plain, charges: [...plain.charges, least({ amount: of })] };
        const [with_, without] = [plan, plain].map((one) => bills([agreed(one)], months(2026), useOf(used)));
        const came = sum(without ?? []);
        const owed = came.compare(exact(of)) > 0 ? came : exact(of);
        expect(sum(with_ ?? []).toFraction()).toBe(owed.toFraction());
        expect((with_ ?? []).slice(0, 11).map(({ totalAmount }) => totalAmount)).toEqual(
          (without ?? []).slice(0, 11).map(({ totalAmount }) => totalAmount),
        );
      }),
      runs,
    );
  });

  test('days that are billed in other cycles come to the same, where prices have no steps', () => {
    fc.assert(
      fc.property(home, ({ least: of, perDay, used, day }) => {
        const plan = planOf([energy, fee(perDay), least({ amount: of })], { rounding: { lines: 'none' } });
        const cuts = cyclesFrom(day, 2026, 11);
        const other = [
          cycleOf('2026-01-01', cuts[0]?.start ?? ''),
          ...cuts,
          cycleOf(cuts.at(-1)?.end ?? '', '2027-01-01'),
        ].filter(({ start, end }) => start < end);
        const totals = [months(2026), other].map((cycles) => sum(bills([agreed(plan)], cycles, useOf(used))));
        // Each bill is rounded to the cent.
        expect(Math.abs(totals[0]?.sub(totals[1] ?? 0).valueOf() ?? 1)).toBeLessThan(0.005 * 26);
      }),
      runs,
    );
  });

  test('what goes back raises no bill but by what the minimum asks for', () => {
    const paid: TariffCharge = { id: 'back', kind: 'returned', rate: '0.5' };
    fc.assert(
      fc.property(home, ({ least: of, perDay, energy: charge, used, back }) => {
        const plan = planOf([charge, fee(perDay), paid, least({ amount: of })]);
        const [alone, more] = [useOf(used), useOf(used, back)].map((use) => bills([agreed(plan)], months(2026), use));
        for (const [i, { totalAmount, lines }] of (more ?? []).entries()) {
          const asked = sumOf(lines.filter(({ year }) => year).map((line) => exact(line.amount)));
          expect(
            exact(totalAmount)
              .sub(asked)
              .compare(exact(alone?.[i]?.totalAmount ?? '0')),
          ).toBeLessThanOrEqual(0);
        }
        expect(sum(more ?? []).compare(sum(alone ?? []))).toBeLessThanOrEqual(0);
      }),
      runs,
    );
  });

  test('a reading that comes late changes the bill of its month, and what the year is settled by', () => {
    fc.assert(
      fc.property(home, fc.integer({ min: 0, max: 11 }), fc.nat(90_000), ({ least: of, used, perDay }, at, late) => {
        const agreements = [agreed(planOf([energy, fee(perDay), least({ amount: of })]))];
        const then = used.map((wh, i) => (i === at ? late : wh));
        const [before, after] = [used, then].map((wh) => bills(agreements, months(2026), useOf(wh)));
        const changed = (after ?? []).flatMap(({ totalAmount }, i) =>
          totalAmount === before?.[i]?.totalAmount ? [] : [i],
        );
        expect(changed.every((i) => i === at || i === 11)).toBe(true);
      }),
      runs,
    );
  });
});

test('a year begins on the first of its month', () => {
  const cycles = cyclesFrom(15, 2026, 12);
  const plan = planOf([fee('1'), least({ amount: '365' })], { yearStarts: 7 });
  const priced = bills([agreed(plan, '2026-01-15')], cycles);
  expect(settled(priced)).toEqual([]);
  expect(priced.map(({ lines }) => lines.length)).toEqual([1, 1, 1, 1, 1, 2, 1, 1, 1, 1, 1, 1]);
  expect(priced[5]?.lines[1]?.from).toBe('2026-07-01');
});
