/** Every answer in a test is one that its endpoint describes: its status, type and headers, its shape to the last field, its events. */
import { isDeepStrictEqual } from 'node:util';
import type { Endpoint } from '#catalogue/endpoint.ts';
import { type ErrorCode, problem } from '#catalogue/error-codes.ts';
import { answersOf } from '#kernel/http/answers.ts';
import { problemType } from '#kernel/http/problem.ts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { z } from 'zod';
import { eventsIn } from './description.ts';

const faultIn = (schema: z.ZodType, text: string): string | null => {
  const said: unknown = JSON.parse(text);
  const { success, data, error } = schema.safeParse(said);
  if (!success) return error.message;
  return isDeepStrictEqual(data, said) ? null : `it says more than its contract: ${text.slice(0, 500)}`;
};

const faultOf = (endpoint: Endpoint, reply: FastifyReply, payload: unknown): string | null => {
  const type = String(reply.getHeader('content-type') ?? '').split(';', 1)[0] ?? '';
  const told = typeof payload === 'string' ? payload : '';
  const described = answersOf(endpoint).get(reply.statusCode);
  if (!described) return `this status is not described: ${told.slice(0, 200)}`;
  const missing = Object.keys(described.headers).find((name) => !reply.hasHeader(name));
  if (missing !== undefined) return `it has no ${missing}`;
  const { contents, codes } = described;
  if (type === '' && contents.length === 0 && codes.length === 0) return null;
  if (type === problemType && codes.length > 0) {
    const { code } = JSON.parse(told) as { code?: ErrorCode };
    return faultIn(problem, told) ?? (codes.includes(code as ErrorCode) ? null : `${code} is no problem of it`);
  }
  const content = contents.find((one) => one.type === type);
  if (!content) return `${type || 'no type'} is not described: ${told.slice(0, 200)}`;
  return content.kind === 'json' && told !== '' ? faultIn(content.schema, told) : null;
};

/** What is written, event by event. */
const watchEvents = ({ answer }: Endpoint, { raw }: FastifyReply, note: (fault: string) => void): void => {
  if (!answer || !('kind' in answer) || answer.kind !== 'events') return;
  const write = raw.write.bind(raw) as (...given: unknown[]) => boolean;
  raw.write = (...given: unknown[]) => {
    for (const [name, data] of eventsIn(String(given[0]))) {
      const schema = answer.of[name];
      const fault = schema ? faultIn(schema, data) : 'it is not described';
      if (fault !== null) note(`event ${name}: ${fault}`);
    }
    return write(...given);
  };
};

/** Before the routes. What was wrong, whatever the test looked at: thrown at its end. */
export const checkAnswers = (app: FastifyInstance): ReadonlySet<string> => {
  const faults = new Set<string>();
  app.addHook('onRequest', ({ routeOptions }, reply, done) => {
    const { endpoint } = routeOptions.config;
    if (endpoint)
      watchEvents(endpoint, reply, (fault) => void faults.add(`${endpoint.method} ${endpoint.path}: ${fault}`));
    done();
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    const { endpoint } = request.routeOptions.config;
    const fault = endpoint ? faultOf(endpoint, reply, payload) : null;
    if (endpoint && fault !== null) faults.add(`${endpoint.method} ${endpoint.path} (${reply.statusCode}): ${fault}`);
    done(null, payload);
  });
  return faults;
};
