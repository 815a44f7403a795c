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
  readonly aal?: string;
}
const tokenOf = ({
  role = 'authenticated',
  sub = userId,
  exp = now + 60,
  secret: key = secret,
  ...more
}: Wish = {}): Promise<string> =>
  new SignJWT({ role, ...more, ...(sub === null ? {} : { sub }), ...(exp === null ? {} : { exp }) })
    .setProtectedHeader({ alg: 'HS256' })
    .sign(new TextEncoder().encode(key));

const request = (authorization?: string) => ({ headers: authorization === undefined ? {} : { authorization } });
const refused = { code: 'not-authenticated', message: 'Not authenticated' };

describe('C6.1 who asks is told by the backend’s token', () => {
  test('a valid one names the person and its end', async () => {
    const authenticate = createAuthenticate({ secret }, () => now);
    const header = request(`Bearer ${await tokenOf()}`);
    const person = { sub: userId, role: 'authenticated', expiresAt: now + 60, session: null };
    expect(await authenticate(header)).toEqual(person);
    expect(await authenticate(header)).toEqual(person);
    const byTwo = request(`Bearer ${await tokenOf({ aal: 'aal2' })}`);
    expect(await authenticate(byTwo)).toEqual({ ...person, aal: 'aal2' });
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
  const issuer = 'https://backend.example/auth/v1';
  let keySetUrl: string;
  let sign: (alg: 'ES256' | 'RS256', wish?: { kid?: string; iss?: string; aud?: string }) => Promise<string>;
  const server = createServer();
  beforeAll(async () => {
    const pairs = { ES256: await generateKeyPair('ES256'), RS256: await generateKeyPair('RS256') };
    const keys = await Promise.all(
      (['ES256', 'RS256'] as const).map(async (alg) => ({
        ...(await exportJWK(pairs[alg].publicKey)),
        kid: alg,
        alg,
        use: 'sig',
      })),
    );
    server.on('request', (incoming, answer) => {
      asked.push(incoming.url ?? '');
      answer.setHeader('content-type', 'application/json').end(JSON.stringify({ keys }));
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    keySetUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/auth/v1/.well-known/jwks.json`;
    sign = (alg, { kid = alg, iss = issuer, aud = 'authenticated' } = {}) =>
      new SignJWT({ role: 'authenticated', sub: userId, exp: now + 60, iss, aud, session_id: 's1' })
        .setProtectedHeader({ alg, kid })
        .sign(pairs[alg].privateKey);
  });
  afterAll(() => server.close());

  test('verifies its ES256 and RS256 tokens, is asked for once, and lets no symmetric one through', async () => {
    const authenticate = createAuthenticate({ keySetUrl, issuer }, () => now);
    for (const alg of ['ES256', 'RS256'] as const) {
      const person = { sub: userId, session: 's1' };
      expect(await authenticate(request(`Bearer ${await sign(alg)}`))).toMatchObject(person);
    }
    expect(asked).toEqual(['/auth/v1/.well-known/jwks.json']);
    await expect(authenticate(request(`Bearer ${await tokenOf()}`))).rejects.toMatchObject(refused);
    await expect(authenticate(request(`Bearer ${await sign('ES256', { kid: 'two' })}`))).rejects.toMatchObject(refused);
    expect(errors.JWKSNoMatchingKey.code).toBe('ERR_JWKS_NO_MATCHING_KEY');
  });

  test.each([
    ['issuer', { iss: 'https://elsewhere.example/auth/v1' }],
    ['audience', { aud: 'somebody-else' }],
  ])('a token of another %s is refused', async (_what, wish) => {
    const authenticate = createAuthenticate({ keySetUrl, issuer }, () => now);
    await expect(authenticate(request(`Bearer ${await sign('RS256', wish)}`))).rejects.toMatchObject(refused);
  });

  test('a key that a token brings along itself is not believed', async () => {
    const own = await generateKeyPair('ES256');
    const jwk = await exportJWK(own.publicKey);
    const forged = (header: object) =>
      new SignJWT({ role: 'authenticated', sub: userId, exp: now + 60, iss: issuer, aud: 'authenticated' })
        .setProtectedHeader({ alg: 'ES256', ...header })
        .sign(own.privateKey);
    const authenticate = createAuthenticate({ keySetUrl, issuer }, () => now);
    for (const header of [{ jwk }, { jku: 'https://evil.example/jwks.json' }, { kid: 'ES256', jwk }])
      await expect(authenticate(request(`Bearer ${await forged(header)}`))).rejects.toMatchObject(refused);
  });

  test('that does not answer signs nobody out: it is said that it cannot be told', async () => {
    const authenticate = createAuthenticate({ keySetUrl: 'http://127.0.0.1:9/jwks.json', issuer }, () => now);
    const unavailable = { code: 'identity-unavailable' };
    await expect(authenticate(request(`Bearer ${await sign('ES256')}`))).rejects.toMatchObject(unavailable);
  });

  test('beside a shared secret: tokens of both are taken while a backend changes', async () => {
    const authenticate = createAuthenticate({ keySetUrl, secret }, () => now);
    expect(await authenticate(request(`Bearer ${await sign('ES256')}`))).toMatchObject({ sub: userId });
    expect(await authenticate(request(`Bearer ${await tokenOf()}`))).toMatchObject({ sub: userId });
  });
});
