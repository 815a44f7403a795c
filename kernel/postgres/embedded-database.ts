import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import postgres, { type Sql } from 'postgres';
import { BackendError, type BackendLog, diskFull, saysDiskFull } from './backend-error.ts';
import { clearHalfMade } from '../backup/half-made.ts';
import { finishSwap } from '../backup/swap-folders.ts';
import { keepLaidOut } from './cluster.ts';
import { type InstallSecrets, makeSecrets, readSecrets, secretsFile, writeSecrets } from './installation.ts';
import { applyMigrations } from './migrations.ts';
import { claimCluster, releaseCluster } from './orphan-postgres.ts';
import { addressFile, asLogin, checkOutside, outsideAddress } from './outside-database.ts';
import type { PostgresPackage } from './postgres-binaries.ts';
import { type SupervisedPostgres, startPostgres } from './postgres-supervisor.ts';

type DatabaseLogin = 'postgres' | 'wattershed' | 'authenticator' | 'supabase_auth_admin';

export interface EmbeddedDatabase {
  postgres: Pick<SupervisedPostgres, 'isNew' | 'health' | 'onRestart' | 'stop' | 'sync'>;
  secrets: InstallSecrets;
  url(login: DatabaseLogin, database?: string): string;
}

const DATABASE = 'wattershed';
// The bundle lies in dist/, the SQL stays with its source.
const bootFiles = ['auth.sql', 'boot.sql'].map(
  (name) =>
    new URL(import.meta.url.endsWith('.ts') ? `./${name}` : `../../../kernel/postgres/${name}`, import.meta.url),
);

function secretsOf(dataDir: string): InstallSecrets {
  const kept = readSecrets(dataDir);
  if (kept?.jwtSecret && kept.anonKey) return kept;
  if (kept) {
    // The operator took the installation's secret away, to have a new one; the anonymous key is signed with it.
    const { jwtSecret, anonKey } = makeSecrets();
    const renewed = { ...kept, jwtSecret, anonKey };
    writeSecrets(dataDir, renewed);
    return renewed;
  }
  if (
    outsideAddress(dataDir) !== undefined ||
    existsSync(`${dataDir}/postgres`) ||
    existsSync(`${dataDir}/postgres.location`)
  ) {
    const words = `The database in ${dataDir} is there, but the passwords that open it (${secretsFile(dataDir)}) are gone. Put that file back from a backup, or set DATA_DIR to another folder.`;
    throw new BackendError('secrets-missing', words);
  }
  const made = makeSecrets();
  writeSecrets(dataDir, made);
  return made;
}

export interface ClusterOptions {
  dataDir: string;
  log: BackendLog;
  isDurable?: boolean;
  /** Another PostgreSQL than the one that is installed with us. */
  programs?: PostgresPackage;
}

/** Opened by its operator, not by us: there is nothing to stop. */
const elsewhere: EmbeddedDatabase['postgres'] = {
  isNew: false,
  health: () => ({ isReady: true }),
  onRestart: () => undefined,
  stop: async () => undefined,
  sync: async () => undefined,
};

const passwordsOf = (secrets: InstallSecrets): Record<Exclude<DatabaseLogin, 'postgres'>, string> => ({
  wattershed: secrets.servicePassword,
  authenticator: secrets.authenticatorPassword,
  supabase_auth_admin: secrets.authenticatorPassword,
});

/** `address` is its superuser's. */
export function outsideDatabase(address: string, secrets: InstallSecrets): EmbeddedDatabase {
  const passwords = passwordsOf(secrets);
  const url = (login: DatabaseLogin) => (login === 'postgres' ? address : asLogin(address, login, passwords[login]));
  return { postgres: elsewhere, secrets, url };
}

/** The database of the installation, where it lies now. */
export async function openDatabaseOf(options: ClusterOptions): Promise<EmbeddedDatabase> {
  const dataDir = resolve(options.dataDir);
  const address = outsideAddress(dataDir);
  if (address === undefined) return openCluster(options);
  await checkOutside(address);
  const opened = outsideDatabase(address, secretsOf(dataDir));
  claimCluster(addressFile(dataDir));
  return { ...opened, postgres: { ...opened.postgres, stop: async () => releaseCluster(addressFile(dataDir)) } };
}

/** The embedded one of `dataDir`, which runs until it is stopped. */
export async function openCluster(
  options: ClusterOptions,
): Promise<EmbeddedDatabase & { postgres: SupervisedPostgres }> {
  const dataDir = resolve(options.dataDir);
  let secrets: InstallSecrets;
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o755 });
    finishSwap(dataDir);
    await clearHalfMade(dataDir);
    secrets = secretsOf(dataDir);
  } catch (error) {
    throw saysDiskFull(String(error)) ? diskFull(dataDir, error) : error;
  }
  const server = await startPostgres({ ...options, dataDir, superuserPassword: secrets.superuserPassword });
  const passwords = { postgres: secrets.superuserPassword, ...passwordsOf(secrets) };
  const url = (login: DatabaseLogin, database = DATABASE) =>
    `postgres://${login}:${passwords[login]}@127.0.0.1:${server.port}/${database}`;
  return { postgres: server, secrets, url };
}

export async function withOwner<Result>(url: string, work: (sql: Sql) => Promise<Result>): Promise<Result> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  try {
    return await work(sql);
  } finally {
    await sql.end();
  }
}

export interface Preparation {
  migrationsDir: string;
  log: BackendLog;
  database?: string;
  /** The migration to stop after: a backup's. */
  lastMigration?: string;
}

/** Makes the database if need be, then brings the tables of sign-in, the roles, the migrations and a cluster's nodes up to date. */
export async function prepareDatabase(cluster: EmbeddedDatabase, preparation: Preparation): Promise<void> {
  const { migrationsDir, log, database = DATABASE, lastMigration } = preparation;
  if (cluster.postgres.isNew || database !== DATABASE) {
    await withOwner(cluster.url('postgres', 'postgres'), async (sql) => {
      const [found] = await sql`select from pg_database where datname = ${database}`;
      if (!found) await sql.unsafe(`create database ${database}`);
    });
  }
  const ownerUrl = cluster.url('postgres', database);
  await withOwner(ownerUrl, async (sql) => {
    await bootDatabase(sql, cluster.secrets);
    await applyMigrations(
      sql,
      migrationsDir,
      ({ name, index, total }) => log.info(`migration ${index} of ${total}: ${name}`),
      lastMigration,
    );
    if (lastMigration === undefined) await keepLaidOut(sql, migrationsDir, passwordsOf(cluster.secrets));
  });
}

async function bootDatabase(sql: Sql, secrets: InstallSecrets): Promise<void> {
  for (const file of bootFiles) await sql.unsafe(readFileSync(file, 'utf8')).simple();
  // Ours are base64url, so quoting them is safe; ALTER ROLE takes no parameters.
  await sql
    .unsafe(`
    alter role authenticator password '${secrets.authenticatorPassword}';
    alter role supabase_auth_admin password '${secrets.authenticatorPassword}';
    alter role wattershed password '${secrets.servicePassword}';
  `)
    .simple();
}
