import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { silentLog } from '#kernel/postgres/backend-error.ts';
import { createTellSecurity } from '#kernel/security-events.ts';
import { GUEST_DOMAIN, type IdentitySite, openIdentitySite } from '../testing-identity.ts';

describe('auth', () => {
  let site: IdentitySite;
  beforeAll(async () => {
    site = await openIdentitySite();
  });
  afterAll(() => site.stop());

  async function member(email: string, password = 'correct horse') {
    const client = site.client();
    const { data, error } = await client.auth.signUp({ email, password });
    expect(error).toBeNull();
    return { client, user: data.user, session: data.session };
  }

  test('C7.2 sign-up answers a user and a session, whose token names role, person and end', async () => {
    const { session, user } = await member('ada@example.org');
    const claims = JSON.parse(Buffer.from(session?.access_token.split('.')[1] ?? '', 'base64url').toString());
    expect(claims).toMatchObject({
      sub: user?.id,
      role: 'authenticated',
      aud: 'authenticated',
      email: 'ada@example.org',
    });
    expect(claims.exp - claims.iat).toBe(3600);
    expect(claims.session_id).toMatch(/^[0-9a-f-]{36}$/);
    // Two looks at the clock, which may be at either side of a second.
    expect(Math.abs((session?.expires_at ?? 0) - claims.exp)).toBeLessThanOrEqual(1);
  });

  test('C7.1 password sign-in, and C4.1 a sign-out that ends the session', async () => {
    await member('bob@example.org');
    const client = site.client();
    const { data, error } = await client.auth.signInWithPassword({
      email: 'BOB@example.org',
      password: 'correct horse',
    });
    expect(error).toBeNull();
    expect(data.user?.email).toBe('bob@example.org');
    await client.auth.signOut();
    expect((await client.auth.getSession()).data.session).toBeNull();
  });

  test('C8.5 invalid credentials come as the backend sent them', async () => {
    await member('carol@example.org');
    const { error } = await site.client().auth.signInWithPassword({ email: 'carol@example.org', password: 'wrong' });
    expect(error).toMatchObject({
      name: 'AuthApiError',
      status: 400,
      code: 'invalid_credentials',
      message: 'Invalid login credentials',
    });
    const unknown = await site.client().auth.signInWithPassword({ email: 'nobody@example.org', password: 'wrong' });
    expect(unknown.error?.message).toBe(error?.message);
  });

  test('C5.2 C8.5 a weak password comes with its reasons', async () => {
    const { error } = await site.client().auth.signUp({ email: 'dave@example.org', password: '12345' });
    expect(error).toMatchObject({ name: 'AuthWeakPasswordError', status: 422, reasons: ['length'] });
    const { client } = await member('dave@example.org');
    const changed = await client.auth.updateUser({ password: 'short' });
    expect(changed.error).toMatchObject({ name: 'AuthWeakPasswordError', reasons: ['length'] });
  });

  test('C8.5 without a session a change says `Auth session missing!`', async () => {
    const { error } = await site.client().auth.updateUser({ data: { display_name: 'Nobody' } });
    expect(error).toMatchObject({ status: 400, message: 'Auth session missing!' });
  });

  test('C8.5 an invalid token is refused', async () => {
    const { error } = await site.client().auth.getUser('not.a.token');
    expect(error?.status).toBe(403);
    expect(error?.code).toBe('bad_jwt');
  });

  test('C7.4 C5.6 a guest is a sign-up with a throw-away address', async () => {
    const client = site.client();
    const { data, error } = await client.auth.signUp({ email: `guest-1@${GUEST_DOMAIN}`, password: 'aB3$efgh' });
    expect(error).toBeNull();
    expect(data.session).not.toBeNull();
  });

  test('C3.4 C7.6 the signed-in user has an id, an address, app metadata, and the display name as an object', async () => {
    const { client, user } = await member('erin@example.org');
    const { data, error } = await client.auth.updateUser({ data: { display_name: 'Erin' } });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({
      id: expect.any(String),
      email: expect.stringContaining('@'),
      user_metadata: { display_name: 'Erin' },
      app_metadata: expect.any(Object),
    });
    expect((await client.auth.getUser()).data.user?.user_metadata.display_name).toBe('Erin');
    const [row] = await site.database.asOwner(
      `select jsonb_typeof(raw_user_meta_data) as kind, raw_user_meta_data ->> 'display_name' as name from auth.users where id = '${user?.id}'`,
    );
    expect(row).toEqual({ kind: 'object', name: 'Erin' });
  });

  test('C7.6 the name is written once: the profile follows, and what is empty is empty', async () => {
    const { client } = await member('follow@example.org');
    const shown = async () => (await client.from('profiles').select('display_name').single()).data?.display_name;
    for (const name of ['Ada', 'x'.repeat(200), '']) {
      expect((await client.auth.updateUser({ data: { display_name: name } })).error).toBeNull();
      expect(await shown()).toBe(name.slice(0, 80));
    }
    await client.auth.updateUser({ data: { language: 'es' } });
    expect(await shown()).toBe('');
  });

  test('C7.8 a new password replaces the old one', async () => {
    const { client } = await member('frank@example.org');
    expect((await client.auth.updateUser({ password: 'another horse' })).error).toBeNull();
    const old = await site.client().auth.signInWithPassword({ email: 'frank@example.org', password: 'correct horse' });
    expect(old.error?.code).toBe('invalid_credentials');
    const fresh = await site
      .client()
      .auth.signInWithPassword({ email: 'frank@example.org', password: 'another horse' });
    expect(fresh.data.session).not.toBeNull();
  });

  test('C7.9 a refresh token gives a new session, once', async () => {
    const { client, session } = await member('grace@example.org');
    const { data, error } = await client.auth.refreshSession();
    expect(error).toBeNull();
    expect(data.session?.refresh_token).not.toBe(session?.refresh_token);
    const unknown = await site.client().auth.refreshSession({ refresh_token: '00000000-0000-7000-8000-000000000000' });
    expect(unknown.error).toMatchObject({ status: 400, code: 'refresh_token_not_found' });
  });

  test.each(['local', 'global', 'others'] as const)('C7.5 sign-out with scope %s', async (scope) => {
    const email = `scope-${scope}@example.org`;
    const { client: here } = await member(email);
    const there = site.client();
    await there.auth.signInWithPassword({ email, password: 'correct horse' });
    expect((await here.auth.signOut({ scope })).error).toBeNull();
    const stays = { local: [false, true], global: [false, false], others: [true, false] }[scope];
    const isAlive = async (client: typeof here) => (await client.auth.refreshSession()).error === null;
    expect([await isAlive(here), await isAlive(there)]).toEqual(stays);
  });

  test('C7.7 a reset by mail leads to /reset-password on our own origin, and the link opens a session', async () => {
    await member('heidi@example.org');
    const redirectTo = `${site.origin}/reset-password`;
    expect((await site.client().auth.resetPasswordForEmail('heidi@example.org', { redirectTo })).error).toBeNull();
    await expect.poll(() => site.mails.find(({ to }) => to === 'heidi@example.org')).toBeDefined();
    const mail = site.mails.find(({ to }) => to === 'heidi@example.org');
    expect(mail?.kind).toBe('recovery');
    const followed = await fetch(mail?.link ?? '', { redirect: 'manual' });
    const target = new URL(followed.headers.get('location') ?? '');
    expect(followed.status).toBe(303);
    expect(target.origin + target.pathname).toBe(redirectTo);
    const tokens = new URLSearchParams(target.hash.slice(1));
    expect(tokens.get('type')).toBe('recovery');
    const client = site.client();
    await client.auth.setSession({
      access_token: tokens.get('access_token') ?? '',
      refresh_token: tokens.get('refresh_token') ?? '',
    });
    expect((await client.auth.updateUser({ password: 'third horse' })).error).toBeNull();
    expect(
      (await site.client().auth.signInWithPassword({ email: 'heidi@example.org', password: 'third horse' })).error,
    ).toBeNull();
    const again = await fetch(mail?.link ?? '', { redirect: 'manual' });
    expect(again.headers.get('location')).toContain('error_code=otp_expired');
  });

  test('C7.7 an unknown address is answered like a known one', async () => {
    const before = site.mails.length;
    const { data, error } = await site.client().auth.resetPasswordForEmail('stranger@example.org');
    expect([data, error]).toEqual([{}, null]);
    expect(site.mails).toHaveLength(before);
  });

  test('C5.5 C9.9 without the public key nothing is served', async () => {
    for (const path of ['/rest/v1/households', '/auth/v1/settings']) {
      const response = await fetch(site.origin + path);
      expect(response.status).toBe(401);
      expect(await response.json()).toMatchObject({ message: 'No API key found in request' });
    }
  });

  test('C4.1 sign-in, refresh, change and sign-out are each told to the app', async () => {
    await member('ivan@example.org');
    const client = site.client();
    const events: string[] = [];
    client.auth.onAuthStateChange((event) => void events.push(event));
    await client.auth.signInWithPassword({ email: 'ivan@example.org', password: 'correct horse' });
    await client.auth.refreshSession();
    await client.auth.updateUser({ data: { display_name: 'Ivan' } });
    await client.auth.signOut();
    await expect
      .poll(() => events)
      .toEqual(['INITIAL_SESSION', 'SIGNED_IN', 'TOKEN_REFRESHED', 'USER_UPDATED', 'SIGNED_OUT']);
  });
});

// What sign-in answers to input that cannot be kept, and what the log says where the fault is ours.

describe('auth faults', () => {
  const logged: string[] = [];
  const password = 'correct horse';
  let site: IdentitySite;
  beforeAll(async () => {
    site = await openIdentitySite({ log: { ...silentLog, error: (words) => void logged.push(words) } });
  });
  afterAll(() => site.stop());

  const ask = async (method: string, path: string, body?: string, headers: Record<string, string> = {}) => {
    const init = { method, headers: { apikey: site.database.anonKey, 'content-type': 'application/json', ...headers } };
    const answer = await fetch(`${site.origin}${path}`, body === undefined ? init : { ...init, body });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };
  const signUp = (fields: object) => ask('POST', '/auth/v1/signup', JSON.stringify({ password, ...fields }));

  test('C8.5 an address that is longer than mail knows is none', async () => {
    for (const length of [244, 256, 5000])
      expect(await signUp({ email: `${'a'.repeat(length)}@example.org` })).toMatchObject({
        status: 400,
        body: { error_code: 'validation_failed' },
      });
  });

  test.each(['a\0b', 'a\ud800b', '\udfff'])('C8.5 a text with %j in it is refused wherever it stands', async (said) => {
    for (const fields of [
      { email: 'ada@example.org', data: { display_name: said } },
      { email: 'ada@example.org', data: { [said]: 1 } },
      { email: 'ada@example.org', data: { deep: [{ er: said }] } },
      { email: `${said}@example.org` },
      { email: 'ada@example.org', password: `${password}${said}` },
    ])
      expect(await signUp(fields)).toMatchObject({ status: 400, body: { error_code: 'bad_json' } });
    const session = await site.client().auth.signUp({ email: `${Math.random()}@example.org`, password });
    const authorization = `Bearer ${session.data.session?.access_token}`;
    const named = JSON.stringify({ data: { display_name: said } });
    expect((await ask('PUT', '/auth/v1/user', named, { authorization })).status).toBe(400);
    const row = JSON.stringify({ display_name: said });
    expect((await ask('PATCH', '/rest/v1/profiles?user_id=not.is.null', row, { authorization })).status).toBe(400);
    expect(logged).toEqual([]);
  });

  test('C8.5 a question that the table API does not understand is told as one', async () => {
    for (const question of [
      'usage_quarter?select=span_s::int',
      'usage_day?select=%22:household_id',
      'rpc/nothing?select=%22',
    ])
      expect((await ask('GET', `/rest/v1/${question}`)).status).toBeLessThan(500);
  });

  test('a fault of ours is a 500 in the shape of sign-in, and is in the log by itself, once a minute', async () => {
    logged.length = 0;
    await site.database.asOwner('alter table auth.users rename to mislaid');
    try {
      for (const name of ['eve', 'fay', 'gus'])
        expect(await signUp({ email: `${name}@example.org` })).toMatchObject({
          status: 500,
          body: { error_code: 'unexpected_failure' },
        });
      await expect
        .poll(() => logged)
        .toEqual([expect.stringMatching(/^sign-in failed at \/auth\/v1\/signup: 42P01 .*users/)]);
    } finally {
      await site.database.asOwner('alter table auth.mislaid rename to users');
    }
  });
});

test('the operator reads who tried what from where, and how it ended: what was refused at the usual level, nothing secret in it', async () => {
  const warned: object[] = [];
  const noted: object[] = [];
  const security = createTellSecurity({
    warn: (facts) => void warned.push(facts),
    info: (facts) => void noted.push(facts),
  });
  const log = { ...silentLog, security };
  const site = await openIdentitySite({ log, limits: { signInPerAddress: { count: 3, windowMs: 60_000 } } });
  try {
    const email = 'log@example.org';
    const { data } = await site.client().auth.signUp({ email, password: 'correct horse' });
    for (const password of ['wrong horse', 'wrong horse', 'correct horse', 'correct horse'])
      await site.client().auth.signInWithPassword({ email, password });
    const signIn = { action: 'POST token password', address: '127.0.0.1' };
    expect(noted).toEqual([
      { event: 'sign-in-done', action: 'POST signup', address: '127.0.0.1', account: data.user?.id },
      { event: 'sign-in-done', ...signIn, account: data.user?.id },
    ]);
    expect(warned).toEqual([
      { event: 'sign-in-refused', ...signIn, code: 'invalid_credentials' },
      { event: 'sign-in-limited', ...signIn },
    ]);
    expect([...noted, ...warned].filter((facts) => /horse|example/.test(JSON.stringify(facts)))).toEqual([]);
  } finally {
    await site.stop();
  }
});
