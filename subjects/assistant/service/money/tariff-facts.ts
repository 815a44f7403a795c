/** Prices in force: what one unit costs at an instant, when that changes, and how it goes through today and the week. */
import type { Utility } from '#catalogue/index.ts';
import { addDays, type LocalDay } from '#catalogue/local-day.ts';
import type { BillSoFar } from '#subjects/bills/contract/billing.ts';
import { marketPrices, taxesOn } from '#subjects/bills/domain/tariff/charges/market-cost.ts';
import { type Exact, exact, sumOf, textOf } from '#subjects/bills/domain/tariff/exact.ts';
import { dayStartS, knownOffsets } from '#subjects/bills/domain/tariff/interval-use.ts';
import type { TariffCharge, TariffPlan, UseCharge } from '#subjects/bills/domain/tariff/plan.ts';
import { type SchedulePeriods, schedulePeriods } from '#subjects/bills/domain/tariff/schedule-periods.ts';
import { coloursNamed, type MarketFacts, pricesNamed } from '#subjects/bills/service/index.ts';
import type { Sources, TariffInForce } from '../asking.ts';
import type { Home } from '../home.ts';
import { blocksAhead } from './bill-facts.ts';

// What one unit costs at an instant: all charges for use together, and with the shares (taxes) that lie on them.

export interface UnitPrice {
  /** Per billing unit, before taxes. */
  readonly price: string;
  /** Null: a share of it has a most that goes by the whole bill. */
  readonly withTaxes: string | null;
  /** Of the schedules that give it, such as `P1`. */
  readonly periods: readonly string[];
}

/** All that a price hangs on besides the time. */
interface PriceGround {
  readonly plan: TariffPlan;
  /** The household's. */
  readonly timeZone: string;
  readonly market: MarketFacts;
  /** Of charges in blocks: the rate of the block that the cycle is in, where it is known. */
  readonly blockRates: Readonly<Record<string, string>>;
}

/** Null: a part of it is not known, be it a market's price or the block that the cycle is in. */
type PriceAt = (atMs: number) => UnitPrice | null;

const dayS = 86_400;
const quarterS = 900;

const own = <Value>(record: Readonly<Record<string, Value>>, name: string): Value | undefined =>
  Object.hasOwn(record, name) ? record[name] : undefined;

/** Charges that hold on a day. */
const chargesOn = ({ charges }: TariffPlan, day: LocalDay): readonly TariffCharge[] =>
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

const slotAt = ({ market }: UseCharge, { prices }: MarketFacts, atS: number): number => {
  const series = market && own(prices, market.series);
  return series ? Math.floor((atS - series.startS) / series.stepS) : -1;
};

/** `charges` are those that hold. */
const marketPrice = (
  charge: UseCharge,
  charges: readonly TariffCharge[],
  { prices }: MarketFacts,
  slot: number,
): Exact | null => {
  const series = charge.market && own(prices, charge.market.series);
  const { priceAt, parts } = marketPrices(charge, taxesOn(charge, charges), series);
  const price = priceAt(slot);
  return price === undefined ? null : exact(price, parts);
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
  const ofPeriod = period === undefined ? undefined : own(rates, period);
  const price = rate ?? (blocks === undefined ? ofPeriod : own(blockRates, id));
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
const openPrices = (ground: PriceGround): PriceAt => {
  const { plan, timeZone, market } = ground;
  const offsetAt = knownOffsets(plan.timeZone ?? timeZone);
  const periodsOf = remembered((name: string): SchedulePeriods | null => {
    const schedule = own(plan.schedules ?? {}, name);
    return schedule ? schedulePeriods(schedule, plan.calendars ?? {}, market.colours) : null;
  });
  const heldOn = remembered((day: number) => chargesOn(plan, new Date(day * dayS * 1000).toISOString().slice(0, 10)));
  const known = new Map<string, UnitPrice | null>();
  return (atMs) => {
    const atS = Math.floor(atMs / 1000);
    const localS = atS + offsetAt(atS);
    const [day, quarter] = [Math.floor(localS / dayS), Math.floor((localS % dayS) / quarterS)];
    const charges = heldOn(day);
    const choices = charges.flatMap((charge): Choice[] => {
      if (charge.kind !== 'use') return [];
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

// What a unit costs now, when that changes, and how it goes through today and the week.

/** Instants `[fromMs, toMs)` of one price; null: it is not known. */
export interface PriceSpan {
  readonly fromMs: number;
  readonly toMs: number;
  readonly price: UnitPrice | null;
}

/** Days of the coming week whose prices go alike, the first of them first. */
export interface AlikeDays {
  readonly days: readonly LocalDay[];
  readonly spans: readonly PriceSpan[];
}

export interface TariffFacts {
  readonly tariff: TariffInForce;
  /** What holds today. */
  readonly charges: readonly TariffCharge[];
  readonly now: UnitPrice | null;
  /** What the price changes to next, within a week: its first quarter-hour. */
  readonly change: PriceSpan | null;
  /** Today's group is the first. */
  readonly week: readonly AlikeDays[];
  /** Series that it follows, be their prices known or not. */
  readonly series: readonly string[];
}

const weekDays = 7;
const quarterMs = 900_000;

const isAlike = (a: UnitPrice | null, b: UnitPrice | null): boolean =>
  a?.price === b?.price && a?.periods.join() === b?.periods.join();

/** Quarter-hours in a row at one price are one span. */
const spansOf = (priceAt: PriceAt, fromMs: number, toMs: number): PriceSpan[] => {
  const spans: PriceSpan[] = [];
  for (let atMs = fromMs; atMs < toMs; atMs += quarterMs) {
    const price = priceAt(atMs);
    const last = spans.at(-1);
    if (last && isAlike(last.price, price)) spans[spans.length - 1] = { ...last, toMs: atMs + quarterMs };
    else spans.push({ fromMs: atMs, toMs: atMs + quarterMs, price });
  }
  return spans;
};

const dayMs = (day: LocalDay, timeZone: string): number => dayStartS(day, knownOffsets(timeZone)) * 1000;

/** What makes two days alike: prices at the same times after midnight. */
const shapeOf = (spans: readonly PriceSpan[]): string => {
  const first = spans[0]?.fromMs ?? 0;
  return spans.map(({ fromMs, price }) => `${fromMs - first} ${price?.price} ${price?.periods.join()}`).join();
};

const weekOf = (priceAt: PriceAt, today: LocalDay, timeZone: string): AlikeDays[] => {
  const groups = new Map<string, { days: LocalDay[]; spans: PriceSpan[] }>();
  for (let i = 0; i < weekDays; i += 1) {
    const day = addDays(today, i);
    const spans = spansOf(priceAt, dayMs(day, timeZone), dayMs(addDays(day, 1), timeZone));
    const shape = shapeOf(spans);
    const alike = groups.get(shape);
    if (alike) alike.days.push(day);
    else groups.set(shape, { days: [day], spans });
  }
  return [...groups.values()];
};

/** Null: it stays so for a week, or nobody knows what comes after it. */
const changeAfter = (priceAt: PriceAt, nowMs: number): PriceSpan | null => {
  const now = priceAt(nowMs);
  const first = Math.floor(nowMs / quarterMs) * quarterMs;
  for (let i = 1; i < weekDays * 96; i += 1) {
    const fromMs = first + i * quarterMs;
    const price = priceAt(fromMs);
    if (!isAlike(price, now)) return price && { fromMs, toMs: fromMs + quarterMs, price };
  }
  return null;
};

const blockRatesOf = (soFar: BillSoFar | null, utility: Utility): Record<string, string> =>
  soFar === null ? {} : Object.fromEntries(blocksAhead(soFar, utility).map(({ charge, rate }) => [charge, rate]));

const hasBlocks = ({ plan }: TariffInForce): boolean =>
  plan.charges.some((charge) => charge.kind === 'use' && charge.blocks !== undefined);

/** Of one utility, or of all that have a tariff. */
export const readTariffFacts = async (
  sources: Pick<Sources, 'tariffs' | 'market' | 'soFar'>,
  { timeZone, today, nowMs }: Home,
  utility: Utility | null,
): Promise<TariffFacts[]> => {
  const tariffs = (await sources.tariffs()).filter((one) => utility === null || one.utility === utility);
  const plans = tariffs.map(({ plan }) => plan);
  const asked = { prices: plans.flatMap(pricesNamed), colours: plans.flatMap(coloursNamed) };
  const [market, soFar] = await Promise.all([
    sources.market({ ...asked, from: today, to: addDays(today, weekDays + 1) }),
    tariffs.some(hasBlocks) ? sources.soFar() : null,
  ]);
  return tariffs.map((tariff) => {
    const { plan } = tariff;
    const priceAt = openPrices({ plan, timeZone, market, blockRates: blockRatesOf(soFar, tariff.utility) });
    return {
      tariff,
      charges: chargesOn(plan, today),
      now: priceAt(nowMs),
      change: changeAfter(priceAt, nowMs),
      week: weekOf(priceAt, today, timeZone),
      series: [...new Set(pricesNamed(plan))],
    };
  });
};

/** The spans of a day at its lowest or highest price; empty where none is known, or all are one. */
export const extremeSpans = (spans: readonly PriceSpan[], ask: 'cheapest' | 'dearest'): readonly PriceSpan[] => {
  const priced = spans.flatMap((span) => (span.price ? [{ span, price: exact(span.price.price) }] : []));
  const [first] = priced;
  if (!first) return [];
  const best = priced.reduce((one, other) => {
    const order = other.price.compare(one.price);
    return (ask === 'cheapest' ? order < 0 : order > 0) ? other : one;
  }, first);
  return priced.filter(({ price }) => price.equals(best.price)).map(({ span }) => span);
};
