/** The tools' reads, answered by the modules of the pages under the person's own rights. */
import type { LatestAnswer, UsageAnswer } from '@wattershed/contracts';
import { type Claims, type Database, type Transaction } from '../../platform/db.ts';
import { type Billing, earlierBill, readBills } from '../billing/index.ts';
import { readFaq } from '../contact/index.ts';
import type { Usage } from '../usage/index.ts';
import type { Home } from './home.ts';
import { readMarketPrices } from './read-market-prices.ts';
import type { Budget, OpenNotice, Sources, TariffInForce } from './sources.ts';

export interface SourcesDeps {
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

export const openSources = ({ database, usage, billing }: SourcesDeps, person: Claims, home: Home): Sources => {
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
