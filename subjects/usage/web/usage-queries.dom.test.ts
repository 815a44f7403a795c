import { QueryClient } from '@tanstack/react-query';
import { http, HttpResponse } from 'msw';
import { expect, test } from 'vitest';
import { fetchDevices } from '#shell/household/connected-devices.ts';
import { latestQuery } from '#shell/household/latest-usage.ts';
import { startSession } from '#shell/session/arrival.ts';
import { asha, storeSession } from '#apps/web/testing/auth-answers.ts';
import { server } from '#apps/web/testing/server.ts';
import { daysQuery, hoursQuery, monthsQuery, recentQuery } from './use-usage-figures.ts';

test('C6.2 without a signed-in user every fetch answers null or empty, and asks nobody', async () => {
  const client = new QueryClient();
  for (const query of [daysQuery(undefined), hoursQuery(undefined), recentQuery(undefined), monthsQuery(undefined)]) {
    expect(await client.fetchQuery(query)).toBeNull();
  }
  expect(await client.fetchQuery(latestQuery(undefined))).toBeNull();
  expect(await fetchDevices(undefined)).toEqual([]);
});

test('C6.2 C7.15 with one, the figures are asked for with that user’s token', async () => {
  const asked: string[] = [];
  server.use(
    http.get('*/api/v1/usage', ({ request }) => {
      const bucket = new URL(request.url).searchParams.get('bucket');
      asked.push(`${request.headers.get('authorization')} ${bucket}`);
      return HttpResponse.json({ household: asha.id, timeZone: 'UTC', bucket, origin: 'none', rows: [] });
    }),
  );
  storeSession();
  await startSession();
  const client = new QueryClient();
  for (const query of [daysQuery(asha.id), hoursQuery(asha.id), recentQuery(asha.id), monthsQuery(asha.id)])
    await client.fetchQuery(query);
  expect(asked).toEqual(['day', 'hour', '5m', 'month'].map((bucket) => `Bearer token-1 ${bucket}`));
});
