/** Everything at once, while PostgreSQL and the service are killed again and again: over HTTP, at both brokers, from files, and from what is fetched. */
import type { AddressInfo } from 'node:net';
import mqtt, { type MqttClient } from 'mqtt';
import { afterAll, expect, test } from 'vitest';
import { WebSocketServer } from 'ws';
import { freePort } from '#kernel/postgres/postgres-process.ts';
import type { ImportPreview, ImportReport } from '#subjects/readings/contract/imports.ts';
import type { ReadingsAnswer } from '#subjects/readings/contract/readings.ts';
import type { UsageAnswer } from '#subjects/usage/contract/usage.ts';
import { askJson, durableService, isBuilt } from './testing/durable-service.ts';
import { type Home, openAccount } from './testing/open-account.ts';
import { type Mosquitto, openMosquitto } from './testing/mosquitto.ts';

if (!isBuilt) console.log('kills: the service is not built (npm start does); skipped');

const kills = 40;
const hourMs = 3_600_000;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
/** What is sent, again until it is answered well. */
const insist = async <T>(ask: () => Promise<T>, stop: AbortSignal): Promise<T | null> => {
  while (!stop.aborted) {
    const answer = await ask().catch(() => null);
    if (answer !== null) return answer;
    await pause(100);
  }
  return null;
};

const ownPort = await freePort();
const brokers: Mosquitto[] = [];
const clients: MqttClient[] = [];
/** Two years of hours, 250 Wh each, as Home Assistant tells them. */
const recorder = new WebSocketServer({ port: 0, host: '127.0.0.1', path: '/api/websocket' });
const recorded = Math.floor((Date.now() - 700 * 24 * hourMs) / hourMs) * hourMs;
/** Read at each start. */
const settings: Record<string, string> = { MQTT_PORT: String(ownPort), MQTT_ANNOUNCE: 'false' };
const service = durableService(settings);
afterAll(async () => {
  await Promise.all(clients.map((client) => client.endAsync(true)));
  for (const socket of recorder.clients) socket.terminate();
  recorder.close();
  await service.end();
  await Promise.all(brokers.map((broker) => broker.stop()));
}, 60_000);

recorder.on('connection', (socket) => {
  const send = (message: object) => socket.send(JSON.stringify(message));
  const result = (id: number, told: unknown) => send({ id, type: 'result', success: true, result: told });
  send({ type: 'auth_required', ha_version: '2026.11.2' });
  socket.on('message', (data) => {
    const message = JSON.parse((data as Buffer).toString()) as Record<string, string> & { id: number };
    const [statistic = ''] = (message['statistic_ids'] ?? []) as string[];
    if (message['type'] === 'auth') return send({ type: 'auth_ok', ha_version: '2026.11.2' });
    if (message['type'] === 'recorder/get_statistics_metadata') {
      const unit = { unit_class: 'energy', statistics_unit_of_measurement: 'kWh' };
      return result(message.id, [{ statistic_id: statistic, has_sum: true, ...unit }]);
    }
    const rows: { start: number; end: number; sum: number }[] = [];
    const from = Math.max(Math.ceil(Date.parse(message['start_time'] ?? '') / hourMs) * hourMs, recorded);
    for (let ms = from; ms < Date.parse(message['end_time'] ?? '') && ms + hourMs <= Date.now(); ms += hourMs)
      rows.push({ start: ms, end: ms + hourMs, sum: ((ms - recorded) / hourMs + 1) * 0.25 });
    // Slow enough to be killed in the middle of it.
    setTimeout(() => result(message.id, { [statistic]: rows }), 300);
  });
});

/** One reading after the other by HTTP. */
const sendOn = async ({ token }: Home, key: string, stop: AbortSignal, acknowledged: number[]): Promise<void> => {
  // A fast machine sends some forty a second: they must not come to be of the future.
  const begin = Math.floor(Date.now() / 1000) - 60_000;
  for (let i = 0; !stop.aborted; i += 1) {
    const reading = { meter: key, at: new Date((begin + i) * 1000).toISOString(), value: 1_000 + i * 7 };
    const headers = { authorization: `Bearer ${token}` };
    const body = { readings: [reading] };
    const taken = await insist(() => askJson<ReadingsAnswer>(`${service.origin}/api/v1/readings`, headers, body), stop);
    if (taken === null) return;
    expect(taken.accepted + taken.duplicate, JSON.stringify(taken)).toBe(1);
    acknowledged.push(reading.value);
  }
};

/** A plug at a broker, which counts up; a reading has a second of its own. */
const plugIn = async (url: string, name: string, token: string, stop: AbortSignal, acknowledged: number[]) => {
  const client = mqtt.connect(url, { username: 'plug', password: token, reconnectPeriod: 200, clean: true });
  client.on('error', () => {});
  clients.push(client);
  for (let wh = 1_000; !stop.aborted; wh += 7) {
    const message = JSON.stringify({ ENERGY: { Total: wh / 1000 } });
    await client.publishAsync(`tele/${name}/SENSOR`, message, { qos: 1 }).then(
      () => acknowledged.push(wh),
      () => {},
    );
    await pause(1_050);
  }
};

interface Sent {
  at: Date;
  value: number;
}

const fileNames = Array.from({ length: 8 }, (_, i) => `file-${i}`);
const rowsOfFile = 20_000;
const fileBegins = Math.floor((Date.now() - 20 * 24 * hourMs) / hourMs) * hourMs;
const rowOfFile = (i: number): Sent => ({ at: new Date(fileBegins + i * 60_000), value: 5_000 + i * 3 });
/** The minutes of two weeks, each file of its own time; what is asked again of a file whose import was broken off is its rest. */
const importOn = async (
  { session }: Home,
  keys: readonly string[],
  stop: AbortSignal,
  ended: string[],
): Promise<void> => {
  for (const key of keys) {
    const line = (i: number) => {
      const { at, value } = rowOfFile(i);
      return `${at.toISOString()},${(value / 1000).toFixed(3)}`;
    };
    const file = `time,${key} kWh counter\n${Array.from({ length: rowsOfFile }, (_, i) => line(i)).join('\n')}\n`;
    const once = async (): Promise<ImportReport> => {
      const headers = { ...session, 'content-type': 'text/csv' };
      const looked = await fetch(`${service.origin}/api/v1/imports/preview?name=${key}.csv`, {
        method: 'POST',
        headers,
        body: file,
      });
      if (!looked.ok) throw new Error(`the preview: ${looked.status}`);
      const { fileId, suggestion } = (await looked.json()) as ImportPreview;
      const mappings = [{ column: `${key} kWh counter`, target: { meter: key }, unit: 'kWh', kind: 'counter' }];
      const options = { ...suggestion, mappings };
      const { id } = await askJson<{ id: string }>(`${service.origin}/api/v1/imports`, session, { fileId, options });
      for (;;) {
        const report = await askJson<ImportReport>(`${service.origin}/api/v1/imports/${id}`, session);
        if (report.state === 'done') return report;
        if (report.state === 'failed') throw new Error(`the import: ${report.error}`);
        await pause(200);
      }
    };
    const report = await insist(once, stop);
    if (report === null) return;
    expect(report.accepted + report.duplicate, key).toBe(rowsOfFile);
    expect([report.rejected, report.conflicts], key).toEqual([0, 0]);
    ended.push(key);
  }
};

test.runIf(isBuilt)(
  'forty kills while readings come by every door: nothing that was acknowledged is lost, nothing is counted twice, and use is what it comes to anew',
  async () => {
    const outside = await openMosquitto();
    brokers.push(outside);
    const own = `mqtt://127.0.0.1:${ownPort}`;
    const address = `127.0.0.1:${(recorder.address() as AddressInfo).port}`;
    Object.assign(settings, { MQTT_URL: outside.url, POLL_NETWORKS: address });
    await service.start();
    const home = await openAccount(service, 'ada@example.org');
    const stop = new AbortController();
    const acknowledged = new Map<string, number[]>();
    const remember = (name: string) => acknowledged.set(name, []).get(name) as number[];
    const meters = new Map<string, number>();
    const add = async (name: string) => {
      const { id, key } = await home.device(name);
      meters.set(name, id);
      return key;
    };

    const plugs = ['own-1', 'own-2', 'own-3', 'outside-1', 'outside-2', 'outside-3'];
    const running = plugs.map((name) =>
      plugIn(name.startsWith('own') ? own : outside.url, name, home.token, stop.signal, remember(name)),
    );
    type Found = { id: string; device: string; meter_id: number | null };
    const found = () => askJson<Found[]>(`${service.origin}/rest/v1/channels?select=id,device,meter_id`, home.session);
    await expect.poll(async () => (await found()).length, { timeout: 30_000 }).toBe(plugs.length);
    for (const { id, device } of await found())
      await askJson(`${service.origin}/api/v1/channels/${id}/device`, home.session, { name: device, room: 'hall' });
    for (const { device, meter_id } of await found()) meters.set(device, meter_id as number);
    // What came before a plug had its meter is its past.
    await pause(2_500);
    const before = new Map(plugs.map((name) => [name, (acknowledged.get(name) as number[]).length]));

    for (const name of ['http-1', 'http-2', 'http-3'])
      running.push(sendOn(home, await add(name), stop.signal, remember(name)));
    const files: string[] = [];
    const fileKeys: string[] = [];
    for (const name of fileNames) fileKeys.push(await add(name));
    running.push(importOn(home, fileKeys, stop.signal, files));
    const fetched = ['fetched-1', 'fetched-2'];
    for (const name of fetched) {
      await add(name);
      const asked = { address, statistic: `sensor.${name.replace('-', '_')}` };
      const pull = {
        household: home.household,
        kind: 'home-assistant',
        meter: meters.get(name),
        key: 'llat',
        settings: asked,
      };
      await askJson(`${service.origin}/api/v1/pulls`, home.session, pull);
    }

    for (let kill = 0; kill < kills; kill += 1) {
      await pause(500 + Math.random() * 2_500);
      if (kill % 2 === 0) service.killPostgres();
      else {
        await service.killService();
        await service.start();
        // What the killed one had in its hands is free again in ten minutes: here at once.
        const owner = service.openOwner();
        await owner`update pulls set next_at = now() where next_at < now() + interval '10 minutes'`;
        await owner.end();
      }
    }
    const owner = service.openOwner();
    const isFetched = async () => (await owner`select from pulls where not is_filled`).length === 0;
    await expect.poll(isFetched, { timeout: 240_000, interval: 1_000 }).toBe(true);
    await expect.poll(() => files.length, { timeout: 240_000, interval: 1_000 }).toBe(fileKeys.length);
    await pause(5_000);
    stop.abort();
    await Promise.all(running);
    await pause(2_000);

    const stored = new Map<string, number>();
    const readings = new Map<string, Sent[]>();
    for (const [name, id] of meters) {
      const open = await owner<Sent[]>`
        select at, value::float8 as value from open_readings where meter_id = ${id} order by at`;
      // In one question: days are packed meanwhile.
      const [kept] = await owner<{ n: number }[]>`
        select ((select count(*) from open_readings where meter_id = ${id})
          + (select coalesce(sum(n), 0) from packed_days where meter_id = ${id}))::int as n`;
      readings.set(name, [...open]);
      stored.set(name, kept?.n ?? 0);
    }
    await owner.end();
    for (const [name, sent] of acknowledged) {
      const values = (readings.get(name) ?? []).map(({ value }) => value);
      const expected = sent.slice(before.get(name) ?? 0);
      expect(expected.length, name).toBeGreaterThan(kills / 2);
      // What a broker of others kept meanwhile comes in one second: of that the newest stays, which holds the others.
      const isLost = (wh: number) => (name.startsWith('outside') ? (values.at(-1) ?? 0) < wh : !values.includes(wh));
      expect(expected.filter(isLost), `${name}: acknowledged and not there`).toEqual([]);
      expect(new Set(values).size, `${name}: doubled`).toBe(values.length);
    }
    for (const name of fileNames) {
      expect(stored.get(name), name).toBe(rowsOfFile);
      readings.set(
        name,
        Array.from({ length: rowsOfFile }, (_, i) => rowOfFile(i)),
      );
    }
    for (const name of fetched) {
      const count = stored.get(name) ?? 0;
      expect(count, name).toBeGreaterThan(699 * 24);
      readings.set(
        name,
        Array.from({ length: count }, (_, i) => ({ at: new Date(recorded + (i + 1) * hourMs), value: (i + 1) * 250 })),
      );
    }

    // Anew: the same readings, in one go, in a home where nothing was ever killed.
    const again = await openAccount(service, 'ben@example.org');
    const keys = new Map<string, string>();
    for (const name of meters.keys()) keys.set(name, (await again.device(name)).key);
    for (const [name, rows] of readings)
      for (let i = 0; i < rows.length; i += 1_000) {
        const part = rows.slice(i, i + 1_000).map(({ at, value }) => ({ meter: keys.get(name), at, value }));
        const headers = { authorization: `Bearer ${again.token}` };
        const taken = await askJson<ReadingsAnswer>(`${service.origin}/api/v1/readings`, headers, { readings: part });
        expect(taken.rejected).toEqual([]);
      }
    expect(await usageOf(home)).toEqual(await usageOf(again));
  },
  1_200_000,
);

/** By device and month, and by device and hour of the last two days. */
async function usageOf({ session }: Home): Promise<Record<string, number>> {
  const day = (offset: number) => new Date(Date.now() + offset * 24 * hourMs).toISOString().slice(0, 10);
  const devices = await askJson<{ id: string; name: string }[]>(
    `${service.origin}/rest/v1/connected_devices?select=id,name`,
    session,
  );
  const names = new Map(devices.map(({ id, name }) => [id, name]));
  const sums: Record<string, number> = {};
  for (const asked of [`from=2023-12-01&to=${day(2)}&bucket=month`, `from=${day(-2)}&to=${day(2)}&bucket=hour`]) {
    const usage = await askJson<UsageAnswer>(`${service.origin}/api/v1/usage?${asked}&by=device`, session);
    for (const row of usage.rows) sums[`${asked} ${names.get(row.deviceId as string)} ${row.start}`] = row.used;
  }
  return sums;
}
