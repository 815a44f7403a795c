import { QueryClientProvider } from '@tanstack/react-query';
import { screen, within } from '@testing-library/react';
import type { HealthReport, Readiness } from '#catalogue/health.ts';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '#shell/data/query-client.ts';
import { startSession } from '#shell/session/arrival.ts';
import { asha, storeSession, type TestUser } from '#apps/web/testing/auth-answers.ts';
import { setConfig } from '#apps/web/testing/config.ts';
import { renderPart } from '#apps/web/testing/render-app.tsx';
import { server } from '#apps/web/testing/server.ts';
import { HealthPage } from './health-page.tsx';

const allUp: Readiness = {
  status: 'ready',
  parts: { database: 'up', ingest: 'up', documents: 'up', mail: 'up', assistant: 'up', mqtt: 'up', backup: 'up' },
};
const report: HealthReport = {
  at: '2026-11-20T06:00:00Z',
  version: '9.8.7',
  node: '20.20.0',
  startedAt: '2026-11-19T06:00:00Z',
  memoryBytes: 200_000_000,
  hosted: false,
  parts: { database: 'up' },
  problem: null,
  database: { migration: '20261203000200', connections: 7, busy: 1, bytes: 5_000_000, newestReading: null },
  ingest: { lagMs: null, slowestMs: null, commits: 0, failures: 0, lastAt: null },
  mail: { waiting: 0, oldestAt: null, maxAttempts: 0, problem: null },
  backup: {
    place: 's3://copies/home',
    lastGoodAt: null,
    lastBytes: null,
    tookMs: null,
    rows: null,
    failure: { code: 'store-failed', said: 's3://copies/home does not answer: 503.' },
    failures: 1,
    nextAt: '2026-11-28T03:15:00Z',
  },
  jobs: [{ name: 'close-days', everyMs: 60_000, lastAt: null, tookMs: null, failures: 0 }],
};

let asked: string[] = [];
beforeEach(() => {
  asked = [];
});
afterEach(() => vi.restoreAllMocks());

/** What each part answers; undefined: it does not. */
function answerParts(told: Readiness | undefined, { auth = 200, data = 200, service = 200 } = {}): void {
  const answer = (part: string, status: number) => () => {
    asked.push(part);
    return status === 0 ? HttpResponse.error() : HttpResponse.json([], { status });
  };
  server.use(
    http.get('*/healthz', answer('service', service)),
    http.get('*/auth/v1/health', answer('auth', auth)),
    http.get('*/rest/v1/faq_entries', answer('data', data)),
    http.get('*/readyz', () =>
      told === undefined
        ? HttpResponse.error()
        : HttpResponse.json(told, { status: told.status === 'ready' ? 200 : 503 }),
    ),
  );
}

async function show(user?: TestUser, language: 'en' | 'hi' = 'en') {
  if (user !== undefined) storeSession(user);
  await startSession();
  return renderPart(
    <QueryClientProvider client={createQueryClient()}>
      <HealthPage />
    </QueryClientProvider>,
    language,
  );
}

const part = (name: string) => {
  const row = document.querySelector<HTMLElement>(`[data-part="${name}"]`);
  if (row === null) throw new Error(`no row for ${name}`);
  return within(row);
};

test('C2.9 where every part answers, the page says so first, and of each by which it is reached how long it took', async () => {
  answerParts(allUp);
  await show();
  expect(await screen.findByText('Everything that is set up works')).toBeVisible();
  expect(screen.getAllByText('Works')).toHaveLength(9);
  for (const name of ['service', 'auth', 'data']) expect(part(name).getByText(/^[\d,]+ ms$/)).toBeVisible();
  expect(part('mail').queryByText(/ ms$/)).not.toBeInTheDocument();
  expect(screen.getByText(/^Last checked: .* every 30 seconds/)).toBeVisible();
});

test('C2.9 a part that refuses does not work; what the service tells of others it tells also while it is not ready', async () => {
  answerParts({ status: 'not-ready', parts: { ...allUp.parts, mail: 'down', ingest: 'slow' } }, { auth: 503 });
  await show();
  expect(await screen.findByText('2 parts do not work')).toBeVisible();
  expect(part('auth').getByText('Does not work')).toBeVisible();
  expect(part('mail').getByText('Does not work')).toBeVisible();
  expect(part('ingest').getByText('Slow')).toBeVisible();
  expect(part('data').getByText('Works')).toBeVisible();
});

test('C2.9 a slow part is told where none is down', async () => {
  answerParts({ status: 'ready', parts: { ...allUp.parts, ingest: 'slow' } });
  await show();
  expect(await screen.findByText('1 part is slow')).toBeVisible();
});

test('C2.9 of what a silent service would tell, nothing is guessed', async () => {
  answerParts(undefined, { service: 0 });
  await show();
  expect(await screen.findByText('1 part does not work')).toBeVisible();
  expect(part('service').getByText('Does not work')).toBeVisible();
  expect(part('auth').getByText('Works')).toBeVisible();
  for (const name of ['ingest', 'documents', 'mail', 'assistant', 'mqtt', 'backup']) {
    expect(part(name).getByText('Unknown')).toBeVisible();
    expect(part(name).getByText('The service does not answer, so this is not known')).toBeVisible();
  }
});

test('C2.9 what is not set up is no fault, and says what holds without it', async () => {
  const { mqtt: _mqtt, ...parts } = allUp.parts;
  answerParts({ status: 'ready', parts: { ...parts, assistant: 'not-set-up', mail: 'not-set-up' } });
  setConfig({ devMailbox: true });
  await show();
  expect(await screen.findByText('Everything that is set up works')).toBeVisible();
  expect(part('mqtt').getByText('Hardware sends over HTTP or by file for now')).toBeVisible();
  expect(part('assistant').getByText(/questions are answered from the household's own data/)).toBeVisible();
  expect(part('mail').getByText('Mails stay on this machine, in its development mailbox')).toBeVisible();
});

test('C2.9 one press looks again at once', async () => {
  answerParts(allUp, { data: 500 });
  const { user } = await show();
  expect(await screen.findByText('1 part does not work')).toBeVisible();
  answerParts(allUp);
  await user.click(screen.getByRole('button', { name: 'Check again' }));
  expect(await screen.findByText('Everything that is set up works')).toBeVisible();
  expect(asked.filter((name) => name === 'data')).toHaveLength(2);
});

test('C2.9 without a network no part is blamed', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  answerParts(undefined, { service: 0, auth: 0, data: 0 });
  await show();
  expect(await screen.findByText('This browser is offline')).toBeVisible();
  expect(screen.getAllByText('Unknown')).toHaveLength(9);
  expect(screen.queryByText('Does not work')).not.toBeInTheDocument();
});

test('C1.4 the page speaks Hindi', async () => {
  answerParts(allUp);
  await show(undefined, 'hi');
  expect(await screen.findAllByText('चालू')).toHaveLength(9);
});

/** Who asks, and whether the database knows them as an administrator. */
async function showTo(person: TestUser, isAdministrator: boolean): Promise<void> {
  answerParts(allUp);
  server.use(
    http.get('*/rest/v1/administrators', () => HttpResponse.json(isAdministrator ? [{ user_id: person.id }] : [])),
    http.get('*/rest/v1/household_members', () => HttpResponse.json([])),
    http.get('*/api/v1/health', () => {
      asked.push('report');
      return HttpResponse.json(report);
    }),
  );
  await show(person);
  expect(await screen.findByText('Everything that is set up works')).toBeVisible();
}

test('C6.3 C2.9 an administrator reads the details', async () => {
  await showTo(asha, true);
  expect(await screen.findByRole('heading', { name: 'For administrators' })).toBeVisible();
  expect(await screen.findByText('9.8.7')).toBeVisible();
  expect(screen.getByText('20261203000200')).toBeVisible();
  expect(screen.getByText('7, 1 busy')).toBeVisible();
  expect(screen.getByText('close-days')).toBeVisible();
  expect(screen.getByText('s3://copies/home')).toBeVisible();
  expect(screen.getByText(/did not take it. It said: .*503/)).toBeVisible();
});

test('C6.3 C2.9 for a member the details are not even asked for', async () => {
  // Who was one a moment ago, even: what one may is asked anew at each sign-in.
  await showTo(asha, false);
  expect(screen.queryByRole('heading', { name: 'For administrators' })).not.toBeInTheDocument();
  expect(asked).not.toContain('report');
});
