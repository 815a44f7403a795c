/** How many readings a second a real Mosquitto brings to durable, at quality of service 1: `npx tsx bench/mqtt.ts [--devices=400] [--rounds=100]`. */
import mqtt from 'mqtt';
import startCluster from '#kernel/postgres/testing-global-setup.ts';
import { startBrokerClient } from '#subjects/hardware/service/broker-client.ts';
import { createBrokerRegistry } from '#subjects/hardware/service/broker-registry.ts';
import { createMqttParser, type Parser, sources } from '#subjects/hardware/sources/index.ts';
import { openMosquitto } from '#apps/service/testing/mosquitto.ts';
import { openStage } from '#apps/service/testing/stage.ts';
import { option } from './option.ts';

const devices = Math.min(500, option('devices', 400));
const rounds = option('rounds', 100);

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const until = async (isTrue: () => boolean | Promise<boolean>): Promise<void> => {
  while (!(await isTrue())) await pause(20);
};

const stopCluster = await startCluster();
const stage = await openStage();
const log = { warn: console.warn };
// A device tells one value a second; here each round is a second of its own, however fast it comes.
let messages = 0;
const begunAt = Date.now() - 86_400_000;
const all = createMqttParser(sources);
const parser: Parser = { topics: all.topics, read: (message) => (messages++, all.read(message)) };
const { database, ingest, changes, seed, sql } = stage;
const now = (): number => begunAt + Math.floor(messages / devices) * 2000;
const registry = await createBrokerRegistry({ database, ingest, changes, readHome: null, log, now });
const mosquitto = await openMosquitto(['allow_anonymous true', 'max_inflight_messages 1000']);
const home = await seed.home();
const client = startBrokerClient({
  registry: {
    subscribe: (household, publisher) =>
      registry.subscribe(household, publisher, { parser, door: 'mqtt', sources: [] }),
  },
  log,
  url: mosquitto.url,
  clientId: 'bench',
  household: async () => home.household,
});
await until(() => client.state() === 'up');
await pause(300);

const sender = await mqtt.connectAsync(mosquitto.url);
const say = (kWh: number) =>
  Promise.all(
    Array.from({ length: devices }, (_, i) =>
      sender.publishAsync(`tele/plug-${i}/SENSOR`, JSON.stringify({ ENERGY: { Total: kWh } }), { qos: 1 }),
    ),
  );
const readings = async (): Promise<number> => {
  const [row] = await seed.owner<
    { n: number }[]
  >`select count(*) as n from open_readings where household_id = ${home.household}`;
  return row?.n ?? 0;
};

const found = () => seed.owner<{ id: string }[]>`select id from channels where household_id = ${home.household}`;
await say(1);
await until(async () => (await found()).length === devices);
for (const { id } of await found()) await sql`select * from private.add_channel(${home.userId}, ${id}, 'Plug', 'hall')`;
await pause(500);
await say(1);
await until(async () => (await readings()) === devices);

const before = await readings();
const begun = performance.now();
for (let round = 1; round <= rounds; round += 1) await say(1 + round / 1000);
const sentMs = performance.now() - begun;
await until(async () => (await readings()) === before + devices * rounds);
const tookMs = performance.now() - begun;
console.log({
  devices,
  rounds,
  sentMs: Math.round(sentMs),
  'readings/s to durable': Math.round((devices * rounds * 1000) / tookMs),
});

await client.stop();
await sender.endAsync(true);
await Promise.all([mosquitto.stop(), registry.stop()]);
await stage.end();
await stopCluster();
