import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Character, expectRefused, openStory, type Story } from './household-story.ts';

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
