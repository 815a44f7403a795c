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
  await expect.poll(() => [state(oven.meterId), state(tap.meterId)]).toEqual(['1.250', '1.5']);
  expect(JSON.parse(config(oven.meterId) ?? '{}')).toMatchObject({
    unique_id: `wattershed_${oven.meterId}`,
    device_class: 'energy',
    state_class: 'total',
    unit_of_measurement: 'kWh',
    state_topic: `wattershed/${home.household}/meter/${oven.meterId}`,
    device: { name: 'Oven', suggested_area: 'Living room' },
  });
  expect(config(silent.meterId)).toBeUndefined();
  // What we announce ourselves is no hardware to be found.
  expect(await stage.seed.owner`select id from channels where household_id = ${home.household}`).toEqual([]);

  // One that goes while nobody tells: the next start takes it away.
  await bridge.stop();
  await stage.seed.owner`delete from connected_devices where id = ${oven.deviceId}`;
  bridge = follow();
  await expect.poll(() => config(oven.meterId)).toBe('');
  await expect.poll(() => state(oven.meterId)).toBe('');
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
    timeout: 60_000,
    interval: 300,
  });
  const some = meters.find(({ meterId }) => rate(meterId) !== 'None');
  expect(
    JSON.parse(retained.get(`homeassistant/sensor/wattershed_${home.household}/${some?.meterId}_rate/config`) ?? '{}'),
  ).toMatchObject({
    state_class: 'measurement',
    state_topic: `wattershed/${home.household}/meter/${some?.meterId}/rate`,
  });
});

test('Home Assistant is told what today costs, prices, where the bill is heading and each group of notices', async () => {
  const other = await stage.seed.home();
  const { owner } = stage.seed;
  await owner`update households set name = 'Casa Ada' where id = ${other.household}`;
  await owner`update profiles set language = 'es' where user_id = ${other.userId}`;
  const mains = await other.device('Mains', 'whole_home', 'electricity');
  const tap = await other.device('Cistern', 'bathroom', 'water');
  const hour = Math.floor(Date.now() / 3_600_000) * 3600;
  const days = Array.from({ length: 40 * 24 }, (_, i) => ({ at: hour - (i + 1) * 3600, value: 500, spanS: 3600 }));
  await stage.send(
    other,
    days.map((one) => ({ ...one, meter: mains.key })),
  );
  await stage.send(other, [{ meter: tap.key, at: noon, value: 1_000 }]);
  const plan = (validFrom: string) => ({
    validFrom,
    plan: {
      name: 'Mine',
      utility: 'electricity',
      currency: 'EUR',
      unit: 'kWh',
      charges: [{ id: 'use', kind: 'use', rate: '0.20' }],
    },
  });
  await stage.sql`select private.save_tariffs(${other.userId}, ${other.household}, null, ${JSON.stringify([plan('2026-01-01')])}::text::jsonb)`;

  const at = (id: string, component = 'sensor') =>
    JSON.parse(retained.get(`homeassistant/${component}/wattershed_${other.household}/${id}/config`) || '{}') as object;
  const of = (id: string) => retained.get(`wattershed/${other.household}/home/${id}`);
  const beside = (id: string) =>
    JSON.parse(retained.get(`wattershed/${other.household}/home/${id}/attributes`) ?? '{}') as unknown;
  const own = startBrokerClient({
    registry,
    log,
    url: mosquitto.url,
    clientId: 'own',
    household: async () => other.household,
  });

  const kWh = (hour - Math.floor(hour / 86_400) * 86_400) / 3600 / 2;
  await vi.waitFor(() => {
    expect(of('price_electricity')).toBe('0.2000');
    expect(of('cost_today')).toBe((kWh * 0.2).toFixed(2));
    expect(Number(of('bill_forecast'))).toBeGreaterThan(60);
    expect([of('leak'), of('silent')]).toEqual(['OFF', 'OFF']);
  }, 60_000);
  expect(at('cost_today')).toMatchObject({
    name: 'Coste de hoy',
    device_class: 'monetary',
    unit_of_measurement: 'EUR',
    default_entity_id: 'sensor.wattershed_cost_today',
    state_topic: `wattershed/${other.household}/home/cost_today`,
    device: { name: 'Casa Ada', identifiers: [`wattershed_${other.household}`] },
  });
  expect(at('price_electricity')).toMatchObject({ unit_of_measurement: 'EUR/kWh', state_class: 'measurement' });
  expect(beside('bill_forecast')).toMatchObject({ low: expect.any(String), high: expect.any(String) });
  expect(at('leak', 'binary_sensor')).toMatchObject({ device_class: 'moisture' });
  expect(at('silent', 'binary_sensor')).toMatchObject({ device_class: 'problem' });

  await owner`insert into notices (household_id, kind, meter_id, since, noticed_at, mail_at) values
    (${other.household}, 'running-water', ${tap.meterId}, now(), now(), now()),
    (${other.household}, 'silent-meter', ${mains.meterId}, now(), now(), now())`;
  await expect.poll(() => [of('leak'), of('silent')]).toEqual(['ON', 'ON']);
  expect(beside('leak')).toEqual({
    meters: ['Cistern'],
    notices: [{ kind: 'running-water', since: expect.any(String), title: 'Cistern: el agua no para' }],
  });

  await owner`update notices set dismissed_at = now(), dismissed_as = 'fine' where household_id = ${other.household}`;
  await owner`insert into notices (household_id, kind, meter_id, utility, since, noticed_at, mail_at, figures) values
    (${other.household}, 'device-change', ${mains.meterId}, null, now(), now(), now(), '{"words":"more","usualPerDay":1000,"nowPerDay":1500,"share":0.5}'),
    (${other.household}, 'budget-passed', null, 'electricity', now(), now(), now(), '{"budget":"40","soFar":"41.20","currency":"EUR","end":"2026-12-01"}')`;
  await expect.poll(() => [of('leak'), of('silent'), of('use'), of('budgets')]).toEqual(['OFF', 'OFF', 'ON', 'ON']);
  expect(at('use', 'binary_sensor')).toMatchObject({ device_class: 'problem', name: 'Consumo y aparatos' });
  expect(beside('use')).toMatchObject({ meters: ['Mains'], notices: [{ kind: 'device-change' }] });
  expect(beside('budgets')).toMatchObject({ meters: [], notices: [{ kind: 'budget-passed' }] });

  // Without a tariff there is no money to tell of.
  await owner`delete from tariffs where household_id = ${other.household}`;
  await owner`update notices set ended_at = now() where household_id = ${other.household}`;
  await vi.waitFor(() => {
    expect([of('cost_today'), of('bill_forecast/attributes'), of('leak')]).toEqual(['', '', 'OFF']);
    expect(at('cost_today')).toEqual({});
  }, 60_000);
  await own.stop();
});

test('a broker that comes back without its memory is told again', async () => {
  const tap = await home.device('Cistern', '', 'water');
  await stage.send(home, [{ meter: tap.key, at: noon, value: 1_000 }]);
  const told = () =>
    [...retained]
      .filter(([topic, payload]) => topic.includes(home.household) && payload !== '')
      .map(([topic]) => topic);
  await expect.poll(told).not.toEqual([]);
  const before = told();
  await mosquitto.kill();
  retained.clear();
  await mosquitto.start();
  await expect.poll(told).toEqual(expect.arrayContaining(before));
});
