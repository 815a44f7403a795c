/** Functions, triggers, policies and rights: each has one text, and all are applied again whenever one of them changes. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Sql, TransactionSql } from 'postgres';
import { BackendError } from './backend-error.ts';
import { lineOf } from './line-of.ts';

export interface Repeatables {
  readonly files: readonly { name: string; text: string }[];
  readonly checksum: string;
}

export function readRepeatables(folder: string): Repeatables {
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.sql')) : [];
  const files = names
    .toSorted()
    .map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n') }));
  const checksum = createHash('sha256').update(JSON.stringify(files)).digest('hex');
  return { files, checksum };
}

/**
 * Takes away what the files make, so that what one of them does not name any more is gone. Left are functions that something needs which is
 * not made here (a table's own rule, a trigger or a policy on the tables of `auth` and `storage`): the files replace them.
 */
const clearAway = `
do $$
declare
  one record;
begin
  for one in select tablename, policyname, schemaname from pg_policies where schemaname in ('public', 'private') loop
    execute format('drop policy %I on %I.%I', one.policyname, one.schemaname, one.tablename);
  end loop;
  for one in
    select t.tgname, t.tgrelid::regclass as of from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
    where not t.tgisinternal and n.nspname in ('public', 'private') loop
    execute format('drop trigger %I on %s', one.tgname, one.of);
  end loop;
  for one in
    select p.oid::regprocedure as signature from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname in ('public', 'private') and p.prokind = 'f'
      and not exists (select from pg_depend d where d.refclassid = 'pg_proc'::regclass and d.refobjid = p.oid and d.deptype in ('n', 'a'))
      and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e') loop
    execute format('drop function %s', one.signature);
  end loop;
end $$;
revoke all on all tables in schema public, private from anon, authenticated, wattershed_engine;
revoke all on all sequences in schema public, private from anon, authenticated, wattershed_engine;
revoke all on all functions in schema private from anon, authenticated, wattershed_engine;
`;

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

async function run(tx: TransactionSql, { name, text }: { name: string; text: string }): Promise<void> {
  try {
    await tx.unsafe(text).simple();
  } catch (cause) {
    const { message, position } = cause as Error & { position?: string };
    const words = `${name} failed${lineOf(text, position)}: ${message}. The database is as it was before it.`;
    throw new BackendError('migration-failed', words, { cause });
  }
}

/** What tables' own checks and generated columns call, for a migration that makes some. */
export async function applyRules(tx: TransactionSql, { files }: Repeatables): Promise<void> {
  const rules = files.find(({ name }) => name === '00_rules.sql');
  if (rules) await run(tx, rules);
}

/** In the caller's transaction: nobody ever sees a database without its policies. */
export async function applyRepeatables(tx: TransactionSql, { files, checksum }: Repeatables): Promise<void> {
  await tx.unsafe(clearAway).simple();
  await tx.unsafe('set local check_function_bodies = off').simple();
  for (const file of files) await run(tx, file);
  // PostgreSQL lets everyone execute a new function.
  await tx.unsafe('revoke execute on all functions in schema private from public').simple();
  await tx`
    insert into private_migrations.repeatables (checksum) values (${checksum})
    on conflict (only_row) do update set checksum = excluded.checksum, applied_at = now()`;
}
