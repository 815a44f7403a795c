import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { errors, exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAuthenticate } from './person.ts';

const secret = 'a secret of this install, long enough for HS256';
const now = 1_780_000_000;
const userId = '7b1c9d7e-3f0a-4f0f-9b59-0d6c2a4a3c11';

interface Wish {
  readonly role?: string;
  readonly sub?: string | null;
  readonly exp?: number | null;
  readonly secret?: string;
}
const tokenOf = ({
  role = 'authenticated',
  sub = userId,
  exp = now + 60,
  secret: key = secret,
}: Wish = {}): Promise<string> =>
  new SignJWT({ role, ...(sub === null ? {} : { sub }), ...(exp === null ? {} : { exp }) })
    .setProtectedHeader({ alg: 'HS256' })
    .sign(new TextEncoder().encode(key));

const request = (authorization?: string) => ({ headers: authorization === undefined ? {} : { authorization } });
const refused = { code: 'not-authenticated', message: 'Not authenticated' };

describe('C6.1 who asks is told by the backend’s token', () => {
  test('a valid one names the person and its end', async () => {
    const authenticate = createAuthenticate({ secret }, () => now);
    const header = request(`Bearer ${await tokenOf()}`);
    const person = { sub: userId, role: 'authenticated', expiresAt: now + 60 };
    expect(await authenticate(header)).toEqual(person);
    expect(await authenticate(header)).toEqual(person);
  });

  test.each<[string, Wish]>([
    ['that has ended', { exp: now - 1 }],
    ['without an end', { exp: null }],
    ['of another secret', { secret: 'the secret of another install, as long as ours' }],
    ['of the anonymous role', { role: 'anon' }],
    ['of the service role', { role: 'service_role' }],
    ['without a person', { sub: null }],
  ])('C8.2 one %s is refused', async (_title, wish) => {
    await expect(
      createAuthenticate({ secret }, () => now)(request(`Bearer ${await tokenOf(wish)}`)),
    ).rejects.toMatchObject(refused);
  });

  test('C8.2 none, another scheme, nonsense and an unsigned one are refused', async () => {
    const authenticate = createAuthenticate({ secret }, () => now);
    const [head, body] = (await tokenOf()).split('.');
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${body}.`;
    for (const header of [
      undefined,
      '',
      'Bearer ',
      'Basic YTpi',
      'Bearer nonsense',
      `Bearer ${unsigned}`,
      `Bearer ${head}.${body}.AAAA`,
    ]) {
      await expect(authenticate(request(header))).rejects.toMatchObject(refused);
    }
  });

  test('a remembered one is refused from the second on at which it ends', async () => {
    let clock = now;
    const authenticate = createAuthenticate({ secret }, () => clock);
    const header = request(`Bearer ${await tokenOf()}`);
    await authenticate(header);
    clock = now + 61;
    await expect(authenticate(header)).rejects.toMatchObject(refused);
  });
});

describe('C9.6 a hosted backend’s key set', () => {
  const asked: string[] = [];
  let keySetUrl: string;
  let sign: (kid: string) => Promise<string>;
  const server = createServer();
  beforeAll(async () => {
    const { publicKey, privateKey } = await generateKeyPair('ES256');
    const body = JSON.stringify({ keys: [{ ...(await exportJWK(publicKey)), kid: 'one', alg: 'ES256', use: 'sig' }] });
    server.on('request', (incoming, answer) => {
      asked.push(incoming.url ?? '');
      answer.setHeader('content-type', 'application/json').end(body);
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    keySetUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/auth/v1/.well-known/jwks.json`;
    sign = (kid) =>
      new SignJWT({ role: 'authenticated', sub: userId, exp: now + 60 })
        .setProtectedHeader({ alg: 'ES256', kid })
        .sign(privateKey);
  });
  afterAll(() => server.close());

  test('verifies its tokens, is asked for once, and lets no symmetric one through', async () => {
    const authenticate = createAuthenticate({ keySetUrl }, () => now);
    expect(await authenticate(request(`Bearer ${await sign('one')}`))).toMatchObject({ sub: userId });
    expect(await authenticate(request(`Bearer ${await sign('one')}`))).toMatchObject({ sub: userId });
    expect(asked).toEqual(['/auth/v1/.well-known/jwks.json']);
    await expect(authenticate(request(`Bearer ${await tokenOf()}`))).rejects.toMatchObject(refused);
    await expect(authenticate(request(`Bearer ${await sign('two')}`))).rejects.toMatchObject(refused);
    expect(errors.JWKSNoMatchingKey.code).toBe('ERR_JWKS_NO_MATCHING_KEY');
  });
});
