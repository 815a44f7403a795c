import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cycleOf } from './billing-cycle.ts';
import { decimalOf } from './exact-amount.ts';
import { addDays } from './local-day.ts';
import { type DayUse, type PricedPeriod, pricePeriod } from './price-period.ts';
import { anyTariff, anyUse, price, tariff, use } from './testing-tariffs.ts';

const cycle = cycleOf('2026-11-15', 1);
const brief = (bill: PricedPeriod | null) =>
  bill?.lines.map(({ utility, kind, from, to, quantity, rate, amount }) =>
    [utility, kind, `${from}/${to}`, quantity, rate, amount].join(' '),
  );

test('C3.2 energy, volume, standing charge and tax make a bill, worked out by hand', () => {
  const tariffs = [tariff('2026-01-01', price('0.1650', '14.90', '21'), price('1.85', '9.60', '10'))];
  const bill = pricePeriod(cycle, tariffs, [
    ...use('2026-11-01', 100_123, 2_000_000),
    ...use('2026-11-30', 99_900, 5_345_678),
  ]);
  expect(brief(bill)).toEqual([
    'electricity use 2026-11-01/2026-12-01 200023 0.1650 33.00',
    'electricity standing 2026-11-01/2026-12-01 30 14.90 14.90',
    'electricity tax 2026-11-01/2026-12-01 47.90 21 10.06',
    'water use 2026-11-01/2026-12-01 7345678 1.85 13.59',
    'water standing 2026-11-01/2026-12-01 30 9.60 9.60',
    'water tax 2026-11-01/2026-12-01 23.19 10 2.32',
  ]);
  expect(bill).toMatchObject({
    electricityCost: '57.96',
    waterCost: '25.51',
    totalAmount: '83.47',
    currency: 'EUR',
    unpricedDays: 0,
  });
});

test('a tariff that changes inside a cycle splits it by local days; standing charges go by days', () => {
  const tariffs = [
    tariff('2026-01-01', price('0.10', '30'), price('1', '0')),
    tariff('2026-11-11', price('0.20', '60'), price('1', '0')),
  ];
  const bill = pricePeriod(cycle, tariffs, [...use('2026-11-10', 10_000), ...use('2026-11-11', 10_000)]);
  expect(brief(bill)).toEqual([
    'electricity use 2026-11-01/2026-11-11 10000 0.10 1.00',
    'electricity standing 2026-11-01/2026-11-11 10 30 10.00',
    'electricity use 2026-11-11/2026-12-01 10000 0.20 2.00',
    'electricity standing 2026-11-11/2026-12-01 20 60 40.00',
  ]);
});

test('days before the first tariff, or in another currency, have no price and are counted', () => {
  const euro = tariff('2026-11-06', price('0.10', '30'), price('0'));
  const kuna = tariff('2026-11-03', price('0.70'), price('0'), 'HRK');
  expect(pricePeriod(cycle, [euro], use('2026-11-02', 5_000))).toMatchObject({ totalAmount: '25.00', unpricedDays: 5 });
  expect(pricePeriod(cycle, [kuna, euro], use('2026-11-04', 5_000))).toMatchObject({
    totalAmount: '25.00',
    currency: 'EUR',
    unpricedDays: 5,
  });
  expect(pricePeriod(cycle, [tariff('2026-12-01', price('1'), price('1'))], [])).toBeNull();
});

test('amounts are rounded half up to the smallest unit of the currency', () => {
  const half = (currency: string, rate: string) =>
    pricePeriod(cycle, [tariff('2026-01-01', price(rate), price('0'), currency)], use('2026-11-01', 1_000))
      ?.totalAmount;
  expect([half('EUR', '0.005'), half('EUR', '0.004999'), half('JPY', '2.5'), half('KWD', '0.0005')]).toEqual([
    '0.01',
    '0.00',
    '3',
    '0.001',
  ]);
});

const minor = (text: string): bigint => decimalOf(text).units;
const sum = (amounts: readonly string[]): bigint => amounts.reduce((all, one) => all + minor(one), 0n);
const cycleDays = 30;
const anyBill = fc
  .constantFrom('EUR', 'JPY', 'KWD')
  .chain((currency) =>
    fc.tuple(
      fc.array(anyTariff(currency), { minLength: 1, maxLength: 4 }),
      anyUse('2026-11-01', cycleDays),
      fc.constant(tariff('2019-01-01', price('0.2', '10', '5'), price('2', '5', '5'), currency)),
    ),
  );

describe('whatever the tariffs and the use are', () => {
  test('C3.2 lines sum to the costs, and the costs to the total', () => {
    fc.assert(
      fc.property(anyBill, ([tariffs, all]) => {
        const bill = pricePeriod(cycle, tariffs, all);
        if (bill === null) return;
        const of = (utility: string) =>
          bill.lines.filter((line) => line.utility === utility).map(({ amount }) => amount);
        expect(sum(of('electricity'))).toBe(minor(bill.electricityCost));
        expect(sum(of('water'))).toBe(minor(bill.waterCost));
        expect(minor(bill.electricityCost) + minor(bill.waterCost)).toBe(minor(bill.totalAmount));
      }),
    );
  });

  test('splitting the cycle by tariffs conserves its use and its days', () => {
    fc.assert(
      fc.property(anyBill, ([tariffs, all, before]) => {
        const bill = pricePeriod(
          cycle,
          [...tariffs.filter(({ validFrom }) => validFrom > before.validFrom), before],
          all,
        );
        const used = (days: readonly DayUse[]) =>
          days.filter(({ utility }) => utility === 'water').reduce((total, one) => total + one.used, 0);
        const billed = bill?.lines.filter(({ utility, kind }) => utility === 'water' && kind === 'use') ?? [];
        expect(billed.reduce((total, { quantity }) => total + Number(quantity), 0)).toBe(used(all));
        expect(bill?.unpricedDays).toBe(0);
      }),
    );
  });

  test('using more never costs less', () => {
    fc.assert(
      fc.property(anyBill, fc.nat({ max: cycleDays - 1 }), fc.nat({ max: 50_000 }), ([tariffs, all], at, more) => {
        const day = addDays('2026-11-01', at);
        const larger = all.map((one) => (one.day === day ? { ...one, used: one.used + more } : one));
        const [less, greater] = [pricePeriod(cycle, tariffs, all), pricePeriod(cycle, tariffs, larger)];
        expect(minor(greater?.totalAmount ?? '0')).toBeGreaterThanOrEqual(minor(less?.totalAmount ?? '0'));
      }),
    );
  });

  test('a tariff entered again with the same prices changes nothing', () => {
    fc.assert(
      fc.property(anyBill, fc.nat({ max: cycleDays - 1 }), ([, all, one], at) => {
        const again = { ...one, validFrom: addDays('2026-11-01', at) };
        expect(pricePeriod(cycle, [one, again], all)).toEqual(pricePeriod(cycle, [one], all));
      }),
    );
  });
});
