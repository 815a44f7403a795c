/** Prices of a market by the hour, half-hour or quarter-hour. */
import { decimalOf, powerOfTen } from '../bill/exact-amount.ts';
import type { DecimalText } from './tariff-plan.ts';

export interface PricePoint {
  readonly startS: number;
  /** Per billing unit; below nothing too. */
  readonly price: DecimalText;
}

/** Prices as whole numbers of 10^-scale, one each `stepS` from `startS` on; NaN where none is known. */
export interface PriceSeries {
  readonly startS: number;
  readonly stepS: number;
  readonly scale: number;
  readonly prices: Float64Array;
}

const mostDecimals = 9;

/** Points at instants that are no multiple of the step throw; a price with more than nine decimals is refused where it is read. */
export const priceSeries = (points: readonly PricePoint[], stepS: number): PriceSeries => {
  const first = points.reduce((least, { startS }) => Math.min(least, startS), Number.POSITIVE_INFINITY);
  const last = points.reduce((most, { startS }) => Math.max(most, startS), Number.NEGATIVE_INFINITY);
  const decimals = points.map(({ price }) => decimalOf(price));
  const scale = decimals.reduce((most, one) => Math.max(most, one.scale), 0);
  if (scale > mostDecimals) throw new RangeError(`more than ${mostDecimals} decimals`);
  const prices = new Float64Array(points.length === 0 ? 0 : (last - first) / stepS + 1).fill(Number.NaN);
  points.forEach(({ startS }, i) => {
    const { units, scale: own } = decimals[i] ?? { units: 0n, scale: 0 };
    const at = (startS - first) / stepS;
    if (!Number.isInteger(at)) throw new RangeError(`${startS} is no multiple of ${stepS} s after ${first}`);
    prices[at] = Number(units * powerOfTen(scale - own));
  });
  return { startS: points.length === 0 ? 0 : first, stepS, scale, prices };
};

const daysLookedAt = 14;
const dayS = 86_400;

/**
 * Until `endS` with what is to be expected where nothing is known yet: the mean of the same time of the latest fourteen days. What is
 * missing before the last known price stays missing.
 */
export const expectPrices = (series: PriceSeries, endS: number): PriceSeries => {
  const { startS, stepS, prices } = series;
  const perDay = dayS / stepS;
  const known = prices.length;
  const count = Math.ceil((endS - startS) / stepS);
  if (known < perDay || count <= known) return series;
  const longer = new Float64Array(count).fill(Number.NaN);
  longer.set(prices);
  for (let at = known; at < count; at += 1) {
    const before = Math.ceil((at - known + 1) / perDay) * perDay;
    let [sum, found] = [0, 0];
    for (let day = 0; day < daysLookedAt; day += 1) {
      const price = prices[at - before - day * perDay];
      if (price === undefined || Number.isNaN(price)) continue;
      sum += price;
      found += 1;
    }
    if (found > 0) longer[at] = Math.round(sum / found);
  }
  return { ...series, prices: longer };
};
