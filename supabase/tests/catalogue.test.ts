import { readdirSync, readFileSync } from 'node:fs';
import { factsOf, languageIds, utilityIds } from '#catalogue/index.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#kernel/postgres/testing.ts';
import { openSeed, type Seed } from '#apps/service/testing/seed.ts';
import { catalogueFaults } from './catalogue-faults.ts';

let testDatabase: TestDatabase;
let seed: Seed;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  seed = openSeed(testDatabase.ownerUrl);
});
afterAll(async () => {
  await seed.end();
  await testDatabase.drop();
});

test('C6.3 every table, key, policy and function keeps the rules of the schema', async () => {
  expect(await catalogueFaults(seed.owner)).toEqual([]);
});

test('each function stands once', () => {
  const folder = new URL('../repeatable/', import.meta.url);
  const texts = readdirSync(folder).map((name) => readFileSync(new URL(name, folder), 'utf8'));
  const names = texts.flatMap((text) =>
    [...text.matchAll(/^create (?:or replace )?function ([\w.]+)/gm)].map(([, name]) => name),
  );
  expect(names.length).toBeGreaterThan(200);
  expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
});

test('the database knows the utilities and languages of the catalogue, and no others', async () => {
  const rows =
    await seed.owner`select id, max_per_hour::float8, billing_unit, can_leak from private.utilities order by position`;
  expect(rows).toEqual(
    utilityIds.map((id) => {
      const { maxPerHour, counter, canLeak } = factsOf(id);
      return { id, max_per_hour: maxPerHour, billing_unit: counter.unit, can_leak: canLeak };
    }),
  );
  const checks = await seed.owner<{ name: string; ids: string[] }[]>`
    select conname as name, array(select m[1] from regexp_matches(pg_get_constraintdef(oid), '''([^'']*)''::text', 'g') m) as ids
    from pg_constraint where conname ~ '_(utility|language)_check$' order by 1`;
  expect(checks).toHaveLength(17);
  for (const { name, ids } of checks)
    expect(ids, name).toEqual(name.endsWith('utility_check') ? utilityIds : languageIds);
});

test('what a bill said before has all that a bill has', async () => {
  const columnsOf = async (table: string): Promise<string[]> =>
    (
      await seed.owner<{ name: string }[]>`
        select column_name || ' ' || data_type as name from information_schema.columns where table_schema = 'public' and table_name = ${table}`
    ).map(({ name }) => name);
  const own = [
    'id uuid',
    'user_id uuid',
    'created_at timestamp with time zone',
    'corrected_at timestamp with time zone',
    'water_cost numeric',
    'electricity_cost numeric',
  ];
  const bill = (await columnsOf('billing_records')).filter((name) => !own.includes(name));
  expect(bill.filter((name) => name.includes('uuid'))).toEqual(['household_id uuid']);
  expect(await columnsOf('billing_record_versions')).toEqual(expect.arrayContaining(bill));
});

class Undone extends Error {}

/** What the catalogue says with `statements` in it; nothing of them stays. */
const faultsWith = async (statements: string): Promise<string[]> => {
  let faults: string[] = [];
  const attempt = seed.owner.begin(async (sql) => {
    await sql.unsafe(statements);
    faults = await catalogueFaults(sql);
    throw new Undone();
  });
  await expect(attempt).rejects.toBeInstanceOf(Undone);
  return faults;
};

const notes = `create table public.notes (household_id uuid not null, id bigint not null, primary key (household_id, id));
  revoke all on public.notes from anon, authenticated; alter table public.notes enable row level security;`;
const policy = `create policy notes_read on public.notes to authenticated using (household_id = any (private.my_households()));`;

test.each([
  [`${notes} ${policy} alter table public.notes disable row level security`, 'notes has no row-level security'],
  [notes, 'notes has no policy'],
  [
    `${notes} create policy notes_read on public.notes to authenticated
     using (household_id in (select household_id from public.household_members where user_id = auth.uid()))`,
    'notes.notes_read has a policy with a sub-select, which Citus refuses',
  ],
  [
    `${notes} create policy notes_read on public.notes for select to authenticated using (true)`,
    'notes.notes_read has a policy that does not ask for the second factor',
  ],
  [
    `${notes} create policy notes_read on public.notes to authenticated
     using (household_id = any (private.my_households())) with check (household_id is not null)`,
    'notes.notes_read has a policy that does not ask for the second factor',
  ],
  [
    `${notes} create policy notes_read on public.notes to authenticated
     using (household_id = any (private.my_households()) or household_id = auth.uid())`,
    'notes.notes_read has a policy that asks auth for the person',
  ],
  [
    `${notes} create policy notes_read on public.notes using (true)`,
    'notes.notes_read has a policy for everyone instead of the signed-in',
  ],
  [
    `${notes} ${policy} create unique index notes_id on public.notes (id)`,
    'notes_id has a unique key without household_id, which Citus refuses',
  ],
  [`${notes} ${policy} alter table public.notes drop column household_id cascade`, 'notes has no household_id'],
  [
    `${notes} ${policy} alter table public.notes add column user_id uuid constraint to_auth references auth.users (id)`,
    'notes.to_auth has a foreign key into schema auth',
  ],
  [
    `create or replace function private.is_administrator() returns boolean language sql stable security definer set search_path = ''
     as 'select exists (select from public.profiles where user_id = auth.uid())'`,
    'is_administrator is open to people and asks auth for the person',
  ],
  [`create function private.leak() returns int language sql as 'select 1'`, 'leak may be executed by everyone'],
  [
    `create function private.leak() returns int language sql as 'select 1'; revoke all on function private.leak() from public;
     grant execute on function private.leak() to authenticated`,
    'leak may be executed by a visitor or a person',
  ],
  [
    `create function private.leak() returns int language sql security definer as 'select 1'`,
    'leak is a definer function without a pinned search_path',
  ],
  [
    `create function public.leak() returns int language sql security definer set search_path = '' as 'select 1'`,
    'leak is a definer function in the exposed schema',
  ],
  [
    `${notes.replaceAll('notes', 'users')} ${policy.replaceAll('notes', 'users')}`,
    'users has the name of a table of auth or storage',
  ],
  [`create table private.flow_state (id integer)`, 'flow_state has the name of a table of auth or storage'],
  [`${notes} ${policy} grant select (id) on public.notes to wattershed_engine`, 'notes gives the engine a right'],
  [`${notes} ${policy} grant delete on public.notes to anon`, 'notes gives a visitor a right'],
  [`${notes} ${policy} grant truncate on public.notes to authenticated`, 'notes gives a person more than rows'],
])('a violation is caught: %#', async (statements, fault) => {
  expect(await faultsWith(statements)).toContain(fault);
});

test('a table that keeps the rules is let through', async () => {
  expect(await faultsWith(`${notes} ${policy}`)).toEqual([]);
});
