/** What a question is looked into with, and what an answer is. Figures are read by the modules of the pages, in the name of one person and of one household. */
import type { Language, Utility } from '#catalogue/index.ts';
import { addDays, type LocalDay } from '#catalogue/local-day.ts';
import type { Claims, Database, Sql, Transaction } from '#kernel/db.ts';
import type { BillCosts } from '#subjects/bills/contract/bill-costs.ts';
import type { BillChanges, BillSoFar } from '#subjects/bills/contract/billing.ts';
import type { PaymentAccount } from '#subjects/bills/contract/payments.ts';
import { planOfSize } from '#subjects/bills/domain/tariff/charges/meter-size.ts';
import { dayStartS, knownOffsets } from '#subjects/bills/domain/tariff/interval-use.ts';
import type { PriceTax, TariffPlan } from '#subjects/bills/domain/tariff/plan.ts';
import { priceSeries } from '#subjects/bills/domain/tariff/price-series.ts';
import type { PlanFacts } from '#subjects/bills/domain/tariff/pricing.ts';
import {
  type Billing,
  earlierBill,
  type FiledBill,
  type MarketFacts,
  type PeriodCosts,
  readBills,
} from '#subjects/bills/service/index.ts';
import { findPosts } from '#subjects/community/service/index.ts';
import type { FaqAnswer } from '#subjects/contact/contract/contact.ts';
import { readFaq } from '#subjects/contact/service/index.ts';
import type { ComparedHome } from '#subjects/insight/contract/compare.ts';
import { createReadComparison, createReadRuns, type DeviceRuns } from '#subjects/insight/service/index.ts';
import type {
  EmissionsAnswer,
  FlowsAnswer,
  FlowsQuery,
  LatestAnswer,
  UsageAnswer,
  UsageQuery,
} from '#subjects/usage/contract/usage.ts';
import type { Usage } from '#subjects/usage/service/index.ts';
import type { HouseholdNotice } from '#supabase/tables/index.ts';
import type { AssistantResult } from '../contract/assistant.ts';
import { type Home, homeOf, type HomeRow } from './home.ts';
import type { AskedPeriod, AskedUnit, Switch } from './intent.ts';
import { createWriter, type Writer } from './writer.ts';

/** What the household is told of by itself; amounts in mL and s. */
export interface OpenNotice {
  readonly kind: HouseholdNotice['kind'];
  readonly device: string | null;
  /** An instant. */
  readonly since: string;
  readonly endedAt: string | null;
  readonly isDismissed: boolean;
  readonly utility: Utility | null;
  readonly figures: Readonly<Record<string, string | number>>;
}

export interface TariffInForce {
  readonly utility: Utility;
  readonly validFrom: LocalDay;
  readonly currency: string;
  readonly plan: TariffPlan;
  readonly facts: PlanFacts;
  readonly isExample: boolean;
}

interface Budget {
  readonly utility: Utility;
  /** For one billing cycle, a decimal text. */
  readonly amount: string;
}

export type AskedUsage = Pick<UsageQuery, 'from' | 'to' | 'bucket' | 'by'> & { readonly device?: string | undefined };

/** Series of prices and of day colours by name, of local days `[from, to)`. */
interface AskedMarket {
  readonly prices: readonly string[];
  readonly colours: readonly string[];
  readonly from: LocalDay;
  readonly to: LocalDay;
}

export interface Sources {
  usage(query: AskedUsage): Promise<UsageAnswer>;
  /** None where the home has no more than what is drawn. */
  flows(query: Pick<FlowsQuery, 'from' | 'to' | 'bucket'>): Promise<FlowsAnswer>;
  /** CO2 of what was drawn, by the factors of the household. */
  emissions(days: Pick<AskedPeriod, 'from' | 'to'>): Promise<EmissionsAnswer>;
  latest(): Promise<LatestAnswer>;
  soFar(): Promise<BillSoFar>;
  costs(): Promise<BillCosts>;
  /** What the use of some days cost, in the prices of their billing cycles. */
  periodCosts(days: Pick<AskedPeriod, 'from' | 'to'>): Promise<PeriodCosts>;
  /** Closed bills, the latest first. */
  bills(count: number): Promise<readonly FiledBill[]>;
  changes(bill: FiledBill, bills: readonly FiledBill[], against: 'before' | 'year'): Promise<BillChanges>;
  /** What is in force today, at most one of each utility. */
  tariffs(): Promise<readonly TariffInForce[]>;
  /** As bills take them: the household's own, else those that are there for all. What is not known is left out. */
  market(asked: AskedMarket): Promise<MarketFacts>;
  budgets(): Promise<readonly Budget[]>;
  /** One of each utility of which somebody has said how it is paid. */
  payments(): Promise<readonly PaymentAccount[]>;
  /** Those that last, and those that ended in the last 30 days; the latest first. */
  notices(): Promise<readonly OpenNotice[]>;
  faq(language: Language): Promise<FaqAnswer['entries']>;
  /** By device, its runs in the last weeks: none of what has no price, or no meter that tells quarter-hours. */
  runs(utility: Utility): Promise<ReadonlyMap<string, DeviceRuns>>;
  /** The home beside its own months and beside published figures. */
  comparison(): Promise<ComparedHome>;
  /** Posts of the community that hold these words, the newest first. */
  posts(words: string, limit: number): Promise<readonly FoundPost[]>;
}

export interface FoundPost {
  readonly id: string;
  readonly title: string;
  /** An instant. */
  readonly createdAt: string;
}

/** Of whom it is asked, where it is looked up, and how it is written. */
export interface Asking {
  readonly home: Home;
  readonly sources: Sources;
  readonly language: Language;
  readonly write: Writer;
}

export type FoundResult = Omit<AssistantResult, 'id'>;

export interface OwnAnswer {
  /** Markdown; each figure a link to the page that shows it. */
  readonly text: string;
  readonly results: readonly FoundResult[];
  /** What it would switch: the person is asked first. */
  readonly proposes?: readonly Switch[];
}

// From a person to all that a question of theirs is looked into with.

/** Null: the household is not the person's, or they have none. */
export type OpenAsking = (person: Claims, household: string | undefined, language: Language) => Promise<Asking | null>;

/** The same question in another language. */
export const inLanguage = (asking: Asking, language: Language): Asking =>
  asking.language === language
    ? asking
    : { ...asking, language, write: createWriter(language, asking.home, asking.write.asked) };

/** Answered with every amount of what is counted in that unit written in it. */
export const inUnit = (asking: Asking, unit: AskedUnit | undefined): Asking =>
  unit === undefined ? asking : { ...asking, write: createWriter(asking.language, asking.home, unit) };

export const createOpenAsking =
  (deps: SourcesDeps): OpenAsking =>
  async (person, household, language) => {
    const [row] = await deps.database.engine<{ home: HomeRow | null }[]>`
      select private.assistant_home(${person.sub}, ${household ?? null}) as home`;
    if (!row?.home) return null;
    const home = homeOf(row.home, deps.now());
    return { home, sources: openSources(deps, person, home), language, write: createWriter(language, home) };
  };

// The tools' reads, answered by the modules of the pages under the person's own rights.

interface SourcesDeps {
  readonly database: Pick<Database, 'asUser' | 'anonymous'> & { readonly engine: Sql };
  readonly usage: Usage;
  readonly billing: Billing;
  readonly now: () => number;
}

const noticesShown = 30;

const readTariffs = async (sql: Transaction, { id, today }: Home): Promise<TariffInForce[]> => {
  const rows = await sql<TariffInForce[]>`
  select distinct on (utility) utility, valid_from::text as "validFrom", currency, plan, facts, is_example as "isExample"
  from public.tariffs where household_id = ${id} and valid_from <= ${today} order by utility, valid_from desc`;
  return rows.map((row) => ({ ...row, plan: planOfSize(row.plan, row.facts.meterSize) }));
};

const readNotices = (sql: Transaction, { id, nowMs }: Home): Promise<OpenNotice[]> => sql<OpenNotice[]>`
  select n.kind, m.device_id as device, to_json(n.since) #>> '{}' as since, to_json(n.ended_at) #>> '{}' as "endedAt",
    n.dismissed_at is not null as "isDismissed", n.utility, n.figures
  from public.notices n left join public.meters m on m.household_id = n.household_id and m.id = n.meter_id
  where n.household_id = ${id} and (n.ended_at is null or n.ended_at > ${new Date(nowMs - 30 * 86_400_000)})
  order by n.ended_at desc nulls first, n.since desc limit ${noticesShown}`;

const readBudgets = (sql: Transaction, { id }: Home): Promise<Budget[]> => sql<Budget[]>`
  select utility, trim_scale(amount)::text as amount from public.budgets where household_id = ${id}`;

const openSources = ({ database, usage, billing, now }: SourcesDeps, person: Claims, home: Home): Sources => {
  const { id: household } = home;
  const asPerson = <T>(read: (sql: Transaction, home: Home) => Promise<T[]>): Promise<T[]> =>
    database.asUser(person, async (sql) => [...(await read(sql, home))]);
  const deps = { sql: database.engine, usage, billing, now };
  const latest = async () => JSON.parse(await usage.latest(person.sub, household)) as LatestAnswer;
  return {
    usage: async (query) => JSON.parse(await usage.read(person.sub, { ...query, household })) as UsageAnswer,
    flows: async (query) => JSON.parse(await usage.flows(person.sub, { ...query, household })) as FlowsAnswer,
    emissions: ({ from, to }) => usage.emissions(person.sub, { from, to, bucket: 'month', household }),
    latest,
    soFar: () => billing.openCycle(person.sub, household),
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
    payments: async () => (await billing.payments(person.sub, household)).accounts,
    notices: () => asPerson(readNotices),
    faq: (language) => readFaq(database, language),
    runs: async (utility) => {
      const [{ meters }, runs] = await Promise.all([latest(), createReadRuns(deps)(person.sub, household, utility)]);
      return new Map(
        meters.flatMap(({ meterId, deviceId }) => {
          const own = runs.get(meterId);
          return own ? [[deviceId, own] as const] : [];
        }),
      );
    },
    comparison: () => createReadComparison(deps)(person.sub, household),
    posts: async (words, limit) => {
      const rows = await findPosts(deps.sql, person.sub, words, limit);
      return rows.map(({ id, title, created_at: at }) => ({ id: String(id), title, createdAt: at.toISOString() }));
    },
  };
};

// Prices of markets and colours of days, as the person may read them: the household's own, else those that are there for all.

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
