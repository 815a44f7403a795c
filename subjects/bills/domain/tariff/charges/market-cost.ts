/** Use at a market's prices: each interval at the price of its hour, or spread evenly over shorter prices, added up exactly. */
import type { LocalDay } from '#catalogue/local-day.ts';
import { decimalOf, type Exact, exact, powerOfTen, sumOf, zero } from '../exact.ts';
import { within } from '../interval-use.ts';
import { ownEntry, type ShareCharge, type TariffCharge, type UnitCharge } from '../plan.ts';
import type { PriceSeries } from '../price-series.ts';
import { heldDays, type Pricing } from '../pricing.ts';
import { localDayOf } from '../schedule-periods.ts';
import { type PricingFault, spansOfDays } from '../tariff-faults.ts';
import { percentOf } from './beside-use.ts';
import type { ChargeDays } from './charge-days.ts';

/** The taxes that rest on a charge: on itself, or on another tax on it. */
export const taxesOn = (charge: UnitCharge, charges: readonly TariffCharge[]): ShareCharge[] => {
  const resting = new Set([charge.id]);
  return charges.slice(charges.indexOf(charge) + 1).flatMap((later) => {
    if (later.kind !== 'tax' || (later.of !== 'all' && !later.of.some((id) => resting.has(id)))) return [];
    resting.add(later.id);
    return [later];
  });
};

/** What a unit without tax comes to with these taxes on it, each of them on those before it that it names. */
const taxFactor = (charge: UnitCharge, taxes: readonly ShareCharge[]): Exact => {
  const amounts = new Map([[charge.id, exact(1)]]);
  for (const { id, of, percent = '0' } of taxes) {
    const base = sumOf([...amounts].filter(([name]) => of === 'all' || of.includes(name)).map(([, amount]) => amount));
    amounts.set(id, (amounts.get(id) ?? zero).add(base.mul(exact(percent)).div(100)));
  }
  return sumOf([...amounts.values()]);
};

export interface MarketPrices {
  /** Of `1 / parts` of the currency; undefined where none is known. */
  readonly parts: bigint;
  readonly priceAt: (slot: number) => bigint | undefined;
  /** Whether this price lacks a tax that the tariff does not add either. */
  readonly isUntaxed: (slot: number) => boolean;
}

/**
 * The prices that a charge asks for, once the tariff's own terms are in: without tax where `taxes` rest on the charge (they are lines of
 * their own), with tax where none does. A series that has the other kind only is turned by the rate of those very taxes, so that nothing
 * is taxed twice. The terms are compared with prices of the kind that they are said to be.
 */
export const marketPrices = (
  charge: UnitCharge,
  taxes: readonly ShareCharge[],
  series: PriceSeries | undefined,
): MarketPrices => {
  const { times = '1', plus = '0', atLeast, atMost, tax } = charge.market ?? { series: '' };
  const isTaxed = taxes.length > 0;
  const { n, d } = taxFactor(charge, taxes);
  // A unit of n with tax is one of d without; where none rests on it they are the same.
  const [own, other] = isTaxed ? [series?.withoutTax, series?.withTax] : [series?.withTax, series?.withoutTax];
  const areTermsTaxed = isTaxed && tax === 'included';
  const turned = areTermsTaxed ? d : n;
  const [factor, added] = [decimalOf(times), decimalOf(plus)];
  const bounds = [atLeast, atMost].map((text) => (text === undefined ? null : decimalOf(text)));
  const seriesScale = series?.scale ?? 0;
  const scale = Math.max(seriesScale + factor.scale, added.scale, ...bounds.map((one) => one?.scale ?? 0));
  const scaled = (one: { units: bigint; scale: number } | null | undefined) =>
    one ? one.units * powerOfTen(scale - one.scale) * turned : null;
  const [least = null, most = null] = bounds.map(scaled);
  const multiplier = factor.units * powerOfTen(scale - seriesScale - factor.scale);
  const addend = scaled(added) ?? 0n;
  // What comes of terms with tax goes back to a price without.
  const [back, backParts] = areTermsTaxed ? [d, n] : [1n, 1n];
  return {
    parts: powerOfTen(scale) * turned * backParts,
    priceAt: (slot) => {
      const price = own?.[slot];
      const base = price === undefined ? other?.[slot] : price;
      if (base === undefined) return undefined;
      const termed = base * (price === undefined ? d : n) * multiplier + addend;
      const raised = least !== null && termed < least ? least : termed;
      return (most !== null && raised > most ? most : raised) * back;
    },
    isUntaxed: (slot) => !isTaxed && series?.withTax[slot] === undefined && series?.withoutTax[slot] !== undefined,
  };
};

export interface MarketCost {
  /** What has a price, in the pricing's counts. */
  readonly used: number;
  readonly cost: Exact;
  readonly faults: readonly PricingFault[];
}

/** On days on which the same holds. */
export const marketCost = (charge: UnitCharge, held: ChargeDays, pricing: Pricing): MarketCost => {
  const { use, measured, plan } = pricing;
  const { id, market } = charge;
  const series = ownEntry(pricing.prices, market?.series ?? '');
  const taxes = taxesOn(charge, plan.charges)
    .filter((tax) => heldDays(tax, pricing).some(({ start, end }) => start <= held.start && held.start < end))
    .map((tax) => ({ ...tax, percent: percentOf(tax, held, pricing.whole ?? pricing) }));
  const prices = marketPrices(charge, taxes, series);
  const missing: [LocalDay, number][] = [];
  const untaxed: [LocalDay, number][] = [];
  let used = 0;
  let sum = 0n;
  let [slot, inSlot] = [-1, 0];
  const closeSlot = (): void => {
    if (inSlot !== 0) sum += BigInt(inSlot) * (prices.priceAt(slot) ?? 0n);
    inSlot = 0;
  };
  const slots = series ? Math.max(1, Math.round(use.spanS / series.stepS)) : 1;
  const isPriced = (from: number): boolean => {
    for (let at = from; at < from + slots; at += 1)
      if (series?.withTax[at] === undefined && series?.withoutTax[at] === undefined) return false;
    return true;
  };
  const [first, last] = within(use, held);
  for (let i = first; i < last; i += 1) {
    const amount = use.used[i] ?? 0;
    if (amount === 0) continue;
    const from = series ? Math.floor(((use.startS[i] ?? 0) - series.startS) / series.stepS) : -1;
    if (!isPriced(from)) {
      missing.push([localDayOf(use.day[i] ?? 0), measured.used[i] ?? 0]);
      continue;
    }
    if (prices.isUntaxed(from)) untaxed.push([localDayOf(use.day[i] ?? 0), measured.used[i] ?? 0]);
    for (let at = from; at < from + slots; at += 1) {
      if (at !== slot) closeSlot();
      slot = at;
      inSlot += amount;
    }
    used += amount;
  }
  closeSlot();
  const cost = exact(sum, prices.parts).div(pricing.unit).div(slots);
  const of = market?.series;
  const faults = [
    ...spansOfDays({ code: 'price-missing', charge: id, of } as const, missing),
    ...spansOfDays({ code: 'tax-missing', charge: id, of } as const, untaxed),
  ];
  return { used, cost, faults };
};
