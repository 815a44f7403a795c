import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { openRegistry, quietLog as log } from '#apps/service/testing/mosquitto.ts';
import type { SeededHome } from '#apps/service/testing/seed.ts';
import { openStage, type Stage } from '#apps/service/testing/stage.ts';
import { createIngestTokens } from '#subjects/readings/service/ingest/index.ts';
import type { BrokerRegistry } from './broker-registry.ts';
import { serveOcpp } from './serve-chargers.ts';

let stage: Stage;
let registry: BrokerRegistry;
let home: SeededHome;
let other: SeededHome;
let server: Server;
let end: () => void;
let url: string;
/** How far the clock of the service is ahead. */
let ahead = 0;
beforeAll(async () => {
  stage = await openStage();
  [home, other] = [await stage.seed.home(), await stage.seed.home()];
  registry = await openRegistry(stage);
  server = createServer((_request, response) => response.end());
  const tokens = createIngestTokens(stage.database.engine, Date.now);
  end = serveOcpp(server, { registry, tokens, log, now: () => Date.now() + ahead });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  end();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await registry.stop();
  await stage.end();
});

/** A charger as it connects: its name at the end of the address, and in front of the password. */
const connect = async (token: string, { name = 'garage', path = '/ocpp/', versions = ['ocpp1.6'] } = {}) => {
  const authorization = `Basic ${Buffer.from(`${name}:${token}`).toString('base64')}`;
  const line = new WebSocket(`${url}${path}${name}`, versions, { headers: { authorization } });
  const refused = new Promise<number>((resolve) =>
    line.on('unexpected-response', (request, { statusCode = 0 }) => {
      request.destroy();
      resolve(statusCode);
    }),
  );
  line.on('error', () => {});
  const opened = await Promise.race([once(line, 'open').then(() => 101), refused]);
  const answers: unknown[][] = [];
  line.on('message', (data: Buffer) => answers.push(JSON.parse(data.toString()) as unknown[]));
  let last = 0;
  const ask = async (action: string, payload: object) => {
    const id = `m${(last += 1)}`;
    line.send(JSON.stringify([2, id, action, payload]));
    await expect.poll(() => answers.some((one) => one[1] === id)).toBe(true);
    return answers.find((one) => one[1] === id);
  };
  return { line, opened, ask, closed: once(line, 'close') as Promise<[number]> };
};
const channels = (of: SeededHome) => stage.seed.owner<{ id: string; part: string; last_value: number }[]>`
  select id, device, part, utility, is_online, last_value from channels where household_id = ${of.household} order by part`;
const values = async () => {
  const rows = await stage.seed.owner<{ value: number }[]>`
    select value from open_readings where household_id = ${home.household} order by at`;
  return rows.map(({ value }) => value);
};
const seconds = (ago: number) => new Date(Date.now() - ago * 1000).toISOString();
const meterValues = (value: string, ago: number) => ({
  connectorId: 1,
  meterValue: [{ timestamp: seconds(ago), sampledValue: [{ value, unit: 'Wh' }] }],
});

test('C2.15 a charger comes in with a token of its household, is found, and counted once however often it says so', async () => {
  const charger = await connect(home.token);
  expect([charger.opened, charger.line.protocol]).toEqual([101, 'ocpp1.6']);
  const boot = await charger.ask('BootNotification', { chargePointVendor: 'Maker', chargePointModel: 'Box' });
  expect(boot).toMatchObject([3, 'm1', { status: 'Accepted', interval: 300 }]);
  await charger.ask('MeterValues', meterValues('10000', 400));
  await expect
    .poll(() => channels(home))
    .toMatchObject([{ device: 'garage', part: '1', utility: 'electricity', is_online: true, last_value: 10_000 }]);
  expect(await channels(other)).toEqual([]);
  const [found] = await channels(home);
  await stage.sql`select * from private.add_channel(${home.userId}, ${found?.id as string}, 'Car', 'garage')`;

  const start = { connectorId: 1, idTag: 'x', meterStart: 10_000, timestamp: seconds(300) };
  await expect
    .poll(async () => {
      await charger.ask('StartTransaction', start);
      return values();
    })
    .toEqual([10_000]);
  const [, , begun] = (await charger.ask('StartTransaction', start)) as [number, string, { transactionId: number }];
  await charger.ask('MeterValues', meterValues('10600', 200));
  await charger.ask('StopTransaction', {
    transactionId: begun.transactionId,
    meterStop: 11_000,
    timestamp: seconds(100),
  });
  // Each answer came when what it answers was committed.
  expect(await values()).toEqual([10_000, 10_600, 11_000]);
  expect(await charger.ask('ReserveNow', {})).toMatchObject([4, expect.anything(), 'NotImplemented', '', {}]);
  charger.line.close();
  await expect.poll(() => channels(home)).toMatchObject([{ is_online: false }]);
});

test('2.0.1 is spoken where it is offered; a charger that comes back takes the place of its line before', async () => {
  const [before, after] = [
    await connect(home.token),
    await connect(home.token, { versions: ['ocpp1.6', 'ocpp2.0.1'] }),
  ];
  expect(after.line.protocol).toBe('ocpp2.0.1');
  await before.closed;
  const answer = await after.ask('TransactionEvent', {
    eventType: 'Started',
    timestamp: seconds(20),
    transactionInfo: { transactionId: 'a' },
    evse: { id: 1 },
    meterValue: [{ timestamp: seconds(20), sampledValue: [{ value: 11_500 }] }],
  });
  expect(answer).toMatchObject([3, 'm1', {}]);
  expect((await values()).at(-1)).toBe(11_500);
  await expect.poll(() => channels(home)).toMatchObject([{ is_online: true }]);
  after.line.close();
});

test('C6.1 nobody comes in without a token, by another address, or in another language', async () => {
  expect((await connect('ws_wrong')).opened).toBe(401);
  expect((await connect('')).opened).toBe(401);
  expect((await connect(home.token, { path: '/elsewhere/' })).opened).toBe(404);
  expect((await connect(home.token, { versions: ['mqtt'] })).opened).toBe(400);
  expect((await connect(home.token, { name: '..%2f' })).opened).toBe(401);
});

test('what is too long or too much ends the line; what is no message is passed over', async () => {
  const long = await connect(home.token);
  long.line.send('x'.repeat(70_000));
  expect((await long.closed)[0]).toBe(1009);
  const fast = await connect(home.token);
  for (let i = 0; i < 150; i += 1) fast.line.send('{}');
  expect((await fast.closed)[0]).toBe(1008);
  const odd = await connect(home.token);
  for (const text of ['', 'null', '[]', '[2]', '[2,1,"Heartbeat",{}]', '[3,"m1",{}]']) odd.line.send(text);
  expect(await odd.ask('Heartbeat', {})).toMatchObject([3, 'm1', { currentTime: expect.any(String) as string }]);
  odd.line.close();
});

test('while nothing can be kept, no more than so much waits: the charger sends it again later', async () => {
  const charger = await connect(home.token, { name: 'waiting' });
  await stage.seed.owner.begin(async (tx) => {
    await tx`lock table channels in access exclusive mode`;
    for (let burst = 0; burst < 3 && charger.line.readyState === WebSocket.OPEN; burst += 1) {
      for (let i = 0; i < 60; i += 1)
        charger.line.send(JSON.stringify([2, `b${burst}-${i}`, 'MeterValues', meterValues('12000', 50)]));
      // What was sent has come when the answer to a ping that was sent after it is there.
      charger.line.ping();
      await Promise.race([once(charger.line, 'pong'), charger.closed]);
      ahead += 11_000;
    }
    expect((await charger.closed)[0]).toBe(1008);
  });
  ahead = 0;
});

test('a token that is revoked ends the line', async () => {
  const charger = await connect(home.token);
  await stage.seed.owner`update ingest_tokens set revoked_at = now() where household_id = ${home.household}`;
  const beat = setInterval(() => charger.line.send('[2,"x","Heartbeat",{}]'), 200);
  expect((await charger.closed)[0]).toBe(1008);
  clearInterval(beat);
});
