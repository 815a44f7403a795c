import { http, HttpResponse } from 'msw';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { asha, sessionAnswer, storeSession } from '#apps/web/testing/auth-answers.ts';
import { server } from '#apps/web/testing/server.ts';
import { readAccountEnding } from '#subjects/identity/contract/account.ts';
import { callService } from '../data/service.ts';
import { askTables } from '../data/tables.ts';
import { startSession } from './arrival.ts';
import { refreshSession, signIn } from './auth.ts';
import { whileNobodyAsks } from './ending-session.ts';
import { sessionState } from './session.ts';
import { sessionStorageKey } from './stored-session.ts';

describe('refresh clock', () => {
  const began = Date.parse('2026-11-22T08:00:00Z');
  const tick = 30;

  /** Milliseconds after the start at which the backend was asked to renew the session. */
  let asked: number[];
  /** What it answers, in turn; after these a new session. */
  let answers: (() => Response | Error)[];
  const down = (status: number) => () => new Response('{}', { status });
  const lost = () => new TypeError('Failed to fetch');
  const refused = () => Response.json({ code: 'refresh_token_not_found', message: 'gone' }, { status: 400 });

  beforeAll(async () => {
    await import('../data/backend-client.ts');
  });
  beforeEach(() => {
    vi.useFakeTimers({ now: began, toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
    asked = [];
    answers = [];
    vi.spyOn(globalThis, 'fetch').mockImplementation((input) => {
      if (!new Request(input).url.includes('/auth/v1/token?grant_type=refresh_token'))
        throw new Error('only the session was to be renewed');
      asked.push(Date.now() - began);
      const answer = answers.shift()?.() ?? Response.json(sessionAnswer(asha, `token-${asked.length + 1}`));
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
    });
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000);

  async function startWith(lifeSeconds: number): Promise<void> {
    const session = { ...sessionAnswer(asha), expires_at: began / 1000 + lifeSeconds };
    localStorage.setItem(sessionStorageKey, JSON.stringify(session));
    void startSession();
    await pass(0);
    expect(sessionState().status).toBe('signed-in');
  }

  test.each([3600, 3605, 3629])(
    'C9.6 a session of %i s is looked at every 30 s and renewed once, when at most three whole ticks are left',
    async (life) => {
      await startWith(life);
      await pass(life - 4 * tick - 1);
      expect(asked).toEqual([]);
      await pass(tick + 1);
      expect(asked).toHaveLength(1);
      const at = (asked[0] ?? 0) / 1000;
      expect(at % tick).toBe(0);
      expect(Math.floor((life - at) / tick)).toBe(3);
      expect(sessionState()).toMatchObject({ status: 'signed-in', accessToken: 'token-2' });
      await pass(20 * 60);
      expect(asked).toHaveLength(1);
    },
  );

  test('C9.6 C7.9 one hour after the other is renewed, for as long as the page is open', async () => {
    await startWith(3600);
    await pass(10 * 3600);
    expect(asked.length).toBe(10);
    expect(sessionState()).toMatchObject({ status: 'signed-in', accessToken: 'token-11' });
  });

  test('C9.6 a session that is about to run out is renewed at once when the page is opened', async () => {
    await startWith(3 * tick - 1);
    expect(asked).toEqual([0]);
  });

  test.each([
    ['502', down(502)],
    ['503', down(503)],
    ['504', down(504)],
    ['no answer', lost],
  ])('C9.6 C8.5 after %s it waits 200 ms, then twice as long each time, within 30 s', async (_, failing) => {
    answers = Array.from({ length: 50 }, () => failing);
    await startWith(3600);
    await pass(3600 - 4 * tick + tick);
    await pass(30);
    const waits = asked.slice(1).map((at, i) => at - (asked[i] ?? 0));
    expect(waits).toEqual([200, 400, 800, 1600, 3200, 6400, 12_800]);
    expect((asked.at(-1) ?? 0) - (asked[0] ?? 0)).toBeLessThan(tick * 1000);
    // The token is good for a while yet, and nobody has said that the session is not.
    expect(sessionState()).toMatchObject({ status: 'signed-in', accessToken: 'token-1' });
  });

  test('C9.6 C8.5 once the backend is back, the next try renews it', async () => {
    answers = [down(503), lost];
    await startWith(3600);
    await pass(3600 - 3 * tick + 1);
    expect(asked).toHaveLength(3);
    expect(sessionState()).toMatchObject({ status: 'signed-in', accessToken: 'token-4' });
  });

  test('C9.6 C8.5 a refusal is not tried again: the session has ended', async () => {
    answers = [refused];
    await startWith(3600);
    await pass(3600);
    expect(asked).toHaveLength(1);
    expect(sessionState()).toEqual({ status: 'signed-out', hasEnded: true });
  });
});

describe('refused refresh', () => {
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
      ...(status === 500
        ? [http.post('*/auth/v1/token', () => HttpResponse.json(sessionAnswer(asha, 'token-2')))]
        : []),
    );
    await refreshSession();
    expect(sessionState().status).toBe('signed-in');
  });
});

describe('as person', () => {
  let asked: (string | null)[];

  /** The table API that takes these tokens and no others. */
  function takeOnly(...tokens: string[]): void {
    asked = [];
    server.use(
      http.get('*/rest/v1/households', ({ request }) => {
        const bearer = request.headers.get('authorization');
        asked.push(bearer);
        return tokens.some((token) => bearer === `Bearer ${token}`)
          ? HttpResponse.json([{ id: 'home' }])
          : HttpResponse.json({ code: 'PGRST301', message: 'JWT expired' }, { status: 401 });
      }),
    );
  }

  const households = () => askTables((tables) => tables.from('households').select('id'));

  test('C7.9 C7.16 a token that the table API takes no more is renewed once, and the question asked again', async () => {
    server.use(http.post('*/auth/v1/token', () => HttpResponse.json(sessionAnswer(asha, 'token-2'))));
    takeOnly('token-2');
    storeSession();
    await startSession();
    expect(await households()).toEqual([{ id: 'home' }]);
    expect(asked).toEqual(['Bearer token-1', 'Bearer token-2']);
    expect(sessionState()).toMatchObject({ accessToken: 'token-2' });
  });

  test('C7.5 C8.5 where the session was ended elsewhere, it ends here as well', async () => {
    server.use(
      http.post('*/auth/v1/token', () =>
        HttpResponse.json({ error_code: 'refresh_token_not_found', msg: 'gone' }, { status: 400 }),
      ),
    );
    takeOnly();
    storeSession();
    await startSession();
    await expect(households()).rejects.toMatchObject({ status: 401, code: 'PGRST301' });
    expect(asked).toHaveLength(1);
    expect(sessionState()).toEqual({ status: 'signed-out', hasEnded: true });
  });

  test.each([
    ['session_not_found', true],
    ['bad_jwt', undefined],
  ])('C7.5 C8.5 where sign-in itself says of the token that it is %s, that is told or not', async (code, hasEnded) => {
    server.use(
      http.get('*/auth/v1/user', () => HttpResponse.json({ error_code: code, msg: 'gone' }, { status: 403 })),
      http.post('*/auth/v1/logout', () => new HttpResponse(null, { status: 204 })),
    );
    storeSession();
    await startSession();
    const { loadBackend } = await import('../data/backend.ts');
    await (await loadBackend()).auth.getUser();
    const state = sessionState();
    expect(state.status === 'signed-out' ? state.hasEnded : undefined).toBe(hasEnded);
  });

  test('C4.1 C8.5 what was being read when the session was left is no fault of the tables', async () => {
    takeOnly('token-1');
    storeSession();
    await startSession();
    let reading: Promise<unknown> = Promise.resolve();
    await whileNobodyAsks(
      () => {
        reading = households().catch((error: unknown) => error);
        return new Promise((left) => setTimeout(left, 20));
      },
      () => true,
    );
    expect(await reading).toMatchObject({ name: 'AbortError' });
    expect(asked).toEqual([]);
  });

  test('C7.16 a visitor asks with the public key, and is refused without further ado', async () => {
    takeOnly();
    await startSession();
    await expect(households()).rejects.toMatchObject({ status: 401 });
    expect(asked).toEqual(['Bearer public-anonymous-key']);
  });
});
