/** What one unit costs at an instant: all charges for use together, and with the shares (taxes) that lie on them. */
import {
  type DayColours,
  type Exact,
  exact,
  knownOffsets,
  type LocalDay,
  powerOfTen,
  schedulePeriods,
  sumOf,
  type TariffCharge,
  type TariffPlan,
  textOf,
  type UseCharge,
} from '@wattershed/domain';
import type { MarketFacts } from '../../billing/index.ts';

export interface UnitPrice {
  /** Per billing unit, before taxes. */
  readonly price: string;
  /** Null: a share of it has a most that goes by the whole bill. */
  readonly withTaxes: string | null;
  /** Of the schedules that give it, such as `P1`. */
  readonly periods: readonly string[];
}

/** All that a price hangs on besides the time. */
export interface PriceGround {
  readonly plan: TariffPlan;
  /** The household's. */
  readonly timeZone: string;
  readonly market: MarketFacts;
  /** Of charges in blocks: the rate of the block that the cycle is in, where it is known. */
  readonly blockRates: Readonly<Record<string, string>>;
}

const dayS = 86_400;
const quarterS = 900;

const own = <Value>(record: Readonly<Record<string, Value>>, name: string): Value | undefined =>
  Object.hasOwn(record, name) ? record[name] : undefined;

/** Charges that hold on a day. */
export const chargesOn = ({ charges }: TariffPlan, day: LocalDay): readonly TariffCharge[] =>
  charges.filter(
    ({ from = '', until = '9999', months }) =>
      from <= day && day < until && (months?.includes(Number(day.slice(5, 7))) ?? true),
  );

const periodAt = (
  { schedules = {}, calendars = {} }: TariffPlan,
  { schedule = '' }: UseCharge,
  colours: DayColours,
  dayNumber: number,
  quarter: number,
): string | undefined => {
  const found = own(schedules, schedule);
  if (!found) return undefined;
  const periods = schedulePeriods(found, calendars, colours);
  return periods.names[periods.at(dayNumber, quarter)];
};

const marketPrice = ({ market }: UseCharge, { prices }: MarketFacts, atS: number): Exact | null => {
  const series = market && own(prices, market.series);
  const price = series?.prices[Math.floor((atS - series.startS) / series.stepS)];
  if (!market || !series || price === undefined || Number.isNaN(price)) return null;
  const { times = '1', plus = '0', atLeast, atMost } = market;
  const termed = exact(BigInt(price), powerOfTen(series.scale)).mul(exact(times)).add(exact(plus));
  if (atLeast !== undefined && termed.compare(exact(atLeast)) < 0) return exact(atLeast);
  return atMost !== undefined && termed.compare(exact(atMost)) > 0 ? exact(atMost) : termed;
};

interface ChargePrice {
  readonly price: Exact;
  readonly period: string | undefined;
}

/** Null: it is not known here. */
const chargePrice = (charge: UseCharge, ground: PriceGround, atS: number, localS: number): ChargePrice | null => {
  const { plan, market, blockRates } = ground;
  const share = exact(charge.sharePercent ?? '100').div(100);
  const priced = (price: Exact, period?: string): ChargePrice => ({ price: price.mul(share), period });
  if (charge.rate !== undefined) return priced(exact(charge.rate));
  if (charge.market !== undefined) {
    const price = marketPrice(charge, market, atS);
    return price && priced(price);
  }
  if (charge.blocks !== undefined) {
    const rate = own(blockRates, charge.id);
    return rate === undefined ? null : priced(exact(rate));
  }
  const period = periodAt(
    plan,
    charge,
    market.colours,
    Math.floor(localS / dayS),
    Math.floor((localS % dayS) / quarterS),
  );
  const rate = period === undefined ? undefined : own(charge.rates ?? {}, period);
  return typeof rate === 'string' ? priced(exact(rate), period) : null;
};

/** With the derived charges, discounts and taxes that lie on what stands before them; null where one of them has a most. */
const withShares = (charges: readonly TariffCharge[], prices: ReadonlyMap<string, Exact>): Exact | null => {
  const amounts = new Map<string, Exact>();
  for (const charge of charges) {
    const price = prices.get(charge.id);
    if (price !== undefined) amounts.set(charge.id, price);
    if (charge.kind !== 'derived' && charge.kind !== 'discount' && charge.kind !== 'tax') continue;
    if (charge.atMost !== undefined) return null;
    const { of } = charge;
    const base = sumOf([...amounts].filter(([id]) => of === 'all' || of.includes(id)).map(([, amount]) => amount));
    const part = base.mul(exact(charge.percent)).div(100);
    amounts.set(charge.id, charge.kind === 'discount' ? part.neg() : part);
  }
  return sumOf([...amounts.values()]);
};

const mostDecimals = 6;

/** Null: a part of it is not known, be it a market's price or the block that the cycle is in. */
export const unitPriceAt = (ground: PriceGround, atMs: number): UnitPrice | null => {
  const { plan, timeZone } = ground;
  const atS = Math.floor(atMs / 1000);
  const localS = atS + knownOffsets(plan.timeZone ?? timeZone)(atS);
  const charges = chargesOn(plan, new Date(localS * 1000).toISOString().slice(0, 10));
  const uses = charges.filter((charge): charge is UseCharge => charge.kind === 'use');
  const priced = uses.map((charge) => ({ id: charge.id, found: chargePrice(charge, ground, atS, localS) }));
  if (priced.length === 0 || priced.some(({ found }) => found === null)) return null;
  const prices = new Map(priced.flatMap(({ id, found }) => (found ? [[id, found.price] as const] : [])));
  const all = withShares(charges, prices);
  const periods = priced.flatMap(({ found }) => found?.period ?? []);
  return {
    price: textOf(sumOf([...prices.values()]), 0, mostDecimals),
    withTaxes: all && textOf(all, 0, 4),
    periods: [...new Set(periods)],
  };
};
