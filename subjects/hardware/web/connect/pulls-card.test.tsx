import { QueryClientProvider } from '@tanstack/react-query';
import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import { storeSession } from '#apps/web/testing/auth-answers.ts';
import { renderPart } from '#apps/web/testing/render-app.tsx';
import { server } from '#apps/web/testing/server.ts';
import { queryClient } from '#shell/data/query-client.ts';
import { startSession } from '#shell/session/arrival.ts';
import type { Pull } from '#supabase/tables/index.ts';
import type { MeterRow } from '../device-queries.ts';
import { answerHousehold, device, householdId, meterRow, sourceKinds } from '../testing.ts';
import { PullsCard } from './pulls-card.tsx';

const pull = (rest: Partial<Pull> = {}): Pull => ({
  household_id: householdId,
  id: 'p1',
  kind: 'octopus',
  meter_id: 1,
  settings: { mpan: '1234567890123' },
  set_up_by: 'u1',
  added_at: '2026-11-20T12:00:00Z',
  since: '2024-11-20T00:00:00Z',
  pulled_to: '2025-11-20T00:00:00Z',
  is_filled: false,
  succeeded_at: '2026-11-20T12:00:00Z',
  rejected: 0,
  fault: null,
  fault_at: null,
  failures: 0,
  is_paused: false,
  next_at: '2026-11-20T12:00:00Z',
  ...rest,
});

let listed: Pull[];
beforeEach(() => {
  queryClient.clear();
  listed = [];
});

async function open(role: 'member' | 'viewer' = 'member', more: MeterRow[] = []) {
  storeSession();
  await startSession();
  answerHousehold({
    role,
    devices: [device('d1', 'Whole home'), device('d2', 'Garden')],
    meters: [meterRow(1, 'd1', 'home-electricity'), meterRow(2, 'd2', 'garden-water', { utility: 'water' }), ...more],
  });
  server.use(
    http.get('*/api/v1/sources', () => HttpResponse.json(sourceKinds)),
    http.get('*/rest/v1/pulls', () => HttpResponse.json(listed)),
  );
  return renderPart(
    <QueryClientProvider client={queryClient}>
      <PullsCard />
    </QueryClientProvider>,
  );
}

test('a service is set up with what it needs, for a meter that fits; what is wrong stands at its field', async () => {
  const bodies: unknown[] = [];
  const { user } = await open();
  server.use(
    http.post('*/api/v1/pulls', async ({ request }) => {
      bodies.push(await request.json());
      listed.push(pull());
      return HttpResponse.json({ id: '5b1e6f0a-0000-4000-8000-0000000000bb' }, { status: 201 });
    }),
  );
  await user.click(await screen.findByRole('button', { name: 'Octopus Energy: electricity' }));
  const dialog = await screen.findByRole('dialog');
  expect(
    within(dialog)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['Whole home (home-electricity)']);
  await user.type(within(dialog).getByLabelText('MPAN of the meter'), '12');
  await user.click(within(dialog).getByRole('button', { name: 'Fetch from now on' }));
  expect(await within(dialog).findByText('This does not look right.')).toBeVisible();
  expect(within(dialog).getByText('Enter the key.')).toBeVisible();
  await user.type(within(dialog).getByLabelText('MPAN of the meter'), '34567890123');
  await user.type(within(dialog).getByLabelText('Key'), 'sk_live_1');
  await user.click(within(dialog).getByRole('button', { name: 'Fetch from now on' }));
  expect(await screen.findByRole('progressbar')).toBeVisible();
  expect(bodies).toEqual([
    { household: householdId, kind: 'octopus', meter: 1, key: 'sk_live_1', settings: { mpan: '1234567890123' } },
  ]);
});

test('what it counts decides which meters are offered: a roof’s is neither drawn nor sent back', async () => {
  const bodies: { meter?: number }[] = [];
  const { user } = await open('member', [
    meterRow(3, 'd1', 'home-back', { flow: 'returned' }),
    meterRow(4, 'd1', 'roof', { flow: 'produced' }),
  ]);
  server.use(
    http.post('*/api/v1/pulls', async ({ request }) => {
      bodies.push((await request.json()) as { meter: number });
      return HttpResponse.json({ id: '5b1e6f0a-0000-4000-8000-0000000000bb' }, { status: 201 });
    }),
  );
  await user.click(await screen.findByRole('button', { name: 'Octopus Energy: electricity' }));
  const dialog = await screen.findByRole('dialog');
  const offered = (name: string) =>
    within(within(dialog).getByLabelText(name))
      .getAllByRole('option')
      .map(({ textContent }) => textContent);
  expect(offered('What it counts')).toEqual(['Use: drawn', 'Sent back to the grid']);
  expect(offered('Meter it fills')).toEqual(['Whole home (home-electricity)']);
  await user.selectOptions(within(dialog).getByLabelText('What it counts'), 'Sent back to the grid');
  expect(offered('Meter it fills')).toEqual(['Whole home (home-back)']);
  await user.type(within(dialog).getByLabelText('MPAN of the meter'), '1234567890123');
  await user.type(within(dialog).getByLabelText('Key'), 'sk_live_1');
  await user.click(within(dialog).getByRole('button', { name: 'Fetch from now on' }));
  await waitFor(() => expect(bodies).toMatchObject([{ meter: 3 }]));
});

test('a zone is chosen by its country', async () => {
  const bodies: unknown[] = [];
  const { user } = await open();
  server.use(
    http.post('*/api/v1/pulls', async ({ request }) => {
      bodies.push(await request.json());
      return HttpResponse.json({ id: '5b1e6f0a-0000-4000-8000-0000000000bb' }, { status: 201 });
    }),
  );
  await user.click(await screen.findByRole('button', { name: 'ENTSO-E: market prices in Europe' }));
  const dialog = await screen.findByRole('dialog');
  const zone = within(dialog).getByLabelText('Bidding zone');
  expect(
    within(zone)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['France', 'Germany (DE-LU)', 'Norway (NO1)']);
  await user.selectOptions(zone, 'Norway (NO1)');
  await user.type(within(dialog).getByLabelText('Key'), 'token');
  await user.click(within(dialog).getByRole('button', { name: 'Fetch from now on' }));
  await waitFor(() =>
    expect(bodies).toEqual([{ household: householdId, kind: 'entsoe', key: 'token', settings: { zone: 'NO1' } }]),
  );
});

test('how each goes is said in words, with what did not fit', async () => {
  listed = [
    pull(),
    pull({ id: 'p2', is_filled: true, rejected: 3, meter_id: 2 }),
    pull({ id: 'p3', kind: 'open-meteo', meter_id: null, fault: 'place-missing', fault_at: '2026-11-20T12:00:00Z' }),
    pull({ id: 'p4', is_paused: true, fault: 'busy' }),
  ];
  await open();
  expect(await screen.findByText('up to 20 Nov 2025')).toBeVisible();
  expect(screen.getByText(/^Garden · Up to 20 Nov 2025, last asked/)).toBeVisible();
  expect(screen.getByText('3 readings did not fit those already here.')).toBeVisible();
  expect(screen.getByText(/Nobody has said where the home is/)).toBeVisible();
  expect(screen.getByText('Whole home · Stopped. What has come stays.')).toBeVisible();
  expect(screen.queryByText(/asked too often/)).not.toBeInTheDocument();
  expect(screen.getByText('Outdoor temperatures')).toBeVisible();
});

test('it is stopped, goes on, and is removed after a question', async () => {
  listed = [pull()];
  const { user } = await open();
  const changes: unknown[] = [];
  server.use(
    http.patch('*/rest/v1/pulls', async ({ request }) => {
      const change = (await request.json()) as Partial<Pull>;
      changes.push(change);
      listed = [pull(change)];
      return HttpResponse.json([{ id: 'p1' }]);
    }),
    http.delete('*/rest/v1/pulls', () => {
      listed = [];
      return HttpResponse.json([{ id: 'p1' }]);
    }),
  );
  const choose = async (name: string) => {
    await user.click(screen.getByRole('button', { name: 'Actions for Octopus Energy, Whole home' }));
    await user.click(screen.getByRole('menuitem', { name }));
  };
  await screen.findByRole('progressbar');
  await choose('Stop');
  expect(await screen.findByText(/Stopped/)).toBeVisible();
  await choose('Go on');
  expect(await screen.findByRole('progressbar')).toBeVisible();
  expect(changes).toEqual([{ is_paused: true }, { is_paused: false }]);
  await choose('Remove');
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(screen.queryByText('Octopus Energy')).not.toBeInTheDocument());
});

test('C6.1 a viewer is not offered what they may not set up', async () => {
  await open('viewer');
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(screen.queryByText('Fetched automatically')).not.toBeInTheDocument();
});
