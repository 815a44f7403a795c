/** Prices of a market by the hour, half-hour or quarter-hour, with tax, without it, or both. */
import { decimalOf, powerOfTen, roundHalfUp } from './exact.ts';
import type { DecimalText, PriceTax } from './plan.ts';

export interface PricePoint {
  readonly startS: number;
  /** Per billing unit; below nothing too. */
  readonly price: DecimalText;
  /** None: nobody has said, and the price is taken as the tariff needs it. */
  readonly tax?: PriceTax | undefined;
  /** The same price with tax, where its source gives both. */
  readonly withTax?: DecimalText | undefined;
}

/** Whole numbers of 10^-scale; undefined where none is known. */
type PriceColumn = readonly (bigint | undefined)[];

/** One price each `stepS` from `startS` on. A price of which nobody has said whether it holds tax stands in both columns. */
export interface PriceSeries {
  readonly startS: number;
  readonly stepS: number;
  readonly scale: number;
  readonly withTax: PriceColumn;
  readonly withoutTax: PriceColumn;
}

/** Points at instants that are no multiple of the step throw. */
export const priceSeries = (points: readonly PricePoint[], stepS: number): PriceSeries => {
  const first = points.reduce((least, { startS }) => Math.min(least, startS), Number.POSITIVE_INFINITY);
  const last = points.reduce((most, { startS }) => Math.max(most, startS), Number.NEGATIVE_INFINITY);
  const decimals = points.map(({ price, withTax }) => [decimalOf(price), decimalOf(withTax ?? price)] as const);
  const scale = decimals.flat().reduce((most, one) => Math.max(most, one.scale), 0);
  const count = points.length === 0 ? 0 : (last - first) / stepS + 1;
  const withTax: (bigint | undefined)[] = Array.from({ length: count });
  const withoutTax: (bigint | undefined)[] = Array.from({ length: count });
  for (const [i, { startS, tax, withTax: both }] of points.entries()) {
    const at = (startS - first) / stepS;
    if (!Number.isInteger(at)) throw new RangeError(`${startS} is no multiple of ${stepS} s after ${first}`);
    const [own, taxed] = (decimals[i] ?? []).map((one) => one.units * powerOfTen(scale - one.scale));
    if (tax !== 'included') withoutTax[at] = own;
    if (tax !== 'excluded' || both !== undefined) withTax[at] = taxed;
  }
  return { startS: points.length === 0 ? 0 : first, stepS, scale, withTax, withoutTax };
};

const daysLookedAt = 14;
const dayS = 86_400;

/** The column until `count`, each step at the mean of the same time of the latest fourteen days. */
const expectColumn = (column: PriceColumn, count: number, perDay: number): PriceColumn => {
  const known = column.length;
  const longer = [...column];
  for (let at = known; at < count; at += 1) {
    const before = Math.ceil((at - known + 1) / perDay) * perDay;
    let [sum, found] = [0n, 0n];
    for (let day = 0; day < daysLookedAt; day += 1) {
      const price = column[at - before - day * perDay];
      if (price === undefined) continue;
      sum += price;
      found += 1n;
    }
    longer[at] = found > 0n ? roundHalfUp(sum, found) : undefined;
  }
  return longer;
};

/**
 * Until `endS` with what is to be expected where nothing is known yet: the mean of the same time of the latest fourteen days. What is
 * missing before the last known price stays missing.
 */
export const expectPrices = (series: PriceSeries, endS: number): PriceSeries => {
  const { startS, stepS, withTax, withoutTax } = series;
  const perDay = dayS / stepS;
  const count = Math.ceil((endS - startS) / stepS);
  if (withTax.length < perDay || count <= withTax.length) return series;
  return {
    ...series,
    withTax: expectColumn(withTax, count, perDay),
    withoutTax: expectColumn(withoutTax, count, perDay),
  };
};
