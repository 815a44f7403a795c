/** Reports of a week, a month or a year: as JSON, on paper, and by mail once they are over. */
import type { FastifyInstance } from 'fastify';
import type { TakeAllowance } from '#kernel/http/client-address.ts';
import { ProblemError } from '#kernel/http/problem.ts';
import { createServe } from '#kernel/http/serve.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { Authenticate } from '#kernel/people/person.ts';
import { readReport, readReportPaper } from '../../contract/report.ts';
import { mailReports } from './mail-reports.ts';
import { createReadReport, type ReportDeps } from './read-report.ts';
import { reportPdf } from './report-pdf.ts';
import { writeReport } from './report-texts.ts';

export interface ReportRoutesDeps extends ReportDeps {
  readonly authenticate: Authenticate;
  readonly takeAllowance: TakeAllowance;
}

const papersPerHour = { kind: 'report-papers', count: 120, seconds: 3600 };

export const reportRoutes = (app: FastifyInstance, deps: ReportRoutesDeps): void => {
  const serve = createServe(app, deps.authenticate);
  const read = createReadReport(deps);
  serve(readReport, ({ person, params }) => read(person.sub, params.household, params.period));

  serve(readReportPaper, async ({ person, params, query, reply }) => {
    await deps.takeAllowance(papersPerHour, person.sub);
    const answer = await read(person.sub, params.household, params.period);
    const written = writeReport(answer, query.language);
    if (written === null) throw new ProblemError('not-found');
    return reply
      .type('application/pdf')
      .header('content-disposition', `attachment; filename="wattershed-${written.report.period}.pdf"`)
      .send(await reportPdf(written, answer, deps.now()));
  });
};

export const serveReports = (kernel: Kernel, others: Pick<ReportDeps, 'usage' | 'billing'>): void => {
  const { app, sql, now, jobs, mail, log, origin } = kernel;
  const deps = { ...kernel, ...others };
  reportRoutes(app, deps);
  const onFault = (error: unknown, household: string) =>
    log.error({ err: error, household }, 'a report could not be made');
  const read = createReadReport(deps);
  jobs.add({
    name: 'reports',
    everyMs: 60_000,
    run: async (signal) => {
      if (mail.sending) await mailReports({ sql, read, origin, onFault }, Math.floor(now() / 1000), signal);
    },
  });
};
