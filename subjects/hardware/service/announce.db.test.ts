import * as fc from 'fast-check';
import mqtt, { type MqttClient } from 'mqtt';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Mosquitto, openMosquitto, openRegistry, quietLog as log } from '#apps/service/testing/mosquitto.ts';
import type { SeededHome } from '#apps/service/testing/seed.ts';
import { openStage, type Stage } from '#apps/service/testing/stage.ts';
import { aCourse, readingsOf } from '#subjects/readings/domain/testing-courses.ts';
import { latestAnswer } from '#subjects/usage/contract/usage.ts';
import { createUsage } from '#subjects/usage/service/index.ts';
import { type BrokerClient, startBrokerClient } from './broker-client.ts';
import type { BrokerRegistry } from './broker-registry.ts';

let stage: Stage;
let registry: BrokerRegistry;
let mosquitto: Mosquitto;
let assistant: MqttClient;
let bridge: BrokerClient;
let home: SeededHome;
const retained = new Map<string, string>();

beforeAll(async () => {
  stage = await openStage();
  registry = await openRegistry(stage);
  mosquitto = await openMosquitto();
  home = await stage.seed.home();
  assistant = await mqtt.connectAsync(mosquitto.url);
  assistant.on('message', (topic, payload) => retained.set(topic, payload.toString()));
  await assistant.subscribeAsync(['homeassistant/#', 'wattershed/#'], { qos: 1 });
});
afterAll(async () => {
  await bridge?.stop();
  await assistant.endAsync(true);
  await mosquitto.stop();
  await registry.stop();
  await stage.end();
});

const follow = () =>
  startBrokerClient({ registry, log, url: mosquitto.url, clientId: 'bridge', household: async () => home.household });
const config = (meterId: number) => retained.get(`homeassistant/sensor/wattershed_${home.household}/${meterId}/config`);
const state = (meterId: number) => retained.get(`wattershed/${home.household}/meter/${meterId}`);
const noon = Math.floor(Date.now() / 1000) - 7200;

test('Home Assistant is told of each meter that has measured, of what it has used since, and when it is gone', async () => {
  const oven = await home.device('Oven', 'living_room', 'electricity');
  const tap = await home.device('Tap', '', 'water');
  const silent = await home.device('Silent', 'hall', 'electricity');
  await stage.send(home, [
    { meter: oven.key, at: noon, value: 100_000 },
    { meter: oven.key, at: noon + 1800, value: 101_250 },
    { meter: tap.key, at: noon, value: 5_000 },
    { meter: tap.key, at: noon + 60, value: 6_500 },
  ]);
  bridge = follow();
  await expect.poll(() => state(tap.meterId), { timeout: 8_000 }).toBe('1.5');
  expect(JSON.parse(config(oven.meterId) ?? '{}')).toMatchObject({
    unique_id: `wattershed_${oven.meterId}`,
    device_class: 'energy',
    state_class: 'total',
    unit_of_measurement: 'kWh',
    state_topic: `wattershed/${home.household}/meter/${oven.meterId}`,
    device: { name: 'Oven', suggested_area: 'Living room' },
  });
  expect(state(oven.meterId)).toBe('1.250');
  expect(config(silent.meterId)).toBeUndefined();
  // What we announce ourselves is no hardware to be found.
  expect(await stage.seed.owner`select id from channels where household_id = ${home.household}`).toEqual([]);

  // One that goes while nobody tells: the next start takes it away.
  await bridge.stop();
  await stage.seed.owner`delete from connected_devices where id = ${oven.deviceId}`;
  bridge = follow();
  await expect.poll(() => config(oven.meterId), { timeout: 15_000 }).toBe('');
  await expect.poll(() => state(oven.meterId), { timeout: 5_000 }).toBe('');
  expect(config(tap.meterId)).toContain('"Tap"');
});

test('whatever was read, Home Assistant hears the present rate that the pages show', async () => {
  const courses = fc.sample(aCourse, 24);
  const meters = await Promise.all(
    courses.map((_, i) => home.device(`Meter ${i}`, 'kitchen', i % 3 === 0 ? 'water' : 'electricity')),
  );
  for (const [i, course] of courses.entries()) await stage.send(home, readingsOf(meters[i]?.key ?? '', course));
  const rate = (meterId: number) => retained.get(`wattershed/${home.household}/meter/${meterId}/rate`);
  const usage = createUsage({ sql: stage.sql, changes: stage.changes });
  const shown = async () => {
    const { meters: all } = latestAnswer.parse(JSON.parse(await usage.latest(home.userId, home.household)));
    const own = new Map(all.map((one) => [one.deviceId, one.rate]));
    return meters.map(({ deviceId }) => String(own.get(deviceId) ?? 'None'));
  };
  // Rates grow old while the broker is told of them.
  await vi.waitFor(async () => expect(meters.map(({ meterId }) => rate(meterId))).toEqual(await shown()), {
    timeout: 25_000,
    interval: 300,
  });
  const some = meters.find(({ meterId }) => rate(meterId) !== 'None');
  expect(
    JSON.parse(retained.get(`homeassistant/sensor/wattershed_${home.household}/${some?.meterId}_rate/config`) ?? '{}'),
  ).toMatchObject({
    state_class: 'measurement',
    state_topic: `wattershed/${home.household}/meter/${some?.meterId}/rate`,
  });
}, 60_000);

test('a broker that comes back without its memory is told again', async () => {
  const tap = await home.device('Cistern', '', 'water');
  await stage.send(home, [{ meter: tap.key, at: noon, value: 1_000 }]);
  const told = () => [...retained].filter(([, payload]) => payload !== '').map(([topic]) => topic);
  await expect.poll(told, { timeout: 25_000 }).not.toEqual([]);
  const before = told();
  await mosquitto.kill();
  retained.clear();
  await mosquitto.start();
  await expect.poll(told, { timeout: 25_000 }).toEqual(expect.arrayContaining(before));
}, 60_000);
