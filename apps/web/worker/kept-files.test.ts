import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { answerPage } from './kept-files.ts';

const page = (text: string, status = 200) => new Response(text, { status, headers: { 'x-nonce': text } });
const after = (ms: number, answer: Response) =>
  new Promise<Response>((resolve) => setTimeout(() => resolve(answer), ms));

interface Far {
  ask: () => Promise<Response>;
  kept?: Response;
}

/** What the person sees, once it is certain, and what is kept for the next visit. */
async function open({ ask, kept }: Far) {
  const written: Response[] = [];
  const later: Promise<unknown>[] = [];
  const keep = (answer: Response) => Promise.resolve(written.push(answer));
  const shown = answerPage({ ask, kept: async () => kept, keep, waitUntil: (work) => later.push(work) });
  shown.catch(() => undefined);
  await vi.runAllTimersAsync();
  await Promise.all(later);
  return { shown: await shown, written };
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('C8.10 the page of the network comes first, and is kept whole with its headers', async () => {
  const { shown, written } = await open({ ask: () => after(500, page('new')), kept: page('old') });
  expect(await shown.text()).toBe('new');
  expect(written.map(({ headers }) => headers.get('x-nonce'))).toEqual(['new']);
});

test('C9.7 after 3 s without an answer the kept page comes; the late one is kept for the next time', async () => {
  const { shown, written } = await open({ ask: () => after(3001, page('late')), kept: page('old') });
  expect(await shown.text()).toBe('old');
  expect(shown.headers.get('x-nonce')).toBe('old');
  expect(written).toHaveLength(1);
});

test('without a network, or with a broken service, the kept page comes and stays kept', async () => {
  for (const ask of [() => Promise.reject(new TypeError('Failed to fetch')), async () => page('bad gateway', 502)]) {
    const { shown, written } = await open({ ask, kept: page('old') });
    expect(await shown.text()).toBe('old');
    expect(written).toEqual([]);
  }
});

test('a path that does not exist stays so, and is not kept; the first visit waits for the network', async () => {
  const missing = await open({ ask: async () => page('not found', 404), kept: page('old') });
  expect(missing.shown.status).toBe(404);
  expect(missing.written).toEqual([]);
  const first = await open({ ask: () => after(9000, page('first')) });
  expect(await first.shown.text()).toBe('first');
  await expect(open({ ask: () => Promise.reject(new TypeError('offline')) })).rejects.toThrow('offline');
});

test('C8.10 an answer that never comes, of a page that was left, does not hold a new version up', async () => {
  const never = new Promise<Response>(() => {});
  const { shown, written } = await open({ ask: () => never, kept: page('old') });
  expect(await shown.text()).toBe('old');
  expect(written).toEqual([]);
});
