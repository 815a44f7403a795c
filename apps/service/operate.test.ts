/** What an operator watches it by, held against a service that runs: figures, rules, traces, the log. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { json } from 'node:stream/consumers';
import { parser } from '@prometheus-io/lezer-promql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import type { WebConfig } from '#catalogue/web-config.ts';
import { securityEvents } from '#kernel/security-events.ts';
import type { CreatedToken } from '#subjects/identity/contract/tokens.ts';
import { askJson, durableService } from './testing/durable-service.ts';

interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[];
}

const spans: Span[] = [];
/** As a collector takes them, in JSON. */
const collector = createServer((request, response) => {
  void json(request).then((body) => {
    const { resourceSpans } = body as { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] };
    spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)));
    response.setHeader('content-type', 'application/json').end('{}');
  });
});
await new Promise<void>((resolve) => void collector.listen(0, '127.0.0.1', resolve));

const metricsToken = 'a-token-for-metrics';
const backups = mkdtempSync(join(tmpdir(), 'wattershed-backups-'));
const service = durableService({
  BACKUP_TO: backups,
  BACKUP_PASSPHRASE: 'five words by chance alone',
  METRICS_TOKEN: metricsToken,
  LOG_LEVEL: 'info',
  TRUST_PROXY: 'loopback',
  OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
  OTEL_BSP_SCHEDULE_DELAY: '100',
});
const password = 'correct horse';
let token = '';

beforeAll(async () => {
  await service.start();
  const { anonKey: apikey } = await askJson<WebConfig>(`${service.origin}/api/v1/web-config`, {});
  const account = { email: 'ada@example.org', password };
  const signedUp = await askJson<{ access_token: string }>(`${service.origin}/auth/v1/signup`, { apikey }, account);
  const wrong = { ...account, password: 'wrong horse' };
  await askJson(`${service.origin}/auth/v1/token?grant_type=password`, { apikey }, wrong).catch(() => {});
  const session = { apikey, authorization: `Bearer ${signedUp.access_token}` };
  ({ token } = await askJson<CreatedToken>(`${service.origin}/api/v1/tokens`, session, {}));
});
afterAll(async () => {
  await service.end();
  collector.close();
  rmSync(backups, { recursive: true });
});

const monitoring = fileURLToPath(new URL('../../install/monitoring/', import.meta.url));
const read = (name: string): string => readFileSync(`${monitoring}${name}`, 'utf8');

interface Expression {
  metrics: string[];
  labels: string[];
  faults: string[];
}

const expressionOf = (text: string): Expression => {
  const found: Expression = { metrics: [], labels: [], faults: [] };
  parser.parse(text).iterate({
    enter: ({ name, type, from, to }) => {
      const said = text.slice(from, to);
      if (type.isError) found.faults.push(`${text}, at ${from}`);
      if (name === 'VectorSelector') found.metrics.push(/^\w+/.exec(said)?.[0] ?? '');
      if (name === 'LabelName') found.labels.push(said);
    },
  });
  return found;
};

const expressions = (): Expression[] => {
  const { groups } = parse(read('alerts.yaml')) as { groups: { rules: { expr: string }[] }[] };
  const { panels } = JSON.parse(read('dashboard.json')) as { panels: { targets: { expr: string }[] }[] };
  const all = [...groups.flatMap(({ rules }) => rules), ...panels.flatMap(({ targets }) => targets)];
  return all.map(({ expr }) => expressionOf(expr));
};

test('the dashboard and the alert rules ask for what is told, and all that we tell is shown or watched', async () => {
  const answer = await fetch(`${service.origin}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } });
  const told = await answer.text();
  const series = new Set([...told.matchAll(/^(\w+)[{ ]/gm)].map(([, name]) => name ?? ''));
  // What only comes when something has happened is announced all the same.
  const declared = [...told.matchAll(/^# TYPE (\w+) (\w+)/gm)].map(([, name, kind]) => [name ?? '', kind ?? '']);
  for (const [name = '', kind] of declared)
    for (const end of kind === 'histogram' ? ['_bucket', '_count', '_sum'] : ['']) series.add(name + end);
  const labels = new Set([...told.matchAll(/[{,](\w+)="/g)].map(([, name]) => name ?? ''));
  // What the scraper adds, and what is written before there is one of it.
  const known = new Set([...labels, 'job', 'instance', 'le']);
  const asked = expressions();
  expect(asked.flatMap(({ faults }) => faults)).toEqual([]);
  const metrics = new Set(asked.flatMap((one) => one.metrics));
  expect([...metrics].filter((name) => name !== 'up' && !series.has(name))).toEqual([]);
  expect([...new Set(asked.flatMap((one) => one.labels))].filter((name) => !known.has(name))).toEqual([]);
  const ours = declared.filter(([name = '']) => name.startsWith('wattershed_'));
  expect(ours.length).toBeGreaterThan(15);
  const isUsed = (name: string) => ['', '_bucket', '_count', '_sum'].some((end) => metrics.has(name + end));
  expect(ours.map(([name = '']) => name).filter((name) => !isUsed(name))).toEqual([]);
});

test('C2.9 what was taken in, what answers, what runs and what was refused is told to who has the token, and to nobody else', async () => {
  const scrape = (authorization?: string) =>
    fetch(`${service.origin}/metrics`, { headers: authorization ? { authorization } : {} });
  const told = await (await scrape(`Bearer ${metricsToken}`)).text();
  for (const line of [
    /^wattershed_part_up\{part="database"\} 1$/m,
    /^wattershed_job_interval_seconds\{job="bills"\} 300$/m,
    /^wattershed_security_events_total\{event="sign-in-refused"\} 1$/m,
    /^wattershed_security_events_total\{event="account-guessed"\} 0$/m,
    /^wattershed_database_connections \d+$/m,
    /^wattershed_http_request_duration_seconds_count\{method="POST",route="\/api\/v1\/tokens",status="2xx"\} 1$/m,
    /^wattershed_build_info\{version="[\d.]+"\} 1$/m,
  ])
    expect(told).toMatch(line);
  expect(told).not.toContain('part="mqtt"');
  expect(told).not.toMatch(/^wattershed_newest_reading_seconds \d/m);
  for (const wrong of [undefined, 'Bearer other', metricsToken]) expect((await scrape(wrong)).status).toBe(401);
});

test.runIf(spawnSync('promtool', ['--version']).status === 0)(
  'each alert is told when it should be, and only then',
  () => {
    const options = { cwd: monitoring, encoding: 'utf8' } as const;
    const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', 'alerts.test.yaml'], options);
    expect(status, `${stdout}${stderr}`).toBe(0);
  },
);

const attributes = (span: Span): Record<string, unknown> =>
  Object.fromEntries(span.attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]));

test('OpenTelemetry is told a request, its statements beside it and its id in the log; nothing of what was said', async () => {
  const { anonKey: apikey } = await askJson<WebConfig>(`${service.origin}/api/v1/web-config`, {});
  const parent = '4bf92f3577b34da6a3ce929d0e0e4736';
  const answer = await fetch(`${service.origin}/api/v1/readings?key=${token}`, {
    method: 'POST',
    headers: {
      apikey,
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      traceparent: `00-${parent}-00f067aa0ba902b7-01`,
      'x-request-id': 'balancer-0001',
    },
    body: JSON.stringify({ readings: [{ meter: 'unknown', at: '2026-11-01T00:00:00Z', value: 1 }] }),
  });
  expect(answer.headers.get('x-request-id')).toBe('balancer-0001');
  const ours = () => spans.filter(({ traceId }) => traceId === parent);
  const named = (name: string) => ours().find((span) => span.name === name);
  await expect.poll(() => named('POST /api/v1/readings')).toBeDefined();
  const request = named('POST /api/v1/readings');
  expect(request && attributes(request)).toMatchObject({
    'http.route': '/api/v1/readings',
    'http.response.status_code': answer.status,
    'wattershed.request_id': 'balancer-0001',
  });
  expect(named('select private.token_meters')?.parentSpanId).toBe(request?.spanId);
  const lines = () => service.log.filter((one) => one.includes('balancer-0001'));
  await expect.poll(() => lines().at(-1)).toContain(parent);
  const all = JSON.stringify(spans) + service.log.join('\n');
  for (const secret of [token, password, 'ada@example.org', metricsToken]) expect(all).not.toContain(secret);
});

test('every security event is in the page on the log, with its meaning', () => {
  const page = readFileSync(fileURLToPath(new URL('../../docs/operate/logs.md', import.meta.url)), 'utf8');
  const rows = [...page.matchAll(/^\| `([\w-]+)` \| (info|warn) \| (.*) \|$/gm)];
  expect(rows.map(([, event, level, meaning]) => [event, { level, meaning }])).toEqual(Object.entries(securityEvents));
});
