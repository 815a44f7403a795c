import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Character, expectRefused, openStory, type Story } from './household-story.ts';

let story: Story;
beforeAll(async () => {
  story = await openStory();
});
afterAll(() => story.end());

interface Channel {
  id: string;
  device_id: string | null;
  meter_id: number | null;
  is_on: boolean | null;
}

let count = 0;
const said = (fields: object = {}) => {
  count += 1;
  return { source: 'tasmota', device: `plug-${count}`, part: '', utility: 'electricity', is_on: false, ...fields };
};
const command = { topic: 'cmnd/plug/POWER', on: 'ON', off: 'OFF' };
const hear = (household: string, ...heard: object[]) =>
  story.database.engine<Channel[]>`
    select * from private.save_channels(${household}, ${story.database.engine.json(heard as never)})`;
const find = async (fields: object = {}): Promise<{ channel: Channel; again: (more: object) => Promise<Channel> }> => {
  const first = said(fields);
  const [channel] = await hear(story.household, first);
  const again = async (more: object) => (await hear(story.household, { ...first, ...more }))[0] as Channel;
  return { channel: channel as Channel, again };
};
const add = async (person: Character, channel: Channel, name = 'Plug'): Promise<string | undefined> => {
  const [added] = await story.database.engine<{ device_id: string }[]>`
    select * from private.add_channel(${person.id}, ${channel.id}, ${name}, 'kitchen')`;
  return added?.device_id;
};
const link = async (person: Character, channel: Channel, device: string | undefined) => {
  const rows = await story.database
    .engine`select * from private.link_channel(${person.id}, ${channel.id}, ${device as string})`;
  return rows.length === 1;
};
const ask = async (person: Character | null, device: string | undefined, on: boolean) => {
  const [asked] = await story.database.engine<{ command_id: string }[]>`
    select * from private.ask_to_switch(${person?.id ?? null}, ${story.household}, ${device as string}, ${on})`;
  return asked?.command_id;
};
const deviceRow = async (id: string | undefined) => {
  const [row] = await story.truth<{ is_active: boolean }[]>`select * from connected_devices where id = ${id as string}`;
  return row;
};

describe('channels', () => {
  test('C6.1 C6.3 are read by the household, ignored by who may write, and seen by nobody else', async () => {
    const { channel } = await find();
    const seen = (person: Character) =>
      person.does((sql) => sql`select id from channels where id = ${channel.id}`).then((rows) => rows.length);
    expect(await Promise.all([story.ada, story.ben, story.cleo, story.dan].map(seen))).toEqual([1, 1, 1, 0]);
    const ignore = (person: Character) =>
      person.does((sql) => sql`update channels set is_ignored = true where id = ${channel.id} returning id`);
    expect(await ignore(story.cleo)).toHaveLength(0);
    expect(await ignore(story.dan)).toHaveLength(0);
    expect(await ignore(story.ben)).toHaveLength(1);
    await expectRefused(story.visitor`select id from channels`);
  });

  test('C6.3 nobody writes what only hardware says', async () => {
    const { channel } = await find();
    const write = (column: string, value: unknown) =>
      story.ada.does((sql) => sql`update channels set ${sql({ [column]: value } as never)} where id = ${channel.id}`);
    await expectRefused(write('is_on', true));
    await expectRefused(write('meter_id', 1));
    await expectRefused(write('command', null));
    await expectRefused(
      story.ada.does(
        (sql) => sql`insert into channels (household_id, source, device) values (${story.household}, 'tasmota', 'x')`,
      ),
    );
  });

  test('what is missing was not said: it stays as it was', async () => {
    const { again } = await find({ name: 'Lamp', room: 'Hall', command, last_value: 5, last_at: 1_000 });
    expect(await again({ name: '', is_on: undefined })).toMatchObject({
      name: 'Lamp',
      room: 'Hall',
      is_on: false,
      last_value: 5,
    });
  });

  test('who adds one may say that it counts heat, which is told in kWh too; never that it counts water', async () => {
    const { channel, again } = await find();
    const as = (utility: string) => story.database.engine<{ device_id: string }[]>`
      select * from private.add_channel(${story.ben.id}, ${channel.id}, 'Meter', 'kitchen', ${utility})`;
    expect(await as('water')).toEqual([]);
    const [added] = await as('heat');
    const [device] = await story.truth`select utility from connected_devices where id = ${added?.device_id as string}`;
    const [meter] = await story.truth`select utility from meters where device_id = ${added?.device_id as string}`;
    expect([device, meter]).toEqual([{ utility: 'heat' }, { utility: 'heat' }]);
    // Its hardware still says what it said before.
    expect(await again({ last_value: 7, last_at: 1_000 })).toMatchObject({
      utility: 'heat',
      device_id: added?.device_id,
    });
  });

  test('a home holds five hundred of them; those it knows speak on', async () => {
    const { household } = story.dan.home;
    const many = Array.from({ length: 510 }, () => said());
    expect(await hear(household, ...many)).toHaveLength(500);
    expect(await hear(household, many[0] as object, said())).toHaveLength(1);
  });

  test('of a household that is gone nothing is kept', async () => {
    expect(await hear('00000000-0000-4000-8000-000000000000', said())).toEqual([]);
  });
});

describe('what was not understood', () => {
  const note = (household: string, ...places: string[]) =>
    story.database.engine`select private.note_unread(${household}, ${story.database.engine.json(
      places.map((place) => ({ door: 'mqtt', place, reason: 'not-understood', payload: '{}', times: 1 })),
    )})`;

  test('C6.1 C6.3 is read by the household, dismissed by who may write, written and seen by nobody else', async () => {
    await note(story.household, 'a', 'b');
    const seen = (person: Character) =>
      person.does((sql) => sql`select id from unread_messages`).then((rows) => rows.length);
    expect(await Promise.all([story.ada, story.ben, story.cleo, story.dan].map(seen))).toEqual([2, 2, 2, 0]);
    const dismiss = (person: Character) =>
      person.does((sql) => sql`delete from unread_messages where place = 'a' returning id`);
    expect(await dismiss(story.cleo)).toHaveLength(0);
    expect(await dismiss(story.dan)).toHaveLength(0);
    expect(await dismiss(story.ben)).toHaveLength(1);
    await expectRefused(story.visitor`select id from unread_messages`);
    await expectRefused(story.ada.does((sql) => sql`update unread_messages set payload = 'x'`));
  });

  test('a home keeps fifty places; those it knows speak on, and all are forgotten two weeks later', async () => {
    const { household } = story.dan.home;
    await note(household, ...Array.from({ length: 60 }, (_, i) => `place ${i}`));
    await note(household, 'place 0', 'another');
    const [row] =
      await story.truth`select count(*)::int as n, max(times) as times from unread_messages where household_id = ${household}`;
    expect(row).toEqual({ n: 50, times: 2 });
    await story.truth`update unread_messages set last_at = now() - interval '15 days' where household_id = ${household}`;
    await story.database.engine`select private.forget_unread()`;
    expect(await story.truth`select id from unread_messages where household_id = ${household}`).toEqual([]);
  });
});

describe('a found channel', () => {
  test('C2.15 C7.12 becomes a device of who adds it, in its room, with a meter that it counts on', async () => {
    const { channel, again } = await find({ command, is_on: true });
    const id = await add(story.ben, channel);
    const [device] =
      await story.truth`select user_id, room, utility, is_active from connected_devices where id = ${id as string}`;
    expect(device).toEqual({ user_id: story.ben.id, room: 'kitchen', utility: 'electricity', is_active: true });
    expect(await again({})).toMatchObject({ device_id: id, meter_id: expect.any(Number) });
    expect(await add(story.ben, channel)).toBeUndefined();
  });

  test('C6.1 is not added by who may only look, nor by others', async () => {
    const { channel } = await find();
    expect(await add(story.cleo, channel)).toBeUndefined();
    expect(await add(story.dan, channel)).toBeUndefined();
  });

  test('joins a device that measures the same and has no other source', async () => {
    const device = await story.ada.home.device('Oven', 'kitchen', 'electricity');
    const [first, second, water, relay] = [
      await find(),
      await find(),
      await find({ utility: 'water' }),
      await find({ utility: undefined, command }),
    ];
    expect(await link(story.dan, first.channel, device.deviceId)).toBe(false);
    expect(await link(story.ada, water.channel, device.deviceId)).toBe(false);
    expect(await link(story.ada, first.channel, device.deviceId)).toBe(true);
    expect(await first.again({})).toMatchObject({ device_id: device.deviceId, meter_id: device.meterId });
    expect(await link(story.ada, second.channel, device.deviceId)).toBe(false);
    expect(await link(story.ada, relay.channel, device.deviceId)).toBe(true);
    expect(await relay.again({})).toMatchObject({ meter_id: null });
  });

  test('is found again when its device is deleted, or measures something else', async () => {
    const [{ channel, again }, other] = [await find(), await find()];
    const [id, second] = [await add(story.ada, channel), await add(story.ada, other.channel)];
    await story.ada.does((sql) => sql`delete from connected_devices where id = ${id as string}`);
    expect(await again({})).toMatchObject({ device_id: null, meter_id: null });
    await story.ada.does((sql) => sql`update connected_devices set utility = 'water' where id = ${second as string}`);
    expect(await other.again({})).toMatchObject({ device_id: null, meter_id: null });
  });
});

describe('switching', () => {
  test('C4.4 C7.13 a device with a command is not merely written on: its hardware says so first', async () => {
    const { channel, again } = await find({ command });
    const id = await add(story.ada, channel);
    const write = (on: boolean) =>
      story.ada.does((sql) => sql`update connected_devices set is_active = ${on} where id = ${id as string}`);
    await expect(write(true)).rejects.toMatchObject({ code: '23514' });
    await story.ada.does((sql) => sql`update connected_devices set name = 'Lamp' where id = ${id as string}`);
    await again({ is_on: true });
    expect(await deviceRow(id)).toMatchObject({ is_active: true });
  });

  test('C4.4 C7.13 a device without a command is switched on paper, at once', async () => {
    const { channel, again } = await find();
    const id = await add(story.ada, channel);
    await story.ada.does((sql) => sql`update connected_devices set is_active = true where id = ${id as string}`);
    await again({ is_on: false });
    expect(await deviceRow(id)).toMatchObject({ is_active: true });
  });

  test('C6.1 is asked for by who may write, or by nobody when it is due', async () => {
    const { channel } = await find({ command });
    const id = await add(story.ada, channel);
    expect(await ask(story.ben, id, true)).toBeDefined();
    expect(await ask(null, id, true)).toBeDefined();
    // Told apart: it is there, but not hers to switch.
    expect(await ask(story.cleo, id, true)).toBeNull();
    expect(await ask(story.dan, id, true)).toBeUndefined();
    const plain = await story.ada.home.device('Oven', 'kitchen', 'electricity');
    expect(await ask(story.ada, plain.deviceId, true)).toBeUndefined();
  });

  test('who, when and what came of it is kept: confirmed by the state that was wanted, given up once', async () => {
    const { channel, again } = await find({ command });
    const id = await add(story.ada, channel);
    const first = await ask(story.ben, id, true);
    const result = async (asked: string | undefined) => {
      const [row] =
        await story.truth`select user_id, wanted, result, settled_at from device_commands where id = ${asked as string}`;
      return row;
    };
    const giveUp = (asked: string | undefined) =>
      story.database.engine`select private.give_up_command(${story.household}, ${asked as string}) as result`;
    await again({ is_on: false });
    expect(await result(first)).toMatchObject({ user_id: story.ben.id, wanted: true, result: null });
    await again({ is_on: true });
    expect(await result(first)).toMatchObject({ result: 'confirmed', settled_at: expect.any(Date) });
    expect(await giveUp(first)).toEqual([{ result: 'confirmed' }]);
    const second = await ask(story.ada, id, false);
    expect(await giveUp(second)).toEqual([{ result: 'no-answer' }]);
    await again({ is_on: false });
    expect(await result(second)).toMatchObject({ result: 'no-answer' });
    const seen = await story.cleo.does((sql) => sql`select id from device_commands where device_id = ${id as string}`);
    expect(seen).toHaveLength(2);
    expect(await story.dan.does((sql) => sql`select id from device_commands`)).toEqual([]);
    await expectRefused(story.ada.does((sql) => sql`delete from device_commands`));
  });

  test('what is sent is the device’s own word', async () => {
    const { channel } = await find({ command });
    const id = await add(story.ada, channel);
    const sent = async (on: boolean) => {
      const asked = await ask(story.ada, id, on);
      const [row] = await story.database
        .engine`select * from private.command_to_send(${story.household}, ${asked as string})`;
      return row;
    };
    expect(await sent(true)).toEqual({ source: 'tasmota', topic: 'cmnd/plug/POWER', payload: 'ON' });
    expect(await sent(false)).toEqual({ source: 'tasmota', topic: 'cmnd/plug/POWER', payload: 'OFF' });
  });
});

test('the one broker of an installation belongs to its first home, or to the one that is named', async () => {
  const owner = async (named: string | null) => {
    const [row] = await story.database.engine`select private.broker_household(${named}) as id`;
    return row?.['id'] as string | null;
  };
  // Who signs up later makes a household too, and takes nothing from the first.
  expect(await owner(null)).toBe(story.household);
  expect(await owner(story.dan.home.household)).toBe(story.dan.home.household);
  expect(await owner('00000000-0000-4000-8000-000000000000')).toBeNull();
});

describe('devices that are asked', () => {
  const addPolled = async (person: Character, sealed: string | null = null) => {
    const [added] = await story.database.engine<{ id: string | null }[]>`
      select private.add_polled(${person.id}, ${story.household}, 'iq-gateway', '192.168.1.9', ${sealed}) as id`;
    return added?.id ?? null;
  };

  test('C6.3 the key of one is read by nobody of the household, and goes with it', async () => {
    expect(await addPolled(story.cleo, 'sealed')).toBeNull();
    const first = await addPolled(story.ada, 'sealed');
    const another = await addPolled(story.ada, 'another');
    expect(another).not.toBe(first);
    const kept = () => story.truth<{ id: string; sealed: string }[]>`select id, sealed from private.polled_keys`;
    expect(await kept()).toEqual([{ id: another, sealed: 'another' }]);
    for (const person of [story.ada, story.dan]) {
      await expectRefused(person.does((sql) => sql`select sealed from private.polled_keys`));
      await expectRefused(person.does((sql) => sql`select * from private.polled_key(${story.household}, ${another})`));
    }
    const remove = story.ada.does((sql) => sql`delete from polled_devices where id = ${another} returning id`);
    expect(await remove).toHaveLength(1);
    expect(await kept()).toEqual([]);
  });

  test('the certificate that was seen first stays', async () => {
    const id = await addPolled(story.ada, 'sealed');
    const pin = (shown: string) =>
      story.database.engine`select private.pin_polled(${story.household}, ${id}, ${shown})`;
    await pin('first');
    await pin('second');
    const rows = await story.database.engine`select * from private.polled_key(${story.household}, ${id})`;
    expect(rows).toEqual([{ sealed: 'sealed', certificate: 'first' }]);
  });
});
