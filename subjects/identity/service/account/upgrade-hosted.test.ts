import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createHostedUpgrade, type UpgradeGuest } from './upgrade-hosted.ts';

const guestDomain = 'guest.wattershed.invalid';
const serviceKey = 'sb_secret_0123456789';
const guest = { email: `three@${guestDomain}` };

/** What the auth server answers, one after the other; and what it was asked. */
let answers: [status: number, body: unknown][];
let asked: { method: string; path: string; key: string; body: unknown }[];
let server: Server;
let upgrade: UpgradeGuest;
beforeAll(async () => {
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    let text = '';
    for await (const part of request) text += String(part);
    const { method = '', url: path = '', headers } = request;
    const isKey = headers.authorization === `Bearer ${serviceKey}` && headers['apikey'] === serviceKey;
    asked.push({ method, path, key: isKey ? 'the service key' : 'another', body: text && JSON.parse(text) });
    const [status, body] = answers.shift() ?? [500, {}];
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
  server = createServer((request, response) => void answer(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const BACKEND_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const given = { BACKEND_URL, BACKEND_SERVICE_KEY: serviceKey, GUEST_DOMAIN: guestDomain, PASSWORD_MIN_LENGTH: 8 };
  upgrade = createHostedUpgrade(given) as UpgradeGuest;
});
beforeEach(() => {
  asked = [];
});
afterAll(() => server.close());

test('C5.6 at a hosted backend a guest gets an address and a password by its admin interface', async () => {
  answers = [
    [200, guest],
    [200, { email: 'asha@example.org' }],
  ];
  expect(await upgrade('a-guest', 'Asha@example.org', 'correct horse')).toEqual({ ok: true, sessionsEnded: true });
  const path = '/auth/v1/admin/users/a-guest';
  expect(asked).toEqual([
    { method: 'GET', path, key: 'the service key', body: '' },
    {
      method: 'PUT',
      path,
      key: 'the service key',
      body: { email: 'asha@example.org', password: 'correct horse', email_confirm: true },
    },
  ]);
});

test('without a service key nobody is asked: guests stay guests', () => {
  expect(
    createHostedUpgrade({
      BACKEND_URL: 'http://127.0.0.1',
      BACKEND_SERVICE_KEY: undefined,
      GUEST_DOMAIN: guestDomain,
      PASSWORD_MIN_LENGTH: 6,
    }),
  ).toBe(null);
});

test.each([
  [422, 'email_exists', 'email-taken'],
  [422, 'weak_password', 'password-weak'],
  [400, 'validation_failed', 'email-invalid'],
])('a refusal of the auth server is told by our code: %i %s', async (status, said, code) => {
  answers = [
    [200, guest],
    [status, { code: status, error_code: said, msg: 'No' }],
  ];
  expect(await upgrade('a-guest', 'asha@example.org', 'correct horse')).toEqual({ ok: false, code });
});

test('a password of more bytes than the auth server takes is named as that, and it is not asked', async () => {
  answers = [[200, guest]];
  const code = 'password-weak';
  expect(await upgrade('a-guest', 'asha@example.org', 'पानी और बिजली का हिसाब साथ में रखें')).toEqual({ ok: false, code });
  expect(asked).toHaveLength(1);
});

test('a member, and somebody who is gone, is no guest: nothing is changed', async () => {
  answers = [
    [200, { email: 'ben@example.org' }],
    [404, { error_code: 'user_not_found' }],
  ];
  for (const id of ['ben', 'gone'])
    expect(await upgrade(id, 'asha@example.org', 'correct horse')).toEqual({ ok: false, code: 'not-a-guest' });
  expect(asked.map(({ method }) => method)).toEqual(['GET', 'GET']);
});

test('another guest’s domain is no address of one’s own', async () => {
  answers = [[200, guest]];
  expect(await upgrade('a-guest', `four@${guestDomain}`, 'correct horse')).toEqual({
    ok: false,
    code: 'email-invalid',
  });
});

test('a password that is too short here, or that guessers try first, does not reach the auth server', async () => {
  for (const [password, code] of [
    ['xk7#pqm', 'password-weak'],
    ['Password1!', 'password-breached'],
    ['asha2026', 'password-breached'],
  ]) {
    answers = [[200, guest]];
    expect(await upgrade('a-guest', 'asha@example.org', password as string)).toEqual({ ok: false, code });
  }
  expect(asked.map(({ method }) => method)).toEqual(['GET', 'GET', 'GET']);
});

test('C9.9 a key that the auth server does not take is our own fault, and is not said aloud', async () => {
  answers = [[401, {}]];
  const failed = await upgrade('a-guest', 'asha@example.org', 'correct horse').catch((error: Error) => error.message);
  expect(failed).toBe('the auth server answered 401 to the service key');
});
