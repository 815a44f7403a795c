/** Prices of markets and colours of days, as the person may read them: the household's own, else those that are there for all. */
import { addDays, dayStartS, knownOffsets, type PriceTax, priceSeries } from '@wattershed/domain';
import type { Transaction } from '../../platform/db.ts';
import type { MarketFacts } from '../billing/index.ts';
import type { Home } from './home.ts';
import type { AskedMarket } from './sources.ts';

interface PriceRow {
  series: string;
  startS: number;
  stepS: number;
  price: string;
  tax: PriceTax | null;
  withTax: string | null;
}

const readPrices = async (
  sql: Transaction,
  { id, timeZone }: Home,
  { prices, from, to }: AskedMarket,
): Promise<MarketFacts['prices']> => {
  const offsetAt = knownOffsets(timeZone);
  const [first, last] = [from, to].map((day) => new Date(dayStartS(day, offsetAt) * 1000).toISOString());
  const rows = await sql<PriceRow[]>`
    select distinct on (series, starts_at) series, extract(epoch from starts_at)::bigint as "startS", step_s as "stepS", trim_scale(price)::text as price,
      tax, trim_scale(price_with_tax)::text as "withTax"
    from (select series, starts_at, step_s, price, tax, price_with_tax, true as is_own from public.price_points where household_id = ${id}
      union all select series, starts_at, step_s, price, tax, price_with_tax, false from public.market_prices) point
    where series in ${sql([...prices])} and starts_at >= ${first ?? ''} and starts_at < ${last ?? ''}
    order by series, starts_at, is_own desc`;
  return Object.fromEntries(
    [...new Set(rows.map(({ series }) => series))].map((name) => {
      const own = rows.filter(({ series }) => series === name);
      return [
        name,
        priceSeries(
          own.map(({ tax, withTax, ...row }) => ({ ...row, tax: tax ?? undefined, withTax: withTax ?? undefined })),
          Math.min(...own.map(({ stepS }) => stepS)),
        ),
      ];
    }),
  );
};

const readColours = async (
  sql: Transaction,
  { id }: Home,
  { colours, from, to }: AskedMarket,
): Promise<MarketFacts['colours']> => {
  // The colour of a day that begins at six holds in the early hours of the next.
  const rows = await sql<{ series: string; colours: Record<string, string> }[]>`
    select series, jsonb_object_agg(day, colour order by is_own) as colours
    from (select series, day, colour, true as is_own from public.day_colours where household_id = ${id}
      union all select series, day, colour, false from public.market_colours) one
    where series in ${sql([...colours])} and day >= ${addDays(from, -1)} and day < ${to} group by series`;
  return Object.fromEntries(rows.map((row) => [row.series, row.colours]));
};

export const readMarketPrices = async (sql: Transaction, home: Home, asked: AskedMarket): Promise<MarketFacts> => ({
  prices: asked.prices.length === 0 ? {} : await readPrices(sql, home, asked),
  colours: asked.colours.length === 0 ? {} : await readColours(sql, home, asked),
});
