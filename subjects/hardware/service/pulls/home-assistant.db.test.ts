import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { SeededHome } from '#apps/service/testing/seed.ts';
import { openStage, type Stage } from '#apps/service/testing/stage.ts';
import { createPollGuard } from '#kernel/http/client-address.ts';
import { openPulls } from './testing-services.ts';

const hourMs = 3_600_000;
const start = Date.UTC(2026, 10, 22, 12, 20) / 1000;
const clock = { s: start };
const token = 'llat_of_home';

interface Message {
  readonly id: number;
  readonly type: string;
  readonly access_token: string;
  readonly statistic_ids: string[];
  readonly start_time: string;
  readonly end_time: string;
}

/** An instance as it speaks: it counts 0.25 kWh an hour since 2026, and has not written the hour that is not over. */
const openInstance = async () => {
  const instance = {
    said: [] as Message[],
    metadata: { has_sum: true, unit_class: 'energy', statistics_unit_of_measurement: 'kWh' } as Record<string, unknown>,
    isWritten: (_ms: number) => true,
    isAway: false,
    address: '',
    close: () => {},
  };
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', path: '/api/websocket' });
  server.on('connection', (socket) => {
    if (instance.isAway) return socket.terminate();
    const send = (message: unknown) => socket.send(JSON.stringify(message));
    const answers: Record<string, (message: Message) => unknown> = {
      auth: ({ access_token }) =>
        access_token === token
          ? { type: 'auth_ok', ha_version: '2026.11.2' }
          : { type: 'auth_invalid', message: 'Invalid access token or password' },
      'recorder/get_statistics_metadata': ({ statistic_ids: [id] }) =>
        id === 'sensor.grid_energy' ? [{ statistic_id: id, name: null, source: 'recorder', ...instance.metadata }] : [],
      'recorder/statistics_during_period': ({ statistic_ids: [id = ''], start_time, end_time }) => {
        const rows = [];
        const from = Math.max(Math.ceil(Date.parse(start_time) / hourMs) * hourMs, Date.UTC(2026, 0, 1));
        for (let ms = from; ms < Date.parse(end_time) && ms + hourMs <= clock.s * 1000; ms += hourMs)
          if (instance.isWritten(ms))
            rows.push({ start: ms, end: ms + hourMs, sum: ((ms - Date.UTC(2026, 0, 1)) / hourMs + 1) * 0.25 });
        return { [id]: rows };
      },
    };
    send({ type: 'auth_required', ha_version: '2026.11.2' });
    socket.on('message', (data) => {
      const message = JSON.parse((data as Buffer).toString()) as Message;
      instance.said.push(message);
      const answer = answers[message.type]?.(message);
      send(message.type === 'auth' ? answer : { id: message.id, type: 'result', success: true, result: answer });
    });
  });
  await new Promise((resolve) => server.once('listening', resolve));
  instance.address = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  instance.close = () => {
    for (const socket of server.clients) socket.terminate();
    server.close();
  };
  return instance;
};

let stage: Stage;
let instance: Awaited<ReturnType<typeof openInstance>>;
let pulls: ReturnType<typeof openPulls>;
let home: SeededHome;
let meter: number;
let allowed: string[];
beforeAll(async () => {
  stage = await openStage(() => clock.s * 1000);
});
afterAll(() => stage.end());
beforeEach(async () => {
  clock.s = start;
  instance = await openInstance();
  allowed = [instance.address];
  home = await stage.seed.home('Europe/Berlin');
  meter = (await home.device('Whole home', '', 'electricity')).meterId;
  const guard = async (household: string, address: string) =>
    household === home.household ? createPollGuard(allowed)(address) : null;
  pulls = openPulls(stage, clock, { guard });
});
afterEach(async () => {
  instance.close();
  await stage.seed.owner`delete from pulls`;
});

const add = (body: Record<string, unknown> = {}, settings: Record<string, unknown> = {}) =>
  pulls.add(home, {
    kind: 'home-assistant',
    meter,
    key: token,
    settings: { address: instance.address, statistic: 'sensor.grid_energy', ...settings },
    ...body,
  });
const readings = () =>
  stage.seed.owner<{ at: Date; value: number }[]>`
    select at, value::float8 as value from open_readings where meter_id = ${meter} order by at`;

test('sums come as a counter at the end of their hours, as far back as there are any; later ones follow by the hour', async () => {
  expect((await add()).statusCode).toBe(201);
  await pulls.all();
  const rows = await readings();
  const hours = (Date.UTC(2026, 10, 22, 12) - Date.UTC(2026, 0, 1)) / hourMs;
  expect(rows.length).toBe(hours);
  expect(rows[0]).toEqual({ at: new Date('2026-01-01T01:00:00Z'), value: 250 });
  expect(rows.at(-1)).toEqual({ at: new Date('2026-11-22T12:00:00Z'), value: hours * 250 });
  expect(await pulls.row(home)).toMatchObject({ is_filled: true, rejected: 0, fault: null });

  clock.s += 3600;
  expect(await pulls.all()).toBe(1);
  expect((await readings()).length).toBe(hours + 1);
});

test('an instance that was off for two days says what was used meanwhile by its next sum', async () => {
  const off = (ms: number) => ms >= Date.UTC(2026, 10, 1) && ms < Date.UTC(2026, 10, 3);
  instance.isWritten = (ms) => !off(ms);
  await add({ since: '2026-10-30' });
  await pulls.all();
  const rows = await readings();
  const used = (rows.at(-1)?.value ?? 0) - (rows[0]?.value ?? 0);
  expect(used).toBe(250 * ((Date.UTC(2026, 10, 22, 12) - Date.UTC(2026, 9, 30, 1)) / hourMs));
});

test('water comes in mL; a sensor of another kind, of no sum, or that is none, is said', async () => {
  const faultOf = async (settings: Record<string, unknown> = {}) => {
    await add({ since: '2026-11-20' }, settings);
    await pulls.all();
    return (await pulls.row(home))?.fault;
  };
  instance.metadata = { has_sum: true, unit_class: 'volume', statistics_unit_of_measurement: 'm³' };
  expect(await faultOf()).toBe('not-understood');
  instance.metadata = { has_sum: false, unit_class: 'energy', statistics_unit_of_measurement: 'kWh' };
  expect(await faultOf()).toBe('nothing-there');
  expect(await faultOf({ statistic: 'sensor.of_nobody' })).toBe('nothing-there');
  await stage.seed.owner`delete from pulls`;
  meter = (await home.device('Garden', '', 'water')).meterId;
  // Before 2022.11 no class was told, and the unit is as it stands.
  instance.metadata = { has_sum: true, statistics_unit_of_measurement: 'm³' };
  expect(await faultOf()).toBeNull();
  expect((await readings()).at(-1)?.value).toBe(
    250_000 * ((Date.UTC(2026, 10, 22, 12) - Date.UTC(2026, 0, 1)) / hourMs),
  );
});

test('a token that is refused, an instance that is away, and one that hangs up', async () => {
  await add({ key: 'another', since: '2026-11-20' });
  await pulls.turn();
  expect(await pulls.row(home)).toMatchObject({ fault: 'key-refused' });
  await add({ since: '2026-11-20' });
  instance.isAway = true;
  await pulls.turn();
  expect(await pulls.row(home)).toMatchObject({ fault: 'unreachable' });
  instance.close();
  clock.s += 600;
  await pulls.turn();
  expect(await pulls.row(home)).toMatchObject({ fault: 'unreachable', failures: 2 });
  expect(await readings()).toEqual([]);
});

test('C6.1 only an address that the operator names is asked, for the household that the hardware belongs to', async () => {
  for (const address of ['127.0.0.1:9', 'localhost', '169.254.169.254', `${instance.address}@example.org`])
    expect((await add({}, { address })).statusCode).toBeGreaterThan(399);
  expect((await add({}, { address: '127.0.0.1:9' })).json()).toMatchObject({ code: 'address-not-allowed' });
  const other = await stage.seed.home();
  const theirs = await other.device('Whole home', '', 'electricity');
  const body = { kind: 'home-assistant', meter: theirs.meterId, key: token };
  const settings = { address: instance.address, statistic: 'sensor.grid_energy' };
  expect((await pulls.add(other, { ...body, settings })).json()).toMatchObject({ code: 'address-not-allowed' });

  await add();
  allowed = ['192.0.2.1'];
  await pulls.turn();
  expect(await pulls.row(home)).toMatchObject({ fault: 'not-allowed' });
  expect(instance.said).toEqual([]);
});
