/** What only administrators are told about this installation. Who is one, the database says. */
import { readHealthReport } from '#catalogue/health.ts';
import type { FastifyInstance } from 'fastify';
import type { Database } from '#kernel/db.ts';
import { type Parts, readParts } from '#kernel/http/health.ts';
import type { Jobs } from '#kernel/jobs.ts';
import type { Authenticate } from '#kernel/people/person.ts';
import { ProblemError } from '#kernel/http/problem.ts';
import { createServe } from '#kernel/http/serve.ts';
import type { WatchedMailer } from '#kernel/mail/watch-mailer.ts';
import type { WatchedIngest } from './watch-ingest.ts';

export interface HealthDeps {
  readonly database: Database;
  readonly authenticate: Authenticate;
  readonly parts: Parts;
  readonly ingest: Pick<WatchedIngest, 'lag'>;
  readonly jobs: Pick<Jobs, 'report'>;
  readonly mailer: Pick<WatchedMailer, 'problem'> | null;
  /** For the operator, when the embedded backend is unwell. */
  readonly problem: () => string | null;
  readonly version: string;
  readonly hosted: boolean;
  readonly now: () => number;
}

interface DatabaseFacts {
  migration: string | null;
  connections: number;
  busy: number;
  newest_reading: Date | null;
  bytes: number;
}

interface MailQueue {
  waiting: number;
  oldest_at: Date | null;
  max_attempts: number;
}

const iso = (at: number | Date | null | undefined): string | null => (at ? new Date(at).toISOString() : null);

export const healthReportRoutes = (app: FastifyInstance, deps: HealthDeps): void => {
  const { database, authenticate, now } = deps;
  const sql = database.engine;
  const startedAt = new Date(now()).toISOString();

  createServe(app, authenticate)(readHealthReport, async ({ person }) => {
    const [asked] = await database.asUser(
      person,
      (own) => own<{ is: boolean }[]>`select private.is_administrator() as is`,
    );
    if (!asked?.is) throw new ProblemError('forbidden');
    const [readiness, [facts], [queue]] = await Promise.all([
      readParts(deps.parts),
      sql<DatabaseFacts[]>`select * from private.database_facts()`,
      sql<MailQueue[]>`select * from private.mail_queue()`,
    ]);
    const { lastAt, ...lag } = deps.ingest.lag();
    return {
      at: new Date(now()).toISOString(),
      version: deps.version,
      node: process.version,
      startedAt,
      memoryBytes: process.memoryUsage.rss(),
      hosted: deps.hosted,
      parts: readiness.parts,
      problem: deps.problem(),
      database: {
        migration: facts?.migration ?? null,
        connections: facts?.connections ?? 0,
        busy: facts?.busy ?? 0,
        bytes: facts?.bytes ?? 0,
        newestReading: iso(facts?.newest_reading),
      },
      ingest: { ...lag, lastAt: iso(lastAt) },
      mail: {
        waiting: queue?.waiting ?? 0,
        oldestAt: iso(queue?.oldest_at),
        maxAttempts: queue?.max_attempts ?? 0,
        problem: deps.mailer?.problem() ?? null,
      },
      jobs: deps.jobs.report().map((job) => ({ ...job, lastAt: iso(job.lastAt) })),
    };
  });
};
