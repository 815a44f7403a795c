import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AiProvider, calls, chunk, says, spoken, startAiProvider } from '#apps/service/testing/ai-provider.ts';
import { fuzz } from '#apps/service/testing/fuzz.ts';
import { hear, testKey } from './testing-provider.ts';

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
