import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { AddedChannel, AddedPolled, SourceKinds, SwitchAnswer } from '../../contract/hardware.ts';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPollGuard } from '#kernel/http/client-address.ts';
import { createSeal } from '#kernel/seal.ts';
import { openRegistry, quietLog as log } from '#apps/service/testing/mosquitto.ts';
import type { SeededHome } from '#apps/service/testing/seed.ts';
import { openStage, type Stage } from '#apps/service/testing/stage.ts';
import type { BrokerRegistry } from '../broker-registry.ts';
import { type Polling, startPolling } from './polling.ts';
import { hardwareRoutes } from '../index.ts';
import { createSwitching } from '../switching.ts';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** A HomeWizard socket as it answers on the network; a case puts another answer in its place. */
const openSocket = async () => {
  const shown = { power_on: false, switch_lock: false, brightness: 255 };
  const state = { kWh: 30.5, asked: [] as string[], answer: undefined as Answer | undefined };
  const json = (response: ServerResponse, body: unknown, status = 200) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  const answers: Record<string, Answer> = {
    'GET /api': (_, response) =>
      json(response, {
        product_type: 'HWE-SKT',
        product_name: 'Energy Socket',
        serial: '3c39e7aabbcc',
        firmware_version: '5.18',
        api_version: 'v1',
      }),
    'GET /api/v1/data': (_, response) =>
      json(response, { wifi_strength: 90, total_power_import_kwh: state.kWh, active_power_w: 543.312 }),
    'GET /api/v1/state': (_, response) => json(response, shown),
    'PUT /api/v1/state': (request, response) => {
      let body = '';
      request.on('data', (piece: Buffer) => (body += piece.toString()));
      request.on('end', () => {
        const told = JSON.parse(body) as { power_on: boolean };
        if (shown.switch_lock && !told.power_on) return json(response, { error: { id: 8 } }, 400);
        shown.power_on = told.power_on;
        return json(response, told);
      });
    },
  };
  const server: Server = createServer((request, response) => {
    const named = `${request.method} ${request.url}`;
    state.asked.push(named);
    (state.answer ?? answers[named] ?? ((_, one) => json(one, {}, 404)))(request, response);
  });
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const close = () => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  };
  await listen(0);
  const { port } = server.address() as AddressInfo;
  return { state, shown, port, json, close, again: () => listen(port) };
};

let stage: Stage;
let registry: BrokerRegistry;
let polling: Polling;
let app: FastifyInstance;
let home: SeededHome;
let socket: Awaited<ReturnType<typeof openSocket>>;
let address: string;
beforeAll(async () => {
  stage = await openStage();
  home = await stage.seed.home();
  socket = await openSocket();
  address = `127.0.0.1:${socket.port}`;
  registry = await openRegistry(stage);
  const polls = {
    guard: createPollGuard([address, '192.0.2.0/24']),
    named: home.household,
    seal: createSeal('keys of devices', 'x'),
  };
  const { database, changes } = stage;
  polling = await startPolling({ registry, database, changes, log, ...polls, everyMs: 40 });
  app = stage.http((http, deps) =>
    hardwareRoutes(http, { ...deps, switching: createSwitching(deps.sql, deps.changes), polls }),
  );
});
afterAll(async () => {
  await polling.stop();
  await socket.close();
  await registry.stop();
  await stage.end();
});

const call = async (person: Pick<SeededHome, 'userId'>, options: InjectOptions) =>
  app.inject({ ...options, headers: await stage.session(person.userId) });
const add = (typed: string, person: Pick<SeededHome, 'userId'> = home, source = 'homewizard') =>
  call(person, { method: 'POST', url: '/api/v1/polled-devices', payload: { source, address: typed } });
const polled = () =>
  stage.seed.owner`select address, device, fault from polled_devices where household_id = ${home.household}`;
const channel = async () => {
  const [row] = await stage.seed.owner<{ id: string; last_value: number; is_on: boolean; is_online: boolean }[]>`
    select * from channels where household_id = ${home.household} and source = 'homewizard'`;
  return row;
};
const values = async () => {
  const rows = await stage.seed.owner<{ value: number }[]>`
    select value from open_readings where household_id = ${home.household} order by at`;
  return rows.map(({ value }) => value);
};

test('what can be connected is told to pages', async () => {
  const { polls, sources } = (await app.inject('/api/v1/sources')).json<SourceKinds>();
  expect(polls).toBe(true);
  expect(sources.find(({ id }) => id === 'homewizard')).toEqual({
    id: 'homewizard',
    label: 'HomeWizard',
    transports: ['poll'],
    hasKey: false,
    setUps: [],
    unsure: [],
  });
});

test('C6.1 addresses are given by the household that the hardware belongs to, and only where the operator allows', async () => {
  const other = await stage.seed.home();
  expect((await add(address, other)).json()).toMatchObject({ code: 'forbidden' });
  const viewer = await stage.seed.home();
  await stage.seed
    .owner`insert into household_members (household_id, user_id, role) values (${home.household}, ${viewer.userId}, 'viewer')`;
  expect((await add(address, viewer)).json()).toMatchObject({ code: 'forbidden' });
  for (const typed of ['127.0.0.1', '127.0.0.1:1', 'localhost', '169.254.169.254', 'http://192.0.2.1/admin'])
    expect([typed, (await add(typed)).json<{ code: string }>().code]).toEqual([typed, 'address-not-allowed']);
  expect((await add(address, home, 'tasmota')).statusCode).toBe(404);
  expect(await polled()).toEqual([]);
  expect(socket.state.asked).toEqual([]);
});

test('C2.15 a device is found at its address, counted once it is added, and switched', async () => {
  const answer = await add(`http://${address}/`);
  expect([answer.statusCode, answer.json<AddedPolled>().address]).toEqual([201, address]);
  await expect.poll(channel).toMatchObject({ last_value: 30_500, is_on: false, is_online: true });
  await expect.poll(polled).toEqual([{ address, device: '3c39e7aabbcc', fault: null }]);
  const found = await channel();
  const payload = { name: 'Kettle', room: 'kitchen' };
  const added = await call(home, { method: 'POST', url: `/api/v1/channels/${found?.id}/device`, payload });
  const { device } = added.json<AddedChannel>();
  await expect.poll(values).toContain(30_500);
  socket.state.kWh = 30.75;
  await expect.poll(async () => (await values()).at(-1)).toBe(30_750);

  const toggle = async (on: boolean) => {
    const done = await call(home, { method: 'POST', url: `/api/v1/devices/${device}/switch`, payload: { on } });
    return done.json<SwitchAnswer>().result;
  };
  expect([await toggle(true), socket.shown.power_on]).toEqual(['confirmed', true]);
  expect([await toggle(false), socket.shown.power_on]).toEqual(['confirmed', false]);
  socket.shown.power_on = true;
  await expect.poll(async () => (await channel())?.is_on).toBe(true);
  socket.shown.switch_lock = true;
  expect(await toggle(false)).toBe('no-answer');
});

test('a device that fails is named with why, and marked as lost; back again it is counted on', async () => {
  const fault = async () => (await polled())[0]?.['fault'] as unknown;
  const online = async () => (await channel())?.is_online;
  let elsewhere = 0;
  const trap = createServer((_, response) => {
    elsewhere += 1;
    response.end('{}');
  });
  await new Promise<void>((resolve) => trap.listen(0, '127.0.0.1', resolve));
  const { port } = trap.address() as AddressInfo;
  const cases: [string, Answer][] = [
    ['refused', (_, response) => socket.json(response, { error: { id: 202, description: 'API not enabled' } }, 403)],
    ['not-understood', (_, response) => response.end('<html>a router</html>')],
    ['not-understood', (_, response) => response.writeHead(302, { location: `http://127.0.0.1:${port}/` }).end()],
    ['unreachable', (_, response) => response.end(`{"serial":"${'x'.repeat(70_000)}"}`)],
    ['unreachable', (request) => request.socket.destroy()],
  ];
  for (const [why, wrong] of cases) {
    socket.state.answer = wrong;
    await expect.poll(fault).toBe(why);
    await expect.poll(online).toBe(false);
    socket.state.answer = undefined;
    await expect.poll(fault).toBeNull();
    await expect.poll(online).toBe(true);
  }
  expect(elsewhere).toBe(0);
  await new Promise((resolve) => trap.close(resolve));

  await socket.close();
  await expect.poll(fault).toBe('unreachable');
  await socket.again();
  socket.state.kWh = 31;
  await expect.poll(async () => (await values()).at(-1)).toBe(31_000);
});

test('an address that is removed is asked no more', async () => {
  await stage.seed.owner`delete from polled_devices where household_id = ${home.household}`;
  await new Promise((resolve) => setTimeout(resolve, 200));
  const before = socket.state.asked.length;
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(socket.state.asked).toHaveLength(before);
});
