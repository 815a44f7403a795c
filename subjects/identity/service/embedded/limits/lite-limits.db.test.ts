/** What holds guessers back, and nobody else: over HTTP, from many addresses, with a clock of our own. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { defaultAuthLimits } from './auth-limits.ts';
import { GUEST_DOMAIN, type LiteSite, openLiteSite } from '../testing-lite.ts';

const three = { count: 3, windowMs: 60_000 };
const good = 'correct horse';
const ada = 'ada@example.org';
const [home, elsewhere] = ['192.0.2.7', '198.51.100.66'];
const { guessesPerPair, guessesPerAccount, guessesPerAddress, guessesToTell } = defaultAuthLimits;

let site: LiteSite;
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
  site = await openLiteSite();
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

test('mend 9: sign-ups are limited by the address they come from', async () => {
  site.limit({ signUpPerAddress: three });
  const signUp = (name: string, address: string) =>
    post('signup', { email: `${name}@example.org`, password: good }, address);
  const statuses: number[] = [];
  for (const name of ['a', 'b', 'c', 'd']) statuses.push((await signUp(name, '198.51.100.7')).status);
  expect(statuses).toEqual([200, 200, 200, 429]);
  expect((await signUp('d', '198.51.100.8')).status).toBe(200);
});

test('mend 9: mails to one account are limited, known or not', async () => {
  site.limit({ mailPerAccount: three });
  for (const email of [ada, 'unknown@example.org']) {
    const codes: (string | undefined)[] = [];
    for (let time = 0; time < 4; time++)
      codes.push((await site.client().auth.resetPasswordForEmail(email)).error?.code);
    expect(codes).toEqual([undefined, undefined, undefined, 'over_email_send_rate_limit']);
  }
});
