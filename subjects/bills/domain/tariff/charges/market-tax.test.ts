import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type PricePoint, priceSeries } from '../price-series.ts';
import type { PriceTax } from '../plan.ts';
import type { MarketPrice, ShareCharge, TariffCharge } from '../plan.ts';
import { priced, shortLines, useAt } from '../testing-plans.ts';

const startS = Date.UTC(2026, 0, 5, 9) / 1000;

const seriesOf = (points: readonly Omit<PricePoint, 'startS'>[]) =>
  priceSeries(
    points.map((point, i) => ({ ...point, startS: startS + i * 1800 })),
    1800,
  );

/** Wh from 10:00 on in Madrid, by the half-hour. */
const useOf = (...wh: readonly number[]) => {
  const clock = (i: number) => `2026-01-05 ${String(10 + Math.floor(i / 2))}:${i % 2 === 0 ? '00' : '30'}`;
  return useAt(Object.fromEntries(wh.map((one, i) => [clock(i), one])), undefined, 1800);
};

const spot = (market: Partial<MarketPrice> = {}): TariffCharge => ({
  id: 'energy',
  kind: 'use',
  market: { series: 'spot', ...market },
});
const tax = (percent: string, rest: Partial<ShareCharge> = {}): TariffCharge => ({
  id: 'vat',
  kind: 'tax',
  percent,
  of: 'all',
  ...rest,
});

const bill = (
  points: readonly Omit<PricePoint, 'startS'>[],
  charges: readonly TariffCharge[],
  use = useOf(10_000, 20_000),
) => priced(charges, { use, prices: { spot: seriesOf(points) } });

describe('a price that holds tax and a tariff that adds it', () => {
  // 10 × 0.20 + 20 × 0.40 = 10.00 without tax, 10.50 with 5 %.
  const excluded = [
    { price: '0.20', tax: 'excluded' },
    { price: '0.40', tax: 'excluded' },
  ] as const;
  const included = [
    { price: '0.21', tax: 'included' },
    { price: '0.42', tax: 'included' },
  ] as const;

  test('are taxed once: 10 × 0.21 + 20 × 0.42 is 10.50 with the tariff’s tax of 5 %, of which 0.50 is tax', () => {
    const found = bill(included, [spot(), tax('5')]);
    expect(shortLines(found)).toEqual(['energy: 30000 = 10.00', 'vat: 10 = 0.50']);
    expect([found.total, found.faults]).toEqual(['10.50', []]);
    expect(bill(excluded, [spot(), tax('5')]).total).toBe('10.50');
    expect(bill(included, [spot()]).total).toBe('10.50');
  });

  test('both known: whichever the tariff asks for, exactly, whatever its rate', () => {
    const both = [{ price: '0.20', tax: 'excluded', withTax: '0.22' }] as const;
    expect(bill(both, [spot()], useOf(10_000)).total).toBe('2.20');
    expect(bill(both, [spot(), tax('50')], useOf(10_000)).total).toBe('3.00');
  });

  test('no tax in either is told with the use that it is of, and none is due where the tariff says 0 %', () => {
    const found = bill(excluded, [spot()]);
    expect(found.total).toBe('10.00');
    expect(found.faults).toEqual([
      { code: 'tax-missing', charge: 'energy', of: 'spot', from: '2026-01-05', to: '2026-01-06', used: 30_000 },
    ]);
    expect(bill(excluded, [spot(), tax('0')])).toMatchObject({ total: '10.00', faults: [] });
  });

  test('nobody has said: it is taken as the tariff needs it', () => {
    const unsaid = [{ price: '0.20' }, { price: '0.40' }];
    expect(bill(unsaid, [spot()])).toMatchObject({ total: '10.00', faults: [] });
    expect(bill(unsaid, [spot(), tax('5')])).toMatchObject({ total: '10.50', faults: [] });
  });

  test('a tax on a tax counts, and a tax on other charges does not', () => {
    // 5 % on energy and 20 % on both: 1 becomes 1.26.
    const taxes = [tax('5', { id: 'levy', of: ['energy'] }), tax('20')];
    expect(bill([{ price: '0.252', tax: 'included' }], [spot(), ...taxes], useOf(10_000)).total).toBe('2.52');
    const other: TariffCharge = { id: 'meter', kind: 'fixed', per: 'bill', amount: '1' };
    const onMeter = tax('5', { of: ['meter'] });
    expect(bill(included, [spot(), other, onMeter]).total).toBe('11.55');
  });

  test('a rate that changes within the cycle holds on its own days', () => {
    const use = useAt({ '2026-01-05 10:00': 10_000, '2026-01-06 10:00': 10_000 }, undefined, 1800);
    const points = Array.from({ length: 50 }, () => ({ price: '1.20', tax: 'included' as PriceTax }));
    const found = priced([spot(), tax('20', { until: '2026-01-06' }), tax('50', { from: '2026-01-06' })], {
      use,
      prices: { spot: seriesOf(points) },
    });
    // 12 / 1.2 and 12 / 1.5.
    expect(shortLines(found)).toEqual([
      'energy: 10000 = 10.00',
      'energy: 10000 = 8.00',
      'vat: 10 = 2.00',
      'vat: 8 = 4.00',
    ]);
  });
});

describe('a cap', () => {
  test('of 1 with tax on prices without: 0.96 becomes 1 / 1.05', () => {
    const capped = spot({ atMost: '1', tax: 'included' });
    // 105 kWh at 1 / 1.05 are 100.00, and 5.00 of tax.
    const found = bill([{ price: '0.96', tax: 'excluded' }], [capped, tax('5')], useOf(105_000));
    expect(shortLines(found)).toEqual(['energy: 105000 = 100.00', 'vat: 100 = 5.00']);
    // 0.95 with 5 % is 0.9975: below it.
    expect(bill([{ price: '0.95', tax: 'excluded' }], [capped, tax('5')], useOf(100_000)).total).toBe('99.75');
  });

  test('without tax on prices with: 1.01 holds 0.9619, capped at 0.96', () => {
    const capped = spot({ atMost: '0.96' });
    expect(bill([{ price: '1.01', tax: 'included' }], [capped, tax('5')], useOf(100_000)).total).toBe('100.80');
  });
});

test('a bill by prices with tax is the bill by prices without it and a line of tax, to the rounding of a line', () => {
  const price = fc.integer({ min: -20_00, max: 120_00 });
  const wh = fc.integer({ min: 0, max: 5000 });
  const term = fc.option(fc.integer({ min: -50, max: 150 }), { nil: undefined });
  fc.assert(
    fc.property(
      fc.array(fc.tuple(price, wh), { minLength: 1, maxLength: 12 }),
      fc.integer({ min: 0, max: 30 }),
      fc.record({ plus: term, atMost: term, atLeast: term }),
      (rows, percent, terms) => {
        // Terms with tax: the same wherever the prices come from.
        const named = Object.entries(terms).flatMap(([key, cents]) =>
          cents === undefined ? [] : [[key, (cents / 100).toFixed(2)]],
        );
        const charge = spot({ ...Object.fromEntries(named), tax: 'included' });
        // Hundredths of a cent, times 100 + percent: exact.
        const without = rows.map(([one]) => ({ price: (one / 10_000).toFixed(4), tax: 'excluded' as const }));
        const withTax = rows.map(([one]) => ({
          price: ((one * (100 + percent)) / 1_000_000).toFixed(6),
          tax: 'included' as const,
        }));
        const own = useOf(...rows.map(([, used]) => used));
        const totals = [
          bill(withTax, [charge], own),
          bill(without, [charge, tax(String(percent))], own),
          bill(withTax, [charge, tax(String(percent))], own),
        ];
        for (const { faults } of totals) expect(faults).toEqual([]);
        const cents = totals.map(({ total }) => Math.round(Number(total) * 100));
        expect(Math.max(...cents) - Math.min(...cents)).toBeLessThanOrEqual(1);
        expect(totals[1]?.total).toBe(totals[2]?.total);
      },
    ),
  );
});
