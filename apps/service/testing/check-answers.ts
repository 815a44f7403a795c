/** Every answer in a test is what its endpoint's contract says, to the last field; every problem is one that it names. */
import { isDeepStrictEqual } from 'node:util';
import { type Endpoint, usualProblems } from '#catalogue/endpoint.ts';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';

const faultOf = (endpoint: Endpoint, status: number, body: string): string | null => {
  const said: unknown = JSON.parse(body);
  if (status >= 400) {
    const { code } = said as { code?: string };
    const named: readonly unknown[] = [...(endpoint.problems ?? []), ...usualProblems(endpoint)];
    return code === undefined || named.includes(code) ? null : `${code} is no problem of it`;
  }
  if (!(endpoint.answer instanceof z.ZodType)) return 'it answers no JSON';
  const { success, data, error } = endpoint.answer.safeParse(said);
  if (!success) return error.message;
  return isDeepStrictEqual(data, said) ? null : `it says more than its contract: ${body.slice(0, 500)}`;
};

/** Before the routes. What was wrong, whatever the test looked at: thrown at its end. */
export const checkAnswers = (app: FastifyInstance): ReadonlySet<string> => {
  const faults = new Set<string>();
  app.addHook('onSend', (request, reply, payload, done) => {
    const { endpoint } = request.routeOptions.config;
    const type = String(reply.getHeader('content-type') ?? '');
    if (endpoint && typeof payload === 'string' && /json/.test(type)) {
      const fault = faultOf(endpoint, reply.statusCode, payload);
      if (fault !== null) faults.add(`${endpoint.method} ${endpoint.path} (${reply.statusCode}): ${fault}`);
    }
    done(null, payload);
  });
  return faults;
};
