/** Reports of a week, a month or a year: as JSON. */
import type { FastifyInstance } from 'fastify';
import { createServe } from '#kernel/http/serve.ts';
import type { Authenticate } from '#kernel/people/person.ts';
import { readReport } from '../../contract/report.ts';
import { createReadReport, type ReportDeps } from './read-report.ts';

export interface ReportRoutesDeps extends ReportDeps {
  readonly authenticate: Authenticate;
}

export const reportRoutes = (app: FastifyInstance, deps: ReportRoutesDeps): void => {
  const serve = createServe(app, deps.authenticate);
  const read = createReadReport(deps);
  serve(readReport, ({ person, params }) => read(person.sub, params.household, params.period));
};
