/** What tariffs are priced with beside use, from the database: prices of markets, colours of days, rates of other currencies. */
import { addDays, type LocalDay } from '#catalogue/local-day.ts';
import type { Transaction } from '#kernel/db.ts';
import { rateDays } from '../domain/tariff/charges/exchange.ts';
import { dayStartS, knownOffsets } from '../domain/tariff/interval-use.ts';
import { exchangeOf, isUnitCharge, type PriceTax, type TariffPlan } from '../domain/tariff/plan.ts';
import { type PriceSeries, priceSeries } from '../domain/tariff/price-series.ts';
import type { DayColours } from '../domain/tariff/schedule-periods.ts';

/** Local days `[start, end)`. */
export interface LocalDays {
  readonly start: LocalDay;
  readonly end: LocalDay;
}

export const instantsOf = ({ start, end }: LocalDays, timeZone: string): readonly [string, string] => {
  const offsetAt = knownOffsets(timeZone);
  const instant = (day: LocalDay): string => new Date(dayStartS(day, offsetAt) * 1000).toISOString();
  return [instant(start), instant(end)];
};

/** The series of prices that a plan names. */
export const pricesNamed = (plan: TariffPlan): string[] =>
  plan.charges.flatMap((charge) => (isUnitCharge(charge) && charge.market ? [charge.market.series] : []));

/** The series of rates of other currencies that a plan names. */
const ratesNamed = (plan: TariffPlan): string[] => plan.charges.flatMap((charge) => exchangeOf(charge)?.series ?? []);

/** The series by the day that a plan names: of colours, and of rates. */
export const coloursNamed = (plan: TariffPlan): string[] => [
  ...Object.values(plan.schedules ?? {}).flatMap(({ colours }) => colours ?? []),
  ...ratesNamed(plan),
];

export interface MarketFacts {
  readonly prices: Readonly<Record<string, PriceSeries>>;
  readonly colours: DayColours;
}

interface PricesRow {
  series: string;
  step_s: number;
  starts: number[];
  prices: string[];
  taxes: (PriceTax | null)[];
  with_tax: (string | null)[];
}

const namesOf = (names: readonly string[]): string => JSON.stringify([...new Set(names)]);

export const readMarket = async (
  sql: Transaction,
  household: string,
  days: LocalDays,
  timeZone: string,
  plans: readonly TariffPlan[],
): Promise<MarketFacts> => {
  const [series, colours] = [plans.flatMap(pricesNamed), plans.flatMap(coloursNamed)];
  const [from, to] = instantsOf(days, timeZone);
  const points =
    series.length === 0
      ? []
      : await sql<PricesRow[]>`
          select * from private.billing_prices(${household}, ${namesOf(series)}::text::jsonb, ${from}, ${to})`;
  // The colour of a day that begins at six holds in the early hours of the next; a rate holds until the next is published.
  const known =
    colours.length === 0
      ? []
      : await sql<{ series: string; colours: Record<string, string> }[]>`
          select * from private.billing_colours(${household}, ${namesOf(colours)}::text::jsonb, ${addDays(days.start, -rateDays)}, ${addDays(days.end, rateDays)})`;
  return {
    prices: Object.fromEntries(
      points.map(({ series: name, step_s: stepS, starts, prices, taxes, with_tax: withTax }) => [
        name,
        priceSeries(
          starts.map((startS, i) => ({
            startS,
            price: prices[i] ?? '0',
            tax: taxes[i] ?? undefined,
            withTax: withTax[i] ?? undefined,
          })),
          stepS,
        ),
      ]),
    ),
    colours: Object.fromEntries(known.map((row) => [row.series, row.colours])),
  };
};
