import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres, { type Sql } from 'postgres';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { type BackendLog, saysDiskFull, silentLog } from './backend-error.ts';
import { openCluster } from './embedded-database.ts';
import { isAlive } from './orphan-postgres.ts';
import { whyItEnded } from './postgres-process.ts';
import { pauseBefore, type SupervisedPostgres, startPostgres } from './postgres-supervisor.ts';

vi.setConfig({ testTimeout: 90_000, hookTimeout: 120_000 });

const superuserPassword = 'of this test alone';
let dataDir: string;
let server: SupervisedPostgres | undefined;

beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'wattershed-supervisor-'));
  chmodSync(dataDir, 0o755);
});
afterEach(async () => {
  await server?.stop();
  server = undefined;
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

async function start(log: BackendLog = silentLog): Promise<SupervisedPostgres> {
  server = await startPostgres({ dataDir, superuserPassword, log, backOffMs: { first: 20, longest: 200 } });
  return server;
}

function connect(port: number, password = superuserPassword): Sql {
  return postgres({
    host: '127.0.0.1',
    port,
    user: 'postgres',
    password,
    database: 'postgres',
    max: 1,
    onnotice: () => undefined,
  });
}

test('a new cluster is durable, private, and open only to who knows the password', async () => {
  const { port, folder, isNew } = await start();
  expect(isNew).toBe(true);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(statSync(folder).uid).toBe(process.getuid?.() === 0 ? 65534 : process.getuid?.());
  const sql = connect(port);
  const settings = [
    'fsync',
    'synchronous_commit',
    'full_page_writes',
    'listen_addresses',
    'unix_socket_directories',
    'jit',
    'password_encryption',
    'server_encoding',
  ];
  const values = await Promise.all(
    settings.map(async (name) => (await sql`select current_setting(${name}) as value`)[0]?.value),
  );
  expect(values).toEqual(['on', 'on', 'on', '127.0.0.1', '', 'off', 'scram-sha-256', 'UTF8']);
  expect(readFileSync(join(folder, 'pg_hba.conf'), 'utf8')).not.toMatch(/^\w.*\btrust\b/m);
  await sql.end();
  const stranger = connect(port, 'guessed');
  await expect(stranger`select 1`).rejects.toMatchObject({ code: '28P01' });
  await stranger.end();
});

test('a second start finds the data', async () => {
  expect((await start()).isNew).toBe(false);
});

test('a killed PostgreSQL runs again on the same port, with what was acknowledged, and those who asked are told', async () => {
  const { port, pid } = await start();
  const sql = connect(port);
  await sql`drop table if exists kept`;
  await sql`create table kept (id integer)`;
  await sql`insert into kept values (1)`;
  await sql.end();
  const restarted = new Promise<void>((resolve) => server?.onRestart(resolve));
  const first = pid() ?? 0;
  process.kill(first, 'SIGKILL');
  await restarted;
  expect(server?.pid()).not.toBe(first);
  expect(server?.health()).toEqual({ isReady: true });
  const again = connect(port);
  expect(await again`select id from kept`).toEqual([{ id: 1 }]);
  await again.end();
});

test('one that ran is started again at once, however often it is killed; one that does not start is waited for longer', () => {
  const backOff = { first: 100, longest: 30_000 };
  const pauses = (ranMs: number) => {
    const all = [backOff.first];
    for (let i = 0; i < 10; i += 1) all.push(pauseBefore(ranMs, all.at(-1) as number, backOff));
    return all;
  };
  expect(new Set(pauses(2_000))).toEqual(new Set([100]));
  expect(pauses(0)).toEqual([100, 200, 400, 800, 1_600, 3_200, 6_400, 12_800, 25_600, 30_000, 30_000]);
  expect(pauseBefore(2_000, 30_000, backOff)).toBe(100);
});

test('stopping leaves no process and no pid file', async () => {
  const { pid, folder } = await start();
  const running = pid() ?? 0;
  await server?.stop();
  expect(isAlive(running)).toBe(false);
  expect(existsSync(join(folder, 'postmaster.pid'))).toBe(false);
});

test('the pid file of a dead server is cleared away', async () => {
  const { folder } = await start();
  await server?.stop();
  writeFileSync(join(folder, 'postmaster.pid'), `${process.pid}\n${folder}\n`);
  await start();
  expect(server?.health().isReady).toBe(true);
});

test('data in use by a living service is refused in words', async () => {
  await start();
  const second = startPostgres({ dataDir, superuserPassword, log: silentLog });
  await expect(second).rejects.toMatchObject({
    code: 'data-in-use',
    message: expect.stringContaining(String(process.pid)),
  });
  expect(server?.health().isReady).toBe(true);
});

test('data of another PostgreSQL version is refused in words, and left alone', async () => {
  const { folder } = await start();
  await server?.stop();
  writeFileSync(join(folder, 'PG_VERSION'), '16\n');
  await expect(start()).rejects.toMatchObject({
    code: 'data-version-mismatch',
    message: expect.stringMatching(/PostgreSQL 16.*PostgreSQL 17/),
  });
  writeFileSync(join(folder, 'PG_VERSION'), '17\n');
});

test('a cluster whose passwords are lost is refused in words', async () => {
  await expect(openCluster({ dataDir, log: silentLog })).rejects.toMatchObject({ code: 'secrets-missing' });
});

test('a half-made cluster is made anew', async () => {
  const other = mkdtempSync(join(tmpdir(), 'wattershed-half-'));
  chmodSync(other, 0o755);
  mkdirSync(join(other, 'postgres.new'));
  writeFileSync(join(other, 'postgres.new', 'PG_VERSION'), '17\n');
  const half = await startPostgres({ dataDir: other, superuserPassword, log: silentLog });
  expect(half.health().isReady).toBe(true);
  await half.stop();
  rmSync(other, { recursive: true });
});

test('a fresh folder of ours alone is opened just so far that the cluster can stay in it', async () => {
  const own = mkdtempSync(join(tmpdir(), 'wattershed-own-'));
  const kept = await startPostgres({ dataDir: own, superuserPassword, log: silentLog });
  expect(kept.folder).toBe(join(own, 'postgres'));
  expect(statSync(own).mode & 0o777).toBe(process.getuid?.() === 0 ? 0o711 : 0o700);
  await kept.stop();
  rmSync(own, { recursive: true });
});

test('a full disk is told in words, whoever notices it', () => {
  expect(saysDiskFull('initdb: error: could not write to file "x": No space left on device')).toBe(true);
  expect(saysDiskFull('Error: ENOSPC: no space left on device, mkdir')).toBe(true);
  const ended = whyItEnded(
    ['PANIC:  could not write to file "pg_wal/xlogtemp.9": No space left on device'],
    '/data/postgres',
  );
  expect(ended).toMatchObject({ code: 'disk-full', message: expect.stringContaining('/data/postgres is full') });
  expect(whyItEnded(['FATAL:  bogus'], '/data/postgres')).toMatchObject({
    code: 'postgres-start-failed',
    message: expect.stringContaining('bogus'),
  });
});
