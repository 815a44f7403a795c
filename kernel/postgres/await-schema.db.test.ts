import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase } from '../db.ts';
import { awaitSchema } from './await-schema.ts';
import { createTestDatabase, type TestDatabase } from './testing.ts';

const folder = fileURLToPath(new URL('../../supabase/migrations', import.meta.url));
let testDatabase: TestDatabase;
let database: Database;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = openDatabase(testDatabase.serviceUrl, { engine: 1, people: 1 });
});
afterAll(async () => {
  await database.stop();
  await testDatabase.drop();
});

test('a newer service waits for the tables that it needs, and says what is to be done; with them it goes on', async () => {
  const said: string[] = [];
  const patience = { everyMs: 20, say: (words: string) => void said.push(words) };
  await awaitSchema(database.engine, folder, patience);
  expect(said).toEqual([]);
  await testDatabase.asOwner(`
    create table kept as select * from private_migrations.applied order by name desc limit 1;
    delete from private_migrations.applied a using kept where a.name = kept.name`);
  await expect(awaitSchema(database.engine, folder, { ...patience, forMs: 50 })).rejects.toThrow(/admin -- migrate/);
  const waiting = awaitSchema(database.engine, folder, patience);
  await expect.poll(() => said.length).toBe(2);
  await testDatabase.asOwner('insert into private_migrations.applied select * from kept');
  await waiting;
});

test('where another tool migrates, nothing is asked for', async () => {
  await testDatabase.asOwner('alter schema private_migrations rename to of_another_tool');
  await awaitSchema(database.engine, folder, { forMs: 0 });
});
