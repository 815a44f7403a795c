/** Use at a market's prices: each interval at the price of its hour, or spread evenly over shorter prices, added up exactly. */
import { decimalOf, powerOfTen } from '../../bill/exact-amount.ts';
import { localDayOf } from '../calendar-day.ts';
import { unitSize } from '../billing-unit.ts';
import { type Exact, exact } from '../exact.ts';
import { ownEntry } from '../own-entry.ts';
import type { Pricing, PricingFault } from '../pricing.ts';
import type { PriceSeries } from '../price-series.ts';
import type { MarketPrice, UseCharge } from '../tariff-plan.ts';

/** Prices as whole numbers of 10^-scale, once the tariff's own terms are in. */
interface TermedPrices {
  readonly scale: number;
  priceOf(unit: number): bigint;
}

const termed = ({ times = '1', plus = '0', atLeast, atMost }: MarketPrice, series: PriceSeries): TermedPrices => {
  const [factor, added] = [decimalOf(times), decimalOf(plus)];
  const bounds = [atLeast, atMost].map((text) => (text === undefined ? null : decimalOf(text)));
  const scale = Math.max(series.scale + factor.scale, added.scale, ...bounds.map((one) => one?.scale ?? 0));
  const scaled = (one: { units: bigint; scale: number } | null | undefined) =>
    one ? one.units * powerOfTen(scale - one.scale) : null;
  const [least, most] = bounds.map(scaled);
  const multiplier = factor.units * powerOfTen(scale - series.scale - factor.scale);
  const addend = scaled(added) ?? 0n;
  return {
    scale,
    priceOf: (unit) => {
      const price = BigInt(unit) * multiplier + addend;
      if (least !== null && least !== undefined && price < least) return least;
      return most !== null && most !== undefined && price > most ? most : price;
    },
  };
};

export interface MarketCost {
  /** Wh or mL that have a price. */
  readonly used: number;
  readonly cost: Exact;
  readonly faults: readonly PricingFault[];
}

/** Of intervals `[first, last)`. */
export const marketCost = ({ id, market }: UseCharge, first: number, last: number, pricing: Pricing): MarketCost => {
  const { use } = pricing;
  const series = ownEntry(pricing.prices, market?.series ?? '');
  const prices = market && series ? termed(market, series) : null;
  const faults: PricingFault[] = [];
  let used = 0;
  let sum = 0n;
  let [slot, inSlot] = [-1, 0];
  const closeSlot = (): void => {
    if (prices && inSlot !== 0) sum += BigInt(inSlot) * prices.priceOf(series?.prices[slot] ?? 0);
    inSlot = 0;
  };
  const miss = (day: number, amount: number): void => {
    const [from, to] = [localDayOf(day), localDayOf(day + 1)];
    const before = faults.at(-1);
    if (before && before.to >= from) faults[faults.length - 1] = { ...before, to, used: before.used + amount };
    else faults.push({ code: 'price-missing', charge: id, of: market?.series, from, to, used: amount });
  };
  const slots = series ? Math.max(1, Math.round(use.spanS / series.stepS)) : 1;
  const isPriced = (from: number): boolean => {
    for (let at = from; at < from + slots; at += 1) if (Number.isNaN(series?.prices[at] ?? Number.NaN)) return false;
    return true;
  };
  for (let i = first; i < last; i += 1) {
    const amount = use.used[i] ?? 0;
    if (amount === 0) continue;
    const from = series ? Math.floor(((use.startS[i] ?? 0) - series.startS) / series.stepS) : -1;
    if (!isPriced(from)) {
      miss(use.day[i] ?? 0, amount);
      continue;
    }
    for (let at = from; at < from + slots; at += 1) {
      if (at !== slot) closeSlot();
      slot = at;
      inSlot += amount;
    }
    used += amount;
  }
  closeSlot();
  const cost = exact(sum, powerOfTen(prices?.scale ?? 0))
    .div(unitSize(pricing.plan.unit))
    .div(slots);
  return { used, cost, faults };
};
