/** A question in, its answer as server-sent events; and the press by which a proposed switch is done. */
import {
  askAssistant,
  type AssistantBody,
  type AssistantEvent,
  pressAction,
  readAssistantState,
} from '@wattershed/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hashedAddress } from '../../platform/allowance.ts';
import type { Sql } from '../../platform/db.ts';
import { openEventStream } from '../../platform/event-stream.ts';
import type { Authenticate, Person } from '../../platform/person.ts';
import { ProblemError } from '../../platform/problem.ts';
import { createServe } from '../../platform/serve.ts';
import { type AnswerDeps, answer } from './answer.ts';
import { openConversation } from './conversation.ts';
import type { OpenAsking } from './open-asking.ts';
import { createStillIn } from './still-in.ts';
import { answerVisitor, type VisitorDeps } from './visitor.ts';

export interface AssistantDeps extends AnswerDeps, Omit<VisitorDeps, 'now'> {
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
const mostAtOnce = 4;

/** Writes events until they end, or until nobody listens any more: then `stop` ends what makes them. */
const stream = async (reply: FastifyReply, events: AsyncIterable<AssistantEvent>, stop: () => void): Promise<void> => {
  const line = openEventStream(reply, stop, 15_000);
  try {
    for await (const { event, data } of events) line.send(event, JSON.stringify(data));
  } finally {
    line.end();
  }
};

export const assistantRoutes = (app: FastifyInstance, deps: AssistantDeps): void => {
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
    if (open >= mostAtOnce) throw new ProblemError('rate-limited', undefined, 5);
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
