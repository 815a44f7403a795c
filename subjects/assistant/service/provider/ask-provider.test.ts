import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AiProvider, calls, chunk, says, spoken, startAiProvider } from '#apps/service/testing/ai-provider.ts';
import { fuzz } from '#apps/service/testing/fuzz.ts';
import { tooMuch } from './run-calls.ts';
import { hear, kitchenLink, lampId, testKey } from './testing-provider.ts';

describe('ask provider', () => {
  let server: AiProvider;
  beforeAll(async () => {
    server = await startAiProvider();
  });
  afterAll(() => server.stop());

  const told = (at: number) => server.requests[at]?.body.messages ?? [];

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
      // Each cut is a write of its own that is waited for.
      const anyCuts = fc.uniqueArray(fc.integer({ min: 1, max: events.length }), { maxLength: 12 });
      await fc.assert(
        fc.asyncProperty(anyBytes, anyCuts, async (bytes, cuts) => {
          const edges = [0, ...cuts.toSorted((a, b) => a - b), bytes.length];
          server.script({ pieces: edges.slice(1).map((to, i) => bytes.subarray(edges[i], to)) });
          expect((await hear(server.url)).text).toBe(text);
        }),
        // Real streams: each takes as long as a request does.
        { numRuns: Math.min(Math.ceil(fuzz.numRuns / 4), 1000) },
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

    test.each([7990, 7997, 7998, 7999])('it is full after %i characters and another round, too', async (length) => {
      const kitchen = { name: 'usage_of_period', args: { room: 'kitchen' } };
      const { pieces } = calls(kitchen) as { pieces: string[] };
      server.script({ pieces: [chunk({ content: 'a'.repeat(length) }), ...pieces] }, says('b'.repeat(9000)));
      const heard = await hear(server.url);
      expect(heard.fault).toBeUndefined();
      expect(heard.text.length).toBeLessThanOrEqual(8000);
      expect(heard.text).toMatch(/^a+(?:\n\nb*…)?$/);
      expect(heard.deltas).toBe(heard.text);
    });
  });
});

describe('tool calls', () => {
  let server: AiProvider;
  beforeAll(async () => {
    server = await startAiProvider();
  });
  afterAll(() => server.stop());

  const told = (at: number) => server.requests[at]?.body.messages ?? [];
  const lastTold = (at: number) => told(at).at(-1)?.content;
  const kitchen = { name: 'usage_of_period', args: { room: 'kitchen' } };

  describe('tools', () => {
    test('what one found is told to the model and to the person', async () => {
      server.script(calls({ ...kitchen, id: 'call_7' }), says('12.4 kWh.'));
      const heard = await hear(server.url);
      const result = { id: 'r1', tool: 'usage', title: 'Use in kitchen', link: kitchenLink };
      const facts = { room: 'kitchen', days: 1, electricity: '12.4 kWh', kWh: 12.4 };
      expect(heard.events.filter(({ kind }) => kind === 'result')).toEqual([{ kind: 'result', result }]);
      expect(heard.events.at(-1)).toEqual({
        kind: 'end',
        text: '12.4 kWh.',
        facts: [{ result, facts }],
        leaked: false,
      });
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

    test.each(['', ' \n'])('nothing said after them (%j) is no text; what they found stays', async (nothing) => {
      server.script(calls(kitchen), says(nothing));
      const heard = await hear(server.url);
      expect(heard.events.map(({ kind }) => kind)).toEqual(['result', 'fault', 'end']);
      expect(heard.events.at(-1)).toMatchObject({ text: '', facts: [{ result: { id: 'r1' } }], leaked: false });
      expect(heard.fault).toEqual({ code: 'provider-broken', hadText: false });
    });

    test('more than can be read at once is told so, in words', async () => {
      server.script(calls({ name: 'usage_of_period', args: { room: 'everything' } }), says('I see.'));
      const heard = await hear(server.url);
      expect(JSON.parse(lastTold(1) ?? '')).toEqual({ refused: tooMuch });
      expect(heard.events.map(({ kind }) => kind)).not.toContain('result');
      expect(heard.text).toBe('I see.');
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
      [
        'there is no such tool',
        { name: 'read_database', args: {} },
        'There is no such tool. There are: usage_of_period',
      ],
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
      expect(server.requests.map(({ body }) => body.tools !== undefined)).toEqual([
        true,
        true,
        true,
        true,
        true,
        false,
      ]);
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
});
