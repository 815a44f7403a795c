import type { LatestAnswer } from '../contract/usage.ts';
import { streamEvents } from '../contract/usage.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { ProblemError } from '#kernel/http/problem.ts';
import type { SeededHome } from '#apps/service/testing/seed.ts';
import { openStage, type Stage } from '#apps/service/testing/stage.ts';
import { usageRoutes } from './index.ts';

let stage: Stage;
let origin: string;
beforeAll(async () => {
  stage = await openStage();
  origin = await stage.http(usageRoutes).listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => stage.end());

interface Heard {
  readonly event: string;
  readonly data: string;
}

/** Reads events until one is `wanted`; answers it. */
type Listen = (wanted: (heard: Heard) => boolean) => Promise<Heard>;

const open = async (
  home: SeededHome,
  lifetimeS = 3600,
  at = origin,
): Promise<{ listen: Listen; close: () => void }> => {
  const leaving = new AbortController();
  const response = await fetch(`${at}/api/v1/usage/stream`, {
    headers: await stage.session(home.userId, lifetimeS),
    signal: leaving.signal,
  });
  expect(response.headers.get('content-type')).toBe('text/event-stream');
  const reader = (response.body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  const listen: Listen = async (wanted) => {
    for (;;) {
      const end = text.indexOf('\n\n');
      if (end < 0) {
        const { done, value } = await reader.read();
        if (done) throw new Error(`the stream ended; left over: ${text}`);
        text += value;
        continue;
      }
      const [, event = '', data = ''] = /^event: (.*)\ndata: (.*)$/.exec(text.slice(0, end)) ?? [];
      text = text.slice(end + 2);
      if (wanted({ event, data })) return { event, data };
    }
  };
  return { listen, close: () => leaving.abort() };
};

const latestOf = (heard: Heard): LatestAnswer => streamEvents.latest.parse(JSON.parse(heard.data));
const isEnd = ({ event }: Heard): boolean => event === 'end';

test('C7.16 an open page hears the latest values at once, and again within 2 s of a reading', async () => {
  const home = await stage.seed.home();
  const { key } = await home.device('Lamp', 'hall', 'electricity');
  const { listen, close } = await open(home);
  expect(latestOf(await listen(() => true)).meters[0]?.lastValue).toBeNull();
  for (const value of [1_000, 1_010]) {
    const sentAt = Date.now();
    await stage.send(home, [{ meter: key, at: Math.floor(sentAt / 1000) + value - 1_000, value }]);
    await listen((heard) => latestOf(heard).meters[0]?.lastValue === value);
    expect(Date.now() - sentAt).toBeLessThan(2_000);
  }
  close();
});

test('C1.1 it ends with `forbidden` when the person is put out of the household, and does not tell of others', async () => {
  const home = await stage.seed.home();
  const { key } = await home.device('Lamp', 'hall', 'electricity');
  const { listen } = await open(home);
  await listen(({ event }) => event === 'latest');
  await home.abandon();
  await stage.send(home, [{ meter: key, at: Math.floor(Date.now() / 1000), value: 1 }]);
  expect(JSON.parse((await listen(() => true)).data)).toEqual({ code: 'forbidden' });
});

test('C4.1 it ends with `not-authenticated` when the session does', async () => {
  const { listen } = await open(await stage.seed.home(), 2);
  expect(JSON.parse((await listen(isEnd)).data)).toEqual({ code: 'not-authenticated' });
});

test('C7.5 it ends with `not-authenticated` within half a minute of a sign-out elsewhere', async () => {
  let isLive = true;
  const authenticate: Stage['authenticate'] = async (request) => {
    if (!isLive) throw new ProblemError('not-authenticated');
    return stage.authenticate(request);
  };
  const app = stage.http((http, deps) => usageRoutes(http, { ...deps, authenticate }));
  const at = await app.listen({ host: '127.0.0.1', port: 0 });
  vi.useFakeTimers({ toFake: ['setInterval'] });
  try {
    const { listen } = await open(await stage.seed.home(), 3600, at);
    await listen(({ event }) => event === 'latest');
    isLive = false;
    vi.advanceTimersByTime(30_000);
    expect(JSON.parse((await listen(isEnd)).data)).toEqual({ code: 'not-authenticated' });
  } finally {
    vi.useRealTimers();
  }
});

test('C7.5 it goes on while it cannot be told whether the session lives', async () => {
  let asked = 0;
  const authenticate: Stage['authenticate'] = async (request) => {
    asked += 1;
    if (asked > 1) throw new ProblemError('identity-unavailable');
    return stage.authenticate(request);
  };
  const app = stage.http((http, deps) => usageRoutes(http, { ...deps, authenticate }));
  const at = await app.listen({ host: '127.0.0.1', port: 0 });
  const home = await stage.seed.home();
  const { key } = await home.device('Lamp', 'hall', 'electricity');
  vi.useFakeTimers({ toFake: ['setInterval'] });
  try {
    const { listen, close } = await open(home, 3600, at);
    await listen(({ event }) => event === 'latest');
    vi.advanceTimersByTime(30_000);
    expect(asked).toBe(2);
    await stage.send(home, [{ meter: key, at: Math.floor(Date.now() / 1000), value: 1 }]);
    expect((await listen(({ event }) => event !== '')).event).toBe('latest');
    close();
  } finally {
    vi.useRealTimers();
  }
});

test('C8.2 without a session it is refused with the words of the contract', async () => {
  const response = await fetch(`${origin}/api/v1/usage/stream`);
  expect(response.status).toBe(401);
  expect(await response.json()).toMatchObject({ code: 'not-authenticated', detail: 'Not authenticated' });
});

test('a person holds at most ten streams, and gets the place of one that closed', async () => {
  const home = await stage.seed.home();
  const streams = await Promise.all(Array.from({ length: 10 }, () => open(home)));
  const headers = await stage.session(home.userId);
  const status = async () => {
    const leaving = new AbortController();
    const answer = await fetch(`${origin}/api/v1/usage/stream`, { headers, signal: leaving.signal });
    leaving.abort();
    return answer.status;
  };
  expect(await status()).toBe(429);
  streams.pop()?.close();
  await expect.poll(status).toBe(200);
  for (const { close } of streams) close();
});

test('it ends with `stopping` when the service stops', async () => {
  const { listen } = await open(await stage.seed.home());
  await listen(({ event }) => event === 'latest');
  stage.stopping.abort();
  expect(JSON.parse((await listen(isEnd)).data)).toEqual({ code: 'stopping' });
});
