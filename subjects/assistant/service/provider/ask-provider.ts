/** A person's question to an AI provider: its words as they come, and what the tools found that it called. */
import type {
  ChatCompletionCreateParamsStreaming,
  ChatCompletionMessageParam,
} from 'openai/resources/chat/completions';
import type { AssistantResult } from '../../contract/assistant.ts';
import type { Asking, FoundResult } from '../asking.ts';
import type { Tool } from '../tools/tool.ts';
import {
  faultOfRequest,
  isRefusalOfTools,
  type Provider,
  type ProviderEvent,
  ProviderFault,
  type ProviderLine,
  type ToolFacts,
} from './provider.ts';
import { createGuard, type Summary, systemPrompt, untoldRules } from './system-prompt.ts';
import { createPatientFetch, createWatch, type Round, streamRound, type ToolCall, type Watch } from './stream-round.ts';
import { type CallOutcome, runCalls, toDefinitions } from './run-calls.ts';

interface ChatMessage {
  readonly role: 'user' | 'assistant';
  readonly content: string;
}

export interface ProviderQuestion {
  readonly summary: Summary;
  /** Oldest first, without the new one. */
  readonly history: readonly ChatMessage[];
  readonly text: string;
  readonly tools: readonly Tool[];
  readonly asking: Asking;
  /** Aborted when the person stops it or went away. */
  readonly signal: AbortSignal;
  readonly log: (line: ProviderLine) => void;
}

/** C9.2. */
const temperature = 0.4;
const historyLength = 8;
const maxRounds = 5;
const maxCalls = 8;
const maxAnswerLength = 8000;

/** A key that is shorter is a word like any other. */
const untoldLetters = 12;

const begin = ({ summary, history, text, tools, asking }: ProviderQuestion, provider: Provider) => ({
  guard: createGuard([...untoldRules, ...provider.secrets().map((secret) => ({ text: secret, most: untoldLetters }))]),
  messages: [
    { role: 'system', content: systemPrompt(summary, asking.language) },
    ...history.slice(-historyLength),
    { role: 'user', content: text },
  ] as ChatCompletionMessageParam[],
  tools: toDefinitions(tools),
  text: '',
  results: [] as AssistantResult[],
  facts: [] as ToolFacts[],
  hasProposed: false,
  isFull: false,
  leaked: false,
});
type Talk = ReturnType<typeof begin>;

/** A letter with its signs, a family of faces. */
const maxLetterLength = 64;

/** Cut between characters that a reader sees as one. */
const wholeUpTo = (text: string, most: number): string => {
  const near = text.slice(0, most + maxLetterLength);
  const last = [...new Intl.Segmenter().segment(near)].findLast(({ index }) => index <= most);
  return text.slice(0, last?.index ?? most);
};

/** A server that knows no tools is asked again without them. */
const createOpen = async (provider: Provider, talk: Talk, watch: Watch): Promise<Omit<Round, 'patience' | 'watch'>> => {
  const patient = createPatientFetch(provider.patience.retryMs, () => provider.now());
  const client = (await provider.client()).withOptions({ fetch: patient.fetch });
  const create = (body: ChatCompletionCreateParamsStreaming) =>
    client.chat.completions.create(body, { signal: watch.signal });
  const open: Round['open'] = async (body) => {
    try {
      return await create(body);
    } catch (error) {
      if (!body.tools || !isRefusalOfTools(error)) throw faultOfRequest(error);
      talk.tools = [];
      const { tools: _, ...rest } = body;
      return create(rest).catch((again: unknown) => Promise.reject(faultOfRequest(again)));
    }
  };
  return { open, isDone: patient.isDone };
};

/** As much of it as there is room for; spaces alone are no answer. */
const fitting = (given: string, gap: string, talk: Talk): string => {
  const words = talk.text === '' ? given.trimStart() : given;
  if (words === '' || talk.isFull) return '';
  const room = maxAnswerLength - talk.text.length - gap.length;
  talk.isFull = words.length >= room;
  if (room <= 0) return '';
  return gap + (words.length <= room ? words : `${wholeUpTo(words, room - 1)}…`);
};

/** Its text through the guard, never longer than an answer may be. */
async function* speak(
  round: AsyncGenerator<string, readonly ToolCall[]>,
  talk: Talk,
): AsyncGenerator<ProviderEvent, readonly ToolCall[]> {
  let gap = talk.text === '' ? '' : '\n\n';
  const told = (words: string): ProviderEvent[] => {
    const delta = fitting(words, gap, talk);
    if (delta === '') return [];
    talk.text += delta;
    gap = '';
    return [{ kind: 'text', delta }];
  };
  try {
    for (;;) {
      const next = await round.next();
      if (next.done) {
        yield* told(talk.guard.flush());
        return next.value;
      }
      // What no answer has room for is not looked at either.
      const words = talk.guard.push(next.value.slice(0, maxAnswerLength + maxLetterLength));
      talk.leaked = words === null;
      yield* told(words ?? '');
      if (talk.leaked || talk.isFull) return [];
    }
  } catch (error) {
    yield* told(talk.guard.flush());
    throw error;
  } finally {
    await round.return([]);
  }
}

const toolMessages = (calls: readonly ToolCall[], text: string, outcomes: readonly CallOutcome[]) => [
  {
    role: 'assistant' as const,
    content: text === '' ? null : text,
    tool_calls: calls.map(({ id, name, args }) => ({
      id,
      type: 'function' as const,
      function: { name, arguments: args },
    })),
  },
  ...calls.map(({ id }, position) => ({
    role: 'tool' as const,
    tool_call_id: id,
    content: outcomes[position]?.told ?? '',
  })),
];

/** The same thing that was found again is shown once. */
const isSame = (result: AssistantResult, found: FoundResult): boolean =>
  JSON.stringify(result) === JSON.stringify({ ...found, id: result.id });

function* keep(talk: Talk, { found }: CallOutcome): Generator<ProviderEvent> {
  if (!found) return;
  const known = talk.results.find((one) => isSame(one, found.result));
  const result = known ?? { ...found.result, id: `r${talk.results.length + 1}` };
  talk.facts.push({ result, facts: found.facts });
  if (!known) {
    talk.results.push(result);
    yield { kind: 'result', result };
  }
  if (!found.proposes) return;
  talk.hasProposed = true;
  yield { kind: 'proposal', ...found.proposes };
}

/** Asks, runs what it calls and asks again; the last time it is offered no tools and has to answer. */
async function* converse(question: ProviderQuestion, provider: Provider, talk: Talk, watch: Watch) {
  const { model, patience } = provider;
  const round: Round = { ...(await createOpen(provider, talk, watch)), watch, patience };
  for (let count = 0; count <= maxRounds; count += 1) {
    const before = talk.text;
    const tools = count < maxRounds && talk.tools.length > 0 ? { tools: talk.tools } : {};
    const body = { model, messages: [...talk.messages], temperature, stream: true as const, ...tools };
    const calls = (yield* speak(streamRound(round, body), talk)).slice(0, maxCalls);
    if (calls.length === 0) break;
    const outcomes = await watch.orEnded(runCalls(calls, question, talk.hasProposed));
    talk.messages.push(...toolMessages(calls, talk.text.slice(before.length).trim(), outcomes));
    for (const outcome of outcomes) yield* keep(talk, outcome);
  }
  if (talk.text === '' && !talk.leaked) throw new ProviderFault('provider-broken');
}

/** Ends with `end`, also after a fault of the provider; throws what went wrong on our own side. */
export async function* askProvider(provider: Provider, question: ProviderQuestion): AsyncGenerator<ProviderEvent> {
  const talk = begin(question, provider);
  const watch = createWatch(question.signal, provider.patience);
  try {
    yield* converse(question, provider, talk, watch);
    provider.settle('up');
  } catch (error) {
    if (!(error instanceof ProviderFault)) throw error;
    const { code, status } = error;
    question.log({ code, status });
    if (code !== 'stopping') provider.settle('down');
    yield { kind: 'fault', code, hadText: talk.text !== '' };
  } finally {
    watch.end();
  }
  yield { kind: 'end', text: talk.text, facts: talk.facts, leaked: talk.leaked };
}
