import { afterAll, beforeAll, expect, test } from 'vitest';
import { GUEST_DOMAIN, type LiteSite, openLiteSite } from './testing-lite.ts';

let site: LiteSite;
beforeAll(async () => {
  site = await openLiteSite({ mustConfirmEmail: true });
});
afterAll(() => site.stop());

async function linkTo(address: string): Promise<string> {
  await expect.poll(() => site.mails.find(({ to }) => to === address)).toBeDefined();
  return site.mails.find(({ to }) => to === address)?.link ?? '';
}

test('C7.2 a sign-up without a session: the mail confirms the address, and then the password works', async () => {
  const { data, error } = await site.client().auth.signUp({
    email: 'ada@example.org',
    password: 'correct horse',
    options: { data: { language: 'hi' }, emailRedirectTo: `${site.origin}/` },
  });
  expect(error).toBeNull();
  expect(data.session).toBeNull();
  const early = await site.client().auth.signInWithPassword({ email: 'ada@example.org', password: 'correct horse' });
  expect(early.error).toMatchObject({ status: 400, code: 'email_not_confirmed' });
  const guess = await site.client().auth.signInWithPassword({ email: 'ada@example.org', password: 'wrong horse' });
  expect(guess.error).toMatchObject({ status: 400, code: 'invalid_credentials' });
  const link = await linkTo('ada@example.org');
  expect(site.mails[0]).toMatchObject({ kind: 'signup', language: 'hi' });
  const followed = await fetch(link, { redirect: 'manual' });
  expect(followed.headers.get('location')).toMatch(new RegExp(`^${site.origin}/#access_token=`));
  expect(
    (await site.client().auth.signInWithPassword({ email: 'ada@example.org', password: 'correct horse' })).error,
  ).toBeNull();
});

test('C7.4 a guest gets a session at once, and confirms the address only on becoming a member', async () => {
  const client = site.client();
  const { data } = await client.auth.signUp({ email: `guest@${GUEST_DOMAIN}`, password: 'aB3$efgh' });
  expect(data.session).not.toBeNull();
  const call = {
    call: 'upgrade-guest',
    userId: data.user?.id ?? '',
    email: 'bob@example.org',
    password: 'correct horse',
    origin: site.origin,
  } as const;
  expect(await site.lite.call(call)).toEqual({ ok: true, mustConfirmEmail: true });
  const early = await site.client().auth.signInWithPassword({ email: 'bob@example.org', password: 'correct horse' });
  expect(early.error?.code).toBe('email_not_confirmed');
  // Its link leads to the profile, which shows the token with the session that asked for it.
  const link = new URL(await linkTo('bob@example.org'));
  expect(link.href).toMatch(new RegExp(`^${site.origin}/profile#confirm=`));
  const token = link.hash.split('=')[1] ?? '';
  expect(await site.lite.call({ call: 'prove-address', userId: call.userId, token })).toBe(true);
  expect((await client.auth.refreshSession()).error).toBeNull();
  const signedIn = await site.client().auth.signInWithPassword({ email: 'bob@example.org', password: 'correct horse' });
  expect(signedIn.data.user?.id).toBe(data.user?.id);
});

test('C7.2 the mail comes once more to who asks for it; who signs up anew after a minute begins anew; nobody else hears anything', async () => {
  const email = 'cleo@example.org';
  const signUp = (password: string) => site.client().auth.signUp({ email, password });
  const mailsTo = (to: string) => site.mails.filter((mail) => mail.to === to);
  await signUp('correct horse');
  const first = await linkTo(email);
  expect((await site.client().auth.resend({ type: 'signup', email })).error).toBeNull();
  await expect.poll(() => mailsTo(email).length).toBe(2);
  expect(mailsTo(email).at(-1)?.link).toContain(new URL(first).searchParams.get('token'));
  expect((await signUp('another horse')).error?.code).toBe('over_email_send_rate_limit');
  await site.database.asOwner(
    `update auth.users set confirmation_sent_at = now() - interval '2 minutes' where email = '${email}'`,
  );
  expect((await signUp('another horse')).error).toBeNull();
  await expect.poll(() => mailsTo(email).length).toBe(3);
  await fetch(mailsTo(email).at(-1)?.link ?? '', { redirect: 'manual' });
  expect((await site.client().auth.signInWithPassword({ email, password: 'another horse' })).error).toBeNull();

  expect((await site.client().auth.resend({ type: 'signup', email })).error).toBeNull();
  expect((await site.client().auth.resend({ type: 'signup', email: 'nobody@example.org' })).error).toBeNull();
  await site.client().auth.resetPasswordForEmail(email);
  await expect.poll(() => mailsTo(email).at(-1)?.kind).toBe('recovery');
  expect([mailsTo(email).length, mailsTo('nobody@example.org').length]).toEqual([4, 0]);
});
