import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createHostedSessions } from './index.ts';
import type { ProvenPerson } from './enter-as.ts';

interface User {
  id: string;
  email: string;
  email_confirmed_at: string | null;
  phone?: string;
  app_metadata?: Record<string, unknown>;
  identities?: object[];
}
interface Asked {
  route: string;
  apikey: string | undefined;
  body: Record<string, unknown>;
}

/** An auth server as hosted backends have it: its admin interface, as far as it is asked. */
const users: User[] = [];
const asked: Asked[] = [];
let server: Server;
let url: string;
let busy = false;
let keepsSessions = false;
/** Whose second factors; of whom none is named, that server knows no factors. */
const factors = new Map<string, string[]>();
/** Accounts that lead somebody else in. */
const linked = new Set<string>();

const sessionOf = (user: User) => ({
  access_token: `token-of-${user.id}`,
  refresh_token: 'r',
  token_type: 'bearer',
  expires_in: 3600,
  expires_at: 1_900_000_000,
  user,
});

const answer = ({ route, body }: Asked): [number, unknown] => {
  const email = typeof body['email'] === 'string' ? body['email'].toLowerCase() : '';
  const taken = users.find((user) => user.email === email);
  const [, id = '', , factor] = /admin\/users\/([^/]+)(\/factors\/?(.*))?$/.exec(route) ?? [];
  const found = users.find((user) => user.id === id);
  if (busy) return [429, {}];
  if (keepsSessions && route.endsWith('/logout?scope=others')) return [500, {}];
  if (route === 'POST /auth/v1/admin/users') {
    if (taken) return [422, { error_code: 'email_exists' }];
    const user = {
      id: randomUUID(),
      email,
      email_confirmed_at: '2026-11-22T00:00:00Z',
      app_metadata: body['app_metadata'] as Record<string, unknown>,
    };
    users.push(user);
    return [200, user];
  }
  if (route.startsWith('PUT ')) {
    if (taken || !found) return [422, { error_code: 'email_exists' }];
    const app_metadata = { ...found.app_metadata, ...(body['app_metadata'] as object | undefined) };
    return [200, Object.assign(found, body, { app_metadata }, email && { email })];
  }
  const own = factors.get(id);
  if (route.startsWith('DELETE ')) return own?.splice(own.indexOf(factor ?? ''), 1) ? [200, {}] : [404, {}];
  if (factor !== undefined) return own ? [200, own.map((one) => ({ id: one, status: 'verified' }))] : [404, {}];
  if (route.startsWith('GET ')) return found ? [200, found] : [404, {}];
  if (route.endsWith('/generate_link'))
    return taken ? [200, { ...taken, hashed_token: `hash-of-${taken.id}` }] : [404, {}];
  const proven = users.find((user) => `hash-of-${user.id}` === body['token_hash']);
  if (route.endsWith('/verify')) return proven ? [200, sessionOf(proven)] : [403, {}];
  return [204, null];
};

beforeAll(async () => {
  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    let text = '';
    for await (const part of request) text += String(part);
    const one = {
      route: `${request.method} ${request.url}`,
      apikey: String(request.headers['apikey']),
      body: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>),
    };
    asked.push(one);
    const [status, body] = answer(one);
    response.writeHead(status, { 'content-type': 'application/json' }).end(body === null ? '' : JSON.stringify(body));
  };
  server = createServer((request, response) => void respond(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));
beforeEach(() => {
  [users.length, asked.length, busy, keepsSessions] = [0, 0, false, false];
  linked.clear();
  factors.clear();
});

const hosted = (serviceKey = 'service') =>
  createHostedSessions({
    BACKEND_URL: url,
    BACKEND_ANON_KEY: 'anon',
    BACKEND_SERVICE_KEY: serviceKey,
    GUEST_DOMAIN: 'guest.example',
  });
const person = { userId: null, email: null, phone: null, displayName: 'Asha', isAnonymous: false };
const open = (change: Partial<ProvenPerson>) =>
  hosted().openSession({ ...person, subject: randomUUID(), ...change }, null, async (id) => !linked.has(id));
const emailOf = (id: string) => users.find((user) => user.id === id)?.email;

describe('C7.21 a hosted backend', () => {
  test('makes an account and opens a session of it, with the service key for the one and the public key for the other', async () => {
    const session = await open({ email: 'a@example.org' });
    expect(session).toMatchObject({ access_token: expect.stringMatching(/^token-of-/), refresh_token: 'r' });
    expect(asked.map(({ route, apikey }) => `${apikey} ${route}`)).toEqual([
      'service POST /auth/v1/admin/users',
      'service POST /auth/v1/admin/generate_link',
      'anon POST /auth/v1/verify',
    ]);
    expect(asked[0]?.body).toMatchObject({ email: 'a@example.org', user_metadata: { display_name: 'Asha' } });
    expect(asked[0]?.body['password']).toMatch(/^[\w-]{43}$/);
  });

  test('gives an account whose address is confirmed to the one who has proved it, and none that is not', async () => {
    users.push({ id: 'confirmed', email: 'a@example.org', email_confirmed_at: '2026-01-01T00:00:00Z' });
    expect((await open({ email: 'a@example.org' })).user.id).toBe('confirmed');
    users.push({ id: 'never', email: 'b@example.org', email_confirmed_at: null });
    await expect(open({ email: 'b@example.org' })).rejects.toMatchObject({ code: 'email-not-confirmed' });
  });

  test('takes an account that somebody made there beforehand from them: its password is another, its sessions end', async () => {
    users.push({ id: 'before', email: 'a@example.org', email_confirmed_at: '2026-01-01T00:00:00Z' });
    await open({ email: 'a@example.org' });
    const routes = asked.map(({ route }) => route);
    expect(routes.slice(2)).toEqual([
      'PUT /auth/v1/admin/users/before',
      'GET /auth/v1/admin/users/before/factors',
      'POST /auth/v1/admin/generate_link',
      'POST /auth/v1/verify',
      'POST /auth/v1/logout?scope=others',
      'PUT /auth/v1/admin/users/before',
    ]);
    expect(asked[2]?.body).toMatchObject({ password: expect.stringMatching(/^.{40,}$/) });
    asked.length = 0;
    await open({ email: 'a@example.org' });
    expect(asked.map(({ route }) => route)).not.toContain('PUT /auth/v1/admin/users/before');
  });

  test('nor do their second factors and their telephone number stay at it', async () => {
    const before = { id: 'before', email: 'a@example.org', email_confirmed_at: '2026-01-01T00:00:00Z' };
    users.push({ ...before, phone: '34600123456' });
    factors.set('before', ['totp', 'phone']);
    await open({ email: 'a@example.org' });
    expect(factors.get('before')).toEqual([]);
    // The auth server takes no empty number: it is one that nobody can have, of a country that there is not.
    expect(users[0]?.phone).toMatch(/^999\d{12}$/);
    const verified = asked.findIndex(({ route }) => route.endsWith('/verify'));
    const last = asked.findLastIndex(({ route }) => route.includes('/factors'));
    expect(last).toBeLessThan(verified);
  });

  test('opens nothing while sessions of who made it beforehand could not be ended, and tries all of it again', async () => {
    users.push({ id: 'before', email: 'a@example.org', email_confirmed_at: '2026-01-01T00:00:00Z' });
    keepsSessions = true;
    await expect(open({ email: 'a@example.org' })).rejects.toThrow('the auth server answered 500');
    [asked.length, keepsSessions] = [0, false];
    expect((await open({ email: 'a@example.org' })).user.id).toBe('before');
    expect(asked.map(({ route }) => route)).toContain('POST /auth/v1/logout?scope=others');
  });

  test('C5.6 makes guests at the guest domain; who has proved no address gets one that is nobody’s', async () => {
    await open({ isAnonymous: true });
    await open({ phone: '+34600123456' });
    const made = asked.filter(({ route }) => route.endsWith('/admin/users')).map(({ body }) => body['email']);
    expect(made[0]).toMatch(/^guest-.+@guest\.example$/);
    expect(made[1]).toMatch(/@no-address\.guest\.example$/);
  });

  test('follows a new address, and a guest who is none any more; the account stays the same', async () => {
    const { user } = await open({ isAnonymous: true });
    expect((await open({ userId: user.id })).user.id).toBe(user.id);
    expect(users[0]?.email).toMatch(/@no-address\.guest\.example$/);
    await open({ userId: user.id, email: 'New@example.org' });
    expect(users[0]?.email).toBe('new@example.org');
    users.push({ id: 'other', email: 'taken@example.org', email_confirmed_at: '2026-01-01T00:00:00Z' });
    expect((await open({ userId: user.id, email: 'taken@example.org' })).user.id).toBe(user.id);
    expect(users[0]?.email).toBe('new@example.org');
  });

  test('opens no account that is somebody else’s by now: the newcomer gets one of their own, and its address when it is free', async () => {
    const former = (await open({ email: 'passed-on@example.org' })).user.id;
    linked.add(former);
    const newcomer = (await open({ email: 'passed-on@example.org' })).user.id;
    expect(newcomer).not.toBe(former);
    expect(emailOf(newcomer)).toMatch(/@no-address\.guest\.example$/);
    await open({ userId: newcomer, email: 'passed-on@example.org' });
    expect(emailOf(newcomer)).toMatch(/@no-address\.guest\.example$/);
    await open({ userId: former });
    await open({ userId: newcomer, email: 'passed-on@example.org' });
    expect(emailOf(newcomer)).toBe('passed-on@example.org');
  });

  test('takes an address off that was proved before and is not now, so that no mail to it leads in', async () => {
    const { user } = await open({ email: 'given-up@example.org' });
    await open({ userId: user.id, email: 'Given-up@example.org' });
    expect(emailOf(user.id)).toBe('given-up@example.org');
    expect((await open({ userId: user.id })).user.id).toBe(user.id);
    expect(emailOf(user.id)).toMatch(/@no-address\.guest\.example$/);
    await open({ userId: user.id, email: 'next@example.org' });
    await open({ userId: user.id });
    expect(emailOf(user.id)).toMatch(/@no-address\.guest\.example$/);
  });

  test('takes it off an account too that was taken over, or was here before it was kept what is proved', async () => {
    users.push({ id: 'before', email: 'a@example.org', email_confirmed_at: '2026-01-01T00:00:00Z' });
    await open({ email: 'a@example.org' });
    await open({ userId: 'before' });
    expect(emailOf('before')).toMatch(/@no-address\.guest\.example$/);
    const app_metadata = { provider: 'firebase' };
    users.push({ id: 'old', email: 'b@example.org', email_confirmed_at: '2026-01-01T00:00:00Z', app_metadata });
    await open({ userId: 'old', email: 'b@example.org' });
    await open({ userId: 'old' });
    expect(emailOf('old')).toMatch(/@no-address\.guest\.example$/);
  });

  test('leaves an address that was never proved there, and one that another provider has proved as well', async () => {
    users.push({ id: 'own', email: 'own@example.org', email_confirmed_at: '2026-01-01T00:00:00Z' });
    await open({ userId: 'own' });
    expect(emailOf('own')).toBe('own@example.org');
    const { user } = await open({ email: 'two@example.org' });
    const google = { provider: 'google', identity_data: { email: 'two@example.org', email_verified: true } };
    Object.assign(users.find(({ id }) => id === user.id) ?? {}, { identities: [google] });
    await open({ userId: user.id });
    expect(emailOf(user.id)).toBe('two@example.org');
  });

  test('finds the account again that was made for somebody without an address, when it was not noted whose it is', async () => {
    const [first, again, other] = [
      await open({ subject: 'one' }),
      await open({ subject: 'one' }),
      await open({ subject: 'other' }),
    ];
    expect(again.user.id).toBe(first.user.id);
    expect(other.user.id).not.toBe(first.user.id);
    const guest = { isAnonymous: true, subject: 'guest' };
    expect((await open(guest)).user.id).toBe((await open(guest)).user.id);
  });

  test('nobody who knows a person’s id at the other provider can tell the address that is made of it', async () => {
    const made = async (serviceKey: string) => {
      users.length = 0;
      const nobody = { ...person, subject: 'known' };
      await hosted(serviceKey).openSession(nobody, null, async () => true);
      return users[0]?.email;
    };
    expect(await made('one key')).not.toBe(await made('another key'));
    expect(await made('one key')).toBe(await made('one key'));
  });

  test('ends the session of the token that it is told', async () => {
    await hosted().endSession('session', 'token-of-it');
    expect(asked).toMatchObject([{ route: 'POST /auth/v1/logout?scope=local', apikey: 'anon' }]);
  });

  test('that is busy, or refuses the key, is told apart', async () => {
    busy = true;
    await expect(open({})).rejects.toMatchObject({ code: 'rate-limited' });
    busy = false;
    await expect(open({ userId: 'unknown' })).rejects.toThrow('the auth server answered 404');
  });
});
