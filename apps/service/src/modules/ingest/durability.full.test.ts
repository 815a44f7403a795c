import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { CreatedToken, ReadingsAnswer, UsageAnswer, WebConfig } from '@wattershed/contracts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 60_000 });

const program = fileURLToPath(new URL('../../../dist/main.js', import.meta.url));
const isBuilt = existsSync(program);
if (!isBuilt) console.log('durability: the service is not built (npm start does); skipped');

let dataDir: string;
const children: ChildProcess[] = [];
beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'wattershed-durable-'));
  chmodSync(dataDir, 0o755);
});
afterAll(async () => {
  for (const child of children.filter((one) => one.exitCode === null && one.signalCode === null)) {
    child.kill('SIGINT');
    await once(child, 'exit');
  }
  rmSync(dataDir, { recursive: true, force: true });
});

const start = async (): Promise<{ child: ChildProcess; origin: string }> => {
  const env = { PATH: process.env['PATH'], DATA_DIR: dataDir, PORT: '0', DEMO: 'false', LOG_LEVEL: 'silent' };
  const child = spawn(process.execPath, [program], { env, stdio: ['ignore', 'pipe', 'ignore'] });
  children.push(child);
  for await (const line of createInterface({ input: child.stdout as NodeJS.ReadableStream })) {
    const [, origin] = /^Wattershed is ready at (\S+)/.exec(line) ?? [];
    if (origin) return { child, origin };
  }
  throw new Error('the service ended before it was ready');
};

/** PostgreSQL's own pid file, wherever its folder had to be. */
const postgresPid = (): number => {
  const pointer = join(dataDir, 'postgres.location');
  const folder = existsSync(pointer) ? readFileSync(pointer, 'utf8').trim() : join(dataDir, 'postgres');
  return Number(readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')[0]);
};

const json = async <T>(url: string, headers: Record<string, string>, body?: object): Promise<T> => {
  const init = body ? { method: 'POST', body: JSON.stringify(body) } : {};
  const answer = await fetch(url, { ...init, headers: { 'content-type': 'application/json', ...headers } });
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  const text = await answer.text();
  return (text ? JSON.parse(text) : null) as T;
};

const rooms = ['kitchen', 'bathroom', 'bedroom', 'hall', 'garden', 'living-room'];
const first = Math.floor(Date.now() / 1000) - 20_000;

interface Sent {
  readonly meter: string;
  readonly at: string;
  readonly value: number;
}

/** Sends one reading after the other, again until it is taken; what was taken is remembered. */
const sendOn = async (
  where: { origin: string },
  token: string,
  meter: string,
  acknowledged: Sent[],
  stop: AbortSignal,
): Promise<void> => {
  const headers = { authorization: `Bearer ${token}` };
  for (let i = acknowledged.filter((one) => one.meter === meter).length; !stop.aborted; i += 1) {
    const reading = { meter, at: new Date((first + i * 10) * 1000).toISOString(), value: 1_000 + i * 7 };
    let taken: ReadingsAnswer | null = null;
    while (!taken && !stop.aborted) {
      taken = await json<ReadingsAnswer>(`${where.origin}/api/v1/readings`, headers, { readings: [reading] }).catch(
        () => null,
      );
    }
    if (!taken) return;
    expect(taken.accepted + taken.duplicate).toBe(1);
    acknowledged.push(reading);
  }
};

test.runIf(isBuilt)('an acknowledged reading survives kill -9 of PostgreSQL, and of the service', async () => {
  let service = await start();
  const where = { origin: service.origin };
  const { anonKey } = await json<WebConfig>(`${where.origin}/api/v1/web-config`, {});
  const account = { email: 'ada@example.org', password: 'correct horse' };
  const signedUp = await json<{ access_token: string; user: { id: string } }>(
    `${where.origin}/auth/v1/signup`,
    { apikey: anonKey },
    account,
  );
  const session = { apikey: anonKey, authorization: `Bearer ${signedUp.access_token}` };
  for (const room of rooms) {
    const device = { user_id: signedUp.user.id, name: room, room, utility: 'water' };
    await json(`${where.origin}/rest/v1/connected_devices`, session, device);
  }
  const { token } = await json<CreatedToken>(`${where.origin}/api/v1/tokens`, session, {});
  const acknowledged: Sent[] = [];
  const stop = new AbortController();
  const grown = (by: number, since = acknowledged.length) =>
    expect.poll(() => acknowledged.length - since, { timeout: 60_000 }).toBeGreaterThan(by);
  const senders = rooms.map((room) => sendOn(where, token, `${room}-water`, acknowledged, stop.signal));

  for (let kill = 0; kill < 2; kill += 1) {
    await grown(200);
    process.kill(postgresPid(), 'SIGKILL');
  }
  await grown(200);
  service.child.kill('SIGKILL');
  await once(service.child, 'exit');
  service = await start();
  where.origin = service.origin;
  await grown(200);
  stop.abort();
  await Promise.all(senders);

  const headers = { authorization: `Bearer ${token}` };
  const again = await json<ReadingsAnswer>(`${where.origin}/api/v1/readings`, headers, { readings: acknowledged });
  expect(again).toEqual({ accepted: 0, duplicate: acknowledged.length, rejected: [] });
  const day = (offset: number) => new Date((first + offset * 86_400) * 1000).toISOString().slice(0, 10);
  const usage = await json<UsageAnswer>(`${where.origin}/api/v1/usage?from=${day(-1)}&to=${day(3)}&by=room`, session);
  for (const room of rooms) {
    // A reading may have been written whose answer was lost with the connection.
    const steps = acknowledged.filter((one) => one.meter === `${room}-water`).length - 1;
    const used = usage.rows.filter((row) => row.room === room).reduce((sum, row) => sum + row.used, 0);
    expect([steps * 7, steps * 7 + 7]).toContain(used);
  }
});
