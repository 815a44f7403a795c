import { QueryClientProvider } from '@tanstack/react-query';
import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import { queryClient } from '#shell/data/query-client.ts';
import { startSession } from '#shell/session/arrival.ts';
import type { Household } from '#supabase/tables/index.ts';
import { storeSession } from '#apps/web/testing/auth-answers.ts';
import { renderPart } from '#apps/web/testing/render-app.tsx';
import { server } from '#apps/web/testing/server.ts';
import { EmissionFactorsCard } from './emission-factors-card.tsx';

beforeEach(() => queryClient.clear());

interface Row {
  household_id: string;
  utility: string;
  valid_from: string;
  g_per_unit: number | string;
  reference: string;
}

/** The table's rows, as the card changes them. */
async function openCard({ rows = [] as Row[], mayWrite = true, mayDelete = true } = {}) {
  storeSession();
  await startSession();
  server.use(
    http.get('*/rest/v1/emission_factors', () => HttpResponse.json(rows)),
    http.get('*/rest/v1/connected_devices', () => HttpResponse.json([])),
    http.get('*/rest/v1/household_members', () => HttpResponse.json([])),
    http.patch('*/rest/v1/emission_factors', () => HttpResponse.json([])),
    http.post('*/rest/v1/emission_factors', async ({ request }) => {
      rows.push((await request.json()) as Row);
      return new HttpResponse(null, { status: 201 });
    }),
    http.delete('*/rest/v1/emission_factors', ({ request }) => {
      const day = new URL(request.url).searchParams.get('valid_from');
      rows.splice(
        rows.findIndex((one) => `eq.${one.valid_from}` === day),
        1,
      );
      return new HttpResponse(null, { status: 204 });
    }),
  );
  const household = { id: 'home', country: 'ES' } as Household;
  const { user } = await renderPart(
    <QueryClientProvider client={queryClient}>
      <EmissionFactorsCard household={household} today="2026-11-20" rights={{ mayWrite, mayDelete }} />
    </QueryClientProvider>,
  );
  const card = within(await screen.findByRole('region', { name: 'CO₂ factors' }));
  return { card, rows, user };
}

const kept: Row = {
  household_id: 'home',
  utility: 'electricity',
  valid_from: '2025-01-01',
  g_per_unit: 180.5,
  reference: 'My supplier, 2025',
};

test('without a factor CO2 is unknown, and what is known of the country is taken by one press, with its source', async () => {
  const { card, rows, user } = await openCard();
  expect(await card.findByText('No factor yet, so your CO₂ is unknown.')).toBeVisible();
  await user.click(card.getByRole('button', { name: /^Use the factor of Electricity from/ }));
  await waitFor(() =>
    expect(rows).toEqual([
      {
        household_id: 'home',
        utility: 'electricity',
        valid_from: '2023-01-01',
        g_per_unit: 174,
        reference: 'Ember 2023, Our World in Data',
      },
    ]),
  );
  expect(await card.findByText('Electricity: 174 g per kWh')).toBeVisible();
  expect(card.queryByRole('button', { name: /^Use/ })).not.toBeInTheDocument();
});

test('an own factor is entered with its day and its source; without a source it is not kept', async () => {
  const { card, rows, user } = await openCard();
  await user.click(await card.findByRole('button', { name: 'Enter a factor' }));
  await user.type(card.getByLabelText('Grams of CO₂ per kWh'), '180,5');
  await user.click(card.getByRole('button', { name: 'Save the factor' }));
  expect(await card.findByText('Enter where the figure is from.')).toBeVisible();
  expect(rows).toEqual([]);
  await user.type(card.getByLabelText(/^Source/), 'My supplier, 2026');
  await user.click(card.getByRole('button', { name: 'Save the factor' }));
  await waitFor(() =>
    expect(rows).toEqual([{ ...kept, valid_from: '2026-11-20', g_per_unit: '180.5', reference: 'My supplier, 2026' }]),
  );
});

test('one is removed, and a viewer only looks', async () => {
  const { card, rows, user } = await openCard({ rows: [kept] });
  expect(await card.findByText('Electricity: 180.5 g per kWh')).toBeVisible();
  await user.click(card.getByRole('button', { name: /^Remove the factor of Electricity/ }));
  await waitFor(() => expect(rows).toEqual([]));
});

test('C6.3 a viewer is offered nothing that would be refused', async () => {
  const { card } = await openCard({ rows: [kept], mayWrite: false, mayDelete: false });
  expect(await card.findByText(/My supplier, 2025/)).toBeVisible();
  expect(card.queryByRole('button')).not.toBeInTheDocument();
});
