/** How the installation is: what arrives, and what only administrators are told. */
import type { FastifyInstance } from 'fastify';
import { type PartState, readHealthReport } from '#catalogue/health.ts';
import type { BackupState } from '#kernel/backup/scheduled-backup.ts';
import type { Database, Sql } from '#kernel/db.ts';
import { type Parts, readParts } from '#kernel/http/health.ts';
import { ProblemError } from '#kernel/http/problem.ts';
import { createServe } from '#kernel/http/serve.ts';
import type { Jobs } from '#kernel/jobs.ts';
import type { WatchedMailer } from '#kernel/mail/mailer.ts';
import type { Authenticate } from '#kernel/people/person.ts';
import type { IngestWatch } from '#subjects/readings/service/ingest/index.ts';

// What only administrators are told about this installation. Who is one, the database says.

interface HealthDeps {
  readonly database: Database;
  readonly authenticate: Authenticate;
  readonly parts: Parts;
  readonly ingest: Pick<IngestHealth, 'lag'>;
  readonly jobs: Pick<Jobs, 'report'>;
  readonly backup: BackupWatch;
  readonly mailer: Pick<WatchedMailer, 'problem'> | null;
  /** For the operator, when the embedded backend is unwell. */
  readonly problem: () => string | null;
  readonly version: string;
  readonly hosted: boolean;
  readonly now: () => number;
}

/** Null where none makes itself. */
export type BackupWatch = { state(): BackupState } | null;

const backupReport = (watch: BackupWatch) => {
  if (!watch) return null;
  const { place, lastGoodAt, lastBytes, tookMs, progress, failure, failures, nextAt } = watch.state();
  const times = { lastGoodAt: iso(lastGoodAt), nextAt: new Date(nextAt).toISOString() };
  return { place, lastBytes, tookMs, rows: progress?.rows ?? null, failure, failures, ...times };
};

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

export const readFacts = async (sql: Sql): Promise<{ facts: DatabaseFacts; queue: MailQueue }> => {
  const [[facts], [queue]] = await Promise.all([
    sql<[DatabaseFacts]>`select * from private.database_facts()`,
    sql<[MailQueue]>`select * from private.mail_queue()`,
  ]);
  return { facts, queue };
};

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
    const [readiness, { facts, queue }] = await Promise.all([readParts(deps.parts), readFacts(sql)]);
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
        migration: facts.migration,
        connections: facts.connections,
        busy: facts.busy,
        bytes: facts.bytes,
        newestReading: iso(facts.newest_reading),
      },
      ingest: { ...lag, lastAt: iso(lastAt) },
      mail: {
        waiting: queue.waiting,
        oldestAt: iso(queue.oldest_at),
        maxAttempts: queue.max_attempts,
        problem: deps.mailer?.problem() ?? null,
      },
      backup: backupReport(deps.backup),
      jobs: deps.jobs.report().map((job) => ({ ...job, lastAt: iso(job.lastAt) })),
    };
  });
};

// Ingest lag: how long readings that arrive take until they are committed, as this process has seen in the last five minutes.

const windowMs = 5 * 60_000;
const maxKept = 2_000;
/** Open pages promise a reading within two seconds. */
const slowMs = 2_000;

interface IngestLag {
  readonly lagMs: number | null;
  readonly slowestMs: number | null;
  readonly commits: number;
  readonly failures: number;
  readonly lastAt: number | null;
}

/** Since the process began. */
interface IngestTotals {
  readonly accepted: number;
  readonly duplicate: number;
  readonly rejected: number;
  readonly commits: number;
  readonly failures: number;
}

export interface IngestHealth extends IngestWatch {
  /** Each commit from here on, with how long its readings took. */
  follow(committed: (tookMs: number) => void): void;
  lag(): IngestLag;
  totals(): IngestTotals;
  state(): PartState;
}

interface Commit {
  readonly at: number;
  readonly tookMs: number;
  readonly isFailed: boolean;
}

export const createIngestHealth = (now: () => number): IngestHealth => {
  let commits: Commit[] = [];
  let lastAt: number | null = null;
  const followers: ((tookMs: number) => void)[] = [];
  const totals = { accepted: 0, duplicate: 0, rejected: 0, commits: 0, failures: 0 };

  const note = (commit: Commit): void => {
    commits.push(commit);
    if (commits.length > 2 * maxKept) commits = commits.slice(-maxKept);
  };
  const recent = (): Commit[] => {
    const from = now() - windowMs;
    commits = commits.filter(({ at }) => at > from);
    return commits;
  };
  const lag = (): IngestLag => {
    const all = recent();
    const times = all
      .filter(({ isFailed }) => !isFailed)
      .map(({ tookMs }) => tookMs)
      .sort((a, b) => a - b);
    return {
      lagMs: times[Math.floor(times.length / 2)] ?? null,
      slowestMs: times.at(-1) ?? null,
      commits: times.length,
      failures: all.length - times.length,
      lastAt,
    };
  };
  return {
    follow: (committed) => void followers.push(committed),
    committed: (tookMs) => {
      for (const committed of followers) committed(tookMs);
      lastAt = now();
      totals.commits += 1;
      note({ at: lastAt, tookMs, isFailed: false });
    },
    failed: (tookMs) => {
      totals.failures += 1;
      note({ at: now(), tookMs, isFailed: true });
    },
    counted: ({ accepted, duplicate, rejected }) => {
      totals.accepted += accepted;
      totals.duplicate += duplicate;
      totals.rejected += rejected;
    },
    totals: () => totals,
    lag,
    state: () => {
      if (recent().at(-1)?.isFailed) return 'down';
      return (lag().lagMs ?? 0) > slowMs ? 'slow' : 'up';
    },
  };
};
