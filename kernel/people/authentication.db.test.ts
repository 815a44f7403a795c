import { afterAll, beforeAll, expect, test } from 'vitest';
import { type IdentitySite, openIdentitySite } from '#subjects/identity/service/embedded/testing-identity.ts';
import { giveFactor } from '#apps/service/testing/seed.ts';
import { openStage, type Stage } from '#apps/service/testing/stage.ts';
import { openAuthentication, watchSignOuts } from './authentication.ts';
import { endpoint } from '#catalogue/endpoint.ts';
import { proxyBackend } from '../http/backend-proxy.ts';
import { createServe } from '../http/serve.ts';
import { readConfig } from '../config.ts';

const lasting = endpoint({
  method: 'POST',
  path: '/api/v1/lasting',
  who: 'person',
  isSensitive: true,
  summary: 'Something that lasts',
});

let site: IdentitySite;
let stage: Stage;
/** The whole front: sign-in, tables, and an address of the service's own. */
let url: string;
beforeAll(async () => {
  site = await openIdentitySite();
  stage = await openStage(Date.now, site.database);
  const { authenticate, sessions } = openAuthentication(readConfig({}), site.database.jwtSecret, stage.sql, Date.now);
  const app = stage.http((http) => {
    http.get('/api/v1/me', async (request) => authenticate(request));
    createServe(http, authenticate)(lasting, () => undefined);
    proxyBackend(
      http,
      watchSignOuts((request, from) => site.identity.fetch(request, from), sessions.forget),
      () => url,
    );
  });
  url = await app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await stage.end();
  await site.stop();
});

interface SignedIn {
  readonly access_token: string;
  readonly user: { readonly id: string };
}

const send = (method: string, path: string, token = site.database.anonKey, body?: object) =>
  fetch(`${url}${path}`, {
    method,
    headers: { apikey: site.database.anonKey, authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
const enter = async (route: string, email: string): Promise<SignedIn> => {
  const answer = await send('POST', `/auth/v1/${route}`, undefined, { email, password: 'correct horse' });
  return (await answer.json()) as SignedIn;
};
const twoOf = async (name: string): Promise<[SignedIn, SignedIn]> => {
  const email = `${name}@example.org`;
  return [await enter('signup', email), await enter('token?grant_type=password', email)];
};
const statusesOf = (of: readonly SignedIn[]) =>
  Promise.all(of.map(async ({ access_token: token }) => (await send('GET', '/api/v1/me', token)).status));

test.each([
  ['local', [401, 200]],
  ['others', [200, 401]],
  ['global', [401, 401]],
])('C4.1 C7.5 a sign-out with scope %s through our front is heard at once', async (scope, expected) => {
  const both = await twoOf(`scope-${scope}`);
  expect(await statusesOf(both)).toEqual([200, 200]);
  expect((await send('POST', `/auth/v1/logout?scope=${scope}`, both[0].access_token)).status).toBe(204);
  expect(await statusesOf(both)).toEqual(expected);
});

test('C7.8 a new password, which signs out everywhere else, is heard at once', async () => {
  const both = await twoOf('new-password');
  expect(await statusesOf(both)).toEqual([200, 200]);
  const answer = await send('PUT', '/auth/v1/user', both[0].access_token, { password: 'another horse' });
  expect(answer.status).toBe(200);
  expect(await statusesOf(both)).toEqual([200, 401]);
});

test('a sign-out that is refused makes nobody be asked for anew', async () => {
  let ended = 0;
  const refused = watchSignOuts(
    async () => new Response(null, { status: 401 }),
    () => (ended += 1),
  );
  await refused(new Request('http://localhost/auth/v1/logout', { method: 'POST' }), undefined);
  const passed = watchSignOuts(
    async () => new Response(null, { status: 200 }),
    () => (ended += 1),
  );
  await passed(new Request('http://localhost/auth/v1/user'), undefined);
  await passed(new Request('http://localhost/rest/v1/logout', { method: 'POST' }), undefined);
  expect(ended).toBe(0);
});

test('C6.1 a session that has not shown the second factor is none for the service, until it shows it', async () => {
  const one = await enter('signup', 'factor@example.org');
  const { owner } = stage.seed;
  await giveFactor(owner, one.user.id, 'unverified');
  expect(await statusesOf([one])).toEqual([200]);
  const other = await enter('token?grant_type=password', 'factor@example.org');
  await giveFactor(owner, one.user.id, 'verified');
  expect(await statusesOf([other])).toEqual([401]);
  await owner`update auth.sessions set aal = 'aal2' where user_id = ${one.user.id}`;
  expect(await statusesOf([other])).toEqual([200]);
});

test('C6.1 what lasts is done for who has shown lately who they are, by the password once more, in the same session', async () => {
  const { access_token: token, user } = await enter('signup', 'lasting@example.org');
  const ask = async () => {
    const answer = await send('POST', '/api/v1/lasting', token);
    return answer.status === 204 ? 'done' : ((await answer.json()) as { code: string }).code;
  };
  expect(await ask()).toBe('done');
  await stage.seed.owner`update auth.mfa_amr_claims a set updated_at = now() - interval '16 minutes'
    from auth.sessions s where s.id = a.session_id and s.user_id = ${user.id}`;
  expect(await ask()).toBe('reauthentication-needed');
  const prove = async (password: string) => (await send('POST', '/auth/v1/reauthenticate', token, { password })).status;
  expect([await prove('a guess'), await ask()]).toEqual([400, 'reauthentication-needed']);
  expect([await prove('correct horse'), await ask()]).toEqual([204, 'done']);
});
