import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openRegistry, quietLog as log } from '#apps/service/testing/mosquitto.ts';
import type { SeededHome } from '#apps/service/testing/seed.ts';
import { openStage, type Stage } from '#apps/service/testing/stage.ts';
import { createPollGuard } from '#kernel/http/client-address.ts';
import { createSeal } from '#kernel/seal.ts';
import { energyMeterDatagram } from '../../sources/testing-samples.ts';
import type { BrokerRegistry } from '../broker-registry.ts';
import { type Polling, startPolling } from './polling.ts';

let stage: Stage;
let registry: BrokerRegistry;
let polling: Polling;
let home: SeededHome;
let port: number;
const [meter, other] = [createSocket('udp4'), createSocket('udp4')];
const otherShows = energyMeterDatagram({ drawn: 1n, returned: 1n });
let speaking: NodeJS.Timeout;
let shown = energyMeterDatagram({ drawn: 3_600n * 5_000n, returned: 0n });
beforeAll(async () => {
  stage = await openStage();
  home = await stage.seed.home();
  const free = createSocket('udp4').bind(0, '127.0.0.1');
  await once(free, 'listening');
  ({ port } = free.address());
  free.close();
  registry = await openRegistry(stage);
  const { database, changes } = stage;
  const seal = createSeal('keys of devices', 'x');
  const guard = createPollGuard([`127.0.0.1:${port}`]);
  polling = await startPolling({ registry, database, changes, log, guard, named: home.household, seal, everyMs: 40 });
  meter.bind(0, '127.0.0.1');
  other.bind(0, '127.0.0.2');
  await Promise.all([once(meter, 'listening'), once(other, 'listening')]);
  speaking = setInterval(() => {
    meter.send(Buffer.from(shown, 'hex'), port, '127.0.0.1');
    meter.send('hello', port, '127.0.0.1');
    other.send(Buffer.from(otherShows, 'hex'), port, '127.0.0.1');
  }, 20);
});
afterAll(async () => {
  clearInterval(speaking);
  await polling.stop();
  meter.close();
  other.close();
  await registry.stop();
  await stage.end();
});

const channels = () => stage.seed.owner`
  select part, flow, last_value from channels where household_id = ${home.household} order by part`;

test('C2.15 what the meter at this address tells the network is heard, and what another one tells is not', async () => {
  expect(await channels()).toEqual([]);
  await stage.seed.owner`insert into polled_devices (household_id, source, address) values
    (${home.household}, 'sma', ${`127.0.0.1:${port}`})`;
  await expect.poll(channels).toMatchObject([
    { part: '', flow: null, last_value: 5_000 },
    { part: 'returned', flow: 'returned', last_value: 0 },
  ]);
  shown = energyMeterDatagram({ drawn: 3_600n * 5_001n, returned: 3_600n * 7n });
  await expect.poll(channels).toMatchObject([{ part: '' }, { part: 'returned', last_value: 7 }]);
});

test('a meter that falls silent is named, and heard on when it is back', async () => {
  const fault = async () => {
    const [row] = await stage.seed.owner`select fault from polled_devices where household_id = ${home.household}`;
    return row?.['fault'] as unknown;
  };
  clearInterval(speaking);
  await expect.poll(fault).toBe('unreachable');
  speaking = setInterval(() => meter.send(Buffer.from(shown, 'hex'), port, '127.0.0.1'), 20);
  await expect.poll(fault).toBeNull();
});
