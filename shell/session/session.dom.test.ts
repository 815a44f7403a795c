import { waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, test, vi } from 'vitest';
import { asha, linkHash, sessionAnswer, storeSession, userAnswer } from '#apps/web/testing/auth-answers.ts';
import { setConfig } from '#apps/web/testing/config.ts';
import { server } from '#apps/web/testing/server.ts';
import { loadBackend } from '../data/backend.ts';
import { startSession } from './arrival.ts';
import { changeDisplayName, refreshSession, signIn, signOut } from './auth.ts';
import { rememberVisit } from './remember-visit.ts';
import { sessionState, subscribeSession } from './session.ts';
import { sessionStorageKey } from './stored-session.ts';

const signedIn = () => {
  const state = sessionState();
  if (state.status !== 'signed-in') throw new Error(`expected to be signed in, was ${state.status}`);
  return state;
};

test('C4.1 auth is loading at start, and signed out at once where nothing is stored', async () => {
  expect(sessionState().status).toBe('loading');
  await startSession();
  expect(sessionState().status).toBe('signed-out');
});

test('C4.1 C3.5 a stored session signs in, with its token and when it ends', async () => {
  storeSession();
  await startSession();
  expect(signedIn()).toMatchObject({
    accessToken: 'token-1',
    user: { id: asha.id, email: asha.email, displayName: 'Asha' },
  });
  expect(signedIn().expiresAt).toBeGreaterThan(Date.now() / 1000);
});

test('C4.1 C7.1 sign-in, C7.6 user update, C7.9 refresh and C7.5 sign-out each change the state, and the session is kept', async () => {
  const seen: string[] = [];
  const stop = subscribeSession(() => seen.push(sessionState().status));
  let refreshed = 0;
  server.use(
    http.post('*/auth/v1/token', ({ request }) => {
      const isRefresh = new URL(request.url).searchParams.get('grant_type') === 'refresh_token';
      if (isRefresh) refreshed += 1;
      return HttpResponse.json(sessionAnswer(asha, isRefresh ? 'token-2' : 'token-1'));
    }),
    http.put('*/auth/v1/user', () => HttpResponse.json(userAnswer({ ...asha, displayName: 'Asha R' }))),
    http.post('*/auth/v1/logout', () => new HttpResponse(null, { status: 204 })),
  );
  await startSession();

  expect(await signIn(asha.email, 'secret-7x')).toMatchObject({ ok: true });
  expect(signedIn().accessToken).toBe('token-1');
  expect(localStorage.getItem(sessionStorageKey)).toContain('refresh-token-1');

  await changeDisplayName('Asha R');
  expect(signedIn().user.displayName).toBe('Asha R');

  await refreshSession();
  expect(signedIn().accessToken).toBe('token-2');
  expect(refreshed).toBe(1);

  await signOut('local');
  expect(sessionState().status).toBe('signed-out');
  expect(localStorage.getItem(sessionStorageKey)).toBeNull();
  expect(seen).not.toContain('loading');
  stop();
});

test('C5.5 without a backend configured nobody is signed in, and sign-in says why', async () => {
  setConfig({ anonKey: '' });
  storeSession();
  await startSession();
  expect(sessionState().status).toBe('signed-out');
  expect(await signIn('a@b.example', 'secret')).toMatchObject({ ok: false, failure: { code: 'not-configured' } });
});

test('C9.9 only in debug mode, and only the first 8 characters of the public key are logged', async () => {
  const debug = vi.spyOn(console, 'debug').mockImplementation(() => undefined);
  setConfig({ debug: true });
  await loadBackend();
  expect(debug.mock.calls.join('\n')).toContain('public-a…');
  expect(debug.mock.calls.join('\n')).not.toContain('public-anonymous-key');
  debug.mockRestore();
});

test('C4.1 without a network the stored session signs in at once, run out as it may be; leaving works too', async () => {
  const offline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  localStorage.setItem(sessionStorageKey, JSON.stringify({ ...sessionAnswer(asha), expires_at: 1_700_000_000 }));
  await startSession();
  expect(signedIn().user).toMatchObject({ id: asha.id, displayName: 'Asha' });
  expect(await signOut('global')).toMatchObject({ ok: false, failure: { code: 'network' } });
  expect(signedIn().user.id).toBe(asha.id);
  expect(await signOut('local')).toMatchObject({ ok: true });
  expect(sessionState().status).toBe('signed-out');
  expect(localStorage.getItem(sessionStorageKey)).toBeNull();
  offline.mockRestore();
});

test('C4.1 C9.6 a session that has run out is renewed when the network is back', async () => {
  const offline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  server.use(http.post('*/auth/v1/token', () => HttpResponse.json(sessionAnswer(asha, 'token-renewed'))));
  localStorage.setItem(sessionStorageKey, JSON.stringify({ ...sessionAnswer(asha), expires_at: 1_700_000_000 }));
  await startSession();
  offline.mockRestore();
  window.dispatchEvent(new Event('online'));
  await waitFor(() => expect(signedIn().accessToken).toBe('token-renewed'));
});

test('C4.1 a stored session that the backend refuses is gone', async () => {
  server.use(
    http.post('*/auth/v1/token', () =>
      HttpResponse.json({ code: 'refresh_token_not_found', message: 'Invalid Refresh Token' }, { status: 400 }),
    ),
  );
  localStorage.setItem(sessionStorageKey, JSON.stringify({ ...sessionAnswer(asha), expires_at: 1_700_000_000 }));
  await startSession();
  expect(sessionState().status).toBe('signed-out');
});

test('C4.1 while a mail’s link gets no answer the stored session is shown, and after a while the link is given up', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const limit = new AbortController();
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal);
  server.use(http.get('*/auth/v1/user', () => new Promise<never>(() => undefined)));
  storeSession();
  history.replaceState(null, '', `/${linkHash(asha)}`);
  const started = startSession();
  await vi.advanceTimersByTimeAsync(3000);
  expect(signedIn().user.id).toBe(asha.id);
  vi.useRealTimers();
  expect(timeout).toHaveBeenCalledWith(10_000);
  limit.abort();
  await started;
  expect(signedIn().accessToken).toBe('token-1');
  timeout.mockRestore();
});

test('C4.1 with nobody here, a link that gets no answer does not keep the page waiting for ever', async () => {
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort());
  server.use(http.get('*/auth/v1/user', () => new Promise<never>(() => undefined)));
  history.replaceState(null, '', `/${linkHash(asha)}`);
  await startSession();
  expect(sessionState().status).toBe('signed-out');
  timeout.mockRestore();
});

test('the visit of somebody signed in is told; of somebody who has left meanwhile, nothing is asked', async () => {
  const told: (string | null)[] = [];
  server.use(
    http.post('*/api/v1/account/seen', ({ request }) => {
      told.push(request.headers.get('authorization'));
      return new HttpResponse(null, { status: 204 });
    }),
  );
  await startSession();
  rememberVisit();
  storeSession();
  await startSession();
  rememberVisit();
  await waitFor(() => expect(told).toContain('Bearer token-1'));
  expect(told).toEqual(['Bearer token-1']);
});
