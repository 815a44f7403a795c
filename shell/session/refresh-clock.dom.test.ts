import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { asha, sessionAnswer } from '#apps/web/testing/auth-answers.ts';
import { sessionState } from './session.ts';
import { startSession } from './arrival.ts';
import { sessionStorageKey } from './stored-session.ts';

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
