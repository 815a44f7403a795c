/** `GET /metrics` for Prometheus: how this process does, and what it has taken in. Off unless the operator has set a token for it. */
import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client';
import { type Parts, readParts } from '#kernel/http/health.ts';
import type { Jobs } from '#kernel/jobs.ts';
import { ProblemError } from '#kernel/http/problem.ts';
import type { WatchedIngest } from './watch-ingest.ts';

export interface MetricsDeps {
  /** What a scraper says as `Authorization: Bearer …`. */
  readonly token: string;
  readonly parts: Parts;
  readonly ingest: Pick<WatchedIngest, 'totals' | 'lag'>;
  readonly jobs: Pick<Jobs, 'report'>;
}

export const metricsRoutes = (app: FastifyInstance, deps: MetricsDeps): void => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  addIngest(registry, deps.ingest);
  addParts(registry, deps.parts);
  addJobs(registry, deps.jobs);

  app.get('/metrics', async (request, reply) => {
    if (!isSame(request.headers.authorization ?? '', `Bearer ${deps.token}`))
      throw new ProblemError('not-authenticated');
    return reply
      .type(registry.contentType)
      .header('cache-control', 'no-store')
      .send(await registry.metrics());
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
