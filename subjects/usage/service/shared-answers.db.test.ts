import type { LatestAnswer, UsageAnswer } from '../contract/usage.ts';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openStage, type Stage } from '#apps/service/testing/stage.ts';
import { usageRoutes } from './index.ts';

/** Two services on one database: what one writes, the other answers from. */
let here: Stage;
let there: Stage;
let appHere: FastifyInstance;
let appThere: FastifyInstance;
beforeAll(async () => {
  here = await openStage();
  there = await openStage(Date.now, here.testDatabase);
  appHere = here.http(usageRoutes);
  appThere = there.http(usageRoutes);
});
afterAll(async () => {
  await there.end();
  await here.end();
});

const now = Math.floor(Date.now() / 1000);
const day = (days: number): string => new Date((now + days * 86_400) * 1000).toISOString().slice(0, 10);

/** A home with a lamp that counted 10 Wh of late, and what its owner hears of it from either service. */
const openHome = async () => {
  const home = await here.seed.home();
  const lamp = await home.device('Lamp', 'hall', 'electricity');
  const headers = await here.session(home.userId);
  const ask = (app: FastifyInstance, path: string) => app.inject({ url: `/api/v1/usage${path}`, headers });
  const rows = async (app: FastifyInstance, query = '') => {
    const answer = await ask(app, `?from=${day(-1)}&to=${day(1)}&by=room${query}`);
    return answer.json<UsageAnswer>().rows;
  };
  const send = (value: number, at: number) => here.send(home, [{ meter: lamp.key, at, value }]);
  await send(1_000, now - 120);
  await send(1_010, now - 60);
  return {
    ...home,
    ...lamp,
    ask,
    send,
    used: async (app: FastifyInstance, query?: string) =>
      (await rows(app, query)).reduce((sum, row) => sum + row.used, 0),
    room: async (app: FastifyInstance) => (await rows(app)).at(-1)?.room,
    lastValue: async (app: FastifyInstance) => (await ask(app, '/latest')).json<LatestAnswer>().meters[0]?.lastValue,
  };
};

describe('what was answered is answered again until something changed', () => {
  test('C7.15 the service that took a reading answers with it at once, the other as soon as it heard', async () => {
    const home = await openHome();
    for (const query of ['', `&household=${home.household}`]) {
      await expect.poll(() => home.used(appThere, query)).toBeGreaterThanOrEqual(10);
    }
    for (let more = 1; more <= 5; more += 1) {
      await home.send(1_010 + more, now - 60 + more);
      for (const query of ['', `&household=${home.household}`]) {
        expect(await home.used(appHere, query)).toBe(10 + more);
        await expect.poll(() => home.used(appThere, query)).toBe(10 + more);
      }
      expect(await home.lastValue(appHere)).toBe(1_010 + more);
    }
  });

  test('a device that moved to another room is answered from there by both', async () => {
    const home = await openHome();
    for (const app of [appHere, appThere]) expect(await home.room(app)).toBe('hall');
    await here.seed.owner`
      insert into device_rooms (household_id, device_id, room, since) values (${home.household}, ${home.deviceId}, 'kitchen', null)`;
    for (const app of [appHere, appThere]) await expect.poll(() => home.room(app)).toBe('kitchen');
  });

  test('a meter above another one, and the household’s clock, count from the moment they are said', async () => {
    const home = await openHome();
    expect(await home.used(appHere)).toBe(10);
    const mains = await home.device('Mains', 'whole_home', 'electricity');
    await here.seed.owner`update meters set parent_meter_id = ${mains.meterId} where id = ${home.meterId}`;
    await here.seed.owner`update households set time_zone = 'Asia/Kolkata' where id = ${home.household}`;
    await expect
      .poll(async () => (await home.ask(appHere, `?from=${day(-1)}&to=${day(1)}`)).json<UsageAnswer>().timeZone)
      .toBe('Asia/Kolkata');
    await expect
      .poll(async () => {
        const { meters } = (await home.ask(appHere, '/latest')).json<LatestAnswer>();
        return meters.find(({ meterId }) => meterId === String(home.meterId))?.parentMeterId;
      })
      .toBe(String(mains.meterId));
  });

  test('C1.1 one who is put out of the household hears no more of it from either', async () => {
    const home = await openHome();
    const paths = [`/latest?household=${home.household}`, `?from=${day(-1)}&to=${day(1)}&household=${home.household}`];
    const apps = [appHere, appThere];
    for (const app of apps) for (const path of paths) expect((await home.ask(app, path)).statusCode).toBe(200);
    await home.abandon();
    for (const app of apps)
      for (const path of paths) await expect.poll(async () => (await home.ask(app, path)).statusCode).toBe(403);
  });

  test('a connection that was lost leaves nothing behind of what was answered before', async () => {
    const home = await openHome();
    await expect.poll(() => home.used(appThere)).toBe(10);
    const listening = () => here.seed.owner<{ pid: number }[]>`
      select pid from pg_stat_activity where datname = current_database() and query ilike 'listen%'`;
    const before = (await listening()).map(({ pid }) => pid);
    expect(before).toHaveLength(2);
    await here.seed.owner`select pg_terminate_backend(pid) from unnest(${before}::int[]) pid`;
    // Written by nobody who says so, while nobody hears.
    await here.seed
      .owner`update meter_state set used = used + 5, revision = revision + 1 where meter_id = ${home.meterId}`;
    await expect.poll(() => home.used(appThere)).toBe(15);
    await expect.poll(async () => (await listening()).length).toBe(2);
    await home.send(1_011, now - 30);
    await expect.poll(() => home.used(appThere)).toBe(16);
  });
});
