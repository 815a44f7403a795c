/** What one unit costs at an instant: all charges for use together, and with the shares (taxes) that lie on them. */
import type { LocalDay } from '#catalogue/local-day.ts';
import { marketPrices, taxesOn } from './charges/market-cost.ts';
import { type Exact, exact, sumOf, textOf } from './exact.ts';
import { knownOffsets } from './interval-use.ts';
import { meterName } from './meter-use.ts';
import { isShareCharge, ownEntry, type TariffCharge, type TariffPlan, type UseCharge } from './plan.ts';
import type { PriceSeries } from './price-series.ts';
import { apartBySupplier } from './priced-until.ts';
import { type DayColours, type SchedulePeriods, schedulePeriods } from './schedule-periods.ts';

export interface UnitPrice {
  /** Per billing unit, before taxes. */
  readonly price: string;
  /** Null: a share of it has a most that goes by the whole bill. */
  readonly withTaxes: string | null;
  /** Of the schedules that give it, such as `P1`. */
  readonly periods: readonly string[];
}

/** All that a price hangs on besides the time. Of a plan that prices meters apart it is that of what is left. */
export interface PriceGround {
  readonly plan: TariffPlan;
  /** The household's. */
  readonly timeZone: string;
  /** Series of prices, and of day colours, by their names. */
  readonly market: { readonly prices: Readonly<Record<string, PriceSeries>>; readonly colours: DayColours };
  /** Of charges in blocks: the rate of the block that the cycle is in, where it is known. */
  readonly blockRates: Readonly<Record<string, string>>;
}

/** Null: a part of it is not known, be it a market's price, the block that the cycle is in, or what was used before it. */
export type PriceAt = (atMs: number) => UnitPrice | null;

const dayS = 86_400;
const quarterS = 900;

/** Charges that hold on a day. */
export const chargesOn = ({ charges }: TariffPlan, day: LocalDay): readonly TariffCharge[] =>
  charges.filter(
    ({ from = '', until = '9999', months }) =>
      from <= day && day < until && (months?.includes(Number(day.slice(5, 7))) ?? true),
  );

/** What is looked up once and asked for often. */
const remembered = <Key, Value>(find: (key: Key) => Value): ((key: Key) => Value) => {
  const known = new Map<Key, Value>();
  return (key) => {
    const value = known.has(key) ? (known.get(key) as Value) : find(key);
    known.set(key, value);
    return value;
  };
};

const slotAt = ({ market }: UseCharge, { prices }: PriceGround['market'], atS: number): number => {
  const series = market && ownEntry(prices, market.series);
  return series ? Math.floor((atS - series.startS) / series.stepS) : -1;
};

/** `charges` are those that hold. */
const marketPrice = (
  charge: UseCharge,
  charges: readonly TariffCharge[],
  { prices }: PriceGround['market'],
  slot: number,
): Exact | null => {
  const series = charge.market && ownEntry(prices, charge.market.series);
  const { priceAt, parts } = marketPrices(charge, taxesOn(charge, charges), series);
  const price = priceAt(slot);
  return price === undefined ? null : exact(price, parts);
};

/** With the derived charges, discounts and taxes that lie on what stands before them; null where one of them has a most, or goes by the use. */
const withShares = (charges: readonly TariffCharge[], prices: ReadonlyMap<string, Exact>): Exact | null => {
  const amounts = new Map<string, Exact>();
  for (const charge of charges) {
    const price = prices.get(charge.id);
    if (price !== undefined) amounts.set(charge.id, price);
    if (!isShareCharge(charge)) continue;
    const { of, percent } = charge;
    if (charge.atMost !== undefined || percent === undefined) return null;
    const base = sumOf([...amounts].filter(([id]) => of === 'all' || of.includes(id)).map(([, amount]) => amount));
    const part = base.mul(exact(percent)).div(100);
    amounts.set(charge.id, charge.kind === 'discount' ? part.neg() : part);
  }
  return sumOf([...amounts.values()]);
};

/** A charge for use at an instant: which of its prices holds, by the period of its schedule or the slot of its market. */
interface Choice {
  readonly charge: UseCharge;
  readonly period: string | undefined;
  readonly slot: number;
}

/** Null: it is not known here. */
const choicePrice = (
  { charge, period, slot }: Choice,
  charges: readonly TariffCharge[],
  { market, blockRates }: PriceGround,
): Exact | null => {
  const { id, rate, rates = {}, blocks, sharePercent = '100' } = charge;
  const share = exact(sharePercent).div(100);
  if (charge.market !== undefined) return marketPrice(charge, charges, market, slot)?.mul(share) ?? null;
  const ofPeriod = period === undefined ? undefined : ownEntry(rates, period);
  const price = rate ?? (blocks === undefined ? ofPeriod : ownEntry(blockRates, id));
  return typeof price === 'string' ? exact(price).mul(share) : null;
};

const maxDecimals = 6;
const taxedDecimals = 4;

const priceOf = (
  charges: readonly TariffCharge[],
  choices: readonly Choice[],
  ground: PriceGround,
): UnitPrice | null => {
  const prices = new Map<string, Exact>();
  for (const choice of choices) {
    const price = choicePrice(choice, charges, ground);
    if (price === null) return null;
    prices.set(choice.charge.id, price);
  }
  if (prices.size === 0) return null;
  const all = withShares(charges, prices);
  return {
    price: textOf(sumOf([...prices.values()]), 0, maxDecimals),
    withTaxes: all && textOf(all, taxedDecimals, taxedDecimals),
    periods: [...new Set(choices.flatMap(({ period }) => period ?? []))],
  };
};

/** A tariff asked at many instants: what holds alike is worked out once. */
export const openPrices = (ground: PriceGround): PriceAt => {
  const { plan, timeZone, market } = ground;
  const offsetAt = knownOffsets(plan.timeZone ?? timeZone);
  const periodsOf = remembered((name: string): SchedulePeriods | null => {
    const schedule = ownEntry(plan.schedules ?? {}, name);
    return schedule ? schedulePeriods(schedule, plan.calendars ?? {}, market.colours) : null;
  });
  const dayOf = (day: number) => new Date(day * dayS * 1000).toISOString().slice(0, 10);
  const heldOn = remembered((day: number) => chargesOn(plan, dayOf(day)));
  const uses = apartBySupplier(plan.charges.filter(({ kind }) => kind === 'use'));
  /** Of several suppliers, none's price is over. */
  const isPricedOn = remembered((day: number) => {
    const on = dayOf(day);
    return uses.every((own) => own.some(({ from = on, until = '9999' }) => from <= on && on < until));
  });
  const known = new Map<string, UnitPrice | null>();
  return (atMs) => {
    const atS = Math.floor(atMs / 1000);
    const localS = atS + offsetAt(atS);
    const [day, quarter] = [Math.floor(localS / dayS), Math.floor((localS % dayS) / quarterS)];
    const charges = heldOn(day);
    // Whether it holds, the months before decide: `planAfter` knows them. What today's rate of exchange is, is published later.
    if (charges.some((charge) => charge.pastUse !== undefined || (charge.kind === 'use' && charge.exchange)))
      return null;
    if (!isPricedOn(day)) return null;
    const choices = charges.flatMap((charge): Choice[] => {
      if (charge.kind !== 'use' || meterName(charge, plan) !== undefined) return [];
      const periods = charge.schedule === undefined ? null : periodsOf(charge.schedule);
      return [{ charge, period: periods?.names[periods.at(day, quarter)], slot: slotAt(charge, market, atS) }];
    });
    const places = charges.map((charge) => plan.charges.indexOf(charge)).join();
    const key = `${places} ${choices.map(({ period, slot }) => `${period} ${slot}`).join()}`;
    const price = known.has(key) ? (known.get(key) ?? null) : priceOf(charges, choices, ground);
    known.set(key, price);
    return price;
  };
};
