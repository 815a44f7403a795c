/** A database on the nodes of a Citus cluster: its tables are laid out after each change of the schema (docs/operate/scale.md, docs/decisions/0063). */
import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Sql } from 'postgres';
import { statementsOf } from './repeatables.ts';

/** As whom nodes come to each other, beside the superuser; who owns the tables differs by who made them. */
export const clusterLogins = [
  'wattershed_owner',
  'wattershed',
  'wattershed_engine',
  'authenticator',
  'authenticated',
  'supabase_auth_admin',
] as const;

/** What a service's connection says there: plans of a generic shape cannot name a shard, and settings of a transaction go to the nodes. */
export function clusterAddress(address: string): string {
  const url = new URL(address);
  url.searchParams.set('plan_cache_mode', 'auto');
  url.searchParams.set('citus.propagate_set_commands', 'local');
  return url.href;
}

/** Workers have joined it. */
export async function isCluster(sql: Sql): Promise<boolean> {
  const [citus] = await sql`select from pg_extension where extname = 'citus'`;
  if (!citus) return false;
  const workers = await sql`select from pg_dist_node where groupid <> 0 and isactive limit 1`;
  return workers.length > 0;
}

type Passwords = Readonly<Partial<Record<(typeof clusterLogins)[number], string>>>;

/** By a password a node comes to another as one of `clusterLogins`; who has none gets one that nobody else knows. */
export async function letNodesIn(sql: Sql, passwords: Passwords): Promise<void> {
  await sql.begin(async (tx) => {
    const there = await tx<{ login: keyof Passwords }[]>`
      select rolname as login from pg_roles where rolname = any (${[...clusterLogins]})`;
    for (const { login } of there) {
      // Ours are base64url, so quoting them is safe; ALTER ROLE takes no parameters.
      const password = passwords[login] ?? randomBytes(24).toString('hex');
      await tx.unsafe(`alter role ${login} login password '${password}'`);
      await tx`delete from pg_dist_authinfo where rolename = ${login}`;
      await tx`insert into pg_dist_authinfo (nodeid, rolename, authinfo) values (0, ${login}, ${`password=${password}`})`;
    }
  });
}

const FILES = ['citus.sql', 'functions.sql'] as const;
const fileOf = (migrationsDir: string, name: (typeof FILES)[number]): string =>
  readFileSync(join(migrationsDir, '../scale', name), 'utf8');

/** On one connection, as a superuser. */
export async function layOut(sql: Sql, migrationsDir: string): Promise<void> {
  await sql.unsafe(fileOf(migrationsDir, 'citus.sql')).simple();
  // Each by itself, as psql sends them: one waits for what another left on the workers.
  for (const { statement } of statementsOf(fileOf(migrationsDir, 'functions.sql')))
    await sql.unsafe(statement).simple();
}

/** By what tables, functions and shards the database has, and by the files. */
async function stateOf(sql: Sql, migrationsDir: string): Promise<string> {
  const [found] = await sql`
    select (select string_agg(checksum, ' ' order by name) from private_migrations.applied) as migrations,
      (select checksum from private_migrations.repeatables) as functions, (select count(*)::int from pg_dist_shard) as shards`;
  const files = FILES.map((name) => fileOf(migrationsDir, name));
  return `laid out: ${createHash('sha256')
    .update(JSON.stringify([found, files]))
    .digest('hex')}`;
}

const LOCK_KEY = 7_224_691_136;

/** After migrations, where they changed something; does nothing on a single PostgreSQL. */
export async function keepLaidOut(sql: Sql, migrationsDir: string, passwords: Passwords): Promise<void> {
  if (!(await isCluster(sql))) return;
  const isDone = async (): Promise<boolean> => {
    const [row] = await sql`select obj_description('private_migrations'::regnamespace, 'pg_namespace') as state`;
    return row?.['state'] === (await stateOf(sql, migrationsDir));
  };
  if (await isDone()) return;
  await sql`select pg_advisory_lock(${LOCK_KEY})`;
  try {
    if (await isDone()) return;
    await letNodesIn(sql, passwords);
    await layOut(sql, migrationsDir);
    await sql.unsafe(`comment on schema private_migrations is '${await stateOf(sql, migrationsDir)}'`);
  } finally {
    await sql`select pg_advisory_unlock(${LOCK_KEY})`;
  }
}
