import { http, HttpResponse } from 'msw';
import { expect, test, vi } from 'vitest';
import { asha, sessionAnswer, storeSession } from '#apps/web/testing/auth-answers.ts';
import { server, someQuestion } from '#apps/web/testing/server.ts';
import { makeIngestToken } from '#subjects/identity/contract/tokens.ts';
import { followUsage } from '#subjects/usage/contract/usage.ts';
import { startSession } from '../session/arrival.ts';
import { isWorthRetrying, ServiceError } from './service-error.ts';
import { callService, streamService } from './service.ts';

test('C6.1 a visitor asks without a token, a member with theirs', async () => {
  const seen: (string | null)[] = [];
  server.use(
    http.get('*/api/v1/usage', ({ request }) => {
      seen.push(request.headers.get('authorization'));
      return HttpResponse.json({});
    }),
  );
  await startSession();
  await callService(someQuestion);
  storeSession();
  await startSession();
  await callService(someQuestion);
  expect(seen).toEqual([null, 'Bearer token-1']);
});

test('a problem becomes an error with its code', async () => {
  const problem = { code: 'rate-limited', detail: 'Wait.', requestId: 'r1' };
  server.use(http.post('*/api/v1/tokens', () => HttpResponse.json(problem, { status: 429 })));
  const error = await callService(makeIngestToken).catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(ServiceError);
  expect(error).toMatchObject({ code: 'rate-limited', status: 429, requestId: 'r1' });
  expect(isWorthRetrying(error)).toBe(false);
});

test('no answer at all is a network error, and worth another try', async () => {
  server.use(http.get('*/api/v1/usage', () => HttpResponse.error()));
  const error = await callService(someQuestion).catch((caught: unknown) => caught);
  expect(error).toMatchObject({ code: 'network' });
  expect(isWorthRetrying(error)).toBe(true);
});

test('C7.9 a token that has ended is refreshed once, and the request asked again', async () => {
  server.use(
    http.post('*/auth/v1/token', () => HttpResponse.json(sessionAnswer(asha, 'token-2'))),
    http.get('*/api/v1/usage', ({ request }) =>
      request.headers.get('authorization') === 'Bearer token-2'
        ? HttpResponse.json({ fresh: true })
        : HttpResponse.json({ code: 'not-authenticated', detail: '', requestId: '' }, { status: 401 }),
    ),
  );
  storeSession();
  await startSession();
  expect(await callService(someQuestion)).toEqual({ fresh: true });
});

test('events arrive whole, however the network cuts them', async () => {
  const chunks = ['event: latest\nda', 'ta: {"a":1}\n\n: still here\n\neve', 'nt: end\ndata: {"code":"stopping"}\n\n'];
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk));
      controller.close();
    },
  });
  server.use(http.get('*/api/v1/usage/stream', () => new HttpResponse(stream)));
  const events: unknown[] = [];
  for await (const event of streamService(followUsage)) events.push(event);
  expect(events).toEqual([
    { event: 'latest', data: { a: 1 } },
    { event: 'end', data: { code: 'stopping' } },
  ]);
});

test('a line that is silent for longer than the service ever is counts as gone', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const silent = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('event: devices\ndata: {}\n\n'));
      },
    });
    server.use(http.get('*/api/v1/usage/stream', () => new HttpResponse(silent)));
    const events = streamService(followUsage);
    expect((await events.next()).value).toEqual({ event: 'devices', data: {} });
    const next = events.next().catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await next).toMatchObject({ code: 'network' });
  } finally {
    vi.useRealTimers();
  }
});
