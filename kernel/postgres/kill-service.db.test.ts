import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath, pathToFileURL } from 'node:url';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { silentLog } from './backend-error.ts';
import { readSecrets } from './installation.ts';
import { isAlive } from './orphan-postgres.ts';
import { startPostgres } from './postgres-supervisor.ts';

vi.setConfig({ testTimeout: 90_000, hookTimeout: 120_000 });

const program = fileURLToPath(
  new URL('../../subjects/identity/service/embedded/testing-service-process.mts', import.meta.url),
);
const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;
let dataDir: string;
const children: ChildProcess[] = [];

beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'wattershed-kill-'));
  chmodSync(dataDir, 0o755);
});
afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(dataDir, { recursive: true, force: true });
});

async function startService(): Promise<{ child: ChildProcess; port: number; postgresPid: number }> {
  const child = spawn(process.execPath, ['--import', tsx, program, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  const [line] = (await once(createInterface({ input: child.stdout as NodeJS.ReadableStream }), 'line')) as [string];
  return { child, ...(JSON.parse(line) as { port: number; postgresPid: number }) };
}

test('after kill -9 of the service, the next start stops the PostgreSQL it left and has every acknowledged row', async () => {
  const { child, port, postgresPid } = await startService();
  const password = readSecrets(dataDir)?.superuserPassword ?? '';
  const sql = postgres({ host: '127.0.0.1', port, user: 'postgres', password, database: 'postgres', max: 1 });
  await sql`create table acknowledged (id integer)`;
  await sql`insert into acknowledged select generate_series(1, 500)`;
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(isAlive(postgresPid)).toBe(true);
  await sql.end({ timeout: 0 });

  const next = await startPostgres({ dataDir, superuserPassword: password, log: silentLog });
  expect(isAlive(postgresPid)).toBe(false);
  const again = postgres({
    host: '127.0.0.1',
    port: next.port,
    user: 'postgres',
    password,
    database: 'postgres',
    max: 1,
  });
  expect(await again`select count(*)::int as rows from acknowledged`).toEqual([{ rows: 500 }]);
  await again.end();
  await next.stop();
});

test('Ctrl-C stops the service and its PostgreSQL, and leaves no process', async () => {
  const { child, postgresPid } = await startService();
  child.kill('SIGINT');
  await once(child, 'exit');
  expect(isAlive(postgresPid)).toBe(false);
});
