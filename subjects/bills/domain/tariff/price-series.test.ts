import { expect, test } from 'vitest';
import { expectPrices, priceSeries } from './price-series.ts';

const start = Date.UTC(2026, 0, 1) / 1000;
const hourly = (prices: readonly string[]) =>
  priceSeries(
    prices.map((price, i) => ({ startS: start + i * 3600, price })),
    3600,
  );
const days = (count: number, priceOf: (hour: number, day: number) => string): string[] =>
  Array.from({ length: count * 24 }, (_, i) => priceOf(i % 24, Math.floor(i / 24)));
const daysLater = (count: number): number => start + count * 86_400;

test('points become whole numbers of one scale, and what lies between is not known', () => {
  const series = priceSeries(
    [
      { startS: start + 3 * 900, price: '-0.1' },
      { startS: start, price: '0.1234' },
    ],
    900,
  );
  expect(series).toMatchObject({ startS: start, stepS: 900, scale: 4 });
  expect(series.withoutTax).toEqual([1234n, undefined, undefined, -1000n]);
  // Nobody has said whether they hold tax.
  expect(series.withTax).toEqual(series.withoutTax);
});

test('what is to come is the mean of the same hours of the latest days', () => {
  const series = hourly(days(3, (hour, day) => (hour === 20 ? `0.${day + 1}` : '0.05')));
  const longer = expectPrices(series, daysLater(5));
  expect(longer.withTax).toHaveLength(5 * 24);
  // 0.1, 0.2 and 0.3 at eight in the evening.
  const { withTax } = longer;
  expect([withTax[3 * 24 + 20], withTax[4 * 24 + 20], withTax[4 * 24 + 3]]).toEqual([20n, 20n, 5n]);
  expect(withTax.slice(0, 72)).toEqual(series.withTax);
});

test('only the latest fourteen days count', () => {
  const series = hourly(days(20, (_, day) => (day < 6 ? '9' : '1')));
  expect(expectPrices(series, daysLater(21)).withTax[20 * 24]).toBe(1n);
});

test('a hole is not filled, less than a day says nothing, and a series that is long enough stays as it is', () => {
  const whole = hourly(days(2, () => '1'));
  const holed = { ...whole, withTax: whole.withTax.with(30, undefined) };
  expect(expectPrices(holed, daysLater(3)).withTax[30]).toBeUndefined();
  const short = hourly(['1', '2']);
  expect(expectPrices(short, daysLater(3))).toBe(short);
  expect(expectPrices(holed, daysLater(1))).toBe(holed);
});

test('a point says whether it holds tax, and may have both prices', () => {
  const series = priceSeries(
    [
      { startS: start, price: '0.21', tax: 'included' },
      { startS: start + 3600, price: '0.1', tax: 'excluded' },
      { startS: start + 7200, price: '0.2', tax: 'excluded', withTax: '0.24' },
      { startS: start + 10_800, price: '0.3' },
    ],
    3600,
  );
  expect(series.withTax).toEqual([21n, undefined, 24n, 30n]);
  expect(series.withoutTax).toEqual([undefined, 10n, 20n, 30n]);
});

test('prices of sixteen decimals and of nine digits before them are exact', () => {
  const price = '123456789.0123456789012345';
  expect(hourly([price, '0.1']).withTax).toEqual([1234567890123456789012345n, 1000000000000000n]);
});
