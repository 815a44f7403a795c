import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import postgres, { type Sql, type TransactionSql } from 'postgres';
import { BackendError } from './backend-error.ts';
import { baseline, isOfBefore, takeOver } from './history-before.ts';
import { lineOf } from './line-of.ts';
import { applyRepeatables, hasRepeatables, readRepeatables } from './repeatables.ts';

interface Migration {
  name: string;
  checksum: string;
  text: string;
}

export interface MigrationProgress {
  name: string;
  index: number;
  total: number;
}

export interface AppliedMigration {
  name: string;
  checksum: string;
}

const NAME = /^\d{14}_[a-z0-9_]+\.sql$/;
/** One runner at a time, whatever process it lives in. */
const LOCK_KEY = 7_224_691_135;

function readMigrations(folder: string): Migration[] {
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort();
  return names.map((name) => {
    if (!NAME.test(name)) {
      throw new BackendError(
        'migration-misnamed',
        `The migration ${name} must be named like 20261231235959_what_it_does.sql.`,
      );
    }
    // A checkout on Windows may have changed the line ends.
    const text = readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n');
    return { name, text, checksum: createHash('sha256').update(text).digest('hex') };
  });
}

/** Compares what was applied with the files; answers the migrations that are still to run. */
function pendingMigrations(applied: AppliedMigration[], files: Migration[]): Migration[] {
  if (isOfBefore(applied)) return files.filter(({ name }) => name > baseline);
  const byName = new Map(files.map((file) => [file.name, file]));
  for (const { name, checksum } of applied) {
    const file = byName.get(name);
    if (!file && name < (files[0]?.name ?? '')) {
      const words = `The database was made before Wattershed's first release (${name}), and the last version of before has not brought it up to date. Start that one on it once, then this one.`;
      throw new BackendError('migration-too-old', words);
    }
    if (!file) {
      const words = `The database has had the migration ${name}, which this Wattershed does not have. Was an older Wattershed started on newer data? Start the newer one.`;
      throw new BackendError('migration-missing', words);
    }
    if (file.checksum !== checksum) {
      const words = `The migration ${name} was changed after it had been applied to this database. Put the file back as it was, and write a new migration for the change.`;
      throw new BackendError('migration-changed', words);
    }
  }
  const done = new Set(applied.map(({ name }) => name));
  const newest =
    applied
      .map(({ name }) => name)
      .sort()
      .at(-1) ?? '';
  const pending = files.filter(({ name }) => !done.has(name));
  const late = pending.find(({ name }) => name < newest);
  if (late) {
    const words = `The migration ${late.name} is older than ${newest}, which this database already has. Give it a newer number.`;
    throw new BackendError('migration-out-of-order', words);
  }
  return pending;
}

export async function appliedMigrations(sql: Sql | TransactionSql): Promise<AppliedMigration[]> {
  const [row] = await sql<
    { exists: boolean }[]
  >`select to_regclass('private_migrations.applied') is not null as exists`;
  if (!row?.exists) return [];
  return sql<AppliedMigration[]>`select name, checksum from private_migrations.applied order by name`;
}

async function prepareHistory(tx: TransactionSql): Promise<void> {
  await tx
    .unsafe(`
    create schema if not exists private_migrations;
    revoke all on schema private_migrations from public;
    create table if not exists private_migrations.applied (
      name text primary key,
      checksum text not null,
      applied_at timestamptz not null default now()
    );
    alter table private_migrations.applied enable row level security;
    create table if not exists private_migrations.repeatables (
      only_row boolean primary key default true check (only_row),
      checksum text not null,
      applied_at timestamptz not null default now()
    );
    alter table private_migrations.repeatables enable row level security;
  `)
    .simple();
}

async function applyOne(tx: TransactionSql, migration: Migration): Promise<void> {
  try {
    await tx.unsafe(migration.text).simple();
  } catch (cause) {
    const { message, position } = cause as Error & { position?: string };
    const words = `The migration ${migration.name} failed${lineOf(migration.text, position)}: ${message}. The database is as it was before it.`;
    throw new BackendError('migration-failed', words, { cause });
  }
  await tx`insert into private_migrations.applied (name, checksum) values (${migration.name}, ${migration.checksum})`;
}

/** Throws as a migration would where this history of a database does not fit these files. */
export function checkHistory(applied: AppliedMigration[], folder: string): void {
  pendingMigrations(applied, readMigrations(folder));
}

/** `last`: the name of the migration to stop after. */
export async function applyMigrations(
  sql: Sql,
  folder: string,
  onProgress?: (progress: MigrationProgress) => void,
  last?: string,
): Promise<string[]> {
  const files = readMigrations(folder).filter(({ name }) => last === undefined || name <= last);
  const repeatables = readRepeatables(join(folder, '../repeatable'));
  const known = await appliedMigrations(sql);
  const isCurrent = pendingMigrations(known, files).length === 0 && !isOfBefore(known);
  // Rows of a backup of then come first: nothing of ours runs meanwhile.
  const areDue = async (on: Sql | TransactionSql) => last === undefined && !(await hasRepeatables(on, repeatables));
  if (isCurrent && !(await areDue(sql))) return [];
  const applied: string[] = [];
  for (let isDone = false; !isDone; ) {
    isDone = await sql.begin(async (tx) => {
      await tx`select pg_advisory_xact_lock(${LOCK_KEY})`;
      await prepareHistory(tx);
      const found = await appliedMigrations(tx);
      const [next, ...later] = pendingMigrations(found, files);
      if (isOfBefore(found)) await takeOver(tx, files);
      if (next) {
        onProgress?.({ name: next.name, index: files.indexOf(next) + 1, total: files.length });
        await applyOne(tx, next);
        applied.push(next.name);
      }
      if (later.length > 0) return false;
      if (await areDue(tx)) await applyRepeatables(tx, repeatables);
      return true;
    });
  }
  return applied;
}

/** Somebody else makes them: triggers and foreign keys of ours need them there. */
async function checkAuthTables(sql: Sql): Promise<void> {
  const missing = await sql<{ name: string }[]>`
    select 'auth.' || wanted.name as name from unnest(array['users', 'identities', 'sessions']) as wanted (name)
    where not exists (select from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'auth' and c.relname = wanted.name)`;
  if (missing.length === 0) return;
  const names = missing.map(({ name }) => name).join(', ');
  const words = `This database has no ${names} yet, which the auth server makes when it first starts. Start it on this database, or, where there is none, run supabase/plain/auth-and-storage.sql (docs/operate/hosted.md); then migrate again. Nothing was changed.`;
  throw new BackendError('auth-tables-missing', words);
}

/** For a database that runs elsewhere: needs no superuser, and works through a transaction pooler. */
export async function migrateDatabase(
  url: string,
  folder: string,
  onProgress?: (progress: MigrationProgress) => void,
): Promise<string[]> {
  const sql = postgres(url, { max: 1, prepare: false, onnotice: () => undefined });
  try {
    await checkAuthTables(sql);
    return await applyMigrations(sql, folder, onProgress);
  } finally {
    await sql.end();
  }
}
