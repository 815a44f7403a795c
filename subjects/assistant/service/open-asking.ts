/** From a person to all that a question of theirs is looked into with. */
import type { Language } from '#catalogue/index.ts';
import type { Claims, Database, Sql, Transaction } from '#kernel/db.ts';
import { addDays } from '#catalogue/local-day.ts';
import { dayStartS } from '#subjects/bills/domain/tariff/interval-use.ts';
import { knownOffsets } from '#subjects/bills/domain/tariff/known-offsets.ts';
import { priceSeries } from '#subjects/bills/domain/tariff/price-series.ts';
import type { PriceTax } from '#subjects/bills/domain/tariff/plan.ts';
import { type Billing, earlierBill, type MarketFacts, readBills } from '#subjects/bills/service/index.ts';
import { readFaq } from '#subjects/contact/service/index.ts';
import type { LatestAnswer, UsageAnswer } from '#subjects/usage/contract/usage.ts';
import type { Usage } from '#subjects/usage/service/index.ts';
import type { AskedMarket, Asking, Budget, OpenNotice, Sources, TariffInForce } from './asking.ts';
import { type Home, homeOf, type HomeRow } from './home.ts';
import { createWriter } from './writer.ts';

export interface AskingDeps extends SourcesDeps {
  readonly database: SourcesDeps['database'] & { readonly engine: Sql };
  readonly now: () => number;
}

/** Null: the household is not the person's, or they have none. */
export type OpenAsking = (person: Claims, household: string | undefined, language: Language) => Promise<Asking | null>;

/** The same question in another language. */
export const inLanguage = (asking: Asking, language: Language): Asking =>
  asking.language === language ? asking : { ...asking, language, write: createWriter(language, asking.home) };

export const createOpenAsking =
  ({ now, ...deps }: AskingDeps): OpenAsking =>
  async (person, household, language) => {
    const [row] = await deps.database.engine<{ home: HomeRow | null }[]>`
      select private.assistant_home(${person.sub}, ${household ?? null}) as home`;
    if (!row?.home) return null;
    const home = homeOf(row.home, now());
    return { home, sources: openSources(deps, person, home), language, write: createWriter(language, home) };
  };

/** The tools' reads, answered by the modules of the pages under the person's own rights. */

interface SourcesDeps {
  readonly database: Pick<Database, 'asUser' | 'anonymous'>;
  readonly usage: Usage;
  readonly billing: Billing;
}

const noticesShown = 30;

const readTariffs = (sql: Transaction, { id, today }: Home): Promise<TariffInForce[]> => sql<TariffInForce[]>`
  select distinct on (utility) utility, valid_from::text as "validFrom", currency, plan, facts, is_example as "isExample"
  from public.tariffs where household_id = ${id} and valid_from <= ${today} order by utility, valid_from desc`;

const readNotices = (sql: Transaction, { id, nowMs }: Home): Promise<OpenNotice[]> => sql<OpenNotice[]>`
  select n.kind, m.device_id as device, to_json(n.since) #>> '{}' as since, to_json(n.ended_at) #>> '{}' as "endedAt",
    n.dismissed_at is not null as "isDismissed", n.utility, n.figures
  from public.notices n left join public.meters m on m.household_id = n.household_id and m.id = n.meter_id
  where n.household_id = ${id} and (n.ended_at is null or n.ended_at > ${new Date(nowMs - 30 * 86_400_000)})
  order by n.ended_at desc nulls first, n.since desc limit ${noticesShown}`;

const readBudgets = (sql: Transaction, { id }: Home): Promise<Budget[]> => sql<Budget[]>`
  select utility, trim_scale(amount)::text as amount from public.budgets where household_id = ${id}`;

const openSources = ({ database, usage, billing }: SourcesDeps, person: Claims, home: Home): Sources => {
  const { id: household } = home;
  const asPerson = <T>(read: (sql: Transaction, home: Home) => Promise<T[]>): Promise<T[]> =>
    database.asUser(person, async (sql) => [...(await read(sql, home))]);
  return {
    usage: async (query) => JSON.parse(await usage.read(person.sub, { ...query, household })) as UsageAnswer,
    latest: async () => JSON.parse(await usage.latest(person.sub, household)) as LatestAnswer,
    soFar: () => billing.soFar(person.sub, household),
    costs: () => billing.costs(person.sub, household),
    periodCosts: ({ from, to }) => billing.periodCosts(person.sub, household, { start: from, end: to }),
    bills: async (count) => {
      await billing.bringUpToDate(person.sub, household);
      return readBills(database, person, { household, count });
    },
    changes: (bill, bills, against) => billing.changes(person.sub, household, bill, earlierBill(bill, bills, against)),
    tariffs: () => asPerson(readTariffs),
    market: (asked) => database.asUser(person, (sql) => readMarketPrices(sql, home, asked)),
    budgets: () => asPerson(readBudgets),
    notices: () => asPerson(readNotices),
    faq: (language) => readFaq(database, language),
  };
};

/** Prices of markets and colours of days, as the person may read them: the household's own, else those that are there for all. */

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

const readMarketPrices = async (sql: Transaction, home: Home, asked: AskedMarket): Promise<MarketFacts> => ({
  prices: asked.prices.length === 0 ? {} : await readPrices(sql, home, asked),
  colours: asked.colours.length === 0 ? {} : await readColours(sql, home, asked),
});
