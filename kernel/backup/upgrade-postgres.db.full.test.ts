import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
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
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rowsOf } from '#apps/service/cli/testing-backup.ts';
import { openSeed } from '#apps/service/testing/seed.ts';
import { silentLog } from '../postgres/backend-error.ts';
import { openCluster, prepareDatabase } from '../postgres/embedded-database.ts';
import { fetchFormer } from '../postgres/former-postgres.ts';
import { makeSecrets, writeSecrets } from '../postgres/installation.ts';
import { findBinaries, locatePackage, majorOf, type PostgresPackage } from '../postgres/postgres-binaries.ts';
import { giveTo, postgresIdentity } from '../postgres/postgres-process.ts';
import { upgradePostgres } from './upgrade-postgres.ts';

const migrationsDir = fileURLToPath(new URL('../../supabase/migrations', import.meta.url));
const program = fileURLToPath(new URL('testing-upgrade-process.mts', import.meta.url));
const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;
let folder: string;
let former: PostgresPackage | null;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'wattershed-upgrade-'));
  chmodSync(folder, 0o755);
  former = await fetchFormer('16', join(folder, 'programs')).catch(() => null);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const rowsIn = async (dataDir: string, programs?: PostgresPackage): Promise<Map<string, string[]>> => {
  const cluster = await openCluster({ dataDir, log: silentLog, ...(programs && { programs }) });
  try {
    const rows = await rowsOf(cluster.url('postgres'));
    rows.delete('private_migrations.repeatables');
    return rows;
  } finally {
    await cluster.postgres.stop();
  }
};

/** An installation with a home in it, as a Wattershed with that PostgreSQL would have made it. */
const install = async (name: string, programs: PostgresPackage): Promise<string> => {
  const dataDir = join(folder, name);
  mkdirSync(dataDir, { mode: 0o755 });
  const secrets = makeSecrets();
  writeSecrets(dataDir, secrets);
  if (majorOf(programs) === '16') {
    // Today's options name what this one does not know.
    const identity = postgresIdentity();
    const cluster = join(dataDir, 'postgres');
    const password = join(dataDir, 'password');
    mkdirSync(cluster, { mode: 0o700 });
    writeFileSync(password, secrets.superuserPassword);
    for (const path of [cluster, password]) giveTo(identity, path);
    const { initdb } = findBinaries(identity, () => folder, programs);
    const options = ['--username=postgres', '--auth=scram-sha-256', '--encoding=UTF8', '--locale=C', '--no-sync'];
    execFileSync(initdb, [...options, `--pwfile=${password}`, `--pgdata=${cluster}`], {
      ...identity,
      cwd: dirname(cluster),
    });
    rmSync(password);
  }
  const cluster = await openCluster({ dataDir, log: silentLog, programs });
  await prepareDatabase(
    { ...cluster, postgres: { ...cluster.postgres, isNew: true } },
    { migrationsDir, log: silentLog },
  );
  const seed = openSeed(cluster.url('postgres'));
  await (await seed.home('Europe/Madrid')).device('Oven', 'kitchen', 'electricity');
  await seed.end();
  await cluster.postgres.stop();
  return dataDir;
};

const versionIn = (dataDir: string): string => readFileSync(join(dataDir, 'postgres', 'PG_VERSION'), 'utf8').trim();

test('an installation of PostgreSQL 16 comes to today’s, row by row, and the old one is kept', async (context) => {
  if (!former) return context.skip('the registry does not answer');
  const dataDir = await install('sixteen', former);
  const before = await rowsIn(dataDir, former);
  expect(before.get('public.meters')).toHaveLength(1);
  await upgradePostgres({ dataDir, migrationsDir, log: silentLog });
  expect(versionIn(dataDir)).toBe(majorOf(locatePackage()));
  expect(await rowsIn(dataDir)).toEqual(before);
  const aside = readdirSync(dataDir).filter((name) => name.startsWith('before-postgres-'));
  expect(readdirSync(dataDir).sort()).toEqual([...aside, 'backend-secrets.json', 'postgres'].sort());
  expect(readFileSync(join(dataDir, aside[0] ?? '', 'postgres', 'PG_VERSION'), 'utf8').trim()).toBe('16');
  await upgradePostgres({ dataDir, migrationsDir, log: silentLog });
  expect(readdirSync(dataDir).filter((name) => name.startsWith('before-postgres-'))).toEqual(aside);
});

test('killed at any moment, the next start does it from the beginning', async (context) => {
  if (!former) return context.skip('the registry does not answer');
  const dataDir = await install('killed', former);
  const before = await rowsIn(dataDir, former);
  const halfMade = (): string => readdirSync(dataDir).find((name) => name.startsWith('restoring-')) ?? '';
  const moments: (() => boolean)[] = [
    () => existsSync(join(dataDir, 'former-postgresql')),
    () => halfMade() !== '',
    () =>
      existsSync(join(dataDir, 'postgres', 'postmaster.pid')) &&
      existsSync(join(dataDir, halfMade(), 'postgres', 'PG_VERSION')),
    () => halfMade() !== '' && existsSync(join(dataDir, halfMade(), 'postgres', 'postmaster.pid')),
  ];
  for (const isSo of moments) {
    const child = spawn(process.execPath, ['--import', tsx, program, dataDir, migrationsDir], { stdio: 'ignore' });
    const ended = once(child, 'exit');
    await expect.poll(() => child.exitCode !== null || isSo(), { interval: 1, timeout: 120_000 }).toBe(true);
    child.kill('SIGKILL');
    await ended;
    expect(versionIn(dataDir)).toBe('16');
  }
  await upgradePostgres({ dataDir, migrationsDir, log: silentLog });
  expect(await rowsIn(dataDir)).toEqual(before);
  expect(halfMade()).toBe('');
});

test('today’s comes to the next major version', async (context) => {
  const next = join(folder, 'next');
  mkdirSync(next);
  const { name } = JSON.parse(readFileSync(join(locatePackage().root, 'package.json'), 'utf8')) as { name: string };
  try {
    execFileSync(
      'npm',
      ['install', `${name}@18.4.0-beta.17`, '--prefix', '.', '--no-save', '--ignore-scripts', '--no-audit'],
      { cwd: next },
    );
  } catch {
    return context.skip('the registry does not answer');
  }
  const programs = { root: join(next, 'node_modules', name), version: '18.4.0-beta.17' };
  const dataDir = await install('seventeen', locatePackage());
  const before = await rowsIn(dataDir);
  await upgradePostgres({ dataDir, migrationsDir, log: silentLog, programs });
  expect(versionIn(dataDir)).toBe('18');
  expect(await rowsIn(dataDir, programs)).toEqual(before);
});

test('a PostgreSQL that nobody knows a way from is told, and nothing is changed', async () => {
  const dataDir = join(folder, 'nine');
  mkdirSync(join(dataDir, 'postgres'), { recursive: true });
  writeSecrets(dataDir, makeSecrets());
  writeFileSync(join(dataDir, 'postgres', 'PG_VERSION'), '9\n');
  const upgrade = upgradePostgres({ dataDir, migrationsDir, log: silentLog });
  await expect(upgrade).rejects.toMatchObject({
    code: 'data-version-mismatch',
    message: expect.stringContaining('make a backup'),
  });
  expect(versionIn(dataDir)).toBe('9');
});
