import { expect, test } from 'vitest';
import { closeOwnDoors } from './index.ts';

const passed: string[] = [];
const backend = closeOwnDoors(async (request) => {
  passed.push(`${request.method} ${new URL(request.url).pathname} ${await request.text()}`.trim());
  return new Response('ok');
});
const ask = (method: string, path: string, body?: string) =>
  backend(new Request(`http://localhost${path}`, { method, ...(body !== undefined && { body }) }), {});

test.each([
  ['POST', '/auth/v1/signup', '{"email":"a@example.org","password":"secret-7x"}'],
  ['POST', '/auth/v1/token?grant_type=password', '{}'],
  ['POST', '/auth/v1/token?grant_type=refresh_token&grant_type=password', '{}'],
  ['POST', '/auth/v1/token', '{}'],
  ['POST', '/auth/v1/recover', '{}'],
  ['GET', '/auth/v1/authorize?provider=google', undefined],
  ['GET', '/auth/v1/verify?token=x&type=recovery', undefined],
  ['PUT', '/auth/v1/user', '{"password":"another-7x"}'],
  ['PUT', '/auth/v1/user', '{"email":"b@example.org","data":{}}'],
  ['PUT', '/auth/v1/user', 'not json'],
])('C7.21 with Firebase %s %s is refused', async (method, path, body) => {
  passed.length = 0;
  const answer = await ask(method, path, body);
  expect([answer.status, passed]).toEqual([403, []]);
  expect(await answer.json()).toMatchObject({ error_code: 'email_provider_disabled' });
});

test.each([
  ['POST', '/auth/v1/token?grant_type=refresh_token', '{"refresh_token":"r"}'],
  ['POST', '/auth/v1/logout?scope=local', undefined],
  ['GET', '/auth/v1/user', undefined],
  ['PUT', '/auth/v1/user', '{"data":{"display_name":"Asha"}}'],
  ['GET', '/rest/v1/households', undefined],
])('C7.9 C7.6 %s %s goes on', async (method, path, body) => {
  passed.length = 0;
  expect((await ask(method, path, body)).status).toBe(200);
  expect(passed).toEqual([[method, path.split('?')[0], body].filter(Boolean).join(' ')]);
});
