import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres, { type Sql } from 'postgres';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
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

describe('functions, triggers, policies and rights', () => {
  let root: string;
  const file = (name: string, text: string): void => writeFileSync(join(root, 'repeatable', name), text);
  const migrate = (): Promise<string[]> => applyMigrations(sql, join(root, 'migrations'));
  const call = async (name: string): Promise<unknown> =>
    (await sql.unsafe<{ answer: unknown }[]>(`select private.${name}() as answer`))[0]?.answer;
  const renewed = 'functions, policies and rights';

  beforeEach(async () => {
    root = mkdtempSync(join(tmpdir(), 'wattershed-repeatable-'));
    mkdirSync(join(root, 'migrations'));
    mkdirSync(join(root, 'repeatable'));
    writeFileSync(
      join(root, 'migrations', FIRST),
      'create table public.m_first (id integer check (private.m_rule(id)));\ncreate table private.m_own ();',
    );
    file(
      '00_rules.sql',
      'create or replace function private.m_rule(n integer) returns boolean immutable return n > 0;',
    );
    file(
      '01_rest.sql',
      `create or replace function private.m_rest() returns integer language sql as $$ select 2 $$;
      alter table public.m_first enable row level security;
      create policy m_read on public.m_first for select to authenticated using (id < 5);
      grant select on public.m_first to authenticated;`,
    );
    await migrate();
  });
  afterEach(() => rmSync(root, { recursive: true }));

  test('have one text, are applied again when it changes, and not else', async () => {
    expect([await call('m_rest'), await migrate()]).toEqual([2, []]);
    file(
      '01_rest.sql',
      'create or replace function private.m_rest() returns integer language sql as $$ select 3 $$;\r\n',
    );
    expect([await migrate(), await call('m_rest')]).toEqual([[renewed], 3]);
  });

  test('a rule that a table needs is there before the table, and changes under it', async () => {
    await expect(sql`insert into m_first values (0)`).rejects.toMatchObject({ code: '23514' });
    file(
      '00_rules.sql',
      'create or replace function private.m_rule(n integer) returns boolean immutable return n > -1;',
    );
    await migrate();
    expect(await sql`insert into m_first values (0) returning id`).toEqual([{ id: 0 }]);
  });

  test('what the files do not name any more is gone: function, policy, right', async () => {
    file('01_rest.sql', '');
    await migrate();
    await expect(call('m_rest')).rejects.toMatchObject({ code: '42883' });
    expect(await sql`select policyname from pg_policies where tablename = 'm_first'`).toEqual([]);
    expect(
      await sql`select grantee from information_schema.role_table_grants where table_name = 'm_first' and grantee = 'authenticated'`,
    ).toEqual([]);
  });

  test('a table with a new name is still ours: no right and no policy of before stays', async () => {
    writeFileSync(join(root, 'migrations', SECOND), 'alter table public.m_first rename to m_renamed;');
    file('01_rest.sql', '');
    await migrate();
    expect(await sql`select policyname from pg_policies where tablename = 'm_renamed'`).toEqual([]);
    expect(await sql`select has_table_privilege('authenticated', 'm_renamed', 'select') as may`).toEqual([
      { may: false },
    ]);
  });

  test('what somebody else has beside our tables stays', async () => {
    await sql.unsafe(`create table public.m_theirs (id integer);
      create function public.m_their_trigger() returns trigger language plpgsql as 'begin return new; end';
      create trigger m_theirs before insert on public.m_theirs for each row execute function public.m_their_trigger();
      create policy m_theirs on public.m_theirs for select to authenticated using (true);
      grant select on public.m_theirs to authenticated;
      create function public.m_their_own() returns integer language sql as 'select 1';`);
    const theirs = () => sql`
      select (select count(*) from pg_policies where tablename = 'm_theirs') as policies,
        (select count(*) from pg_trigger where tgname = 'm_theirs') as triggers,
        has_table_privilege('authenticated', 'm_theirs', 'select') as may, public.m_their_own() as answer`;
    const before = await theirs();
    file('01_rest.sql', '');
    await migrate();
    expect(await theirs()).toEqual(before);
  });

  test('one that fails leaves all as it was, and is named with its line', async () => {
    file('01_rest.sql', 'create policy m_all on public.m_first using (true);\nselect * from nowhere;');
    await expect(migrate()).rejects.toMatchObject({
      code: 'migration-failed',
      message: expect.stringMatching(/^01_rest\.sql failed at line 2: .*nowhere/),
    });
    expect(await call('m_rest')).toBe(2);
    expect(
      (await sql`select policyname from pg_policies where tablename = 'm_first'`).map((row) => row['policyname']),
    ).toEqual(['m_read']);
    file('01_rest.sql', 'create or replace function private.m_rest() returns integer language sql as $$ select 4 $$;');
    expect([await migrate(), await call('m_rest')]).toEqual([[renewed], 4]);
  });

  test('two runners at once renew them once', async () => {
    file('01_rest.sql', 'create or replace function private.m_rest() returns integer language sql as $$ select 5 $$;');
    const other = postgres(database.ownerUrl, { max: 2, onnotice: () => undefined });
    const done = await Promise.all([migrate(), applyMigrations(other, join(root, 'migrations'))]);
    await other.end();
    expect(done.flat()).toEqual([renewed]);
  });
});
