import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AiProvider, calls, chunk, says, startAiProvider } from '#apps/service/testing/ai-provider.ts';
import { hear, open, testKey } from './testing-provider.ts';

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
  ] as const)('%i is told by its code and status, never in the words of the provider', async (status, code, asked) => {
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

  test.each([{ 'retry-after': '3600' }, { 'retry-after': 'Sun, 22 Nov 2026 12:01:00 GMT' }, { 'retry-after': 'soon' }])(
    'a wait that is too long is not waited for: %o',
    async (headers) => {
      server.script({ status: 429, headers });
      expect(await hear(server.url)).toMatchObject({ fault: { code: 'provider-busy' } });
      expect(server.requests).toHaveLength(1);
    },
  );

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
