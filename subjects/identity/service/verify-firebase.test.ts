import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, exportSPKI, generateKeyPair, type JWK, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createVerifyEmulator, createVerifyFirebase } from './index.ts';
import type { VerifyIdentity } from './enter-as.ts';

const project = 'demo-home';
const issuer = `https://securetoken.google.com/${project}`;
const pair = await generateKeyPair('RS256');
const newPair = await generateKeyPair('RS256');

let server: Server;
let url: string;
let asked = 0;
let answers = true;
let keys: JWK[];
let clock: number;
let verify: VerifyIdentity;

beforeAll(async () => {
  server = createServer((_request, response) => {
    asked += 1;
    response.writeHead(answers ? 200 : 503, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ keys }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/keys`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));
beforeEach(async () => {
  keys = [{ ...(await exportJWK(pair.publicKey)), kid: 'one', alg: 'RS256', use: 'sig' }];
  [asked, answers, clock] = [0, true, Date.now()];
  verify = createVerifyFirebase({ project, keySetUrl: url, now: () => clock });
});

const claims = (change: JWTPayload = {}): JWTPayload => {
  const now = Math.floor(clock / 1000);
  const firebase = { sign_in_provider: 'password' };
  return {
    iss: issuer,
    aud: project,
    sub: 'u1',
    iat: now - 5,
    auth_time: now - 5,
    exp: now + 3600,
    firebase,
    ...change,
  };
};
const sign = (payload: JWTPayload, kid = 'one', key = pair.privateKey) =>
  new SignJWT(payload).setProtectedHeader({ alg: 'RS256', kid, typ: 'JWT' }).sign(key);
const codeOf = (token: string, by = verify) =>
  by(token).then(
    () => 'let in',
    ({ code }: { code: string }) => code,
  );
function fromNow(seconds: number): number {
  return Math.floor(Date.now() / 1000) + seconds;
}

describe('C7.21 a token of Firebase', () => {
  test('tells who it is, and of addresses only those that are proved', async () => {
    const told = { name: 'Asha Rao', email: 'asha@example.org', phone_number: '+919876543210' };
    expect(await verify(await sign(claims({ ...told, email_verified: true })))).toEqual({
      subject: 'u1',
      person: { email: 'asha@example.org', phone: '+919876543210', displayName: 'Asha Rao', isAnonymous: false },
    });
    const { person } = await verify(await sign(claims({ email: 'asha@example.org', email_verified: false })));
    expect(person).toEqual({ email: null, phone: null, displayName: '', isAnonymous: false });
    const guest = await verify(await sign(claims({ firebase: { sign_in_provider: 'anonymous' } })));
    expect(guest.person).toMatchObject({ isAnonymous: true, displayName: '' });
  });

  test.each([
    ['of another project', { aud: 'demo-other' }],
    ['of another issuer', { iss: 'https://securetoken.google.com/demo-other' }],
    ['that has ended', { exp: fromNow(-61) }],
    ['without an end', { exp: undefined }],
    ['made in the future', { iat: fromNow(120) }],
    ['of a sign-in in the future', { auth_time: fromNow(120) }],
    ['without a time of sign-in', { auth_time: undefined }],
    ['of nobody', { sub: '' }],
    ['of a name that is too long', { sub: 'x'.repeat(129) }],
    ['that says nothing of Firebase', { firebase: undefined }],
  ] as [string, JWTPayload][])('%s is refused', async (_which, change) => {
    expect(await codeOf(await sign(claims(change)))).toBe('not-authenticated');
  });

  test('a minute of difference between clocks is allowed', async () => {
    const late = { exp: fromNow(-50), iat: fromNow(-3600), auth_time: fromNow(50) };
    expect(await codeOf(await sign(claims(late)))).toBe('let in');
  });

  test('signed by somebody else, by nobody, or with the public key as a secret, is refused', async () => {
    const secret = new TextEncoder().encode(await exportSPKI(pair.publicKey));
    const shared = new SignJWT(claims()).setProtectedHeader({ alg: 'HS256', kid: 'one' }).sign(secret);
    const tokens = [
      await sign(claims(), 'one', newPair.privateKey),
      await sign(claims(), 'unknown'),
      await shared,
      new UnsecuredJWT(claims()).encode(),
      'not.a.token',
    ];
    for (const token of tokens) expect(await codeOf(token)).toBe('not-authenticated');
  });
});

describe('C9.6 C7.21 Google’s keys', () => {
  test('are asked for once in ten minutes, and new ones are found', async () => {
    for (let n = 0; n < 20; n += 1) await verify(await sign(claims()));
    expect(asked).toBe(1);
    keys = [{ ...(await exportJWK(newPair.publicKey)), kid: 'two', alg: 'RS256', use: 'sig' }];
    const real = Date.now;
    try {
      Date.now = () => real() + 601_000;
      clock = Date.now();
      expect(await codeOf(await sign(claims(), 'two', newPair.privateKey))).toBe('let in');
      expect(await codeOf(await sign(claims()))).toBe('not-authenticated');
    } finally {
      Date.now = real;
    }
    expect(asked).toBe(2);
  });

  test('that are old serve while Google does not answer, and it is not asked at every sign-in', async () => {
    await verify(await sign(claims()));
    answers = false;
    const real = Date.now;
    try {
      Date.now = () => real() + 700_000;
      clock = Date.now();
      for (let n = 0; n < 5; n += 1) expect(await codeOf(await sign(claims()))).toBe('let in');
      expect(asked).toBe(2);
      expect(await codeOf(await sign(claims(), 'newer'))).toBe('identity-unavailable');
    } finally {
      Date.now = real;
    }
  });

  test('that never came leave the question open, which is not the person’s fault', async () => {
    answers = false;
    expect(await codeOf(await sign(claims()))).toBe('identity-unavailable');
  });
});

describe('C7.21 a token of the emulator, which nobody signs', () => {
  test('is taken by its own check alone, and of demo projects alone', async () => {
    const token = new UnsecuredJWT(claims({ email: 'a@example.org', email_verified: true })).encode();
    const emulator = createVerifyEmulator(project, () => clock);
    expect((await emulator(token)).person.email).toBe('a@example.org');
    expect(await codeOf(token)).toBe('not-authenticated');
    expect(await codeOf(await sign(claims()), emulator)).toBe('not-authenticated');
    expect(await codeOf(new UnsecuredJWT(claims({ aud: 'demo-other' })).encode(), emulator)).toBe('not-authenticated');
    expect(await codeOf(new UnsecuredJWT(claims({ exp: 1000 })).encode(), emulator)).toBe('not-authenticated');
    expect(() => createVerifyEmulator('real-home', () => clock)).toThrow('demo-');
  });
});
