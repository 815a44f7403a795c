/** Reads the catalogue of a plain PostgreSQL and names what Citus would refuse, or do otherwise. */
import type { Sql, Transaction } from '#kernel/db.ts';
import { localTables, referenceTables } from '#supabase/scale/lists.ts';

interface Fault {
  readonly name: string;
  readonly says: string;
}

interface TableRow {
  readonly name: string;
  readonly has_household: boolean;
}
interface FunctionRow {
  readonly name: string;
  readonly language: string;
  readonly source: string;
  readonly arguments: number;
  /** Tables whose row one of its arguments is. */
  readonly rows: readonly string[];
}
interface TriggerRow {
  readonly name: string;
  readonly tab: string;
  readonly timing: 'before' | 'after';
  readonly definition: string;
  readonly source: string;
}

const tablesOf = (sql: Sql | Transaction): Promise<TableRow[]> => sql<TableRow[]>`
  select format('%s.%s', n.nspname, c.relname) as name, exists (select from pg_attribute a
    where a.attrelid = c.oid and a.attname = 'household_id' and a.attnotnull) as has_household
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname in ('public', 'private') and c.relkind in ('r', 'p') order by 1`;

const functionsOf = (sql: Sql | Transaction): Promise<FunctionRow[]> => sql<FunctionRow[]>`
  select p.proname as name, l.lanname as language, p.prosrc as source, p.pronargs::integer as arguments,
    array(select format('%s.%s', m.nspname, c.relname) from unnest(p.proargtypes) t join pg_type y on y.oid = t
      join pg_class c on c.oid = y.typrelid and c.relkind = 'r' join pg_namespace m on m.oid = c.relnamespace) as rows
  from pg_proc p join pg_namespace n on n.oid = p.pronamespace join pg_language l on l.oid = p.prolang
  where n.nspname = 'private' and p.prokind = 'f' and p.prorettype <> 'trigger'::regtype order by 1`;

const triggersOf = (sql: Sql | Transaction): Promise<TriggerRow[]> => sql<TriggerRow[]>`
  select t.tgname as name, format('%s.%s', n.nspname, c.relname) as tab, case when t.tgtype & 2 = 2 then 'before' else 'after' end as timing,
    pg_get_triggerdef(t.oid) as definition, p.prosrc as source
  from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace join pg_proc p on p.oid = t.tgfoid
  where not t.tgisinternal and n.nspname in ('public', 'private') order by 1, 2`;

/** Citus takes a table of the coordinator in that a key ties to others; one by itself stays PostgreSQL's alone. */
const loneTablesOf = async (sql: Sql | Transaction): Promise<string[]> => {
  const rows = await sql<{ name: string }[]>`
    select format('%s.%s', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'private') and c.relkind = 'r' and not exists (select from pg_constraint k
      join pg_class f on f.oid in (k.conrelid, k.confrelid) join pg_namespace m on m.oid = f.relnamespace
      where k.contype = 'f' and c.oid in (k.conrelid, k.confrelid) and f.oid <> c.oid and m.nspname in ('public', 'private')
        and format('%s.%s', m.nspname, f.relname) <> all (${localTables}))`;
  return rows.map(({ name }) => name).filter((name) => localTables.includes(name));
};

const keysOf = (sql: Sql | Transaction) => sql<{ name: string; tab: string }[]>`
  select k.conname as name, format('%s.%s', n.nspname, c.relname) as tab from pg_constraint k join pg_class c on c.oid = k.conrelid
  join pg_namespace n on n.oid = c.relnamespace
  where k.contype = 'f' and n.nspname in ('public', 'private') and k.confdeltype in ('n', 'd') and exists (
    select from pg_attribute a where a.attrelid = c.oid and a.attname = 'household_id' and a.attnum = any (k.conkey)) order by 1`;

const uniquesOf = (sql: Sql | Transaction) => sql<{ name: string; tab: string }[]>`
  select i.indexrelid::regclass::text as name, format('%s.%s', n.nspname, c.relname) as tab from pg_index i join pg_class c on c.oid = i.indrelid
  join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = 'private' and i.indisunique and not exists (
    select from pg_attribute a where a.attrelid = c.oid and a.attname = 'household_id' and a.attnum = any (i.indkey)) order by 1`;

/** Columns that Citus writes out for who inserts a row, and that they may not write. */
const defaultsOf = (sql: Sql | Transaction) => sql<{ name: string; tab: string }[]>`
  select format('%s.%s', c.relname, a.attname) as name, format('%s.%s', n.nspname, c.relname) as tab
  from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where n.nspname = 'public' and c.relkind = 'r' and (a.atthasdef and a.attgenerated = '' or a.attidentity <> '')
    and has_any_column_privilege('authenticated', c.oid, 'insert') and not has_column_privilege('authenticated', c.oid, a.attnum, 'insert') order by 1`;

const noComments = (source: string): string => source.replaceAll(/--[^\n]*/g, '');
const mentions = (source: string, tables: readonly string[], before = ''): boolean =>
  tables.some((table) => new RegExp(`${before}${table.replace('.', '\\.')}\\b`, 'i').test(source));
const writes = String.raw`\b(?:insert into|update|delete from)\s+`;
const asksWorker = /private\.is_worker\(\)/;
/** A variable, not another table's column: it stands for one home. */
const ofOneHome = /household_id = (?!\w+\.)\w/i;

/** What a body says, and the bodies of all that it calls, but for those that keep off a worker. */
const reached = (source: string, functions: ReadonlyMap<string, string>, seen = new Set<string>()): string => {
  const text = noComments(source);
  const called = [...text.matchAll(/\bprivate\.(\w+)\(/g)].map(([, name = '']) => name);
  const more = called.flatMap((name) => {
    const body = functions.get(name);
    if (body === undefined || seen.has(name) || asksWorker.test(body)) return [];
    seen.add(name);
    return [reached(body, functions, seen)];
  });
  return [text, ...more].join('\n');
};

const triggerFaults = (
  { tab, timing, definition, source }: TriggerRow,
  distributed: readonly string[],
  functions: ReadonlyMap<string, string>,
): string[] => {
  const text = noComments(source);
  const isKept = asksWorker.test(definition) || asksWorker.test(text);
  if (
    /tg_table_name\s*=\s*'/i.test(text) &&
    mentions(
      text,
      distributed.map((name) => name.replace(/^\w+\./, "'")),
    )
  )
    return ['asks what its table is called, which on Citus is a shard'];
  if (referenceTables.includes(tab))
    return timing === 'after' && !isKept ? ['acts on every node: private.is_worker() keeps it on the coordinator'] : [];
  if (!distributed.includes(tab) || isKept) return [];
  const whole = reached(source, functions);
  return [
    ...(/pg_notify/.test(whole) ? ['tells from a worker, which nobody hears'] : []),
    ...(mentions(whole, [...referenceTables, ...localTables], writes) ? ['writes outside of its home'] : []),
  ];
};

const functionFaults = (one: FunctionRow, distributed: readonly string[], shared: readonly string[]): string[] => {
  const renamed = shared.filter((name) => !referenceTables.includes(name));
  const text = noComments(one.source);
  const locks = text.split(';').filter((statement) => /\bfor (?:no key )?update\b/i.test(statement));
  return [
    ...(one.language === 'sql' && one.arguments > 0 && mentions(text, shared)
      ? ['is a SQL function with parameters that reads tables']
      : []),
    ...(one.rows.some((row) => renamed.includes(row)) ? ['takes a row, whose type is another on a shard'] : []),
    ...(locks.some((lock) => mentions(lock, distributed) && !ofOneHome.test(lock))
      ? ['locks rows of several homes']
      : []),
  ];
};

/** One for each fault, such as `meters_parent has a key that sets one column null`. */
export const citusFaults = async (sql: Sql | Transaction): Promise<string[]> => {
  const tables = await tablesOf(sql);
  const apart = [...referenceTables, ...localTables];
  const distributed = tables.map(({ name }) => name).filter((name) => !apart.includes(name));
  const all = tables.map(({ name }) => name);
  const lone = await loneTablesOf(sql);
  const shared = all.filter((name) => !lone.includes(name));
  const functions = await functionsOf(sql);
  const bodies = new Map(functions.map(({ name, source }) => [name, source]));
  const faults: Fault[] = [
    ...tables
      .filter(({ name, has_household }) => !has_household && !apart.includes(name))
      .map(({ name }) => ({ name, says: 'is in no list of supabase/scale/citus.sql and has no household_id' })),
    ...apart.filter((name) => !all.includes(name)).map((name) => ({ name, says: 'is listed, and no table' })),
    ...(await keysOf(sql))
      .filter(({ tab }) => distributed.includes(tab))
      .map(({ name }) => ({ name, says: 'has a key that sets columns null beside household_id' })),
    ...(await uniquesOf(sql))
      .filter(({ tab }) => distributed.includes(tab))
      .map(({ name }) => ({ name, says: 'is unique without household_id' })),
    ...(await defaultsOf(sql))
      .filter(({ tab }) => distributed.includes(tab))
      .map(({ name }) => ({ name, says: 'is written out by Citus for who may not write it' })),
    ...(await triggersOf(sql)).flatMap((one) =>
      triggerFaults(one, distributed, bodies).map((says) => ({ name: `${one.tab}.${one.name}`, says })),
    ),
    ...functions.flatMap((one) => functionFaults(one, distributed, shared).map((says) => ({ name: one.name, says }))),
  ];
  return faults.map(({ name, says }) => `${name} ${says}`);
};
