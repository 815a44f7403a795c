/** Prices in force: what one unit costs at an instant, when that changes, and how it goes through today and the week. */
import type { Utility } from '#catalogue/index.ts';
import { addDays, type LocalDay } from '#catalogue/local-day.ts';
import type { BillSoFar } from '#subjects/bills/contract/billing.ts';
import { exact } from '#subjects/bills/domain/tariff/exact.ts';
import { dayStartS, knownOffsets } from '#subjects/bills/domain/tariff/interval-use.ts';
import type { TariffCharge } from '#subjects/bills/domain/tariff/plan.ts';
import { chargesOn, openPrices, type PriceAt, type UnitPrice } from '#subjects/bills/domain/tariff/unit-price.ts';
import { coloursNamed, pricesNamed } from '#subjects/bills/service/index.ts';
import type { Sources, TariffInForce } from '../asking.ts';
import type { Home } from '../home.ts';

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
  soFar?.priceNow[utility]?.blockRates ?? {};

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
