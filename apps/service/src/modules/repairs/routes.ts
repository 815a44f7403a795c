/** Repairs, their undo, and the readings of a meter. */
import { makeRepair, readMeterReadings, undoRepair } from '@wattershed/contracts';
import type { FastifyInstance } from 'fastify';
import type { Authenticate } from '../../platform/person.ts';
import { ProblemError } from '../../platform/problem.ts';
import { createServe } from '../../platform/serve.ts';
import { readKept } from './read-kept.ts';
import { createRepairs, type RepairDeps } from './repairs.ts';

export interface RepairRoutesDeps extends RepairDeps {
  readonly authenticate: Authenticate;
}

const longestS = 32 * 86_400;
const seconds = (instant: string): number => Math.floor(Date.parse(instant) / 1000);

export const repairRoutes = (app: FastifyInstance, deps: RepairRoutesDeps): void => {
  const serve = createServe(app, deps.authenticate);
  const repairs = createRepairs(deps);

  serve(readMeterReadings, ({ person, params, query }) => {
    const [from, to] = [seconds(query.from), seconds(query.to)];
    if (to <= from || to - from > longestS) throw new ProblemError('query-invalid', 'to');
    return readKept(deps.database, person, params.id, from, to);
  });

  serve(makeRepair, ({ person, body: { wish, preview }, reply }) => {
    if (preview) return repairs.preview(person, wish);
    reply.code(201);
    return repairs.make(person, wish);
  });

  serve(undoRepair, ({ person, params }) => repairs.undo(person, params.id));
};
