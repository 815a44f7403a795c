/** A provider that sends far too much, or as slowly as it can: it is cut off, what was said stands, and nobody else waits for it. */
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AiProvider, chunk, type Reply, says, startAiProvider } from '#apps/service/testing/ai-provider.ts';
import { hear, testKey } from './testing-provider.ts';

let server: AiProvider;
beforeAll(async () => {
  server = await startAiProvider();
});
afterAll(() => server.stop());

const MiB = 1024 * 1024;
const begun = chunk({ content: 'So far ' });

/** How much of it was taken from the hand of whoever sends it. */
const counted = (pieces: Iterable<string | Uint8Array>) => {
  const told = { bytes: 0 };
  const counting = function* (): Generator<string | Uint8Array> {
    for (const piece of pieces) {
      told.bytes += piece.length;
      yield piece;
    }
  };
  return { told, pieces: counting() };
};
const times = function* (count: number, piece: string | Uint8Array): Generator<string | Uint8Array> {
  for (let i = 0; i < count; i += 1) yield piece;
};
const after = function* (first: string, rest: Iterable<string | Uint8Array>): Generator<string | Uint8Array> {
  yield first;
  yield* rest;
};

const endless = Number.MAX_SAFE_INTEGER;
const block = Buffer.alloc(64 * 1024, 'a');
const oneLine = (): Iterable<string | Uint8Array> =>
  after('data: {"choices":[{"delta":{"content":"', times(endless, block));
const call = (index: number, args: string): string =>
  chunk({
    tool_calls: [{ index, id: `call_${index}`, type: 'function', function: { name: 'usage', arguments: args } }],
  });

describe('more than an answer may hold', () => {
  test.each<[what: string, pieces: () => Iterable<string | Uint8Array>]>([
    ['one line without an end', oneLine],
    ['a line of lines', () => times(endless, Buffer.alloc(64 * 1024, '\n'))],
    ['comments', () => times(endless, `: ${'x'.repeat(1000)}\n\n`.repeat(60))],
    ['words that say nothing', () => times(endless, chunk({ content: '' }).repeat(200))],
    ['thoughts', () => times(endless, chunk({ reasoning_content: 'hm ' }).repeat(200))],
    ['one call without an end', () => times(endless, call(0, 'x'.repeat(50)).repeat(50))],
    [
      'calls without an end',
      function* () {
        for (let index = 0; ; index += 1) yield call(index, '{}');
      },
    ],
  ])('%s: cut off, and what was said stands', async (_, pieces) => {
    const { told, pieces: flood } = counted(after(begun, pieces()));
    server.script({ pieces: flood }, says('Not this.'));
    expect(await hear(server.url)).toMatchObject({
      fault: { code: 'provider-too-long', hadText: true },
      text: 'So far ',
      lines: [{ code: 'provider-too-long', status: null }],
      state: 'down',
    });
    await server.left(1);
    expect(server.requests).toHaveLength(1);
    // What waits in sockets comes on top of what we read.
    expect(told.bytes).toBeLessThan(32 * MiB);
  });

  test.each([
    ['of JSON', 'application/json'],
    ['of a page', 'text/html'],
    ['of nothing that is known', 'application/octet-stream'],
  ])('a line without an end under the name %s', async (_, type) => {
    server.script({ pieces: oneLine(), headers: { 'content-type': type } });
    expect(await hear(server.url)).toMatchObject({ fault: { code: 'provider-too-long', hadText: false }, text: '' });
    await server.left(1);
  });

  test('little that unpacks to very much', async () => {
    const packed = gzipSync(Buffer.alloc(200 * MiB, 'a'), { level: 1 });
    server.script({ pieces: [packed], headers: { 'content-encoding': 'gzip' } });
    expect(await hear(server.url)).toMatchObject({ fault: { code: 'provider-broken' }, text: '' });
    expect(server.requests.map(({ headers }) => headers['accept-encoding'])).toEqual(['identity']);
  });

  test('words without an end fill an answer, and no more is read', async () => {
    const { told, pieces } = counted(times(endless, chunk({ content: 'a' }).repeat(100)));
    server.script({ pieces });
    const heard = await hear(server.url);
    expect(heard).toMatchObject({ fault: undefined, state: 'up' });
    expect(heard.text.length).toBe(8000);
    await server.left(1);
    expect(told.bytes).toBeLessThan(32 * MiB);
  });

  test('one piece with all the words there are is cut as an answer is', async () => {
    server.script({ pieces: [chunk({ content: 'आ'.repeat(40_000) })] });
    const heard = await hear(server.url);
    expect(heard.text).toBe(`${'आ'.repeat(7999)}…`);
  });

  test('a refusal without an end is told by its status', async () => {
    const refusal: Reply = { status: 401, body: { error: { message: `${testKey} ${'x'.repeat(20 * MiB)}` } } };
    server.script(refusal);
    const heard = await hear(server.url);
    expect(heard).toMatchObject({
      fault: { code: 'provider-refused' },
      lines: [{ code: 'provider-refused', status: 401 }],
    });
    expect(JSON.stringify([heard.events, heard.lines])).not.toContain(testKey.slice(0, 14));
  });
});

describe('as slowly as it can', () => {
  const patience = { firstMs: 10_000, betweenMs: 100, inAllMs: 60_000 };
  test.each([
    ['letter by letter of one event', 'data: {"choices":[{"delta":{"content":"abcdefghijklmnopqrstuvwxyz'.repeat(20)],
    ['comments', ':'.repeat(2000)],
  ])('%s is no word', async (_, text) => {
    server.script({ pieces: after(begun, text), betweenMs: 20 });
    expect(await hear(server.url, { provider: { patience } })).toMatchObject({
      fault: { code: 'provider-silent', hadText: true },
      text: 'So far ',
    });
    await server.left(1);
  });
});
