import { createServer, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openRegistry, quietLog as log } from '#apps/service/testing/mosquitto.ts';
import { sources } from '../sources/index.ts';
import { openStage, type Stage } from '#apps/service/testing/stage.ts';
import type { BrokerRegistry } from './broker-registry.ts';
import { startTcpClient, type TcpClient, type TcpDeps } from './tcp-client.ts';

let stage: Stage;
let registry: BrokerRegistry;
let bridge: Server;
let client: TcpClient | undefined;
const lines = new Set<Socket>();

beforeAll(async () => {
  stage = await openStage();
  registry = await openRegistry(stage);
  bridge = createServer((line) => {
    lines.add(line);
    line.on('error', () => {});
    line.on('close', () => lines.delete(line));
  });
  await new Promise<void>((resolve) => bridge.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  client?.stop();
  for (const line of lines) line.destroy();
  await new Promise((resolve) => bridge.close(resolve));
  await registry.stop();
  await stage.end();
});

const telegram = (kWh: string) => ['/ISK5\\2M550T-1012', '', `1-0:1.8.1(${kWh}*kWh)`, '!', ''].join('\r\n');
const say = (text: string) => {
  for (const line of lines) line.write(text);
};

const [dsmr] = sources.flatMap(({ id, label, tcp }) => (tcp ? [{ id, label, tcp }] : []));

test('C2.15 a P1 port on the network is found, counted once it is added, and called again when it has gone', async () => {
  const home = await stage.seed.home();
  const { port } = bridge.address() as { port: number };
  client = startTcpClient({
    registry,
    log,
    host: '127.0.0.1',
    port,
    household: async () => home.household,
    source: dsmr as TcpDeps['source'],
  });
  await expect.poll(() => lines.size).toBe(1);
  const text = telegram('000100.500');
  say(text.slice(0, 20));
  say(`${text.slice(20)}/broken!\r\n`);
  const channels = () => stage.seed.owner<{ id: string; meter_id: number | null }[]>`
    select * from channels where household_id = ${home.household}`;
  await expect
    .poll(channels)
    .toMatchObject([{ source: 'dsmr', part: 'electricity', last_value: 100_500, room: 'whole_home' }]);
  expect(client.state()).toBe('up');
  const [found] = await channels();
  await stage.sql`select * from private.add_channel(${home.userId}, ${found?.id as string}, 'Mains', 'whole_home')`;
  const values = async () => {
    const rows = await stage.seed.owner<
      { value: number }[]
    >`select value from open_readings where household_id = ${home.household}`;
    return rows.map(({ value }) => value);
  };
  await expect.poll(async () => (say(telegram('000101.000')), await values())).toContain(101_000);

  for (const line of lines) line.destroy();
  await expect.poll(() => client?.state()).toBe('down');
  await expect.poll(() => lines.size).toBe(1);
  await expect.poll(async () => (say(telegram('000102.000')), await values())).toContain(102_000);
});
