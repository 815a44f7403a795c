import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#kernel/postgres/testing.ts';
import { expectRefused, openStory, type Story } from './household-story.ts';

describe('households', () => {
  let story: Story;
  beforeAll(async () => {
    story = await openStory();
  });
  afterAll(() => story.end());

  describe('households', () => {
    test('C1.1 everybody of a household sees it; others and visitors do not', async () => {
      for (const person of [story.ada, story.ben, story.cleo]) {
        const seen = await person.does((sql) => sql`select id from households where id = ${story.household}`);
        expect(seen).toHaveLength(1);
      }
      expect(await story.dan.does((sql) => sql`select id from households`)).toEqual([{ id: story.dan.home.household }]);
      await expectRefused(story.visitor`select * from households`);
    });

    test('C6.1 its owner changes it; a member, a viewer and a stranger change nothing', async () => {
      const rename = (name: string) => `update households set name = '${name}' where id = '${story.household}'`;
      for (const person of [story.ben, story.cleo, story.dan]) {
        expect((await person.does((sql) => sql.unsafe(rename('Mine now')))).count).toBe(0);
      }
      expect((await story.ada.does((sql) => sql.unsafe(rename('Calle Mayor')))).count).toBe(1);
      await expectRefused(story.visitor.unsafe(rename('Nobody')));
      expect(await story.truth`select name from households where id = ${story.household}`).toEqual([
        { name: 'Calle Mayor' },
      ]);
    });

    test.each(['id', 'owner_id', 'kind', 'created_at'])('its owner cannot change %s', async (column) => {
      await expectRefused(story.ada.does((sql) => sql.unsafe(`update households set ${column} = ${column}`)));
    });

    test('nobody makes or removes a household by hand', async () => {
      await expectRefused(story.ada.does((sql) => sql`insert into households (name) values ('Second')`));
      await expectRefused(story.ada.does((sql) => sql`delete from households`));
    });

    test.each([
      ['time_zone', 'Mars/Olympus'],
      ['time_zone', '+02:00'],
      ['currency', 'euro'],
      ['units', 'furlongs'],
      ['billing_day', '31'],
    ])('%s cannot be %s', async (column, value) => {
      const attempt = story.ada.does((sql) => sql.unsafe(`update households set ${column} = '${value}'`));
      await expect(attempt).rejects.toMatchObject({ code: '23514' });
    });
  });

  describe('where a home is', () => {
    const chosen = async (household: string): Promise<boolean> => {
      const [row] = await story.truth<{ time_zone_chosen: boolean }[]>`
      select time_zone_chosen from households where id = ${household}`;
      return row?.time_zone_chosen ?? false;
    };
    const choose = (household: string) => `update households set time_zone_chosen = true where id = '${household}'`;
    const signUp = async (wishes: string): Promise<string> => {
      const [row] = await story.truth<{ id: string }[]>`
      insert into auth.users (id, email, raw_user_meta_data)
      values (gen_random_uuid(), gen_random_uuid() || '@example.com', ${wishes}::text::jsonb) returning id`;
      const [home] = await story.truth<
        { id: string }[]
      >`select id from households where owner_id = ${row?.id as string}`;
      return home?.id as string;
    };

    test('whoever signs up without saying so is in UTC, which nobody chose; a zone that is sent along is chosen', async () => {
      expect(await chosen(await signUp('{}'))).toBe(false);
      expect(await chosen(await signUp('{"time_zone":"Asia/Kolkata"}'))).toBe(true);
      expect(await chosen(await signUp('{"time_zone":"Mars/Olympus"}'))).toBe(false);
    });

    test('its owner says it, a member and a viewer do not; what is chosen stays chosen', async () => {
      await story.truth`alter table households disable trigger mark_chosen_zone`;
      await story.truth`update households set time_zone_chosen = false where id = ${story.household}`;
      await story.truth`alter table households enable trigger mark_chosen_zone`;
      for (const person of [story.ben, story.cleo, story.dan]) {
        expect((await person.does((sql) => sql.unsafe(choose(story.household)))).count).toBe(0);
      }
      await expectRefused(story.visitor.unsafe(choose(story.household)));
      expect(await chosen(story.household)).toBe(false);
      expect((await story.ada.does((sql) => sql.unsafe(choose(story.household)))).count).toBe(1);
      await story.ada.does((sql) => sql`update households set time_zone_chosen = false where id = ${story.household}`);
      expect(await chosen(story.household)).toBe(true);
    });

    test('another zone is a choice, whoever’s form it was', async () => {
      const home = await signUp('{}');
      await story.truth`update households set time_zone = 'America/St_Johns' where id = ${home}`;
      expect(await chosen(home)).toBe(true);
    });
  });

  describe('who belongs to a household', () => {
    test('its people see one another, others nobody', async () => {
      const people = (sql: Parameters<Parameters<typeof story.ada.does>[0]>[0]) =>
        sql<
          { role: string }[]
        >`select role from household_members where household_id = ${story.household} order by role`;
      for (const person of [story.ada, story.ben, story.cleo]) {
        expect((await person.does(people)).map((row) => row.role)).toEqual(['member', 'owner', 'viewer']);
      }
      expect(await story.dan.does(people)).toEqual([]);
      await expectRefused(story.visitor`select * from household_members`);
    });

    test('C6.3 nobody lets themselves in, promotes themselves or puts others out', async () => {
      const { household, dan, cleo, ada } = story;
      await expectRefused(
        dan.does((sql) => sql`insert into household_members values (${household}, ${dan.id}, 'owner')`),
      );
      await expectRefused(cleo.does((sql) => sql`update household_members set role = 'owner'`));
      await expectRefused(ada.does((sql) => sql`delete from household_members`));
    });
  });

  describe('C6.1 the owner of a household', () => {
    const ends = { code: '23514', message: expect.stringContaining('owner') };
    const within = (statement: string) => story.truth.unsafe(statement);

    test('is one, and the same wherever it is written; a transaction that ends otherwise is undone', async () => {
      const { household, ada, ben } = story;
      const where = `household_id = '${household}'`;
      for (const statement of [
        `update households set owner_id = '${ben.id}' where id = '${household}'`,
        `update households set owner_id = null where id = '${household}'`,
        `update household_members set role = 'member' where ${where} and user_id = '${ada.id}'`,
        `delete from household_members where ${where} and user_id = '${ada.id}'`,
        `insert into households (owner_id, kind) values ('${ada.id}', 'home')`,
      ])
        await expect(within(statement)).rejects.toMatchObject(ends);
      const second = `update household_members set role = 'owner' where ${where} and user_id = '${ben.id}'`;
      await expect(within(second)).rejects.toMatchObject({ code: '23505' });
      const both = `${where} and role = 'owner'`;
      await story.truth.begin(async (sql) => {
        await sql`select private.hand_over(${household}, ${ben.id})`;
        await sql`select private.hand_over(${household}, ${ada.id})`;
      });
      expect(await story.truth.unsafe(`select user_id from household_members where ${both}`)).toEqual([
        { user_id: ada.id },
      ]);
    });
  });

  describe('profiles', () => {
    test('each person sees and changes their own: name, language, and at which of their households they look', async () => {
      const { ada, ben } = story;
      expect(await ada.does((sql) => sql`select user_id from profiles`)).toEqual([{ user_id: ada.id }]);
      await ada.does((sql) => sql`update profiles set display_name = 'Ada', language = 'es'`);
      await ben.does((sql) => sql`update profiles set display_name = 'Ben' where user_id = ${ada.id}`);
      expect(await story.truth`select display_name, language from profiles where user_id = ${ada.id}`).toEqual([
        { display_name: 'Ada', language: 'es' },
      ]);
      await ben.does((sql) => sql`update profiles set current_household = ${story.household}`);
      const elsewhere = ben.does((sql) => sql`update profiles set current_household = ${story.dan.home.household}`);
      await expect(elsewhere).rejects.toMatchObject({ code: '23503' });
      for (const column of ['user_id', 'is_guest', 'last_seen_at', 'created_at']) {
        await expectRefused(ada.does((sql) => sql.unsafe(`update profiles set ${column} = ${column}`)));
      }
      await expectRefused(ada.does((sql) => sql`insert into profiles (user_id) values (gen_random_uuid())`));
      await expectRefused(ada.does((sql) => sql`delete from profiles`));
      await expectRefused(story.visitor`select * from profiles`);
    });
  });

  describe('C6.3 administrators', () => {
    test('a person sees only whether they are one', async () => {
      await story.truth`insert into administrators (user_id) values (${story.ada.id})`;
      expect(await story.ada.does((sql) => sql`select user_id from administrators`)).toEqual([
        { user_id: story.ada.id },
      ]);
      expect(await story.ben.does((sql) => sql`select user_id from administrators`)).toEqual([]);
      await expectRefused(story.visitor`select * from administrators`);
    });

    test('nobody becomes one through the client, not even by the hand of another', async () => {
      for (const person of [story.ada, story.dan]) {
        await expectRefused(person.does((sql) => sql`insert into administrators (user_id) values (${story.dan.id})`));
        await expectRefused(person.does((sql) => sql`update administrators set user_id = ${story.dan.id}`));
        await expectRefused(person.does((sql) => sql`delete from administrators`));
      }
      await expectRefused(story.visitor`insert into administrators (user_id) values (${story.dan.id})`);
    });
  });

  describe('an account', () => {
    test('C6.1 a sign-up makes a profile and a household in the person’s time zone, owned by them', async () => {
      const [row] = await story.truth`
      select h.owner_id, h.kind, h.time_zone, m.role from households h join household_members m on m.household_id = h.id
      where h.id = ${story.household} and m.user_id = ${story.ada.id}`;
      expect(row).toEqual({ owner_id: story.ada.id, kind: 'home', time_zone: 'Europe/Madrid', role: 'owner' });
    });

    test('a sign-up that asks for nonsense gets defaults', async () => {
      const home = await story.seed.home('Mars/Olympus');
      expect(await story.truth`select time_zone from households where id = ${home.household}`).toEqual([
        { time_zone: 'UTC' },
      ]);
    });

    test('that is deleted takes its household, devices and readings along', async () => {
      const home = await story.seed.home();
      const { meterId } = await home.device('Lamp', 'hall', 'electricity');
      await story.truth`delete from auth.users where id = ${home.userId}`;
      const [left] = await story.truth`select
      (select count(*) from households where id = ${home.household})::int as households,
      (select count(*) from household_members where user_id = ${home.userId})::int as memberships,
      (select count(*) from profiles where user_id = ${home.userId})::int as profiles,
      (select count(*) from meter_state where meter_id = ${meterId})::int as states,
      (select count(*) from ingest_tokens where household_id = ${home.household})::int as tokens`;
      expect(left).toEqual({ households: 0, memberships: 0, profiles: 0, states: 0, tokens: 0 });
    });
  });
});

describe('time zones', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  /** Of these names, those that a home may have. */
  const taken = async (names: string): Promise<string[]> => {
    const rows = await database.asOwner(`select name from (${names}) as given (name) where private.is_time_zone(name)`);
    return rows.map(({ name }) => String(name));
  };
  const listed = (names: readonly string[]): string => `values ${names.map((name) => `('${name}')`).join(',')}`;

  const isKnownHere = (zone: string): boolean => {
    try {
      return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== '';
    } catch {
      return false;
    }
  };

  test('every time zone that a browser can name is taken, and in any letters', async () => {
    const names = [...Intl.supportedValuesOf('timeZone'), 'UTC', 'europe/madrid', 'Asia/Kolkata', 'Etc/GMT+5'];
    expect(await taken(listed(names))).toEqual(names);
  });

  test('every one that is taken is known to the service too, of all that PostgreSQL lists and of its abbreviations', async () => {
    const names = await taken('select name from pg_timezone_names union select abbrev from pg_timezone_abbrevs');
    expect(names.length).toBeGreaterThan(500);
    expect(names.filter((name) => !isKnownHere(name))).toEqual([]);
  });

  test('what PostgreSQL alone understands is none: rules, offsets, abbreviations, its own folders', async () => {
    const none = [
      '%00',
      'ABC3',
      'MSK',
      'EST5EDT,M3.2.0,M11.1.0',
      '+01:00',
      '1',
      '2147483648',
      'posix/Europe/Madrid',
      'localtime',
      'Factory',
      '',
      'Europe/Nowhere',
      'Europe/Madrid ',
    ];
    expect(await taken(listed(none))).toEqual([]);
  });
});
