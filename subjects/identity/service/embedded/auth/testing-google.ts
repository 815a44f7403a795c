import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import type { IdentitySite } from '../testing-identity.ts';

export const account = (email: string, more: Partial<GoogleAccount> = {}): GoogleAccount => ({
  sub: randomUUID(),
  email,
  email_verified: true,
  name: 'Ada of Google',
  ...more,
});

export const pair = () => {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
};

export async function follow(url: string | URL, cookie = ''): Promise<{ location: URL; cookie: string }> {
  const answer = await fetch(url, { redirect: 'manual', headers: cookie ? { cookie } : {} });
  const set = answer.headers.get('set-cookie')?.split(';')[0] ?? '';
  return { location: new URL(answer.headers.get('location') ?? ''), cookie: set };
}

export const errorOf = (location: URL) => new URLSearchParams(location.hash.slice(1)).get('error_code');

/** How a browser goes to Google and back. */
export function visitsOf(site: IdentitySite, google: FakeGoogle) {
  /** From our door to Google's, and back to the callback's address, which is not opened yet. */
  async function begin(who: GoogleAccount | null, query: Record<string, string> = {}) {
    google.chooses(who);
    const door = new URL('/auth/v1/authorize', site.origin);
    door.search = new URLSearchParams({ provider: 'google', redirect_to: `${site.origin}/`, ...query }).toString();
    const there = await follow(door);
    const back = await follow(there.location);
    return { callback: back.location, cookie: there.cookie };
  }

  async function exchange(code: string, verifier: string) {
    const answer = await fetch(`${site.origin}/auth/v1/token?grant_type=pkce`, {
      method: 'POST',
      headers: { apikey: site.database.anonKey, 'content-type': 'application/json' },
      body: JSON.stringify({ auth_code: code, code_verifier: verifier }),
    });
    return { status: answer.status, body: (await answer.json()) as Record<string, never> };
  }

  async function signInBy(who: GoogleAccount) {
    const { verifier, challenge } = pair();
    const { callback } = await begin(who, { code_challenge: challenge, code_challenge_method: 's256' });
    const { location } = await follow(callback);
    const code = location.searchParams.get('code') ?? '';
    return { location, ...(code ? await exchange(code, verifier) : { status: 0, body: {} as Record<string, never> }) };
  }

  return { begin, exchange, signInBy };
}

// Stands in for Google: the page where somebody chooses their account, the exchange of the code, and the keys that sign.

/** Who signs in there, and what Google says of them. */
interface GoogleAccount {
  readonly sub: string;
  readonly email: string;
  readonly email_verified: boolean;
  readonly name: string;
}

type Forged = 'signature' | 'audience' | 'issuer' | 'nonce';

export interface FakeGoogle {
  readonly origin: string;
  /** Who presses "continue" at the next visit; null: they press "cancel". */
  chooses(account: GoogleAccount | null): void;
  /** What of its next words is somebody else's: the key that signs under its name, or what they are for. */
  forges(part: Forged | null): void;
  /** What it was asked, newest last. */
  readonly visits: URL[];
  readonly exchanges: URLSearchParams[];
  stop(): Promise<void>;
}

const bodyOf = async (request: IncomingMessage): Promise<URLSearchParams> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return new URLSearchParams(Buffer.concat(chunks).toString());
};

export const openFakeGoogle = async (client: { id: string; secret: string }): Promise<FakeGoogle> => {
  const { publicKey, privateKey } = await generateKeyPair('RS256');
  const forger = await generateKeyPair('RS256');
  const key = { ...(await exportJWK(publicKey)), kid: 'fake-google', alg: 'RS256', use: 'sig' };
  const codes = new Map<string, { account: GoogleAccount; redirectUri: string; nonce: string; challenge: string }>();
  const visits: URL[] = [];
  const exchanges: URLSearchParams[] = [];
  let chosen: GoogleAccount | null = null;
  let forged: Forged | null = null;

  const authorize = (visit: URL, reply: ServerResponse): void => {
    visits.push(visit);
    const back = new URL(visit.searchParams.get('redirect_uri') ?? '');
    back.searchParams.set('state', visit.searchParams.get('state') ?? '');
    if (chosen) {
      const code = randomUUID();
      const [nonce, challenge] = ['nonce', 'code_challenge'].map((name) => visit.searchParams.get(name) ?? '');
      codes.set(code, {
        account: chosen,
        redirectUri: back.origin + back.pathname,
        nonce: nonce ?? '',
        challenge: challenge ?? '',
      });
      back.searchParams.set('code', code);
    } else back.searchParams.set('error', 'access_denied');
    reply.writeHead(302, { location: back.href }).end();
  };

  const idToken = (signedIn: GoogleAccount, nonce: string): Promise<string> =>
    new SignJWT({ ...signedIn, nonce: forged === 'nonce' ? randomUUID() : nonce })
      .setProtectedHeader({ alg: 'RS256', kid: key.kid })
      .setIssuer(forged === 'issuer' ? 'https://evil.example' : origin())
      .setAudience(forged === 'audience' ? 'another client' : client.id)
      .setIssuedAt()
      .setExpirationTime('1h')
      .sign(forged === 'signature' ? forger.privateKey : privateKey);

  const exchange = async (asked: URLSearchParams): Promise<[number, object]> => {
    exchanges.push(asked);
    const code = asked.get('code') ?? '';
    const known = codes.get(code);
    const isClient = asked.get('client_id') === client.id && asked.get('client_secret') === client.secret;
    const isProof =
      createHash('sha256')
        .update(asked.get('code_verifier') ?? '')
        .digest('base64url') === known?.challenge;
    if (!known || !isClient || !isProof || asked.get('redirect_uri') !== known.redirectUri)
      return [400, { error: 'invalid_grant' }];
    codes.delete(code);
    const tokens = { access_token: randomUUID(), token_type: 'Bearer', expires_in: 3599 };
    return [200, { ...tokens, id_token: await idToken(known.account, known.nonce) }];
  };

  const answer = async (request: IncomingMessage, reply: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', 'http://google');
    if (url.pathname === '/o/oauth2/v2/auth') return authorize(url, reply);
    const [status, body] =
      url.pathname === '/token'
        ? await exchange(await bodyOf(request))
        : [200, url.pathname === '/.well-known/openid-configuration' ? discovery() : { keys: [key] }];
    reply.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };

  const origin = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const discovery = (): object => ({
    issuer: origin(),
    authorization_endpoint: `${origin()}/o/oauth2/v2/auth`,
    token_endpoint: `${origin()}/token`,
    jwks_uri: `${origin()}/certs`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
  });

  const server = createServer((request, reply) => void answer(request, reply)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: origin(),
    chooses: (known) => void (chosen = known),
    forges: (part) => void (forged = part),
    visits,
    exchanges,
    stop: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
};
