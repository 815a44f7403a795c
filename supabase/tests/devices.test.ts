import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Character, expectRefused, openStory, type Story } from './household-story.ts';

describe('devices', () => {
  let story: Story;
  beforeAll(async () => {
    story = await openStory();
  });
  afterAll(() => story.end());

  interface Device {
    id: string;
    household_id: string;
    user_id: string;
  }

  const add = async (
    person: Character,
    room: string,
    utility: string,
    household: string | null = null,
  ): Promise<Device> => {
    const [device] = await person.does(
      (sql) => sql<Device[]>`insert into connected_devices (household_id, user_id, name, room, utility, is_active)
      values (${household}, ${person.id}, ${`${room} ${utility}`}, ${room}, ${utility}, true) returning id, household_id, user_id`,
    );
    return device as Device;
  };

  describe('adding a device', () => {
    test('C3.1 C7.12 a row with only user_id belongs to the adder’s household, and gets a meter named by room and utility', async () => {
      for (const room of ['bedroom', 'kitchen', 'hall']) {
        for (const utility of ['electricity', 'water']) {
          const device = await add(story.ada, room, utility);
          expect(device).toMatchObject({ household_id: story.household, user_id: story.ada.id });
          const [meter] = await story.ada.does(
            (sql) => sql`select key, utility, flow from meters where device_id = ${device.id}`,
          );
          expect(meter).toEqual({ key: `${room}-${utility}`, utility, flow: 'drawn' });
        }
      }
      const second = await add(story.ada, 'kitchen', 'water');
      expect(await story.truth`select key from meters where device_id = ${second.id}`).toEqual([
        { key: 'kitchen-water-2' },
      ]);
    });

    test('a meter’s number is given: of who says one it is refused, and forgotten of who insists', async () => {
      const device = await add(story.ada, 'attic', 'electricity');
      const [known] = await story.truth<{ id: string }[]>`select id from meters where device_id = ${device.id}`;
      const insert = (id: string, way: string) =>
        story.ada.does((sql) =>
          sql.unsafe<{ id: string }[]>(
            `insert into meters (household_id, device_id, utility, flow, key, max_per_hour, id) ${way}
              values ('${story.household}', '${device.id}', 'electricity', 'returned', 'attic-back', 9000, ${id}) returning id`,
          ),
        );
      await expect(insert('7', '')).rejects.toThrow(/non-DEFAULT/);
      const [given] = await insert(known?.id ?? '', 'overriding system value');
      expect(Number(given?.id)).toBeGreaterThan(Number(known?.id));
      await expect(
        story.ada.does(
          (sql) => sql`insert into device_schedules (household_id, device_id, is_on, minute, created_by)
            values (${story.household}, ${device.id}, true, 60, ${story.ada.id})`,
        ),
      ).rejects.toThrow(/permission denied/);
    });

    test('devices that are added at the same moment get a key each', async () => {
      const added = await Promise.all([1, 2, 3, 4].map(() => add(story.ben, 'garage', 'electricity')));
      const keys = await story.truth<
        { key: string }[]
      >`select key from meters where device_id in ${story.truth(added.map((one) => one.id))}
      order by key`;
      expect(keys.map((row) => row.key)).toEqual([
        'garage-electricity',
        'garage-electricity-2',
        'garage-electricity-3',
        'garage-electricity-4',
      ]);
    });

    test('C7.11 a person’s devices come in the order in which they were added', async () => {
      const rooms = ['hall', 'garden', 'bedroom'];
      for (const room of rooms) await add(story.dan, room, 'water');
      const listed = await story.dan.does(
        (sql) =>
          sql<
            { room: string }[]
          >`select room from connected_devices where user_id = ${story.dan.id} order by created_at`,
      );
      expect(listed.map((row) => row.room)).toEqual(rooms);
    });

    test('a member adds to the household of others by naming it; a viewer and a stranger cannot', async () => {
      expect(await add(story.ben, 'hall', 'water', story.household)).toMatchObject({
        household_id: story.household,
        user_id: story.ben.id,
      });
      expect(await add(story.ben, 'hall', 'water')).toMatchObject({ household_id: story.ben.home.household });
      await expectRefused(add(story.cleo, 'hall', 'water', story.household));
      await expectRefused(add(story.dan, 'hall', 'water', story.household));
    });

    test('C6.2 nobody adds in another’s name, and a visitor not at all', async () => {
      const { ada, ben, visitor } = story;
      await expectRefused(
        ada.does(
          (sql) =>
            sql`insert into connected_devices (user_id, name, utility) values (${ben.id}, 'Lamp', 'electricity')`,
        ),
      );
      await expectRefused(
        visitor`insert into connected_devices (user_id, name, utility) values (${ada.id}, 'Lamp', 'electricity')`,
      );
      await expectRefused(visitor`select * from connected_devices`);
    });

    test('created_at is the database’s', async () => {
      await expectRefused(
        story.ada.does(
          (sql) =>
            sql`insert into connected_devices (user_id, name, utility, created_at) values (${story.ada.id}, 'Lamp', 'water', now())`,
        ),
      );
    });

    test.each([
      ['name', `''`],
      ['name', `'   '`],
      ['utility', `'steam'`],
    ])('a %s of %s is refused', async (column, value) => {
      const { ada } = story;
      const row = { name: `'Lamp'`, utility: `'water'`, [column]: value };
      const attempt = ada.does((sql) =>
        sql.unsafe(
          `insert into connected_devices (user_id, name, utility) values ('${ada.id}', ${row.name}, ${row.utility})`,
        ),
      );
      await expect(attempt).rejects.toMatchObject({ code: '23514' });
    });
  });

  describe('changing and removing a device', () => {
    const change = (person: Character, id: string) =>
      person.does(
        (sql) =>
          sql`update connected_devices set is_active = not is_active, name = 'Lamp', room = 'garden' where id = ${id}`,
      );
    const remove = (person: Character, id: string) =>
      person.does((sql) => sql`delete from connected_devices where id = ${id}`);

    test('C7.13 C4.4 owner and member change it by id, a viewer and a stranger change nothing', async () => {
      const { id } = await add(story.ada, 'hall', 'electricity');
      expect((await change(story.ada, id)).count).toBe(1);
      expect((await change(story.ben, id)).count).toBe(1);
      expect((await change(story.cleo, id)).count).toBe(0);
      expect((await change(story.dan, id)).count).toBe(0);
      await expectRefused(story.visitor`update connected_devices set is_active = false where id = ${id}`);
      expect(await story.truth`select is_active, name, room from connected_devices where id = ${id}`).toEqual([
        { is_active: true, name: 'Lamp', room: 'garden' },
      ]);
    });

    test.each(['id', 'user_id', 'household_id', 'created_at'])(
      'C7.13 the database refuses to change %s',
      async (column) => {
        await expectRefused(story.ada.does((sql) => sql.unsafe(`update connected_devices set ${column} = ${column}`)));
      },
    );

    test('C7.14 its owner removes it by id, with its meter; a member, a viewer and a stranger remove nothing', async () => {
      const { id } = await add(story.ada, 'hall', 'water');
      for (const person of [story.ben, story.cleo, story.dan]) expect((await remove(person, id)).count).toBe(0);
      await expectRefused(story.visitor`delete from connected_devices where id = ${id}`);
      expect((await remove(story.ada, id)).count).toBe(1);
      expect(await story.truth`select from meters where device_id = ${id}`).toHaveLength(0);
    });

    test('a device without readings may measure another utility; its meter changes with it', async () => {
      const { id } = await add(story.ada, 'bathroom', 'water');
      await story.ada.does((sql) => sql`update connected_devices set utility = 'electricity' where id = ${id}`);
      expect(await story.truth`select key, utility from meters where device_id = ${id}`).toEqual([
        { key: 'bathroom-electricity', utility: 'electricity' },
      ]);
      await story.truth`update meters set reading_kind = 'counter' where device_id = ${id}`;
      const attempt = story.ada.does((sql) => sql`update connected_devices set utility = 'water' where id = ${id}`);
      await expect(attempt).rejects.toMatchObject({ code: '23514' });
    });
  });

  describe('meters', () => {
    const meterOf = async (device: Device): Promise<number> => {
      const [meter] = await story.truth<{ id: number }[]>`select id from meters where device_id = ${device.id}`;
      return meter?.id as number;
    };
    const contain = (person: Character, child: number, parent: number) =>
      person.does((sql) => sql`update meters set parent_meter_id = ${parent} where id = ${child}`);

    test('owner and member change them, a viewer only looks, others see none', async () => {
      const mains = await meterOf(await add(story.ada, 'whole_home', 'water'));
      const tap = await meterOf(await add(story.ada, 'kitchen', 'water'));
      expect((await contain(story.ada, tap, mains)).count).toBe(1);
      expect((await story.ben.does((sql) => sql`update meters set key = 'tap' where id = ${tap}`)).count).toBe(1);
      expect((await contain(story.cleo, tap, mains)).count).toBe(0);
      expect((await contain(story.dan, tap, mains)).count).toBe(0);
      const see = (person: Character) => person.does((sql) => sql`select id from meters where id = ${tap}`);
      expect(await see(story.cleo)).toHaveLength(1);
      expect(await see(story.dan)).toHaveLength(0);
      await expectRefused(story.visitor`select * from meters`);
    });

    test.each(['household_id', 'device_id', 'utility', 'reading_kind', 'template_household_id', 'template_meter_id'])(
      'nobody changes the %s of a meter',
      async (column) => {
        await expectRefused(story.ada.does((sql) => sql.unsafe(`update meters set ${column} = ${column}`)));
      },
    );

    test('C6.1 a device has one more meter, of what it returns, where its household says so', async () => {
      const device = await add(story.ada, 'hall', 'electricity');
      const addMeter = (person: Character, utility: string) =>
        person.does(
          (sql) => sql`insert into meters (household_id, device_id, utility, flow, key, max_per_hour)
          values (${story.household}, ${device.id}, ${utility}, 'returned', 'hall-returned', 100000)`,
        );
      await expectRefused(addMeter(story.cleo, 'electricity'));
      await expectRefused(addMeter(story.dan, 'electricity'));
      await expect(addMeter(story.ada, 'water')).rejects.toMatchObject({ code: '23514' });
      expect((await addMeter(story.ben, 'electricity')).count).toBe(1);
      await expect(addMeter(story.ada, 'electricity')).rejects.toMatchObject({ code: '23505' });
    });

    test('what contains a meter is of its household and utility, and never inside it', async () => {
      const [mains, floor, tap, lamp] = await Promise.all([
        meterOf(await add(story.ada, 'whole_home', 'water')),
        meterOf(await add(story.ada, 'hall', 'water')),
        meterOf(await add(story.ada, 'kitchen', 'water')),
        meterOf(await add(story.ada, 'kitchen', 'electricity')),
      ]);
      const foreign = await meterOf(await add(story.dan, 'kitchen', 'water'));
      await contain(story.ada, floor, mains);
      await contain(story.ada, tap, floor);
      for (const [child, parent] of [
        [mains, tap],
        [mains, mains],
        [lamp, mains],
      ] as const) {
        await expect(contain(story.ada, child, parent)).rejects.toMatchObject({ code: '23514' });
      }
      await expect(contain(story.ada, tap, foreign)).rejects.toMatchObject({ code: '23503' });
    });

    test('a meter that goes leaves those inside it without a container', async () => {
      const mainsDevice = await add(story.ada, 'whole_home', 'water');
      const tap = await meterOf(await add(story.ada, 'kitchen', 'water'));
      await contain(story.ada, tap, await meterOf(mainsDevice));
      await story.ada.does((sql) => sql`delete from connected_devices where id = ${mainsDevice.id}`);
      expect(await story.truth`select parent_meter_id from meters where id = ${tap}`).toEqual([
        { parent_meter_id: null },
      ]);
    });

    test('a move is said by who may change the device, in the rooms where they may switch, and is undone by deleting it', async () => {
      const { id } = await add(story.ada, 'kitchen', 'electricity');
      await story.truth`update meters set reading_kind = 'counter' where device_id = ${id}`;
      const move = (person: Character, room: string, since: string | null) =>
        person.does(
          (sql) => sql<{ id: number }[]>`insert into device_rooms (household_id, device_id, room, since)
          values (${story.household}, ${id}, ${room}, ${since}) returning id`,
        );
      const times = () => story.truth`select t.room, t.since::text, t.until::text
        from private.room_times(${story.household}, ${id}) t order by t.since`;
      await expectRefused(move(story.cleo, 'hall', null));
      await expectRefused(move(story.dan, 'hall', null));
      const [moved] = await move(story.ben, 'hall', '2026-11-01T10:07:00Z');
      const halves = [
        { room: 'kitchen', since: '-infinity', until: '2026-11-01 10:00:00+00' },
        { room: 'hall', since: '2026-11-01 10:00:00+00', until: 'infinity' },
      ];
      expect(await times()).toEqual(halves);
      expect(await story.truth`select room, made_by from device_rooms where id = ${moved?.id as number}`).toEqual([
        { room: 'hall', made_by: story.ben.id },
      ]);
      await story.truth`update household_members set switch_rooms = '{hall}' where user_id = ${story.ben.id} and household_id = ${story.household}`;
      await expect(move(story.ben, 'bedroom', null)).rejects.toThrow('room-not-yours');
      await story.truth`update household_members set switch_rooms = null where user_id = ${story.ben.id} and household_id = ${story.household}`;
      expect(await times()).toEqual(halves);
      const undo = (person: Character) =>
        person.does((sql) => sql`delete from device_rooms where id = ${moved?.id as number}`);
      expect((await undo(story.cleo)).count).toBe(0);
      expect((await undo(story.dan)).count).toBe(0);
      expect((await undo(story.ada)).count).toBe(1);
      expect(await times()).toEqual([{ room: 'kitchen', since: '-infinity', until: 'infinity' }]);
      expect(await story.truth`select room from connected_devices where id = ${id}`).toEqual([{ room: 'kitchen' }]);
    });

    test.each(['123', 'With Space', '-dash', ''])('a key cannot be "%s"', async (key) => {
      const attempt = story.ada.does((sql) => sql`update meters set key = ${key}`);
      await expect(attempt).rejects.toMatchObject({ code: '23514' });
    });
  });

  describe('places in places', () => {
    const place = (person: Character, name: string, inside: string) =>
      person.does(
        (sql) => sql`
        insert into places (household_id, name, inside) values (${story.household}, ${name}, ${inside})`,
      );
    const told = async () => {
      const [row] = await story.truth<{ text: string }[]>`
        select private.usage_latest(${story.ada.id}, ${story.household}) as text`;
      return (JSON.parse(row?.text ?? '{}') as { places?: unknown }).places;
    };

    const broken = { code: '23514' };

    test('are told with what is measured, and none lies in itself, whatever the way', async () => {
      expect(await told()).toBeUndefined();
      await place(story.ada, 'kitchen', 'Ground floor');
      await place(story.ben, 'Ground floor', 'House');
      expect(await told()).toEqual([
        { name: 'Ground floor', inside: 'House' },
        { name: 'kitchen', inside: 'Ground floor' },
      ]);
      for (const [name, inside] of [
        ['House', 'kitchen'],
        ['House', 'House'],
        ['whole_home', 'House'],
        ['attic', ' '],
      ] as const)
        await expect(place(story.ada, name, inside)).rejects.toMatchObject(broken);
      await expect(
        story.ada.does((sql) => sql`update places set inside = 'kitchen' where name = 'Ground floor'`),
      ).rejects.toMatchObject(broken);
      await story.ada.does((sql) => sql`delete from places where name = 'kitchen'`);
      await story.ada.does((sql) => sql`update places set inside = 'kitchen' where name = 'Ground floor'`);
      expect(await told()).toEqual([{ name: 'Ground floor', inside: 'kitchen' }]);
    });

    test('two that are said at once never lie in each other', async () => {
      const both = await Promise.allSettled([place(story.ada, 'north', 'south'), place(story.ben, 'south', 'north')]);
      expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    });
  });
});

describe('schedules', () => {
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
});
