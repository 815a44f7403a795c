import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase } from './db.ts';
import { createJobs, type Jobs } from './jobs.ts';
import { createLeases, holdAlone, type Leases, whenFree } from './leases.ts';
import { createTestDatabase, type TestDatabase } from './postgres/testing.ts';

const log = pino({ level: 'silent' });
let testDatabase: TestDatabase;
let database: Database;
let services: Leases[] = [];
const jobsOf: Jobs[] = [];
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = openDatabase(testDatabase.serviceUrl, { engine: 6, people: 1 });
});
afterEach(async () => {
  await Promise.all(jobsOf.splice(0).map((jobs) => jobs.stop()));
  for (const one of services) one.stop();
  services = [];
  await testDatabase.asOwner('truncate private.leases');
});
afterAll(async () => {
  await database.stop();
  await testDatabase.drop();
});

const service = (): Leases => {
  const one = createLeases(database.engine, log);
  services.push(one);
  return one;
};
/** As one that is killed: it says nothing any more, and its time is over. */
const killed = (name: string) =>
  testDatabase.asOwner(`update private.leases set held_until = now() - interval '1 second' where name = '${name}'`);

test('of services that ask at once one alone has it; another one has it when it is given back, not before it is due', async () => {
  const all = Array.from({ length: 5 }, service);
  const asked = await Promise.all(all.map((one) => one.take('bills')));
  const [mine] = asked.flatMap(({ lease }) => lease ?? []);
  expect(asked.filter(({ lease }) => lease !== null)).toHaveLength(1);
  const refused = asked.find(({ lease }) => lease === null);
  expect(refused).toMatchObject({ failures: 0, endedAt: null });
  expect((refused as { waitMs: number }).waitMs).toBeGreaterThan(1_000);

  await mine?.give(3_600_000, 2);
  const early = await Promise.all(all.map((one) => one.take('bills')));
  for (const one of early) {
    expect(one).toMatchObject({ lease: null, failures: 2 });
    expect((one as { endedAt: number }).endedAt).toBeGreaterThan(Date.now() - 60_000);
    expect((one as { waitMs: number }).waitMs).toBeGreaterThan(3_500_000);
  }
  await testDatabase.asOwner('update private.leases set due_at = now()');
  expect((await service().take('bills')).lease).toMatchObject({ failures: 2 });
});

test('whoever is killed leaves it to the others; where it was only slow it is told that it is theirs now', async () => {
  const [slow, other] = [service(), service()];
  const { lease } = await slow.take('mails');
  await killed('mails');
  expect((await other.take('mails')).lease).not.toBeNull();
  await expect.poll(() => lease?.lost.aborted).toBe(true);
  // Its giving back takes nothing from whoever has it now.
  await lease?.give(0);
  expect((await service().take('mails')).lease).toBeNull();
});

test('it is kept for as long as it takes', async () => {
  const { lease } = await service().take('long');
  const until = async () =>
    (await testDatabase.asOwner(`select held_until::text as at from private.leases where name = 'long'`))[0]?.['at'];
  const first = await until();
  await expect.poll(until).not.toBe(first);
  expect(lease?.lost.aborted).toBe(false);
});

test('a job of several services runs once each time, never two at once, and goes on where one of them ends', async () => {
  const runs: { by: number; from: number; to: number }[] = [];
  const all = Array.from({ length: 3 }, (_, by) => {
    const jobs = createJobs(log, service());
    jobsOf.push(jobs);
    jobs.add({
      name: 'tidy',
      everyMs: 40,
      firstMs: 1,
      run: async () => {
        const from = performance.now();
        await new Promise((done) => setTimeout(done, 10));
        runs.push({ by, from, to: performance.now() });
      },
    });
    return jobs;
  });
  await expect.poll(() => runs.length).toBeGreaterThan(20);
  const last = runs.at(-1)?.by ?? 0;
  await all[last]?.stop();
  const before = runs.length;
  await expect.poll(() => runs.length).toBeGreaterThan(before + 10);
  expect(new Set(runs.slice(before).map(({ by }) => by)).has(last)).toBe(false);
  runs.sort((a, b) => a.from - b.from);
  for (const [i, { from }] of runs.entries()) expect(from).toBeGreaterThanOrEqual(runs[i - 1]?.to ?? 0);
  expect(all[(last + 1) % 3]?.report()[0]?.lastAt).not.toBeNull();
});

test('how often a job failed is known to whoever does it next', async () => {
  const run = () => Promise.reject(new Error('away'));
  const failures: number[] = [];
  const counting = pino(
    { level: 'warn' },
    { write: (line: string) => void failures.push((JSON.parse(line) as { failures: number }).failures) },
  );
  for (let i = 0; i < 3; i += 1) {
    const jobs = createJobs(counting, service());
    jobs.add({ name: 'failing', everyMs: 5, firstMs: 1, run });
    await expect.poll(() => failures.length).toBeGreaterThan(i);
    await jobs.stop();
    await testDatabase.asOwner('update private.leases set due_at = now()');
  }
  expect(failures).toEqual(failures.map((_, i) => i + 1));
});

test('what only one may have open is open in one, and within seconds in another one when that one stops or is killed', async () => {
  const open = new Set<number>();
  const hold = (by: number) =>
    holdAlone(service(), 'hardware', log, async () => {
      open.add(by);
      return { stop: () => open.delete(by) };
    });
  const first = await hold(1);
  const second = await hold(2);
  expect([first.isHere(), second.isHere(), [...open]]).toEqual([true, false, [1]]);
  await first.stop();
  await expect.poll(() => [...open]).toEqual([2]);
  const third = await hold(3);
  await testDatabase.asOwner(`update private.leases set holder = null where name = 'hardware'`);
  await expect.poll(() => [second.isHere(), third.isHere()].filter(Boolean)).toHaveLength(1);
  await Promise.all([second.stop(), third.stop()]);
  expect([...open]).toEqual([]);
});

test('whoever waits goes on when it is free, or not at all when it is to stop', async () => {
  const order: string[] = [];
  const never = new AbortController().signal;
  await Promise.all(
    ['a', 'b', 'c'].map((name) =>
      whenFree(service(), 'demo', never, async () => {
        order.push(`${name}+`);
        await new Promise((done) => setTimeout(done, 5));
        order.push(`${name}-`);
      }),
    ),
  );
  for (let i = 0; i < 6; i += 2) expect(order[i + 1]).toBe(`${order[i]?.[0]}-`);
  await service().take('demo');
  expect(await whenFree(service(), 'demo', AbortSignal.abort(), async () => 1)).toBeNull();
});
