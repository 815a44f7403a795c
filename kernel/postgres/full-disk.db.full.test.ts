import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { silentLog } from './backend-error.ts';
import { startPostgres } from './postgres-supervisor.ts';

let dataDir: string;
const superuserPassword = 'of this test alone';

function mount(size: string): boolean {
  return (
    process.platform === 'linux' &&
    spawnSync('/bin/mount', ['-t', 'tmpfs', '-o', `size=${size},mode=755`, 'tmpfs', dataDir]).status === 0
  );
}

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'wattershed-full-'));
});
afterEach(() => {
  spawnSync('/bin/umount', ['-l', dataDir]);
  rmSync(dataDir, { recursive: true, force: true });
});

test('a disk too small for a new cluster is told in words, and nothing half-made stays', async (context) => {
  if (!mount('12m')) context.skip('needs the right to mount a small disk');
  await expect(startPostgres({ dataDir, superuserPassword, log: silentLog })).rejects.toMatchObject({
    code: 'disk-full',
  });
  expect(execFileSync('ls', ['-A', dataDir], { encoding: 'utf8' }).trim()).toBe('');
});

test('a disk that fills up while running is told in words, and all is well when there is room again', async (context) => {
  if (!mount('150m')) context.skip('needs the right to mount a small disk');
  const server = await startPostgres({
    dataDir,
    superuserPassword,
    log: silentLog,
    backOffMs: { first: 50, longest: 500 },
  });
  const connect = () =>
    postgres({
      host: '127.0.0.1',
      port: server.port,
      user: 'postgres',
      password: superuserPassword,
      database: 'postgres',
      max: 1,
      onnotice: () => undefined,
    });
  const sql = connect();
  await sql`create table kept (id integer)`;
  await sql`insert into kept values (1)`;
  const ballast = join(dataDir, 'ballast');
  try {
    writeFileSync(ballast, Buffer.alloc(150 * 1024 * 1024));
  } catch {
    // As much as went in: the disk is full now.
  }
  await expect(
    (async () => {
      for (;;) await sql`insert into kept select generate_series(1, 20000)`;
    })(),
  ).rejects.toThrow(/No space left on device/);
  await expect.poll(() => server.health().problem?.code, { timeout: 20_000 }).toBe('disk-full');
  await sql.end({ timeout: 0 });
  rmSync(ballast);
  await expect.poll(() => server.health().isReady, { timeout: 20_000 }).toBe(true);
  const again = connect();
  await again`insert into kept values (1)`;
  expect((await again`select count(*)::int as rows from kept where id = 1`)[0]?.rows).toBeGreaterThan(1);
  await again.end();
  await server.stop();
});
