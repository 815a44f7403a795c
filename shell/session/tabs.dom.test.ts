import { waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test, vi } from 'vitest';
import { asha, sessionAnswer, storeSession, userAnswer } from '#apps/web/testing/auth-answers.ts';
import { server } from '#apps/web/testing/server.ts';
import { signOut } from './auth.ts';
import { createBackend } from '../data/backend-client.ts';
import { sessionState } from './session.ts';
import { startSession } from './arrival.ts';
import { sessionStorageKey } from './stored-session.ts';

/** What another window of the same browser holds: its own client, and the storage that all of them share. */
function otherWindow() {
  const { auth } = createBackend({ url: location.origin, anonKey: 'public-anonymous-key' });
  return auth;
}

/** Browsers tell every window but the one that wrote. */
function tellStored(newValue = localStorage.getItem(sessionStorageKey)) {
  window.dispatchEvent(new StorageEvent('storage', { key: sessionStorageKey, newValue }));
}

let renewals = 0;
beforeEach(() => {
  renewals = 0;
  server.use(
    http.post('*/auth/v1/token', ({ request }) => {
      const renews = new URL(request.url).searchParams.get('grant_type') === 'refresh_token';
      if (renews) renewals += 1;
      return HttpResponse.json(sessionAnswer(asha, renews ? `renewed-${renewals}` : 'token-1'));
    }),
    http.put('*/auth/v1/user', () => HttpResponse.json(userAnswer({ ...asha, displayName: 'Asha R' }))),
    http.post('*/auth/v1/logout', () => new HttpResponse(null, { status: 204 })),
  );
});

test('C4.1 who signs in in one window is signed in in the other, which had loaded nothing for it yet', async () => {
  await startSession();
  expect(sessionState().status).toBe('signed-out');
  const other = otherWindow();
  await other.signInWithPassword({ email: asha.email, password: 'secret-7x' });
  tellStored();
  await waitFor(() => expect(sessionState()).toMatchObject({ status: 'signed-in', user: { id: asha.id } }));
  await other.stopAutoRefresh();
});

test('C4.1 C7.9 C7.6 C7.5 a renewed token, a new name and leaving reach the other window', async () => {
  storeSession();
  await startSession();
  const other = otherWindow();
  await other.refreshSession();
  await waitFor(() => expect(sessionState()).toMatchObject({ accessToken: 'renewed-1' }));
  expect(renewals).toBe(1);

  await other.updateUser({ data: { display_name: 'Asha R' } });
  await waitFor(() => expect(sessionState()).toMatchObject({ user: { displayName: 'Asha R' } }));

  await other.signOut({ scope: 'local' });
  await waitFor(() => expect(sessionState()).toEqual({ status: 'signed-out' }));
  await other.stopAutoRefresh();
});

test('C4.1 leaving without a network is heard as well, by a window that has loaded no client', async () => {
  const offline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  storeSession();
  await startSession();
  expect(sessionState().status).toBe('signed-in');
  localStorage.removeItem(sessionStorageKey);
  tellStored();
  expect(sessionState()).toEqual({ status: 'signed-out' });
  offline.mockRestore();
});

test('C4.1 C7.5 leaving here without a network takes the session out of what all windows share', async () => {
  storeSession();
  await startSession();
  const offline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  expect(await signOut('local')).toMatchObject({ ok: true });
  expect(localStorage.getItem(sessionStorageKey)).toBeNull();
  expect(sessionState()).toEqual({ status: 'signed-out' });
  offline.mockRestore();
});

test('C4.1 what another part of the page keeps in the same storage signs nobody out', async () => {
  storeSession();
  await startSession();
  window.dispatchEvent(new StorageEvent('storage', { key: 'language', newValue: null }));
  expect(sessionState().status).toBe('signed-in');
});
