import type { WebConfig } from '#catalogue/web-config.ts';
import type { CreatedToken } from '#subjects/identity/contract/tokens.ts';
import mqtt, { type MqttClient } from 'mqtt';
import { afterAll, expect, test } from 'vitest';
import { freePort } from '#kernel/postgres/postgres-process.ts';
import { askJson, durableService, isBuilt } from '#apps/service/testing/durable-service.ts';

const kills = 20;
const plugs = Array.from({ length: 8 }, (_, i) => `plug-${i}`);
/** A reading has a second of its own. */
const paceMs = 1_050;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const port = await freePort();
const service = durableService({ MQTT_PORT: String(port), MQTT_ANNOUNCE: 'false' });
const clients: MqttClient[] = [];
afterAll(async () => {
  await Promise.all(clients.map((client) => client.endAsync(true)));
  await service.end();
}, 60_000);

/** A plug that counts up, and remembers each value that was acknowledged. */
const plugIn = async (name: string, token: string, stop: AbortSignal, acknowledged: number[]): Promise<void> => {
  const client = mqtt.connect(`mqtt://127.0.0.1:${port}`, {
    username: 'plug',
    password: token,
    reconnectPeriod: 200,
    clean: true,
  });
  client.on('error', () => {});
  clients.push(client);
  for (let wh = 1_000; !stop.aborted; wh += 7) {
    await client.publishAsync(`tele/${name}/SENSOR`, JSON.stringify({ ENERGY: { Total: wh / 1000 } }), { qos: 1 }).then(
      () => acknowledged.push(wh),
      () => {},
    );
    await pause(paceMs);
  }
};

test.runIf(isBuilt)(
  'of what the embedded broker acknowledged nothing is lost by twenty kills of PostgreSQL and of the service',
  async () => {
    await service.start();
    const { anonKey } = await askJson<WebConfig>(`${service.origin}/api/v1/web-config`, {});
    const account = { email: 'ada@example.org', password: 'correct horse' };
    const { access_token: jwt } = await askJson<{ access_token: string }>(
      `${service.origin}/auth/v1/signup`,
      { apikey: anonKey },
      account,
    );
    const session = { apikey: anonKey, authorization: `Bearer ${jwt}` };
    const { token } = await askJson<CreatedToken>(`${service.origin}/api/v1/tokens`, session, {});
    const stop = new AbortController();
    const acknowledged = plugs.map((): number[] => []);
    const running = plugs.map((name, i) => plugIn(name, token, stop.signal, acknowledged[i] as number[]));

    const found = () =>
      askJson<{ id: string; device: string; meter_id: number | null }[]>(
        `${service.origin}/rest/v1/channels?select=id,device,meter_id`,
        session,
      );
    await expect.poll(async () => (await found()).length, { timeout: 20_000 }).toBe(plugs.length);
    for (const { id, device } of await found())
      await askJson(`${service.origin}/api/v1/channels/${id}/device`, session, { name: device, room: 'hall' });
    await pause(2_000);
    const counted = acknowledged.map((values) => values.length);

    for (let kill = 0; kill < kills; kill += 1) {
      await pause(500 + Math.random() * 2_500);
      if (kill % 2 === 0) service.killPostgres();
      else {
        await service.killService();
        await service.start();
      }
    }
    await pause(5_000);
    stop.abort();
    await Promise.all(running);

    const owner = service.openOwner();
    const rows = await owner<{ device: string; value: string; used: string }[]>`
    select c.device, o.value, (s.used + coalesce((select sum(used) from usage_quarter q where q.meter_id = s.meter_id), 0))::bigint as used
    from channels c join open_readings o on o.meter_id = c.meter_id join meter_state s on s.meter_id = c.meter_id order by o.at`;
    await owner.end();
    plugs.forEach((name, i) => {
      const own = rows.filter(({ device }) => device === name);
      const stored = new Set(own.map(({ value }) => Number(value)));
      const expected = (acknowledged[i] as number[]).slice(counted[i]);
      expect(expected.length).toBeGreaterThan(kills / 2);
      expect(
        expected.filter((wh) => !stored.has(wh)),
        `${name}: acknowledged and not there`,
      ).toEqual([]);
      const values = own.map(({ value }) => Number(value));
      expect(Number(own[0]?.used)).toBe((values.at(-1) as number) - (values[0] as number));
    });
  },
  600_000,
);
