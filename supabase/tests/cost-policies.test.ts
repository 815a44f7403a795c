import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Character, expectRefused, openStory, type Story } from './household-story.ts';

let story: Story;
beforeAll(async () => {
  story = await openStory();
});
afterAll(() => story.end());

const setPolicy = (person: Character, rest: object = {}) =>
  person.does(
    (sql) => sql`insert into cost_policies ${sql({ household_id: story.household, fixed: 'evenly', ...rest })}
      on conflict (household_id) do update set fixed = excluded.fixed, common = excluded.common, common_rooms = excluded.common_rooms`,
  );
const seePolicy = (person: Character) =>
  person.does((sql) => sql`select from cost_policies where household_id = ${story.household}`);

test('C6.3 owner and member choose how rooms share a bill, a viewer reads it, nobody else does either; the owner alone forgets it', async () => {
  for (const person of [story.cleo, story.dan]) await expectRefused(setPolicy(person));
  expect((await setPolicy(story.ben, { common: 'by-use', common_rooms: '{kitchen,"Hall, upstairs"}' })).count).toBe(1);
  expect((await setPolicy(story.ada, { fixed: 'by-use' })).count).toBe(1);
  for (const person of [story.ada, story.ben, story.cleo]) expect(await seePolicy(person)).toHaveLength(1);
  expect(await seePolicy(story.dan)).toHaveLength(0);
  await expectRefused(story.visitor`select * from cost_policies`);
  const change = (person: Character) =>
    person.does(async (sql) => (await sql`update cost_policies set fixed = 'apart'`).count);
  expect([await change(story.cleo), await change(story.dan), await change(story.ben)]).toEqual([0, 0, 1]);
  await expectRefused(story.ada.does((sql) => sql`update cost_policies set household_id = household_id`));
  const remove = (person: Character) => person.does(async (sql) => (await sql`delete from cost_policies`).count);
  expect([await remove(story.cleo), await remove(story.dan), await remove(story.ben), await remove(story.ada)]).toEqual(
    [0, 0, 0, 1],
  );
  await expectRefused(story.ada.does((sql) => sql`select * from private.cost_sharing(${story.household})`));
});

test.each([
  ['another way to share', { fixed: 'by-floor' }],
  ['another way to share what is common', { common: '' }],
  ['a room without a name', { common_rooms: '{kitchen,NULL}' }],
  ['more rooms than a home has', { common_rooms: `{${Array.from({ length: 51 }, (_, i) => `room${i}`).join()}}` }],
  ['names without an end', { common_rooms: `{${'x'.repeat(2001)}}` }],
])('%s is refused', async (_what, wrong) => {
  await expect(setPolicy(story.ada, wrong)).rejects.toMatchObject({ code: '23514' });
});
