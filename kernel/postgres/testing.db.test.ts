import postgres from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from './testing.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('a test database is a migrated clone of its own', async () => {
  const other = await createTestDatabase();
  const sql = postgres(database.ownerUrl);
  const foreign = postgres(other.ownerUrl);
  await sql`create table only_here (id integer)`;
  const [here] =
    await sql`select to_regclass('public.only_here') is not null as found, count(*)::int as applied from private_migrations.applied`;
  const [there] =
    await foreign`select to_regclass('public.only_here') is not null as found, count(*)::int as applied from private_migrations.applied`;
  expect(here?.found).toBe(true);
  expect(there?.found).toBe(false);
  expect(there?.applied).toBe(here?.applied);
  expect(here?.applied).toBeGreaterThan(0);
  await Promise.all([sql.end(), foreign.end()]);
  await other.drop();
});

test('a forgotten role fails closed: a fresh connection of the service is a visitor', async () => {
  const sql = postgres(database.serviceUrl, { max: 1 });
  const [row] = await sql`select current_user as role, session_user as login`;
  expect(row).toEqual({ role: 'anon', login: 'wattershed' });
  await expect(sql`select * from public.households`).rejects.toMatchObject({ code: '42501' });
  await sql`reset role`;
  await expect(sql`set role service_role`).rejects.toMatchObject({ code: '42501' });
  await expect(sql`set role postgres`).rejects.toMatchObject({ code: '42501' });
  await sql`set role none`;
  await expect(sql`select * from public.households`).rejects.toMatchObject({ code: '42501' });
  await expect(sql`select * from auth.users`).rejects.toMatchObject({ code: '42501' });
  await sql.end();
});
