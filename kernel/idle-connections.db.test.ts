import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase } from './db.ts';
import { createTestDatabase, type TestDatabase } from './postgres/testing.ts';

let own: TestDatabase;
let database: Database;
beforeAll(async () => {
  own = await createTestDatabase();
  database = openDatabase(own.serviceUrl, { engine: 4, idleS: 1 });
});
afterAll(async () => {
  await database.stop();
  await own.drop();
});

test('connections that many questions opened close, although one is asked every moment', async () => {
  const count = async (): Promise<number> => {
    const [row] = await database.engine<{ n: number }[]>`
      select count(*)::int as n from pg_stat_activity
      where application_name = 'wattershed-wattershed_engine' and datname = current_database()`;
    return row?.n ?? 0;
  };
  await Promise.all(Array.from({ length: 4 }, () => database.engine`select pg_sleep(0.2)`));
  expect(await count()).toBe(4);
  // Each look is a question: asked in turn, all four would stay awake.
  await expect.poll(count, { interval: 100 }).toBe(1);
});
