/** Brokers: one that is killed, and one that floods. */
import mqtt, { type MqttClient } from 'mqtt';
import { type Mosquitto, openMosquitto } from '#apps/service/testing/mosquitto.ts';
import { type Fault, isKept, type Outcome, pause, readinessOf, until } from './fault.ts';
import { countLost, type Own, withOwnService } from './processes.ts';

const connect = async (url: string): Promise<MqttClient> => {
  const client = await mqtt.connectAsync(url, { reconnectPeriod: 200 });
  return client.on('error', () => {});
};

interface Plugged extends Own {
  readonly broker: Mosquitto;
  readonly client: MqttClient;
}

const withBroker = async (work: (plugged: Plugged) => Promise<Outcome>): Promise<Outcome | string> => {
  const broker = await openMosquitto().catch(() => null);
  if (broker === null) return 'needs Mosquitto';
  try {
    return await withOwnService({ MQTT_URL: broker.url, MQTT_ANNOUNCE: 'false' }, async (own) => {
      const client = await connect(broker.url);
      try {
        return await work({ ...own, broker, client });
      } finally {
        await client.endAsync(true);
      }
    });
  } finally {
    await broker.stop();
  }
};

const total = (wh: number): string => JSON.stringify({ ENERGY: { Total: wh / 1000 } });

const shownOf = async ({ service }: Own, device: string): Promise<number> => {
  const owner = service.openOwner();
  const rows = await owner<{ value: number | null }[]>`
    select last_value::float8 as value from channels where device = ${device}`;
  await owner.end();
  return rows[0]?.value ?? 0;
};

/** It is listened to once the home is known. */
const untilHeard = (plugged: Plugged): Promise<void> =>
  until(async () => {
    await plugged.client.publishAsync('tele/plug/SENSOR', total(1_000), { qos: 1 });
    return (await shownOf(plugged, 'plug')) === 1_000;
  }, 'the plug is found');

const killed: Fault = {
  name: 'broker killed',
  done: 'kill -9 of Mosquitto, started again after five seconds; a plug counts on',
  run: () =>
    withBroker(async (plugged) => {
      const { broker, client, service } = plugged;
      await untilHeard(plugged);
      await broker.kill();
      await pause(5_000);
      const said = `/readyz: ${await readinessOf(service.origin)}`;
      await broker.start();
      const at = Date.now();
      let wh = 1_000;
      // It is noted every half a minute; a device that is away and back, at once.
      await until(
        async () => {
          wh += 7;
          await client.publishAsync('tele/plug/SENSOR', total(wh), { qos: 1 });
          return (await readinessOf(service.origin)) === 'ready';
        },
        'the broker is heard again',
        60_000,
      );
      const backMs = Date.now() - at;
      const counted = await countLost(plugged);
      return { ...counted, backMs, said, isPassed: isKept({ ...counted, backMs }) };
    }),
};

const messages = 100_000;

const flood: Fault = {
  name: 'broker floods',
  done: `${messages.toLocaleString('en')} messages of 500 devices as fast as they go`,
  run: () =>
    withBroker(async (plugged) => {
      const { client, service, sender } = plugged;
      await untilHeard(plugged);
      const at = Date.now();
      const before = sender.acknowledged.length;
      for (let i = 0; i < messages; i += 1) {
        const sent = client.publishAsync(`tele/flood-${i % 500}/SENSOR`, total(1_000 + i), { qos: 0 });
        if (i % 500 === 0) await sent;
      }
      const sentMs = Date.now() - at;
      const said = `/readyz: ${await readinessOf(service.origin)}; sent in ${(sentMs / 1000).toFixed(0)} s, ${sender.acknowledged.length - before} readings beside it`;
      const backMs = await sender.backAfter(Date.now());
      const counted = await countLost(plugged);
      return { ...counted, backMs, said, isPassed: isKept({ ...counted, backMs }) };
    }),
};

export const brokerFaults: readonly Fault[] = [killed, flood];
