import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Character, expectRefused, openStory, type Story } from './household-story.ts';

let story: Story;
let notice: string;
beforeAll(async () => {
  story = await openStory();
  const { meterId } = await story.ada.home.device('Tap', 'kitchen', 'water');
  const [row] = await story.truth<{ id: string }[]>`
    insert into notices (household_id, kind, meter_id, since, noticed_at, mail_at)
    values (${story.household}, 'running-water', ${meterId}, now() - interval '3 hours', now(), now()) returning id`;
  notice = row?.id as string;
});
afterAll(() => story.end());

describe('notices', () => {
  const seen = (person: Character) => person.does((sql) => sql`select id from notices`).then((rows) => rows.length);

  test('C1.1 are read by the people of the household, by nobody else', async () => {
    expect(await Promise.all([story.ada, story.ben, story.cleo, story.dan].map(seen))).toEqual([1, 1, 1, 0]);
    await expectRefused(story.visitor`select id from notices`);
  });

  test('C6.1 C6.3 are dismissed by who may write, and it is said who did, and when', async () => {
    const dismiss = (person: Character, at: string | null) =>
      person.does(
        (sql) =>
          sql<{ by: string | null; at: Date | null }[]>`
            update notices set dismissed_at = ${at} where id = ${notice} returning dismissed_by as by, dismissed_at as at`,
      );
    expect(await dismiss(story.cleo, '2020-01-01')).toEqual([]);
    expect(await dismiss(story.dan, '2020-01-01')).toEqual([]);
    const [first] = await dismiss(story.ben, '2020-01-01');
    expect(first?.by).toBe(story.ben.id);
    expect(Date.now() - (first?.at?.getTime() ?? 0)).toBeLessThan(60_000);
    expect((await dismiss(story.ada, '2020-01-01'))[0]?.by).toBe(story.ben.id);
    expect(await dismiss(story.ada, null)).toEqual([{ by: null, at: null }]);
  });

  test('C6.3 what is said of one when it is dismissed is signed by who said it last, and goes with the dismissal', async () => {
    const say = (person: Character, as: string | null) =>
      person.does(
        (sql) =>
          sql<{ by: string | null; as: string | null }[]>`
            update notices set dismissed_at = ${as === null ? null : '2020-01-01'}, dismissed_as = ${as}
            where id = ${notice} returning dismissed_by as by, dismissed_as as as`,
      );
    expect(await say(story.ben, 'fine')).toEqual([{ by: story.ben.id, as: 'fine' }]);
    expect(await say(story.ada, 'fixed')).toEqual([{ by: story.ada.id, as: 'fixed' }]);
    expect(await say(story.ben, 'fixed')).toEqual([{ by: story.ada.id, as: 'fixed' }]);
    expect(await say(story.cleo, 'fine')).toEqual([]);
    await expect(say(story.ada, 'gone')).rejects.toMatchObject({ code: '23514' });
    expect(await say(story.ben, null)).toEqual([{ by: null, as: null }]);
  });

  test('C6.3 how far somebody has seen them is their own: nobody else reads or writes it, it never goes back, and never beyond now', async () => {
    const { household } = story;
    const see = (person: Character, of: Character, until: string) =>
      person.does(
        (sql) => sql`
          insert into notices_seen (household_id, user_id, seen_until) values (${household}, ${of.id}, ${until})`,
      );
    const go = (person: Character, until: string) =>
      person.does(
        (sql) => sql<{ at: Date }[]>`update notices_seen set seen_until = ${until} returning seen_until as at`,
      );
    const all = (person: Character) => person.does((sql) => sql`select user_id from notices_seen`);
    await see(story.ada, story.ada, '2026-01-02T00:00:00Z');
    await see(story.cleo, story.cleo, '2026-01-01T00:00:00Z');
    expect(await all(story.ada)).toEqual([{ user_id: story.ada.id }]);
    expect(await all(story.cleo)).toEqual([{ user_id: story.cleo.id }]);
    expect(await all(story.ben)).toEqual([]);
    await expectRefused(see(story.ben, story.ada, '2026-01-01'));
    await expectRefused(see(story.dan, story.dan, '2026-01-01'));
    expect(await go(story.ada, '2026-01-01T00:00:00Z')).toEqual([{ at: new Date('2026-01-02T00:00:00Z') }]);
    const [beyond] = await go(story.ada, '2100-01-01');
    expect(Math.abs(Date.now() - (beyond?.at.getTime() ?? 0))).toBeLessThan(60_000);
    expect(await go(story.ben, '2100-01-01')).toEqual([]);
    await expectRefused(story.ada.does((sql) => sql`delete from notices_seen`));
    await expectRefused(story.ada.does((sql) => sql`update notices_seen set user_id = ${story.ben.id}`));
    await expectRefused(story.visitor`select from notices_seen`);
    await story.truth`delete from household_members where user_id = ${story.cleo.id} and household_id = ${household}`;
    expect(await story.truth`select user_id from notices_seen`).toEqual([{ user_id: story.ada.id }]);
    await story.truth`insert into household_members (household_id, user_id, role) values (${household}, ${story.cleo.id}, 'viewer')`;
  });

  test('C6.3 are made, changed and taken away by the service alone', async () => {
    for (const person of [story.ada, story.cleo, story.dan]) {
      await expectRefused(
        person.does(
          (sql) =>
            sql`insert into notices (household_id, kind, meter_id) values (${story.household}, 'silent-meter', 1)`,
        ),
      );
      await expectRefused(person.does((sql) => sql`update notices set ended_at = now()`));
      await expectRefused(person.does((sql) => sql`update notices set dismissed_by = ${story.ada.id}`));
      await expectRefused(person.does((sql) => sql`delete from notices`));
    }
    await expectRefused(story.visitor`update notices set dismissed_at = now()`);
  });

  test('one of a kind lasts at a meter; they go with it', async () => {
    await expect(
      story.truth`insert into notices (household_id, kind, meter_id, since, noticed_at, mail_at)
        select household_id, kind, meter_id, now(), now(), now() from notices`,
    ).rejects.toMatchObject({ code: '23505' });
    await story.ada.does((sql) => sql`delete from connected_devices where household_id = ${story.household}`);
    expect(await story.truth`select from notices`).toHaveLength(0);
  });

  test('C2.10 C6.3 what one is told of by mail is one’s own to say', async () => {
    const say = (person: Character, of: Character) =>
      person.does((sql) => sql`insert into notice_wishes values (${of.id}, 'mail', 'water', false) returning user_id`);
    expect(await say(story.ada, story.ada)).toEqual([{ user_id: story.ada.id }]);
    await expectRefused(say(story.ben, story.ada));
    await expectRefused(story.visitor`insert into notice_wishes values (${story.ada.id}, 'mail', 'silent', false)`);
    expect(await story.ben.does((sql) => sql`update notice_wishes set is_wanted = true returning user_id`)).toEqual([]);
  });
});
