/** Limits by address behind a reverse proxy: real sockets, a proxy that writes X-Forwarded-For as each known one does. */
import { once } from 'node:events';
import { createServer, request as send, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { proxyBackend } from '#kernel/http/backend-proxy.ts';
import { readConfig } from '#kernel/config.ts';
import { createHttp } from '#kernel/http/http.ts';
import { GUEST_DOMAIN, type LiteSite, openLiteSite } from '../testing-lite.ts';

/** Who is connected to a proxy: a machine has no second address that every system can give it. */
const PEER = 'x-test-peer';
const HERE = '127.0.0.1';

type Manner = 'appends' | 'replaces';
const written = (manner: Manner, said: string | undefined, peer: string): string =>
  manner === 'appends' && said ? `${said}, ${peer}` : peer;

interface Running {
  readonly port: number;
  readonly server: Server;
}

const portOf = async (server: Server): Promise<Running> => {
  await once(server.listen(0, HERE), 'listening');
  return { server, port: (server.address() as AddressInfo).port };
};

/** Passes everything on to `port`. The outermost is told who is connected to it; the others see a proxy of this machine. */
const openProxy = (manner: Manner, port: number): Promise<Running> =>
  portOf(
    createServer((incoming, outgoing) => {
      const { [PEER]: peer = HERE, ...headers } = incoming.headers;
      const forwarded = written(manner, headers['x-forwarded-for'] as string | undefined, String(peer));
      const passed = { ...headers, 'x-forwarded-for': forwarded };
      const onward = send(
        { host: HERE, port, path: incoming.url, method: incoming.method, headers: passed },
        (answer) => {
          outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
          answer.pipe(outgoing);
        },
      );
      incoming.pipe(onward);
    }),
  );

interface Setting {
  readonly name: string;
  readonly trust: string;
  /** From the visitor inwards. */
  readonly chain: readonly Manner[];
}

/** What docs/operate/reverse-proxy.md says to write. */
const settings: readonly Setting[] = [
  { name: 'nginx with $proxy_add_x_forwarded_for', trust: '1', chain: ['appends'] },
  { name: 'nginx with $remote_addr', trust: '1', chain: ['replaces'] },
  { name: 'Caddy, named by its address', trust: HERE, chain: ['replaces'] },
  { name: 'Traefik in a private network', trust: 'loopback, private', chain: ['replaces'] },
  { name: 'a Cloudflare tunnel', trust: '1', chain: ['appends'] },
  { name: 'Cloudflare before nginx', trust: '2', chain: ['appends', 'appends'] },
  { name: 'Cloudflare before nginx, by their networks', trust: 'loopback', chain: ['appends', 'appends'] },
  { name: "Home Assistant's ingress", trust: '127.0.0.0/23', chain: ['appends', 'appends'] },
  { name: "Home Assistant's ingress, by its hops", trust: '2', chain: ['appends', 'appends'] },
];

const limits = {
  guestPerAddress: { count: 10, windowMs: 3_600_000 },
  signInPerAddress: { count: 30, windowMs: 300_000 },
};

let site: LiteSite;
let stops: (() => unknown)[] = [];
beforeAll(async () => {
  site = await openLiteSite();
});
afterAll(() => site.stop());
beforeEach(() => site.limit(limits));
afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop();
});

const open = async ({ trust, chain }: Pick<Setting, 'trust' | 'chain'>): Promise<number> => {
  const app = createHttp(readConfig({ TRUST_PROXY: trust }), pino({ level: 'silent' }));
  proxyBackend(app, site.lite.fetch, () => site.origin);
  await app.listen({ host: HERE, port: 0 });
  stops.push(() => app.close());
  let { port } = app.server.address() as AddressInfo;
  for (const manner of chain.toReversed()) {
    const proxy = await openProxy(manner, port);
    stops.push(
      () => proxy.server.closeAllConnections(),
      () => proxy.server.close(),
    );
    port = proxy.port;
  }
  return port;
};

const ask = async (port: number, path: string, body: object, headers: IncomingHttpHeaders): Promise<number> => {
  const answer = await fetch(`http://${HERE}:${port}/auth/v1/${path}`, {
    method: 'POST',
    headers: { apikey: site.database.anonKey, 'content-type': 'application/json', ...(headers as object) },
    body: JSON.stringify(body),
  });
  await answer.arrayBuffer();
  return answer.status;
};

let guests = 0;
const beGuest = (port: number, headers: IncomingHttpHeaders) =>
  ask(port, 'signup', { email: `guest-${++guests}@${GUEST_DOMAIN}`, password: 'aB3$efgh9' }, headers);
const guess = (port: number, at: number, headers: IncomingHttpHeaders) =>
  ask(port, 'token?grant_type=password', { email: `nobody-${at}@example.org`, password: 'not this one' }, headers);

/** What an attacker writes: another address each time, in every header that some proxy or other sends. */
const forged = (at: number): IncomingHttpHeaders => ({
  'x-forwarded-for': ['', `198.51.100.${at}`, `198.51.100.${at}, 10.0.0.${at}`, `unknown, ${HERE}`][at % 4],
  'x-real-ip': `198.51.100.${at}`,
  forwarded: `for=198.51.100.${at}`,
  'cf-connecting-ip': `198.51.100.${at}`,
});
const attacker = '203.0.113.66';

describe.each(settings)('$name, TRUST_PROXY=$trust', ({ trust, chain }) => {
  test('25 guests and 60 wrong sign-ins of one visitor meet the limits, whatever they write; others are let in', async () => {
    const port = await open({ trust, chain });
    const tried: number[] = [];
    for (let at = 1; at <= 25; at++) tried.push(await beGuest(port, { ...forged(at), [PEER]: attacker }));
    expect(tried.filter((status) => status === 200)).toHaveLength(10);
    expect(tried.filter((status) => status === 429)).toHaveLength(15);
    const guessed: number[] = [];
    for (let at = 1; at <= 60; at++) guessed.push(await guess(port, at, { ...forged(at), [PEER]: attacker }));
    expect(guessed.filter((status) => status === 429).length).toBeGreaterThanOrEqual(30);
    expect(await beGuest(port, { [PEER]: '203.0.113.7' })).toBe(200);
    expect(await guess(port, 61, { [PEER]: '203.0.113.7' })).toBe(400);
  });
});

test('without TRUST_PROXY nobody is believed, nor past the proxies that were named', async () => {
  for (const trust of ['', '0', '10.9.8.7']) {
    site.limit(limits);
    const port = await open({ trust, chain: [] });
    const tried: number[] = [];
    for (let at = 1; at <= 12; at++) tried.push(await beGuest(port, forged(at)));
    expect(tried.filter((status) => status === 200)).toHaveLength(10);
  }
});
