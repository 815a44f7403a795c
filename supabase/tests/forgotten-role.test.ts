import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readableByVisitors } from './catalogue-faults.ts';
import { expectRefused, openStory, type Story } from './household-story.ts';

let story: Story;
let tables: string[];
beforeAll(async () => {
  story = await openStory();
  const rows = await story.truth<{ name: string }[]>`
    select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and n.nspname in ('public', 'private', 'auth') order by 1`;
  tables = rows.map((row) => row.name);
});
afterAll(() => story.end());

/** `open`: what everybody may read, and nobody write. */
const expectClosed = async (sql: postgres.Sql, open: readonly string[] = []): Promise<void> => {
  expect(tables.length).toBeGreaterThan(15);
  for (const table of tables) {
    if (!open.includes(table.replace('public.', ''))) await expectRefused(sql.unsafe(`select from ${table}`));
    await expectRefused(sql.unsafe(`insert into ${table} default values`));
    await expectRefused(sql.unsafe(`delete from ${table}`));
  }
};

/** A connection of the service's login, as plain as a driver opens one. */
const connect = async (work: (sql: postgres.Sql) => Promise<void>, role?: string): Promise<void> => {
  const sql = postgres(story.serviceUrl, { max: 1, onnotice: () => {}, ...(role ? { connection: { role } } : {}) });
  try {
    await work(sql);
  } finally {
    await sql.end();
  }
};

describe('C6.1 a connection that forgets its role fails closed', () => {
  test('fresh, it is a visitor, who writes nothing and reads nothing but what is public', () =>
    connect(async (sql) => {
      expect(await sql`select current_user as role, session_user as login`).toEqual([
        { role: 'anon', login: 'wattershed' },
      ]);
      await expectClosed(sql, readableByVisitors);
    }));

  test('with its role taken off, it reads and writes nothing either, and calls no function', () =>
    connect(async (sql) => {
      await sql`set role none`;
      expect(await sql`select current_user as role`).toEqual([{ role: 'wattershed' }]);
      await expectClosed(sql);
      await expectRefused(sql`select private.usage_latest(${story.ada.id}, null)`);
    }));

  test.each(['service_role', 'postgres', 'authenticator'])('it cannot become %s', (role) =>
    connect((sql) => expectRefused(sql.unsafe(`set role ${role}`))),
  );

  test('after a person’s work the connection is a visitor’s again', async () => {
    await story.ada.does((sql) => sql`select from households`);
    expect(await story.visitor`select current_user as role, auth.uid() as person`).toEqual([
      { role: 'anon', person: null },
    ]);
    await expect(story.ada.does((sql) => sql`select 1 / 0`)).rejects.toThrow('division by zero');
    expect(await story.visitor`select current_user as role, auth.uid() as person`).toEqual([
      { role: 'anon', person: null },
    ]);
  });

  test('a signed-in role without a person sees no row', () =>
    connect(async (sql) => {
      for (const table of ['households', 'connected_devices', 'billing_records', 'usage_day', 'profiles']) {
        expect(await sql.unsafe(`select from ${table}`)).toHaveLength(0);
      }
    }, 'authenticated'));
});

describe('the engine', () => {
  test('touches no table, only functions that check for themselves', () =>
    connect(async (sql) => {
      await expectClosed(sql);
      const [row] = await sql`select private.usage_latest(${story.ada.id}, ${story.household}) is not null as own,
        private.usage_latest(${story.dan.id}, ${story.household}) is not null as foreign`;
      expect(row).toEqual({ own: true, foreign: false });
    }, 'wattershed_engine'));

  test('its functions are closed to a visitor and to a signed-in person', async () => {
    const spy = `select private.usage_latest('${story.ada.id}', null)`;
    const promote = `select private.revoke_token('${story.ada.id}', ${story.ada.home.tokenId})`;
    for (const text of [
      spy,
      promote,
      `select private.configure('example.com')`,
      'select private.remove_idle_guests(0)',
    ]) {
      await expectRefused(story.visitor.unsafe(text));
      await expectRefused(story.dan.does((sql) => sql.unsafe(text)));
    }
  });
});
