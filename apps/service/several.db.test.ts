/** Three services on one database behind a balancer: killed in turn while readings come and pages are open, and restarted one after the other. */
import mqtt from 'mqtt';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { tokenFor } from '#kernel/people/testing-token.ts';
import { createTestDatabase, type TestDatabase } from '#kernel/postgres/testing.ts';
import { type LatestAnswer } from '#subjects/usage/contract/usage.ts';
import { isBuilt } from './testing/durable-service.ts';
import { type Balancer, openBalancer } from './testing/balancer.ts';
import { type HostedService, startHosted } from './testing/hosted-service.ts';
import { type Mosquitto, openMosquitto } from './testing/mosquitto.ts';
import { openPage, type Page, pause } from './testing/page.ts';
import { openSeed, type Seed, type SeededHome } from './testing/seed.ts';

if (!isBuilt) console.log('several services: the service is not built (npm start does); skipped');

/** In the full run as often as is promised. */
const isFull = process.env['TEST_FULL'] === '1';
const kills = isFull ? 20 : 3;
const requests = isFull ? 100_000 : 4_000;
const count = 3;
const timeoutMs = isFull ? 1_800_000 : 240_000;
/** A page is up to date again after a kill. */
const backMs = 5_000;

let database: TestDatabase;
let seed: Seed;
let broker: Mosquitto;
let balancer: Balancer;
let services: HostedService[] = [];
let home: SeededHome;
let session: Record<string, string>;

const start = async (): Promise<HostedService> => {
  const env = { MQTT_URL: broker.url, MQTT_ANNOUNCE: 'false', HARDWARE_HOUSEHOLD: home.household };
  const service = await startHosted(database, env);
  balancer.add(service.origin);
  return service;
};
const allReady = async (): Promise<void> => {
  while (balancer.ready() < count) await pause(50);
};
const replace = async (place: number): Promise<void> => {
  services[place] = await start();
  await allReady();
};

beforeAll(async () => {
  if (!isBuilt) return;
  [database, broker, balancer] = await Promise.all([createTestDatabase(), openMosquitto(), openBalancer()]);
  seed = openSeed(database.ownerUrl);
  home = await seed.home();
  session = { authorization: `Bearer ${await tokenFor(database.jwtSecret, home.userId, { lifetimeS: 7_200 })}` };
  // Every time that something is taken or given back stands here.
  await database.asOwner(`
    create table public.lease_log (at timestamptz not null default clock_timestamp(), name text not null, holder uuid, until timestamptz);
    create function public.log_lease() returns trigger language plpgsql security definer as $$ begin
      if tg_op = 'INSERT' or old.holder is distinct from new.holder or new.held_until <> old.held_until then
        insert into public.lease_log (name, holder, until) values (new.name, new.holder, new.held_until);
      end if;
      return null;
    end $$;
    create trigger log_lease after insert or update on private.leases for each row execute function public.log_lease()`);
  services = await Promise.all(Array.from({ length: count }, start));
});
beforeEach(async (context) => {
  if (!isBuilt) return context.skip();
  await allReady();
});
afterAll(async () => {
  if (!isBuilt) return;
  await Promise.all(services.map((service) => service.kill()));
  await balancer.stop();
  await broker.stop();
  await seed.end();
  await database.drop();
});

/** Sends one reading after the other, each again until it is acknowledged. */
const sendOn = async (key: string, stop: AbortSignal, acknowledged: number[]): Promise<void> => {
  const begin = Math.floor(Date.now() / 1000) - 80_000;
  for (let i = 0; !stop.aborted; i += 1) {
    const reading = { meter: key, at: new Date((begin + i) * 1000).toISOString(), value: 1_000 + i * 7 };
    const init = {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${home.token}` },
      body: JSON.stringify({ readings: [reading] }),
    };
    const send = () =>
      fetch(`${balancer.origin}/api/v1/readings`, { ...init, signal: AbortSignal.timeout(10_000) }).catch(() => null);
    let answer = await send();
    while (!answer?.ok && !stop.aborted) {
      await pause(50);
      answer = await send();
    }
    if (!answer?.ok) return;
    const { accepted, duplicate } = (await answer.json()) as { accepted: number; duplicate: number };
    expect(accepted + duplicate).toBe(1);
    acknowledged.push(reading.value);
    await pause(10);
  }
};

const storedOf = async (meterId: number): Promise<number[]> => {
  const rows = await seed.owner<{ value: number }[]>`
    select value::float8 as value from open_readings where meter_id = ${meterId} order by at`;
  return rows.map(({ value }) => value);
};

/** When the page shows a reading that came after this moment. */
const untilUpToDate = async (page: Page, since: number): Promise<number> => {
  const shown = (): number | undefined => page.told.find(({ at, newest }) => at > since && newest > since)?.at;
  await expect.poll(shown, { interval: 20, timeout: 4 * backMs }).toBeDefined();
  return (shown() ?? Infinity) - since;
};

test(
  'killed in turn: what was acknowledged is kept once, pages and lines to hardware go on elsewhere, no work is done twice at once or left',
  async () => {
    const stop = new AbortController();
    const meters = await Promise.all(
      ['A', 'B', 'C'].map(async (name) => ({
        ...(await home.device(name, 'hall', 'electricity')),
        sent: [] as number[],
      })),
    );
    const live = await home.device('Live', 'hall', 'electricity');
    const running = meters.map(({ key, sent }) => sendOn(key, stop.signal, sent));
    // What a page is to show: the present, twice a second.
    const latestOf = ({ meters: shown }: LatestAnswer): number =>
      Date.parse(shown.find(({ key }) => key === live.key)?.lastAt ?? '') || 0;
    running.push(
      (async () => {
        for (let value = 1; !stop.signal.aborted; value += 1) {
          await fetch(`${balancer.origin}/api/v1/readings`, {
            method: 'POST',
            headers: { 'content-type': 'application/json', authorization: `Bearer ${home.token}` },
            body: JSON.stringify({
              readings: [{ meter: live.key, at: new Date(Date.now() + 1_000).toISOString(), value }],
            }),
          }).catch(() => null);
          await pause(500);
        }
      })(),
    );
    const plug = mqtt.connect(broker.url, { reconnectPeriod: 200 });
    let counted = 1_000;
    running.push(
      (async () => {
        while (!stop.signal.aborted) {
          counted += 7;
          await plug.publishAsync('tele/plug/SENSOR', JSON.stringify({ ENERGY: { Total: counted / 1000 } }), {
            qos: 1,
          });
          await pause(1_050);
        }
      })(),
    );
    const found = () => seed.owner<{ id: string; last_value: number }[]>`
    select id, last_value::float8 as last_value from channels where household_id = ${home.household} and device = 'plug'`;
    await expect.poll(async () => (await found()).length).toBe(1);
    const [channel] = await found();
    const added = await fetch(`${balancer.origin}/api/v1/channels/${channel?.id}/device`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...session },
      body: JSON.stringify({ name: 'Plug', room: 'hall' }),
    });
    expect(added.ok).toBe(true);
    const [plugged] = await seed.owner<{ meter_id: number }[]>`select meter_id from channels where device = 'plug'`;

    const pages = Array.from({ length: 2 * count }, () => openPage(balancer.origin, session, latestOf));
    await expect.poll(() => pages.every(({ told }) => told.length > 1)).toBe(true);
    const back: number[] = [];
    for (let kill = 0; kill < kills; kill += 1) {
      await pause(300 + Math.random() * 1_000);
      const place = kill % count;
      const killed = services[place] as HostedService;
      const at = Date.now();
      await killed.kill();
      back.push(...(await Promise.all(pages.map((page) => untilUpToDate(page, at)))));
      balancer.remove(killed.origin);
      await replace(place);
    }
    // Whatever had it last, the broker is heard by one again.
    const kept = async () => (await storedOf(plugged?.meter_id as number)).at(-1) ?? 0;
    const before = counted;
    await expect.poll(kept, { timeout: 30_000 }).toBeGreaterThanOrEqual(before);
    stop.abort();
    await Promise.all(running);
    await plug.endAsync();
    for (const page of pages) page.close();

    for (const { meterId, sent } of meters) {
      const stored = await storedOf(meterId);
      expect(sent.length).toBeGreaterThan(kills * 5);
      expect(sent.filter((value) => !stored.includes(value))).toEqual([]);
      expect(new Set(stored).size).toBe(stored.length);
    }
    const plugValues = await storedOf(plugged?.meter_id as number);
    expect(new Set(plugValues).size).toBe(plugValues.length);
    const acknowledged = meters.reduce((sum, { sent }) => sum + sent.length, 0);
    back.sort((a, b) => a - b);
    console.log(
      `several: ${kills} kills, ${acknowledged} readings acknowledged, 0 lost; pages back after ${back[Math.floor(back.length / 2)]} ms (median), ${back.at(-1)} ms at most`,
    );
    expect(back.at(-1)).toBeLessThan(backMs);
    await expectOnce();
  },
  timeoutMs,
);

/** Nobody took what another one still held, and nothing was left for longer than a kill leaves it. */
const expectOnce = async (): Promise<void> => {
  const doubled = await seed.owner`
    select l.name, l.at from (select *, lag(holder) over w as was, lag(until) over w as was_until from lease_log window w as (partition by name order by at)) l
    where l.was is not null and l.holder is not null and l.was <> l.holder and l.was_until > l.at`;
  expect([...doubled]).toEqual([]);
  const [longest] = await seed.owner<{ s: number }[]>`
    select max(extract(epoch from l.at - l.before))::float8 as s from (
      select at, lag(at) over (order by at) as before from lease_log where name = 'notices' and holder is not null) l`;
  // Every five seconds, and the six of a lease that its holder did not give back.
  expect(longest?.s).toBeLessThan(20);
};

test(
  'restarted one after the other under load, no request fails, and pages are told to come back elsewhere',
  async () => {
    const { key } = await home.device('Rolling', 'hall', 'electricity');
    const page = openPage(balancer.origin, session, () => 0);
    await expect.poll(() => page.told.length).toBeGreaterThan(0);
    const failed: string[] = [];
    const progress = { asked: 0, isOver: false };
    const begin = Math.floor(Date.now() / 1000) - 80_000;
    const ask = async (): Promise<void> => {
      const i = progress.asked;
      const [path, init] =
        i % 3 === 0
          ? [
              'readings',
              {
                method: 'POST',
                headers: { 'content-type': 'application/json', authorization: `Bearer ${home.token}` },
                body: JSON.stringify({
                  readings: [{ meter: key, at: new Date((begin + Math.floor(i / 3)) * 1000).toISOString(), value: i }],
                }),
              },
            ]
          : ['usage/latest', { headers: session }];
      try {
        const answer = await fetch(`${balancer.origin}/api/v1/${path}`, init);
        const text = await answer.text();
        if (!answer.ok) failed.push(`${path} ${answer.status} ${text}`);
      } catch (error) {
        failed.push(`${path} ${String(error)}`);
      }
    };
    const client = async (): Promise<void> => {
      while (!progress.isOver || progress.asked < requests) {
        progress.asked += 1;
        await ask();
      }
    };
    const clients = Array.from({ length: 12 }, client);
    let restarts = 0;
    const codes: (number | null)[] = [];
    while (restarts < count || progress.asked < requests) {
      const place = restarts % count;
      const old = services[place] as HostedService;
      codes.push(await old.stop());
      balancer.remove(old.origin);
      await replace(place);
      restarts += 1;
    }
    progress.isOver = true;
    await Promise.all(clients);
    await expect.poll(() => page.isOpen()).toBe(true);
    page.close();
    console.log(
      `several: ${restarts} restarts, ${progress.asked} requests, ${failed.length} failed, ${balancer.retried()} asked again`,
    );
    expect(failed).toEqual([]);
    expect(new Set(codes)).toEqual(new Set([0]));
    // Each line that was ended said so first.
    expect(page.ends().filter((code) => code !== 'stopping')).toEqual([]);
    await expectOnce();
  },
  timeoutMs,
);
