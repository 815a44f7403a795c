import { afterAll, beforeAll, expect, test } from 'vitest';
import { GUEST_DOMAIN, type LiteSite, openLiteSite } from '../testing-lite.ts';

let site: LiteSite;
beforeAll(async () => {
  site = await openLiteSite({ limits: { guestsInTotal: 3, guestPerAddress: { count: 5, windowMs: 60_000 } } });
});
afterAll(() => site.stop());

async function guest(name: string) {
  const client = site.client();
  const { data, error } = await client.auth.signUp({ email: `${name}@${GUEST_DOMAIN}`, password: 'aB3$efgh' });
  return { client, user: data.user, error };
}

test('C5.6 a guest who becomes a member stays the same user, and keeps everything', async () => {
  const { client, user } = await guest('one');
  const upgrade = (email: string, password: string) =>
    site.lite.call({ call: 'upgrade-guest', userId: user?.id ?? '', email, password, origin: site.origin });
  expect(await upgrade(`two@${GUEST_DOMAIN}`, 'correct horse')).toEqual({ ok: false, code: 'email-invalid' });
  expect(await upgrade('not an address', 'correct horse')).toEqual({ ok: false, code: 'email-invalid' });
  expect(await upgrade('ada@example.org', 'short')).toEqual({ ok: false, code: 'password-weak' });
  await site.client().auth.signUp({ email: 'taken@example.org', password: 'correct horse' });
  expect(await upgrade('taken@example.org', 'correct horse')).toEqual({ ok: false, code: 'email-taken' });
  expect(await upgrade('Ada@example.org', 'correct horse')).toEqual({ ok: true, mustConfirmEmail: false });
  expect(await upgrade('again@example.org', 'correct horse')).toEqual({ ok: false, code: 'not-a-guest' });

  const signedIn = await site.client().auth.signInWithPassword({ email: 'ada@example.org', password: 'correct horse' });
  expect(signedIn.data.user?.id).toBe(user?.id);
  expect(signedIn.data.user?.identities?.[0]?.identity_data?.email).toBe('ada@example.org');
  const { data } = await client.auth.refreshSession();
  expect(data.user?.email).toBe('ada@example.org');
});

test("C5.6 C7.4 a member cannot take a guest's address", async () => {
  const client = site.client();
  await client.auth.signUp({ email: 'bob@example.org', password: 'correct horse' });
  expect((await client.auth.updateUser({ email: `bob@${GUEST_DOMAIN}` })).error).toMatchObject({
    status: 400,
    code: 'validation_failed',
  });
});

test('C5.6 guests are capped in total, and limited by address', async () => {
  expect((await guest('a')).error).toBeNull();
  expect((await guest('b')).error).toBeNull();
  expect((await guest('c')).error).toBeNull();
  expect((await guest('d')).error).toMatchObject({ status: 429, code: 'guest_limit_reached' });
  expect((await guest('e')).error).toMatchObject({ status: 429, code: 'over_request_rate_limit' });
  const member = await site.client().auth.signUp({ email: 'member@example.org', password: 'correct horse' });
  expect(member.error).toBeNull();
});
