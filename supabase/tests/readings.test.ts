import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closeDays, createIngest, createIngestTokens } from '#subjects/readings/service/ingest/index.ts';
import { type Character, expectRefused, openStory, type Story } from './household-story.ts';

describe('readings', () => {
  const tables = [
    'meter_state',
    'open_readings',
    'packed_days',
    'usage_quarter',
    'usage_gap',
    'usage_day',
    'usage_month',
    'quarantined_readings',
  ] as const;

  let story: Story;
  beforeAll(async () => {
    story = await openStory();
    const { engine } = story.database;
    const silent = { publish: () => {} };
    const ingest = createIngest(engine, createIngestTokens(engine, Date.now), silent, Date.now);
    const { key } = await story.ada.home.device('Lamp', 'hall', 'electricity');
    const now = Math.floor(Date.now() / 1000);
    const at = [now - 200_000, now - 190_000, now - 3_600, now - 1_800, now];
    const sent = at.map((instant, index) => ({ index, meter: key, at: instant, value: index * 100, spanS: null }));
    const absurd = { index: 5, meter: key, at: now + 60, value: 9e12, spanS: null };
    await ingest.take(story.ada.home.token, { sent: [...sent, absurd], rejected: [], count: 6 });
    await closeDays(engine, now - 86_400);
  });
  afterAll(() => story.end());

  test.each(tables)(
    'C1.1 %s: the people of the household read it, others see nothing, visitors are refused',
    async (table) => {
      const rows = `select household_id from ${table}`;
      for (const person of [story.ada, story.ben, story.cleo]) {
        const seen = await person.does((sql) => sql.unsafe(rows));
        expect(seen.filter((row) => row['household_id'] === story.household).length).toBeGreaterThan(0);
      }
      expect(await story.dan.does((sql) => sql.unsafe(rows))).toEqual([]);
      await expectRefused(story.visitor.unsafe(rows));
    },
  );

  test.each(tables)('C6.3 %s: nobody writes it but the service', async (table) => {
    for (const person of [story.ada, story.cleo, story.dan]) {
      await expectRefused(
        person.does((sql) => sql.unsafe(`insert into ${table} (household_id) values ('${story.household}')`)),
      );
      await expectRefused(person.does((sql) => sql.unsafe(`update ${table} set meter_id = meter_id`)));
      await expectRefused(person.does((sql) => sql.unsafe(`delete from ${table}`)));
      await expectRefused(person.does((sql) => sql.unsafe(`truncate ${table}`)));
    }
    await expectRefused(story.visitor.unsafe(`delete from ${table}`));
  });

  test('a meter that is removed takes all it measured along', async () => {
    await story.ada.does((sql) => sql`delete from connected_devices where household_id = ${story.household}`);
    for (const table of tables) expect(await story.truth.unsafe(`select from ${table}`)).toHaveLength(0);
  });
});

describe('repairs', () => {
  let story: Story;
  beforeAll(async () => {
    story = await openStory();
  });
  afterAll(() => story.end());

  test('C6.1 C6.3 repairs are read by the household, and written by nobody but through the service', async () => {
    const { meterId } = await story.ada.home.device('Main', 'hall', 'water');
    const keep = async () => story.seed.owner`
    select private.add_repair(${story.household}, ${meterId}, 'remove', '2026-05-04', '2026-05-04', 5, 4, '{}'::jsonb, ${story.ada.home.userId})`;
    await keep();
    const seen = (person: Character) => person.does((sql) => sql`select id from repairs`).then((rows) => rows.length);
    expect(await Promise.all([story.ada, story.ben, story.cleo, story.dan].map(seen))).toEqual([1, 1, 1, 0]);
    await expectRefused(story.visitor`select id from repairs`);
    await expectRefused(story.ada.does((sql) => sql`update repairs set undone_at = now()`));
    await expectRefused(story.ada.does((sql) => sql`delete from repairs`));
    await expectRefused(
      story.ada.does(
        (sql) => sql`insert into repairs (household_id, meter_id, kind, used_before, used_after, change, made_by)
        values (${story.household}, ${meterId}, 'remove', 0, 0, '{}', ${story.ada.home.userId})`,
      ),
    );
    await story.seed.owner`delete from meters where id = ${meterId}`;
    expect(await seen(story.ada)).toBe(0);
  });

  test('what a meter is believed changes by a repair alone: other limits mean other use of the same readings', async () => {
    const { meterId } = await story.ada.home.device('Other', 'hall', 'water');
    for (const column of ['max_per_hour', 'max_gap_s', 'rolls_over_at'])
      await expectRefused(story.ada.does((sql) => sql`update meters set ${sql(column)} = 5000 where id = ${meterId}`));
  });
});

describe('temperatures', () => {
  let story: Story;
  beforeAll(async () => {
    story = await openStory();
  });
  afterAll(() => story.end());

  /** What the service does for a person once it has read a file; null where they may not. */
  const save = async (person: Character, days: Record<string, number>): Promise<number | null> => {
    const [row] = await story.database.engine<{ n: number | null }[]>`
    select private.save_temperatures(${person.id}, ${story.household}, ${JSON.stringify(days)}::text::jsonb) as n`;
    return row?.n ?? null;
  };
  const see = (person: Character) =>
    person.does(
      (sql) =>
        sql`select day::text, tenths from outdoor_temperatures where household_id = ${story.household} order by day`,
    );
  const remove = (person: Character) =>
    person.does(
      async (sql) => (await sql`delete from outdoor_temperatures where household_id = ${story.household}`).count,
    );

  test('owner and member bring temperatures, a later one in place of an earlier; a viewer and a stranger do not', async () => {
    expect(await save(story.ada, { '2026-01-01': 52, '2026-01-02': -31 })).toBe(2);
    expect(await save(story.ben, { '2026-01-02': -31, '2026-01-03': 0 })).toBe(1);
    expect(await save(story.ben, { '2026-01-02': -30 })).toBe(1);
    for (const person of [story.cleo, story.dan]) expect(await save(person, { '2026-01-04': 1 })).toBeNull();
  });

  test('the household reads them, a viewer too; nobody else does', async () => {
    for (const person of [story.ada, story.ben, story.cleo])
      expect(await see(person)).toEqual([
        { day: '2026-01-01', tenths: 52 },
        { day: '2026-01-02', tenths: -30 },
        { day: '2026-01-03', tenths: 0 },
      ]);
    expect(await see(story.dan)).toEqual([]);
    await expectRefused(story.visitor`select * from outdoor_temperatures`);
  });

  test('nobody writes them past the service, which has read the file', async () => {
    for (const person of [story.ada, story.dan]) {
      await expectRefused(
        person.does(
          (sql) =>
            sql`insert into outdoor_temperatures (household_id, day, tenths) values (${story.household}, '2026-02-01', 1)`,
        ),
      );
      await expectRefused(person.does((sql) => sql`update outdoor_temperatures set tenths = 1`));
      await expectRefused(
        person.does((sql) => sql`select private.save_temperatures(${story.ada.id}, ${story.household}, '{}')`),
      );
    }
  });

  test.each([
    ['colder than it ever was', { '2026-02-01': -901 }],
    ['warmer than it ever was', { '2026-02-01': 601 }],
    ['a day long ago', { '1999-12-31': 1 }],
    ['a day far ahead', { '2100-01-01': 1 }],
  ])('%s is refused, and the rest of the file with it', async (_what, wrong) => {
    await expect(save(story.ada, { '2026-03-01': 1, ...wrong })).rejects.toMatchObject({ code: '23514' });
    expect(await see(story.ada)).toHaveLength(3);
  });

  test('the owner takes them back; a member, a viewer and a stranger do not', async () => {
    for (const person of [story.ben, story.cleo, story.dan]) expect(await remove(person)).toBe(0);
    expect(await remove(story.ada)).toBe(3);
  });

  test('they go with the household', async () => {
    await save(story.ada, { '2026-01-01': 52 });
    await story.truth`delete from households where id = ${story.household}`;
    expect(await story.truth`select from outdoor_temperatures`).toHaveLength(0);
  });
});
