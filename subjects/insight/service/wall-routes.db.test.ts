import * as fc from 'fast-check';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allEndpoints, nameOf } from '#apps/service/testing/all-endpoints.ts';
import type { SeededHome } from '#apps/service/testing/seed.ts';
import { openStage, type Stage } from '#apps/service/testing/stage.ts';
import { addDays } from '#catalogue/local-day.ts';
import { createTakeAllowance } from '#kernel/http/client-address.ts';
import { createServe } from '#kernel/http/serve.ts';
import { billingRoutes, createBilling } from '#subjects/bills/service/index.ts';
import type { BillSoFar } from '#subjects/bills/contract/billing.ts';
import { flowNow } from '#subjects/readings/domain/present-rate.ts';
import { aCourse, readingsOf } from '#subjects/readings/domain/testing-courses.ts';
import type { LatestAnswer } from '#subjects/usage/contract/usage.ts';
import { usageRoutes } from '#subjects/usage/service/index.ts';
import { maxWallTokens, wallAnswer, type WallAnswer } from '../contract/wall.ts';
import { wallRoutes } from './index.ts';

const hourS = 3600;
const dayS = 86_400;

let stage: Stage;
let app: FastifyInstance;
let ada: SeededHome;
let token: string;

const make = async ({ userId }: { userId: string }, household?: string, name = 'Kitchen') =>
  app.inject({
    method: 'POST',
    url: '/api/v1/wall/tokens',
    headers: await stage.session(userId),
    payload: { name, ...(household !== undefined && { household }) },
  });
const tokenOf = async (person: { userId: string }, household?: string): Promise<string> =>
  (await make(person, household)).json<{ token: string }>().token;
const look = (shown: string) => app.inject({ url: '/api/v1/wall', headers: { authorization: `Bearer ${shown}` } });
const statusOf = async (shown: string): Promise<number> => (await look(shown)).statusCode;

/** An hour's amount each, from local midnight some days ago until the last whole hour. */
const hours = (meter: string, days: number, value: number) => {
  const now = Math.floor(Date.now() / 1000 / hourS) * hourS;
  const from = Math.floor(now / dayS) * dayS - days * dayS;
  return Array.from({ length: (now - from) / hourS }, (_, i) => ({ meter, at: from + i * hourS, spanS: hourS, value }));
};

beforeAll(async () => {
  stage = await openStage();
  app = stage.http((http, deps) => {
    const takeAllowance = createTakeAllowance(stage.sql);
    const billing = createBilling({ sql: stage.sql, now: Date.now });
    const shared = { ...deps, database: stage.database, takeAllowance, billing, now: Date.now };
    usageRoutes(http, shared);
    billingRoutes(http, shared);
    wallRoutes(http, { ...shared, addressSecret: 'a secret of the test' });
  });
  ada = await stage.seed.home('UTC');
  const { owner } = stage.seed;
  await owner`update households set name = 'Pune home', currency = 'INR', country = 'IN' where id = ${ada.household}`;
  await owner`update profiles set language = 'hi' where user_id = ${ada.userId}`;
  const mains = await ada.device('Mains', 'whole_home', 'electricity');
  const oven = await ada.device('Oven', 'kitchen', 'electricity');
  await owner`update meters set parent_meter_id = ${mains.meterId} where id = ${oven.meterId}`;
  await stage.send(ada, hours(mains.key, 4, 500));
  const tap = await ada.device('Tap', 'bathroom', 'water');
  const now = Math.floor(Date.now() / 1000);
  await stage.send(ada, [
    { meter: oven.key, at: now - 90, value: 1000 },
    { meter: oven.key, at: now - 30, value: 1020 },
  ]);
  await owner`insert into notices (household_id, kind, meter_id, since, noticed_at, mail_at, figures, ended_at, dismissed_at) values
    (${ada.household}, 'running-water', ${tap.meterId}, '2026-11-21T03:45:00Z', now(), now(), '{"floorMlPerHour": 12000}', null, null),
    (${ada.household}, 'silent-meter', ${oven.meterId}, '2026-11-20T03:45:00Z', now(), now(), '{}', now(), null),
    (${ada.household}, 'silent-meter', ${tap.meterId}, '2026-11-20T03:45:00Z', now(), now(), '{}', null, now())`;
  token = await tokenOf(ada);
});
afterAll(() => stage.end());

describe('what a view for a wall shows', () => {
  let wall: WallAnswer;
  beforeAll(async () => {
    wall = wallAnswer.parse((await look(token)).json());
  });

  test('C9.9 is kept by nobody on the way', async () => {
    const answer = await look(token);
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-store']);
  });

  test('the home as it writes its figures, in the language of whoever made it', () => {
    expect(wall.home).toEqual({
      name: 'Pune home',
      kind: 'home',
      language: 'hi',
      currency: 'INR',
      units: 'metric',
      country: 'IN',
      timeZone: 'UTC',
    });
    expect(wall.origin).toBe('measured');
  });

  test('C7.15 what flows and what was used as the pages tell it, a meter inside another once', async () => {
    const headers = await stage.session(ada.userId);
    const latest = (await app.inject({ url: '/api/v1/usage/latest', headers })).json<LatestAnswer>();
    const { flow } = flowNow(latest.meters, 'electricity', Date.parse(latest.at));
    const [power, water] = wall.utilities;
    expect(power).toMatchObject({ utility: 'electricity', state: 'now', rate: flow?.rate, within: flow?.within });
    const mains = latest.meters.find(({ room }) => room === 'whole_home');
    expect(power).toMatchObject({ today: mains?.today, usualDay: 12_000 });
    expect(water).toMatchObject({ utility: 'water', state: 'none', rate: null, today: null, usualDay: null });
  });

  test('whatever was read, the wall tells the same number as the pages at the same moment', async () => {
    const home = await stage.seed.home('UTC');
    const shown = await tokenOf(home);
    const headers = await stage.session(home.userId);
    await fc.assert(
      fc.asyncProperty(fc.tuple(aCourse, aCourse, aCourse), async (courses) => {
        const meters = await Promise.all([
          home.device('Mains', 'whole_home', 'electricity'),
          home.device('Oven', 'kitchen', 'electricity'),
          home.device('Tap', 'kitchen', 'water'),
        ]);
        await stage.seed
          .owner`update meters set parent_meter_id = ${meters[0].meterId} where id = ${meters[1].meterId}`;
        for (const [i, course] of courses.entries())
          await stage.send(home, readingsOf(meters[i]?.key as string, course));
        const latest = (await app.inject({ url: '/api/v1/usage/latest', headers })).json<LatestAnswer>();
        const { utilities } = wallAnswer.parse((await look(shown)).json());
        for (const { utility, rate, within } of utilities) {
          const { flow } = flowNow(latest.meters, utility, Date.parse(latest.at));
          expect([rate, within]).toEqual([flow?.rate ?? null, flow?.within ?? null]);
        }
        await stage.seed.owner`delete from connected_devices where household_id = ${home.household}`;
      }),
      { numRuns: 20 },
    );
  });

  test('C2.16 the open bill as the Billing page has it; without a tariff no amount, and no zero', async () => {
    const headers = await stage.session(ada.userId);
    const soFar = (await app.inject({ url: '/api/v1/bills/so-far', headers })).json<BillSoFar>();
    expect(wall.bill).toMatchObject({ start: soFar.start, end: soFar.end, total: null, budget: null, last: null });
    const plan = {
      name: 'P',
      utility: 'electricity',
      currency: 'INR',
      unit: 'kWh',
      charges: [{ id: 'use', kind: 'use', rate: '8' }],
    };
    await stage.sql`select private.save_tariffs(${ada.userId}, ${ada.household}, null,
      ${JSON.stringify([{ validFrom: '2020-01-01', plan }])}::text::jsonb)`;
    await stage.seed
      .owner`insert into budgets (household_id, utility, amount) values (${ada.household}, 'electricity', 1500)`;
    const last = addDays(soFar.start, -1).slice(0, 8);
    await stage.seed
      .owner`insert into billing_records (household_id, user_id, period_start, period_end, currency, total_amount, amounts)
      values (${ada.household}, ${ada.userId}, ${`${last}01`}, ${soFar.start}, 'INR', 1210.5,
        '{"electricity": {"used": 1, "estimated": 0, "cost": "1210.5"}}')`;
    const priced = (await look(token)).json<WallAnswer>().bill;
    const asked = (await app.inject({ url: '/api/v1/bills/so-far', headers })).json<BillSoFar>();
    expect(priced).toMatchObject({ currency: 'INR', total: asked.cost?.total, isPartly: false, budget: '1500' });
    expect(priced.last).toMatchObject({ end: soFar.start });
  });

  test('notices that last and that nobody dismissed, with what they are about', () => {
    expect(wall.notices).toEqual([
      {
        kind: 'running-water',
        since: '2026-11-21T03:45:00Z',
        utility: null,
        device: 'Tap',
        room: 'bathroom',
        figures: { floorMlPerHour: 12_000 },
      },
    ]);
  });
});

describe('who makes one', () => {
  test('C6.1 C6.3 whoever may write in the home; a viewer, a stranger and a visitor do not', async () => {
    const [member, viewer, stranger] = [await stage.seed.home(), await stage.seed.home(), await stage.seed.home()];
    await stage.seed.owner`insert into household_members (household_id, user_id, role) values
      (${ada.household}, ${member.userId}, 'member'), (${ada.household}, ${viewer.userId}, 'viewer')`;
    expect((await make(member, ada.household)).statusCode).toBe(201);
    for (const one of [viewer, stranger]) expect((await make(one, ada.household)).statusCode).toBe(403);
    expect((await app.inject({ method: 'POST', url: '/api/v1/wall/tokens', payload: {} })).statusCode).toBe(401);
  });

  test('a home has so many and no more, and a bound of its own', async () => {
    const home = await stage.seed.home();
    for (let made = 0; made < maxWallTokens; made += 1) expect((await make(home)).statusCode).toBe(201);
    expect((await make(home)).statusCode).toBe(403);
  });

  test('it is kept as a hash, told once, and its making is told to its person', async () => {
    const made = (await make(ada, undefined, 'Hall')).json<{ id: string; token: string; hint: string }>();
    expect(made.token).toMatch(/^wsw_[\w-]{32}$/);
    const [row] = await stage.seed.owner`select * from wall_tokens where id = ${made.id}`;
    expect(JSON.stringify(row)).not.toContain(made.token);
    expect(row).toMatchObject({ name: 'Hall', hint: made.token.slice(-4), created_by: ada.userId });
    expect(
      await stage.seed
        .owner`select from private.account_events where user_id = ${ada.userId} and kind = 'wall-token-made' and name = 'Hall'`,
    ).toHaveLength(1);
  });
});

describe('what its token opens', () => {
  test('C1.1 its own home, and no other', async () => {
    const ben = await stage.seed.home();
    const { home, utilities, notices } = (await look(await tokenOf(ben))).json<WallAnswer>();
    expect([home.name, utilities, notices]).toEqual(['', [], []]);
    expect((await look(`${token}x`)).json()).toMatchObject({ code: 'token-invalid' });
    const { authorization } = await stage.session(ada.userId);
    for (const other of [ada.token, authorization.slice('Bearer '.length), 'wsw_invented'])
      expect((await look(other)).json()).toMatchObject({ code: 'token-invalid' });
    expect((await app.inject({ url: '/api/v1/wall' })).statusCode).toBe(401);
  });

  test('C6.1 C6.3 nothing but this one address: no other endpoint, no reading, no tool of an assistant', async () => {
    const all = stage.http((http) => {
      const serve = createServe(http, stage.authenticate);
      for (const endpoint of allEndpoints) serve(endpoint, ({ reply }) => reply.code(204).send());
    });
    const headers = { authorization: `Bearer ${token}` };
    const asked = allEndpoints.filter(({ who }) => who === 'person' || who === 'administrator' || who === 'visitor');
    expect(asked.length).toBeGreaterThan(60);
    for (const endpoint of asked) {
      const url = endpoint.path.replaceAll(/\{\w+\}/g, '0b2f7c3e-6f0a-4f0e-9d55-0f6a2b1c3d4e');
      const { statusCode } = await all.inject({ method: endpoint.method, url, headers });
      expect([nameOf(endpoint), statusCode]).toEqual([nameOf(endpoint), 401]);
    }
    await expect(stage.send({ token }, [{ meter: 'oven', at: 1, value: 1 }])).rejects.toMatchObject({
      code: 'token-invalid',
    });
    expect(await stage.sql`select from private.find_assistant_token(sha256(${token}::bytea))`).toHaveLength(0);
  });

  test('its use is noted; once ended by a member it is refused at once', async () => {
    const made = (await make(ada, undefined, 'Old')).json<{ id: string; token: string }>();
    expect(await statusOf(made.token)).toBe(200);
    const asAda = (text: string) =>
      stage.database.asUser({ sub: ada.userId }, async (sql) => [...(await sql.unsafe(text))]);
    const where = `from wall_tokens where id = '${made.id}'`;
    expect(await asAda(`select last_used_at is not null as used ${where}`)).toEqual([{ used: true }]);
    await asAda(`delete ${where}`);
    const refused = await look(made.token);
    expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([401, 'token-invalid']);
  });

  test('with whoever made it being put out it ends; one who only looks from now on keeps it', async () => {
    const ben = await stage.seed.home();
    const { owner } = stage.seed;
    await owner`insert into household_members (household_id, user_id, role) values (${ada.household}, ${ben.userId}, 'member')`;
    const theirs = await tokenOf(ben, ada.household);
    expect((await look(theirs)).json<WallAnswer>().home.name).toBe('Pune home');
    await owner`update household_members set role = 'viewer' where household_id = ${ada.household} and user_id = ${ben.userId}`;
    expect(await statusOf(theirs)).toBe(200);
    await owner`delete from household_members where household_id = ${ada.household} and user_id = ${ben.userId}`;
    expect(await statusOf(theirs)).toBe(401);
    expect(await owner`select from wall_tokens where created_by = ${ben.userId}`).toHaveLength(0);
    expect(await statusOf(token)).toBe(200);
  });

  test('sixty answers in ten minutes for a view; the others are answered', async () => {
    const busy = await tokenOf(ada);
    expect(await statusOf(busy)).toBe(200);
    const [row] = await stage.seed.owner<
      { id: string }[]
    >`select id from wall_tokens where hash = sha256(${busy}::bytea)`;
    const takeAllowance = createTakeAllowance(stage.sql);
    for (let asked = 1; asked < 60; asked += 1)
      await takeAllowance({ kind: 'wall', count: 60, seconds: 600 }, row?.id ?? '');
    const answer = await look(busy);
    expect([answer.statusCode, Number(answer.headers['retry-after']) > 0]).toEqual([429, true]);
    expect(await statusOf(token)).toBe(200);
  });
});
