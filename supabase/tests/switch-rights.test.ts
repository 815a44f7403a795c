import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Sql, Transaction } from '#kernel/db.ts';
import { type Character, openStory, type Story } from './household-story.ts';

/** Ben is a member and Cleo a viewer; both may switch in the kitchen alone. */
let story: Story;
let engine: Sql;
beforeAll(async () => {
  story = await openStory();
  engine = story.database.engine;
});
afterAll(() => story.end());

const notYours = { code: '42501', message: 'room-not-yours' };
let oven: string;
let lamp: string;
const allow = (person: Character, rooms: string[] | null) =>
  story.truth`update household_members set switch_rooms = ${rooms} where household_id = ${story.household} and user_id = ${person.id}`;
beforeEach(async () => {
  await story.truth`delete from connected_devices where household_id = ${story.household}`;
  await story.truth`update household_members set role = 'member' where household_id = ${story.household} and user_id = ${story.ben.id}`;
  for (const person of [story.ben, story.cleo]) await allow(person, ['kitchen']);
  oven = (await story.ada.home.device('Oven', 'kitchen', 'electricity')).deviceId;
  lamp = (await story.ada.home.device('Lamp', 'bedroom', 'electricity')).deviceId;
});

const change = (person: Character, device: string, fields: object) =>
  person.does(async (sql) => (await sql`update connected_devices set ${sql(fields)} where id = ${device}`).count);
const isOn = async (device: string) =>
  (await story.truth<{ is_active: boolean }[]>`select is_active from connected_devices where id = ${device}`)[0]
    ?.is_active;

describe('C6.1 switching in the rooms of a list', () => {
  test('a viewer switches there, and changes nothing else', async () => {
    expect(await change(story.cleo, oven, { is_active: false })).toBe(1);
    expect(await isOn(oven)).toBe(false);
    await expect(change(story.cleo, lamp, { is_active: false })).rejects.toMatchObject(notYours);
    for (const fields of [
      { name: 'Mine' },
      { room: 'bedroom' },
      { utility: 'water' },
      { is_active: true, name: 'Mine' },
    ])
      await expect(change(story.cleo, oven, fields)).rejects.toMatchObject({ code: '42501' });
    await allow(story.cleo, []);
    expect(await change(story.cleo, oven, { is_active: true })).toBe(0);
    await allow(story.cleo, null);
    expect(await change(story.cleo, oven, { is_active: true })).toBe(0);
  });

  test('a member switches there alone, edits elsewhere too, and moves nothing in or out', async () => {
    expect(await change(story.ben, oven, { is_active: false })).toBe(1);
    await expect(change(story.ben, lamp, { is_active: false })).rejects.toMatchObject(notYours);
    expect(await change(story.ben, lamp, { name: 'Night lamp' })).toBe(1);
    await expect(change(story.ben, lamp, { room: 'kitchen' })).rejects.toMatchObject(notYours);
    await expect(change(story.ben, oven, { room: 'bedroom' })).rejects.toMatchObject(notYours);
    await allow(story.ben, null);
    expect(await change(story.ben, lamp, { is_active: false, room: 'kitchen' })).toBe(1);
  });

  test('the names are compared as they are written', async () => {
    for (const rooms of [['Kitchen'], [' kitchen'], ['kitchen ']]) {
      await allow(story.ben, rooms);
      await expect(change(story.ben, oven, { is_active: false })).rejects.toMatchObject(notYours);
    }
  });

  test('an owner has no list; a list has at most 100 rooms with names', async () => {
    const long = Array.from({ length: 101 }, (_, i) => `room ${i}`);
    for (const [person, rooms] of [
      [story.ada, []],
      [story.ben, long],
      [story.ben, ['x'.repeat(41)]],
    ] as const)
      await expect(allow(person, [...rooms])).rejects.toMatchObject({ code: '23514' });
  });

  test('nobody gives it to themselves', async () => {
    const give = (person: Character) => person.does((sql) => sql`update household_members set switch_rooms = null`);
    for (const person of [story.ben, story.cleo, story.ada])
      await expect(give(person)).rejects.toMatchObject({ code: '42501' });
  });
});

describe('C6.1 hardware', () => {
  const wire = async (device: string) => {
    const [channel] = await story.truth<
      { id: string }[]
    >`insert into channels (household_id, source, device, command, device_id)
      values (${story.household}, 'tasmota', ${device}, '{"topic": "t", "on": "ON", "off": "OFF"}', ${device}) returning id`;
    return channel?.id as string;
  };
  const ask = async (person: Character, device: string) => [
    ...(await engine<
      { command_id: string | null }[]
    >`select command_id from private.ask_to_switch(${person.id}, null, ${device}, false)`),
  ];

  test('takes commands of those who may switch where it stands; to others of the household it says that it is not theirs', async () => {
    await wire(oven);
    await wire(lamp);
    for (const person of [story.ben, story.cleo]) {
      expect(await ask(person, oven)).toEqual([{ command_id: expect.any(String) }]);
      expect(await ask(person, lamp)).toEqual([{ command_id: null }]);
    }
    expect(await ask(story.dan, oven)).toEqual([]);
    expect(await story.truth`select from device_commands where device_id = ${lamp}`).toHaveLength(0);
  });

  test('C1.1 is not switched by what is due in another household, where a device was given the same id', async () => {
    await wire(oven);
    const elsewhere = story.dan.home.household;
    const due = await engine`select * from private.ask_to_switch(null, ${elsewhere}, ${oven}, false)`;
    const nowhere = await engine`select * from private.ask_to_switch(null, null, ${oven}, false)`;
    expect([due, nowhere].map(({ length }) => length)).toEqual([0, 0]);
    expect(await engine`select * from private.ask_to_switch(null, ${story.household}, ${oven}, false)`).toHaveLength(1);
  });

  test('is added by who may switch everywhere: it could stand in any room', async () => {
    const free = async () => {
      const id = await wire(oven);
      await story.truth`update channels set device_id = null where id = ${id}`;
      return id;
    };
    const add = (person: Character, id: string) =>
      engine`select * from private.add_channel(${person.id}, ${id}, 'Plug', 'kitchen')`;
    const first = await free();
    expect(await add(story.ben, first)).toHaveLength(0);
    expect(await engine`select * from private.link_channel(${story.ben.id}, ${first}, ${oven})`).toHaveLength(0);
    await allow(story.ben, null);
    expect(await add(story.ben, first)).toHaveLength(1);
  });
});

describe('C6.1 the assistant', () => {
  const propose = async (person: Character, device: string) => {
    const [row] = await engine<{ id: string }[]>`
      select * from private.propose_switch(${person.id}, ${story.household}, ${device}, false, 10)`;
    return row?.id;
  };
  const press = (person: Character, action: string | undefined) =>
    engine`select * from private.press_action(${person.id}, ${action as string}, true)`;

  test('proposes to a person what they may switch, and asks again when they press', async () => {
    for (const person of [story.ben, story.cleo]) {
      expect(await propose(person, lamp)).toBeUndefined();
      expect(await press(person, await propose(person, oven))).toHaveLength(1);
    }
    const open = await propose(story.ben, oven);
    await story.truth`update connected_devices set room = 'bedroom' where id = ${oven}`;
    expect(await press(story.ben, open)).toHaveLength(0);
  });

  test('what it proposed is over when the right is taken away', async () => {
    const open = await propose(story.ben, oven);
    await allow(story.ben, ['bedroom']);
    expect(await story.truth`select result from assistant_actions where id = ${open as string}`).toEqual([
      { result: 'declined' },
    ]);
  });

  test('knows the rooms', async () => {
    const [row] = await engine`select private.assistant_home(${story.cleo.id}, ${story.household}) as home`;
    expect(row?.['home']).toMatchObject({ role: 'viewer', switchRooms: ['kitchen'] });
  });
});

describe('C6.1 a schedule is a delayed switch', () => {
  const plan = async (person: Character, device: string) => {
    const [row] = await person.does(
      (sql) => sql<{ id: string }[]>`insert into device_schedules
      (household_id, device_id, is_on, minute) values (${story.household}, ${device}, true, 60) returning id`,
    );
    return row?.id as string;
  };
  const enable = (sql: Transaction, id: string) => sql`update device_schedules set is_enabled = true where id = ${id}`;
  const look = async (id: string) => {
    const rows = await engine<{ schedule_id: string; may_run: boolean }[]>`
      select schedule_id, may_run from private.schedules_to_look_at(${Math.floor(Date.now() / 1000)})`;
    return rows.find(({ schedule_id }) => schedule_id === id)?.may_run;
  };

  test('made and changed by who may switch there; a viewer makes none', async () => {
    const mine = await plan(story.ben, oven);
    expect(await look(mine)).toBe(true);
    await expect(plan(story.ben, lamp)).rejects.toMatchObject(notYours);
    await expect(plan(story.cleo, oven)).rejects.toMatchObject({ code: '42501' });
    const theirs = await plan(story.ada, lamp);
    await expect(story.ben.does((sql) => enable(sql, theirs))).rejects.toMatchObject(notYours);
  });

  test('is off when its maker may no longer switch there, and runs again under who switches it on', async () => {
    const mine = await plan(story.ben, oven);
    await allow(story.ben, ['bedroom']);
    expect(await look(mine)).toBeUndefined();
    expect(await story.truth`select is_enabled from device_schedules where id = ${mine}`).toEqual([
      { is_enabled: false },
    ]);
    await story.ada.does((sql) => enable(sql, mine));
    expect(await look(mine)).toBe(true);
    expect(await story.truth`select created_by from device_schedules where id = ${mine}`).toEqual([
      { created_by: story.ada.id },
    ]);
  });

  test('does not run where its device was moved to a room that is not its maker’s', async () => {
    const mine = await plan(story.ben, oven);
    await change(story.ada, oven, { room: 'bedroom' });
    expect(await look(mine)).toBe(false);
  });

  test('of somebody who became a viewer, or left, is off', async () => {
    const mine = await plan(story.ben, oven);
    await allow(story.ben, null);
    await story.truth`update household_members set role = 'viewer' where household_id = ${story.household} and user_id = ${story.ben.id}`;
    expect(await look(mine)).toBeUndefined();
  });
});
