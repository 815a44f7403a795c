/** Asks as a person does who has no provider: through the whole of an answer, with a conversation that is kept in the database. */
import { pino } from 'pino';
import type { Stage } from '#apps/service/testing/stage.ts';
import type { Language } from '#catalogue/index.ts';
import { createBilling } from '#subjects/bills/service/index.ts';
import { createUsage } from '#subjects/usage/service/index.ts';
import type { AssistantResult } from '../../contract/assistant.ts';
import { createActions } from '../actions.ts';
import { answer, type AnswerDeps } from '../answer.ts';
import { openConversation } from '../kept-conversation.ts';
import { createOpenAsking } from '../asking.ts';
import type { Intent } from '../intent.ts';
import { createSummarise } from '../provider/system-prompt.ts';
import type { QuestionHome } from './testing-home.ts';
import { nowMs } from './testing-use.ts';

export interface Given {
  readonly understood: Intent;
  /** Markdown. */
  readonly text: string;
  readonly results: readonly AssistantResult[];
  readonly proposed: readonly (readonly [device: string, on: boolean])[];
}

const never = (): never => {
  throw new Error('nothing is pressed, and no provider is asked');
};

const openDeps = ({ sql, database, changes }: Stage) => {
  const now = (): number => nowMs;
  const openAsking = createOpenAsking({
    database,
    usage: createUsage({ sql, changes, now }),
    billing: createBilling({ sql, now }),
    now,
  });
  const deps: AnswerDeps = {
    actions: createActions({ database, switching: { switchDevice: never } }),
    provider: null,
    summarise: createSummarise(now),
    takeAllowance: never,
    daily: { kind: 'assistant-provider', count: 1, seconds: 86_400 },
    log: pino({ level: 'silent' }),
  };
  return { deps, openAsking };
};

/** `after`: what was asked before, oldest first. */
export type Ask = (language: Language, text: string, after?: string | readonly string[]) => Promise<Given>;

export const createAsk = (stage: Stage, { userId, household }: QuestionHome): Ask => {
  const { deps, openAsking } = openDeps(stage);
  const person = { sub: userId };
  const conversation = openConversation(stage.sql, userId, household);

  const askOnce = async (language: Language, text: string): Promise<Given> => {
    const asking = await openAsking(person, household, language);
    if (!asking) throw new Error('the household is not the person’s');
    const given = { text: '', results: [] as AssistantResult[], proposed: [] as [string, boolean][] };
    let suggestions: readonly string[] = [];
    const { signal } = new AbortController();
    const asked = { person, asking, conversation, text, stillIn: async () => {}, signal };
    for await (const { event, data } of answer(deps, asked)) {
      if (event === 'result') given.results.push(data);
      else if (event === 'action') given.proposed.push([data.device.name, data.on]);
      else if (event === 'error') throw new Error(data.message);
      else if (event === 'end') [given.text, suggestions] = [data.content, data.suggestions];
    }
    const understood = (await conversation.latest(1))[0]?.extras.asked;
    if (!understood) throw new Error('the answer was not kept');
    // Where it asks back or was lost, what can be pressed is part of what it says.
    const isAsking = ['unclear', 'unknown', 'help', 'impossible'].includes(understood.about);
    const buttons = isAsking ? suggestions.map((one) => `- ${one}`) : [];
    return { understood, ...given, text: [given.text, ...buttons].join('\n') };
  };

  return async (language, text, after = []) => {
    await stage.seed.owner`delete from assistant_messages where user_id = ${userId}`;
    for (const before of [after].flat()) await askOnce(language, before);
    return askOnce(language, text);
  };
};
