/** What of the database is a person's own, table by table, read under their own policies. */
import type { Claims, Database, Sql } from '../../platform/db.ts';

/** Tables that name a person: the column that says whose row it is. */
const personal: Readonly<Record<string, string>> = {
  profiles: 'user_id',
  household_members: 'user_id',
  administrators: 'user_id',
  account_endings: 'user_id',
  faq_requests: 'user_id',
};

/** Rows that are kept for speed and say nothing that the readings do not; and invitations, which go with what one wrote to others. */
const leftOut = new Set(['meter_parts', 'usage_stretch', 'household_invitations']);

export interface OwnTable {
  readonly name: string;
  readonly columns: readonly string[];
  readonly rows: readonly Record<string, unknown>[];
}

interface ReadableTable {
  name: string;
  columns: string[];
  of_household: boolean;
}

/** Every row that is this person's, or their household's, in the columns that they may read. */
export const readOwnTables = (database: Pick<Database, 'asUser'>, person: Claims): Promise<OwnTable[]> =>
  database.asUser(person, async (sql) => {
    const tables = await sql<ReadableTable[]>`
      select table_name as name, json_agg(column_name order by ordinal_position) as columns,
        bool_or(column_name = 'household_id') as of_household
      from information_schema.columns c
      where table_schema = 'public' and has_column_privilege('authenticated', format('public.%I', table_name), column_name, 'select')
      group by table_name order by table_name`;
    const own: OwnTable[] = [];
    for (const { name, columns, of_household } of tables) {
      if (leftOut.has(name)) continue;
      const owner = personal[name];
      if (owner === undefined && !of_household && name !== 'households') continue;
      const mine = owner === undefined ? sql`` : sql`where ${sql(owner)} = ${person.sub}`;
      const rows = await sql<Record<string, unknown>[]>`select ${sql(columns)} from ${sql(`public.${name}`)} ${mine}`;
      own.push({ name, columns, rows: [...rows] });
    }
    return own;
  });

/** What they wrote to others: posts, replies, likes, reports, messages, invitations. Tables that are written by functions alone. */
export const readOwnWriting = async (sql: Sql, { sub }: Claims): Promise<OwnTable[]> => {
  const lines = await sql<{ name: string; line: Record<string, unknown> }[]>`
    select name, line from private.own_writing(${sub})`;
  const names = [...new Set(lines.map(({ name }) => name))];
  return names.map((name) => {
    const rows = lines.filter((one) => one.name === name).map(({ line }) => line);
    return { name, columns: Object.keys(rows[0] ?? {}), rows };
  });
};

const waysColumns = ['provider', 'address', 'since', 'last_used_at'];

/** By which ways they sign in: no passwords, no tokens, and of another provider not its number for them. */
export const readWaysToSignIn = async (sql: Sql, { sub }: Claims): Promise<OwnTable> => {
  const rows = await sql<Record<string, unknown>[]>`select ${sql(waysColumns)} from private.ways_to_sign_in(${sub})`;
  return { name: 'ways_to_sign_in', columns: waysColumns, rows: [...rows] };
};
