import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import bcrypt from 'bcryptjs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createBreachCheck } from './passwords.ts';
import { GUEST_DOMAIN, type IdentitySite, openIdentitySite } from '../testing-identity.ts';

const known = 'correct horse battery';
const hashOf = (password: string) => createHash('sha1').update(password).digest('hex').toUpperCase();

interface Asked {
  readonly path: string;
  readonly padded: string | undefined;
}

/** The list as its keepers serve it: the rest of each hash, a count, and padding with count 0. */
const openList = async (answers: 'well' | 'never' | 'wrongly' | 'far too much' = 'well') => {
  const asked: Asked[] = [];
  const server = createServer((request, reply) => {
    asked.push({ path: request.url ?? '', padded: request.headers['add-padding'] as string | undefined });
    if (answers === 'never') return;
    if (answers === 'wrongly') reply.writeHead(503);
    if (answers === 'far too much') reply.write('F'.repeat(2 ** 20));
    const padding = `${hashOf('only padding').slice(5)}:0`;
    reply.end([`${'0'.repeat(35)}:7`, `${hashOf(known).slice(5)}:42`, padding].join('\r\n'));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked, stop };
};

let list: Awaited<ReturnType<typeof openList>>;
let site: IdentitySite;
beforeAll(async () => {
  list = await openList();
  site = await openIdentitySite({ breachedPasswords: list.origin });
});
afterAll(async () => {
  await site.stop();
  list.stop();
});

test('a password lies as argon2id, and one of bcrypt does from the next sign-in on', async () => {
  const [email, password] = ['hash@example.org', 'nobody else has this either'];
  expect((await site.client().auth.signUp({ email, password })).error).toBeNull();
  const hash = async () =>
    String(
      (await site.database.asOwner(`select encrypted_password as hash from auth.users where email = '${email}'`))[0]?.[
        'hash'
      ],
    );
  const argon2id = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/;
  expect(await hash()).toMatch(argon2id);
  await site.database.asOwner(
    `update auth.users set encrypted_password = '${bcrypt.hashSync(password, 4)}' where email = '${email}'`,
  );
  expect((await site.client().auth.signInWithPassword({ email, password: 'a guess' })).error).not.toBeNull();
  expect(await hash()).not.toMatch(argon2id);
  expect((await site.client().auth.signInWithPassword({ email, password })).error).toBeNull();
  expect(await hash()).toMatch(argon2id);
});

describe('C5.2 C8.5 a password that is on the lists', () => {
  const pwned = { name: 'AuthWeakPasswordError', status: 422, reasons: ['pwned'] };

  test('is refused at sign-up, and makes no account', async () => {
    const { error } = await site.client().auth.signUp({ email: 'ada@example.org', password: known });
    expect(error).toMatchObject(pwned);
    expect(await site.database.asOwner(`select from auth.users where email = 'ada@example.org'`)).toEqual([]);
  });

  test('is refused as a new one, after a link for a forgotten one too', async () => {
    const client = site.client();
    await client.auth.signUp({ email: 'ben@example.org', password: 'nobody else has this' });
    expect((await client.auth.updateUser({ password: known })).error).toMatchObject(pwned);
    await client.auth.resetPasswordForEmail('ben@example.org');
    await expect.poll(() => site.mails.length).toBe(1);
    const followed = await fetch(site.mails[0]?.link ?? '', { redirect: 'manual' });
    const hash = new URLSearchParams(followed.headers.get('location')?.split('#')[1]);
    const [access_token, refresh_token] = [hash.get('access_token') ?? '', hash.get('refresh_token') ?? ''];
    const recovering = site.client();
    await recovering.auth.setSession({ access_token, refresh_token });
    expect((await recovering.auth.updateUser({ password: known })).error).toMatchObject(pwned);
  });

  test('is told of by five digits of forty, with padding, and padding counts for nothing', async () => {
    list.asked.length = 0;
    const { error } = await site.client().auth.signUp({ email: 'pad@example.org', password: 'only padding' });
    expect(error).toBeNull();
    expect(list.asked).toEqual([{ path: `/range/${hashOf('only padding').slice(0, 5)}`, padded: 'true' }]);
  });

  test("a guest's generated one, and one that is too short anyway, are not looked up", async () => {
    list.asked.length = 0;
    expect((await site.client().auth.signUp({ email: `guest-1@${GUEST_DOMAIN}`, password: known })).error).toBeNull();
    const short = await site.client().auth.signUp({ email: 'short@example.org', password: '12345' });
    expect(short.error).toMatchObject({ reasons: ['length'] });
    expect(list.asked).toEqual([]);
  });
});

describe('C5.2 C8.5 what a guesser tries first, with no network', () => {
  let alone: IdentitySite;
  const strong = 'nobody else has this';
  beforeAll(async () => {
    alone = await openIdentitySite({ breachedPasswords: 'http://127.0.0.1:9', minPasswordLength: 8 });
  });
  afterAll(() => alone.stop());
  const weak = [
    ['12345678', 'pwned'],
    ['Password1!', 'pwned'],
    ['wattershed', 'pwned'],
    ['ada.byron', 'pwned'],
    ['Xk7#pq', 'length'],
  ] as const;

  test('is refused at sign-up', async () => {
    for (const [password, reason] of weak) {
      const { error } = await alone.client().auth.signUp({ email: 'ada.byron@example.org', password });
      expect([password, error]).toMatchObject([
        password,
        { name: 'AuthWeakPasswordError', status: 422, reasons: [reason] },
      ]);
    }
    expect((await alone.client().auth.signUp({ email: 'ada.byron@example.org', password: strong })).error).toBeNull();
  });

  test('a sentence in any script may be one, to its last letter', async () => {
    const [email, sentence] = [
      'sentence@example.org',
      'हमारी छत की टंकी हर सुबह छह बजे भर जाती है, और शाम तक आधी रह जाती है',
    ];
    expect((await alone.client().auth.signUp({ email, password: sentence })).error).toBeNull();
    expect((await alone.client().auth.signInWithPassword({ email, password: sentence })).error).toBeNull();
    const cut = await alone.client().auth.signInWithPassword({ email, password: sentence.slice(0, -1) });
    expect(cut.error?.code).toBe('invalid_credentials');
    const endless = await alone
      .client()
      .auth.signUp({ email: 'endless@example.org', password: `${sentence} `.repeat(9) });
    expect(endless.error).toMatchObject({ reasons: ['length'] });
  });

  test('is refused as a new password, with one’s address known from the session', async () => {
    const client = alone.client();
    await client.auth.signInWithPassword({ email: 'ada.byron@example.org', password: strong });
    for (const [password, reason] of weak) {
      const { error } = await client.auth.updateUser({ password });
      expect([password, error]).toMatchObject([
        password,
        { name: 'AuthWeakPasswordError', status: 422, reasons: [reason] },
      ]);
    }
  });
});

describe('a list that cannot be asked', () => {
  test.each(['never', 'wrongly', 'far too much'] as const)(
    'because it answers %s, has said no, and rests for a minute',
    async (how) => {
      const broken = await openList(how);
      let clock = 0;
      const isBreached = createBreachCheck(broken.origin, () => clock);
      expect(await isBreached(known)).toBe(false);
      expect(await isBreached(known)).toBe(false);
      expect(broken.asked.length).toBe(1);
      clock += 60_000;
      await isBreached(known);
      expect(broken.asked.length).toBe(2);
      broken.stop();
    },
  );

  test('because it is switched off, is not asked', async () => {
    expect(await createBreachCheck(undefined, Date.now)(known)).toBe(false);
  });
});
