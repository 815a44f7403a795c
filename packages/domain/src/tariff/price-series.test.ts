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
  expect(Array.from(series.prices)).toEqual([1234, Number.NaN, Number.NaN, -1000]);
});

test('what is to come is the mean of the same hours of the latest days', () => {
  const series = hourly(days(3, (hour, day) => (hour === 20 ? `0.${day + 1}` : '0.05')));
  const longer = expectPrices(series, daysLater(5));
  expect(longer.prices).toHaveLength(5 * 24);
  // 0.1, 0.2 and 0.3 at eight in the evening.
  expect([longer.prices[3 * 24 + 20], longer.prices[4 * 24 + 20], longer.prices[4 * 24 + 3]]).toEqual([20, 20, 5]);
  expect(Array.from(longer.prices.slice(0, 72))).toEqual(Array.from(series.prices));
});

test('only the latest fourteen days count', () => {
  const series = hourly(days(20, (_, day) => (day < 6 ? '9' : '1')));
  expect(expectPrices(series, daysLater(21)).prices[20 * 24]).toBe(1);
});

test('a hole is not filled, less than a day says nothing, and a series that is long enough stays as it is', () => {
  const holed = hourly(days(2, () => '1'));
  holed.prices[30] = Number.NaN;
  expect(expectPrices(holed, daysLater(3)).prices[30]).toBeNaN();
  const short = hourly(['1', '2']);
  expect(expectPrices(short, daysLater(3))).toBe(short);
  expect(expectPrices(holed, daysLater(1))).toBe(holed);
});
