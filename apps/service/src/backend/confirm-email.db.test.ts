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
  await fetch(await linkTo('bob@example.org'), { redirect: 'manual' });
  const signedIn = await site.client().auth.signInWithPassword({ email: 'bob@example.org', password: 'correct horse' });
  expect(signedIn.data.user?.id).toBe(data.user?.id);
});
