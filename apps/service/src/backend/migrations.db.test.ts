import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres, { type Sql } from 'postgres';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { applyMigrations, migrateDatabase } from './migrations.ts';
import { createTestDatabase, type TestDatabase } from './testing.ts';

const FIRST = '20260101000000_first.sql';
const SECOND = '20260102000000_second.sql';
let database: TestDatabase;
let sql: Sql;
let folder: string;

beforeEach(async () => {
  database = await createTestDatabase();
  await database.asOwner('drop schema private_migrations cascade');
  sql = postgres(database.ownerUrl, { max: 4, onnotice: () => undefined });
  folder = mkdtempSync(join(tmpdir(), 'wattershed-migrations-'));
  write(FIRST, 'create table public.m_first (id integer);');
  write(
    SECOND,
    'create function public.m_second() returns integer language sql as $$ select 2; $$;\ninsert into public.m_first values (1);',
  );
});
afterEach(async () => {
  await sql.end();
  await database.drop();
  rmSync(folder, { recursive: true });
});

function write(name: string, text: string): void {
  writeFileSync(join(folder, name), text);
}

test('migrations run in order, once, and say how far they are', async () => {
  const progress: string[] = [];
  expect(
    await applyMigrations(sql, folder, ({ name, index, total }) => progress.push(`${index}/${total} ${name}`)),
  ).toEqual([FIRST, SECOND]);
  expect(progress).toEqual([`1/2 ${FIRST}`, `2/2 ${SECOND}`]);
  expect(await applyMigrations(sql, folder)).toEqual([]);
  expect(await sql`select * from public.m_first`).toHaveLength(1);
});

test('a migration that fails leaves the database as it was, and is named with its line', async () => {
  write(SECOND, 'insert into public.m_first values (1);\n\nselect * from nowhere;');
  await expect(applyMigrations(sql, folder)).rejects.toMatchObject({
    code: 'migration-failed',
    message: expect.stringMatching(/20260102000000_second\.sql failed at line 3: .*nowhere/),
  });
  expect(await sql`select * from public.m_first`).toHaveLength(0);
  expect((await sql`select name from private_migrations.applied`).map(({ name }) => name)).toEqual([FIRST]);
});

test('a changed history is refused, and the file is named', async () => {
  await applyMigrations(sql, folder);
  write(FIRST, 'create table public.m_first (id bigint);');
  await expect(applyMigrations(sql, folder)).rejects.toMatchObject({
    code: 'migration-changed',
    message: expect.stringContaining(FIRST),
  });
});

test('line ends of another system are not a change', async () => {
  await applyMigrations(sql, folder);
  write(
    SECOND,
    'create function public.m_second() returns integer language sql as $$ select 2; $$;\r\ninsert into public.m_first values (1);',
  );
  expect(await applyMigrations(sql, folder)).toEqual([]);
});

test('a missing history is refused, and so is a late arrival or a wrong name', async () => {
  await applyMigrations(sql, folder);
  write('20260101120000_late.sql', 'select 1;');
  await expect(applyMigrations(sql, folder)).rejects.toMatchObject({
    code: 'migration-out-of-order',
    message: expect.stringContaining('20260101120000_late.sql'),
  });
  rmSync(join(folder, '20260101120000_late.sql'));
  rmSync(join(folder, SECOND));
  await expect(applyMigrations(sql, folder)).rejects.toMatchObject({
    code: 'migration-missing',
    message: expect.stringContaining(SECOND),
  });
  write('third.sql', 'select 1;');
  await expect(applyMigrations(sql, folder)).rejects.toMatchObject({
    code: 'migration-misnamed',
    message: expect.stringContaining('third.sql'),
  });
});

test('two runners at once apply each migration once', async () => {
  const other = postgres(database.ownerUrl, { max: 2, onnotice: () => undefined });
  const [one, two] = await Promise.all([applyMigrations(sql, folder), applyMigrations(other, folder)]);
  expect([...one, ...two].sort()).toEqual([FIRST, SECOND]);
  expect(await sql`select * from public.m_first`).toHaveLength(1);
  await other.end();
});

test('migrations run without a superuser, as on a hosted database, and nobody else reaches their history', async () => {
  await database.asOwner(`
    create role m_owner_${database.name} login password 'x';
    grant create on database ${database.name} to m_owner_${database.name};
    grant connect on database ${database.name} to m_owner_${database.name};
    grant create, usage on schema public to m_owner_${database.name};`);
  const url = new URL(database.ownerUrl);
  url.username = `m_owner_${database.name}`;
  url.password = 'x';
  expect(await migrateDatabase(url.href, folder)).toEqual([FIRST, SECOND]);
  const visitor = postgres(database.serviceUrl, { max: 1 });
  await expect(visitor`select * from private_migrations.applied`).rejects.toMatchObject({ code: '42501' });
  await visitor.end();
  await database.asOwner(`drop owned by m_owner_${database.name}; drop role m_owner_${database.name};`);
});
