import { waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import { asha, sessionAnswer } from '#apps/web/testing/auth-answers.ts';
import { renderApp } from '#apps/web/testing/render-app.tsx';
import { server } from '#apps/web/testing/server.ts';
import { noticeStore } from '../../ui/notices/notice.ts';
import { rememberPlace, sessionStorageKey } from '../stored-session.ts';
import { sessionState, subscribeSession } from '../session.ts';
import { startSession } from '../arrival.ts';

const proof = 'wattershed-google-code-verifier';
const verifier = 'v'.repeat(56);

beforeEach(() => sessionStorage.clear());

/** As the page had left for Google from `place`. */
function begin(place: string): void {
  history.replaceState(null, '', place);
  rememberPlace();
  sessionStorage.setItem(proof, JSON.stringify(verifier));
}

const comeBack = (search: string) => history.replaceState(null, '', `/${search}`);
const proofsLeft = () => Object.keys(sessionStorage).filter((key) => key.startsWith('wattershed-google'));

test('C7.3 the code is exchanged with the proof that this tab kept, before anybody is told to be signed out', async () => {
  const asked: unknown[] = [];
  server.use(
    http.post('*/auth/v1/token', async ({ request }) => {
      asked.push(new URL(request.url).searchParams.get('grant_type'), await request.json());
      return HttpResponse.json(sessionAnswer(asha, 'by-google'));
    }),
  );
  const seen: string[] = [];
  const stop = subscribeSession(() => seen.push(sessionState().status));
  begin('/analytics?room=kitchen#days');
  comeBack('?code=abc-123');
  const started = startSession();
  // The address is clean at once: nothing else may read or keep the code.
  expect(location.pathname + location.search + location.hash).toBe('/analytics?room=kitchen#days');
  await started;
  expect(asked).toEqual(['pkce', { auth_code: 'abc-123', code_verifier: verifier }]);
  expect(sessionState()).toMatchObject({ status: 'signed-in', accessToken: 'by-google' });
  expect(seen).not.toContain('signed-out');
  expect(proofsLeft()).toEqual([]);
  stop();
});

test('C7.3 a code that this browser did not ask for signs nobody in, and is not even sent', async () => {
  comeBack('?code=of-somebody-else');
  await renderApp('/?code=of-somebody-else');
  expect(sessionState().status).toBe('signed-out');
  expect(location.search).toBe('');
  await expectTold('This Google sign-in did not start in this browser');
});

test.each([
  ['bad_code_verifier', 400, 'This Google sign-in did not start in this browser'],
  ['flow_state_expired', 422, 'This Google sign-in did not start in this browser'],
  ['flow_state_not_found', 404, 'This Google sign-in did not start in this browser'],
])('C7.3 C8.5 a code that the backend refuses (%s) is told, and the proof is gone', async (code, status, words) => {
  server.use(http.post('*/auth/v1/token', () => HttpResponse.json({ error_code: code, msg: code }, { status })));
  begin('/dashboard');
  await renderApp('/?code=abc');
  expect(sessionState().status).toBe('signed-out');
  expect(localStorage.getItem(sessionStorageKey)).toBeNull();
  expect(proofsLeft()).toEqual([]);
  await expectTold(words);
});

test.each([
  ['?error=access_denied&error_description=The+user+denied', 'You did not finish signing in with Google.'],
  ['?error=access_denied&error_code=provider_email_needs_verification', 'Google did not confirm who you are.'],
  ['?error=server_error&error_code=unexpected_failure', 'Google did not confirm who you are.'],
  ['?error=invalid_request&error_code=bad_oauth_state', 'This Google sign-in did not start in this browser'],
  ['?error=access_denied&error_code=signup_disabled', 'You cannot create an account here.'],
])('C7.3 C8.5 %s is told in words, where the person was', async (search, words) => {
  begin('/dashboard');
  await renderApp(`/${search}#error=access_denied`);
  expect(location.pathname + location.search + location.hash).toBe('/dashboard');
  expect(proofsLeft()).toEqual([]);
  await expectTold(words);
});

test('C7.3 an error that nobody here asked for is not taken for a person who turned back', async () => {
  await renderApp('/?error=access_denied');
  await expectTold('This Google sign-in did not start in this browser');
});

test('C7.3 who is signed in stays so when the way through Google leads nowhere', async () => {
  localStorage.setItem(sessionStorageKey, JSON.stringify(sessionAnswer(asha)));
  begin('/contact');
  comeBack('?error=access_denied');
  await startSession();
  expect(sessionState()).toMatchObject({ status: 'signed-in', user: { id: asha.id } });
});

async function expectTold(words: string): Promise<void> {
  await waitFor(() => expect(noticeStore.read().map(({ title }) => title)).toEqual([expect.stringContaining(words)]));
}
