import type { FastifyInstance, InjectOptions } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openRegistry, quietLog as log } from '#apps/service/testing/mosquitto.ts';
import type { SeededHome } from '#apps/service/testing/seed.ts';
import { openStage, type Stage } from '#apps/service/testing/stage.ts';
import { createPollGuard } from '#kernel/http/client-address.ts';
import { createSeal } from '#kernel/seal.ts';
import type { AddedPolled } from '../../contract/hardware.ts';
import type { BrokerRegistry } from '../broker-registry.ts';
import { hardwareRoutes } from '../index.ts';
import { type Polling, startPolling } from './polling.ts';
import { createSwitching } from '../switching.ts';
import { commonModel, mapOf, openModbusDevice } from './testing-modbus.ts';

/** An inverter with a battery, and a meter at the grid, at the end of what a 32-bit accumulator can show. */
const figures = { produced: 5_000n, drawn: 4_294_900_000n, returned: 40n, charge: 63 };
const map = () =>
  mapOf(
    commonModel('SMA', 'STP10.0-3SE', '3012345678'),
    [103, 50, { 14: 900, 15: 0, 24: figures.produced, 26: 0 }],
    [802, 62, { 11: figures.charge, 56: 0 }],
    commonModel('SMA', 'EMETER', '1900000001'),
    [203, 105, { 38: figures.returned, 46: figures.drawn, 54: -2 }],
  );

let stage: Stage;
let registry: BrokerRegistry;
let polling: Polling;
let app: FastifyInstance;
let home: SeededHome;
let device: Awaited<ReturnType<typeof openModbusDevice>>;
let address: string;
beforeAll(async () => {
  stage = await openStage();
  home = await stage.seed.home();
  device = await openModbusDevice();
  address = `127.0.0.1:${device.port}`;
  registry = await openRegistry(stage);
  const polls = { guard: createPollGuard([address]), named: home.household, seal: createSeal('keys of devices', 'x') };
  const { database, changes } = stage;
  polling = await startPolling({ registry, database, changes, log, ...polls, everyMs: 40 });
  app = stage.http((http, deps) =>
    hardwareRoutes(http, { ...deps, switching: createSwitching(deps.sql, deps.changes), polls }),
  );
});
afterAll(async () => {
  await polling.stop();
  await device.close();
  await registry.stop();
  await stage.end();
});

const call = async (options: InjectOptions) => app.inject({ ...options, headers: await stage.session(home.userId) });
const channels = () =>
  stage.seed.owner<{ id: string; part: string; last_value: number; charge: number; charge_at: Date }[]>`
    select * from channels where household_id = ${home.household} order by part`;
const fault = async () => {
  const [row] = await stage.seed.owner`select fault from polled_devices where household_id = ${home.household}`;
  return row?.['fault'] as unknown;
};
const add = async (part: string, room: string) => {
  const found = (await channels()).find((one) => one.part === part);
  const payload = { name: part, room };
  await call({ method: 'POST', url: `/api/v1/channels/${found?.id}/device`, payload });
};
const readings = async (flow: string) => {
  const rows = await stage.seed.owner<{ value: number }[]>`
    select r.value from open_readings r join meters m on m.household_id = r.household_id and m.id = r.meter_id
    where m.household_id = ${home.household} and m.flow = ${flow} order by r.at`;
  return rows.map(({ value }) => value);
};

test('C2.15 an inverter, a meter and a battery are found by Modbus, where the marker is and not before', async () => {
  device.state.units.set(126, map());
  expect(device.state.asked).toEqual([]);
  const payload = { source: 'sunspec', address };
  const answer = await call({ method: 'POST', url: '/api/v1/polled-devices', payload });
  expect([answer.statusCode, answer.json<AddedPolled>().address]).toEqual([201, address]);
  await expect.poll(channels).toMatchObject([
    { part: 'battery', utility: null, flow: null, meter_id: null, last_value: null, charge: 63 },
    { part: 'inverter', utility: 'electricity', flow: 'produced', last_value: 5_000, charge: null },
    { part: 'meter 1900000001', flow: null, last_value: 42_949_000 },
    { part: 'meter 1900000001 returned', flow: 'returned', last_value: 0 },
  ]);
  expect(device.state.asked.slice(0, 3)).toEqual(['1/40000/2', '126/40000/2', '126/40002/2']);
  expect(device.state.most).toBe(1);
});

test('a counter that begins again at its end is counted on, and a charge is a state with its time', async () => {
  await add('meter 1900000001', 'whole_home');
  await add('inverter', 'garage');
  await add('battery', 'garage');
  const limits = () =>
    stage.seed
      .owner`select flow, rolls_over_at from meters where household_id = ${home.household} and rolls_over_at is not null order by id`;
  await expect.poll(limits).toMatchObject([
    { flow: 'drawn', rolls_over_at: 42_949_672 },
    { flow: 'produced', rolls_over_at: 4_294_967_296 },
  ]);
  // Of one second the newest stays: what was before is known when a second has passed.
  const isTwice = async (flow: string, value: number) =>
    (await readings(flow)).filter((one) => one === value).length > 1;
  await expect.poll(() => isTwice('drawn', 42_949_000)).toBe(true);
  await expect.poll(() => isTwice('produced', 5_000)).toBe(true);
  Object.assign(figures, { drawn: 5_000n, produced: 5_070n, returned: 2_000n, charge: 64 });
  device.state.units.set(126, map());
  await expect.poll(async () => (await readings('drawn')).at(-1)).toBe(50);
  const used = async (flow: string) => {
    const [row] = await stage.seed.owner<{ used: number }[]>`
      select (sum(s.used) + coalesce(sum((select sum(q.used) from usage_quarter q
        where q.household_id = m.household_id and q.meter_id = m.id)), 0))::float8 as used
      from meters m join meter_state s on s.household_id = m.household_id and s.meter_id = m.id
      where m.household_id = ${home.household} and m.flow = ${flow}`;
    return row?.used;
  };
  await expect.poll(() => used('drawn')).toBe(722);
  await expect.poll(() => used('produced')).toBe(70);
  await expect.poll(() => readings('returned')).toContain(20);
  const [battery] = await channels();
  expect(battery).toMatchObject({ part: 'battery', charge: 64, last_value: null });
  expect(Math.abs(Date.now() - Number(battery?.charge_at))).toBeLessThan(60_000);
  const [counted] = await stage.seed.owner<{ count: number }[]>`
    select count(*)::int from open_readings r join meters m on m.household_id = r.household_id and m.id = r.meter_id
    join connected_devices d on d.household_id = m.household_id and d.id = m.device_id
    where m.household_id = ${home.household} and d.name = 'battery'`;
  expect(counted?.count).toBe(0);
});

test('what goes wrong on the line is told, and read on from when it is right again', async () => {
  const { state } = device;
  const cases: [string, NonNullable<typeof state.answer>][] = [
    ['not-understood', (_request, socket) => socket.write('HTTP/1.1 400 Bad Request\r\n\r\n')],
    ['not-understood', (request, socket) => socket.write(device.reply(request, Buffer.from([3, 2, 0, 0])))],
    ['unreachable', (_request, socket) => socket.destroy()],
  ];
  for (const [why, answer] of cases) {
    state.answer = answer;
    await expect.poll(fault).toBe(why);
    state.answer = undefined;
    await expect.poll(fault).toBeNull();
  }
  state.units.set(126, mapOf(commonModel('SMA', 'STP10.0-3SE', '3012345678'), [120, 26, {}]));
  await expect.poll(fault).toBe('not-understood');
  state.units.set(126, map());
  await expect.poll(fault).toBeNull();
});
