import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { GUEST_DOMAIN, type IdentitySite, openIdentitySite } from '../testing-identity.ts';

describe('confirm email', () => {
  let site: IdentitySite;
  beforeAll(async () => {
    site = await openIdentitySite({ mustConfirmEmail: true });
  });
  afterAll(() => site.stop());

  async function linkTo(address: string): Promise<string> {
    await expect.poll(() => site.mails.find(({ to }) => to === address)).toBeDefined();
    return site.mails.find(({ to }) => to === address)?.link ?? '';
  }

  /** A browser that signs up: what it keeps, it shows when it opens the link. */
  async function signUpInBrowser(email: string, password: string, data: Record<string, string> = {}) {
    const answer = await fetch(
      `${site.origin}/auth/v1/signup?redirect_to=${encodeURIComponent(`${site.origin}/join`)}`,
      {
        method: 'POST',
        headers: { apikey: site.database.anonKey, 'content-type': 'application/json' },
        body: JSON.stringify({ email, password, data }),
      },
    );
    expect(answer.status).toBe(200);
    const cookies = answer.headers.getSetCookie();
    const cookie = cookies.map((one) => one.split(';')[0]).join('; ');
    const open = async (link: string, shown = cookie) => {
      const { headers } = await fetch(link, { redirect: 'manual', headers: { cookie: shown } });
      return new URL(headers.get('location') ?? '');
    };
    return { cookies, cookie, open };
  }
  const codeOf = async (email: string, password: string) =>
    (await site.client().auth.signInWithPassword({ email, password })).error?.code;

  test('C7.2 a sign-up without a session: the mail confirms the address, and then the password works', async () => {
    const browser = await signUpInBrowser('ada@example.org', 'correct horse', { language: 'hi' });
    expect(browser.cookies).toEqual([
      expect.stringMatching(
        /^wattershed-signed-up=.*; Max-Age=86400; Path=\/auth\/v1\/verify; HttpOnly; SameSite=Lax$/,
      ),
    ]);
    const early = await site.client().auth.signInWithPassword({ email: 'ada@example.org', password: 'correct horse' });
    expect(early.error).toMatchObject({ status: 400, code: 'email_not_confirmed' });
    const guess = await site.client().auth.signInWithPassword({ email: 'ada@example.org', password: 'wrong horse' });
    expect(guess.error).toMatchObject({ status: 400, code: 'invalid_credentials' });
    const link = await linkTo('ada@example.org');
    expect(site.mails[0]).toMatchObject({ kind: 'signup', language: 'hi' });
    expect((await browser.open(link)).href).toMatch(new RegExp(`^${site.origin}/join#access_token=`));
    expect(await codeOf('ada@example.org', 'correct horse')).toBeUndefined();
  });

  const elsewhere: Record<string, (attacker: { cookie: string }) => Promise<string>> = {
    'that has never been here': async () => '',
    'that signed up for another account': async () =>
      (await signUpInBrowser(`${randomUUID()}@example.org`, 'correct horse')).cookie,
    'that changed what it was given': async ({ cookie }) => cookie.replace(/=[0-9a-f-]{8}/, '=00000000'),
  };
  for (const [name, cookieOf] of Object.entries(elsewhere))
    test(`C7.2 C7.7 the link of a sign-up, opened in a browser ${name}, does not leave the password of whoever signed up`, async () => {
      const email = `${randomUUID()}@example.org`;
      const attacker = await signUpInBrowser(email, 'correct horse');
      const shown = await cookieOf(attacker);
      const came = await attacker.open(await linkTo(email), shown);
      expect(came.pathname).toBe('/reset-password');
      const brought = new URLSearchParams(came.hash.slice(1));
      expect(brought.get('type')).toBe('signup');
      expect(await codeOf(email, 'correct horse')).toBe('invalid_credentials');
      const mine = site.client();
      const tokens = {
        access_token: brought.get('access_token') ?? '',
        refresh_token: brought.get('refresh_token') ?? '',
      };
      expect((await mine.auth.setSession(tokens)).error).toBeNull();
      expect((await mine.auth.updateUser({ password: 'a new one 99' })).error).toBeNull();
      expect(await codeOf(email, 'a new one 99')).toBeUndefined();
    });

  describe.each(['signup', 'magiclink', 'invite', 'recovery', 'email'])(
    'C7.2 C7.7 the token of a sign-up, shown as one of %s without its browser, leaves no password either',
    (type) => {
      const ways: Record<string, (token: string) => Promise<boolean>> = {
        'by an app': async (token) => {
          const { data } = await site.client().auth.verifyOtp({ type: type as 'signup', token_hash: token });
          return data.session !== null;
        },
        'by a link': async (token) => {
          const link = `${site.origin}/auth/v1/verify?${new URLSearchParams({ type, token }).toString()}`;
          const { headers } = await fetch(link, { redirect: 'manual' });
          return headers.get('location')?.includes('access_token=') === true;
        },
      };
      test.each(Object.entries(ways))('%s', async (_, show) => {
        const email = `${randomUUID()}@example.org`;
        await signUpInBrowser(email, 'correct horse');
        const isIn = await show(new URL(await linkTo(email)).searchParams.get('token') ?? '');
        expect(isIn).toBe(type === 'signup');
        expect(await codeOf(email, 'correct horse')).toBe(isIn ? 'invalid_credentials' : 'email_not_confirmed');
      });
    },
  );

  test('C7.2 the mark of a sign-up opens nothing, and an expired link leaves all as it was', async () => {
    const email = `${randomUUID()}@example.org`;
    const browser = await signUpInBrowser(email, 'correct horse');
    await site.database.asOwner(
      `update auth.one_time_tokens set created_at = now() - interval '2 hours' where user_id = (select id from auth.users where email = '${email}')`,
    );
    const link = await linkTo(email);
    for (const cookie of [browser.cookie, '']) expect((await browser.open(link, cookie)).href).toContain('otp_expired');
    expect(await codeOf(email, 'correct horse')).toBe('email_not_confirmed');
    const headers = { cookie: browser.cookie, apikey: site.database.anonKey };
    expect((await fetch(`${site.origin}/auth/v1/user`, { headers })).status).toBe(401);
  });

  test('C7.4 a guest gets a session at once, and confirms the address only on becoming a member', async () => {
    const client = site.client();
    const { data } = await client.auth.signUp({ email: `guest@${GUEST_DOMAIN}`, password: 'aB3$efgh' });
    expect(data.session).not.toBeNull();
    const id = data.user?.id ?? '';
    const upgraded = await site.identity.upgradeGuest(id, 'bob@example.org', 'correct horse', site.origin);
    expect(upgraded).toEqual({ ok: true, mustConfirmEmail: true });
    const early = await site.client().auth.signInWithPassword({ email: 'bob@example.org', password: 'correct horse' });
    expect(early.error?.code).toBe('email_not_confirmed');
    // Its link leads to the profile, which shows the token with the session that asked for it.
    const link = new URL(await linkTo('bob@example.org'));
    expect(link.href).toMatch(new RegExp(`^${site.origin}/profile#confirm=`));
    const token = link.hash.split('=')[1] ?? '';
    expect(await site.identity.proveAddress(id, token)).toBe(true);
    expect((await client.auth.refreshSession()).error).toBeNull();
    const signedIn = await site
      .client()
      .auth.signInWithPassword({ email: 'bob@example.org', password: 'correct horse' });
    expect(signedIn.data.user?.id).toBe(data.user?.id);
  });

  test('C7.2 nobody learns by a sign-up whether an address has an account: the answer is alike, and its person is told', async () => {
    const known = `${randomUUID()}@example.org`;
    const owner = await signUpInBrowser(known, 'correct horse');
    await owner.open(await linkTo(known));
    await site.database.asOwner(
      `update auth.users set confirmation_sent_at = now() - interval '2 minutes' where email = '${known}'`,
    );
    site.mails.length = 0;
    const ask = async (email: string) => {
      const answer = await fetch(`${site.origin}/auth/v1/signup`, {
        method: 'POST',
        headers: { apikey: site.database.anonKey, 'content-type': 'application/json' },
        body: JSON.stringify({ email, password: 'correct horse', data: { language: 'es' } }),
      });
      const text = (await answer.text()).replaceAll(email, 'ADDRESS');
      const alike = text
        .replaceAll(/[0-9a-f-]{36}/g, 'ID')
        .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+(Z|\+00:00)/g, 'TIME')
        .replaceAll(/\d+ seconds/g, 'SECONDS');
      return {
        status: answer.status,
        said: JSON.parse(alike) as unknown,
        cookies: answer.headers.getSetCookie().length,
      };
    };
    const twice = async (email: string) => [await ask(email), await ask(email)];
    expect(await twice(known)).toEqual(await twice(`${randomUUID()}@example.org`));
    expect(site.mails.filter(({ to }) => to === known).map(({ kind }) => kind)).toEqual(['taken']);
    expect(await codeOf(known, 'correct horse')).toBeUndefined();
  });

  test('C7.2 the mail comes once more to who asks for it; who signs up anew after a minute begins anew; nobody else hears anything', async () => {
    const email = 'cleo@example.org';
    const signUp = (password: string) => site.client().auth.signUp({ email, password });
    const mailsTo = (to: string) => site.mails.filter((mail) => mail.to === to);
    await signUp('correct horse');
    const first = await linkTo(email);
    expect((await site.client().auth.resend({ type: 'signup', email })).error).toBeNull();
    await expect.poll(() => mailsTo(email).length).toBe(2);
    // Of two mails it is the older one that many open.
    const [kept] =
      await site.database.asOwner(`select count(*)::int as n from auth.one_time_tokens o join auth.users u on u.id = o.user_id
      where u.email = '${email}'`);
    expect([kept, mailsTo(email).at(-1)?.link === first]).toEqual([{ n: 2 }, false]);
    expect((await signUp('another horse')).error?.code).toBe('over_email_send_rate_limit');
    await site.database.asOwner(
      `update auth.users set confirmation_sent_at = now() - interval '2 minutes' where email = '${email}'`,
    );
    const browser = await signUpInBrowser(email, 'another horse');
    await expect.poll(() => mailsTo(email).length).toBe(3);
    await browser.open(mailsTo(email).at(-1)?.link ?? '');
    expect(await codeOf(email, 'another horse')).toBeUndefined();

    expect((await site.client().auth.resend({ type: 'signup', email })).error).toBeNull();
    expect((await site.client().auth.resend({ type: 'signup', email: 'nobody@example.org' })).error).toBeNull();
    await site.client().auth.resetPasswordForEmail(email);
    await expect.poll(() => mailsTo(email).at(-1)?.kind).toBe('recovery');
    expect([mailsTo(email).length, mailsTo('nobody@example.org').length]).toEqual([4, 0]);
  });
});

describe('email change', () => {
  let site: IdentitySite;
  beforeAll(async () => {
    site = await openIdentitySite({ limits: { mailPerAccount: { count: 2, windowMs: 60_000 } } });
  });
  afterAll(() => site.stop());

  async function member(email: string, language = 'en') {
    const client = site.client();
    const { data, error } = await client.auth.signUp({
      email,
      password: 'correct horse',
      options: { data: { language } },
    });
    expect(error).toBeNull();
    return { client, id: data.user?.id ?? '' };
  }

  const mailsTo = (address: string) => site.mails.filter(({ to }) => to === address);
  const emailOf = async (id: string) =>
    (await site.database.asOwner(`select email from auth.users where id = '${id}'`))[0];

  test('a new address counts when its own mail was followed, and the old one is told', async () => {
    const { client, id } = await member('old@example.org', 'es');
    const { data, error } = await client.auth.updateUser({ email: 'New@example.org' });
    expect([error, data.user?.email, data.user?.new_email]).toEqual([null, 'old@example.org', 'new@example.org']);
    await expect.poll(() => ['new', 'old'].map((name) => mailsTo(`${name}@example.org`).length)).toEqual([1, 1]);
    const [note] = mailsTo('old@example.org');
    expect(note).toEqual({
      to: 'old@example.org',
      kind: 'email_change_note',
      link: `${site.origin}/profile`,
      language: 'es',
    });
    expect(await emailOf(id)).toEqual({ email: 'old@example.org' });

    const [proof] = mailsTo('new@example.org');
    expect(proof).toMatchObject({ kind: 'email_change', language: 'es' });
    const sessions = async () =>
      (await site.database.asOwner(`select count(*)::int as n from auth.sessions where user_id = '${id}'`))[0];
    const followed = await fetch(proof?.link ?? '', { redirect: 'manual' });
    // Whoever opens it may be a stranger at a mistyped address: the address changes, and nobody is signed in by that.
    expect(followed.headers.get('location')).toBe(`${site.origin}/#type=email_change`);
    expect([...followed.headers.keys()].filter((name) => /session|cookie/.test(name))).toEqual([]);
    expect(await sessions()).toEqual({ n: 1 });
    expect(await emailOf(id)).toEqual({ email: 'new@example.org' });
    expect((await client.auth.refreshSession()).data.user?.email).toBe('new@example.org');
    const signedIn = await site
      .client()
      .auth.signInWithPassword({ email: 'new@example.org', password: 'correct horse' });
    expect(signedIn.data.user?.identities?.[0]?.identity_data).toMatchObject({
      email: 'new@example.org',
      email_verified: true,
    });
    const again = await fetch(proof?.link ?? '', { redirect: 'manual' });
    expect(again.headers.get('location')).toContain('otp_expired');
  });

  test('C7.6 an app that shows the token of that mail gets a session only with the one that asked for the change', async () => {
    for (const isTheirs of [false, true]) {
      const [before, after] = [`${randomUUID()}@example.org`, `${randomUUID()}@example.org`];
      const { client, id } = await member(before);
      await client.auth.updateUser({ email: after });
      await expect.poll(() => mailsTo(after).length).toBe(1);
      const token = new URL(mailsTo(after)[0]?.link ?? '').searchParams.get('token') ?? '';
      const { data } = await client.auth.getSession();
      const answer = await fetch(`${site.origin}/auth/v1/verify`, {
        method: 'POST',
        headers: {
          apikey: site.database.anonKey,
          'content-type': 'application/json',
          ...(isTheirs && { authorization: `Bearer ${data.session?.access_token}` }),
        },
        body: JSON.stringify({ type: 'email_change', token_hash: token }),
      });
      const said = (await answer.json()) as { access_token?: string; user?: { email: string } };
      expect([answer.status, said.access_token !== undefined, said.user?.email]).toEqual([200, isTheirs, after]);
      expect(await emailOf(id)).toEqual({ email: after });
    }
  });

  test('a new password stops a change that somebody else asked for', async () => {
    const { client, id } = await member('taken-over@example.org');
    await client.auth.updateUser({ email: 'thief@example.org' });
    await expect.poll(() => mailsTo('thief@example.org').length).toBe(1);
    await client.auth.updateUser({ password: 'another horse' });
    const followed = await fetch(mailsTo('thief@example.org')[0]?.link ?? '', { redirect: 'manual' });
    expect(followed.headers.get('location')).toContain('otp_expired');
    expect(await emailOf(id)).toEqual({ email: 'taken-over@example.org' });
  });

  test("an address that has an account is refused, and so is a guest's", async () => {
    await member('has-one@example.org');
    const { client } = await member('wants@example.org');
    expect((await client.auth.updateUser({ email: 'has-one@example.org' })).error?.code).toBe('email_exists');
    expect((await client.auth.updateUser({ email: `x@${GUEST_DOMAIN}` })).error?.code).toBe('validation_failed');
    expect(mailsTo('wants@example.org')).toEqual([]);
  });

  test('nobody is mailed again and again', async () => {
    const { client } = await member('often@example.org');
    for (let i = 0; i < 2; i += 1)
      expect((await client.auth.updateUser({ email: 'flooded@example.org' })).error).toBeNull();
    expect((await client.auth.updateUser({ email: 'flooded@example.org' })).error).toMatchObject({
      status: 429,
      code: 'over_email_send_rate_limit',
    });
  });
});
