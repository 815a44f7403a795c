import { createHmac, createPublicKey, verify } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { quietLog as log } from '#apps/service/testing/mosquitto.ts';
import type { SeededHome } from '#apps/service/testing/seed.ts';
import { openStage, type Stage } from '#apps/service/testing/stage.ts';
import { createTakeAllowance } from '#kernel/http/client-address.ts';
import { pushNetworks } from '#kernel/http/outbound.ts';
import type { AddedWay } from '../../contract/notice-ways.ts';
import { createWayDeps, deliverNotices, noticeWayRoutes, type WayDeps } from './index.ts';
import { makeSubscription, openFarSide } from './testing-far-side.ts';

const clock = { aheadMs: 0 };
const now = () => Date.now() + clock.aheadMs;
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

let stage: Stage;
let app: FastifyInstance;
let far: Awaited<ReturnType<typeof openFarSide>>;
let deps: WayDeps;
let home: SeededHome;

const settings = (more: object = {}) => ({
  secret: 'a secret of the test',
  networks: pushNetworks.parse(far.network),
  webPush: true,
  contact: 'mailto:ada@example.org',
  ...more,
});
const depsWith = (more: object = {}) =>
  createWayDeps({ sql: stage.sql, log, now, origin: () => 'https://home.example.org' }, settings(more));

beforeAll(async () => {
  stage = await openStage();
  far = await openFarSide();
  deps = depsWith();
  const takeAllowance = createTakeAllowance(stage.sql);
  app = stage.http((_http, { serve }) => {
    noticeWayRoutes({ ...deps, serve, takeAllowance, stopping: new AbortController().signal });
  });
});
beforeEach(async () => {
  clock.aheadMs = 0;
  Object.assign(far.state, { asked: [], status: 201 });
  await stage.seed.owner`delete from notices`;
  await stage.seed.owner`delete from notice_ways`;
  await stage.seed.owner`delete from private.allowances`;
  home = await stage.seed.home('Europe/Madrid');
});
afterAll(async () => {
  await far.close();
  await stage.end();
});

const deliver = () => deliverNotices(deps, new AbortController().signal);
const post = async (path: string, payload: object, { userId }: { userId: string } = home) =>
  app.inject({ method: 'POST', url: `/api/v1/notice-ways${path}`, headers: await stage.session(userId), payload });
const addPush = async (person: { userId: string } = home) => {
  const subscription = makeSubscription(`${far.origin}/push/${Math.random().toString(36).slice(2)}`);
  const { endpoint, keys, open } = subscription;
  const answer = await post('/push', { endpoint, keys }, person);
  expect(answer.statusCode).toBe(201);
  return { ...answer.json<AddedWay>(), endpoint, open };
};
const begin = async (
  kind: 'running-water' | 'silent-meter' = 'running-water',
  name = 'Kitchen tap',
  at = new Date(now() - minuteMs),
) => {
  const { meterId } = await home.device(name, 'kitchen', kind === 'running-water' ? 'water' : 'electricity');
  const figures = kind === 'running-water' ? { floorMlPerHour: 8200, leakMl: 213_400 } : { usualS: 600 };
  const noticed = new Date(at.getTime() + 1);
  const [row] = await stage.seed.owner<{ id: string }[]>`
    insert into notices (household_id, kind, meter_id, since, noticed_at, figures, mail_at)
    values (${home.household}, ${kind}, ${meterId}, ${at}, ${noticed}, ${stage.seed.owner.json(figures)}, ${at}) returning id`;
  await stage.seed.owner`update notice_ways set created_at = least(created_at, ${at})`;
  return row?.id as string;
};
const end = (id: string, atMs = now()) =>
  stage.seed.owner`update notices set ended_at = ${new Date(atMs)} where id = ${id}`;
const waysOf = () => stage.seed.owner`
  select way, host, fault, sealed is null as gone, last_ok_at, missed_at from notice_ways where user_id = ${home.userId}`;

test("a way that begins or ends stands among what happened to its person's account, and nobody else's", async () => {
  const other = await stage.seed.home();
  await addPush();
  const ntfy = await post('', { way: 'ntfy', label: 'Phone', address: `${far.origin}/home` });
  expect(ntfy.statusCode).toBe(201);
  await stage.database.asUser({ sub: home.userId }, (tx) => tx`delete from notice_ways where way = 'ntfy'`);
  const noted = (userId: string) => stage.seed.owner<{ kind: string; name: string }[]>`
    select kind, name from private.account_events where user_id = ${userId} and kind like 'notice-way-%' order by id`;
  const { host } = new URL(far.origin);
  expect([...(await noted(home.userId))]).toEqual([
    { kind: 'notice-way-made', name: expect.stringMatching(/\S/) },
    { kind: 'notice-way-made', name: host },
    { kind: 'notice-way-removed', name: host },
  ]);
  expect(await noted(other.userId)).toHaveLength(0);
});

describe('C1.4 C2.10 a notice by Web Push', () => {
  test('is encrypted for the browser alone, signed for its push service, and its end replaces its beginning', async () => {
    const { endpoint, open } = await addPush();
    const id = await begin();
    expect([await deliver(), await deliver()]).toEqual([1, 0]);
    const [asked] = far.state.asked;
    expect(asked?.path).toBe(new URL(endpoint).pathname);
    expect(asked?.body.toString('latin1')).not.toContain('Kitchen');
    const { web_push: form, notification } = JSON.parse(open(asked?.body ?? Buffer.alloc(0))) as {
      web_push: number;
      notification: Record<string, string>;
    };
    expect(form).toBe(8030);
    expect(notification).toMatchObject({
      title: 'Kitchen tap: water does not stop',
      lang: 'en',
      navigate: 'https://home.example.org/dashboard',
      tag: id,
    });
    expect(asked?.headers).toMatchObject({ ttl: '86400', urgency: 'high', topic: id.replaceAll('-', '') });

    // RFC 8292: by the key that browsers subscribe with, for that push service, for less than a day.
    const [, token = '', key = ''] = /^vapid t=(\S+), k=(\S+)$/.exec(asked?.headers.authorization ?? '') ?? [];
    const answer = await app.inject({ url: '/api/v1/notice-ways', headers: await stage.session(home.userId) });
    expect(answer.json()).toEqual({ pushKey: key, addresses: true });
    const claims = decodeJwt(token);
    expect(claims).toMatchObject({ aud: far.origin, sub: 'mailto:ada@example.org' });
    expect((claims.exp ?? 0) - Date.now() / 1000).toBeLessThan(86_400);
    const point = Buffer.from(key, 'base64url');
    const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'));
    const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y } as never, format: 'jwk' });
    const [head, claim, signature = ''] = token.split('.');
    const signed = Buffer.from(signature, 'base64url');
    expect(
      verify('sha256', Buffer.from(`${head}.${claim}`), { key: publicKey, dsaEncoding: 'ieee-p1363' }, signed),
    ).toBe(true);

    await end(id);
    expect([await deliver(), await deliver()]).toEqual([1, 0]);
    const ended = JSON.parse(open(far.state.asked[1]?.body ?? Buffer.alloc(0))) as typeof notification & {
      notification: { tag: string; title: string };
    };
    expect(ended.notification).toMatchObject({ tag: id, title: 'The water has stopped: Kitchen tap' });
  });

  test('is known by the same keys in every process, and nothing that could be sent with lies in the database in the clear', async () => {
    const { endpoint } = await addPush();
    const [one, other] = await Promise.all([depsWith().vapid(), depsWith().vapid()]);
    expect(one.publicKey).toBe(other.publicKey);
    const [row] = await stage.seed.owner<{ all: string }[]>`
      select string_agg(w::text, '') || (select s::text from private.settings s) as all from notice_ways w`;
    expect(row?.all).not.toContain(endpoint);
    expect(row?.all).not.toContain(one.privateKey.d);
    // The installation's secret is another: new keys, and what was sealed before cannot be sent to.
    const anew = depsWith({ secret: 'another' });
    expect((await anew.vapid()).publicKey).not.toBe(one.publicKey);
    await begin();
    expect(await deliverNotices(anew, new AbortController().signal)).toBe(0);
    expect(await waysOf()).toMatchObject([{ fault: 'secret-lost' }]);
    await stage.seed.owner`update private.settings set vapid_sealed = null`;
    deps = depsWith();
  });

  test('that its browser has ended is never sent to again, and says so', async () => {
    await addPush();
    far.state.status = 410;
    await begin();
    await deliver();
    clock.aheadMs = 2 * minuteMs;
    await begin('running-water', 'Bath');
    await deliver();
    expect(far.state.asked).toHaveLength(1);
    expect(await waysOf()).toMatchObject([{ fault: 'gone', gone: true, missed_at: expect.any(Date) }]);
    await stage.seed.owner`select private.forget_gone_ways(now() + interval '31 days')`;
    expect(await waysOf()).toEqual([]);
  });

  test('goes to the last person who turned it on in a browser', async () => {
    const { endpoint } = await addPush();
    const other = await stage.seed.home();
    const { keys } = makeSubscription(endpoint);
    expect((await post('/push', { endpoint, keys }, other)).statusCode).toBe(201);
    expect(await waysOf()).toEqual([]);
  });
});

describe('a notice at an address', () => {
  test('a webhook gets it signed, under an id that is the same when it is sent again', async () => {
    const added = (await post('', { way: 'webhook', label: 'Node-RED', address: `${far.origin}/in` })).json<AddedWay>();
    const id = await begin();
    far.state.status = 503;
    expect(await deliver()).toBe(0);
    expect(await waysOf()).toMatchObject([{ fault: 'unreachable', host: new URL(far.origin).host }]);
    far.state.status = 204;
    expect(await deliver()).toBe(0);
    clock.aheadMs = minuteMs + 1000;
    expect(await deliver()).toBe(1);
    const [first, second] = far.state.asked;
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
    const { headers, body } = second as NonNullable<typeof second>;
    const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body.toString()}`;
    const key = Buffer.from((added.secret ?? '').slice('whsec_'.length), 'base64');
    expect(headers['webhook-signature']).toBe(`v1,${createHmac('sha256', key).update(signed).digest('base64')}`);
    expect(JSON.parse(body.toString())).toMatchObject({
      type: 'notice.began',
      data: { notice: id, kind: 'running-water', device: 'Kitchen tap', title: 'Kitchen tap: water does not stop' },
    });
    expect(await waysOf()).toMatchObject([{ fault: null, last_ok_at: expect.any(Date), missed_at: null }]);
  });

  test('ntfy and Matrix get it in words, each with the id that it is known by there', async () => {
    await post('', { way: 'ntfy', label: 'Phone', address: `${far.origin}/my-home`, token: 'tk_1' });
    await post('', { way: 'matrix', label: 'Room', address: far.origin, room: '!a b:example.org', token: 'syt_1' });
    const room = '!abc:example.org';
    await post('', { way: 'matrix', label: 'Room', address: `${far.origin}/`, room, token: 'syt_1' });
    await begin();
    expect(await deliver()).toBe(2);
    const [ntfy, matrix] = [...far.state.asked].sort((a, b) => a.method.localeCompare(b.method));
    expect(ntfy).toMatchObject({ method: 'POST', path: '/', headers: { authorization: 'Bearer tk_1' } });
    const told = JSON.parse(ntfy?.body.toString() ?? '') as Record<string, string>;
    expect(told).toMatchObject({ topic: 'my-home', title: 'Kitchen tap: water does not stop', priority: 5 });
    expect(told['sequence_id']).toMatch(/^[\w-]{36}$/);
    expect(matrix).toMatchObject({ method: 'PUT', headers: { authorization: 'Bearer syt_1' } });
    expect(matrix?.path).toMatch(
      /^\/_matrix\/client\/v3\/rooms\/!abc%3Aexample\.org\/send\/m\.room\.message\/[\w-]{36}$/,
    );
    expect(JSON.parse(matrix?.body.toString() ?? '')).toMatchObject({ msgtype: 'm.text' });
  });

  test('C7.1 nothing is sent where the operator does not allow it, nor for a guest', async () => {
    const refused = ['http://169.254.169.254/latest', 'http://127.0.0.1:1/x', 'file:///etc/passwd', 'nonsense'];
    for (const address of refused)
      expect((await post('', { way: 'webhook', label: 'X', address })).json()).toMatchObject({
        code: 'push-not-allowed',
      });
    const { keys } = makeSubscription('');
    for (const endpoint of ['https://127.0.0.1/x', 'https://[::1]/x'])
      expect((await post('/push', { endpoint, keys })).json()).toMatchObject({ code: 'push-not-allowed' });
    const google = await post('/push', { endpoint: 'https://fcm.googleapis.com/fcm/send/a:b', keys });
    expect(google.statusCode).toBe(201);
    await stage.seed.owner`update profiles set is_guest = true where user_id = ${home.userId}`;
    expect((await post('', { way: 'webhook', label: 'X', address: `${far.origin}/in` })).json()).toMatchObject({
      code: 'members-only',
    });
  });

  test('a test is sent at once and says what came of it; nobody tries another’s', async () => {
    const { id } = (await post('', { way: 'webhook', label: 'X', address: `${far.origin}/in` })).json<AddedWay>();
    expect((await post(`/${id}/test`, {})).json()).toEqual({ fault: null });
    expect(JSON.parse(far.state.asked[0]?.body.toString() ?? '')).toMatchObject({ type: 'test' });
    far.state.status = 401;
    expect((await post(`/${id}/test`, {})).json()).toEqual({ fault: 'refused' });
    expect(await waysOf()).toMatchObject([{ fault: 'refused' }]);
    expect((await post(`/${id}/test`, {}, await stage.seed.home())).statusCode).toBe(404);
  });
});

describe('what is told, to whom, and when', () => {
  test('water, silent meters and alarms by themselves; the rest, and less, by choice; nobody who has left', async () => {
    await addPush();
    const wish = (group: string, isWanted: boolean) => stage.seed.owner`
      insert into notice_wishes values (${home.userId}, 'push', ${group}, ${isWanted})
      on conflict (user_id, way, kind_group) do update set is_wanted = ${isWanted}`;
    await wish('silent', false);
    await begin('silent-meter', 'Lamp');
    await begin();
    expect(await deliver()).toBe(1);
    await wish('silent', true);
    expect(await deliver()).toBe(1);
    await begin('running-water', 'Bath');
    await home.abandon();
    expect(await deliver()).toBe(0);
  });

  test('a budget by choice only', async () => {
    await addPush();
    const at = new Date(now() - minuteMs);
    await begin();
    await stage.seed.owner`
      insert into notices (household_id, kind, utility, since, noticed_at, figures, mail_at)
      values (${home.household}, 'budget-passed', 'water', ${at}, now(), '{"budget": "20", "soFar": "21", "currency": "EUR"}', ${at})`;
    expect(await deliver()).toBe(1);
    await stage.seed.owner`insert into notice_wishes values (${home.userId}, 'push', 'budgets', true)`;
    expect(await deliver()).toBe(1);
  });

  test('what is over or dismissed before it was told is not told, and its end neither', async () => {
    await addPush();
    far.state.status = 500;
    const id = await begin();
    await deliver();
    await end(id);
    far.state.status = 201;
    clock.aheadMs = 5 * minuteMs;
    expect(await deliver()).toBe(0);
    expect(far.state.asked).toHaveLength(1);
  });

  test('a router that dies with a dozen meters is three messages, not twelve', async () => {
    await addPush();
    for (let i = 0; i < 12; i += 1) await begin('silent-meter', `Plug ${i}`);
    expect([await deliver(), await deliver()]).toEqual([3, 0]);
  });

  test('quiet hours hold back by the clock of the home what is no alarm, and no webhook', async () => {
    await addPush();
    await post('', { way: 'webhook', label: 'X', address: `${far.origin}/in` });
    await stage.seed.owner`insert into notice_quiet_hours values (${home.userId}, '22:00', '07:00')`;
    // 23:30 in Madrid: 22:30 in UTC, in winter.
    const night = Math.floor(Date.now() / (24 * hourMs)) * 24 * hourMs + 24 * hourMs + 22.5 * hourMs;
    clock.aheadMs = night - Date.now();
    const offset = Number(
      new Intl.DateTimeFormat('en', { hour: 'numeric', hourCycle: 'h23', timeZone: 'Europe/Madrid' }).format(night),
    );
    expect([23, 0]).toContain(offset);
    const silent = await begin('silent-meter', 'Lamp', new Date(night - minuteMs));
    await begin('running-water', 'Bath', new Date(night - minuteMs));
    await deliver();
    const pathsOf = () =>
      far.state.asked.map(({ path }) => path.split('/')[1] ?? '').sort((a, b) => a.localeCompare(b));
    expect(pathsOf()).toEqual(['in', 'in', 'push']);
    clock.aheadMs += 7 * hourMs;
    expect(await deliver()).toBe(0);
    clock.aheadMs += 0.6 * hourMs + (offset === 0 ? -hourMs : 0);
    await deliver();
    expect(pathsOf().filter((path) => path === 'push')).toHaveLength(2);
    expect(silent).toBeTruthy();
  });

  test('what nobody takes is tried later and later, and after a day given up and told', async () => {
    await post('', { way: 'webhook', label: 'X', address: `${far.origin}/in` });
    far.state.status = 500;
    const begun = now();
    await begin();
    const triedAt: number[] = [];
    for (let minute = 0; minute < 26 * 60; minute += 1) {
      clock.aheadMs = minute * minuteMs + 1000;
      const before = far.state.asked.length;
      await deliver();
      if (far.state.asked.length > before) triedAt.push(minute);
    }
    expect(triedAt).toEqual([0, 1, 4, 13, 40, 121, 364, 724, 1084]);
    expect(await waysOf()).toMatchObject([{ fault: 'unreachable', missed_at: expect.any(Date) }]);
    expect(now() - begun).toBeGreaterThan(24 * hourMs);
    far.state.status = 201;
    await deliver();
    expect(far.state.asked).toHaveLength(triedAt.length);
  });
});
