import * as fc from 'fast-check';
import mqtt, { type MqttClient } from 'mqtt';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openRegistry, quietLog as log } from '#apps/service/testing/broker-registry.ts';
import { type Mosquitto, openMosquitto } from '#apps/service/testing/mosquitto.ts';
import type { SeededHome } from '#apps/service/testing/seed.ts';
import { openStage, type Stage } from '#apps/service/testing/stage.ts';
import { createIngestTokens } from '#subjects/readings/service/ingest/index.ts';
import { startBrokerClient } from './broker-client.ts';
import { startEmbeddedBroker } from './embedded-broker.ts';
import type { BrokerRegistry } from './broker-registry.ts';

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
    expectKept: (last, shown) => expect.poll(last, { timeout: 20_000 }).toEqual(shown),
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
    const aside = await stage.seed.owner`select value from quarantined_readings where household_id = ${home.household}`;
    expect(aside).toEqual([]);
    const [row] = await stage.seed.owner<{ used: number }[]>`
      select (select coalesce(sum(used), 0) from meter_state where household_id = ${home.household})::bigint
        + (select coalesce(sum(used), 0) from usage_quarter where household_id = ${home.household})::bigint as used`;
    expect(row?.used).toBe([...shown.values()].reduce((sum, value) => sum + value - 1000, 0));
    await connection.endAsync(true);
    await line.stop();
  }, 120_000);
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
}, 60_000);
