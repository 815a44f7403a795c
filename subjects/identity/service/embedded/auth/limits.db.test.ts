import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, request as send, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readConfig } from '#kernel/config.ts';
import { proxyBackend } from '#kernel/http/backend-proxy.ts';
import { createHttp } from '#kernel/http/http.ts';
import { GUEST_DOMAIN, type IdentitySite, openIdentitySite } from '../testing-identity.ts';
import { defaultAuthLimits } from './limits.ts';

// What holds guessers back, and nobody else: over HTTP, from many addresses, with a clock of our own.

describe('limits', () => {
  const three = { count: 3, windowMs: 60_000 };
  const good = 'correct horse';
  const ada = 'ada@example.org';
  const [home, elsewhere] = ['192.0.2.7', '198.51.100.66'];
  const { guessesPerPair, guessesPerAccount, guessesPerAddress, guessesToTell } = defaultAuthLimits;

  let site: IdentitySite;
  let clock = 0;
  let marks = '';

  interface Tried {
    readonly status: number;
    /** Seconds to wait, where it is to be tried again. */
    readonly waitS: number;
    readonly cookie: string;
    readonly session: { access_token: string; refresh_token: string };
  }

  const post = async (path: string, body: object, address: string, cookie = ''): Promise<Tried> => {
    const headers = { apikey: site.database.anonKey, 'content-type': 'application/json', 'x-test-address': address };
    const answer = await fetch(`${site.origin}/auth/v1/${path}`, {
      method: 'POST',
      headers: { ...headers, ...(cookie && { cookie }) },
      body: JSON.stringify(body),
    });
    return {
      status: answer.status,
      waitS: Number(answer.headers.get('retry-after') ?? 0),
      cookie: answer.headers.getSetCookie().join('\n'),
      session: (await answer.json()) as Tried['session'],
    };
  };
  const signIn = (email: string, password: string, address: string, cookie = '') =>
    post('token?grant_type=password', { email, password }, address, cookie);
  const guess = (email: string, address: string, cookie = '') => signIn(email, 'not this one', address, cookie);
  const nameAndValue = (cookie: string): string => cookie.split(';')[0] ?? '';

  /** Wrong passwords until `count` were looked at, waiting as long as is asked. Answers the longest wait. */
  const guessFor = async (count: number, from: (at: number) => string, email = ada): Promise<number> => {
    let maxS = 0;
    for (let at = 0; at < count; ) {
      const { status, waitS } = await guess(email, from(at));
      if (status === 400) at += 1;
      else expect(status).toBe(429);
      maxS = Math.max(maxS, waitS);
      clock += waitS * 1000;
    }
    return maxS;
  };

  beforeAll(async () => {
    site = await openIdentitySite();
    for (const email of [ada, 'ben@example.org']) await post('signup', { email, password: good }, home);
    marks = nameAndValue((await signIn(ada, good, home)).cookie);
  });
  afterAll(() => site.stop());
  beforeEach(() => {
    clock = 1_000_000;
    site.mails.length = 0;
    site.limit({ guessesPerPair, guessesPerAccount, guessesPerAddress, guessesToTell }, () => clock);
  });

  describe('C8.5 somebody guesses at an account from one address', () => {
    test('a few tries are free, then each waits longer, up to a quarter of an hour, the right one too', async () => {
      for (let at = 0; at < 5; at++) expect((await guess(ada, elsewhere)).status).toBe(400);
      const waits: number[] = [];
      for (let at = 0; at < 10; at++) {
        const { status, waitS } = await signIn(ada, good, elsewhere);
        expect(status).toBe(429);
        waits.push(waitS);
        clock += waitS * 1000;
        expect((await guess(ada, elsewhere)).status).toBe(400);
      }
      expect(waits).toEqual([5, 10, 20, 40, 80, 160, 320, 640, 900, 900]);
      clock += 900_000;
      expect((await signIn(ada, good, elsewhere)).status).toBe(200);
      expect((await guess(ada, elsewhere)).status).toBe(400);
    });

    test('nobody is locked out by it elsewhere: not a new device, not one that is known', async () => {
      await guessFor(14, () => elsewhere);
      expect((await signIn(ada, good, '203.0.113.9')).status).toBe(200);
      expect((await signIn(ada, good, home, marks)).status).toBe(200);
    });

    test('nor is a device that is known behind the same address', async () => {
      await guessFor(14, () => elsewhere);
      expect((await guess(ada, elsewhere)).status).toBe(429);
      expect((await signIn(ada, good, elsewhere, marks)).status).toBe(200);
      expect((await signIn('ben@example.org', good, elsewhere, marks)).status).toBe(429);
    });

    test('a hundred at once get no further than five', async () => {
      const all = await Promise.all(Array.from({ length: 100 }, () => guess(ada, elsewhere)));
      expect(all.filter(({ status }) => status === 400)).toHaveLength(5);
    });
  });

  test('from eighty addresses it is slow for devices that are not known, a minute at most; known ones do not notice', async () => {
    const maxS = await guessFor(80, (at) => `198.51.100.${at}`);
    expect(maxS).toBe(60);
    expect((await signIn(ada, good, home, marks)).status).toBe(200);
    const waited = await signIn(ada, good, '203.0.113.9');
    expect([waited.status, waited.waitS <= 60]).toEqual([429, true]);
    clock += waited.waitS * 1000;
    expect((await signIn(ada, good, '203.0.113.9')).status).toBe(200);
  });

  describe('one address tries one password at many accounts', () => {
    test('and is slowed after ten, whatever it knows of an account of its own', async () => {
      let looked = 0;
      for (let at = 0; at < 60; at++) {
        if ((await guess(`person-${at}@example.org`, elsewhere)).status === 400) looked += 1;
        if (at % 3 === 0) await signIn('ben@example.org', good, elsewhere);
      }
      expect(looked).toBe(10);
      const waits: number[] = [];
      for (let at = 0; at < 10; at++) {
        const { waitS } = await guess(`more-${at}@example.org`, elsewhere);
        waits.push(waitS);
        clock += waitS * 1000;
        await guess(`more-${at}@example.org`, elsewhere);
      }
      expect(waits).toEqual([2, 4, 8, 16, 32, 64, 128, 256, 300, 300]);
      expect((await signIn(ada, good, elsewhere, marks)).status).toBe(200);
      expect((await signIn(ada, good, home)).status).toBe(200);
    });
  });

  describe('a known device', () => {
    test('waits for what is guessed on it, and for nothing else', async () => {
      for (let at = 0; at < 5; at++) expect((await guess(ada, home, marks)).status).toBe(400);
      expect((await signIn(ada, good, home, marks)).waitS).toBe(5);
      expect((await signIn(ada, good, home)).status).toBe(200);
    });

    test('carries a mark that no script reads, that opens nothing, and that names nobody', async () => {
      const { cookie } = await signIn(ada, good, home);
      expect(cookie).toMatch(
        /^wattershed-device-[\w-]{16}=[\w.-]+; Max-Age=34560000; Path=\/auth\/v1; HttpOnly; SameSite=Strict$/,
      );
      expect(cookie).not.toMatch(/ada|example/);
      const user = await fetch(`${site.origin}/auth/v1/user`, {
        headers: { apikey: site.database.anonKey, cookie: marks },
      });
      expect(user.status).toBe(401);
    });

    test('is known from a refreshed session too, is not marked again for a month, and a guest is never marked', async () => {
      const { session } = await signIn(ada, good, home);
      const refreshed = await post('token?grant_type=refresh_token', { refresh_token: session.refresh_token }, home);
      expect(nameAndValue(refreshed.cookie)).toMatch(/^wattershed-device-/);
      expect((await signIn(ada, good, home, marks)).cookie).toBe('');
      const guest = await post('signup', { email: `guest-9@${GUEST_DOMAIN}`, password: 'aB3$efgh' }, home);
      expect([guest.status, guest.cookie]).toEqual([200, '']);
    });

    test('is told by its own mark: not by another account’s, not by one that was changed', async () => {
      await guessFor(14, () => elsewhere);
      const [name = '', value = ''] = marks.split('=');
      const ben = nameAndValue((await signIn('ben@example.org', good, home)).cookie);
      const [id, until, signature = ''] = value.split('.');
      const forged = [
        ben,
        `${name}=${ben.split('=')[1]}`,
        `${name}=${id}.zzzzzzz.${signature}`,
        `${name}=${id}.${until}.${signature.replace(/^./, (one) => (one === 'A' ? 'B' : 'A'))}`,
        `${name}=`,
        name,
      ];
      for (const cookie of forged)
        expect([cookie, (await signIn(ada, good, elsewhere, cookie)).status]).toEqual([cookie, 429]);
      expect((await signIn(ada, good, elsewhere, `theme=light; ${ben}; ${marks}`)).status).toBe(200);
    });

    test('finds its limit of accounts: the marks of the oldest go', async () => {
      const many = Array.from({ length: 15 }, (_, at) => `wattershed-device-${String(at).padStart(16, '0')}=x`).join(
        '; ',
      );
      const { cookie } = await signIn(ada, good, home, many);
      expect(cookie.split('\n').filter((one) => one.includes('=; Max-Age=0;'))).toHaveLength(4);
    });
  });

  describe('the person whose password is guessed', () => {
    test('is told by mail, in their language, once a day', async () => {
      await site.database.asOwner(
        `update auth.users set raw_user_meta_data = raw_user_meta_data || '{"language":"hi"}' where email = '${ada}'`,
      );
      await guessFor(9, () => elsewhere);
      expect(site.mails).toEqual([]);
      await guessFor(20, (at) => `203.0.113.${at}`);
      await expect
        .poll(() => site.mails)
        .toEqual([{ to: ada, kind: 'guesses', link: `${site.origin}/profile`, language: 'hi' }]);
      clock += 86_400_000;
      await guessFor(12, () => elsewhere);
      await expect.poll(() => site.mails.length).toBe(2);
    });

    test('and nobody is where there is no such account, or a guest', async () => {
      await post('signup', { email: `guest-1@${GUEST_DOMAIN}`, password: 'aB3$efgh' }, home);
      for (const email of ['nobody@example.org', `guest-1@${GUEST_DOMAIN}`]) await guessFor(12, () => elsewhere, email);
      await guessFor(10, () => home);
      await expect.poll(() => site.mails.map(({ to }) => to)).toEqual([ada]);
    });
  });

  test('sign-ups are limited by the address they come from', async () => {
    site.limit({ signUpPerAddress: three });
    const signUp = (name: string, address: string) =>
      post('signup', { email: `${name}@example.org`, password: good }, address);
    const statuses: number[] = [];
    for (const name of ['a', 'b', 'c', 'd']) statuses.push((await signUp(name, '198.51.100.7')).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
    expect((await signUp('d', '198.51.100.8')).status).toBe(200);
  });

  test('mails to one account are limited, known or not', async () => {
    site.limit({ mailPerAccount: three });
    for (const email of [ada, 'unknown@example.org']) {
      const codes: (string | undefined)[] = [];
      for (let time = 0; time < 4; time++)
        codes.push((await site.client().auth.resetPasswordForEmail(email)).error?.code);
      expect(codes).toEqual([undefined, undefined, undefined, 'over_email_send_rate_limit']);
    }
  });
});

// Limits by address behind a reverse proxy: real sockets, a proxy that writes X-Forwarded-For as each known one does.

describe('trusted proxy', () => {
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

  let site: IdentitySite;
  let stops: (() => unknown)[] = [];
  beforeAll(async () => {
    site = await openIdentitySite();
  });
  afterAll(() => site.stop());
  beforeEach(() => site.limit(limits));
  afterEach(async () => {
    for (const stop of stops.splice(0).toReversed()) await stop();
  });

  const open = async ({ trust, chain }: Pick<Setting, 'trust' | 'chain'>): Promise<number> => {
    const app = createHttp(readConfig({ TRUST_PROXY: trust }), pino({ level: 'silent' }));
    proxyBackend(
      app,
      (request, from) => site.identity.fetch(request, from),
      () => site.origin,
    );
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
});
