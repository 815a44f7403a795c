import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AiProvider, calls, chunk, type Reply, says, startAiProvider } from '#apps/service/testing/ai-provider.ts';
import { ProviderFault } from './provider.ts';
import { createPatientFetch } from './stream-round.ts';
import { hear, open, testKey } from './testing-provider.ts';

describe('provider faults', () => {
  let server: AiProvider;
  beforeAll(async () => {
    server = await startAiProvider();
  });
  afterAll(() => server.stop());

  const kitchen = { name: 'usage_of_period', args: { room: 'kitchen' } };

  describe('faults', () => {
    const secret = { error: { message: `Incorrect API key provided: ${testKey}`, code: 'invalid_api_key' } };

    test.each([
      [401, 'provider-refused', 1],
      [403, 'provider-refused', 1],
      [404, 'provider-refused', 1],
      [400, 'provider-refused', 1],
    ] as const)(
      '%i is told by its code and status, never in the words of the provider',
      async (status, code, asked) => {
        server.script({ status, body: secret });
        const heard = await hear(server.url);
        expect(heard).toMatchObject({
          fault: { code, hadText: false },
          lines: [{ code, status }],
          state: 'down',
          text: '',
        });
        expect(server.requests).toHaveLength(asked);
        expect(JSON.stringify([heard.events, heard.lines])).not.toContain(testKey.slice(0, 14));
      },
    );

    test('what was asked goes nowhere else, though the provider sends us there', async () => {
      const other = await startAiProvider();
      server.script({ status: 307, headers: { location: `${other.url}/chat/completions` } });
      expect(await hear(server.url)).toMatchObject({ fault: { code: 'provider-unavailable' } });
      expect(other.requests).toHaveLength(0);
      await other.stop();
    });

    const soon = { 'retry-after-ms': '1' };

    test.each([
      [408, soon],
      [409, soon],
      [429, soon],
      [500, soon],
      [503, soon],
    ])('%i is asked again', async (status, headers) => {
      server.script({ status, headers }, says('Good.'));
      expect(await hear(server.url)).toMatchObject({ text: 'Good.', fault: undefined, state: 'up' });
      expect(server.requests).toHaveLength(2);
    });

    test('429 without a word of when, then an answer', async () => {
      server.script({ status: 429 }, says('Good.'));
      expect(await hear(server.url)).toMatchObject({ text: 'Good.' });
    });

    test.each([
      [429, 'provider-busy'],
      [500, 'provider-unavailable'],
    ] as const)('%i for ever is asked three times', async (status, code) => {
      server.script({ status, headers: soon });
      expect(await hear(server.url)).toMatchObject({ fault: { code }, lines: [{ code, status }], state: 'down' });
      expect(server.requests).toHaveLength(3);
    });

    test.each([
      { 'retry-after': '3600' },
      { 'retry-after': 'Sun, 22 Nov 2026 12:01:00 GMT' },
      { 'retry-after': 'soon' },
    ])('a wait that is too long is not waited for: %o', async (headers) => {
      server.script({ status: 429, headers });
      expect(await hear(server.url)).toMatchObject({ fault: { code: 'provider-busy' } });
      expect(server.requests).toHaveLength(1);
    });

    test('waits add up', async () => {
      server.script({ status: 429, headers: { 'retry-after-ms': '30' } });
      await hear(server.url, { provider: { patience: { retryMs: 50 } } });
      expect(server.requests).toHaveLength(2);
    });

    test('nobody listens there; the connection goes before a word', async () => {
      const gone = await startAiProvider();
      await gone.stop();
      expect(await hear(gone.url)).toMatchObject({ fault: { code: 'provider-unavailable' } });
      server.script('cut');
      expect(await hear(server.url)).toMatchObject({ fault: { code: 'provider-unavailable', hadText: false } });
      expect(server.requests).toHaveLength(3);
    });

    test.each([
      ['the connection goes', { pieces: [chunk({ content: 'So far ' })], ending: 'cut' as const }],
      ['garbage', { pieces: [chunk({ content: 'So far ' }), 'data: {"choices":[{"del\n\n'] }],
      ['an error in the stream', { pieces: [chunk({ content: 'So far ' }), `data: ${JSON.stringify(secret)}\n\n`] }],
      ['no end', { pieces: [chunk({ content: 'So far ' })] }],
    ])('a stream that breaks keeps what was said and is not asked again: %s', async (_, reply) => {
      server.script(reply, says('Not this.'));
      const heard = await hear(server.url);
      expect(heard).toMatchObject({
        fault: { code: 'provider-broken', hadText: true },
        text: 'So far ',
        lines: [{ code: 'provider-broken', status: null }],
      });
      expect(server.requests).toHaveLength(1);
    });

    test.each([
      ['no words', says('')],
      ['a page', { pieces: ['<html><body>Welcome</body></html>'] }],
      ['JSON that is no stream', { pieces: ['{"choices":[{"message":{"content":"Hi"}}]}'] }],
      ['null and numbers', { pieces: ['data: null\n\n', 'data: 5\n\n', 'data: {"choices":5}\n\n'] }],
      ['calls for ever', calls(kitchen)],
    ])('an answer without words is none: %s', async (_, reply) => {
      server.script(reply);
      expect(await hear(server.url)).toMatchObject({ fault: { code: 'provider-broken', hadText: false }, text: '' });
    });

    test.each([
      ['before HTTP', 'silence' as const, false],
      ['before text', { pieces: [], ending: 'silence' as const }, false],
      ['after text', { pieces: [chunk({ content: 'So far ' })], ending: 'silence' as const }, true],
    ])('silence %s ends it, here and at the server', async (_, reply, hadText) => {
      server.script(reply);
      const patience = { firstMs: hadText ? 5000 : 60, betweenMs: 60 };
      expect(await hear(server.url, { provider: { patience } })).toMatchObject({
        fault: { code: 'provider-silent', hadText },
        state: 'down',
      });
      await server.left(1);
      expect(server.requests).toHaveLength(1);
    });

    test('one that never comes to its end is ended', async () => {
      server.script({ pieces: Array.from({ length: 2000 }, () => chunk({ content: 'on ' })), betweenMs: 5 });
      const heard = await hear(server.url, { provider: { patience: { inAllMs: 1500 } } });
      expect(heard.fault).toEqual({ code: 'provider-silent', hadText: true });
      await server.left(1);
    });
  });

  describe('stopping', () => {
    test('reaches the server at once, and what was said is kept', async () => {
      server.script({ pieces: [chunk({ content: 'So far ' })], ending: 'silence' });
      const stop = new AbortController();
      const { events, provider } = open(server.url, { signal: stop.signal });
      expect(await events.next()).toMatchObject({ value: { kind: 'text' } });
      stop.abort();
      expect(await events.next()).toMatchObject({ value: { kind: 'fault', code: 'stopping', hadText: true } });
      expect(await events.next()).toMatchObject({ value: { kind: 'end', text: 'So far ' } });
      await server.left(1);
      expect(provider.state()).toBe('up');
    });

    test('while it waits to ask again, and before it began', async () => {
      const stop = new AbortController();
      server.script(() => {
        setImmediate(() => stop.abort());
        return { status: 429, headers: { 'retry-after': '9' } };
      });
      expect(await hear(server.url, { signal: stop.signal })).toMatchObject({ fault: { code: 'stopping' } });
      server.script(says('Not this.'));
      expect(await hear(server.url, { signal: AbortSignal.abort() })).toMatchObject({ fault: { code: 'stopping' } });
      expect(server.requests).toHaveLength(0);
    });

    test('a reader who goes away ends it', async () => {
      server.script({ pieces: [chunk({ content: 'So far ' })], ending: 'silence' });
      const { events } = open(server.url);
      await events.next();
      await events.return(undefined);
      await server.left(1);
    });
  });

  test('the state is that of the last outcome', async () => {
    server.script({ status: 401 }, says('Good.'));
    const { provider, events } = open(server.url);
    expect(provider.state()).toBe('up');
    for await (const _ of events);
    expect(provider.state()).toBe('down');
  });
});

// A provider that sends far too much, or as slowly as it can: it is cut off, what was said stands, and nobody else waits for it.

describe('provider floods', () => {
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

    /** What reaches the client of a provider that sends so much, until it is cut off. */
    const passed = async (pieces: Iterable<string | Uint8Array>): Promise<{ bytes: number; why: unknown }> => {
      server.script({ pieces });
      const { fetch } = createPatientFetch(0, Date.now);
      const { body } = await fetch(`${server.url}/v1/chat/completions`, { method: 'POST', body: '{}' });
      let bytes = 0;
      try {
        for await (const piece of body as unknown as AsyncIterable<Uint8Array>) bytes += piece.length;
      } catch (why) {
        return { bytes, why };
      }
      return { bytes, why: null };
    };

    test.each<[what: string, most: number, pieces: () => Iterable<string | Uint8Array>]>([
      ['a line of 100 MB: no more than a line may hold', 256 * 1024, () => times(1600, block)],
      [
        '100 MB in lines of 128 KiB: no more than an answer may',
        16 * MiB,
        () => times(800, `${'a'.repeat(128 * 1024)}\n`),
      ],
      [
        '100 MB in short lines: far less, for each is work',
        4 * MiB,
        () => times(1600, `${'a'.repeat(15)}\n`.repeat(4096)),
      ],
    ])('%s', async (_, most, pieces) => {
      const { bytes, why } = await passed(pieces());
      expect(why).toEqual(new ProviderFault('provider-too-long'));
      expect(bytes).toBeGreaterThan(most / 4);
      expect(bytes).toBeLessThanOrEqual(most);
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
});
