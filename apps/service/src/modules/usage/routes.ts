/** `GET /api/v1/usage`, `/latest` and `/stream`. */
import type { UsageQuery } from '@wattershed/contracts';
import { usageQuery } from '@wattershed/contracts';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Changes } from '../../platform/changes.ts';
import type { Sql } from '../../platform/db.ts';
import type { Authenticate } from '../../platform/person.ts';
import { ProblemError } from '../../platform/problem.ts';
import { createStreams } from './stream.ts';
import type { Usage } from './usage.ts';

const parseQuery = <T>(schema: z.ZodType<T>, query: unknown): T => {
  const parsed = schema.safeParse(query);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new ProblemError('query-invalid', `${issue?.path.join('.') || 'query'}: ${issue?.message}`);
};

const householdQuery = z.object({ household: z.uuid().optional() });

export interface UsageDeps {
  readonly sql: Sql;
  readonly changes: Changes;
  readonly authenticate: Authenticate;
  readonly stopping: AbortSignal;
  readonly usage: Usage;
}

export const usageRoutes = (app: FastifyInstance, deps: UsageDeps): void => {
  const { usage } = deps;
  const streams = createStreams(deps, usage.latest);

  app.get('/api/v1/usage', async (request, reply) => {
    const person = await deps.authenticate(request);
    const query = parseQuery<UsageQuery>(usageQuery, request.query);
    return reply.type('application/json').send(await usage.read(person.sub, query));
  });

  app.get('/api/v1/usage/latest', async (request, reply) => {
    const person = await deps.authenticate(request);
    const { household } = parseQuery(householdQuery, request.query);
    return reply.type('application/json').send(await usage.latest(person.sub, household));
  });

  app.get('/api/v1/usage/stream', async (request, reply) => {
    const person = await deps.authenticate(request);
    const { household } = parseQuery(householdQuery, request.query);
    await streams.open(person, household, () => deps.authenticate(request), reply);
    return reply;
  });
};
