/** Every quarter-hour of a month, of each meter, as CSV or Parquet: read some days at a time, so that no more is in memory. */
import { factsOf, type Utility } from '#catalogue/index.ts';
import type { Database, Sql } from '#kernel/db.ts';
import { ProblemError } from '#kernel/http/problem.ts';
import { columnTypes, sendTable, type TableColumns } from '#kernel/http/table-file.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { Person } from '#kernel/people/person.ts';
import { readUsageParquet, readUsageTable } from '../contract/usage-files.ts';

interface QuarterRow {
  /** Seconds. */
  readonly start: number;
  readonly meter: string;
  readonly device: string;
  readonly room: string;
  readonly utility: Utility;
  readonly flow: string;
  /** Wh or mL. */
  readonly used: number;
  readonly estimated: number;
}

interface Month {
  readonly household: string;
  readonly from: number;
  readonly to: number;
}

const perHour = { kind: 'usage-files', count: 120, seconds: 3600 };
const stepS = 2 * 86_400;

const { text, whole, instant } = columnTypes;
const columns: TableColumns<QuarterRow> = {
  start: { of: ({ start }) => new Date(start * 1000), type: instant },
  meter: { of: ({ meter }) => meter, type: text },
  device: { of: ({ device }) => device, type: text },
  room: { of: ({ room }) => room, type: text },
  utility: { of: ({ utility }) => utility, type: text },
  flow: { of: ({ flow }) => flow, type: text },
  used: { of: ({ used }) => BigInt(used), type: whole },
  estimated: { of: ({ estimated }) => BigInt(estimated), type: whole },
  unit: { of: ({ utility }) => factsOf(utility).base, type: text },
};

/** What no column says. */
const metadata = {
  'wattershed.start': 'UTC, the beginning of a quarter-hour',
  'wattershed.used': 'what passed the meter in it, in unit; of it estimated',
  'wattershed.flow': 'drawn, returned, produced, charged or discharged',
};

const monthOf = async (
  database: Pick<Database, 'asUser'>,
  person: Person,
  wished: string | undefined,
  month: string,
) => {
  const [home] = await database.asUser(
    person,
    (sql) => sql<(Month & Record<string, unknown>)[]>`
      select id as household, extract(epoch from (${`${month}-01`}::date)::timestamp at time zone time_zone)::float8 as "from",
        extract(epoch from (${`${month}-01`}::date + interval '1 month') at time zone time_zone)::float8 as "to"
      from public.households where id = coalesce(${wished ?? null}::uuid, private.my_first_household()) and id = any (private.my_households())`,
  );
  if (!home) throw new ProblemError('forbidden');
  return home;
};

async function* quartersOf(sql: Sql, { household, from, to }: Month): AsyncGenerator<QuarterRow[]> {
  for (let at = from; at < to; at += stepS) {
    const until = Math.min(at + stepS, to);
    const rows = await sql<(QuarterRow & Record<string, unknown>)[]>`
      select * from private.push_quarters(${household}, ${new Date(at * 1000)}, ${new Date(until * 1000)})`;
    if (rows.length > 0) yield rows;
  }
}

export const usageFileRoutes = ({
  serve,
  database,
  takeAllowance,
}: Pick<Kernel, 'serve' | 'database' | 'takeAllowance'>): void => {
  const open = async (person: Person, wished: string | undefined, month: string) => {
    await takeAllowance(perHour, person.sub);
    return { columns, metadata, parts: quartersOf(database.engine, await monthOf(database, person, wished, month)) };
  };
  serve(readUsageTable, async ({ person, query: { household, month }, reply }) =>
    sendTable(reply, 'csv', `usage-${month}`, await open(person, household, month)),
  );
  serve(readUsageParquet, async ({ person, query: { household, month }, reply }) =>
    sendTable(reply, 'parquet', `usage-${month}`, await open(person, household, month)),
  );
};
