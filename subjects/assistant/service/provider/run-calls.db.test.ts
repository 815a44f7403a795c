import type { AssistantEvent, AssistantEvents } from '../../contract/assistant.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type AiProvider, called, says, startAiProvider } from '#apps/service/testing/ai-provider.ts';
import type { SeededHome } from '#apps/service/testing/seed.ts';
import { openStage, type Stage } from '#apps/service/testing/stage.ts';
import { ProblemError } from '#kernel/http/problem.ts';
import { AskerGone, createStillIn } from './run-calls.ts';
import { type AssistantStage, openAssistantStage, readEvents } from '../testing-assistant.ts';

const hour = 3600;

let stage: Stage;
let ai: AiProvider;
let assistant: AssistantStage;
let ada: SeededHome;
let ben: SeededHome;

beforeAll(async () => {
  stage = await openStage();
  ai = await startAiProvider();
  assistant = await openAssistantStage(stage, {
    provider: { apiKey: 'sk-a-key-of-the-test', baseUrl: `${ai.url}/v1` },
  });
});
afterAll(async () => {
  await ai.stop();
  await stage.end();
});
/** Ada's household, in which Ben is a member. */
beforeEach(async () => {
  [ada, ben] = [await stage.seed.home(), await stage.seed.home()];
  const { key } = await ada.device('Secret lamp', 'bedroom', 'electricity');
  const now = Math.floor(Date.now() / 1000);
  await stage.send(ada, [
    { meter: key, at: now - 2 * hour, value: 1000 },
    { meter: key, at: now - hour, value: 4210 },
  ]);
  await stage.seed
    .owner`insert into household_members (household_id, user_id, role) values (${ada.household}, ${ben.userId}, 'member')`;
});

const dataOf = <Name extends keyof AssistantEvents>(events: AssistantEvent[], name: Name): AssistantEvents[Name][] =>
  events.filter(({ event }) => event === name).map(({ data }) => data as AssistantEvents[Name]);

const tools = [
  { name: 'usage', args: { from: '2020-01-01', until: '2020-01-01' } },
  { name: 'devices', args: {} },
  { name: 'tariff', args: {} },
  { name: 'switch_device', args: { device: 'Secret lamp', on: false } },
];

/** Ben asks about Ada's household; the model begins to call tools only after `meanwhile`. */
const askThrough = async (meanwhile: () => PromiseLike<unknown>): Promise<AssistantEvent[]> => {
  let goOn = (): void => {};
  const after = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const isAsked = new Promise<void>((resolve) => {
    const begin = () => {
      resolve();
      return { pieces: called(tools), after };
    };
    ai.script(begin, says('The lamp used 3.21 kWh.'));
  });
  const response = await assistant.ask(ben.userId, { text: 'how was this month', household: ada.household });
  await isAsked;
  await meanwhile();
  goOn();
  return readEvents(await response.text());
};

describe('C6.2 an answer that is being given', () => {
  test('goes on with tools while the person is in the household', async () => {
    const events = await askThrough(async () => {});
    expect(dataOf(events, 'error')).toEqual([]);
    expect(dataOf(events, 'result').length).toBeGreaterThan(2);
    expect(dataOf(events, 'end')).toMatchObject([{ by: 'provider' }]);
  });

  test('finds nothing more once they are removed, and says why', async () => {
    const events = await askThrough(
      () => stage.sql`select private.remove_member(${ada.userId}, ${ada.household}, ${ben.userId})`,
    );
    expect(dataOf(events, 'error')).toMatchObject([{ code: 'forbidden' }]);
    expect([dataOf(events, 'result'), dataOf(events, 'action')]).toEqual([[], []]);
    expect(dataOf(events, 'end')).toHaveLength(1);
    expect(ai.requests).toHaveLength(1);
    expect(await stage.seed.owner`select from assistant_messages where user_id = ${ben.userId}`).toHaveLength(0);
    expect(await stage.seed.owner`select from assistant_actions where user_id = ${ben.userId}`).toHaveLength(0);
  });

  test('nor once they are signed out; a database or a backend that is away is no reason', async () => {
    const stillIn = (signedIn: () => Promise<unknown>) =>
      createStillIn(stage.sql, ben.userId, ada.household, signedIn)();
    await stillIn(async () => {});
    const ended = stillIn(() => Promise.reject(new ProblemError('not-authenticated')));
    await expect(ended).rejects.toEqual(new AskerGone('not-authenticated'));
    await expect(stillIn(() => Promise.reject(new Error('away')))).rejects.toThrow('away');
    const unknown = new ProblemError('identity-unavailable');
    await expect(stillIn(() => Promise.reject(unknown))).rejects.toBe(unknown);
  });
});
