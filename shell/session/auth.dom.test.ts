import { http, HttpResponse } from 'msw';
import { expect, test } from 'vitest';
import { asha, sessionAnswer, storeSession, userAnswer } from '#apps/web/testing/auth-answers.ts';
import { setConfig } from '#apps/web/testing/config.ts';
import { server } from '#apps/web/testing/server.ts';
import { changeEmail, changePassword, requestPasswordReset, signIn, signInAsGuest, signOut, signUp } from './auth.ts';
import { sessionState } from './session.ts';
import { startSession } from './arrival.ts';

interface Seen {
  url: URL;
  body: Record<string, unknown>;
}

/** Answers, and remembers what was asked. */
function listen(method: 'post' | 'put', path: string, answer: object, status = 200): Seen[] {
  const seen: Seen[] = [];
  server.use(
    http[method](`*/auth/v1/${path}`, async ({ request }) => {
      const text = await request.text();
      seen.push({ url: new URL(request.url), body: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>) });
      return HttpResponse.json(answer, { status });
    }),
  );
  return seen;
}

test('C7.1 password sign-in posts the address and the password', async () => {
  const seen = listen('post', 'token', sessionAnswer(asha));
  expect((await signIn(asha.email, 'secret-7x')).ok).toBe(true);
  expect(seen[0]?.url.searchParams.get('grant_type')).toBe('password');
  expect(seen[0]?.body).toMatchObject({ email: asha.email, password: 'secret-7x' });
});

test('C7.2 sign-up comes back to the site root; without a session one is told to check the mail', async () => {
  const seen = listen('post', 'signup', userAnswer(asha));
  expect(await signUp(asha.email, 'secret-7x')).toEqual({ ok: true, value: 'check-email' });
  expect(seen[0]?.url.searchParams.get('redirect_to')).toBe(`${location.origin}/`);
});

test('C7.4 C5.6 a guest is a sign-up with a throw-away address at the configured domain', async () => {
  const guest = { ...asha, email: 'guest-x@guest.wattershed.invalid' };
  const seen = listen('post', 'signup', sessionAnswer(guest));
  expect((await signInAsGuest()).ok).toBe(true);
  expect(seen[0]?.body['email']).toMatch(/^guest-[a-z0-9]+@guest\.wattershed\.invalid$/);
  expect(seen[0]?.body['data']).toEqual({ language: 'en' });
  expect(String(seen[0]?.body['password'])).toHaveLength(8);
  expect(sessionState()).toMatchObject({ status: 'signed-in', user: { isGuest: true } });
});

test('C7.2 a guest without a session, or without a guest domain, is told that it is not available', async () => {
  listen('post', 'signup', userAnswer(asha));
  expect(await signInAsGuest()).toMatchObject({ ok: false, failure: { code: 'guest-unavailable' } });
  setConfig({ guestDomain: '' });
  expect(await signInAsGuest()).toMatchObject({ ok: false, failure: { code: 'guest-unavailable' } });
});

test('C7.4 where an address has to be confirmed first, no guest is made and no mail is sent', async () => {
  const seen = listen('post', 'signup', userAnswer(asha));
  server.use(http.get('*/auth/v1/settings', () => HttpResponse.json({ mailer_autoconfirm: false })));
  expect(await signInAsGuest()).toMatchObject({ ok: false, failure: { code: 'guest-unavailable' } });
  expect(seen).toEqual([]);
});

test('C7.5 sign-out names its scope', async () => {
  const seen = listen('post', 'logout', {});
  storeSession();
  await startSession();
  await signOut('others');
  expect(sessionState().status).toBe('signed-in');
  await signOut('global');
  expect(seen.map(({ url }) => url.searchParams.get('scope'))).toEqual(['others', 'global']);
  expect(sessionState().status).toBe('signed-out');
});

test('C7.7 a reset leads back to /reset-password on this origin', async () => {
  const seen = listen('post', 'recover', {});
  expect((await requestPasswordReset(asha.email)).ok).toBe(true);
  expect(seen[0]?.url.searchParams.get('redirect_to')).toBe(`${location.origin}/reset-password`);
});

test('C7.8 the password is changed for the signed-in user', async () => {
  const seen = listen('put', 'user', userAnswer(asha));
  storeSession();
  await startSession();
  expect((await changePassword('another-7x')).ok).toBe(true);
  expect(seen[0]?.body).toMatchObject({ password: 'another-7x' });
});

test('C8.5 changing the password without a session says that it is missing', async () => {
  expect(await changePassword('another-7x')).toMatchObject({ ok: false, failure: { code: 'session-missing' } });
});

test('C8.5 a network that fails is told as such', async () => {
  server.use(http.post('*/auth/v1/token', () => HttpResponse.error()));
  expect(await signIn(asha.email, 'x')).toMatchObject({ ok: false, failure: { code: 'network' } });
});

test('C7.6 a new e-mail address comes back to the profile', async () => {
  const seen = listen('put', 'user', { ...userAnswer(asha), new_email: 'new@example.com' });
  storeSession();
  await startSession();
  expect((await changeEmail('new@example.com')).ok).toBe(true);
  expect(seen[0]?.url.searchParams.get('redirect_to')).toBe(`${location.origin}/profile`);
  expect(seen[0]?.body).toMatchObject({ email: 'new@example.com' });
  expect(sessionState()).toMatchObject({ user: { email: asha.email } });
});

test('C3.4 C3.5 the user and the session are read from what the backend sends, and the session is kept as it came', async () => {
  const session = { ...sessionAnswer(asha), user: { ...userAnswer(asha), app_metadata: { provider: 'email' } } };
  listen('post', 'token', session);
  await signIn(asha.email, 'secret-7x');
  expect(sessionState()).toEqual({
    status: 'signed-in',
    user: { id: asha.id, email: asha.email, newEmail: '', displayName: 'Asha', isGuest: false },
    accessToken: session.access_token,
    expiresAt: session.expires_at,
  });
  expect(JSON.parse(localStorage.getItem('wattershed-session') ?? '')).toMatchObject(session);
});

test.each([
  ['display_name', { display_name: 'Asha', full_name: 'Asha Rao' }, 'Asha'],
  ['full_name', { full_name: 'Asha Rao', name: 'A. Rao' }, 'Asha Rao'],
  ['name', { display_name: '', name: 'A. Rao' }, 'A. Rao'],
  ['none', {}, ''],
])('C3.4 the name that is shown: %s', async (_, metadata, shown) => {
  listen('post', 'token', { ...sessionAnswer(asha), user: { ...userAnswer(asha), user_metadata: metadata } });
  await signIn(asha.email, 'secret-7x');
  expect(sessionState()).toMatchObject({ user: { displayName: shown } });
});

test.each([
  [400, 'invalid_credentials', 'invalid-credentials'],
  [400, 'email_not_confirmed', 'email-not-confirmed'],
  [403, 'bad_jwt', 'invalid-token'],
  [422, 'email_exists', 'email-taken'],
  [422, 'same_password', 'same-password'],
  [422, 'signup_disabled', 'sign-up-closed'],
  [429, 'over_request_rate_limit', 'rate-limited'],
] as const)(
  'C8.5 an error of the API (%i %s) reaches the caller as the backend sent it',
  async (status, code, told) => {
    listen('post', 'token', { error_code: code, msg: `it said ${code}` }, status);
    const outcome = await signIn(asha.email, 'x');
    expect(outcome).toMatchObject({
      ok: false,
      failure: { code: told, cause: { name: 'AuthApiError', status, code, message: `it said ${code}` } },
    });
  },
);

test.each([502, 503, 504])(
  'C8.5 %i is a network error that may be tried again, and says its status',
  async (status) => {
    listen('post', 'token', {}, status);
    expect(await signIn(asha.email, 'x')).toMatchObject({
      ok: false,
      failure: { code: 'network', cause: { name: 'AuthRetryableFetchError', status } },
    });
  },
);

test('C8.5 C5.2 a weak password carries the reasons, and what it was refused with', async () => {
  const weak = { error_code: 'weak_password', msg: 'weak', weak_password: { reasons: ['pwned', 'length'] } };
  listen('put', 'user', weak, 422);
  storeSession();
  await startSession();
  expect(await changePassword('password')).toMatchObject({
    ok: false,
    failure: {
      code: 'weak-password',
      reasons: ['length', 'pwned'],
      cause: { name: 'AuthWeakPasswordError', status: 422, reasons: ['pwned', 'length'] },
    },
  });
});

test('C8.5 without a session the library’s own words reach the caller', async () => {
  expect(await changeEmail('new@example.com')).toMatchObject({
    ok: false,
    failure: { code: 'session-missing', cause: { message: 'Auth session missing!', status: 400 } },
  });
});
