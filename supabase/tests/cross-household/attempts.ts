/** Puts attempts together: who asks what by which door, and with which headers. */
import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import { issuerOf } from '#kernel/people/person.ts';
import { ofAuth, ofFunction, ofService, ofStorage, ofTable } from './doors.ts';
import type { Chance, Target } from './target.ts';

export interface Attempt {
  readonly attacker: Attacker;
  readonly method: string;
  readonly path: string;
  readonly headers: Record<string, string | string[]>;
  readonly body?: string;
}

const schemas = ['private', 'auth', 'storage', 'private_migrations', 'rights_canary', 'extensions', 'pg_catalog'];

const tricks = (by: Chance, { victim, anonKey }: Target, attacker: Attacker): Record<string, string | string[]> => {
  const mine = `Bearer ${attacker.token}`;
  return by.one<() => Record<string, string | string[]>>([
    () => ({ 'accept-profile': by.one(schemas), 'content-profile': by.one(schemas) }),
    () => ({ apikey: attacker.token }),
    () => ({ apikey: 'service_role', authorization: mine }),
    () => ({ authorization: [mine, `Bearer ${anonKey}`] }),
    () => ({ authorization: [`Bearer ${anonKey}`, mine] }),
    () => ({ authorization: `Basic ${Buffer.from(`${victim.userId}:x`).toString('base64')}` }),
    () => ({ 'x-forwarded-for': '127.0.0.1', 'x-forwarded-user': victim.userId, 'x-real-ip': '127.0.0.1' }),
    () => ({ 'x-forwarded-host': 'localhost', 'x-forwarded-proto': 'https', forwarded: 'for=127.0.0.1' }),
    () => ({ 'x-http-method-override': by.one(['GET', 'DELETE', 'PATCH']) }),
    () => ({
      role: 'service_role',
      'x-role': 'service_role',
      'x-user-id': victim.userId,
      'x-household': victim.household,
    }),
    () => ({ cookie: `sb-access-token=${attacker.token}; wattershed-session=${victim.userId}` }),
    () => ({ 'request.jwt.claims': JSON.stringify({ sub: victim.userId, role: 'authenticated' }) }),
    () => ({ 'x-client-info': `'; set role postgres; --`, 'user-agent': `'; set role postgres; --` }),
  ])();
};

const prefers = [
  'return=representation',
  'return=minimal',
  'count=exact',
  'count=planned',
  'count=estimated',
  'return=representation,resolution=merge-duplicates',
  'return=representation,resolution=ignore-duplicates',
  'return=headers-only,missing=default',
  'tx=commit,handling=lenient',
];

export const makeAttempt = (by: Chance, target: Target, attackers: readonly Attacker[]): Attempt => {
  const attacker = by.one(attackers);
  const kind = by.one([
    ofTable,
    ofTable,
    ofTable,
    ofTable,
    ofTable,
    ofTable,
    ofFunction,
    ofService,
    ofService,
    ofStorage,
    ofAuth,
  ]);
  const { method, path, body, type } = kind(by, target);
  return {
    attacker,
    method,
    path: path.replaceAll(' ', '%20'),
    headers: {
      apikey: target.anonKey,
      authorization: `Bearer ${attacker.token}`,
      ...(body !== undefined && { 'content-type': type ?? 'application/json' }),
      ...(by.is(0.5) && { prefer: by.one(prefers) }),
      ...(by.is(0.1) && { range: '0-999999', 'range-unit': 'items' }),
      ...(by.is(0.1) && {
        accept: by.one(['text/csv', 'application/vnd.pgrst.object+json', 'application/vnd.pgrst.plan']),
      }),
      ...(by.is(0.3) && tricks(by, target, attacker)),
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  };
};

// Everybody who is no member of the victim's household, and what passes itself off as one.

export interface Attacker {
  readonly name: string;
  readonly token: string;
  /** Null: a forged token, with which nothing at all should be answered. */
  readonly household: string | null;
}

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const hour = 3600;

/** Tokens in the victim's name that the backend never gave out. `secret`: the true one, for tokens that were once good. */
export const forgeries = async (userId: string, secret: string): Promise<Attacker[]> => {
  const now = Math.floor(Date.now() / 1000);
  const iss = issuerOf(secret);
  const claims = { sub: userId, role: 'authenticated', aud: 'authenticated', iss, session_id: randomUUID(), iat: now };
  const good = { ...claims, exp: now + hour };
  const other = new TextEncoder().encode('another secret of at least thirty-two bytes');
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const jwk = publicKey.export({ format: 'jwk' });
  const sign = (payload: object, header: object, key: Parameters<SignJWT['sign']>[0]): Promise<string> =>
    new SignJWT({ ...payload }).setProtectedHeader({ alg: 'HS256', typ: 'JWT', ...header }).sign(key);
  const genuine = new TextEncoder().encode(secret);
  const [head = '', , signature = ''] = (await sign({ ...claims, exp: now - hour }, {}, genuine)).split('.');
  const made: Record<string, string> = {
    'alg none': `${part({ alg: 'none', typ: 'JWT' })}.${part(good)}.`,
    'alg None, in other letters': `${part({ alg: 'nOnE', typ: 'JWT' })}.${part(good)}.AAAA`,
    'no signature': `${part({ alg: 'HS256', typ: 'JWT' })}.${part(good)}.`,
    'other secret': await sign(good, {}, other),
    'empty secret’s hash': await sign(good, {}, new Uint8Array(32)),
    'other issuer': await sign({ ...good, iss: 'https://evil.example/auth/v1' }, {}, other),
    'other audience': await sign({ ...good, aud: 'someone-else' }, {}, other),
    'the right secret, of another installation': await sign({ ...good, iss: 'urn:wattershed:another' }, {}, genuine),
    'the right secret, for somebody else': await sign({ ...good, aud: 'someone-else' }, {}, genuine),
    'service_role claimed': await sign({ ...good, role: 'service_role' }, {}, other),
    'postgres claimed': await sign({ ...good, role: 'postgres' }, {}, other),
    'own key in the header': await sign(good, { alg: 'ES256', jwk }, privateKey),
    'own key set in the header': await sign(
      good,
      { alg: 'ES256', jku: 'https://evil.example/jwks', kid: '1' },
      privateKey,
    ),
    'kid is a path': await sign(good, { kid: '../../../../dev/null' }, new Uint8Array(1)),
    'kid is SQL': await sign(good, { kid: "x' union select 'a" }, new TextEncoder().encode('a')),
    expired: await sign({ ...claims, exp: now - hour }, {}, genuine),
    'expired long ago, said twice': await sign({ ...claims, iat: 1, exp: 2 }, {}, genuine),
    'an old signature on new claims': `${head}.${part(good)}.${signature}`,
    'not yet': await sign({ ...good, nbf: now + hour }, {}, genuine),
    'no subject': await sign({ ...good, sub: '' }, {}, other),
    'no token': 'null',
  };
  return Object.entries(made).map(([name, token]) => ({ name, token, household: null }));
};
