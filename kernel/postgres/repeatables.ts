/** Functions, triggers, policies and rights: each has one text, and all are applied again whenever one of them changes. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  counterUnits,
  factsOf,
  languageIds,
  noticeFacts,
  noticeGroupIds,
  noticeGroups,
  noticeKindIds,
  utilityIds,
} from '#catalogue/index.ts';
import type { Sql, TransactionSql } from 'postgres';
import { deviceSources, unreadDoors } from '#subjects/hardware/sources/index.ts';
import { BackendError } from './backend-error.ts';

export interface Repeatables {
  readonly files: readonly { name: string; text: string }[];
  readonly checksum: string;
}

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

const listed = (ids: readonly string[]): string => ids.map(quoted).join(', ');

/** Columns that hold one of a closed list, wherever they stand or in one table: of what. */
const columnLists = {
  utility: utilityIds,
  register_unit: counterUnits,
  language: languageIds,
  source: deviceSources,
  door: unreadDoors,
  'notices.kind': noticeKindIds,
  'notice_wishes.kind_group': noticeGroupIds,
};

/** The product's closed lists, as checks of the columns that hold one of them and as rows. What is listed no more stays among the rows. */
const catalogueRows = `
insert into private.utilities (id, position, max_per_hour, billing_unit, can_leak) values
${utilityIds
  .map((id, position) => {
    const { maxPerHour, counter, canLeak } = factsOf(id);
    return `  (${quoted(id)}, ${position}, ${maxPerHour}, ${quoted(counter.unit)}, ${canLeak})`;
  })
  .join(',\n')}
on conflict (id) do update set position = excluded.position, max_per_hour = excluded.max_per_hour,
  billing_unit = excluded.billing_unit, can_leak = excluded.can_leak;
insert into private.notice_kinds (id, kind_group, is_alert, by_mail, by_message) values
${noticeKindIds
  .map((id) => {
    const { group, tone } = noticeFacts(id);
    const { byMail, byMessage } = noticeGroups[group];
    return `  (${quoted(id)}, ${quoted(group)}, ${tone === 'alert'}, ${byMail}, ${byMessage || tone === 'alert'})`;
  })
  .join(',\n')}
on conflict (id) do update set kind_group = excluded.kind_group, is_alert = excluded.is_alert, by_mail = excluded.by_mail, by_message = excluded.by_message;
do $$
declare
  one record;
begin
  for one in
    select k.conrelid::regclass as tab, k.conname, a.attname, l.ids
    from (values ${Object.entries(columnLists)
      .map(([column, ids]) => `(${quoted(column)}, ${quoted(listed(ids))})`)
      .join(
        ', ',
      )}) l (attname, ids), pg_constraint k join pg_namespace n on n.oid = k.connamespace join pg_class c on c.oid = k.conrelid
    join pg_attribute a on a.attrelid = c.oid and array[a.attnum] = k.conkey and a.attnum > 0
    where l.attname in (a.attname, c.relname || '.' || a.attname) and n.nspname = 'public' and k.contype = 'c' and k.conname = format('%s_%s_check', c.relname, a.attname)
  loop
    execute format('alter table %s drop constraint %I', one.tab, one.conname);
    execute format('alter table %s add constraint %I check (%I in (%s))', one.tab, one.conname, one.attname, one.ids);
  end loop;
end $$;`;

export function readRepeatables(folder: string): Repeatables {
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.sql')) : [];
  const files = names
    .toSorted()
    .map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n') }));
  if (files.length > 0) files.push({ name: 'the catalogue', text: catalogueRows });
  const checksum = createHash('sha256').update(JSON.stringify(files)).digest('hex');
  return { files, checksum };
}

/**
 * What takes away all that the files make, so that what one of them does not name any more is gone: in `private`, and on `tables`. Left are functions
 * that something needs which is not made here (a table's own rule, a trigger or a policy on the tables of `auth` and `storage`): the files replace them.
 */
const clearing = (tx: TransactionSql, tables: readonly string[]) => tx<{ statement: string }[]>`
  with ours as (
    select c.oid from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'private' and c.relkind in ('r', 'p') or format('%s.%s', n.nspname, c.relname) = any (${tables})
  )
  select format('drop policy %I on %s', polname, polrelid::regclass) as statement from pg_policy where polrelid in (select oid from ours)
  union all
  select format('drop trigger %I on %s', tgname, tgrelid::regclass) from pg_trigger where not tgisinternal and tgrelid in (select oid from ours)
  union all
  select format('revoke all on %s from anon, authenticated, wattershed_engine', oid::regclass) from ours
  union all
  select format('revoke all on sequence %s from anon, authenticated, wattershed_engine', d.objid::regclass)
  from pg_depend d join pg_class s on s.oid = d.objid and s.relkind = 'S'
  where d.classid = 'pg_class'::regclass and d.refclassid = 'pg_class'::regclass and d.deptype in ('a', 'i') and d.refobjid in (select oid from ours)
  union all
  select 'revoke all on all functions in schema private from anon, authenticated, wattershed_engine'`;

const clearingFunctions = (tx: TransactionSql) => tx<{ statement: string }[]>`
  select format('drop function %s', p.oid::regprocedure) as statement
  from pg_proc p join pg_namespace n on n.oid = p.pronamespace
  where n.nspname = 'private' and p.prokind = 'f'
    and not exists (select from pg_depend d where d.refclassid = 'pg_proc'::regclass and d.refobjid = p.oid and d.deptype in ('n', 'a'))
    and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')`;

async function clearAway(tx: TransactionSql, tables: readonly string[]): Promise<void> {
  for (const find of [() => clearing(tx, tables), () => clearingFunctions(tx)]) {
    // Each by itself, in one go: Citus hands on the text that a statement came in.
    const statements = (await find()).map(({ statement }) => `execute ${quoted(statement)};`);
    await tx.unsafe(`do $clearing$ begin ${statements.join('\n')} end $clearing$`).simple();
  }
}

/** Whether what these files make is what the database has. */
export async function hasRepeatables(sql: Sql | TransactionSql, { files, checksum }: Repeatables): Promise<boolean> {
  if (files.length === 0) return true;
  const [row] = await sql<
    { exists: boolean }[]
  >`select to_regclass('private_migrations.repeatables') is not null as exists`;
  if (!row?.exists) return false;
  const [applied] = await sql<{ checksum: string }[]>`select checksum from private_migrations.repeatables`;
  return applied?.checksum === checksum;
}

/** The statements of a file of SQL, each with where it begins. Knows what our own files are written with: comments to the line's end, texts, names and bodies. */
export const statementsOf = (text: string): { statement: string; at: number }[] => {
  const found: { statement: string; at: number }[] = [];
  const token = /--[^\n]*|'(?:[^']|'')*'|"(?:[^"]|"")*"|(\$\w*\$)[\s\S]*?\1|;/g;
  let at = 0;
  const keep = (end: number): void => {
    const statement = text.slice(at, end);
    if (statement.replaceAll(/--[^\n]*/g, '').trim() !== '') found.push({ statement, at });
    at = end + 1;
  };
  for (const { 0: word, index } of text.matchAll(token)) if (word === ';') keep(index);
  keep(text.length);
  return found;
};

/** Citus hands some statements on in the text that they came in, which must then be one alone. */
const isOnCitus = async (tx: TransactionSql): Promise<boolean> =>
  (await tx`select from pg_extension where extname = 'citus'`).length > 0;

/** A file of SQL as it stands. Throws `migration-failed` with its name and the line. */
export async function runFile(tx: TransactionSql, { name, text }: { name: string; text: string }): Promise<void> {
  let begun = 0;
  try {
    if (!(await isOnCitus(tx))) await tx.unsafe(text).simple();
    else
      for (const { statement, at } of statementsOf(text)) {
        begun = at;
        await tx.unsafe(statement).simple();
      }
  } catch (cause) {
    const { message, position } = cause as Error & { position?: string };
    const line = position ? ` at line ${text.slice(0, begun + Number(position)).split('\n').length}` : '';
    const words = `${name} failed${line}: ${message}. The database is as it was before it.`;
    throw new BackendError('migration-failed', words, { cause });
  }
}

/** What tables' own checks and generated columns call, for a migration that makes some. */
export async function applyRules(tx: TransactionSql, { files }: Repeatables): Promise<void> {
  const rules = files.find(({ name }) => name === '00_rules.sql');
  if (rules) await runFile(tx, rules);
}

/** In the caller's transaction: nobody ever sees a database without its policies. `tables`: ours, as `schema.name`. */
export async function applyRepeatables(
  tx: TransactionSql,
  { files, checksum }: Repeatables,
  tables: readonly string[],
): Promise<void> {
  await clearAway(tx, tables);
  await tx.unsafe('set local check_function_bodies = off').simple();
  for (const file of files) await runFile(tx, file);
  // PostgreSQL lets everyone execute a new function.
  await tx.unsafe('revoke execute on all functions in schema private from public').simple();
  await tx`
    insert into private_migrations.repeatables (checksum) values (${checksum})
    on conflict (only_row) do update set checksum = excluded.checksum, applied_at = now()`;
}
