/** One question, from its text to the events of its answer: commands and plain answers from our own tools, all else by the provider where there is one. */
import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Claims } from '#kernel/db.ts';
import type { Allowance, TakeAllowance } from '#kernel/http/client-address.ts';
import { ProblemError } from '#kernel/http/problem.ts';
import type { AssistantEvent } from '../contract/assistant.ts';
import type { Actions } from './actions.ts';
import { type Asking, inLanguage, inUnit } from './asking.ts';
import { type Conversation, type Draft, type Said, startDraft, withoutLinks } from './kept-conversation.ts';
import { escapeMarkdown } from './writer.ts';
import { askProvider } from './provider/ask-provider.ts';
import { claimsToHaveActed } from './provider/claims.ts';
import { checkFiguresInTurns, knownFigures } from './provider/check-figures.ts';
import type { Provider, ProviderLine } from './provider/provider.ts';
import type { Intent, Understood } from './intent.ts';
import { askedFirst, AskerGone, type StillIn } from './provider/run-calls.ts';
import type { Summarise } from './provider/system-prompt.ts';

import { talkTexts } from './talk/talk.ts';
import { assistantTools, replyTo, suggestionsFor } from './topics.ts';
import { understand } from './understand/index.ts';

/** So many messages go along with a question: C9.2. */
const historyCount = 8;

export interface AnswerDeps {
  readonly actions: Actions;
  readonly provider: Provider | null;
  readonly summarise: Summarise;
  readonly takeAllowance: TakeAllowance;
  /** How many questions a person may send to the provider in a day. */
  readonly daily: Allowance;
  readonly log: Pick<Logger, 'warn' | 'error'>;
}

export interface Asked {
  readonly person: Claims;
  readonly asking: Asking;
  readonly conversation: Conversation;
  readonly text: string;
  readonly stillIn: StillIn;
  readonly signal: AbortSignal;
}

type Events = AsyncGenerator<AssistantEvent, void>;

/** Whatever the provider would make of it: commands are ours, and who asks for what is not theirs is told so at once. */
const isOurs = (text: string, { about }: Intent): boolean =>
  text.startsWith('/') || about === 'refused' || about === 'safety';

/** A question of costs that was kept before they had periods was of the open cycle. */
const lastAsked = (said: readonly Said[]): Intent | null => {
  const asked = said.at(-1)?.extras.asked ?? null;
  return asked?.about === 'costs' ? Object.assign({ period: null }, asked) : asked;
};

/** Whether one more may go to the provider today. */
const mayAskProvider = async ({ takeAllowance, daily }: AnswerDeps, { person }: Asked): Promise<boolean> => {
  try {
    await takeAllowance(daily, person.sub);
    return true;
  } catch (error) {
    if (error instanceof ProblemError) return false;
    throw error;
  }
};

const proposed = async (
  { actions }: AnswerDeps,
  { person, asking }: Asked,
  draft: Draft,
  proposal: { device: string; on: boolean },
): Promise<AssistantEvent[]> => {
  const action = await actions.propose(person.sub, asking.home, proposal);
  return action ? [draft.propose(action)] : [];
};

async function* ownAnswer(deps: AnswerDeps, asked: Asked, { intent, caveats }: Understood, draft: Draft): Events {
  const { text, results, proposes } = await replyTo(asked.asking, intent, asked.text, caveats);
  yield draft.say(text);
  for (const result of results) yield draft.found(result);
  for (const one of proposes ?? []) yield* await proposed(deps, asked, draft, one);
  draft.suggest(suggestionsFor(asked.asking, intent));
  yield draft.end('own');
}

/** It began to tell what nobody should read: nothing of that is kept. */
async function* refused({ asking, text }: Asked, draft: Draft): AsyncGenerator<AssistantEvent, boolean> {
  const refusal = await replyTo(asking, { about: 'refused' }, text);
  yield draft.end('own', refusal.text);
  return true;
}

/** Answers whether the provider said anything at all. */
async function* providerAnswer(
  deps: AnswerDeps,
  provider: Provider,
  asked: Asked,
  said: readonly Said[],
  draft: Draft,
): AsyncGenerator<AssistantEvent, boolean> {
  const { asking, text, stillIn, signal } = asked;
  const summary = await deps.summarise(asked.person.sub, asking);
  const history = said
    .filter(({ content }) => content !== '')
    .map(({ role, content }) => ({ role, content: withoutLinks(content) }));
  const log = (line: ProviderLine): void => deps.log.warn(line, 'the AI provider did not answer as it should');
  const tools = askedFirst(assistantTools, stillIn);
  const events = askProvider(provider, { summary, history, text, tools, asking, signal, log });
  for await (const event of events) {
    if (event.kind === 'text') yield draft.say(event.delta);
    else if (event.kind === 'result') yield draft.found(event.result);
    else if (event.kind === 'proposal') yield* await proposed(deps, asked, draft, event);
    else if (event.kind === 'fault') yield draft.fault(event.code);
    else {
      if (event.leaked) return yield* refused(asked, draft);
      if (event.text === '') return false;
      const known = knownFigures({ facts: event.facts, summary, question: text });
      const { content, unverified } = await checkFiguresInTurns(event.text, known, asking);
      const note = claimsToHaveActed(event.text) ? `\n\n${talkTexts(asking.language)('nothing-done')}` : '';
      yield draft.end('provider', content + note, unverified);
    }
  }
  return true;
}

async function* answered(
  deps: AnswerDeps,
  asked: Asked,
  understood: Understood,
  said: readonly Said[],
  draft: Draft,
): Events {
  const { provider } = deps;
  if (!provider || isOurs(asked.text, understood.intent)) return yield* ownAnswer(deps, asked, understood, draft);
  if (!(await mayAskProvider(deps, asked))) yield draft.fault('budget-used');
  else if (yield* providerAnswer(deps, provider, asked, said, draft)) return;
  if (asked.signal.aborted) return;
  yield* ownAnswer(deps, asked, understood, draft);
}

/** The events of an answer, to its end or until `signal` says that nobody reads on; what was given is kept. */
export async function* answer(deps: AnswerDeps, asked: Asked): Events {
  const { asking, conversation, text } = asked;
  const ids = { question: randomUUID(), answer: randomUUID() };
  const draft = startDraft();
  yield { event: 'begin', data: ids };
  let question: Intent | null = null;
  try {
    const said = await conversation.latest(historyCount);
    await conversation.keep({ id: ids.question, content: text, extras: {} });
    const understood = understand(text, asking.language, asking.home, lastAsked(said));
    question = understood.intent;
    const own = { ...asked, asking: inUnit(inLanguage(asking, understood.language), understood.unit) };
    yield* answered(deps, own, understood, said, draft);
  } catch (error) {
    const isGone = error instanceof AskerGone;
    if (!isGone) deps.log.error({ err: error }, 'a question could not be answered');
    yield draft.fault(isGone ? error.code : 'internal');
    // What was said until then was not checked: only its words stand.
    yield draft.end('own', escapeMarkdown(draft.text));
  } finally {
    const content = draft.text;
    await conversation
      .keep({ id: ids.answer, question: ids.question, content, extras: draft.extras(question) })
      .catch((error: unknown) => deps.log.error({ err: error }, 'an answer could not be kept'));
  }
}
