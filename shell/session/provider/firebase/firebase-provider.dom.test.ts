import { waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { asha, sessionAnswer } from '#apps/web/testing/auth-answers.ts';
import { backendToken, type FarSide, openFarSide, problem, refusal } from '#apps/web/testing/firebase-far-side.ts';
import { server } from '#apps/web/testing/server.ts';
import {
  changeDisplayName,
  changeEmail,
  changePassword,
  refreshSession,
  requestPasswordReset,
  signIn,
  signInAsGuest,
  signOut,
  signUp,
  startProvider,
} from '../../auth.ts';
import { sessionState } from '../../session.ts';
import { startSession } from '../../arrival.ts';
import { sessionStorageKey } from '../../stored-session.ts';
import { identityUser, linkGuest, takeNewEmail } from '../ways-in.ts';
import { forgetFirebase } from './firebase-client.ts';

let far: FarSide;

beforeEach(async () => {
  far = await openFarSide();
  await startSession();
});
afterEach(async () => {
  vi.useRealTimers();
  await forgetFirebase();
});

const enter = () => signIn(asha.email, 'secret-7x');
const routes = () => far.asked.map(({ route }) => route);
const asked = (route: string) => far.asked.filter((one) => one.route === route);
const firebaseKeys = () => Object.keys(localStorage).filter((key) => key.startsWith('firebase:authUser:'));

describe('C7.20 C7.21 with an address and a password', () => {
  test('C4.1 the person is signed in by both, and both are kept in local storage', async () => {
    expect(await enter()).toEqual({ ok: true, value: null });
    expect(routes()).toEqual(['POST accounts:signInWithPassword', 'POST accounts:lookup', 'POST session']);
    expect(asked('POST session')[0]?.bearer).toMatch(/^Bearer [\w-]+\.[\w-]+\.c2lnbmVk$/);
    expect(sessionState()).toMatchObject({ status: 'signed-in', accessToken: backendToken, user: { id: asha.id } });
    expect(firebaseKeys()).toHaveLength(1);
    expect(localStorage.getItem(sessionStorageKey)).toContain(backendToken);
  });

  test('C3.4 the person is known as the provider writes them', async () => {
    await enter();
    expect(await identityUser()).toEqual({
      ok: true,
      value: {
        uid: 'uid-1',
        email: asha.email,
        displayName: null,
        phoneNumber: null,
        isAnonymous: false,
        emailVerified: true,
      },
    });
  });

  test('C9.7 a token older than five minutes is refreshed before it is sent, a younger one is not', async () => {
    far.tokenAgeS = 290;
    await enter();
    expect(routes()).not.toContain('POST token');
    await signOut('local');
    far.tokenAgeS = 310;
    far.asked.length = 0;
    await enter();
    expect(routes().slice(-2)).toEqual(['POST token', 'POST session']);
    const [, payload = ''] = asked('POST session')[0]?.bearer?.split('.') ?? [];
    expect(Date.now() / 1000 - (JSON.parse(atob(payload)) as { iat: number }).iat).toBeLessThan(60);
  });

  test('sign-up asks for the address to be confirmed, and signs in at once', async () => {
    expect(await signUp(asha.email, 'secret-7x')).toEqual({ ok: true, value: 'signed-in' });
    expect(asked('POST accounts:sendOobCode')[0]?.body).toMatchObject({ requestType: 'VERIFY_EMAIL' });
    expect(sessionState().status).toBe('signed-in');
  });

  test.each([
    ['INVALID_LOGIN_CREDENTIALS', 'invalid-credentials'],
    ['USER_DISABLED', 'account-disabled'],
    ['TOO_MANY_ATTEMPTS_TRY_LATER', 'rate-limited'],
  ])('C8.5 %s is told as %s, and nobody is signed in', async (said, code) => {
    far.answer('POST accounts:signInWithPassword', refusal(said), 400);
    expect(await enter()).toMatchObject({ ok: false, failure: { code } });
    expect(sessionState().status).toBe('signed-out');
  });

  test.each([
    [503, 'identity-unavailable', 'network-request-failed'],
    [401, 'not-authenticated', 'invalid-token'],
    [429, 'rate-limited', 'rate-limited'],
    [403, 'email-not-confirmed', 'email-not-confirmed'],
    [404, 'not-found', 'provider-not-configured'],
  ])('C7.21 refused by the service (%i %s) nobody is half signed in', async (status, said, code) => {
    far.answer('POST session', problem(said), status);
    expect(await enter()).toMatchObject({ ok: false, failure: { code } });
    expect([sessionState().status, firebaseKeys()]).toEqual(['signed-out', []]);
  });

  test('an account that was deleted here is deleted there too, and the person is told', async () => {
    far.answer('POST session', problem('account-ended'), 410);
    expect(await enter()).toMatchObject({ ok: false, failure: { code: 'account-ended' } });
    expect(routes()).toContain('POST accounts:delete');
    expect(firebaseKeys()).toEqual([]);
  });
});

describe('C4.1 the session', () => {
  test('C7.5 C7.21 ends everywhere on leaving: here, at the service by DELETE, and at Firebase', async () => {
    await enter();
    expect(await signOut('local')).toEqual({ ok: true, value: undefined });
    expect(asked('DELETE session')[0]?.bearer).toBe(`Bearer ${backendToken}`);
    expect([sessionState().status, firebaseKeys()]).toEqual(['signed-out', []]);
  });

  test('of a page that is opened again stays, as long as Firebase lets the person in', async () => {
    await enter();
    await forgetFirebase();
    await startProvider();
    expect(sessionState().status).toBe('signed-in');
    await forgetFirebase();
    far.answer('POST accounts:lookup', refusal('USER_DISABLED'), 400);
    await startProvider();
    await waitFor(() => expect(sessionState().status).toBe('signed-out'));
    await waitFor(() => expect(routes()).toContain('DELETE session'));
  });

  test('C7.9 asks Firebase again at each renewal, and ends when it says no', async () => {
    let renewed = 0;
    server.use(
      http.post('*/auth/v1/token', () => {
        renewed += 1;
        return HttpResponse.json(sessionAnswer(asha, `renewed-${renewed}`));
      }),
    );
    await enter();
    expect((await refreshSession()).ok).toBe(true);
    await waitFor(() => expect(routes()).toContain('POST token'));
    expect(sessionState().status).toBe('signed-in');
    far.answer('POST token', refusal('USER_DISABLED'), 400);
    await refreshSession();
    await waitFor(() => expect(sessionState().status).toBe('signed-out'));
    expect(asked('DELETE session').at(-1)?.bearer).toBe('Bearer renewed-2');
  });

  test('that the backend has ended is not opened again by what Firebase still keeps', async () => {
    far.user['lastLoginAt'] = String(Date.now() - 600_000);
    await enter();
    await forgetFirebase();
    localStorage.removeItem(sessionStorageKey);
    await startSession();
    far.asked.length = 0;
    await startProvider();
    expect(routes()).not.toContain('POST session');
  });
});

describe('C7.20 the account', () => {
  test('C5.6 a guest has no name at Firebase either, and keeps everything under an address of one’s own', async () => {
    far.user = { localId: 'uid-1' };
    expect((await signInAsGuest()).ok).toBe(true);
    expect(asked('POST accounts:signUp')[0]?.body).not.toHaveProperty('email');
    far.user = { localId: 'uid-1', email: asha.email, emailVerified: false };
    expect(await linkGuest(asha.email, 'secret-7x')).toEqual({ ok: true, value: undefined });
    expect(asked('POST accounts:signUp')[1]?.body).toMatchObject({ email: asha.email, idToken: expect.any(String) });
    expect(routes().filter((route) => route.endsWith('session'))).toEqual([
      'POST session',
      'POST session',
      'DELETE session',
    ]);
  });

  test('where guests are not let in that is said', async () => {
    far.answer('POST accounts:signUp', refusal('ADMIN_ONLY_OPERATION'), 400);
    expect(await signInAsGuest()).toMatchObject({ ok: false, failure: { code: 'guest-unavailable' } });
  });

  test('mails: a forgotten password, a new address; a new password needs a fresh sign-in', async () => {
    expect((await requestPasswordReset(asha.email)).ok).toBe(true);
    await enter();
    expect((await changeEmail('new@example.com')).ok).toBe(true);
    expect(asked('POST accounts:sendOobCode').map(({ body }) => body['requestType'])).toEqual([
      'PASSWORD_RESET',
      'VERIFY_AND_CHANGE_EMAIL',
    ]);
    far.answer('POST accounts:update', refusal('CREDENTIAL_TOO_OLD_LOGIN_AGAIN'), 400);
    expect(await changePassword('another-7x')).toMatchObject({ ok: false, failure: { code: 'sign-in-again' } });
  });

  test('the name is changed in both places', async () => {
    let named: unknown;
    server.use(
      http.put('*/auth/v1/user', async ({ request }) => {
        named = await request.json();
        return HttpResponse.json({ id: asha.id, user_metadata: { display_name: 'Asha R' }, app_metadata: {} });
      }),
    );
    await enter();
    expect((await changeDisplayName('Asha R')).ok).toBe(true);
    expect(asked('POST accounts:update')[0]?.body).toMatchObject({ displayName: 'Asha R' });
    expect(named).toMatchObject({ data: { display_name: 'Asha R' } });
  });

  test('an address that was confirmed elsewhere reaches the account here by a new session', async () => {
    far.user = { localId: 'uid-1', email: 'new@example.com', emailVerified: false };
    await enter();
    far.user['emailVerified'] = true;
    expect(await takeNewEmail()).toMatchObject({ ok: true, value: { emailVerified: true } });
    expect(routes().slice(-3)).toEqual(['POST token', 'POST session', 'DELETE session']);
    // Another account has it here: it is not asked for again and again.
    await takeNewEmail();
    expect(asked('POST session')).toHaveLength(2);
  });
});
