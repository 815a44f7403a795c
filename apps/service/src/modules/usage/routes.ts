/** `GET /api/v1/usage`, `/latest` and `/stream`. */
import type { UsageQuery } from '@wattershed/contracts';
import { usageQuery } from '@wattershed/contracts';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Changes } from '../../platform/changes.ts';
import type { Sql } from '../../platform/db.ts';
import type { Authenticate } from '../../platform/person.ts';
import { ProblemError } from '../../platform/problem.ts';
import { createKeptAnswers } from './kept-answers.ts';
import { createReadLatest, type ReadLatest } from './read-latest.ts';
import { createReadUsage, type ReadUsage } from './read-usage.ts';
import { createStreams } from './stream.ts';

const parseQuery = <T>(schema: z.ZodType<T>, query: unknown): T => {
  const parsed = schema.safeParse(query);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new ProblemError('query-invalid', `${issue?.path.join('.') || 'query'}: ${issue?.message}`);
};

const householdQuery = z.object({ household: z.uuid().optional() });

/** Should word of a change be lost, a wrong figure stays no longer than this. */
const usageKeptMs = 15_000;
/** They hold the time of the answer, and of the day in the household's zone. */
const latestKeptMs = 1_000;

export interface UsageDeps {
  readonly sql: Sql;
  readonly changes: Changes;
  readonly authenticate: Authenticate;
  readonly stopping: AbortSignal;
}

const keepUsage = (changes: Changes, readUsage: ReadUsage): ReadUsage => {
  const kept = createKeptAnswers(changes, { now: Date.now, longestMs: usageKeptMs });
  return (userId, query) => {
    const { household, from, to, bucket, by, device } = query;
    const key = [from, to, bucket, by, device?.toLowerCase()].join(' ');
    return kept.answer({ userId, household, key }, () => readUsage(userId, query));
  };
};

const keepLatest = (changes: Changes, readLatest: ReadLatest): ReadLatest => {
  const kept = createKeptAnswers(changes, { now: Date.now, longestMs: latestKeptMs });
  return (userId, household) => kept.answer({ userId, household, key: 'latest' }, () => readLatest(userId, household));
};

export const usageRoutes = (app: FastifyInstance, deps: UsageDeps): void => {
  const readUsage = keepUsage(deps.changes, createReadUsage(deps.sql));
  const readLatest = keepLatest(deps.changes, createReadLatest(deps.sql));
  const streams = createStreams(deps, readLatest);

  app.get('/api/v1/usage', async (request, reply) => {
    const person = await deps.authenticate(request);
    const query = parseQuery<UsageQuery>(usageQuery, request.query);
    return reply.type('application/json').send(await readUsage(person.sub, query));
  });

  app.get('/api/v1/usage/latest', async (request, reply) => {
    const person = await deps.authenticate(request);
    const { household } = parseQuery(householdQuery, request.query);
    return reply.type('application/json').send(await readLatest(person.sub, household));
  });

  app.get('/api/v1/usage/stream', async (request, reply) => {
    const person = await deps.authenticate(request);
    const { household } = parseQuery(householdQuery, request.query);
    await streams.open(person, household, reply);
    return reply;
  });
};
