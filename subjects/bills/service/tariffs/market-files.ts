/** Prices of markets and colours of days, from files into what bills are made with. */
import type { PricesAnswer, SeriesList } from '../../contract/prices.ts';
import { daysBetween, type LocalDay } from '#catalogue/local-day.ts';
import { isRate } from '../../domain/tariff/charges/exchange.ts';
import type { PricePoint } from '../../domain/tariff/price-series.ts';
import type { PriceTax } from '../../domain/tariff/plan.ts';
import type { Sql, Transaction } from '#kernel/db.ts';
import { ProblemError } from '#kernel/http/problem.ts';

interface PriceSeriesFile {
  readonly series: string;
  readonly stepS: number;
  readonly points: readonly PricePoint[];
}

interface ColourSeriesFile {
  readonly series: string;
  readonly days: Readonly<Record<LocalDay, string>>;
}

export type MarketFile =
  | { readonly ok: true; readonly kind: 'prices'; readonly series: readonly PriceSeriesFile[] }
  | { readonly ok: true; readonly kind: 'colours'; readonly series: readonly ColourSeriesFile[] }
  | Extract<PricesAnswer, { ok: false }>;

const instant = (atS: number): string => new Date(atS * 1000).toISOString();

/** Of several kinds, that of the first. */
const taxOf = ([point]: readonly PricePoint[]): PriceTax | 'both' | null =>
  point?.withTax === undefined ? (point?.tax ?? null) : 'both';

const priceSummary = ({ series, stepS, points }: PriceSeriesFile) => {
  const first = points[0]?.startS ?? 0;
  const end = (points.at(-1)?.startS ?? 0) + stepS;
  const sorted = points.map(({ price }) => price).sort((a, b) => Number(a) - Number(b));
  return {
    series,
    from: instant(first),
    to: instant(end),
    count: points.length,
    missing: (end - first) / stepS - points.length,
    lowest: sorted[0],
    highest: sorted.at(-1),
    tax: taxOf(points),
  };
};

const colourSummary = ({ series, days }: ColourSeriesFile) => {
  const sorted = Object.keys(days).sort();
  const [from = '', to = ''] = [sorted[0], sorted.at(-1)];
  return { series, from, to, count: sorted.length, missing: daysBetween(from, to) + 1 - sorted.length, tax: null };
};

const isOfRates = ({ days }: ColourSeriesFile): boolean => Object.values(days).every(isRate);

/** What the file holds; `changed` once it was taken in. */
export const summaryOf = (file: MarketFile, changed: number | null): PricesAnswer => {
  if (!file.ok) return file;
  const series = file.kind === 'prices' ? file.series.map(priceSummary) : file.series.map(colourSummary);
  const kind = file.kind === 'colours' && file.series.every(isOfRates) ? 'rates' : file.kind;
  return { ok: true, kind, series, changed };
};

/** A file as the database takes it. */
export const marketRows = (file: Extract<MarketFile, { ok: true }>) => ({
  colours: file.kind === 'colours' ? file.series : [],
  prices:
    file.kind === 'prices'
      ? file.series.map(({ series, stepS, points }) => ({
          series,
          stepS,
          starts: points.map(({ startS }) => startS),
          prices: points.map(({ price }) => price),
          taxes: points.map(({ tax }) => tax ?? null),
          withTax: points.map(({ withTax }) => withTax ?? null),
        }))
      : [],
});

/** All of the file or nothing; null for a household that is not the person's to change. */
export const keepPrices = async (
  sql: Sql | Transaction,
  userId: string,
  household: string | undefined,
  file: Extract<MarketFile, { ok: true }>,
): Promise<number | null> => {
  const { prices, colours } = marketRows(file);
  const [row] = await sql<{ n: number | null }[]>`
    select private.save_prices(${userId}, ${household ?? null}, ${JSON.stringify(prices)}::text::jsonb,
      ${JSON.stringify(colours)}::text::jsonb) as n`;
  return row?.n ?? null;
};

export const savePrices = async (...given: Parameters<typeof keepPrices>): Promise<number> => {
  const changed = await keepPrices(...given);
  if (changed === null) throw new ProblemError('forbidden');
  return changed;
};

export const listSeries = async (sql: Sql, userId: string, household: string | undefined): Promise<SeriesList> => {
  const rows = await sql<
    {
      series: string;
      kind: SeriesList['series'][number]['kind'];
      is_own: boolean;
      first: Date;
      last: Date;
      step_s: number;
      count: number;
      tax: SeriesList['series'][number]['tax'];
    }[]
  >`
    select * from private.price_series(${userId}, ${household ?? null})`;
  return {
    series: rows.map(({ is_own: isOwn, step_s: stepS, first, last, count, ...row }) => ({
      ...row,
      isOwn,
      stepS,
      first: new Date(first).toISOString(),
      last: new Date(last).toISOString(),
      count,
    })),
  };
};
