/** `/api/v1/assistant`: a question in, its answer as server-sent events; and the press by which a proposed switch is done. */
import { type AssistantEvent, type AssistantState, assistantBody, pressBody } from '@wattershed/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { hashedAddress } from '../../platform/allowance.ts';
import type { Sql } from '../../platform/db.ts';
import { openEventStream } from '../../platform/event-stream.ts';
import { parse } from '../../platform/parse.ts';
import type { Authenticate, Person } from '../../platform/person.ts';
import { ProblemError } from '../../platform/problem.ts';
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

const bodyLimit = 16 * 1024;
const questionsPerMinute = { kind: 'assistant', count: 300, seconds: 60 };
const pressesPerMinute = { kind: 'assistant-press', count: 30, seconds: 60 };
const mostAtOnce = 4;

const stateQuery = z.object({ household: z.uuid().optional() });
const idParam = z.object({ id: z.uuid() });

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

  const personOf = (request: FastifyRequest): Promise<Person> | null =>
    request.headers.authorization ? authenticate(request) : null;

  const ask = async (person: Person, request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { text, language, household } = parse(assistantBody, request.body, 'body-malformed');
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

  const askAsVisitor = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { text, language } = parse(assistantBody, request.body, 'body-malformed');
    await takeAllowance(questionsPerMinute, hashedAddress(deps.addressSecret, request));
    await stream(reply, answerVisitor(deps, text, language), () => {});
  };

  app.post('/api/v1/assistant', { bodyLimit }, async (request, reply) => {
    const person = await personOf(request);
    await (person ? ask(person, request, reply) : askAsVisitor(request, reply));
    return reply;
  });

  app.get('/api/v1/assistant', async (request, reply): Promise<AssistantState> => {
    const person = await personOf(request);
    void reply.header('cache-control', 'no-store');
    if (!person || !deps.provider) return { provider: false, left: null };
    const { household } = parse(stateQuery, request.query, 'query-invalid');
    const asking = await openAsking(person, household, 'en');
    if (!asking) throw new ProblemError('forbidden');
    // Made now, so that the first question need not wait for it.
    void deps.summarise(person.sub, asking).catch((error: unknown) => deps.log.warn({ err: error }, 'no summary'));
    const { kind, count, seconds } = deps.daily;
    const [row] = await sql<{ left: number }[]>`
      select private.allowance_left(${kind}, ${person.sub}, ${count}, ${seconds}) as left`;
    return { provider: true, left: row?.left ?? 0 };
  });

  app.post('/api/v1/assistant/actions/:id', async (request) => {
    const person = await authenticate(request);
    const { id } = parse(idParam, request.params, 'query-invalid');
    const { agreed } = parse(pressBody, request.body, 'body-malformed');
    await takeAllowance(pressesPerMinute, person.sub);
    return { result: await deps.actions.press(person, id, agreed) };
  });
};
