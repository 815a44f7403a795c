import { createHash } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type IdentitySite, openIdentitySite } from '../testing-identity.ts';

// The second factor as supabase-js asks for it, against a clock of our own.

let site: IdentitySite;
let clock = Date.now();
beforeAll(async () => {
  site = await openIdentitySite({ now: () => clock });
});
afterAll(() => site.stop());
beforeEach(() => {
  clock += 3_600_000;
});

const password = 'correct horse';
let number = 0;

async function member() {
  const client = site.client({ experimental: { recoveryCodes: true } });
  const email = `factor-${++number}@example.org`;
  const { data, error } = await client.auth.signUp({ email, password });
  expect(error).toBeNull();
  return { client, email, id: data.user?.id ?? '' };
}

type Client = Awaited<ReturnType<typeof member>>['client'];

const codeOf = (secret: string): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: clock });
const levelOf = async (client: Client) => (await client.auth.mfa.getAuthenticatorAssuranceLevel()).data?.currentLevel;
const asOwner = async (statement: string) => (await site.database.asOwner(statement))[0];

async function withApp() {
  const one = await member();
  const { data, error } = await one.client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' });
  if (error) throw error;
  const { id: factorId, totp } = data;
  const verified = await one.client.auth.mfa.challengeAndVerify({ factorId, code: codeOf(totp.secret) });
  expect(verified.error).toBeNull();
  clock += 30_000;
  return { ...one, factorId, secret: totp.secret };
}

const signIn = async (email: string) => {
  const client = site.client({ experimental: { recoveryCodes: true } });
  expect((await client.auth.signInWithPassword({ email, password })).error).toBeNull();
  return client;
};

/** As a browser, which keeps what it is given. */
const post = (path: string, token: string, body: object = {}, cookie = '') =>
  fetch(`${site.origin}/auth/v1/${path}`, {
    method: 'POST',
    headers: {
      apikey: site.database.anonKey,
      'content-type': 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
      ...(cookie && { cookie }),
    },
    body: JSON.stringify(body),
  });
const tokenOf = async (client: Client) => (await client.auth.getSession()).data.session?.access_token ?? '';

describe('C7.1 an authenticator app', () => {
  test('is enrolled with a picture, a secret and an address; its first code raises this session and ends all others', async () => {
    const { client, email } = await member();
    const other = await signIn(email);
    const { data, error } = await client.auth.mfa.enroll({
      factorType: 'totp',
      friendlyName: 'Phone',
      issuer: 'Wattershed',
    });
    expect(error).toBeNull();
    expect(data?.totp).toMatchObject({
      qr_code: expect.stringMatching(/^data:image\/svg\+xml;utf-8,<svg/),
      secret: expect.stringMatching(/^[A-Z2-7]{32}$/),
      uri: expect.stringMatching(/^otpauth:\/\/totp\/Wattershed:/),
    });
    const factorId = data?.id ?? '';
    const wrong = await client.auth.mfa.challengeAndVerify({ factorId, code: '000000' });
    expect(wrong.error).toMatchObject({ status: 422, code: 'mfa_verification_failed' });
    const right = await client.auth.mfa.challengeAndVerify({ factorId, code: codeOf(data?.totp.secret ?? '') });
    expect(right.error).toBeNull();
    expect(await levelOf(client)).toBe('aal2');
    expect((await client.from('households').select('id')).data).toHaveLength(1);
    expect((await other.auth.refreshSession()).error?.code).toBe('refresh_token_not_found');
    const factors = await client.auth.mfa.listFactors();
    expect(factors.data?.totp.map(({ id, friendly_name: name }) => [id, name])).toEqual([[factorId, 'Phone']]);
  });

  test('that was sealed with a secret which is gone is refused like a wrong code; a recovery code still opens', async () => {
    const { client, email, factorId, secret } = await withApp();
    const { data: made } = await client.auth.mfa.recoveryCodes.generate();
    await asOwner(
      `update auth.mfa_factors set secret = '${Buffer.alloc(60).toString('base64')}' where id = '${factorId}'`,
    );
    const again = await signIn(email);
    const { error } = await again.auth.mfa.challengeAndVerify({ factorId, code: codeOf(secret) });
    expect(error).toMatchObject({ status: 422, code: 'mfa_verification_failed' });
    expect((await again.auth.mfa.recoveryCodes.verify({ code: made?.codes[0] ?? '' })).error).toBeNull();
    expect((await again.auth.mfa.unenroll({ factorId })).error).toBeNull();
  });

  test('is asked for at the next sign-in: until then no table and no change is open', async () => {
    const { email, factorId, secret } = await withApp();
    const client = await signIn(email);
    expect((await client.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: 'aal1',
      nextLevel: 'aal2',
    });
    expect((await client.from('households').select('id')).data).toEqual([]);
    expect((await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Mine' })).error?.code).toBe(
      'insufficient_aal',
    );
    expect((await client.auth.mfa.unenroll({ factorId })).error?.code).toBe('insufficient_aal');
    expect((await client.auth.updateUser({ password: 'another horse' })).error?.code).toBe('insufficient_aal');
    expect((await client.auth.mfa.challengeAndVerify({ factorId, code: codeOf(secret) })).error).toBeNull();
    expect((await client.from('households').select('id')).data).toHaveLength(1);
    expect((await client.auth.refreshSession()).error).toBeNull();
    expect(await levelOf(client)).toBe('aal2');
  });

  test('gives a code that is good once, and none of an hour ago', async () => {
    const { email, factorId, secret } = await withApp();
    const client = await signIn(email);
    const code = codeOf(secret);
    expect((await client.auth.mfa.challengeAndVerify({ factorId, code })).error).toBeNull();
    const again = await signIn(email);
    expect((await again.auth.mfa.challengeAndVerify({ factorId, code })).error?.code).toBe('mfa_verification_failed');
    clock += 3_600_000;
    expect((await again.auth.mfa.challengeAndVerify({ factorId, code })).error?.code).toBe('mfa_verification_failed');
  });

  test('is not guessed: after five wrong codes each try waits, wherever it comes from', async () => {
    const { email, factorId } = await withApp();
    site.limit({ guessesPerPair: { free: 5, firstMs: 5000, maxMs: 900_000, windowMs: 3_600_000 } });
    const client = await signIn(email);
    const codes: (string | undefined)[] = [];
    for (let at = 0; at < 7; at += 1)
      codes.push((await client.auth.mfa.challengeAndVerify({ factorId, code: '000000' })).error?.code);
    expect(codes.slice(0, 5)).toEqual(codes.slice(0, 5).map(() => 'mfa_verification_failed'));
    expect(codes.slice(5)).toEqual(['over_request_rate_limit', 'over_request_rate_limit']);
    site.limit({});
  });

  test('lies sealed in the database', async () => {
    const { id, secret } = await withApp();
    const row = await asOwner(`select secret from auth.mfa_factors where user_id = '${id}'`);
    expect(String(row?.['secret'])).not.toContain(secret);
  });

  test('of somebody else is not found, whatever is asked of it', async () => {
    const { factorId } = await withApp();
    const { client } = await member();
    const asked = [
      await client.auth.mfa.challenge({ factorId }),
      await client.auth.mfa.challengeAndVerify({ factorId, code: '123456' }),
      await client.auth.mfa.unenroll({ factorId }),
    ];
    expect(asked.map(({ error }) => error?.code)).toEqual(asked.map(() => 'mfa_factor_not_found'));
  });

  test('that is removed is asked for no more, and its recovery codes go with it', async () => {
    const { client, email, factorId } = await withApp();
    expect((await client.auth.mfa.recoveryCodes.generate()).error).toBeNull();
    expect((await client.auth.mfa.unenroll({ factorId })).error).toBeNull();
    const after = await signIn(email);
    expect((await after.from('households').select('id')).data).toHaveLength(1);
    expect((await after.auth.mfa.recoveryCodes.getStatus()).error?.code).toBe('mfa_factor_not_found');
  });
});

describe('C7.1 when the app is lost', () => {
  test('a recovery code lets in, once each, however it is typed; a new set ends the one before', async () => {
    const { client, email } = await withApp();
    const made = await client.auth.mfa.recoveryCodes.generate();
    const codes = made.data?.codes ?? [];
    expect([codes.length, new Set(codes).size, made.data?.total]).toEqual([10, 10, 10]);
    const there = await signIn(email);
    const typed = ` ${codes[0]?.toLowerCase().replace('-', ' ')} `;
    expect((await there.auth.mfa.recoveryCodes.verify({ code: typed })).error).toBeNull();
    expect(await levelOf(there)).toBe('aal2');
    expect((await there.auth.mfa.recoveryCodes.getStatus()).data).toMatchObject({ total: 10, remaining: 9 });
    const again = await signIn(email);
    expect((await again.auth.mfa.recoveryCodes.verify({ code: codes[0] ?? '' })).error?.code).toBe(
      'mfa_verification_failed',
    );
    expect((await again.auth.mfa.recoveryCodes.regenerate()).error?.code).toBe('insufficient_aal');
    const next = await there.auth.mfa.recoveryCodes.regenerate();
    expect((await again.auth.mfa.recoveryCodes.verify({ code: codes[1] ?? '' })).error?.code).toBe(
      'mfa_verification_failed',
    );
    expect((await again.auth.mfa.recoveryCodes.verify({ code: next.data?.codes[1] ?? '' })).error).toBeNull();
  });

  test('its codes lie as passwords do; one of a version before is good as well', async () => {
    const { client, id, email } = await withApp();
    const made = await client.auth.mfa.recoveryCodes.generate();
    // Ten letters of 26: 47 bits.
    for (const code of made.data?.codes ?? [''])
      expect(code).toMatch(/^[2-9B-DF-HJKMNP-RTV-XZ]{5}-[2-9B-DF-HJKMNP-RTV-XZ]{5}$/);
    const rows = await site.database.asOwner(
      `select f.id, c.code_hash from auth.mfa_recovery_codes c join auth.mfa_factors f on f.id = c.factor_id where f.user_id = '${id}'`,
    );
    expect(rows.map((row) => String(row['code_hash'])).filter((hash) => hash.startsWith('$argon2id$'))).toHaveLength(
      10,
    );
    const factor = String(rows[0]?.['id']);
    const before = createHash('sha256').update(`${factor} BCDFG-HJKMN`).digest('hex');
    await site.database.asOwner(
      `insert into auth.mfa_recovery_codes (factor_id, code_hash) values ('${factor}', '${before}')`,
    );
    const there = await signIn(email);
    expect((await there.auth.mfa.recoveryCodes.verify({ code: 'bcdfg hjkmn' })).error).toBeNull();
    expect((await (await signIn(email)).auth.mfa.recoveryCodes.verify({ code: 'bcdfg hjkmn' })).error).not.toBeNull();
  });

  test('two who show one code at once get in once', async () => {
    const { client, email } = await withApp();
    const code = (await client.auth.mfa.recoveryCodes.generate()).data?.codes[0] ?? '';
    const both = await Promise.all([signIn(email), signIn(email)]);
    const shown = await Promise.all(both.map((one) => one.auth.mfa.recoveryCodes.verify({ code })));
    expect(shown.filter(({ error }) => error === null)).toHaveLength(1);
  });

  const prove = (id: string) =>
    site.database.asOwner(
      `update auth.identities set identity_data = identity_data || '{"email_verified": true}' where user_id = '${id}'`,
    );
  const isIn = async (email: string) => {
    const client = await signIn(email);
    return (await client.from('households').select('id')).data?.length === 1;
  };

  test('a reset by mail asks for it too: alone it opens no table and changes no password', async () => {
    const { email, id, factorId, secret } = await withApp();
    await prove(id);
    site.mails.length = 0;
    await site.client().auth.resetPasswordForEmail(email);
    await expect.poll(() => site.mails.length).toBe(1);
    const followed = await fetch(site.mails[0]?.link ?? '', { redirect: 'manual' });
    const hash = new URLSearchParams(followed.headers.get('location')?.split('#')[1]);
    const [access_token, refresh_token] = [hash.get('access_token') ?? '', hash.get('refresh_token') ?? ''];
    const client = site.client({ experimental: { recoveryCodes: true } });
    await client.auth.setSession({ access_token, refresh_token });
    expect((await client.from('households').select('id')).data).toEqual([]);
    expect((await client.auth.updateUser({ password: 'another horse' })).error?.code).toBe('insufficient_aal');
    expect((await client.auth.mfa.challengeAndVerify({ factorId, code: codeOf(secret) })).error).toBeNull();
    expect((await client.auth.updateUser({ password: 'another horse' })).error).toBeNull();
  });

  test('a mail and three days end it; a code that is shown meanwhile keeps it', async () => {
    const { email, id, factorId, secret } = await withApp();
    const ask = async () => post('factors/lost', await tokenOf(await signIn(email)));
    expect((await ask()).status).toBe(400);
    await prove(id);
    for (const isKept of [true, false]) {
      site.mails.length = 0;
      expect((await ask()).status).toBe(200);
      expect(site.mails).toEqual([expect.objectContaining({ to: email, kind: 'lost_factor' })]);
      const followed = await fetch(site.mails[0]?.link ?? '', { redirect: 'manual' });
      expect(followed.headers.get('location')).toBe(`${site.origin}/#type=lost_factor`);
      expect(await isIn(email)).toBe(false);
      clock += 60_000;
      const person = isKept ? await signIn(email) : null;
      const shown = await person?.auth.mfa.challengeAndVerify({ factorId, code: codeOf(secret) });
      expect(shown?.error ?? null).toBeNull();
      await site.database.asOwner(
        `update auth.factor_endings set due_at = now() - interval '1 second' where user_id = '${id}'`,
      );
      expect(await isIn(email)).toBe(!isKept);
    }
  });
});

describe('C7.1 a device that is trusted', () => {
  const cookiesOf = (answer: Response) =>
    answer.headers
      .getSetCookie()
      .map((one) => one.split(';')[0])
      .join('; ');
  const levelBy = async (email: string, cookie: string) => {
    const answer = await post('token?grant_type=password', '', { email, password }, cookie);
    const { access_token: token } = (await answer.json()) as { access_token: string };
    return (JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { aal: string }).aal;
  };

  test('is not asked for the code again; another one is, and so is this one after a new password', async () => {
    const { client, email } = await withApp();
    const trusted = await post('factors/trust', await tokenOf(client));
    expect([trusted.status, trusted.headers.getSetCookie()]).toEqual([
      204,
      [
        expect.stringMatching(
          /^wattershed-trusted-[\w-]{16}=[\w.-]+; Max-Age=2592000; Path=\/auth\/v1; HttpOnly; SameSite=Strict$/,
        ),
      ],
    ]);
    const cookie = cookiesOf(trusted);
    expect([await levelBy(email, cookie), await levelBy(email, '')]).toEqual(['aal2', 'aal1']);
    expect(await levelBy(email, cookie.replace(/=[0-9a-z]+\./, '=zzzzzzz.'))).toBe('aal1');
    expect(await levelBy((await withApp()).email, cookie)).toBe('aal1');
    await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Tablet' }).then(async ({ data }) => {
      await client.auth.mfa.challengeAndVerify({
        factorId: data?.id ?? '',
        code: codeOf((data as { totp: { secret: string } }).totp.secret),
      });
    });
    expect(await levelBy(email, cookie)).toBe('aal1');
  });

  test('is trusted only by who has shown the code on it', async () => {
    const { email } = await withApp();
    expect((await post('factors/trust', await tokenOf(await signIn(email)))).status).toBe(403);
  });
});

describe('C7.1 somebody who finds an open browser', () => {
  const comeInLongAgo = (id: string) =>
    site.database.asOwner(
      `update auth.mfa_amr_claims set updated_at = now() - interval '1 hour' where session_id in (select id from auth.sessions where user_id = '${id}')`,
    );

  test('adds no factor and chooses no password: who came in long ago shows the password once more', async () => {
    const { client, id } = await member();
    await comeInLongAgo(id);
    const asked = [
      await client.auth.mfa.enroll({ factorType: 'totp' }),
      await client.auth.updateUser({ password: 'another horse' }),
      await client.auth.updateUser({ password: 'another horse', current_password: 'a guess' }),
      await client.auth.updateUser({ email: 'thief@example.org' }),
    ];
    expect(asked.map(({ error }) => error?.code)).toEqual([
      'reauthentication_needed',
      'reauthentication_needed',
      'reauthentication_not_valid',
      'reauthentication_needed',
    ]);
    const changed = await client.auth.updateUser({ password: 'another horse', current_password: password });
    expect(changed.error).toBeNull();
  });

  test('and knows the password, but has not the second factor, changes nothing, neither at once nor later', async () => {
    const { email, id } = await withApp();
    const client = await signIn(email);
    const wish = { password: 'another horse', current_password: password };
    expect((await client.auth.updateUser(wish)).error?.code).toBe('insufficient_aal');
    await comeInLongAgo(id);
    for (const one of [wish, { email: 'thief@example.org' }, { data: { display_name: 'Thief' } }])
      expect((await client.auth.updateUser(one)).error?.code).toBe('insufficient_aal');
  });
});
