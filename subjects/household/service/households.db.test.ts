import type { HouseholdPerson } from '../contract/household.ts';
import type { FastifyInstance } from 'fastify';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTakeAllowance } from '#kernel/http/client-address.ts';
import type { SeededHome } from '#apps/service/testing/seed.ts';
import { openStage, type Stage } from '#apps/service/testing/stage.ts';
import { usageRoutes } from '#subjects/usage/service/index.ts';
import { peopleRoutes } from './index.ts';

let stage: Stage;
let app: FastifyInstance;
let ada: SeededHome;
let ben: SeededHome;
let cleo: SeededHome;
let dan: SeededHome;
beforeAll(async () => {
  stage = await openStage();
  app = stage.http((http, deps) => {
    usageRoutes(http, deps);
    const sharing = { ...deps, takeAllowance: createTakeAllowance(deps.sql), addressSecret: 'secret' };
    peopleRoutes(http, { ...sharing, origin: () => 'https://water.example.org', sendsMails: true });
  });
});
afterAll(() => stage.end());

/** Ada's household: Ben is its member, Cleo may look, Dan lives elsewhere. */
beforeEach(async () => {
  [ada, ben, cleo, dan] = [
    await stage.seed.home('Asia/Kolkata'),
    await stage.seed.home(),
    await stage.seed.home(),
    await stage.seed.home(),
  ];
  await stage.seed.owner`insert into household_members (household_id, user_id, role, created_at) values
    (${ada.household}, ${ben.userId}, 'member', now() + interval '1 s'), (${ada.household}, ${cleo.userId}, 'viewer', now() + interval '2 s')`;
});

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';
const call = async (who: SeededHome, method: Method, path: string, payload?: object) => {
  const answer = await app.inject({
    method,
    url: `/api/v1/household${path}`,
    headers: await stage.session(who.userId),
    ...(payload && { payload }),
  });
  return { status: answer.statusCode, body: answer.body === '' ? {} : answer.json() };
};
const codeOf = async (...args: Parameters<typeof call>) => (await call(...args)).body.code ?? null;
const members = async (who: SeededHome): Promise<HouseholdPerson[]> =>
  (await call(who, 'GET', `/${ada.household}/members`)).body.members;
const roleOf = async (who: SeededHome, household = ada.household) =>
  (
    await stage.seed
      .owner`select role from household_members where household_id = ${household} and user_id = ${who.userId}`
  )[0]?.['role'];

describe('C6.1 the people of a household', () => {
  test('know each other by name; addresses are told to the owner, and one’s own', async () => {
    await stage.seed.owner`update profiles set display_name = 'Ben' where user_id = ${ben.userId}`;
    const seen = await members(ada);
    expect(seen.map(({ userId, role }) => [userId, role])).toEqual([
      [ada.userId, 'owner'],
      [ben.userId, 'member'],
      [cleo.userId, 'viewer'],
    ]);
    expect(seen[1]).toMatchObject({ name: 'Ben', email: `${ben.userId}@example.com`, switchRooms: null });
    for (const who of [ben, cleo])
      expect((await members(who)).map(({ email }) => email !== null)).toEqual(
        seen.map(({ userId }) => userId === who.userId),
      );
    expect(await call(dan, 'GET', `/${ada.household}/members`)).toMatchObject({
      status: 404,
      body: { code: 'not-found' },
    });
    expect((await app.inject({ url: `/api/v1/household/${ada.household}/members` })).statusCode).toBe(401);
  });

  test('are what the owner says; nobody else says it, and of the owner nobody', async () => {
    const change = (who: SeededHome, whom: SeededHome, body: object) =>
      codeOf(who, 'PATCH', `/${ada.household}/members/${whom.userId}`, body);
    for (const who of [ben, cleo]) expect(await change(who, who, { role: 'member' })).toBe('forbidden');
    expect(await change(dan, ben, { role: 'viewer' })).toBe('not-found');
    expect(await change(ada, ada, { role: 'viewer' })).toBe('forbidden');
    expect(await change(ada, dan, { role: 'viewer' })).toBe('not-found');
    for (const body of [{}, { role: 'owner' }, { switchRooms: ['x'.repeat(41)] }, { role: 'viewer', other: 1 }])
      expect(await change(ada, ben, body)).toBe('body-malformed');
    expect(await change(ada, ben, { role: 'viewer', switchRooms: ['kitchen'] })).toBeNull();
    expect((await members(ada))[1]).toMatchObject({ role: 'viewer', switchRooms: ['kitchen'] });
    expect(await change(ada, ben, { role: 'member' })).toBeNull();
    expect((await members(ada))[1]).toMatchObject({ role: 'member', switchRooms: ['kitchen'] });
    expect(await change(ada, ben, { switchRooms: null })).toBeNull();
    expect((await members(ada))[1]).toMatchObject({ role: 'member', switchRooms: null });
  });

  test('leave, or are removed by the owner; the owner stays', async () => {
    const remove = (who: SeededHome, whom: SeededHome) =>
      codeOf(who, 'DELETE', `/${ada.household}/members/${whom.userId}`);
    expect(await remove(ben, cleo)).toBe('forbidden');
    expect(await remove(dan, cleo)).toBe('not-found');
    expect(await remove(dan, dan)).toBe('not-found');
    expect(await remove(ada, ada)).toBe('owner-stays');
    expect(await remove(cleo, cleo)).toBeNull();
    expect(await remove(ada, ben)).toBeNull();
    expect(await members(ada)).toHaveLength(1);
    expect(await remove(ada, ben)).toBe('not-found');
  });

  test('what somebody made stays when they are gone; what was theirs alone ends, and nobody is without a household', async () => {
    const { owner } = stage.seed;
    await owner`delete from households where owner_id = ${ben.userId}`;
    const [device] = await owner<
      { id: string }[]
    >`insert into connected_devices (household_id, user_id, name, room, utility)
      values (${ada.household}, ${ben.userId}, 'Tap', 'kitchen', 'water') returning id`;
    const id = device?.id as string;
    await owner`insert into device_schedules (household_id, device_id, is_on, minute, created_by) values (${ada.household}, ${id}, true, 60, ${ben.userId})`;
    await owner`insert into assistant_actions (household_id, user_id, device_id, wanted, until) values (${ada.household}, ${ben.userId}, ${id}, true, now() + interval '1 hour')`;
    await owner`insert into assistant_tokens (household_id, user_id, hash) values (${ada.household}, ${ben.userId}, sha256(convert_to(${id}, 'UTF8')))`;
    await owner`insert into wall_tokens (household_id, created_by, hash) values (${ada.household}, ${ben.userId}, sha256(convert_to(${id}, 'UTF8')))`;
    await owner`update ingest_tokens set created_by = ${ben.userId} where household_id = ${ada.household}`;
    await call(ada, 'DELETE', `/${ada.household}/members/${ben.userId}`);
    const [left] = await owner`select
      (select count(*)::int from connected_devices where id = ${id}) as devices,
      (select count(*)::int from device_schedules where created_by = ${ben.userId} and is_enabled) as schedules,
      (select count(*)::int from assistant_actions where user_id = ${ben.userId}) as actions,
      (select count(*)::int from assistant_tokens where user_id = ${ben.userId}) as programs,
      (select count(*)::int from wall_tokens where created_by = ${ben.userId}) as walls,
      (select count(*)::int from ingest_tokens where household_id = ${ada.household} and revoked_at is null) as tokens`;
    expect(left).toEqual({ devices: 1, schedules: 0, actions: 0, programs: 0, walls: 0, tokens: 1 });
    expect(
      await owner`select h.time_zone, m.role from household_members m join households h on h.id = m.household_id
      where m.user_id = ${ben.userId}`,
    ).toEqual([{ time_zone: 'Asia/Kolkata', role: 'owner' }]);
  });

  test('C7.10 who is handed the household owns it and its bills; who had it is a member, and open invitations end', async () => {
    const { owner } = stage.seed;
    await owner`insert into billing_records (household_id, user_id, period_start, period_end, currency, total_amount, amounts)
      values (${ada.household}, ${ada.userId}, '2026-10-01', '2026-11-01', 'EUR', 3, '{"water": {"used": 1, "estimated": 0, "cost": "3"}}')`;
    await call(ada, 'POST', `/${ada.household}/invitations`, { role: 'member' });
    await call(ada, 'PATCH', `/${ada.household}/members/${cleo.userId}`, { switchRooms: ['kitchen'] });
    const transfer = (who: SeededHome, to: SeededHome) =>
      codeOf(who, 'POST', `/${ada.household}/transfer`, { to: to.userId });
    expect(await transfer(ben, ben)).toBe('forbidden');
    expect(await transfer(ada, dan)).toBe('not-found');
    expect(await transfer(ada, ada)).toBe('not-found');
    expect(await transfer(ada, cleo)).toBeNull();
    expect([await roleOf(ada), await roleOf(ben), await roleOf(cleo)]).toEqual(['member', 'member', 'owner']);
    expect(await owner`select owner_id from households where id = ${ada.household}`).toEqual([
      { owner_id: cleo.userId },
    ]);
    const bills = (who: SeededHome) =>
      stage.database.asUser(
        { sub: who.userId },
        (sql) => sql`select from billing_records where user_id = ${who.userId}`,
      );
    expect([(await bills(ada)).length, (await bills(cleo)).length]).toEqual([0, 1]);
    expect((await call(cleo, 'GET', `/${ada.household}/invitations`)).body).toEqual({ invitations: [] });
    expect(await transfer(ada, ben)).toBe('forbidden');
  });

  test('is not handed to somebody whose account is ending: it would end with it', async () => {
    await stage.seed
      .owner`insert into account_endings (user_id, asked_at, due_at) values (${cleo.userId}, now(), now() + interval '7 days')`;
    expect(await codeOf(ada, 'POST', `/${ada.household}/transfer`, { to: cleo.userId })).toBe('account-ending');
    await stage.seed.owner`delete from account_endings where user_id = ${cleo.userId}`;
  });

  test('of two who are handed it at once one owns it', async () => {
    const both = await Promise.all(
      [ben, cleo].map((to) => codeOf(ada, 'POST', `/${ada.household}/transfer`, { to: to.userId })),
    );
    expect(new Set(both)).toEqual(new Set(['forbidden', null]));
    expect((await members(ada)).filter(({ role }) => role === 'owner')).toHaveLength(1);
  });

  test('C6.2 a page of somebody who is removed is told at once, and gets nothing more', async () => {
    await app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = app.server.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}/api/v1/usage/stream?household=${ada.household}`;
    const request = get(url, { headers: await stage.session(ben.userId) });
    const [answer] = (await once(request, 'response')) as [IncomingMessage];
    let text = '';
    answer.setEncoding('utf8').on('data', (part: string) => {
      text += part;
    });
    await once(answer, 'data');
    const ended = once(answer, 'end');
    await call(ada, 'DELETE', `/${ada.household}/members/${ben.userId}`);
    await ended;
    expect(text).toContain('event: end\ndata: {"code":"forbidden"}');
  });
});

describe('C6.1 several households', () => {
  test('one more is written as the one before, and looked at from now on; ten are enough; a guest has one', async () => {
    await stage.seed
      .owner`update households set currency = 'INR', units = 'us', country = 'IN' where id = ${ada.household}`;
    const made = await call(ada, 'POST', '', { name: ' Cottage ' });
    expect(made.status).toBe(201);
    const [row] = await stage.seed.owner`select name, kind, time_zone, currency, units, country,
      (select current_household = h.id from profiles where user_id = ${ada.userId}) as is_current from households h where id = ${made.body.id}`;
    expect(row).toEqual({
      name: 'Cottage',
      kind: 'home',
      time_zone: 'Asia/Kolkata',
      currency: 'INR',
      units: 'us',
      country: 'IN',
      is_current: true,
    });
    expect(await codeOf(ada, 'POST', '', { name: 'Hut', timeZone: 'Mars/Olympus' })).toBe('body-malformed');
    expect(await codeOf(ada, 'POST', '', { name: ' ' })).toBe('body-malformed');
    for (let n = 2; n < 10; n += 1) expect((await call(ada, 'POST', '', { name: `Hut ${n}` })).status).toBe(201);
    expect(await codeOf(ada, 'POST', '', { name: 'Eleventh' })).toBe('households-full');
    await stage.seed.owner`update profiles set is_guest = true where user_id = ${dan.userId}`;
    expect(await codeOf(dan, 'POST', '', { name: 'Second' })).toBe('guest-account');
  });

  test('one is deleted by its owner, who types its name; its people keep a household', async () => {
    await stage.seed.owner`update households set name = 'Calle Mayor' where id = ${ada.household}`;
    await stage.seed.owner`delete from households where owner_id = ${cleo.userId}`;
    const remove = (who: SeededHome, name: string) => codeOf(who, 'DELETE', `/${ada.household}`, { name });
    expect(await remove(ben, 'Calle Mayor')).toBe('forbidden');
    expect(await remove(dan, 'Calle Mayor')).toBe('not-found');
    expect(await remove(ada, 'calle mayor')).toBe('name-differs');
    expect(await remove(ada, 'Calle Mayor ')).toBeNull();
    expect(await stage.seed.owner`select from households where id = ${ada.household}`).toHaveLength(0);
    for (const who of [ada, ben, cleo])
      expect(await stage.seed.owner`select role from household_members where user_id = ${who.userId}`).toEqual([
        { role: 'owner' },
      ]);
  });

  test('C6.2 what is asked without a name is asked of the one that is looked at, at once and everywhere', async () => {
    const asked = async () =>
      (await app.inject({ url: '/api/v1/usage/latest', headers: await stage.session(ben.userId) })).json<{
        household: string;
      }>().household;
    const choose = (household: string | null) =>
      stage.database.asUser(
        { sub: ben.userId },
        (sql) => sql`update profiles set current_household = ${household} where user_id = ${ben.userId}`,
      );
    expect(await asked()).toBe(ben.household);
    const heard: string[] = [];
    const stop = stage.changes.subscribe([ben.household], (what) => void heard.push(what));
    // What is told comes in order: after this nothing more comes of how the households were made.
    await stage.seed.owner`select pg_notify('wattershed_usage', ${`database notices ${ben.household}`})`;
    await expect.poll(() => heard.at(-1)).toBe('notices');
    heard.length = 0;
    await choose(ada.household);
    await expect.poll(() => heard).toEqual(['household']);
    stop();
    expect(await asked()).toBe(ada.household);
    await expect(choose(dan.household)).rejects.toMatchObject({ code: '23503' });
    await choose(null);
    await expect.poll(asked).toBe(ben.household);
    await choose(ada.household);
    await call(ada, 'DELETE', `/${ada.household}/members/${ben.userId}`);
    await expect.poll(asked).toBe(ben.household);
  });
});
