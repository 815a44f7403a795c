/** PostgreSQL as somebody else runs it: no superuser for us, the roles made beforehand, no embedded backend. */
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { findBinaries } from '#kernel/postgres/postgres-binaries.ts';
import { withOwner } from '#kernel/postgres/embedded-database.ts';
import { claimCluster } from '#kernel/postgres/orphan-postgres.ts';
import { freePort, giveTo, launchPostgres, postgresIdentity } from '#kernel/postgres/postgres-process.ts';
import { FOLDER_PREFIX, TEMPLATE, type ToldCluster } from '#kernel/postgres/testing.ts';

export interface PlainServer {
  readonly version: number;
  /** The folder of initdb and postgres; null where this machine has none of this version. */
  readonly programs: string | null;
}

/** Debian's and Ubuntu's packages. */
const installed = '/usr/lib/postgresql';
/** The oldest that we promise, and the one that we bring. */
const promised = [15, 17];

/** Stands for the programs that the embedded backend brings; where they are is looked up when they are needed. */
const embedded = 'embedded';

/** The promised versions, and every newer one that this machine happens to have. */
export const plainServers = (): PlainServer[] => {
  const found = existsSync(installed) ? readdirSync(installed).map(Number) : [];
  const versions = new Set([...promised, ...found.filter((version) => version > Math.min(...promised))]);
  return [...versions]
    .toSorted((one, other) => one - other)
    .map((version) => {
      const programs = join(installed, String(version), 'bin');
      if (existsSync(join(programs, 'initdb'))) return { version, programs };
      return { version, programs: version === 17 ? embedded : null };
    });
};

export interface PlainCluster {
  /** What `createTestDatabase` wants to know of a cluster. */
  readonly told: ToldCluster;
  /** Who runs the migrations: no superuser. */
  readonly ownerUrl: string;
  /** The superuser's, to look from outside. */
  readonly superuserUrl: string;
  close(): Promise<void>;
}

const sqlFile = (name: string): string => readFileSync(new URL(`../../plain/${name}`, import.meta.url), 'utf8');

/** A server of somebody else's, with nothing in it; everybody says a password. */
export interface BareCluster {
  readonly port: number;
  readonly superuser: string;
  readonly createDatabase: (name: string) => Promise<void>;
  readonly close: () => Promise<void>;
}

export const openBareCluster = async (
  given: string,
  password: string,
  superuser = 'postgres',
): Promise<BareCluster> => {
  const home = mkdtempSync(join(tmpdir(), FOLDER_PREFIX));
  chmodSync(home, 0o755);
  const identity = postgresIdentity();
  const programs = given === embedded ? dirname(findBinaries(identity, () => home).postgres) : given;
  const folder = join(home, 'postgres');
  mkdirSync(folder, { mode: 0o700 });
  giveTo(identity, folder);
  const options = [`--username=${superuser}`, '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync'];
  const secret = join(home, 'password');
  writeFileSync(secret, password);
  giveTo(identity, secret);
  const asked = ['--auth=scram-sha-256', `--pwfile=${secret}`, `--pgdata=${folder}`];
  execFileSync(join(programs, 'initdb'), [...options, ...asked], { ...identity, cwd: folder });
  claimCluster(folder);
  const port = await freePort();
  const program = join(programs, 'postgres');
  const server = await launchPostgres({ program, folder, port, identity, isDurable: false, onLine: () => {} });
  return {
    port,
    superuser,
    createDatabase: (name) =>
      withOwner(
        `postgres://${superuser}:${password}@127.0.0.1:${port}/postgres`,
        async (sql) => void (await sql.unsafe(`create database ${name}`)),
      ),
    close: async () => {
      server.child.kill('SIGINT');
      await server.ended;
      rmSync(home, { recursive: true, force: true });
    },
  };
};

/** A new cluster, in which a superuser has run what `supabase/plain` says, and set the passwords. */
export const openPlainCluster = async (given: string): Promise<PlainCluster> => {
  const password = randomBytes(16).toString('hex');
  const { port, createDatabase, close } = await openBareCluster(given, password);
  const url = (login: string, database: string) => `postgres://${login}:${password}@127.0.0.1:${port}/${database}`;
  await createDatabase(TEMPLATE);
  await withOwner(url('postgres', TEMPLATE), async (sql) => {
    await sql.unsafe(sqlFile('roles.sql')).simple();
    await sql.unsafe(sqlFile('auth-and-storage.sql')).simple();
    for (const login of ['wattershed_owner', 'wattershed', 'authenticator'])
      await sql.unsafe(`alter role ${login} password '${password}'`);
  });
  return {
    told: {
      port,
      superuserPassword: password,
      servicePassword: password,
      authenticatorPassword: password,
      jwtSecret: password,
      anonKey: '',
    },
    ownerUrl: url('wattershed_owner', TEMPLATE),
    superuserUrl: url('postgres', TEMPLATE),
    close,
  };
};
