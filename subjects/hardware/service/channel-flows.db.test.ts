import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStage, type Stage } from '#apps/service/testing/stage.ts';
import { createUnread } from '#subjects/readings/service/ingest/index.ts';
import type { DeviceUpdate } from '../sources/index.ts';
import { openHouseholdDevices } from './household-devices.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.end());

const start = 1_777_982_400;

/** A home whose hardware says what it is told to. */
const arrange = async () => {
  const home = await stage.seed.home();
  const { engine } = stage.database;
  const [token] = await engine<{ id: number }[]>`select private.hardware_token() as id`;
  let nowMs = start * 1000;
  const devices = openHouseholdDevices(
    {
      sql: engine,
      ingest: stage.ingest,
      changes: { publish: () => {} },
      now: () => nowMs,
      tokenId: token?.id as number,
      unread: createUnread(engine, Date.now, () => {}),
      log: { warn: () => {} },
    },
    home.household,
    { parser: { topics: [], read: () => [] }, door: 'mqtt', announcer: null },
  );
  const { owner } = stage.seed;
  const say = async (device: string, ...told: Partial<DeviceUpdate>[]) => {
    nowMs += 60_000;
    // Whoever listens hears of every join.
    devices.forget();
    await devices.apply(
      told.map((one) => ({ source: 'shelly', device, part: '', utility: 'electricity', ...one }) as const),
    );
  };
  const channelOf = async (device: string, part = '') => {
    const [row] = await owner<{ id: string; meter_id: number | null }[]>`
      select id, meter_id from channels where household_id = ${home.household} and device = ${device} and part = ${part}`;
    return row;
  };
  const add = async (device: string, room: string) => {
    const found = await channelOf(device);
    const [added] = await stage.sql<{ device_id: string }[]>`
      select * from private.add_channel(${home.userId}, ${found?.id as string}, ${device}, ${room})`;
    return added?.device_id as string;
  };
  const meters = async () => {
    const rows = await owner<{ device: string; flow: string; behind: string | null }[]>`
      select d.name as device, m.flow, u.name || ' ' || up.flow as behind from meters m
      join connected_devices d on d.household_id = m.household_id and d.id = m.device_id
      left join meters up on up.household_id = m.household_id and up.id = m.parent_meter_id
      left join connected_devices u on u.household_id = up.household_id and u.id = up.device_id
      where m.household_id = ${home.household} order by m.id`;
    return rows.map(({ device, flow, behind }) => `${device} ${flow}${behind === null ? '' : ` < ${behind}`}`);
  };
  const used = async (flow: string) => {
    const [row] = await owner<{ total: number }[]>`
      select (coalesce(sum(s.used), 0) + coalesce(sum((select sum(q.used) from usage_quarter q
        where q.household_id = m.household_id and q.meter_id = m.id)), 0))::float8 as total
      from meters m join meter_state s on s.household_id = m.household_id and s.meter_id = m.id
      where m.household_id = ${home.household} and m.flow = ${flow}`;
    return row?.total;
  };
  return { home, say, add, meters, used, channelOf };
};

const returned = { part: 'returned', flow: 'returned', registerOf: '' } as const;

test('a meter at the grid that counts both ways is one device with two meters', async () => {
  const { say, add, meters, used } = await arrange();
  await say('mains', { total: 9000 }, { ...returned, total: 400 });
  await add('mains', 'whole_home');
  expect(await meters()).toEqual(['mains drawn', 'mains returned < mains drawn']);
  await say('mains', { total: 9000 }, { ...returned, total: 400 });
  await say('mains', { total: 9050 }, { ...returned, total: 430 });
  expect([await used('drawn'), await used('returned')]).toEqual([50, 30]);
});

test('behind another meter what comes back is given to the home: produced there', async () => {
  const { say, add, meters } = await arrange();
  await say('mains', { total: 9000 });
  await say('balcony', { total: 5 }, { ...returned, total: 400 });
  await add('mains', 'whole_home');
  await add('balcony', 'kitchen');
  expect(await meters()).toEqual(['mains drawn', 'balcony drawn < mains drawn', 'balcony produced < mains drawn']);
});

test('a register that has counted nothing makes no meter; once it has, it is counted from its first watt-hour', async () => {
  const { say, add, meters, used, channelOf } = await arrange();
  await say('mains', { total: 9000 }, { ...returned, total: 0 });
  await add('mains', 'whole_home');
  await say('mains', { total: 9001 }, { ...returned, total: 0 });
  expect(await meters()).toEqual(['mains drawn']);
  await say('mains', { total: 9001 }, { ...returned, total: 7 });
  await say('mains', { total: 9001 }, { ...returned, total: 12 });
  expect((await channelOf('mains', 'returned'))?.meter_id).not.toBeNull();
  expect(await meters()).toEqual(['mains drawn', 'mains returned < mains drawn']);
  expect(await used('returned')).toBe(12);
});

test('what is known to produce stands behind the whole home’s meter; what says nothing draws', async () => {
  const { say, add, meters } = await arrange();
  await say('mains', { total: 9000 });
  await add('mains', 'whole_home');
  await say('roof', { total: 100, flow: 'produced' });
  await say('oven', { total: 100 });
  await say('battery', { total: 10, flow: 'charged' }, { part: 'out', flow: 'discharged', registerOf: '', total: 8 });
  for (const [device, room] of [
    ['roof', 'whole_home'],
    ['oven', 'kitchen'],
    ['battery', ''],
  ] as const)
    await add(device, room);
  expect(await meters()).toEqual([
    'mains drawn',
    'roof produced < mains drawn',
    'oven drawn < mains drawn',
    'battery charged < mains drawn',
    'battery discharged < mains drawn',
  ]);
});

test('what turns out to be another utility draws', async () => {
  const { home, say, meters, channelOf } = await arrange();
  await say('pump', { total: 100, flow: 'produced' });
  const found = await channelOf('pump');
  await stage.sql`select * from private.add_channel(${home.userId}, ${found?.id as string}, 'Pump', 'hall', 'heat')`;
  expect(await meters()).toEqual(['Pump drawn']);
});

test('hardware joins the meter of a device that a person has given a flow, and a device with readings keeps them', async () => {
  const { home, say, meters } = await arrange();
  const { owner } = stage.seed;
  const link = async (device: string, to: string) => {
    const [found] = await owner<{ id: string }[]>`
      select id from channels where household_id = ${home.household} and device = ${device}`;
    await stage.sql`select * from private.link_channel(${home.userId}, ${found?.id as string}, ${to})`;
  };
  const device = async (name: string) => {
    const [row] = await owner<{ id: string }[]>`
      insert into connected_devices (household_id, user_id, name, room, utility)
      values (${home.household}, ${home.userId}, ${name}, 'hall', 'electricity') returning id`;
    return row?.id as string;
  };
  const [roof, shed] = [await device('Roof'), await device('Shed')];
  await owner`update meters set flow = 'produced' where device_id = ${roof}`;
  await owner`update meters set reading_kind = 'counter' where device_id = ${shed}`;
  await say('plain', { total: 1 });
  await say('inverter', { total: 1, flow: 'produced' });
  await link('plain', roof);
  await link('inverter', shed);
  expect(await meters()).toEqual(['Roof produced', 'Shed drawn', 'Shed produced']);
});
