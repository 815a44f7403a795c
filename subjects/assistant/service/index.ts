/** The assistant as a whole: its questions, its presses, and the door for other assistants. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { Language } from '#catalogue/index.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { Claims, Database, Sql } from '#kernel/db.ts';
import { createTakeAllowance, hashedAddress } from '#kernel/http/client-address.ts';
import { createServe, openEventStream } from '#kernel/http/serve.ts';
import { ProblemError } from '#kernel/http/problem.ts';
import type { Authenticate, Person } from '#kernel/people/person.ts';
import type { Billing } from '#subjects/bills/service/index.ts';
import { readFaq } from '#subjects/contact/service/index.ts';
import type { Switching } from '#subjects/hardware/service/index.ts';
import type { Usage } from '#subjects/usage/service/index.ts';
import {
  askAssistant,
  type AssistantBody,
  type AssistantEvent,
  pressAction,
  readAssistantState,
} from '../contract/assistant.ts';
import { createActions } from './actions.ts';
import { answer, type AnswerDeps } from './answer.ts';
import { openConversation, startDraft } from './kept-conversation.ts';
import { type Home, homeOf } from './home.ts';
import type { Intent } from './intent.ts';
import { assistantTokenRoutes, createMcpTokens, mcpRoutes } from './mcp/mcp-routes.ts';
import { createOpenAsking, type OpenAsking } from './asking.ts';
import { createProvider } from './provider/provider.ts';
import { createStillIn } from './provider/run-calls.ts';
import { createSummarise } from './provider/system-prompt.ts';
import { findFaq, visitorReply } from './talk/faq.ts';

import { assistantTools, suggestionsFor } from './topics.ts';
import { understand } from './understand/index.ts';
import { createWriter } from './writer.ts';

export interface AssistantConfig {
  readonly apiKey: string | undefined;
  readonly baseUrl: string | undefined;
  readonly model: string;
  /** How many questions a person may send to the provider in a day. */
  readonly dailyQuestions: number;
}

export interface AssistantParts {
  readonly database: Database;
  readonly usage: Usage;
  readonly billing: Billing;
  readonly switching: Switching;
  readonly authenticate: Authenticate;
  readonly stopping: AbortSignal;
  readonly addressSecret: string;
  readonly origin: () => string;
  readonly version: string;
  readonly now: () => number;
  readonly log: Pick<Logger, 'warn' | 'error'>;
}

export interface Assistant {
  /** Of the provider; without one questions are answered all the same. */
  state(): 'up' | 'down' | 'not-set-up';
}

const dayS = 86_400;

export const serveAssistant = (
  kernel: Kernel,
  others: Pick<AssistantParts, 'usage' | 'billing' | 'switching'>,
): Assistant => {
  const { app, config, sql, jobs } = kernel;
  jobs.add({ name: 'old-actions', everyMs: 600_000, run: () => sql`select private.forget_old_actions()` });
  const asConfigured: AssistantConfig = {
    apiKey: config.OPENAI_API_KEY,
    baseUrl: config.OPENAI_BASE_URL,
    model: config.OPENAI_MODEL,
    dailyQuestions: config.ASSISTANT_DAILY_QUESTIONS,
  };
  return openAssistant(app, asConfigured, { ...kernel, ...others });
};

export const openAssistant = (app: FastifyInstance, config: AssistantConfig, parts: AssistantParts): Assistant => {
  const { database, authenticate, now } = parts;
  const sql = database.engine;
  const hasProvider = config.apiKey !== undefined || config.baseUrl !== undefined;
  const provider = hasProvider ? createProvider({ ...config, now }) : null;
  // Its client takes a while to load: now, not at the first question.
  void provider
    ?.client()
    .catch((err: unknown) => parts.log.error({ err }, "the provider's client could not be loaded"));
  const takeAllowance = createTakeAllowance(sql);
  const openAsking = createOpenAsking(parts);
  assistantRoutes(app, {
    ...parts,
    sql,
    provider,
    takeAllowance,
    openAsking,
    actions: createActions(parts),
    summarise: createSummarise(now),
    daily: { kind: 'assistant-provider', count: config.dailyQuestions, seconds: dayS },
  });

  /** Whoever had a second factor showed it to make the token; one from before the factor is not found any more. */
  const holderOf = (userId: string): Claims => ({ sub: userId, aal: 'aal2' });
  const languageOf = async (userId: string): Promise<Language> => {
    const [row] = await database.asUser(
      holderOf(userId),
      (tx) => tx<{ language: Language }[]>`select language from public.profiles where user_id = ${userId}`,
    );
    return row?.language ?? 'en';
  };
  const tokens = createMcpTokens(sql);
  assistantTokenRoutes(app, { authenticate, tokens });
  mcpRoutes(app, {
    tokens,
    takeAllowance,
    tools: assistantTools,
    version: parts.version,
    origin: parts.origin,
    askingOf: async (userId, household) => openAsking(holderOf(userId), household, await languageOf(userId)),
  });
  return { state: () => provider?.state() ?? 'not-set-up' };
};

// A question in, its answer as server-sent events; and the press by which a proposed switch is done.

interface AssistantDeps extends AnswerDeps, Omit<VisitorDeps, 'now'> {
  readonly sql: Sql;
  readonly authenticate: Authenticate;
  readonly openAsking: OpenAsking;
  readonly stopping: AbortSignal;
  /** Addresses are counted by a hash with this key. */
  readonly addressSecret: string;
  readonly now: () => number;
}

const questionsPerMinute = { kind: 'assistant', count: 300, seconds: 60 };
const pressesPerMinute = { kind: 'assistant-press', count: 30, seconds: 60 };
const maxAtOnce = 4;

/** Writes events until they end, or until nobody listens any more: then `stop` ends what makes them. */
const stream = async (reply: FastifyReply, events: AsyncIterable<AssistantEvent>, stop: () => void): Promise<void> => {
  const line = openEventStream(askAssistant, reply, stop, 15_000);
  try {
    for await (const { event, data } of events) line.send(event, JSON.stringify(data));
  } finally {
    line.end();
  }
};

const assistantRoutes = (app: FastifyInstance, deps: AssistantDeps): void => {
  const { sql, authenticate, openAsking, takeAllowance, stopping } = deps;
  const atOnce = new Map<string, number>();

  const serve = createServe(app, authenticate);

  const ask = async (
    person: Person,
    { text, language, household }: AssistantBody,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<void> => {
    await takeAllowance(questionsPerMinute, person.sub);
    const asking = await openAsking(person, household, language);
    if (!asking) throw new ProblemError('forbidden');
    const open = atOnce.get(person.sub) ?? 0;
    if (open >= maxAtOnce) throw new ProblemError('rate-limited', undefined, 5);
    atOnce.set(person.sub, open + 1);
    const ending = new AbortController();
    const { signal } = ending;
    const stop = (): void => ending.abort();
    stopping.addEventListener('abort', stop);
    const conversation = openConversation(sql, person.sub, asking.home.id);
    const stillIn = createStillIn(sql, person.sub, asking.home.id, () => authenticate(request));
    try {
      await stream(reply, answer(deps, { person, asking, conversation, text, stillIn, signal }), stop);
    } finally {
      stopping.removeEventListener('abort', stop);
      const left = (atOnce.get(person.sub) ?? 1) - 1;
      if (left > 0) atOnce.set(person.sub, left);
      else atOnce.delete(person.sub);
    }
  };

  const askAsVisitor = async (
    { text, language }: AssistantBody,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<void> => {
    await takeAllowance(questionsPerMinute, hashedAddress(deps.addressSecret, request));
    await stream(reply, answerVisitor(deps, text, language), () => {});
  };

  serve(askAssistant, ({ person, body, request, reply }) =>
    person ? ask(person, body, request, reply) : askAsVisitor(body, request, reply),
  );

  serve(readAssistantState, async ({ person, query }) => {
    if (!person || !deps.provider) return { provider: false, left: null };
    const asking = await openAsking(person, query.household, 'en');
    if (!asking) throw new ProblemError('forbidden');
    // Made now, so that the first question need not wait for it.
    void deps.summarise(person.sub, asking).catch((error: unknown) => deps.log.warn({ err: error }, 'no summary'));
    const { kind, count, seconds } = deps.daily;
    const [row] = await sql<{ left: number }[]>`
      select private.allowance_left(${kind}, ${person.sub}, ${count}, ${seconds}) as left`;
    return { provider: true, left: row?.left ?? 0 };
  });

  serve(pressAction, async ({ person, params, body }) => {
    await takeAllowance(pressesPerMinute, person.sub);
    return { result: await deps.actions.press(person, params.id, body.agreed) };
  });
};

// What somebody without an account is answered: what can be asked, the frequent questions and the tips; nothing of it is kept.

interface VisitorDeps {
  readonly database: Pick<Database, 'anonymous'>;
  readonly now: () => number;
}

/** Nobody's: enough to be understood by. */
const noHome = (nowMs: number): Home =>
  homeOf(
    {
      id: '',
      name: '',
      kind: 'demo',
      timeZone: 'UTC',
      currency: 'EUR',
      units: 'metric',
      country: null,
      hasReadings: false,
      role: 'viewer',
      devices: [],
    },
    nowMs,
  );

/** What ends with questions that can be asked. */
const asksForMore: ReadonlySet<Intent['about']> = new Set(['help', 'greeting', 'unknown', 'faq']);

async function* answerVisitor(
  { database, now }: VisitorDeps,
  text: string,
  language: Language,
): AsyncGenerator<AssistantEvent, void> {
  const draft = startDraft();
  yield { event: 'begin', data: { question: null, answer: null } };
  const home = noHome(now());
  const { intent, language: own } = understand(text, language, home);
  let entry = null;
  try {
    if (intent.about === 'unknown') entry = findFaq(await readFaq(database, own), text, own);
  } catch {
    yield draft.fault('internal');
  }
  const reply = visitorReply(own, intent, entry);
  yield draft.say(reply.text);
  for (const result of reply.results) yield draft.found(result);
  if (entry === null && asksForMore.has(intent.about))
    draft.suggest(suggestionsFor({ home, language: own, write: createWriter(own, home) }, { about: 'help' }));
  yield draft.end('own');
}
