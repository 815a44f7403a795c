import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect as connectSocket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import mqtt, { type MqttClient } from 'mqtt';
import mqttPacket from 'mqtt-packet';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createIngestTokens, type IngestTokens } from '#subjects/readings/service/ingest/index.ts';
import { openRegistry, quietLog as log } from '#apps/service/testing/mosquitto.ts';
import type { SeededHome } from '#apps/service/testing/seed.ts';
import { openStage, type Stage } from '#apps/service/testing/stage.ts';
import { type EmbeddedBroker, startEmbeddedBroker } from './embedded-broker.ts';
import type { BrokerRegistry } from './broker-registry.ts';

let stage: Stage;
let registry: BrokerRegistry;
let broker: EmbeddedBroker;
let tokens: IngestTokens;
const opened: MqttClient[] = [];

beforeAll(async () => {
  stage = await openStage();
  const { database } = stage;
  registry = await openRegistry(stage);
  tokens = createIngestTokens(database.engine, Date.now);
  broker = await startEmbeddedBroker({ registry, tokens, log, host: '127.0.0.1', port: 0 });
});
afterEach(() => Promise.all(opened.splice(0).map((client) => client.endAsync(true))));
afterAll(async () => {
  await broker.stop();
  await registry.stop();
  await stage.end();
});

const connect = async (home: Pick<SeededHome, 'token'>, clientId?: string): Promise<MqttClient> => {
  const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${broker.port}`, {
    username: 'plug',
    password: home.token,
    reconnectPeriod: 0,
    ...(clientId && { clientId }),
  });
  opened.push(client);
  return client;
};
const channels = (home: SeededHome) =>
  stage.seed.owner`select * from channels where household_id = ${home.household} order by device, part`;
const heard = (client: MqttClient, topic: string): Promise<string[]> => {
  const got: string[] = [];
  client.on('message', (on, payload) => got.push(`${on} ${payload.toString()}`));
  return client.subscribeAsync(topic, { qos: 1 }).then(() => got);
};

const isOut = (home: SeededHome) =>
  expect
    .poll(() =>
      connect(home).then(
        () => 'in',
        () => 'out',
      ),
    )
    .toBe('out');

describe('a home’s own broker', () => {
  test('refuses whom it does not know', async () => {
    await expect(connect({ token: 'ws_wrong' })).rejects.toMatchObject({ code: 4 });
    await expect(connect({ token: '' })).rejects.toMatchObject({ code: 4 });
  });

  test.each(['with its greeting', 'afterwards'])(
    'a packet of 200 MB that is announced %s ends the connection, and nobody else’s',
    async (when) => {
      const home = await stage.seed.home();
      const other = await connect(home);
      const socket = connectSocket(broker.port, '127.0.0.1');
      const gone = new Promise((resolve) => socket.once('close', resolve));
      socket.on('error', () => {});
      const greeting = mqttPacket.generate({
        cmd: 'connect',
        protocolId: 'MQTT',
        protocolVersion: 4,
        clean: true,
        clientId: 'flood',
        keepalive: 60,
        username: 'plug',
        password: Buffer.from(home.token),
      });
      // A message to one topic, its length in four bytes.
      const announced = Buffer.from([0x30, 0x80, 0x80, 0x80, 0x64, 0, 1, 0x78]);
      if (when === 'afterwards') {
        const greeted = new Promise((resolve) => socket.once('data', resolve));
        socket.write(greeting);
        await greeted;
        socket.write(announced);
      } else socket.write(Buffer.concat([greeting, announced]));
      await gone;
      await other.publishAsync('tele/kettle/STATE', '{"POWER":"ON"}', { qos: 1 });
    },
  );

  test('C8.5 a greeting in which two things are wrong ends its connection, and nothing else', async () => {
    const home = await stage.seed.home();
    const other = await connect(home);
    const socket = connectSocket(broker.port, '127.0.0.1');
    // MQTT 5, with a will: a property that there is none of, and then no topic.
    const said = [0, 4, ...Buffer.from('MQTT'), 5, 0x06, 0, 60, 0, 0, 1, 0x61, 1, 0x7f];
    socket.write(Buffer.from([0x10, said.length, ...said]));
    await once(socket, 'close');
    await other.publishAsync('tele/kettle/STATE', '{"POWER":"ON"}', { qos: 1 });
  });

  test('C2.15 hardware that speaks is found, with what it counts, before its message is acknowledged', async () => {
    const home = await stage.seed.home();
    const plug = await connect(home);
    await plug.publishAsync('tele/kettle/SENSOR', '{"ENERGY":{"Total":1.5,"Power":2000}}', { qos: 1 });
    await plug.publishAsync('tele/kettle/STATE', '{"POWER":"ON"}', { qos: 1 });
    expect(await channels(home)).toMatchObject([
      {
        source: 'tasmota',
        device: 'kettle',
        utility: 'electricity',
        last_value: 1500,
        is_on: true,
        command: { topic: 'cmnd/kettle/POWER' },
        device_id: null,
      },
    ]);
  });

  test('is another than the neighbour’s: nothing is read, written or evicted there', async () => {
    const [home, neighbour] = [await stage.seed.home(), await stage.seed.home()];
    const [mine, theirs] = [await connect(home, 'same-id'), await connect(neighbour, 'same-id')];
    const got = await heard(theirs, '#');
    await mine.publishAsync('tele/kettle/SENSOR', '{"ENERGY":{"Total":1}}', { qos: 1, retain: true });
    await theirs.publishAsync('own', 'word', { qos: 1 });
    await expect.poll(() => got).toEqual(['own word']);
    expect([mine.connected, theirs.connected]).toEqual([true, true]);
    expect(await channels(neighbour)).toEqual([]);
  });

  test('C6.1 opens to tokens of whoever is in the household and may switch in every room, and to nobody else’s', async () => {
    const [home, { userId: ben }] = [await stage.seed.home(), await stage.seed.home()];
    const { owner } = stage.seed;
    const opens = async () => {
      tokens.forget();
      return connect(home).then(
        () => true,
        () => false,
      );
    };
    const madeBy = (maker: string | null) =>
      owner`update ingest_tokens set created_by = ${maker} where id = ${home.tokenId}`;
    const give = (role: string, rooms: string[] | null) => owner`
      insert into household_members (household_id, user_id, role, switch_rooms) values (${home.household}, ${ben}, ${role}, ${rooms})
      on conflict (household_id, user_id) do update set role = excluded.role, switch_rooms = excluded.switch_rooms`;
    await give('member', ['hall']);
    await madeBy(ben);
    expect(await opens()).toBe(false);
    await give('member', null);
    expect(await opens()).toBe(true);
    await give('viewer', null);
    expect(await opens()).toBe(false);
    await owner`delete from household_members where household_id = ${home.household} and user_id = ${ben}`;
    expect(await opens()).toBe(false);
    await madeBy(null);
    expect(await opens()).toBe(false);
    await madeBy(home.userId);
    expect(await opens()).toBe(true);
  });

  test('ends the connections of a revoked token at their next message', async () => {
    const home = await stage.seed.home();
    const plug = await connect(home);
    await stage.seed.owner`update ingest_tokens set revoked_at = now() where id = ${home.tokenId}`;
    await isOut(home);
    plug.publish('tele/kettle/SENSOR', '{"ENERGY":{"Total":1}}', { qos: 1 });
    await expect.poll(() => plug.connected).toBe(false);
    expect(await channels(home)).toEqual([]);
  });
});

test.each([
  ['tele/lamp/SENSOR', '{"ENERGY":{"Total":1}}', 'lamp'],
  ['tele/li\u0007fe/SENSOR', '{"ENERGY":{"Total":1}}', null],
  [`tele/${'x'.repeat(300)}/SENSOR`, '{"ENERGY":{"Total":1}}', null],
  ['tele/huge/SENSOR', '{"ENERGY":{"Total":1e300}}', 'huge'],
  [
    'homeassistant/sensor/a/config',
    '{"uniq_id":"\\ud800","dev_cla":"energy","stat_cla":"total","unit_of_meas":"kWh","stat_t":"a"}',
    null,
  ],
  [
    'homeassistant/sensor/b/config',
    '{"uniq_id":"b","dev":{"ids":"b","name":"A \\u0000\\ud800 B"},"dev_cla":"energy","stat_cla":"total","unit_of_meas":"kWh","stat_t":"b"}',
    'b',
  ],
  ['homeassistant/switch/c/config', '{"uniq_id":"c","cmd_t":"c\\u0000","stat_t":"c"}', null],
])('whatever a device says is acknowledged, and it stays connected: %s %s', async (topic, payload, device) => {
  const home = await stage.seed.home();
  const plug = await connect(home);
  await plug.publishAsync(topic, payload, { qos: 1 });
  await plug.publishAsync('tele/after/STATE', '{"POWER":"ON"}', { qos: 1 });
  const found = await channels(home);
  expect(found.map((row) => row['device'] as string).sort()).toEqual(
    ['after', ...(device === null ? [] : [device])].sort(),
  );
});

describe('what is found', () => {
  const arrange = async () => {
    const home = await stage.seed.home();
    const plug = await connect(home);
    const say = (payload: object, topic = 'tele/kettle/SENSOR') =>
      plug.publishAsync(topic, JSON.stringify(payload), { qos: 1 });
    await say({ ENERGY: { Total: 1.5 } });
    const [found] = await channels(home);
    const add = async (person = home.userId) => {
      const [added] =
        await stage.sql`select * from private.add_channel(${person}, ${found?.['id']}, 'Kettle', 'kitchen')`;
      return added;
    };
    const used = async () => {
      const [row] = await stage.seed.owner<{ total: number }[]>`
        select (select coalesce(sum(used), 0) from meter_state where household_id = ${home.household})::bigint
          + (select coalesce(sum(used), 0) from usage_quarter where household_id = ${home.household})::bigint as total`;
      return row?.total;
    };
    return { home, plug, say, add, used };
  };

  test('becomes a device by one step, and is counted from then on', async () => {
    const { home, say, add, used } = await arrange();
    expect(await add()).toMatchObject({ household_id: home.household });
    // Every process hears of it a moment later.
    const values = async () => {
      const rows = await stage.seed.owner`select value from open_readings where household_id = ${home.household}`;
      return rows.map((row) => row['value'] as number);
    };
    await expect.poll(async () => (await say({ ENERGY: { Total: 1.6 } }), await values())).toContain(1600);
    await say({ ENERGY: { Total: 1.75 } });
    expect(await used()).toBe(150);
    expect(await add()).toBeUndefined();
  });

  test('C6.1 is added by the people of the household alone', async () => {
    const { add } = await arrange();
    expect(await add((await stage.seed.home()).userId)).toBeUndefined();
  });

  test('what tells of use and is not understood is listed as it came, with how often; other messages are not', async () => {
    const home = await stage.seed.home();
    const plug = await connect(home);
    const payload = '{"METER":{"Wirkenergie_kWh":5}}';
    for (const topic of ['tele/meter/SENSOR', 'tele/meter/SENSOR', 'tele/meter/STATE'])
      await plug.publishAsync(topic, payload, { qos: 1 });
    const listed = await stage.seed.owner`select * from unread_messages where household_id = ${home.household}`;
    expect(listed).toMatchObject([{ door: 'mqtt', place: 'tele/meter/SENSOR', reason: 'not-understood', payload }]);
  });

  test('a device that only tells its power is counted by what it drew', async () => {
    const home = await stage.seed.home();
    const clamp = await connect(home);
    const config = { uniq_id: 'p', dev_cla: 'power', unit_of_meas: 'W', stat_t: 'clamp/power', dev: { ids: 'clamp' } };
    await clamp.publishAsync('homeassistant/sensor/clamp/config', JSON.stringify(config), { qos: 1 });
    await clamp.publishAsync('clamp/power', '100', { qos: 1 });
    expect(await channels(home)).toMatchObject([{ device: 'clamp', utility: 'electricity', last_value: null }]);
  });
});

describe('C9.9 a home’s own broker with a certificate', () => {
  const folder = mkdtempSync(join(tmpdir(), 'broker-tls-'));
  const files = { key: join(folder, 'key.pem'), certificate: join(folder, 'certificate.pem') };
  const makeCertificate = (): Buffer => {
    const made = ['-newkey', 'rsa:2048', '-nodes', '-keyout', files.key, '-out', files.certificate, '-days', '2'];
    const named = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'];
    execFileSync('openssl', ['req', '-x509', ...made, ...named], { stdio: 'pipe' });
    return readFileSync(files.certificate);
  };
  const secure = (port: number, home: Pick<SeededHome, 'token'>, ca: Buffer) =>
    mqtt.connectAsync(`mqtts://127.0.0.1:${port}`, { password: home.token, username: 'plug', reconnectPeriod: 0, ca });
  afterAll(() => rmSync(folder, { recursive: true }));

  test('speaks TLS alone, takes a renewed certificate without a restart, and stops at once', async () => {
    const first = makeCertificate();
    const tls = { ...files, renewEveryMs: 50 };
    const own = await startEmbeddedBroker({ registry, tokens, log, host: '127.0.0.1', port: 0, tls });
    const home = await stage.seed.home();
    const plug = await secure(own.port, home, first);
    await plug.publishAsync('tele/kettle/SENSOR', '{"ENERGY":{"Total":2.5}}', { qos: 1 });
    expect(await channels(home)).toMatchObject([{ device: 'kettle', last_value: 2500 }]);
    await plug.endAsync(true);

    const plain = connectSocket(own.port, '127.0.0.1');
    plain.on('error', () => {});
    plain.write(mqttPacket.generate({ cmd: 'connect', clientId: 'x', protocolVersion: 4, clean: true, keepalive: 60 }));
    await once(plain, 'close');

    const renewed = makeCertificate();
    await expect
      .poll(() =>
        secure(own.port, home, renewed).then(
          (client) => client.endAsync(true),
          () => 'refused',
        ),
      )
      .not.toBe('refused');
    await expect(secure(own.port, home, first)).rejects.toThrow('certificate');

    const halfway = connectSocket(own.port, '127.0.0.1');
    await once(halfway, 'connect');
    await own.stop();
    await once(halfway, 'close');
  });

  test('does not start with files that are none, and says which', async () => {
    const tls = { key: files.key, certificate: join(folder, 'nothing.pem'), renewEveryMs: 1_000 };
    const start = startEmbeddedBroker({ registry, tokens, log, host: '127.0.0.1', port: 0, tls });
    await expect(start).rejects.toThrow('nothing.pem');
  });
});
