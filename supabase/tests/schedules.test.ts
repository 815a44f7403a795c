import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Character, expectRefused, openStory, type Story } from './household-story.ts';

let story: Story;
beforeAll(async () => {
  story = await openStory();
});
afterAll(() => story.end());

describe('schedules', () => {
  const write = (person: Character, device: string, fields: object = {}) =>
    person.does(
      (sql) =>
        sql<
          { id: string }[]
        >`insert into device_schedules ${sql({ household_id: story.household, device_id: device, is_on: true, minute: 1110, ...fields })} returning id`,
    );

  test('C6.1 C6.3 are made and changed by who may write, read by the household, seen by nobody else', async () => {
    const { deviceId } = await story.ada.home.device('Heater', 'hall', 'electricity');
    const [made] = await write(story.ben, deviceId);
    await expectRefused(write(story.cleo, deviceId));
    await expectRefused(write(story.dan, deviceId));
    const change = (person: Character) =>
      person.does(
        (sql) => sql`update device_schedules set is_enabled = false where id = ${made?.id as string} returning id`,
      );
    expect((await change(story.ada)).length).toBe(1);
    expect((await change(story.cleo)).length + (await change(story.dan)).length).toBe(0);
    const seen = (person: Character) =>
      person.does((sql) => sql`select id from device_schedules`).then((rows) => rows.length);
    expect(await Promise.all([story.cleo, story.dan].map(seen))).toEqual([1, 0]);
    await expectRefused(story.ada.does((sql) => sql`update device_schedules set next_at = now()`));
    await expectRefused(story.visitor`select id from device_schedules`);
  });

  test('are due at a time or about the sun, on a day at least; a device has twenty', async () => {
    const { deviceId } = await story.ada.home.device('Heater', 'hall', 'electricity');
    for (const wrong of [{ minute: 1440 }, { minute: null }, { sun: 'sunset' }, { days: 0 }, { offset_min: 5 }])
      await expect(write(story.ada, deviceId, wrong)).rejects.toMatchObject({ code: '23514' });
    for (let i = 0; i < 20; i += 1) await write(story.ada, deviceId, { minute: i });
    await expect(write(story.ada, deviceId)).rejects.toMatchObject({ code: '23514' });
  });

  test('C6.3 the home’s place is its owner’s to say', async () => {
    const say = (person: Character) =>
      person.does(
        (sql) =>
          sql`update households set latitude = 18.52, longitude = 73.86 where id = ${story.household} returning id`,
      );
    expect((await say(story.ben)).length).toBe(0);
    expect((await say(story.ada)).length).toBe(1);
  });
});
