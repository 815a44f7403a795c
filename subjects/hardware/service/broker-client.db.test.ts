import { execFileSync } from 'node:child_process';
import { pbkdf2Sync, randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import mqtt, { type MqttClient } from 'mqtt';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openRegistry, quietLog as log } from '#apps/service/testing/broker-registry.ts';
import { type Mosquitto, openMosquitto } from '#apps/service/testing/mosquitto.ts';
import type { SeededHome } from '#apps/service/testing/seed.ts';
import { openStage, type Stage } from '#apps/service/testing/stage.ts';
import { type BrokerClient, startBrokerClient } from './broker-client.ts';
import type { BrokerRegistry } from './broker-registry.ts';

/** `bridge` and its password, as Mosquitto keeps them: PBKDF2 with SHA-512. */
const guardedPasswords = (): string => {
  const [salt, rounds] = [randomBytes(12), 101];
  const hash = pbkdf2Sync('open-sesame', salt, rounds, 64, 'sha512');
  const file = join(mkdtempSync(join(tmpdir(), 'mosquitto-')), 'passwords');
  folders.push(dirname(file));
  writeFileSync(file, `bridge:$7$${rounds}$${salt.toString('base64')}$${hash.toString('base64')}\n`);
  chmodSync(dirname(file), 0o755);
  chmodSync(file, 0o644);
  return file;
};

/** A key and a certificate of one's own making for `host`. */
const ownCertificate = (host: string): { key: string; certificate: string } => {
  const folder = mkdtempSync(join(tmpdir(), 'mosquitto-'));
  folders.push(folder);
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  const made = ['-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', certificate, '-days', '2'];
  const named = ['-subj', `/CN=${host}`, '-addext', `subjectAltName=IP:${host}`];
  execFileSync('openssl', ['req', '-x509', ...made, ...named], { stdio: 'pipe' });
  chmodSync(folder, 0o755);
  for (const file of [key, certificate]) chmodSync(file, 0o644);
  return { key, certificate };
};

let stage: Stage;
let registry: BrokerRegistry;
let mosquitto: Mosquitto;
let device: MqttClient;
const clients: BrokerClient[] = [];
const folders: string[] = [];
let failing: Error | null = null;

beforeAll(async () => {
  stage = await openStage();
  // The store of one test does not answer.
  const ingest = {
    record: (...args: Parameters<Stage['ingest']['record']>) =>
      failing ? Promise.reject(failing) : stage.ingest.record(...args),
  };
  registry = await openRegistry(stage, ingest);
  mosquitto = await openMosquitto();
  device = await mqtt.connectAsync(mosquitto.url);
});
afterEach(() => Promise.all(clients.splice(0).map((client) => client.stop())));
afterAll(async () => {
  await device.endAsync(true);
  await mosquitto.stop();
  for (const folder of folders) rmSync(folder, { recursive: true });
  await registry.stop();
  await stage.end();
});

const follow = async (home: SeededHome, clientId = home.household): Promise<BrokerClient> => {
  const client = startBrokerClient({
    registry,
    log,
    url: mosquitto.url,
    clientId,
    household: async () => home.household,
  });
  clients.push(client);
  await expect.poll(() => client.state()).toBe('up');
  return client;
};
const say = (name: string, kWh: number) =>
  device.publishAsync(`tele/${name}/SENSOR`, JSON.stringify({ ENERGY: { Total: kWh } }), { qos: 1 });
const channel = async (home: SeededHome, name: string) => {
  const [row] = await stage.seed.owner<{ id: string; meter_id: number | null; last_value: number }[]>`
    select * from channels where household_id = ${home.household} and device = ${name}`;
  return row;
};
const add = async (home: SeededHome, name: string): Promise<void> => {
  await expect.poll(async () => (await channel(home, name))?.id).toBeDefined();
  const found = await channel(home, name);
  await stage.sql`select * from private.add_channel(${home.userId}, ${found?.id as string}, ${name}, 'kitchen')`;
};
const readings = async (home: SeededHome): Promise<number[]> => {
  const rows = await stage.seed.owner<{ value: number }[]>`
    select value from open_readings where household_id = ${home.household} order by at`;
  return rows.map(({ value }) => value);
};

test('a broker’s hardware is found; added, it is counted', async () => {
  const home = await stage.seed.home();
  await follow(home);
  await expect
    .poll(async () => (await say('oven', 1), await channel(home, 'oven')))
    .toMatchObject({ last_value: 1000 });
  await add(home, 'oven');
  await expect.poll(async () => (await say('oven', 2), await readings(home))).toContain(2000);
});

test('what a device counted while we were away is taken with its next word, as of then', async () => {
  const home = await stage.seed.home();
  const client = await follow(home);
  await expect.poll(async () => (await say('fridge', 1), await channel(home, 'fridge'))).toBeDefined();
  await add(home, 'fridge');
  await expect.poll(async () => (await say('fridge', 1), await readings(home))).toContain(1000);
  await client.stop();
  clients.length = 0;
  // Said at a time that nobody will know later.
  for (const kWh of [2, 3, 4]) await say('fridge', kWh);
  await follow(home);
  await expect.poll(async () => (await say('fridge', 5), await readings(home))).toContain(5000);
  expect(new Set(await readings(home))).toEqual(new Set([1000, 5000]));
});

test('what could not be kept is not acknowledged: we come back, and the next word has it', async () => {
  const home = await stage.seed.home();
  await follow(home);
  await expect.poll(async () => (await say('lamp', 1), await channel(home, 'lamp'))).toBeDefined();
  await add(home, 'lamp');
  await expect.poll(async () => (await say('lamp', 1), await readings(home))).toContain(1000);
  failing = new Error('the disk is full');
  await say('lamp', 3);
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(await readings(home)).not.toContain(3000);
  await expect.poll(() => clients[0]?.state()).toBe('down');
  failing = null;
  await expect.poll(async () => (await say('lamp', 3), await readings(home)), { timeout: 8_000 }).toContain(3000);
});

test('a retained message is of an unknown time: it finds hardware, and counts nothing', async () => {
  const home = await stage.seed.home();
  const said = JSON.stringify({ ENERGY: { Total: 9 } });
  await device.publishAsync('tele/heater/SENSOR', said, { qos: 1, retain: true });
  await follow(home);
  await expect.poll(() => channel(home, 'heater')).toMatchObject({ last_value: null });
  await device.publishAsync('tele/heater/SENSOR', '', { qos: 1, retain: true });
});

test('after the broker was killed, the next counter heals the total', async () => {
  const home = await stage.seed.home();
  await follow(home);
  await expect.poll(async () => (await say('pump', 1), await channel(home, 'pump'))).toBeDefined();
  await add(home, 'pump');
  await expect.poll(async () => (await say('pump', 1), await readings(home))).toContain(1000);
  await mosquitto.kill();
  await expect.poll(() => clients[0]?.state()).toBe('down');
  await mosquitto.start();
  await expect.poll(() => clients[0]?.state(), { timeout: 10_000 }).toBe('up');
  await expect.poll(async () => (await say('pump', 4.5), await readings(home)), { timeout: 10_000 }).toContain(4500);
  const [row] = await stage.seed.owner<{ used: number }[]>`
    select (s.used + coalesce((select sum(used) from usage_quarter q where q.meter_id = s.meter_id), 0))::bigint as used
    from meter_state s where s.household_id = ${home.household}`;
  expect(row?.used).toBe(3500);
}, 30_000);

test('with a name and a password, as the broker asks for', async () => {
  const guarded = await openMosquitto(['allow_anonymous false', `password_file ${guardedPasswords()}`]);
  const home = await stage.seed.home();
  const open = (url: string) =>
    startBrokerClient({ registry, log, url, clientId: home.household, household: async () => home.household });
  const [wrong, right] = [open(guarded.url), open(guarded.url.replace('mqtt://', 'mqtt://bridge:open-sesame@'))];
  await expect.poll(() => right.state()).toBe('up');
  expect(wrong.state()).toBe('down');
  await Promise.all([wrong.stop(), right.stop()]);
  await guarded.stop();
});

test('over TLS, with a certificate of one’s own making only where it is named', async () => {
  const { key, certificate } = ownCertificate('127.0.0.1');
  const settings = ['allow_anonymous true', `certfile ${certificate}`, `keyfile ${key}`];
  const secured = await openMosquitto(settings);
  const home = await stage.seed.home();
  const url = secured.url.replace('mqtt://', 'mqtts://');
  const open = (clientId: string, authority?: Buffer) =>
    startBrokerClient({ registry, log, url, authority, clientId, household: async () => home.household });
  const [unknown, known] = [open('unknown'), open('known', readFileSync(certificate))];
  await expect.poll(() => known.state()).toBe('up');
  const sender = await mqtt.connectAsync(url, { ca: readFileSync(certificate) });
  await sender.publishAsync('tele/cellar/SENSOR', JSON.stringify({ ENERGY: { Total: 1 } }), { qos: 1 });
  await expect.poll(async () => (await channel(home, 'cellar'))?.last_value).toBe(1000);
  expect(unknown.state()).toBe('down');
  await Promise.all([unknown.stop(), known.stop(), sender.endAsync(true)]);
  await secured.stop();
});
