import { describe, expect, test } from 'vitest';
import { type PriceSeries, priceSeries } from '../price-series.ts';
import type { MarketPrice, UseCharge } from '../plan.ts';
import { monthly, priced, shortLines, useAt } from '../testing-plans.ts';

const spot = (market: Partial<MarketPrice> = {}, rest: Partial<UseCharge> = {}): UseCharge => ({
  id: 'energy',
  kind: 'use',
  market: { series: 'spot', ...market },
  ...rest,
});

/** Prices that follow each other from 10:00 on in Madrid; '': none is known. */
const from10 = (stepS: number, ...prices: readonly string[]): PriceSeries => {
  const startS = Date.UTC(2026, 0, 5, 9) / 1000;
  return priceSeries(
    prices.flatMap((price, i) => (price === '' ? [] : [{ startS: startS + i * stepS, price }])),
    stepS,
  );
};

/** 1, 2, 3, 4, 5 and 6 kWh from 10:00 on. */
const use = useAt({
  '2026-01-05 10:00': 1000,
  '2026-01-05 10:15': 2000,
  '2026-01-05 10:30': 3000,
  '2026-01-05 10:45': 4000,
  '2026-01-05 11:00': 5000,
  '2026-01-05 11:15': 6000,
});

const bill = (series: PriceSeries, charge = spot(), own = use) =>
  priced([charge], { use: own, prices: { spot: series } });

describe('use at a market’s prices', () => {
  test('by the hour: 10 × 0.1 + 11 × 0.3 = 4.30, at a mean of 4.3 / 21 = 0.204762', () => {
    const { lines, total, faults } = bill(from10(3600, '0.1', '0.3'));
    expect(lines).toMatchObject([{ quantity: '21000', rate: '0.204762', isMean: true, amount: '4.30' }]);
    expect([total, faults]).toEqual(['4.30', []]);
  });

  test('by the half-hour: 3 × 0.1 + 7 × 0.2 + 11 × 0.3 = 5.00', () => {
    expect(bill(from10(1800, '0.1', '0.2', '0.3')).total).toBe('5.00');
  });

  test('by the quarter-hour: 1 × 0.1 + 2 × 0.2 + 3 × 0.3 + 4 × 0.4 + 5 × 0.5 + 6 × 0.6 = 9.10', () => {
    expect(bill(from10(900, '0.1', '0.2', '0.3', '0.4', '0.5', '0.6')).total).toBe('9.10');
  });

  test('prices below nothing pay: 10 × −0.05 + 11 × 0.02 = −0.28', () => {
    expect(bill(from10(3600, '-0.05', '0.02')).total).toBe('-0.28');
  });

  test('hours of use at prices by the quarter-hour are spread over them: 10 × (0.1 + 0.2 + 0.3 + 0.8) / 4 = 3.50', () => {
    const hour = useAt({ '2026-01-05 10:00': 10_000 }, undefined, 3600);
    expect(bill(from10(900, '0.1', '0.2', '0.3', '0.8'), spot(), hour).total).toBe('3.50');
  });

  test('the two hours of the same name on 25 October have prices of their own: 1 × 0.1 + 2 × 0.5 = 1.10', () => {
    const startS = Date.UTC(2026, 9, 25, 0) / 1000;
    const twice = { spanS: 3600, startS: [startS, startS + 3600], used: [1000, 2000] };
    const series = priceSeries(
      [
        { startS, price: '0.1' },
        { startS: startS + 3600, price: '0.5' },
      ],
      3600,
    );
    const found = priced([spot()], { cycle: monthly('2026-10'), use: twice, prices: { spot: series } });
    expect(shortLines(found)).toEqual(['energy: 3000 = 1.10']);
  });
});

describe('the tariff’s own terms', () => {
  const series = from10(3600, '-0.2', '0.4');

  test('times 1.1 plus 0.03: 10 × (−0.22 + 0.03) + 11 × (0.44 + 0.03) = 3.27', () => {
    expect(bill(series, spot({ times: '1.1', plus: '0.03' })).total).toBe('3.27');
  });

  test('at least 0: 10 × 0 + 11 × 0.4 = 4.40; at most 0.25: 10 × −0.2 + 11 × 0.25 = 0.75', () => {
    expect(bill(series, spot({ atLeast: '0' })).total).toBe('4.40');
    expect(bill(series, spot({ atMost: '0.25' })).total).toBe('0.75');
  });

  test('bounds come after times and plus: −0.2 × 2 + 0.3 = −0.1, at least −0.05; 0.4 × 2 + 0.3 = 1.1, at most 1', () => {
    // 10 × −0.05 + 11 × 1 = 10.50
    expect(bill(series, spot({ times: '2', plus: '0.3', atLeast: '-0.05', atMost: '1' })).total).toBe('10.50');
  });

  test('a part of the use counts: 50 % of 4.40', () => {
    expect(shortLines(bill(series, spot({ atLeast: '0' }, { sharePercent: '50' })))).toEqual(['energy: 10500 = 2.20']);
  });

  test('in a cycle whose price changes, each part has its hours: 10 × 0.1, then 11 × (0.1 + 1)', () => {
    const own = useAt({ '2026-01-05 10:00': 10_000, '2026-01-06 10:00': 11_000 });
    const steady = priceSeries(
      Array.from(own.startS, (startS) => ({ startS, price: '0.1' })),
      3600,
    );
    const charges = [spot({}, { until: '2026-01-06' }), spot({ plus: '1' }, { from: '2026-01-06' })];
    const found = priced(charges, { use: own, prices: { spot: steady } });
    expect(shortLines(found)).toEqual(['energy: 10000 = 1.00', 'energy: 11000 = 12.10']);
  });
});

describe('a price that is not known', () => {
  test('is a fault with the use that it leaves unpriced: 10 kWh of the first hour', () => {
    const { lines, total, faults } = bill(from10(3600, '', '0.3'));
    expect([lines[0]?.quantity, total]).toEqual(['11000', '3.30']);
    expect(faults).toEqual([
      { code: 'price-missing', charge: 'energy', of: 'spot', from: '2026-01-05', to: '2026-01-06', used: 10_000 },
    ]);
  });

  test('before the first price and after the last', () => {
    expect(bill(from10(900, '', '', '0.3', '0.3')).faults.map(({ used }) => used)).toEqual([14_000]);
  });

  test('in one quarter of an hour leaves the hour without one', () => {
    const hour = useAt({ '2026-01-05 10:00': 10_000 }, undefined, 3600);
    const found = bill(from10(900, '0.1', '', '0.3', '0.3'), spot(), hour);
    expect([found.lines, found.faults.map(({ used }) => used)]).toEqual([[], [10_000]]);
  });

  test('of a whole series, of one called as a part of every object too', () => {
    expect(priced([spot()], { use }).faults.map(({ used }) => used)).toEqual([21_000]);
    expect(
      priced([spot({ series: 'constructor' })], { use, prices: {} }).faults.map(({ of, used }) => [of, used]),
    ).toEqual([['constructor', 21_000]]);
  });

  test('on days that follow each other is one fault, on others one each', () => {
    const days = useAt({ '2026-01-05 01:00': 1, '2026-01-06 01:00': 2, '2026-01-09 01:00': 4 });
    expect(priced([spot()], { use: days }).faults.map(({ from, to, used }) => [from, to, used])).toEqual([
      ['2026-01-05', '2026-01-07', 3],
      ['2026-01-09', '2026-01-10', 4],
    ]);
  });

  test('matters only where something was used', () => {
    expect(priced([spot()]).faults).toEqual([]);
  });
});

describe('a series of prices', () => {
  test('holds points in any order, with gaps, at the scale of the most exact', () => {
    const series = priceSeries(
      [
        { startS: 7200, price: '0.125' },
        { startS: 0, price: '-1' },
      ],
      3600,
    );
    expect([series.startS, series.scale, ...series.withTax]).toEqual([0, 3, -1000n, undefined, 125n]);
  });

  test('of nothing knows no price', () => {
    expect(priceSeries([], 3600).withTax).toHaveLength(0);
  });

  test('throws for a point between its steps, and for what is no plain decimal', () => {
    expect(() =>
      priceSeries(
        [
          { startS: 0, price: '1' },
          { startS: 900, price: '1' },
          { startS: 3600, price: '1' },
        ],
        3600,
      ),
    ).toThrow(RangeError);
    expect(() => priceSeries([{ startS: 0, price: '1,5' }], 3600)).toThrow(RangeError);
  });
});
