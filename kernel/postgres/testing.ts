import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { silentLog } from './backend-error.ts';
import { openCluster, prepareDatabase, withOwner } from './embedded-database.ts';
import { clearPreviousPostgres, clusterOwner, isAlive } from './orphan-postgres.ts';

/** Where the one test cluster of a run is told to the test files' own processes. */
export const CLUSTER_VARIABLE = 'WATTERSHED_TEST_CLUSTER';
/** A database that all files of a run share, where one of their own would take a minute: a distributed one. */
export const SHARED_VARIABLE = 'WATTERSHED_TEST_DATABASE';
export const FOLDER_PREFIX = 'wattershed-test-';
export const TEMPLATE = 'wattershed_template';
const MIGRATIONS = fileURLToPath(new URL('../../supabase/migrations', import.meta.url));

export interface ToldCluster {
  port: number;
  superuserPassword: string;
  servicePassword: string;
  authenticatorPassword: string;
  jwtSecret: string;
  anonKey: string;
}

/** A database without its ways in: as one process tells it to another. */
export type ToldDatabase = Omit<TestDatabase, 'asOwner' | 'drop'>;

export interface TestDatabase {
  name: string;
  /** Superuser: to arrange and to look behind the policies. */
  ownerUrl: string;
  /** The login role of the service: a visitor until it says for whom it acts. */
  serviceUrl: string;
  /** The login role of the table API. */
  authenticatorUrl: string;
  /** The login role of sign-in. */
  signInUrl: string;
  jwtSecret: string;
  anonKey: string;
  /** Runs SQL as superuser; several statements may come at once. */
  asOwner(statements: string): Promise<Record<string, unknown>[]>;
  drop(): Promise<void>;
}

/** Ends what killed test runs left behind. Only folders whose run is dead are touched. */
async function sweepDeadRuns(): Promise<void> {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(FOLDER_PREFIX))) {
    const folder = join(tmpdir(), name, 'postgres');
    const owner = clusterOwner(folder);
    if (owner === undefined || isAlive(owner)) continue;
    await clearPreviousPostgres(folder);
    rmSync(join(tmpdir(), name), { recursive: true, force: true });
  }
}

async function openTestCluster(): Promise<{ told: ToldCluster; close: () => Promise<void> }> {
  await sweepDeadRuns();
  const dataDir = mkdtempSync(join(tmpdir(), FOLDER_PREFIX));
  chmodSync(dataDir, 0o755);
  const cluster = await openCluster({ dataDir, log: silentLog, isDurable: false });
  await prepareDatabase(cluster, { migrationsDir: MIGRATIONS, log: silentLog, database: TEMPLATE });
  const close = async () => {
    await cluster.postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  return { told: { ...cluster.secrets, port: cluster.postgres.port }, close };
}

/** One cluster for a whole run, with a template database that every test file clones. Answers the teardown. */
export async function startTestCluster(): Promise<() => Promise<void>> {
  const { told, close } = await openTestCluster();
  process.env[CLUSTER_VARIABLE] = JSON.stringify(told);
  return close;
}

let ownCluster: Promise<() => Promise<void>> | undefined;

async function toldCluster(): Promise<ToldCluster> {
  if (!process.env[CLUSTER_VARIABLE]) await (ownCluster ??= startTestCluster());
  return JSON.parse(process.env[CLUSTER_VARIABLE] ?? '') as ToldCluster;
}

const asOwnerOf =
  (ownerUrl: string): TestDatabase['asOwner'] =>
  (statements) =>
    withOwner(ownerUrl, async (sql) => [...(await sql.unsafe(statements))] as Record<string, unknown>[]);

/** A migrated database of its own, in some 50 ms. Drop it when the test file ends. */
export async function createTestDatabase(): Promise<TestDatabase> {
  if (process.env[SHARED_VARIABLE]) {
    const told = JSON.parse(process.env[SHARED_VARIABLE]) as ToldDatabase;
    return { ...told, asOwner: asOwnerOf(told.ownerUrl), drop: async () => {} };
  }
  const cluster = await toldCluster();
  const name = `test_${randomBytes(6).toString('hex')}`;
  const url = (login: string, password: string, database = name) =>
    `postgres://${login}:${password}@127.0.0.1:${cluster.port}/${database}`;
  const maintenance = url('postgres', cluster.superuserPassword, 'postgres');
  await withOwner(maintenance, async (sql) => {
    await sql.unsafe(`create database ${name} template ${TEMPLATE} strategy file_copy`);
    await sql.unsafe(`alter database ${name} set search_path = "$user", public, extensions`);
    await sql.unsafe(`revoke all on database ${name} from public`);
    await sql.unsafe(`grant connect on database ${name} to authenticator, supabase_auth_admin, wattershed`);
  });
  return {
    name,
    ownerUrl: url('postgres', cluster.superuserPassword),
    serviceUrl: url('wattershed', cluster.servicePassword),
    authenticatorUrl: url('authenticator', cluster.authenticatorPassword),
    signInUrl: url('supabase_auth_admin', cluster.authenticatorPassword),
    jwtSecret: cluster.jwtSecret,
    anonKey: cluster.anonKey,
    asOwner: asOwnerOf(url('postgres', cluster.superuserPassword)),
    drop: () =>
      withOwner(maintenance, async (sql) => void (await sql.unsafe(`drop database if exists ${name} with (force)`))),
  };
}

// The migrations of before the first release, which made the databases that people have.

const kept = new URL('../../supabase/before/migrations.json.gz', import.meta.url);

/** How many each version had. */
export const versionsBefore = [59, 70] as const;

/** A folder with a version's migrations, for whoever takes it away again. */
export function migrationsBefore(count: (typeof versionsBefore)[number]): string {
  const files = JSON.parse(gunzipSync(readFileSync(kept)).toString('utf8')) as { name: string; text: string }[];
  const folder = mkdtempSync(join(tmpdir(), 'wattershed-before-'));
  for (const { name, text } of files.slice(0, count)) writeFileSync(join(folder, name), text);
  return folder;
}
