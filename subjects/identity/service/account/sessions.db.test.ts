import { type AccountSession, accountSessions } from '../../contract/sessions.ts';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LiteSite, openLiteSite } from '../embedded/testing-lite.ts';
import { openAuthentication } from '#kernel/people/authentication.ts';
import { readConfig } from '#kernel/config.ts';
import { openStage, type Stage } from '#apps/service/testing/stage.ts';
import { accountRoutes } from './index.ts';

const path = '/api/v1/account/sessions';
const password = 'correct horse';

let site: LiteSite;
let stage: Stage;
let app: FastifyInstance;
let clock = Date.now();
beforeAll(async () => {
  site = await openLiteSite();
  stage = await openStage(Date.now, site.database);
  const { authenticate, sessions } = openAuthentication(
    readConfig({}),
    site.database.jwtSecret,
    stage.sql,
    () => clock,
  );
  app = stage.http((http) =>
    accountRoutes(http, {
      database: stage.database,
      authenticate,
      upgradeGuest: null,
      forgetSessions: sessions.forget,
      now: Date.now,
    }),
  );
});
afterAll(async () => {
  await stage.end();
  await site.stop();
});

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

const ask = async (route: string, email: string) => {
  const answer = await fetch(`${site.origin}/auth/v1/${route}`, {
    method: 'POST',
    headers: { apikey: site.database.anonKey, 'content-type': 'application/json', 'user-agent': firefox },
    body: JSON.stringify({ email, password }),
  });
  const { access_token: token } = (await answer.json()) as { access_token: string };
  return { authorization: `Bearer ${token}` };
};
const signUp = (email: string) => ask('signup', email);
const signIn = (email: string) => ask('token?grant_type=password', email);

type Headers = Record<string, string>;
const list = async (headers: Headers): Promise<AccountSession[]> =>
  accountSessions.parse((await app.inject({ url: path, headers })).json()).sessions;
const statusOf = async (headers: Headers) => (await app.inject({ url: path, headers })).statusCode;
const end = (headers: Headers, id = '') => app.inject({ method: 'DELETE', url: id ? `${path}/${id}` : path, headers });

test('a person sees where they are signed in, and which of it is this one', async () => {
  const here = await signUp('ada@example.org');
  await signIn('ada@example.org');
  await signUp('stranger@example.org');
  const sessions = await list(here);
  expect(sessions.map(({ browser, system }) => [browser, system])).toEqual([
    ['Firefox', 'Linux'],
    ['Firefox', 'Linux'],
  ]);
  expect(sessions.filter(({ isThis }) => isThis)).toHaveLength(1);
  expect(sessions.at(-1)?.isThis).toBe(true);
});

test('C7.5 one that is ended opens nothing any more, at once', async () => {
  const here = await signUp('ben@example.org');
  const there = await signIn('ben@example.org');
  expect(await statusOf(there)).toBe(200);
  const other = (await list(here)).find(({ isThis }) => !isThis);
  expect((await end(here, other?.id)).statusCode).toBe(204);
  expect([await statusOf(there), await statusOf(here)]).toEqual([401, 200]);
  expect((await end(here, other?.id)).statusCode).toBe(404);
});

test("C6.1 nobody ends another person's session", async () => {
  const mine = await signUp('cleo@example.org');
  const theirs = await signUp('dan@example.org');
  const [target] = await list(theirs);
  expect((await end(mine, target?.id)).statusCode).toBe(404);
  expect((await end(mine, 'no-id')).statusCode).toBe(404);
  expect(await statusOf(theirs)).toBe(200);
});

test('C7.5 all others are ended together, and this one stays', async () => {
  const here = await signUp('eve@example.org');
  const others = [await signIn('eve@example.org'), await signIn('eve@example.org')];
  expect((await end(here)).statusCode).toBe(204);
  expect(await Promise.all(others.map(statusOf))).toEqual([401, 401]);
  expect(await list(here)).toHaveLength(1);
});

test.each(['local', 'others', 'global'])(
  'C7.5 C4.1 a sign-out with scope %s is heard here within half a minute',
  async (scope) => {
    const email = `scope-${scope}@example.org`;
    const here = await signUp(email);
    const there = await signIn(email);
    expect([await statusOf(here), await statusOf(there)]).toEqual([200, 200]);
    const headers = { apikey: site.database.anonKey, ...here };
    await fetch(`${site.origin}/auth/v1/logout?scope=${scope}`, { method: 'POST', headers });
    clock += 30_000;
    const expected = { local: [401, 200], others: [200, 401], global: [401, 401] }[scope];
    expect([await statusOf(here), await statusOf(there)]).toEqual(expected);
  },
);
