import { QueryClientProvider } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import type { ComparedTariffs } from '../../contract/tariffs.ts';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import { queryClient } from '#shell/data/query-client.ts';
import { startSession } from '#shell/session/arrival.ts';
import { storeSession } from '#apps/web/testing/auth-answers.ts';
import { renderPart } from '#apps/web/testing/render-app.tsx';
import { server } from '#apps/web/testing/server.ts';
import { answerBilling, householdId } from '../testing.ts';
import { YearComparison } from './check-answer.tsx';

beforeEach(() => queryClient.clear());

const tariff = (total: string, currency = 'EUR', suppliers = 1) => ({
  name: 'One',
  currency,
  suppliers,
  total,
  cycles: [],
  faults: [],
});
const answer: ComparedTariffs = {
  utility: 'electricity',
  start: '2025-11-01',
  end: '2026-11-01',
  days: 365,
  used: 3_200_000,
  coverage: 0.999,
  own: tariff('688.00'),
  others: [tariff('612.40')],
};

async function ask(given: Partial<ComparedTariffs> = {}) {
  storeSession();
  await startSession();
  answerBilling();
  const bodies: unknown[] = [];
  server.use(
    http.post('*/api/v1/tariffs/compare', async ({ request }) => {
      bodies.push(await request.json());
      return HttpResponse.json({ ...answer, ...given });
    }),
  );
  const { user } = await renderPart(
    <QueryClientProvider client={queryClient}>
      <YearComparison householdId={householdId} given={{ library: 'one', facts: { persons: 2 } }} />
    </QueryClientProvider>,
  );
  await user.click(screen.getByRole('button', { name: 'What would the last 12 months have cost?' }));
  return bodies;
}

test('C2.16 a year under another tariff beside the own one, once it is asked for', async () => {
  const bodies = await ask();
  expect(await screen.findByText('€75.60 less in a year: €612.40 instead of €688.00.')).toBeVisible();
  expect(bodies).toEqual([{ household: householdId, tariffs: [{ library: 'one', facts: { persons: 2 } }] }]);
  expect(screen.queryByText(/is known/)).toBeNull();
});

test('one that is dearer, of a year that is only known in part', async () => {
  await ask({ own: tariff('600.00'), coverage: 0.61 });
  expect(await screen.findByText('€12.40 more in a year: €612.40 instead of €600.00.')).toBeVisible();
  expect(screen.getByText(/Readings cover only 61% of that time\./)).toBeVisible();
});

test('in another currency, or without an own tariff, it stands alone', async () => {
  await ask({ own: tariff('600.00', 'GBP') });
  expect(await screen.findByText('€612.40 for the last twelve months.')).toBeVisible();
});

test('what one company asks is not held against what two do', async () => {
  await ask({ own: tariff('600.00', 'EUR', 2) });
  expect(await screen.findByText('€612.40 for the last twelve months.')).toBeVisible();
});

test('without any use there is nothing to say', async () => {
  await ask({ used: 0, coverage: null });
  expect(await screen.findByText('No readings from the last twelve months.')).toBeVisible();
});
