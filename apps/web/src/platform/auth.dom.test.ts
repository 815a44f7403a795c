import { http, HttpResponse } from 'msw';
import { expect, test } from 'vitest';
import { asha, sessionAnswer, storeSession, userAnswer } from '../testing/auth-answers.ts';
import { setConfig } from '../testing/config.ts';
import { server } from '../testing/server.ts';
import { changePassword, requestPasswordReset, signIn, signInAsGuest, signOut, signUp } from './auth.ts';
import { sessionState, startSession } from './session.ts';

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
  expect(String(seen[0]?.body['password'])).toHaveLength(8);
  expect(sessionState()).toMatchObject({ status: 'signed-in', user: { isGuest: true } });
});

test('C7.2 a guest without a session, or without a guest domain, is told that it is not available', async () => {
  listen('post', 'signup', userAnswer(asha));
  expect(await signInAsGuest()).toMatchObject({ ok: false, failure: { code: 'guest-unavailable' } });
  setConfig({ guestDomain: '' });
  expect(await signInAsGuest()).toMatchObject({ ok: false, failure: { code: 'guest-unavailable' } });
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
