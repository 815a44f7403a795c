import { QueryClientProvider } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import type { ImportPreview } from '#subjects/readings/contract/imports.ts';
import { http, HttpResponse } from 'msw';
import { expect, test } from 'vitest';
import { createQueryClient } from '#shell/data/query-client.ts';
import { startSession } from '#shell/session/arrival.ts';
import { storeSession } from '#apps/web/testing/auth-answers.ts';
import { renderPart } from '#apps/web/testing/render-app.tsx';
import { server } from '#apps/web/testing/server.ts';
import { ImportPage } from './import-page.tsx';

const home = '5b1e6f0a-0000-4000-8000-0000000000bb';
const household = { id: home, kind: 'home', name: '', units: 'metric', country: null, currency: null };
const preview: ImportPreview = {
  fileId: 'file-1',
  bytes: 20,
  format: 'csv',
  rows: 3,
  layout: 'wide',
  columns: ['time', 'kWh'],
  suggestion: {
    layout: 'wide',
    timeColumn: 'time',
    timeFormat: 'iso',
    timeZone: 'UTC',
    stamp: 'start',
    counterStamp: 'instant',
    mappings: [{ column: 'kWh', target: { skip: true }, unit: 'kWh', kind: 'interval' }],
  },
  sample: [['2026-11-01 00:00', '1']],
  firstTime: '2026-11-01T00:00:00Z',
  lastTime: '2026-11-01T02:00:00Z',
  stepS: 3600,
  problems: [],
  costs: [],
  questions: [],
  importedBefore: [],
};

test('a file is asked for once it is known which home it is for, and then read by the browser’s clock where the home has none', async () => {
  let letThrough = (): void => undefined;
  const known = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  const asked: (string | null)[] = [];
  server.use(
    http.get('*/rest/v1/household_members', async () => {
      await known;
      return HttpResponse.json([
        { role: 'owner', switch_rooms: null, households: { ...household, time_zone: 'UTC', time_zone_chosen: false } },
      ]);
    }),
    http.get('*/rest/v1/imports', () => HttpResponse.json([])),
    http.get('*/rest/v1/connected_devices', () => HttpResponse.json([])),
    http.get('*/rest/v1/meters', () => HttpResponse.json([])),
    http.get('*/api/v1/watched-folder', () => HttpResponse.json({ isOffered: false })),
    http.get('*/api/v1/usage/latest', () => HttpResponse.json({ code: 'forbidden', title: '' }, { status: 403 })),
    http.post('*/api/v1/imports/preview', ({ request }) => {
      asked.push(new URL(request.url).searchParams.get('household'));
      return HttpResponse.json(preview);
    }),
  );
  storeSession();
  await startSession();
  const { user } = await renderPart(
    <QueryClientProvider client={createQueryClient()}>
      <ImportPage />
    </QueryClientProvider>,
  );
  expect(await screen.findByRole('heading', { level: 1 })).toBeVisible();
  expect(document.querySelector('input[type=file]')).toBeNull();
  letThrough();
  const input = await screen.findByLabelText<HTMLInputElement>(/file/i, { selector: 'input' });
  await user.upload(input, new File(['time,kWh'], 'use.csv', { type: 'text/csv' }));
  expect(await screen.findByLabelText('Time zone')).toHaveValue(Intl.DateTimeFormat().resolvedOptions().timeZone);
  expect(asked).toEqual([home]);
});
