/** How the installation is: what arrives, what only administrators are told, and figures for Prometheus. */
import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client';
import { type PartState, readHealthReport } from '#catalogue/health.ts';
import type { BackupState } from '#kernel/backup/scheduled-backup.ts';
import type { Database } from '#kernel/db.ts';
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
type BackupWatch = { state(): BackupState } | null;

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
    committed: (tookMs) => {
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

// `GET /metrics` for Prometheus: how this process does, and what it has taken in. Off unless the operator has set a token for it.

interface MetricsDeps {
  /** What a scraper says as `Authorization: Bearer …`. */
  readonly token: string;
  readonly parts: Parts;
  readonly ingest: Pick<IngestHealth, 'totals' | 'lag'>;
  readonly jobs: Pick<Jobs, 'report'>;
  readonly backup?: BackupWatch;
}

export const metricsRoutes = (app: FastifyInstance, deps: MetricsDeps): void => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  addIngest(registry, deps.ingest);
  addParts(registry, deps.parts);
  addJobs(registry, deps.jobs);
  if (deps.backup) addBackup(registry, deps.backup);

  app.get('/metrics', async (request, reply) => {
    if (!isSame(request.headers.authorization ?? '', `Bearer ${deps.token}`))
      throw new ProblemError('not-authenticated');
    return reply.type(registry.contentType).send(await registry.metrics());
  });
};

const isSame = (said: string, meant: string): boolean => {
  const [a, b] = [Buffer.from(said), Buffer.from(meant)];
  return a.length === b.length && timingSafeEqual(a, b);
};

const addIngest = (registry: Registry, ingest: MetricsDeps['ingest']): void => {
  const readings = new Counter({
    name: 'wattershed_readings_total',
    help: 'Readings since the process began, by what became of them',
    labelNames: ['outcome'],
    registers: [],
    collect() {
      const { accepted, duplicate, rejected } = ingest.totals();
      this.reset();
      for (const [outcome, value] of Object.entries({ accepted, duplicate, rejected })) this.inc({ outcome }, value);
    },
  });
  const commits = new Counter({
    name: 'wattershed_ingest_commits_total',
    help: 'Requests for readings to be kept since the process began, by whether they were',
    labelNames: ['result'],
    registers: [],
    collect() {
      this.reset();
      this.inc({ result: 'done' }, ingest.totals().commits);
      this.inc({ result: 'failed' }, ingest.totals().failures);
    },
  });
  const lag = new Gauge({
    name: 'wattershed_ingest_lag_seconds',
    help: 'From arrival to commit, median of the last five minutes',
    registers: [],
    collect() {
      this.set((ingest.lag().lagMs ?? 0) / 1000);
    },
  });
  registry.registerMetric(readings);
  registry.registerMetric(commits);
  registry.registerMetric(lag);
};

const addParts = (registry: Registry, parts: Parts): void => {
  const up = new Gauge({
    name: 'wattershed_part_up',
    help: '1 while a part answers; parts that are not set up are left out',
    labelNames: ['part'],
    registers: [],
    async collect() {
      const readiness = await readParts(parts);
      for (const [part, state] of Object.entries(readiness.parts))
        if (state !== 'not-set-up') this.set({ part }, state === 'down' ? 0 : 1);
    },
  });
  registry.registerMetric(up);
};

const addJobs = (registry: Registry, jobs: MetricsDeps['jobs']): void => {
  const failures = new Gauge({
    name: 'wattershed_job_failures',
    help: 'How often a regular job has failed in a row',
    labelNames: ['job'],
    registers: [],
    collect() {
      for (const { name, failures: inARow } of jobs.report()) this.set({ job: name }, inARow);
    },
  });
  const ends = new Gauge({
    name: 'wattershed_job_last_end_seconds',
    help: 'When a regular job ended last, in seconds since 1970',
    labelNames: ['job'],
    registers: [],
    collect() {
      for (const { name, lastAt } of jobs.report()) if (lastAt !== null) this.set({ job: name }, lastAt / 1000);
    },
  });
  registry.registerMetric(failures);
  registry.registerMetric(ends);
};

const addBackup = (registry: Registry, backup: NonNullable<BackupWatch>): void => {
  const gauge = (name: string, help: string, read: (state: BackupState) => number | null): void =>
    registry.registerMetric(
      new Gauge({
        name,
        help,
        registers: [],
        collect() {
          const value = read(backup.state());
          if (value !== null) this.set(value);
        },
      }),
    );
  gauge('wattershed_backup_last_good_seconds', 'When the last good backup was made, in seconds since 1970', (state) =>
    state.lastGoodAt === null ? 0 : state.lastGoodAt / 1000,
  );
  gauge('wattershed_backup_last_bytes', 'Size of the last good backup', ({ lastBytes }) => lastBytes);
  const failures = new Counter({
    name: 'wattershed_backup_failures_total',
    help: 'Backups that failed since the process began',
    registers: [],
    collect() {
      this.reset();
      this.inc(backup.state().failures);
    },
  });
  registry.registerMetric(failures);
};
