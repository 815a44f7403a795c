import { pino } from 'pino';
import { afterAll, expect, test } from 'vitest';
import { createHttp } from '#kernel/http/http.ts';
import type { Parts } from '#kernel/http/health.ts';
import { createIngestHealth, metricsRoutes } from './service-health.ts';

const app = createHttp({ TRUST_PROXY: false, PUBLIC_URL: undefined }, pino({ level: 'silent' }));
const ingest = createIngestHealth(Date.now);
const parts: Parts = {
  database: { isNeeded: true, check: () => true },
  mail: { isNeeded: false, check: () => 'down' },
  mqtt: { isNeeded: false, check: () => 'not-set-up' },
};
const report = () => [{ name: 'bills', everyMs: 1, lastAt: 5_000, tookMs: 1, failures: 2 }];
metricsRoutes(app, { token: 'scrape', parts, ingest, jobs: { report } });
afterAll(() => app.close());

const scrape = (authorization?: string) =>
  app.inject({ url: '/metrics', headers: authorization ? { authorization } : {} });

test('C2.9 what was taken in, what answers and what runs is told to who has the token', async () => {
  ingest.committed(12);
  ingest.counted({ accepted: 3, duplicate: 1, rejected: 1 });
  ingest.committed(8);
  ingest.counted({ accepted: 1, duplicate: 0, rejected: 0 });
  const answer = await scrape('Bearer scrape');
  expect(answer.headers['content-type']).toContain('text/plain');
  for (const line of [
    'wattershed_readings_total{outcome="accepted"} 4',
    'wattershed_readings_total{outcome="rejected"} 1',
    'wattershed_ingest_commits_total{result="done"} 2',
    'wattershed_part_up{part="database"} 1',
    'wattershed_part_up{part="mail"} 0',
    'wattershed_job_failures{job="bills"} 2',
    'wattershed_job_last_end_seconds{job="bills"} 5',
    'nodejs_eventloop_lag_seconds',
  ])
    expect(answer.body).toContain(line);
  expect(answer.body).not.toContain('part="mqtt"');
});

test.each([undefined, 'Bearer other', 'scrape'])('nobody else: %s', async (authorization) => {
  expect((await scrape(authorization)).statusCode).toBe(401);
});
