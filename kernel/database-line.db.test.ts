import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase } from './db.ts';
import { createTestDatabase, type TestDatabase } from './postgres/testing.ts';
import { openProxy, type TestProxy } from './postgres/testing-proxy.ts';

let testDatabase: TestDatabase;
let proxy: TestProxy;
let database: Database;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  const url = new URL(testDatabase.serviceUrl);
  proxy = await openProxy({ port: Number(url.port) });
  url.port = String(proxy.port);
  database = openDatabase(url.href, { engine: 3, people: 1, isFar: true });
});
afterAll(async () => {
  await database.stop();
  await proxy.stop();
  await testDatabase.drop();
});

const ask = () => database.anonymous<{ one: number }[]>`select 1 as one`.then(([row]) => row?.one);

test('lines that died without a word are cut within seconds: what waits hears so, the next is answered, and the one that listens is back', async () => {
  const heard: string[] = [];
  let again = 0;
  await database.listen(
    'wattershed_test',
    (word) => void heard.push(word),
    () => void (again += 1),
  );
  expect(await ask()).toBe(1);
  proxy.deaden();
  await expect(ask()).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' });
  expect(await ask()).toBe(1);
  await expect.poll(() => again).toBe(2);
  await testDatabase.asOwner(`select pg_notify('wattershed_test', 'back')`);
  await expect.poll(() => heard).toEqual(['back']);
});

test('however many have failed while it was away, it is found within a moment once it is back', async () => {
  const url = new URL(testDatabase.serviceUrl);
  const away = await openProxy({ port: Number(url.port) });
  const { port } = away;
  await away.stop();
  url.port = String(port);
  const other = openDatabase(url.href, { engine: 8, people: 1 });
  const one = () => other.engine`select 1`;
  const asking = setInterval(() => void one().catch(() => {}), 50);
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  clearInterval(asking);
  const back = await openProxy({ port: Number(new URL(testDatabase.serviceUrl).port) }, port);
  const answered = one().then(() => 'answered');
  expect(await Promise.race([answered, new Promise((resolve) => setTimeout(resolve, 4_000, 'waits'))])).toBe(
    'answered',
  );
  await other.stop();
  await back.stop();
});

test('where some died and others are made anew and speak, the dead ones are cut all the same', async () => {
  const { engine } = database;
  const sleep = () => engine`select pg_sleep(0.2)`;
  await Promise.all([sleep(), sleep()]);
  proxy.deaden();
  const stuck = [engine`select 1`, engine`select 1`].map((asked) =>
    asked.catch((error: { code: string }) => error.code),
  );
  const over = new AbortController();
  const speaking = (async () => {
    while (!over.signal.aborted) {
      await database.anonymous`select 1`.catch(() => {});
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  })();
  expect(await Promise.all(stuck)).toEqual(['CONNECTION_CLOSED', 'CONNECTION_CLOSED']);
  await expect(engine`select 1 as one`).resolves.toHaveLength(1);
  over.abort();
  await speaking;
});

test('a statement that takes long is left alone while the way works', async () => {
  const slow = database.anonymous`select pg_sleep(10)`;
  await expect(slow).resolves.toHaveLength(1);
});
