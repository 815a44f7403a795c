import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Character, expectRefused, openStory, type Story } from './household-story.ts';

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
