import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { silentLog } from '#kernel/postgres/backend-error.ts';
import { openCluster, prepareDatabase, withOwner } from '#kernel/postgres/embedded-database.ts';
import { isAlive } from '#kernel/postgres/orphan-postgres.ts';
import { backupCommand } from './backup-command.ts';
import { run } from './testing-backup.ts';

const program = fileURLToPath(new URL('../cli.ts', import.meta.url));
const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;
const migrationsDir = fileURLToPath(new URL('../../../supabase/migrations', import.meta.url));
let folder: string;
let dataDir: string;
let file: string;
const children: ChildProcess[] = [];

/** What is there, by a start as the service does it: who was told of is in it, or what the backup knew. */
const people = async (add?: string): Promise<string[]> => {
  const cluster = await openCluster({ dataDir, log: silentLog, isDurable: false });
  try {
    return await withOwner(cluster.url('postgres'), async (sql) => {
      if (add) await sql`insert into auth.users (id, email) values (gen_random_uuid(), ${add})`;
      return (await sql<{ email: string }[]>`select email from auth.users order by 1`).map(({ email }) => email);
    });
  } finally {
    await cluster.postgres.stop();
  }
};

const command = (...args: string[]): ChildProcess => {
  const env = { ...process.env, DATA_DIR: dataDir, DATABASE_OWNER_URL: '', BACKUP_PASSPHRASE: '' };
  const child = spawn(process.execPath, ['--import', tsx, program, ...args], { env, stdio: 'ignore' });
  children.push(child);
  return child;
};

/** Kills it as soon as that is so. */
const killWhen = async (child: ChildProcess, isSo: () => boolean): Promise<void> => {
  const ended = once(child, 'exit');
  await expect.poll(() => child.exitCode !== null || isSo(), { interval: 1, timeout: 60_000 }).toBe(true);
  child.kill('SIGKILL');
  await ended;
};

const halfMade = (): string | undefined => readdirSync(dataDir).find((name) => name.startsWith('restoring-'));
const inHalfMade = (...below: string[]): boolean => {
  const name = halfMade();
  return name !== undefined && existsSync(join(dataDir, name, ...below));
};
const postmaster = (): number => {
  const pidFile = join(dataDir, halfMade() ?? '', 'postgres', 'postmaster.pid');
  return existsSync(pidFile) ? Number(readFileSync(pidFile, 'utf8').split('\n')[0]) : 0;
};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'wattershed-killed-'));
  chmodSync(folder, 0o755);
  [dataDir, file] = [join(folder, 'data'), join(folder, 'whole.backup')];
  const cluster = await openCluster({ dataDir, log: silentLog, isDurable: false });
  await prepareDatabase(cluster, { migrationsDir, log: silentLog });
  await cluster.postgres.stop();
  await people('before@example.org');
  await run(backupCommand, [file], { DATA_DIR: dataDir });
  await people('after@example.org');
});
afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

test.each([
  ['as it begins', () => halfMade() !== undefined],
  ['while it makes its cluster', () => inHalfMade('postgres.new', 'base')],
  ['while its PostgreSQL runs', () => postmaster() > 0],
])('a restore that is killed %s leaves what was there, and the next start clears the rest away', async (_, isSo) => {
  await killWhen(command('restore', file, '--replace', '--yes'), isSo);
  expect(halfMade()).toBeDefined();
  const pid = postmaster();
  expect(await people()).toEqual(['after@example.org', 'before@example.org']);
  expect(halfMade()).toBeUndefined();
  expect(pid > 0 && isAlive(pid)).toBe(false);
});

test('what a killed process of our own number left is cleared away too', async () => {
  mkdirSync(join(dataDir, `restoring-20260101T000000Z-${process.pid}`));
  await people();
  expect(halfMade()).toBeUndefined();
});

test('a backup that is killed leaves no file of that name, and the one before as it was', async () => {
  const target = join(folder, 'killed.backup');
  await killWhen(command('backup', target), () => existsSync(`${target}.part`));
  expect(existsSync(target)).toBe(false);
  const before = readFileSync(file);
  await killWhen(command('backup', file, '--force'), () => existsSync(`${file}.part`));
  expect(readFileSync(file).equals(before)).toBe(true);
});

test('one that is left alone puts the backup in its place', async () => {
  const [code] = (await once(command('restore', file, '--replace', '--yes'), 'exit')) as [number];
  expect(code).toBe(0);
  expect(await people()).toEqual(['before@example.org']);
});
