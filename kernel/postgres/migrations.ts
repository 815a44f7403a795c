/** The database's migrations: what has run on it, what is still to run, and that nothing was changed in between. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import postgres, { type Sql, type TransactionSql } from 'postgres';
import { BackendError } from './backend-error.ts';
import { applyRepeatables, applyRules, hasRepeatables, readRepeatables, runFile } from './repeatables.ts';

interface Migration {
  name: string;
  checksum: string;
  text: string;
}

interface MigrationProgress {
  name: string;
  index: number;
  total: number;
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

const isToBeTakenOver = (applied: AppliedMigration[], files: Migration[]): boolean =>
  files.some(({ name }) => name === baseline) && isOfBefore(applied);

/** Compares what was applied with the files; answers the migrations that are still to run. */
function pendingMigrations(applied: AppliedMigration[], files: Migration[]): Migration[] {
  if (isToBeTakenOver(applied, files)) return files.filter(({ name }) => name > baseline);
  const byName = new Map(files.map((file) => [file.name, file]));
  for (const { name, checksum } of applied) {
    const file = byName.get(name);
    if (!file && name < (files[0]?.name ?? '')) {
      const words = `The database was made before Wattershed's first release (${name}), and this version knows no such one. Start the newest Wattershed that has this file on it once, then this one.`;
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

/** As they are called now. Somebody else may have tables in `public` beside ours. */
const tablesOf = (files: Migration[]): string[] => {
  const tables = new Set<string>();
  for (const { text } of files) {
    for (const [, made = ''] of text.matchAll(/^create table (public\.\w+)/gm)) tables.add(made);
    for (const [, from = '', to = ''] of text.matchAll(/^alter table (public\.\w+) rename to (\w+)/gm))
      if (tables.delete(from)) tables.add(`public.${to}`);
  }
  return [...tables];
};

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
  await runFile(tx, migration);
  await tx`insert into private_migrations.applied (name, checksum) values (${migration.name}, ${migration.checksum})`;
}

/** Throws as a migration would where this history of a database does not fit these files. */
export function checkHistory(applied: AppliedMigration[], folder: string): void {
  pendingMigrations(applied, readMigrations(folder));
}

/** Answers what was applied. `last`: the migration to stop after; functions, triggers, policies and rights are left out then. */
export async function applyMigrations(
  sql: Sql,
  folder: string,
  onProgress?: (progress: MigrationProgress) => void,
  last?: string,
): Promise<string[]> {
  const files = readMigrations(folder).filter(({ name }) => last === undefined || name <= last);
  const repeatables = readRepeatables(join(folder, '../repeatable'));
  const isDue = async (on: Sql | TransactionSql) => last === undefined && !(await hasRepeatables(on, repeatables));
  const known = await appliedMigrations(sql);
  if (!isToBeTakenOver(known, files) && pendingMigrations(known, files).length === 0 && !(await isDue(sql))) return [];
  const applied: string[] = [];
  const total = files.length + (repeatables.files.length > 0 ? 1 : 0);
  const tell = (name: string, index: number): void => {
    onProgress?.({ name, index: index + 1, total });
    applied.push(name);
  };
  const step = async (tx: TransactionSql): Promise<boolean> => {
    await tx`select pg_advisory_xact_lock(${LOCK_KEY})`;
    await prepareHistory(tx);
    const history = await appliedMigrations(tx);
    const pending = pendingMigrations(history, files);
    const isOld = isToBeTakenOver(history, files);
    if (isOld) await takeTablesOver(tx, files, folder);
    // A database of before is taken over whole or not at all.
    const now = isOld ? pending : pending.slice(0, 1);
    for (const next of now) {
      tell(next.name, files.indexOf(next));
      await applyRules(tx, repeatables);
      await applyOne(tx, next);
    }
    if (now.length < pending.length) return false;
    if (await isDue(tx)) {
      tell('functions, policies and rights', files.length);
      await applyRepeatables(tx, repeatables, tablesOf(files));
    }
    if (isOld) await mendRows(tx, history, folder);
    return true;
  };
  while (!(await sql.begin(step)));
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

// Databases of before the first release have their tables from other files: what theirs lack is added, and their history is written anew.

interface AppliedMigration {
  name: string;
  checksum: string;
}

/** With this file a database has the tables that those of before are given. */
export const baseline = '20261201001400_jobs.sql';

/** By the names and checksums of the files that made them: which version, and whether its rows want mending. */
const versions: Record<string, { rows: boolean }> = {
  '08948f645fbce419eb66370f304db9ab204e8830fed7cffb1ac72426fc2763db': { rows: true },
  '2bd596638dcebedee113ebedded03946b58f53f8ad888b9152070e3950b47fde': { rows: false },
};

function versionOf(applied: readonly AppliedMigration[]): { rows: boolean } | undefined {
  const rows = applied
    .map(({ name, checksum }) => [name, checksum] as const)
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
  return versions[createHash('sha256').update(JSON.stringify(rows)).digest('hex')];
}

/** Whether this is the whole history of a database of before. */
export const isOfBefore = (applied: readonly AppliedMigration[]): boolean => versionOf(applied) !== undefined;

const run = (tx: TransactionSql, migrationsDir: string, name: string): Promise<void> =>
  runFile(tx, { name: `before/${name}`, text: readFileSync(join(migrationsDir, '../before', name), 'utf8') });

/** Once, before any later migration; a backup's tables are the baseline's already, with the history of then. */
async function takeTablesOver(tx: TransactionSql, files: readonly AppliedMigration[], folder: string): Promise<void> {
  await run(tx, folder, 'tables.sql');
  await tx`delete from private_migrations.applied`;
  for (const { name, checksum } of files.filter((file) => file.name <= baseline))
    await tx`insert into private_migrations.applied (name, checksum) values (${name}, ${checksum})`;
}

/** `applied`: the history of then. In the same transaction, when the functions of today are there. */
async function mendRows(tx: TransactionSql, applied: readonly AppliedMigration[], folder: string): Promise<void> {
  if (versionOf(applied)?.rows) await run(tx, folder, 'rows.sql');
}
