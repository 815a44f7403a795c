import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { calls, chunk, startAiProvider, says, type AiProvider, spoken } from '../../../testing/ai-provider.ts';
import { fuzz } from '../../../testing/fuzz.ts';
import { hear, kitchenLink, lampId, open, testKey } from './testing-provider.ts';

let server: AiProvider;
beforeAll(async () => {
  server = await startAiProvider();
});
afterAll(() => server.stop());

const told = (at: number) => server.requests[at]?.body.messages ?? [];
const lastTold = (at: number) => told(at).at(-1)?.content;
const kitchen = { name: 'usage_of_period', args: { room: 'kitchen' } };

describe('the request', () => {
  test('C7.17, C9.2 model, system prompt with the summary, the last 8 messages, the text once and last, 0.4, a stream', async () => {
    server.script(says('Good.'));
    const history = Array.from({ length: 11 }, (_, i) => ({
      role: i % 2 ? ('assistant' as const) : ('user' as const),
      content: `said ${i}`,
    }));
    expect(await hear(server.url, { history, text: 'And today?', tools: [] })).toMatchObject({ text: 'Good.' });
    const [request] = server.requests;
    expect(request).toMatchObject({ method: 'POST', url: '/v1/chat/completions' });
    expect(request?.headers['authorization']).toBe(`Bearer ${testKey}`);
    expect(request?.body).toEqual({
      model: 'gpt-4o-mini',
      messages: [
        { role: 'system', content: expect.stringContaining('31.45') },
        ...history.slice(3),
        { role: 'user', content: 'And today?' },
      ],
      temperature: 0.4,
      stream: true,
    });
    const system = told(0)[0]?.content ?? '';
    for (const part of ['4.20', '188', 'TV 2', 'Answer in English', 'off-peak', '24 °C', 'leaks'])
      expect(system).toContain(part);
  });

  test('C7.17 tools go along as functions, and nothing else does', async () => {
    server.script(says('Good.'));
    await hear(server.url);
    expect(Object.keys(server.requests[0]?.body ?? {}).sort()).toEqual([
      'messages',
      'model',
      'stream',
      'temperature',
      'tools',
    ]);
    expect(server.requests[0]?.body.tools?.[0]).toEqual({
      type: 'function',
      function: {
        name: 'usage_of_period',
        description: 'How much was used.',
        parameters: {
          type: 'object',
          properties: {
            room: { type: 'string', maxLength: 40 },
            days: { type: 'integer', minimum: 1, maximum: 31, default: 1 },
          },
          required: ['room'],
        },
      },
    });
  });

  test('a server at home needs no key', async () => {
    server.script(says('Good.'));
    expect(await hear(server.url, { provider: { apiKey: undefined } })).toMatchObject({ text: 'Good.', state: 'up' });
  });
});

describe('the stream', () => {
  test('text comes as it is said, and whole at the end', async () => {
    server.script(says('The kitchen used **12.4 kWh** yesterday.'));
    const heard = await hear(server.url);
    expect(heard.events.length).toBeGreaterThan(4);
    expect(heard.deltas).toBe('The kitchen used **12.4 kWh** yesterday.');
    expect(heard.events.at(-1)).toEqual({ kind: 'end', text: heard.deltas, facts: [], leaked: false });
  });

  test('wherever its bytes are cut, the text is the same', async () => {
    const text = 'रसोई ने कल 12.4 kWh बिजली इस्तेमाल की — ¿y el baño? 💧';
    const events = spoken(text).join('');
    const anyBytes = fc.constantFrom(events, events.replaceAll('\n', '\r\n')).map((all) => Buffer.from(all));
    const anyCuts = fc.uniqueArray(fc.integer({ min: 1, max: events.length }), { maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(anyBytes, anyCuts, async (bytes, cuts) => {
        const edges = [0, ...cuts.toSorted((a, b) => a - b), bytes.length];
        server.script({ pieces: edges.slice(1).map((to, i) => bytes.subarray(edges[i], to)) });
        expect((await hear(server.url)).text).toBe(text);
      }),
      { numRuns: Math.min(fuzz.numRuns, 1000) },
    );
  });

  test('its own word that it is over is enough, and so is a reason', async () => {
    server.script({ pieces: [chunk({ content: 'Good.' }), 'data: [DONE]\n\n'] });
    expect(await hear(server.url)).toMatchObject({ text: 'Good.', fault: undefined });
    server.script({ pieces: [chunk({ content: 'Good.' }), chunk({}, 'stop')] });
    expect(await hear(server.url)).toMatchObject({ text: 'Good.', fault: undefined });
    server.script({ pieces: [': keep-alive\n\n', chunk({ content: 'Says data: [DONE] itself.' })] });
    expect(await hear(server.url)).toMatchObject({ fault: { code: 'provider-broken', hadText: true } });
  });

  test('an answer without end is cut between its characters, and the server left', async () => {
    server.script({ pieces: Array.from({ length: 3000 }, () => chunk({ content: 'नमस्ते ' })), ending: 'silence' });
    const heard = await hear(server.url);
    await server.left(1);
    expect(heard.fault).toBeUndefined();
    expect(heard.text.length).toBeLessThanOrEqual(8000);
    expect(heard.text.length).toBeGreaterThan(7980);
    expect(heard.text).toMatch(/^(?:नमस्ते )+.*…$/u);
    expect(heard.deltas).toBe(heard.text);
  });
});

describe('tools', () => {
  test('what one found is told to the model and to the person', async () => {
    server.script(calls({ ...kitchen, id: 'call_7' }), says('12.4 kWh.'));
    const heard = await hear(server.url);
    const result = { id: 'r1', tool: 'usage', title: 'Use in kitchen', link: kitchenLink };
    const facts = { room: 'kitchen', days: 1, electricity: '12.4 kWh', kWh: 12.4 };
    expect(heard.events.filter(({ kind }) => kind === 'result')).toEqual([{ kind: 'result', result }]);
    expect(heard.events.at(-1)).toEqual({ kind: 'end', text: '12.4 kWh.', facts: [{ result, facts }], leaked: false });
    expect(told(1).slice(-2)).toEqual([
      {
        role: 'assistant',
        content: null,
        tool_calls: [
          { id: 'call_7', type: 'function', function: { name: 'usage_of_period', arguments: '{"room":"kitchen"}' } },
        ],
      },
      { role: 'tool', tool_call_id: 'call_7', content: JSON.stringify(facts) },
    ]);
  });

  test('several at once, in two rounds, with words between them', async () => {
    const bath = { name: 'usage_of_period', args: { room: 'bath', days: 2 } };
    const { pieces } = calls(kitchen, bath) as { pieces: string[] };
    server.script({ pieces: [chunk({ content: 'Let me look.' }), ...pieces] }, calls(kitchen), says('Done.'));
    const heard = await hear(server.url);
    expect(heard.text).toBe('Let me look.\n\nDone.');
    expect(heard.deltas).toBe(heard.text);
    const results = heard.events.flatMap((event) => (event.kind === 'result' ? [event.result.id] : []));
    expect(results).toEqual(['r1', 'r2']);
    expect(
      told(1)
        .slice(-3)
        .map(({ role, content }) => [role, content?.slice(0, 12)]),
    ).toEqual([
      ['assistant', 'Let me look.'],
      ['tool', '{"room":"kit'],
      ['tool', '{"room":"bat'],
    ]);
    expect(server.requests).toHaveLength(3);
  });

  test('calls that all have one index, and calls that have none', async () => {
    const whole = (id: string, room: string, index?: number) =>
      chunk({
        tool_calls: [{ index, id, function: { name: 'usage_of_period', arguments: JSON.stringify({ room }) } }],
      });
    for (const index of [0, undefined]) {
      server.script(
        { pieces: [whole('a', 'kitchen', index), whole('b', 'hall', index), chunk({}, 'stop')] },
        says('Both.'),
      );
      expect((await hear(server.url)).events.filter(({ kind }) => kind === 'result')).toHaveLength(2);
    }
  });

  test.each([
    ['there is no such tool', { name: 'read_database', args: {} }, 'There is no such tool. There are: usage_of_period'],
    ['not JSON', { name: 'usage_of_period', args: '{"room":' }, 'are wrong. They are not JSON.'],
    ['not what it takes', { name: 'usage_of_period', args: { room: 'x', days: 99 } }, 'are wrong.'],
    ['refused by the tool', { name: 'usage_of_period', args: { room: 'attic' } }, 'There is no room'],
  ])('a wrong call is told in words: %s', async (_, call, words) => {
    server.script(calls(call), says('I see.'));
    const heard = await hear(server.url);
    expect(lastTold(1)).toContain(words);
    expect(heard).toMatchObject({ text: 'I see.', fault: undefined, lines: [], state: 'up' });
  });

  test('a tool that breaks is logged; the model learns nothing of why', async () => {
    server.script(calls({ name: 'usage_of_period', args: { room: 'broken' } }), says('I see.'));
    const heard = await hear(server.url);
    expect(lastTold(1)).toBe('usage_of_period could not be read just now.');
    expect(heard.lines).toEqual([{ code: 'tool-crashed', tool: 'usage_of_period', err: expect.any(Error) }]);
    expect(heard.text).toBe('I see.');
  });

  test('one that acts only proposes, and only once in an answer', async () => {
    const press = { name: 'switch_device', args: { device: 'TV 2', on: false } };
    server.script(calls(press, press), calls(press), says('Press the button.'));
    const heard = await hear(server.url);
    expect(heard.events.filter(({ kind }) => kind === 'proposal')).toEqual([
      { kind: 'proposal', device: lampId, on: false },
    ]);
    expect(lastTold(1)).toBe('Only one device can be proposed in an answer.');
    expect(lastTold(2)).toBe('Only one device can be proposed in an answer.');
  });

  test('after five rounds it is offered no tools, and of a round only eight calls are run', async () => {
    server.script((request) =>
      request.body.tools ? calls(...Array.from({ length: 20 }, () => kitchen)) : says('Enough.'),
    );
    const heard = await hear(server.url);
    expect(server.requests.map(({ body }) => body.tools !== undefined)).toEqual([true, true, true, true, true, false]);
    expect(told(1).filter(({ role }) => role === 'tool')).toHaveLength(8);
    expect(heard.text).toBe('Enough.');
  });

  test.each([
    [400, 'registry.ollama.ai/library/gemma does not support tools'],
    [404, 'No endpoints found that support tool use'],
  ])('a server that takes none (%i) is asked without them', async (status, message) => {
    server.script({ status, body: { error: { message } } }, says('Good.'));
    expect(await hear(server.url)).toMatchObject({ text: 'Good.', fault: undefined });
    expect(server.requests.map(({ body }) => body.tools !== undefined)).toEqual([true, false]);
  });
});

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
    server.script({ pieces: Array.from({ length: 500 }, () => chunk({ content: 'on ' })), betweenMs: 5 });
    const heard = await hear(server.url, { provider: { patience: { inAllMs: 150 } } });
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
