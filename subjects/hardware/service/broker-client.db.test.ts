import { execFileSync } from 'node:child_process';
import { pbkdf2Sync, randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import * as fc from 'fast-check';
import mqtt, { type MqttClient } from 'mqtt';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Mosquitto, openMosquitto, openRegistry, quietLog as log } from '#apps/service/testing/mosquitto.ts';
import type { SeededHome } from '#apps/service/testing/seed.ts';
import { openStage, type Stage } from '#apps/service/testing/stage.ts';
import { createIngestTokens } from '#subjects/readings/service/ingest/index.ts';
import { type BrokerClient, startBrokerClient } from './broker-client.ts';
import type { BrokerRegistry } from './broker-registry.ts';
import { startEmbeddedBroker } from './embedded-broker.ts';

describe('broker client', () => {
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
    await expect.poll(async () => (await say('lamp', 3), await readings(home))).toContain(3000);
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
    await expect.poll(() => clients[0]?.state()).toBe('up');
    await expect.poll(async () => (await say('pump', 4.5), await readings(home))).toContain(4500);
    const [row] = await stage.seed.owner<{ used: number }[]>`
    select (s.used + coalesce((select sum(used) from usage_quarter q where q.meter_id = s.meter_id), 0))::bigint as used
    from meter_state s where s.household_id = ${home.household}`;
    expect(row?.used).toBe(3500);
  });

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
});

describe('pipelined', () => {
  const plugs = ['boiler', 'oven', 'pump', 'fridge', 'lamp'] as const;

  let stage: Stage;
  let registry: BrokerRegistry;
  let mosquitto: Mosquitto;
  let failing = false;
  beforeAll(async () => {
    stage = await openStage();
    const ingest = {
      record: (...args: Parameters<Stage['ingest']['record']>) =>
        failing ? Promise.reject(new Error('the disk is full')) : stage.ingest.record(...args),
    };
    registry = await openRegistry(stage, ingest);
    mosquitto = await openMosquitto();
  });
  afterAll(async () => {
    await mosquitto.stop();
    await registry.stop();
    await stage.end();
  });

  interface Line {
    /** A new connection of the hardware. */
    connect(): Promise<MqttClient>;
    /** All is acknowledged: at once where the acknowledgement is ours, else a moment later `last` is `shown`. */
    expectKept(last: () => Promise<unknown>, shown: unknown): Promise<void>;
    stop(): Promise<void>;
  }

  const openEmbedded = async (home: SeededHome): Promise<Line> => {
    const tokens = createIngestTokens(stage.database.engine, Date.now);
    const broker = await startEmbeddedBroker({ registry, tokens, log, host: '127.0.0.1', port: 0 });
    const url = `mqtt://127.0.0.1:${broker.port}`;
    return {
      connect: () => mqtt.connectAsync(url, { username: 'hub', password: home.token, reconnectPeriod: 200 }),
      expectKept: async (last, shown) => expect(await last()).toEqual(shown),
      stop: () => broker.stop(),
    };
  };
  const openExternal = async (home: SeededHome): Promise<Line> => {
    const { household } = home;
    const client = startBrokerClient({
      registry,
      log,
      url: mosquitto.url,
      clientId: household,
      household: async () => household,
    });
    await expect.poll(() => client.state()).toBe('up');
    return {
      connect: () => mqtt.connectAsync(mosquitto.url),
      expectKept: (last, shown) => expect.poll(last).toEqual(shown),
      stop: () => client.stop(),
    };
  };

  const say = (hardware: MqttClient, home: SeededHome, plug: string, wh: number): Promise<unknown> =>
    hardware.publishAsync(`tele/${home.household}-${plug}/SENSOR`, JSON.stringify({ ENERGY: { Total: wh / 1000 } }), {
      qos: 1,
    });

  /** A home whose plugs are found, added and counted from 1 kWh on. */
  const arrange = async (open: (home: SeededHome) => Promise<Line>) => {
    const home = await stage.seed.home();
    const line = await open(home);
    const hardware = await line.connect();
    const found = () =>
      stage.seed.owner<{ id: string; meter_id: number | null }[]>`
      select id, meter_id from channels where household_id = ${home.household}`;
    for (const plug of plugs)
      await expect
        .poll(async () => (await say(hardware, home, plug, 1000), (await found()).length))
        .toBeGreaterThan(plugs.indexOf(plug));
    for (const { id } of await found())
      await stage.sql`select * from private.add_channel(${home.userId}, ${id}, 'Plug', 'kitchen')`;
    const read = async (): Promise<Map<string, number[]>> => {
      const rows = await stage.seed.owner<{ device: string; at: number; value: number }[]>`
      select c.device, extract(epoch from r.at)::float8 as at, r.value from open_readings r join channels c on c.household_id = r.household_id and c.meter_id = r.meter_id
      where r.household_id = ${home.household} order by r.at, r.value`;
      // Of a second one reading is kept: two would be told in any order.
      const instants = rows.map(({ device, at }) => `${device} ${at}`);
      expect(instants.filter((one, i) => instants.indexOf(one) !== i)).toEqual([]);
      const values = new Map<string, number[]>();
      for (const { device, value } of rows) {
        const plug = device.slice(home.household.length + 1);
        values.set(plug, [...(values.get(plug) ?? []), value]);
      }
      return values;
    };
    for (const plug of plugs)
      await expect.poll(async () => (await say(hardware, home, plug, 1000), (await read()).get(plug))).toBeDefined();
    return { home, line, hardware, read };
  };

  const burst = fc.array(fc.record({ plug: fc.constantFrom(...plugs), rise: fc.nat({ max: 50 }) }), {
    minLength: 200,
    maxLength: 200,
  });

  describe.each([
    ['our own broker', openEmbedded],
    ['a broker that is there already', openExternal],
  ])('%s', (_title, open) => {
    test('200 values at once, a backlog after coming back, then silence: of each meter the last value is kept, in order', async () => {
      const { home, line, hardware, read } = await arrange(open);
      const shown = new Map<string, number>(plugs.map((plug) => [plug, 1000]));
      let connection = hardware;
      await fc.assert(
        fc.asyncProperty(burst, fc.boolean(), async (messages, comesBack) => {
          if (comesBack) {
            await connection.endAsync(true);
            connection = await line.connect();
          }
          const acknowledged = messages.map(({ plug, rise }) => {
            const value = (shown.get(plug) ?? 0) + rise;
            shown.set(plug, value);
            return say(connection, home, plug, value);
          });
          await Promise.all(acknowledged);
          const last = async () => new Map([...(await read())].map(([plug, values]) => [plug, values.at(-1)]));
          await line.expectKept(last, shown);
          for (const values of (await read()).values()) expect(values).toEqual(values.toSorted((a, b) => a - b));
        }),
        // Each value is seen once: a smaller burst would not show the same fault.
        { numRuns: process.env['TEST_FULL'] === '1' ? 40 : 5, endOnFailure: true },
      );
      const aside = await stage.seed
        .owner`select value from quarantined_readings where household_id = ${home.household}`;
      expect(aside).toEqual([]);
      const [row] = await stage.seed.owner<{ used: number }[]>`
      select (select coalesce(sum(used), 0) from meter_state where household_id = ${home.household})::bigint
        + (select coalesce(sum(used), 0) from usage_quarter where household_id = ${home.household})::bigint as used`;
      expect(row?.used).toBe([...shown.values()].reduce((sum, value) => sum + value - 1000, 0));
      await connection.endAsync(true);
      await line.stop();
    });
  });

  test('what our broker could not keep is not acknowledged, and kept when it is sent again', async () => {
    const { home, line, hardware, read } = await arrange(openEmbedded);
    failing = true;
    const sent = [1100, 1200, 1300].map((value) => say(hardware, home, 'oven', value));
    let answered = 0;
    for (const one of sent) void one.then(() => (answered += 1)).catch(() => {});
    await new Promise((resolve) => hardware.once('close', () => resolve(null)));
    expect(answered).toBe(0);
    failing = false;
    await Promise.all(sent);
    expect((await read()).get('oven')?.at(-1)).toBe(1300);
    await hardware.endAsync(true);
    await line.stop();
  });
});
