import { readAccountEnding } from '#subjects/identity/contract/account.ts';
import { http, HttpResponse } from 'msw';
import { expect, test } from 'vitest';
import { asha, sessionAnswer, storeSession } from '#apps/web/testing/auth-answers.ts';
import { server } from '#apps/web/testing/server.ts';
import { refreshSession, signIn } from './auth.ts';
import { callService } from '../data/service.ts';
import { sessionState } from './session.ts';
import { startSession } from './arrival.ts';
import { sessionStorageKey } from './stored-session.ts';

const refuse = (code: string, status = 400) =>
  server.use(http.post('*/auth/v1/token', () => HttpResponse.json({ error_code: code, msg: code }, { status })));

async function startSignedIn(): Promise<void> {
  storeSession();
  await startSession();
  expect(sessionState().status).toBe('signed-in');
}

test.each(['refresh_token_not_found', 'refresh_token_already_used', 'session_not_found', 'session_expired'])(
  'C4.1 C7.9 C8.5 %s ends the session here at once, good as the access token may still be; the caller learns why',
  async (code) => {
    refuse(code);
    await startSignedIn();
    expect(await refreshSession()).toMatchObject({
      ok: false,
      failure: { code: 'session-missing', cause: { status: 400 } },
    });
    expect(sessionState()).toEqual({ status: 'signed-out', hasEnded: true });
    expect(localStorage.getItem(sessionStorageKey)).toBeNull();
  },
);

test('C7.5 C8.5 a session that was ended elsewhere is noticed by the next question to the service', async () => {
  refuse('session_not_found', 401);
  const problem = { code: 'not-authenticated', detail: '', requestId: '' };
  server.use(http.get('*/api/v1/account/ending', () => HttpResponse.json(problem, { status: 401 })));
  await startSignedIn();
  await expect(callService(readAccountEnding)).rejects.toMatchObject({ code: 'not-authenticated' });
  expect(sessionState()).toEqual({ status: 'signed-out', hasEnded: true });
});

test('C4.1 that it had ended is remembered until somebody signs in again', async () => {
  refuse('refresh_token_already_used');
  await startSignedIn();
  await refreshSession();
  await startSession();
  expect(sessionState()).toEqual({ status: 'signed-out', hasEnded: true });
  server.use(http.post('*/auth/v1/token', () => HttpResponse.json(sessionAnswer(asha, 'token-2'))));
  await signIn(asha.email, 'secret-7x');
  expect(sessionState()).toMatchObject({ status: 'signed-in', accessToken: 'token-2' });
  await startSession();
  expect(sessionState().status).toBe('signed-in');
});

test.each([
  ['too many questions', 'over_request_rate_limit', 429],
  ['a fault of the backend', 'unexpected_failure', 500],
  ['a token that another window has already put aside', 'refresh_token_already_used', 400],
] as const)('C9.6 %s ends nothing', async (name, code, status) => {
  await startSignedIn();
  server.use(
    http.post(
      '*/auth/v1/token',
      () => {
        if (name.includes('another window'))
          localStorage.setItem(sessionStorageKey, JSON.stringify(sessionAnswer(asha, 'token-of-the-other')));
        return HttpResponse.json({ error_code: code, msg: code }, { status });
      },
      status === 500 ? { once: true } : {},
    ),
    ...(status === 500 ? [http.post('*/auth/v1/token', () => HttpResponse.json(sessionAnswer(asha, 'token-2')))] : []),
  );
  await refreshSession();
  expect(sessionState().status).toBe('signed-in');
});
