/** Prices of markets and colours of days, from files into what bills are made with. */
import type { PricesAnswer, SeriesList } from '@wattershed/contracts';
import { daysBetween, type LocalDay, type PricePoint } from '@wattershed/domain';
import type { Sql } from '../../platform/db.ts';
import { ProblemError } from '../../platform/problem.ts';

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
  };
};

const colourSummary = ({ series, days }: ColourSeriesFile) => {
  const sorted = Object.keys(days).sort();
  const [from = '', to = ''] = [sorted[0], sorted.at(-1)];
  return { series, from, to, count: sorted.length, missing: daysBetween(from, to) + 1 - sorted.length };
};

/** What the file holds; `changed` once it was taken in. */
export const summaryOf = (file: MarketFile, changed: number | null): PricesAnswer => {
  if (!file.ok) return file;
  const series = file.kind === 'prices' ? file.series.map(priceSummary) : file.series.map(colourSummary);
  return { ok: true, kind: file.kind, series, changed };
};

/** All of the file or nothing. */
export const savePrices = async (
  sql: Sql,
  userId: string,
  household: string | undefined,
  file: Extract<MarketFile, { ok: true }>,
): Promise<number> => {
  const prices =
    file.kind === 'prices'
      ? file.series.map(({ series, stepS, points }) => ({
          series,
          stepS,
          starts: points.map(({ startS }) => startS),
          prices: points.map(({ price }) => price),
        }))
      : [];
  const colours = file.kind === 'colours' ? file.series : [];
  const [row] = await sql<{ n: number | null }[]>`
    select private.save_prices(${userId}, ${household ?? null}, ${JSON.stringify(prices)}::text::jsonb,
      ${JSON.stringify(colours)}::text::jsonb) as n`;
  if (row?.n === null || row === undefined) throw new ProblemError('forbidden');
  return row.n;
};

export const listSeries = async (sql: Sql, userId: string, household: string | undefined): Promise<SeriesList> => {
  const rows = await sql<
    {
      series: string;
      kind: 'prices' | 'colours';
      is_own: boolean;
      first: Date;
      last: Date;
      step_s: number;
      count: number;
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
