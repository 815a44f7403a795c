/** A backend as a process of its own, on an origin of its own: what a hosted one is to the product. For the journeys. */
import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { pino } from 'pino';
import postgres from 'postgres';
import { type EmbeddedBackend, startEmbeddedBackend } from '#subjects/identity/service/embedded/index.ts';
import { createStoredFiles, storageRoutes } from '#subjects/bills/service/documents/index.ts';
import { createTakeAllowance } from '#kernel/http/client-address.ts';
import { type BackendFetch, proxyBackend } from '#kernel/http/backend-proxy.ts';
import { openDatabase } from '#kernel/db.ts';
import { createHttp } from '#kernel/http/http.ts';
import { createAuthenticate } from '#kernel/people/person.ts';
import { silentLog } from '#kernel/postgres/backend-error.ts';
import { type OutsideTokens, outsideTokens, type Signing } from './outside-tokens.ts';

const [dataDir = '', signing = 'HS256'] = process.argv.slice(2);
const guestDomain = 'guest.wattershed.invalid';
const silent = { ...silentLog, error: (words: string) => console.error(words) };
const lavish = { count: 10_000, windowMs: 60_000 };

/** The product's origin and our own; the product's is told when it is known. */
const places = { product: 'http://localhost', own: '' };
/** In a body the token is a field, in the address of a mail's link a part after `#`. */
const tokenPlaces = /(?<="access_token":\s*"|[#&]access_token=)[\w.-]+/;

const backend = await startEmbeddedBackend({
  dataDir,
  migrationsDir: fileURLToPath(new URL('../../../supabase/migrations', import.meta.url)),
  publicOrigin: () => places.product,
  guestDomain,
  mailer: {
    // Links of a hosted backend's mails lead to itself first, and from there to the product.
    send: async ({ to, text, link = '' }) =>
      tell({ mail: { to, text, link: link.replace(`${places.product}/auth/v1/`, `${places.own}/auth/v1/`) } }),
    check: async () => undefined,
  },
  log: silent,
  limits: { signInPerAddress: lavish, signUpPerAddress: lavish, guestPerAddress: lavish },
});
const tokens = await outsideTokens(signing as Signing, backend.jwtSecret, () => `${places.own}/auth/v1`);
// The newer public keys are no tokens at all.
const anonKey = tokens.secret === null ? `sb_publishable_${randomUUID()}` : backend.anonKey;
const serviceKey = `sb_secret_${randomUUID()}`;
const database = openDatabase(backend.serviceUrl);
const app = createHttp({ TRUST_PROXY: false, PUBLIC_URL: undefined }, pino({ level: 'silent' }));
serve(app, backend, tokens);
await app.listen({ host: '127.0.0.1', port: 0 });
places.own = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
tell({
  facts: { url: places.own, databaseUrl: backend.serviceUrl, anonKey, serviceKey, jwtSecret: tokens.secret },
});

process.on('message', ({ product }: { product: string }) => {
  places.product = product;
});
process.once('SIGINT', () => void stop());

function serve(on: FastifyInstance, from: EmbeddedBackend, signed: OutsideTokens): void {
  on.addHook('onRequest', async (request: FastifyRequest, reply: FastifyReply) => {
    if (allowOrigin(request, reply, places.product)) return reply;
    for (const name of ['apikey', 'authorization'] as const) await readHeader(request, name);
  });
  on.get('/auth/v1/.well-known/jwks.json', async () => signed.keySet);
  adminRoutes(on, from);
  proxyBackend(on, withOutsideTokens(from.fetch, signed), () => places.product);
  storageRoutes(on, {
    database,
    authenticate: createAuthenticate({ secret: from.jwtSecret }, () => Date.now() / 1000),
    takeAllowance: createTakeAllowance(database.engine),
    files: createStoredFiles(join(dataDir, 'storage')),
  });
}

async function readHeader({ headers }: FastifyRequest, name: 'apikey' | 'authorization'): Promise<void> {
  const [, scheme = '', token = ''] = /^(Bearer )?(.*)$/.exec(String(headers[name] ?? '')) ?? [];
  if (token) headers[name] = scheme + (token === anonKey ? backend.anonKey : await tokens.toInside(token));
}

function tell(message: object): void {
  process.send?.(message);
}

async function stop(): Promise<void> {
  await app.close();
  await database.stop();
  await backend.stop();
  process.disconnect();
}

/** What a browser may send to another origin's backend; a header that is not named here fails the preflight. */
const headers = [
  'authorization',
  'apikey',
  'content-type',
  'prefer',
  'accept-profile',
  'content-profile',
  'range',
  'range-unit',
  'x-client-info',
  'x-supabase-api-version',
  'x-upsert',
  'cache-control',
];
const readable = 'content-range, content-disposition, content-length, x-supabase-api-version, retry-after';

/** Lets pages of this origin, and of no other, in. True: it was a preflight, and is answered. */
function allowOrigin(request: FastifyRequest, reply: FastifyReply, origin: string): boolean {
  reply.header('vary', 'origin');
  if (request.headers.origin !== origin) return false;
  reply.header('access-control-allow-origin', origin).header('access-control-expose-headers', readable);
  if (request.method !== 'OPTIONS') return false;
  void reply
    .code(204)
    .header('access-control-allow-methods', 'GET, HEAD, POST, PUT, PATCH, DELETE')
    .header('access-control-allow-headers', headers.join(', '))
    .send();
  return true;
}

interface OfUser {
  Params: { id: string };
  Body: { email: string; password: string };
}

const refusals: Record<string, [number, string]> = {
  'email-taken': [422, 'email_exists'],
  'password-weak': [422, 'weak_password'],
};

/** The part of the auth server's admin interface that the product calls with the service key. */
function adminRoutes(on: FastifyInstance, { upgradeGuest, ownerUrl }: EmbeddedBackend): void {
  const path = '/auth/v1/admin/users/:id';
  on.addHook('onRequest', async (request, reply) => {
    if (!request.url.startsWith('/auth/v1/admin/')) return;
    if (request.headers.authorization === `Bearer ${serviceKey}` && request.headers.apikey === serviceKey) return;
    await reply.code(401).send({ code: 401, error_code: 'no_authorization', msg: 'This needs the service key' });
  });
  const userOf = async (id: string): Promise<object | undefined> => {
    const sql = postgres(ownerUrl, { max: 1 });
    const [user] = await sql`select id, email, is_anonymous from auth.users where id = ${id}`;
    await sql.end();
    return user;
  };
  /** As Supabase's auth server does at a new password (`UpdatePassword` in `internal/models/user.go`): an administrator has no session to keep. */
  const endSessions = async (id: string): Promise<void> => {
    const sql = postgres(ownerUrl, { max: 1 });
    await sql`delete from auth.refresh_tokens where user_id = ${id}`;
    await sql`delete from auth.sessions where user_id = ${id}`;
    await sql.end();
  };
  on.get<OfUser>(path, async (request, reply) => {
    const user = await userOf(request.params.id);
    return user ?? reply.code(404).send({ code: 404, error_code: 'user_not_found', msg: 'User not found' });
  });
  on.put<OfUser>(path, async (request, reply) => {
    const { email, password } = request.body;
    const result = await upgradeGuest(request.params.id, email, password);
    if (result.ok) {
      await endSessions(request.params.id);
      return userOf(request.params.id);
    }
    const [code, error] = refusals[result.code] ?? [400, 'validation_failed'];
    return reply.code(code).send({ code, error_code: error, msg: result.code });
  });
}

/** The embedded backend's answers, with the tokens in them as this backend signs. */
function withOutsideTokens(inner: BackendFetch, signed: OutsideTokens): BackendFetch {
  return async (request, from) => {
    const answer = await inner(request, from);
    if (!new URL(request.url).pathname.startsWith('/auth/v1/')) return answer;
    const sent = new Headers(answer.headers);
    const place = sent.get('location');
    if (place) sent.set('location', await replaceIn(place, signed));
    const text = await answer.text();
    const isEmpty = [204, 304].includes(answer.status);
    return new Response(isEmpty ? null : await replaceIn(text, signed), { status: answer.status, headers: sent });
  };
}

async function replaceIn(text: string, signed: OutsideTokens): Promise<string> {
  const found = tokenPlaces.exec(text)?.[0];
  return found === undefined ? text : text.replace(found, await signed.toOutside(found));
}
