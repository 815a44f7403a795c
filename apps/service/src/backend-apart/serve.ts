/** A backend as a process of its own, on an origin of its own: what a hosted one is to the product. For the journeys. */
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { pino } from 'pino';
import { type EmbeddedBackend, startEmbeddedBackend } from '../backend/index.ts';
import { createStoredFiles, storageRoutes } from '../modules/storage/index.ts';
import { createTakeAllowance } from '../platform/allowance.ts';
import { proxyBackend } from '../platform/backend-proxy.ts';
import { openDatabase } from '../platform/db.ts';
import { createHttp } from '../platform/http.ts';
import { createAuthenticate } from '../platform/person.ts';
import { adminRoutes } from './admin-routes.ts';
import { allowOrigin } from './allow-origin.ts';
import { type OutsideTokens, outsideTokens, type Signing } from './outside-tokens.ts';
import { withOutsideTokens } from './outside-answers.ts';

const [dataDir = '', signing = 'HS256'] = process.argv.slice(2);
const guestDomain = 'guest.wattershed.invalid';
const silent = { debug() {}, info() {}, warn() {}, error: (words: string) => console.error(words) };
const lavish = { count: 10_000, windowMs: 60_000 };

/** The product's origin and our own; the product's is told when it is known. */
const places = { product: 'http://localhost', own: '' };

const backend = await startEmbeddedBackend({
  dataDir,
  migrationsDir: fileURLToPath(new URL('../../../../supabase/migrations', import.meta.url)),
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
  adminRoutes(on, { serviceKey, upgradeGuest: from.upgradeGuest, ownerUrl: from.ownerUrl });
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
