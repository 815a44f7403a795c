/** Puts attempts together: who asks what by which door, and with which headers. */
import { ofAuth, ofService, ofStorage } from './doors.ts';
import { ofFunction, ofTable } from './tables.ts';
import type { Chance, Target } from './target.ts';
import type { Attacker } from './tokens.ts';

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
