import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createClient, type SupabaseClient, type SupabaseClientOptions } from '@supabase/supabase-js';
import { passwordLength } from '#catalogue/password-length.ts';
import { type BackendLog, silentLog } from '#kernel/postgres/backend-error.ts';
import { type AuthLimits, createAuthGate, defaultAuthLimits } from './auth/limits.ts';
import { createBreachCheck } from './auth/passwords.ts';
import { type Identity, openIdentity } from './open-identity.ts';
import type { AuthMail } from '#kernel/mail/auth-mail.ts';
import { createTestDatabase, type TestDatabase } from '#kernel/postgres/testing.ts';

export const GUEST_DOMAIN = 'guest.wattershed.invalid';
export const GOOGLE_CLIENT = 'wattershed.apps.example';
export const GOOGLE_SECRET = 'a secret between Google and us';

export interface IdentitySite {
  origin: string;
  database: TestDatabase;
  identity: Identity;
  mails: AuthMail[];
  /** From now on these limits, with nothing counted yet. */
  limit(limits: Partial<AuthLimits>, now?: () => number): void;
  /** A browser's own client, with nothing stored. */
  client(options?: SupabaseClientOptions<'public'>['auth']): SupabaseClient;
  stop(): Promise<void>;
}

export interface IdentitySiteOptions {
  limits?: Partial<AuthLimits>;
  mustConfirmEmail?: boolean;
  jwtLifetimeS?: number;
  timeOutMs?: number;
  /** The origin of who stands in for Google. */
  googleStandIn?: string;
  /** The origin of a list of known passwords. */
  breachedPasswords?: string;
  log?: BackendLog;
  minPasswordLength?: number;
  /** Of the codes of apps. */
  now?: () => number;
  /** Arranges the database before its tables are looked at. */
  arrange?: string;
}

/** Node 20 has no WebSocket of its own, and the client asks for one even where it is never used. */
export const NeverOpened = function NeverOpened(): void {};

async function readBody(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** Sign-in and tables behind a real HTTP server on loopback, as the service puts them before a browser. */
export async function openIdentitySite(options: IdentitySiteOptions = {}): Promise<IdentitySite> {
  const database = await createTestDatabase();
  if (options.arrange) await database.asOwner(options.arrange);
  const mails: AuthMail[] = [];
  let origin = '';
  const unlimited = { count: 1000, windowMs: 60_000 };
  const unpunished = { free: 1000, firstMs: 1, maxMs: 1, windowMs: 60_000 };
  const generous = Object.fromEntries(
    Object.keys(defaultAuthLimits).map((name) => [name, name.startsWith('guesses') ? unpunished : unlimited]),
  ) as unknown as AuthLimits;
  const limits: AuthLimits = { ...generous, guestsInTotal: 200, guessesToTell: 1000, ...options.limits };
  let gate = createAuthGate(limits);
  const identity = await openIdentity({
    urls: { signIn: database.signInUrl, tables: database.authenticatorUrl },
    jwtSecret: database.jwtSecret,
    anonKey: database.anonKey,
    guestDomain: GUEST_DOMAIN,
    mustConfirmEmail: options.mustConfirmEmail ?? false,
    jwtLifetimeS: options.jwtLifetimeS ?? 3600,
    publicOrigin: () => origin,
    providers: options.googleStandIn
      ? ['google', 'oidc'].map((id) => ({
          id,
          issuer: options.googleStandIn as string,
          clientId: GOOGLE_CLIENT,
          secret: GOOGLE_SECRET,
        }))
      : [],
    gate: { admit: (attempt) => gate.admit(attempt), settle: (attempt, outcome) => gate.settle(attempt, outcome) },
    limits,
    minPasswordLength: options.minPasswordLength ?? passwordLength.min,
    isBreached: createBreachCheck(options.breachedPasswords),
    sendMail: (mail) => void mails.push(mail),
    log: options.log ?? silentLog,
    ...(options.now && { now: options.now }),
    ...(options.timeOutMs !== undefined && { timeOutMs: options.timeOutMs }),
  });
  async function answer(message: IncomingMessage, reply: ServerResponse): Promise<void> {
    const body = await readBody(message);
    const headers = new Headers(
      Object.entries(message.headers).map(([name, value]): [string, string] => [name, String(value)]),
    );
    headers.delete('transfer-encoding');
    const init = { method: message.method ?? 'GET', headers, ...(body.length > 0 ? { body } : {}) };
    const response = await identity.fetch(new Request(new URL(message.url ?? '/', origin), init), {
      address: String(message.headers['x-test-address'] ?? '127.0.0.1'),
    });
    reply.writeHead(response.status, [...response.headers].flat());
    reply.end(Buffer.from(await response.arrayBuffer()));
  }
  const server = createServer((message, reply) => void answer(message, reply)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    database,
    identity,
    mails,
    limit: (some, now) => {
      gate = createAuthGate({ ...limits, ...some }, now);
    },
    client: (auth) =>
      createClient(origin, database.anonKey, {
        auth: { persistSession: false, autoRefreshToken: false, ...auth },
        realtime: { transport: NeverOpened as never },
      }),
    async stop() {
      server.closeAllConnections();
      server.close();
      await identity.stop();
      await database.drop();
    },
  };
}
