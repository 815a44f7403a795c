/** `GET /metrics` for Prometheus: how this process does, and what it has taken in. Off unless the operator has set a token for it. */
import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Sql } from '#kernel/db.ts';
import { type Parts, readParts } from '#kernel/http/health.ts';
import { type Answered, answered } from '#kernel/http/http.ts';
import { ProblemError } from '#kernel/http/problem.ts';
import { streams } from '#kernel/http/serve.ts';
import type { Jobs } from '#kernel/jobs.ts';
import { securityChannel, type SecurityEvent, securityEvents } from '#kernel/security-events.ts';
import { type BackupWatch, type IngestHealth, readFacts } from './service-health.ts';

interface MetricsDeps {
  /** What a scraper says as `Authorization: Bearer …`. */
  readonly token: string;
  readonly version: string;
  readonly parts: Parts;
  readonly ingest: Pick<IngestHealth, 'totals' | 'follow'>;
  readonly jobs: Pick<Jobs, 'report'>;
  readonly sql: Sql;
  readonly backup: BackupWatch;
}

export const metricsRoutes = (app: FastifyInstance, deps: MetricsDeps): void => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  addBuild(registry, deps.version);
  addRequests(registry);
  addIngest(registry, deps.ingest);
  addParts(registry, deps.parts);
  addJobs(registry, deps.jobs);
  addDatabase(registry, deps.sql);
  addSecurity(registry);
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

/** None of these belongs to prom-client's own registry. */
const registers: Registry[] = [];

const addBuild = (registry: Registry, version: string): void => {
  const build = new Gauge({
    name: 'wattershed_build_info',
    help: 'Always 1; which version this is',
    labelNames: ['version'],
    registers,
  });
  build.set({ version }, 1);
  registry.registerMetric(build);
};

const addRequests = (registry: Registry): void => {
  const duration = new Histogram({
    name: 'wattershed_http_request_duration_seconds',
    help: 'From the head of a request to the end of its answer; streams of events are not in it',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1, 2.5, 10],
    registers,
  });
  registry.registerMetric(duration);
  answered.subscribe((message) => {
    const { request, reply } = message as Answered;
    const { url: route = 'none', config } = request.routeOptions;
    const answer = config.endpoint?.answer;
    if (answer && 'kind' in answer && answer.kind === 'events') return;
    const labels = { method: request.method, route, status: `${Math.floor(reply.statusCode / 100)}xx` };
    duration.observe(labels, reply.elapsedTime / 1000);
  });
  const open = new Gauge({ name: 'wattershed_event_streams', help: 'Streams of events that are open', registers });
  registry.registerMetric(open);
  streams.subscribe((change) => open.inc(change as number));
};

const addIngest = (registry: Registry, ingest: MetricsDeps['ingest']): void => {
  registry.registerMetric(
    new Counter({
      name: 'wattershed_readings_total',
      help: 'Readings since the process began, by what became of them',
      labelNames: ['outcome'],
      registers,
      collect() {
        const { accepted, duplicate, rejected } = ingest.totals();
        this.reset();
        for (const [outcome, value] of Object.entries({ accepted, duplicate, rejected })) this.inc({ outcome }, value);
      },
    }),
  );
  registry.registerMetric(
    new Counter({
      name: 'wattershed_ingest_commits_total',
      help: 'Requests for readings to be kept since the process began, by whether they were',
      labelNames: ['result'],
      registers,
      collect() {
        this.reset();
        this.inc({ result: 'done' }, ingest.totals().commits);
        this.inc({ result: 'failed' }, ingest.totals().failures);
      },
    }),
  );
  const lag = new Histogram({
    name: 'wattershed_ingest_lag_seconds',
    help: 'From the arrival of readings to their commit',
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10],
    registers,
  });
  registry.registerMetric(lag);
  ingest.follow((tookMs) => lag.observe(tookMs / 1000));
};

const addParts = (registry: Registry, parts: Parts): void => {
  registry.registerMetric(
    new Gauge({
      name: 'wattershed_part_up',
      help: '1 while a part answers; parts that are not set up are left out',
      labelNames: ['part'],
      registers,
      async collect() {
        const readiness = await readParts(parts);
        for (const [part, state] of Object.entries(readiness.parts))
          if (state !== 'not-set-up') this.set({ part }, state === 'down' ? 0 : 1);
      },
    }),
  );
};

const addJobs = (registry: Registry, jobs: MetricsDeps['jobs']): void => {
  const labelNames = ['job'] as const;
  registry.registerMetric(
    new Gauge({
      name: 'wattershed_job_failures',
      help: 'How often a regular job has failed in a row',
      labelNames,
      registers,
      collect() {
        for (const { name, failures } of jobs.report()) this.set({ job: name }, failures);
      },
    }),
  );
  registry.registerMetric(
    new Gauge({
      name: 'wattershed_job_last_end_seconds',
      help: 'When a regular job ended last, in seconds since 1970',
      labelNames,
      registers,
      collect() {
        for (const { name, lastAt } of jobs.report()) if (lastAt !== null) this.set({ job: name }, lastAt / 1000);
      },
    }),
  );
  registry.registerMetric(
    new Gauge({
      name: 'wattershed_job_interval_seconds',
      help: 'How often a regular job is to run',
      labelNames,
      registers,
      collect() {
        for (const { name, everyMs } of jobs.report()) this.set({ job: name }, everyMs / 1000);
      },
    }),
  );
};

type Facts = Awaited<ReturnType<typeof readFacts>>;

const seconds = (at: Date | null): number | null => at && at.getTime() / 1000;
const databaseGauges: readonly (readonly [name: string, help: string, value: (found: Facts) => number | null])[] = [
  ['wattershed_database_connections', 'Connections to the database, of every process', (f) => f.facts.connections],
  ['wattershed_database_busy_connections', 'Those of them that are at work', (f) => f.facts.busy],
  ['wattershed_database_bytes', 'Size of the database on its disk', (f) => f.facts.bytes],
  [
    'wattershed_newest_reading_seconds',
    'When the newest reading was taken, in seconds since 1970',
    (f) => seconds(f.facts.newest_reading),
  ],
  ['wattershed_mails_waiting', 'Mails that are still to be sent', (f) => f.queue.waiting],
  [
    'wattershed_oldest_mail_seconds',
    'When the oldest of them was written, in seconds since 1970',
    (f) => seconds(f.queue.oldest_at),
  ],
];

/** One look at the database for all of them. While it is away they are left out: `wattershed_part_up` tells. */
const addDatabase = (registry: Registry, sql: Sql): void => {
  let looking: Promise<Facts | null> | null = null;
  const look = (): Promise<Facts | null> => {
    looking ??= readFacts(sql)
      .catch(() => null)
      .finally(() => {
        looking = null;
      });
    return looking;
  };
  for (const [name, help, value] of databaseGauges)
    registry.registerMetric(
      new Gauge({
        name,
        help,
        registers,
        async collect() {
          const found = await look();
          const known = found && value(found);
          if (known === null) this.remove();
          else this.set(known);
        },
      }),
    );
};

const addSecurity = (registry: Registry): void => {
  const events = new Counter({
    name: 'wattershed_security_events_total',
    help: 'What an operator watches for since the process began, by kind',
    labelNames: ['event'],
    registers,
  });
  registry.registerMetric(events);
  // A rate is there from the first of a kind on: all begin at nothing.
  for (const event of Object.keys(securityEvents)) events.inc({ event }, 0);
  securityChannel.subscribe((event) => events.inc({ event: event as SecurityEvent }));
};

const addBackup = (registry: Registry, backup: NonNullable<BackupWatch>): void => {
  registry.registerMetric(
    new Gauge({
      name: 'wattershed_backup_last_good_seconds',
      help: 'When the last good backup was made, in seconds since 1970; 0 while there is none',
      registers,
      collect() {
        this.set((backup.state().lastGoodAt ?? 0) / 1000);
      },
    }),
  );
  registry.registerMetric(
    new Gauge({
      name: 'wattershed_backup_last_bytes',
      help: 'Size of the last good backup',
      registers,
      collect() {
        this.set(backup.state().lastBytes ?? 0);
      },
    }),
  );
  registry.registerMetric(
    new Counter({
      name: 'wattershed_backup_failures_total',
      help: 'Backups that failed since the process began',
      registers,
      collect() {
        this.reset();
        this.inc(backup.state().failures);
      },
    }),
  );
};
