/** `POST /api/v1/repairs`, its undo, and the readings of a meter. */
import { meterReadingsQuery, repairBody } from '@wattershed/contracts';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { parse } from '../../platform/parse.ts';
import type { Authenticate } from '../../platform/person.ts';
import { ProblemError } from '../../platform/problem.ts';
import { readKept } from './read-kept.ts';
import { createRepairs, type RepairDeps } from './repairs.ts';

export interface RepairRoutesDeps extends RepairDeps {
  readonly authenticate: Authenticate;
}

const idParam = z.object({ id: z.coerce.number().int().positive() });
const longestS = 32 * 86_400;
const seconds = (instant: string): number => Math.floor(Date.parse(instant) / 1000);

export const repairRoutes = (app: FastifyInstance, deps: RepairRoutesDeps): void => {
  const { authenticate, database } = deps;
  const repairs = createRepairs(deps);

  app.get('/api/v1/meters/:id/readings', async (request) => {
    const person = await authenticate(request);
    const { id } = parse(idParam, request.params, 'query-invalid');
    const query = parse(meterReadingsQuery, request.query, 'query-invalid');
    const [from, to] = [seconds(query.from), seconds(query.to)];
    if (to <= from || to - from > longestS) throw new ProblemError('query-invalid', 'to');
    return readKept(database, person, id, from, to);
  });

  app.post('/api/v1/repairs', async (request, reply) => {
    const person = await authenticate(request);
    const { wish, preview } = parse(repairBody, request.body, 'body-malformed');
    if (preview) return repairs.preview(person, wish);
    return reply.code(201).send(await repairs.make(person, wish));
  });

  app.post('/api/v1/repairs/:id/undo', async (request) => {
    const person = await authenticate(request);
    return repairs.undo(person, parse(idParam, request.params, 'query-invalid').id);
  });
};
