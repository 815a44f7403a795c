/** One schema for plain PostgreSQL and Citus: what Citus would refuse is seen here, where there is none. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#kernel/postgres/testing.ts';
import { openSeed, type Seed } from '#apps/service/testing/seed.ts';
import { functionsOfHomes } from '../../scale/lists.ts';
import { citusFaults } from './citus-faults.ts';

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

test('nothing is there that Citus refuses', async () => {
  expect(await citusFaults(seed.owner)).toEqual([]);
});

test('what runs on a home’s node calls nothing there that reads tables, but what is kept from running there', async () => {
  const found = await seed.owner<{ name: string; text: string }[]>`
    select proname as name, prosrc as text from pg_proc where pronamespace = 'private'::regnamespace`;
  const texts = new Map(found.map(({ name, text }) => [name, text]));
  expect(functionsOfHomes.filter((name) => !texts.has(name))).toEqual([]);
  const readsTables = (name: string): boolean =>
    /\b(?:from|join|into|update)\s+(?:public|private)\.\w+(?!\w*\()/.test(texts.get(name) ?? '');
  const called = functionsOfHomes.flatMap((name) =>
    [...(texts.get(name) ?? '').matchAll(/\bprivate\.(\w+)\(/g)].map(([, one = '']) => one),
  );
  const others = [...new Set(called)].filter((name) => !functionsOfHomes.includes(name) && readsTables(name));
  // Of guests, and of readings with a silence: they go by the coordinator.
  expect(others.toSorted()).toEqual(['add_gaps', 'days_seen_through', 'latest_of_guest', 'months_seen_through']);
});

class Undone extends Error {}

/** What is found with `statements` in it; nothing of them stays. */
const faultsWith = async (statements: string): Promise<string[]> => {
  let faults: string[] = [];
  const attempt = seed.owner.begin(async (sql) => {
    await sql.unsafe(statements).simple();
    faults = await citusFaults(sql);
    throw new Undone();
  });
  await expect(attempt).rejects.toBeInstanceOf(Undone);
  return faults;
};

const notes = `create table public.notes (household_id uuid not null, id bigint not null default 1, meter_id bigint, primary key (household_id, id));
  revoke all on public.notes from anon, authenticated;`;
const body = (text: string, returns = 'trigger') =>
  `create function private.note() returns ${returns} language plpgsql as $$ begin ${text} end $$;`;
const trigger = 'create trigger note_it after insert on public.notes for each row execute function private.note();';

test.each([
  [
    'create table private.loose (id bigint);',
    'private.loose is in no list of supabase/scale/citus.sql and has no household_id',
  ],
  ['alter table private.waiting_mails rename to letters;', 'private.waiting_mails is listed, and no table'],
  [
    `${notes} alter table public.notes add constraint notes_meter foreign key (household_id, meter_id)
       references public.meters (household_id, id) on delete set null (meter_id);`,
    'notes_meter has a key that sets columns null beside household_id',
  ],
  [
    'create table private.loose (household_id uuid not null, id bigint primary key);',
    'private.loose_pkey is unique without household_id',
  ],
  [
    `${notes} grant insert (household_id) on public.notes to authenticated;`,
    'notes.id is written out by Citus for who may not write it',
  ],
  [
    `${notes} ${body(`if tg_table_name = 'notes' then null; end if; return null;`)} ${trigger}`,
    'public.notes.note_it asks what its table is called, which on Citus is a shard',
  ],
  [
    `${body('return null;')} create trigger note_it after update on public.households for each row execute function private.note();`,
    'public.households.note_it acts on every node: private.is_worker() keeps it on the coordinator',
  ],
  [
    `${notes} ${body(`perform pg_notify('a', 'b'); return null;`)} ${trigger}`,
    'public.notes.note_it tells from a worker, which nobody hears',
  ],
  [
    `${notes} ${body('update public.households set name = name; return null;')} ${trigger}`,
    'public.notes.note_it writes outside of its home',
  ],
  [
    `${notes} create function private.further() returns void language plpgsql as $$ begin delete from private.account_events; end $$;
     ${body('perform private.further(); return null;')} ${trigger}`,
    'public.notes.note_it writes outside of its home',
  ],
  [
    `create function private.leak(p uuid) returns bigint language sql as 'select count(*) from public.meters where household_id = p';`,
    'leak is a SQL function with parameters that reads tables',
  ],
  [
    `create function private.leak(p public.meters) returns bigint language plpgsql as 'begin return 1; end';`,
    'leak takes a row, whose type is another on a shard',
  ],
  [
    `create function private.leak(p bigint[]) returns void language plpgsql as $$ begin
       perform from public.meter_state s where s.meter_id = any (p) for update; end $$;`,
    'leak locks rows of several homes',
  ],
])('a violation is caught: %#', async (statements, fault) => {
  expect(await faultsWith(statements)).toContain(fault);
});

test.each([
  [`${notes} grant insert on public.notes to authenticated;`],
  [
    `${notes} ${body('if private.is_worker() then return null; end if; update public.households set name = name; return null;')} ${trigger}`,
  ],
  [
    `create function private.lock(p_household uuid) returns void language plpgsql as $$ begin
       perform from public.meter_state s where s.household_id = p_household for update; end $$;`,
  ],
])('what keeps the rules is let through: %#', async (statements) => {
  expect(await faultsWith(statements)).toEqual([]);
});
