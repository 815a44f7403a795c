import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { storeSession } from '#apps/web/testing/auth-answers.ts';
import { server, someQuestion, someWriting } from '#apps/web/testing/server.ts';
import { signOut } from './auth.ts';
import { callService } from '../data/service.ts';
import { sessionState } from './session.ts';
import { startSession } from './arrival.ts';

/** What happened, in its order. */
let order: string[];
let other: BroadcastChannel;
const openers: (() => void)[] = [];

/** An answer that comes when it is let go. */
function held(): { until: Promise<void>; letGo: () => void } {
  let letGo = (): void => undefined;
  const until = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  openers.push(letGo);
  return { until, letGo };
}

/** What another window says. */
function say(message: object): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has none
  other.postMessage({ from: 'other', ...message });
}

function backendEnds(status: number): void {
  server.use(
    http.post('*/auth/v1/logout', () => {
      order.push('left');
      return status === 204 ? new HttpResponse(null, { status }) : HttpResponse.json({ msg: 'no' }, { status });
    }),
  );
}

beforeEach(async () => {
  order = [];
  other = new BroadcastChannel('wattershed-leaving');
  storeSession();
  await startSession();
});
afterEach(() => {
  for (const open of openers.splice(0)) open();
  say({ about: 'gone' });
  other.close();
});

test('C4.1 C7.5 what is being written is waited for; only then is the backend told that the session ends', async () => {
  const answer = held();
  backendEnds(204);
  server.use(
    http.post('*/api/v1/readings', async () => {
      order.push('asked');
      await answer.until;
      order.push('written');
      return HttpResponse.json({ accepted: 1 });
    }),
  );
  const written = callService(someWriting);
  await expect.poll(() => order).toEqual(['asked']);
  const leaving = signOut('local');
  answer.letGo();
  expect(await written).toEqual({ accepted: 1 });
  expect(await leaving).toMatchObject({ ok: true });
  expect(order).toEqual(['asked', 'written', 'left']);
});

test('C4.1 C7.5 another window is heard first, and no window asks anything until it is over', async () => {
  backendEnds(204);
  other.addEventListener('message', ({ data }: MessageEvent<{ about: string }>) => {
    if (data.about !== 'leaving') return;
    order.push('other is quiet');
    say({ about: 'quiet' });
  });
  say({ about: 'here' });
  await new Promise((heard) => other.addEventListener('message', heard, { once: true }));
  const leaving = signOut('local');
  const refused = callService(someQuestion).catch((error: unknown) => error);
  expect(await leaving).toMatchObject({ ok: true });
  expect(order).toEqual(['other is quiet', 'left']);
  expect(await refused).toMatchObject({ code: 'not-authenticated' });
});

test('C4.1 C7.5 who could not leave stays, and what was broken off is asked again', async () => {
  const first = held();
  backendEnds(429);
  server.use(
    http.get('*/api/v1/usage', async () => {
      order.push('asked');
      if (!order.includes('left')) await first.until;
      return HttpResponse.json({ answered: true });
    }),
  );
  const usage = callService(someQuestion);
  await expect.poll(() => order).toEqual(['asked']);
  expect(await signOut('global')).toMatchObject({ ok: false, failure: { code: 'rate-limited' } });
  expect(await usage).toEqual({ answered: true });
  expect(order).toEqual(['asked', 'left', 'asked']);
});

test('C4.1 C7.5 while another window leaves, a question waits; once it has left, it is not asked, and nobody is signed in', async () => {
  say({ about: 'leaving' });
  await new Promise<void>((quiet) => {
    other.addEventListener('message', ({ data }: MessageEvent<{ about: string }>) => data.about === 'quiet' && quiet());
  });
  const usage = callService(someQuestion).catch((error: unknown) => error);
  say({ about: 'over', end: 'left' });
  expect(await usage).toMatchObject({ code: 'not-authenticated' });
  expect(sessionState()).toEqual({ status: 'signed-out' });
});
