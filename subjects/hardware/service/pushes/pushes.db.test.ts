import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { quietLog as log } from '#apps/service/testing/mosquitto.ts';
import type { SeededHome } from '#apps/service/testing/seed.ts';
import { openStage, type Stage } from '#apps/service/testing/stage.ts';
import { createOutbound, pushNetworks } from '#kernel/http/outbound.ts';
import { createBilling } from '#subjects/bills/service/index.ts';
import { enterTariff } from '#subjects/bills/service/testing-bills.ts';
import { createReadHome } from '#subjects/insight/service/index.ts';
import type { PushSetUp } from '../../contract/pushes.ts';
import { createPushSeal, dataPushRoutes, runPushes } from './index.ts';

/** What a program of the home's people takes, and how it answers. */
const openFarSide = async () => {
  const state = { status: 204, asked: [] as { path: string; headers: Record<string, unknown>; body: string }[] };
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (piece: Buffer) => (body += piece.toString()));
    request.on('end', () => {
      state.asked.push({ path: request.url ?? '', headers: request.headers, body });
      const status = state.status;
      response.writeHead(status, status === 302 ? { location: 'http://169.254.169.254/' } : {}).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  };
  return { state, origin: `http://127.0.0.1:${port}`, port, close };
};

const minuteMs = 60_000;
const hourS = 3600;
/** The clock of the pushes goes ahead when it is told to. */
const clock = { aheadMs: 0 };
const now = () => Date.now() + clock.aheadMs;
const hour = Math.floor(Date.now() / 3_600_000) * hourS;

let stage: Stage;
let app: FastifyInstance;
let far: Awaited<ReturnType<typeof openFarSide>>;
let home: SeededHome;

const seal = createPushSeal('a secret of the test');
const networks = () => pushNetworks.parse(`127.0.0.1:${far.port}`);
const run = (outbound = createOutbound(networks())) => {
  const readHome = createReadHome(stage.sql, createBilling({ sql: stage.sql, now }));
  const deps = { sql: stage.sql, seal, outbound, readHome, now, log };
  return runPushes(deps, new AbortController().signal);
};
const setUp = async (payload: object, { userId }: { userId: string } = home) =>
  app.inject({ method: 'POST', url: '/api/v1/pushes', headers: await stage.session(userId), payload });
const influx = (more: object = {}) =>
  setUp({ kind: 'influx', address: `${far.origin}/db/`, organization: 'home', bucket: 'use', token: 't0p', ...more });
const kept = async (kind: string) =>
  (await stage.seed.owner`select * from data_pushes where household_id = ${home.household} and kind = ${kind}`)[0];
const linesOf = (from = 0): string[] => far.state.asked.slice(from).flatMap(({ body }) => body.split('\n'));
const sumOf = (lines: readonly string[]): number => {
  const points = new Map(
    lines.map((line) => [line.replace(/ used=.* (\d+)$/, ' $1'), Number(/used=([\d.]+)/.exec(line)?.[1])]),
  );
  return [...points.values()].reduce((sum, one) => sum + one, 0);
};

beforeAll(async () => {
  stage = await openStage();
  far = await openFarSide();
  app = stage.http((http, deps) => {
    const outlets = { homeAssistant: true, prometheus: false };
    dataPushRoutes(http, { ...deps, seal, outbound: createOutbound(networks()), outlets });
  });
});
beforeEach(async () => {
  far.state.asked = [];
  far.state.status = 204;
  clock.aheadMs = 0;
  await stage.seed.owner`delete from data_pushes`;
  home = await stage.seed.home();
});
afterAll(async () => {
  await far.close();
  await stage.end();
});

const measure = async (days: number) => {
  const oven = await home.device('Oven, "old"', 'kitchen', 'electricity');
  const readings = Array.from({ length: days * 24 }, (_, i) => ({
    meter: oven.key,
    at: hour - (i + 1) * hourS,
    spanS: hourS,
    value: 400,
  }));
  await stage.send(home, readings);
  return oven;
};

test('an InfluxDB gets every quarter-hour since the first one, and each again as the same point', async () => {
  const oven = await measure(5);
  expect((await influx()).json<PushSetUp>()).toEqual({ host: `127.0.0.1:${far.port}`, secret: null });
  await run();
  const [first] = far.state.asked;
  expect(first).toMatchObject({
    path: '/db/api/v2/write?org=home&bucket=use&precision=s',
    headers: { authorization: 'Token t0p' },
  });
  const [line = ''] = linesOf();
  expect(line).toBe(
    `wattershed,household=${home.household},meter=${oven.key},utility=electricity,flow=drawn,unit=kWh used=0.1,estimated=0,device="Oven, \\"old\\"",room="kitchen" ${hour - 5 * 24 * hourS}`,
  );
  // The last quarter-hour is known with the reading after it.
  expect(linesOf()).toHaveLength(5 * 96 - 1);
  expect(sumOf(linesOf())).toBeCloseTo(5 * 24 * 0.4 - 0.1, 6);
  expect(await kept('influx')).toMatchObject({ fault: null, failures: 0, sent_at: expect.any(Date) });

  // Nothing more until the next quarter-hour; then the last hours, and on another day what came late too.
  const before = far.state.asked.length;
  await run();
  expect(far.state.asked).toHaveLength(before);
  await stage.send(home, [{ meter: oven.key, at: hour - 6 * 24 * hourS, spanS: hourS, value: 1000 }]);
  clock.aheadMs += 24 * 60 * minuteMs;
  await run();
  expect(linesOf(before).some((one) => one.endsWith(` ${hour - 6 * 24 * hourS}`))).toBe(true);
  expect(sumOf(linesOf())).toBeCloseTo(5 * 24 * 0.4 - 0.1 + 1, 6);
});

test('what a home with a tariff costs goes along', async () => {
  await measure(2);
  await enterTariff(stage, home, '2026-01-01');
  await influx();
  await run();
  expect(linesOf().at(-1)).toMatch(
    new RegExp(
      `^wattershed_home,household=${home.household},currency=EUR cost_today=[\\d.]+,bill_so_far=[\\d.]+(,bill_forecast=[\\d.]+)?,price_electricity=0.2000,price_water=0.0000 \\d+$`,
    ),
  );
});

test('where the far side takes nothing it is tried again later and later, and goes on where it stopped', async () => {
  await measure(5);
  await influx();
  for (const [status, fault] of [
    [401, 'refused'],
    [404, 'not-found'],
    [503, 'unreachable'],
    [400, 'not-understood'],
    [302, 'not-understood'],
  ] as const) {
    far.state.status = status;
    await run();
    expect(await kept('influx')).toMatchObject({ fault, sent_at: null });
    const waited = minuteMs * 2 ** (far.state.asked.length - 1);
    const dueAt = Number((await kept('influx'))?.['due_at']);
    expect(Math.abs(dueAt - now() - waited)).toBeLessThan(5_000);
    await run();
    clock.aheadMs += waited;
  }
  // Each time once, and nobody was led elsewhere.
  expect(far.state.asked).toHaveLength(5);
  far.state.status = 204;
  await run();
  expect(await kept('influx')).toMatchObject({ fault: null, fault_at: null, failures: 0 });
  expect(sumOf(linesOf(5))).toBeCloseTo(5 * 24 * 0.4 - 0.1, 6);
});

test('two that run at once send each push once', async () => {
  await measure(1);
  await influx();
  await Promise.all([run(), run()]);
  expect(linesOf()).toHaveLength(95);
});

test('a webhook is told what began and what is over, signed, in order, and again under the same id until it is taken', async () => {
  const oven = await home.device('Oven', 'kitchen', 'electricity');
  const { secret } = (await setUp({ kind: 'webhook', address: `${far.origin}/hook?key=1` })).json<PushSetUp>();
  await run();
  expect(far.state.asked).toHaveLength(1);
  const [{ path, headers, body } = { path: '', headers: {}, body: '' }] = far.state.asked;
  expect(path).toBe('/hook?key=1');
  expect(JSON.parse(body)).toMatchObject({ type: 'hello', data: { household: home.household } });
  const content = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`;
  const key = Buffer.from(secret?.slice('whsec_'.length) ?? '', 'base64');
  expect(headers['webhook-signature']).toBe(`v1,${createHmac('sha256', key).update(content).digest('base64')}`);

  far.state.status = 500;
  const { owner } = stage.seed;
  const [notice] = await owner`insert into notices (household_id, kind, meter_id, since, noticed_at, mail_at)
    values (${home.household}, 'silent-meter', ${oven.meterId}, now(), now(), now()) returning id`;
  await run();
  await owner`update notices set ended_at = now() where id = ${notice?.['id'] as string}`;
  far.state.status = 200;
  clock.aheadMs += 2 * minuteMs;
  await run();
  const told = far.state.asked.slice(1).map((one) => ({
    id: one.headers['webhook-id'],
    ...(JSON.parse(one.body) as { type: string; data: Record<string, unknown> }),
  }));
  expect(told.map(({ type }) => type)).toEqual(['notice.began', 'notice.began', 'notice.ended']);
  expect(told[0]?.id).toBe(told[1]?.id);
  expect(told[2]?.data).toMatchObject({
    kind: 'silent-meter',
    device: 'Oven',
    utility: 'electricity',
    notice: notice?.['id'],
  });
});

test('nothing goes where the operator has not said: neither an address nor a name that leads there', async () => {
  for (const address of [
    'http://127.0.0.1:1',
    'http://[::1]:8086',
    'ftp://127.0.0.1',
    `http://a:b@127.0.0.1:${far.port}`,
    'nonsense',
  ])
    expect([address, (await influx({ address })).json<{ code: string }>().code]).toEqual([address, 'push-not-allowed']);
  const outbound = createOutbound(pushNetworks.parse('public, 127.0.0.9'));
  const at = (address: string) => outbound.allows(new URL(address));
  expect(['https://1.1.1.1', 'http://127.0.0.9:8086', 'https://[2606:4700::1111]'].map(at)).toEqual([true, true, true]);
  for (const no of [
    'http://1.1.1.1',
    'https://1.1.1.1:22',
    'https://10.0.0.1',
    'https://169.254.169.254',
    'https://[::ffff:10.0.0.1]',
    'https://[::1]',
    'https://[fd00::1]',
    'https://[2002:a00:1::]',
    'http://127.0.0.9:22',
    'https://100.64.0.1',
  ])
    expect([no, at(no)]).toEqual([no, false]);
  // A name is looked up, and who answers for it is looked at.
  await expect(
    outbound.post(new URL(`http://localhost:${far.port}/`), { headers: {}, body: '' }, new AbortController().signal),
  ).rejects.toThrow('at no address that is allowed');
  expect(far.state.asked).toEqual([]);
  const byName = createOutbound(pushNetworks.parse(`127.0.0.1:${far.port}`));
  const status = byName.post(
    new URL(`http://localhost:${far.port}/`),
    { headers: {}, body: 'x' },
    new AbortController().signal,
  );
  await expect(status).resolves.toBe(204);
});

test('address and token lie sealed; with another secret they are lost, and it says so', async () => {
  await influx();
  const row = JSON.stringify(await kept('influx'));
  expect(row).not.toContain('t0p');
  expect(row).not.toContain('/db');
  const deps = {
    sql: stage.sql,
    outbound: createOutbound(networks()),
    readHome: async () => null,
    now,
    log,
  };
  await runPushes({ ...deps, seal: createPushSeal('another') }, new AbortController().signal);
  expect(await kept('influx')).toMatchObject({ fault: 'secret-lost' });
});

test('only who may change the home sets it up, sees it and ends it; it ends when they leave, and nobody reads what is sealed', async () => {
  const stranger = await stage.seed.home();
  const viewer = await stage.seed.home();
  const member = await stage.seed.home();
  const { owner } = stage.seed;
  await owner`insert into household_members (household_id, user_id, role) values
    (${home.household}, ${viewer.userId}, 'viewer'), (${home.household}, ${member.userId}, 'member')`;
  const { household } = home;
  for (const one of [stranger, viewer])
    expect((await setUp({ kind: 'webhook', address: far.origin, household }, one)).statusCode).toBe(403);
  expect((await setUp({ kind: 'webhook', address: far.origin, household }, member)).statusCode).toBe(201);
  const seen = ({ userId }: { userId: string }) =>
    stage.database.asUser(
      { sub: userId },
      async (sql) => (await sql`select kind, host from data_pushes where household_id = ${household}`).length,
    );
  expect([await seen(home), await seen(member), await seen(viewer), await seen(stranger)]).toEqual([1, 1, 0, 0]);
  await expect(
    stage.database.asUser({ sub: home.userId }, (sql) => sql`select sealed from data_pushes`),
  ).rejects.toThrow('permission denied');
  await expect(
    stage.database.asUser({ sub: home.userId }, (sql) => sql`update data_pushes set host = 'x'`),
  ).rejects.toThrow('permission denied');
  await owner`delete from household_members where household_id = ${household} and user_id = ${member.userId}`;
  expect(await seen(home)).toBe(0);

  // Whoever had the account before its address was proved reads on by nothing that they left.
  await influx();
  expect(await seen(home)).toBe(1);
  await owner`select private.clear_account(${home.userId})`;
  expect(await seen(home)).toBe(0);
});
