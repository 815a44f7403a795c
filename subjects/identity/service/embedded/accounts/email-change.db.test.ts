import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { GUEST_DOMAIN, type LiteSite, openLiteSite } from '../testing-lite.ts';

let site: LiteSite;
beforeAll(async () => {
  site = await openLiteSite({ limits: { mailPerAccount: { count: 2, windowMs: 60_000 } } });
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
  await expect.poll(() => mailsTo('new@example.org').length).toBe(1);
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
  const signedIn = await site.client().auth.signInWithPassword({ email: 'new@example.org', password: 'correct horse' });
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
