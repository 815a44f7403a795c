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

test('a statement that takes long is left alone while the way works', async () => {
  const slow = database.anonymous`select pg_sleep(10)`;
  await expect(slow).resolves.toHaveLength(1);
});
