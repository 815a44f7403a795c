import { screen, waitFor, within } from '@testing-library/react';
import type { HouseholdNotice } from '#supabase/tables/index.ts';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '#shell/data/query-client.ts';
import { startSession } from '#shell/session/arrival.ts';
import { asha, storeSession } from '#apps/web/testing/auth-answers.ts';
import { aMember } from '#apps/web/testing/households.ts';
import { server } from '#apps/web/testing/server.ts';
import type { TokenRow } from './device-queries.ts';
import type { PastImport } from './imports/import-api.ts';
import { answerHousehold, device, householdId, latestMeter } from './testing.ts';
import { ac, acMeter, geyser, geyserMeter, notices, renderDevicesPage } from './connect/testing-page.tsx';

beforeEach(() => queryClient.clear());

async function open(
  latest = [latestMeter(acMeter), latestMeter(geyserMeter, { lastAt: null, lastValue: null, rate: null })],
) {
  storeSession();
  await startSession();
  answerHousehold({ devices: [ac, geyser], meters: [acMeter, geyserMeter], latest });
  return renderDevicesPage();
}

test('C2.1 C2.15 a visitor is asked to sign in, on this page', async () => {
  await startSession();
  await renderDevicesPage();
  expect(await screen.findByRole('button', { name: 'Sign in' })).toBeVisible();
  expect(location.pathname).toBe('/');
});

test('C2.15 devices stand by room, with what they do now, their last reading and what contains them', async () => {
  await open();
  const bedroom = within(await screen.findByRole('region', { name: 'Bedroom' }));
  expect(bedroom.getByText('Bedroom AC')).toBeVisible();
  expect(bedroom.getByText('412')).toBeVisible();
  expect(bedroom.getByText(/shows 12,345.678/)).toBeVisible();
  expect(bedroom.getByText(/inside Kitchen geyser/)).toBeVisible();
  expect(
    within(screen.getByRole('region', { name: 'Kitchen' })).getByText('Waiting for its first reading'),
  ).toBeVisible();
});

test('C2.15 the key by which hardware names a meter is copied from the row’s menu, or shown where it cannot be', async () => {
  const { user } = await open();
  const copy = async () => {
    await user.click(await screen.findByRole('button', { name: 'Actions for Bedroom AC' }));
    await user.click(screen.getByRole('menuitem', { name: 'Copy the meter key bedroom-electricity' }));
  };
  await copy();
  await waitFor(() =>
    expect(notices()).toContainEqual({ title: 'Copied', text: 'bedroom-electricity', tone: 'plain' }),
  );
  expect(await navigator.clipboard.readText()).toBe('bedroom-electricity');
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('not allowed'));
  await copy();
  await waitFor(() =>
    expect(notices()).toContainEqual({ title: 'Could not copy', text: 'bedroom-electricity', tone: 'alert' }),
  );
});

test('C2.15 a meter that has fallen silent says since when, and one whose water runs too', async () => {
  storeSession();
  await startSession();
  const notice = (meter: number, kind: HouseholdNotice['kind']): HouseholdNotice => ({
    household_id: householdId,
    id: kind,
    kind,
    meter_id: meter,
    since: '2026-11-20T10:00:00Z',
    noticed_at: '2026-11-20T11:00:00Z',
    ended_at: null,
    figures: {},
    mail_at: '2026-11-20T11:00:00Z',
    dismissed_at: null,
    utility: null,
    dismissed_by: null,
    dismissed_as: null,
  });
  answerHousehold({
    devices: [ac, geyser],
    meters: [acMeter, geyserMeter],
    latest: [latestMeter(acMeter), latestMeter(geyserMeter)],
    notices: [notice(1, 'silent-meter'), notice(2, 'running-water')],
  });
  await renderDevicesPage();
  expect(await screen.findByText('no readings since 20 Nov, 15:30')).toBeVisible();
  expect(await screen.findByText('running non-stop since 20 Nov, 15:30')).toBeVisible();
});

test('C4.4 C7.13 toggling sets the opposite at once, and a notice says that it is now off, then on', async () => {
  const { user } = await open();
  let active = true;
  server.use(
    http.patch('*/rest/v1/connected_devices', async ({ request }) => {
      active = ((await request.json()) as { is_active: boolean }).is_active;
      return HttpResponse.json([{ ...ac, is_active: active }]);
    }),
    http.get('*/rest/v1/connected_devices', () => HttpResponse.json([{ ...ac, is_active: active }, geyser])),
  );
  const toggle = await screen.findByRole('switch', { name: 'Bedroom AC: on' });
  expect(toggle).toBeChecked();
  await user.click(toggle);
  expect(toggle).not.toBeChecked();
  await waitFor(() =>
    expect(notices()).toContainEqual({
      title: 'Device deactivated',
      text: 'Bedroom AC is now off. Only noted here: no hardware takes commands.',
      tone: 'plain',
    }),
  );
  await waitFor(() => expect(toggle).toBeEnabled());
  await user.click(toggle);
  await waitFor(() =>
    expect(notices()).toContainEqual({
      title: 'Device activated',
      text: 'Bedroom AC is now on. Only noted here: no hardware takes commands.',
      tone: 'plain',
    }),
  );
});

test('C4.4 C8.3 a refused toggle goes back, and says why in words', async () => {
  const { user } = await open();
  let answer = () => {};
  const looked = new Promise<void>((resolve) => (answer = resolve));
  server.use(
    http.patch('*/rest/v1/connected_devices', async () => {
      await looked;
      return HttpResponse.json(
        { code: '42501', message: 'permission denied', details: null, hint: null },
        { status: 403 },
      );
    }),
  );
  const toggle = await screen.findByRole('switch', { name: 'Bedroom AC: on' });
  await user.click(toggle);
  expect(toggle).not.toBeChecked();
  answer();
  await waitFor(() => expect(toggle).toBeChecked());
  expect(notices()).toEqual([{ title: 'Bedroom AC stays as it was', text: 'You cannot do this here.', tone: 'alert' }]);
});

test('C7.12 adding asks for a name, and inserts what was chosen', async () => {
  const { user } = await open();
  let inserted: unknown;
  server.use(
    http.post('*/rest/v1/connected_devices', async ({ request }) => {
      inserted = await request.json();
      return HttpResponse.json([device('d3', 'Garden valve', { room: 'garden', utility: 'water' })], { status: 201 });
    }),
  );
  await user.click(await screen.findByRole('button', { name: 'Add a device' }));
  const dialog = within(screen.getByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: 'Add' }));
  expect(dialog.getByText('Give it a name.')).toBeVisible();
  await user.type(dialog.getByLabelText('Name'), 'Garden valve');
  await user.click(dialog.getByRole('radio', { name: 'Water' }));
  await user.selectOptions(dialog.getByLabelText('Room'), 'garden');
  await user.click(dialog.getByRole('button', { name: 'Add' }));
  await waitFor(() => expect(notices().map(({ title }) => title)).toContain('Garden valve was added'));
  expect(inserted).toMatchObject({ name: 'Garden valve', room: 'garden', utility: 'water' });
});

test('C7.14 deleting says what goes with it before it goes', async () => {
  const { user } = await open();
  const gone: string[] = [];
  server.use(
    http.delete('*/rest/v1/connected_devices', ({ request }) => {
      gone.push(new URL(request.url).searchParams.get('id') ?? '');
      return HttpResponse.json([{ id: 'd1' }]);
    }),
  );
  await user.click(await screen.findByRole('button', { name: 'Actions for Bedroom AC' }));
  await user.click(screen.getByRole('menuitem', { name: 'Delete' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Delete Bedroom AC?' }));
  expect(dialog.getByText('bedroom-electricity')).toBeVisible();
  expect(dialog.getByText(/all its readings and usage since/)).toBeVisible();
  expect(gone).toEqual([]);
  await user.click(dialog.getByRole('button', { name: 'Delete for good' }));
  await waitFor(() => expect(gone).toEqual(['eq.d1']));
});

test('a reading set aside is shown, with the way to where it is decided', async () => {
  server.use(
    http.get('*/api/v1/quarantine', () =>
      HttpResponse.json({
        readings: [
          {
            id: '9',
            meterId: '1',
            at: '2026-11-20T10:00:00Z',
            value: 99_000_000,
            lastValue: 12_345_678,
            reason: 'implausible-jump',
          },
          {
            id: '10',
            meterId: '1',
            at: '2026-11-20T10:05:00Z',
            value: 12_000_000,
            lastValue: 12_345_678,
            reason: 'counter-fell',
          },
          {
            id: '11',
            meterId: '1',
            at: '2026-11-20T10:10:00Z',
            value: 11_000_000,
            lastValue: 12_345_678,
            reason: 'two-counters',
          },
          {
            id: '12',
            meterId: '1',
            at: '2026-11-20T10:15:00Z',
            value: -500,
            lastValue: null,
            reason: 'negative-amount',
          },
        ],
      }),
    ),
  );
  await open([latestMeter(acMeter, { quarantined: 4 })]);
  const card = within(await screen.findByRole('region', { name: '4 readings need your decision' }));
  expect(card.getByText(/jumped from 12,345.678.kWh to 99,000.000.kWh/)).toBeVisible();
  for (const words of [/showed 12,000.000.kWh, less than before/, /Two meters seem to send/, /below zero/])
    expect(card.getByText(words)).toBeVisible();
  expect(card.getAllByRole('link', { name: 'Look and decide' })[0]).toHaveAttribute(
    'href',
    '/devices/readings?meter=1',
  );
});

test('what was not understood is listed with what came, to be copied, and dismissed', async () => {
  const { user } = await open();
  const message = {
    household_id: 'h1',
    id: 3,
    door: 'mqtt',
    place: 'tele/meter/SENSOR',
    reason: 'not-understood',
    payload: '{"METER":{"Wirkenergie_kWh":5}}',
    times: 12,
    first_at: '2026-11-20T10:00:00Z',
    last_at: '2026-11-20T10:00:00Z',
  };
  let listed = [message];
  server.use(
    http.get('*/rest/v1/unread_messages', () => HttpResponse.json(listed)),
    http.delete('*/rest/v1/unread_messages', () => {
      listed = [];
      return HttpResponse.json([{ id: 3 }]);
    }),
  );
  await queryClient.invalidateQueries({ queryKey: ['unread'] });
  await user.click(await screen.findByText('tele/meter/SENSOR'));
  expect(screen.getByText(message.payload)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Copy what came from tele/meter/SENSOR' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Remove from the list' }));
  await waitFor(() => expect(screen.queryByText('tele/meter/SENSOR')).not.toBeInTheDocument());
});

test('a token is shown once with its warning, listed by its hint, and revoked after a question', async () => {
  const revoked: string[] = [];
  server.use(
    http.post('*/api/v1/tokens', async ({ request }) => {
      const { name } = (await request.json()) as { name: string };
      return HttpResponse.json({ id: '5', name, hint: 'w3xz', token: 'wst_secretw3xz' }, { status: 201 });
    }),
    http.delete('*/api/v1/tokens/:id', ({ params }) => {
      revoked.push(String(params['id']));
      return new HttpResponse(null, { status: 204 });
    }),
  );
  const { user } = await open();
  const card = within(await screen.findByRole('region', { name: 'Tokens for sending' }));
  server.use(
    http.get('*/rest/v1/ingest_tokens', () =>
      HttpResponse.json([
        {
          id: 5,
          name: 'gateway',
          hint: 'w3xz',
          created_by: null,
          created_at: '2026-11-20T10:00:00Z',
          last_used_at: null,
          revoked_at: null,
        },
      ]),
    ),
  );
  await user.type(card.getByLabelText('What will use it'), 'gateway');
  await user.click(card.getByRole('button', { name: 'Make a token' }));
  expect(await card.findByText('wst_secretw3xz')).toBeVisible();
  expect(card.getByText('Copy it now: it is shown only once.')).toBeVisible();
  await user.click(await card.findByRole('button', { name: 'Revoke gateway' }));
  await user.click(
    within(screen.getByRole('dialog', { name: 'Revoke gateway?' })).getByRole('button', { name: 'Revoke' }),
  );
  await waitFor(() => expect(revoked).toEqual(['5']));
  await waitFor(() => expect(card.queryByText('wst_secretw3xz')).not.toBeInTheDocument());
});

test('C6.1 it is said which tokens somebody else made, and which somebody who is gone', async () => {
  const token = (id: number, name: string, by: string | null): TokenRow => ({
    id,
    name,
    hint: `000${id}`,
    created_by: by,
    created_at: '2026-11-20T10:00:00Z',
    last_used_at: null,
    revoked_at: null,
  });
  const [ben, gone] = ['b0000000-0000-4000-8000-000000000001', 'b0000000-0000-4000-8000-000000000002'];
  storeSession();
  await startSession();
  answerHousehold({
    tokens: [
      token(1, 'own', asha.id),
      token(2, 'of the command line', null),
      token(3, 'Ben’s', ben),
      token(4, 'left', gone),
    ],
  });
  server.use(http.get('*/api/v1/household/:id/members', () => HttpResponse.json({ members: [aMember(ben, 'Ben')] })));
  await renderDevicesPage();
  const line = async (name: string) => (await screen.findByText(name)).closest('li');
  await screen.findByText(/by Ben/);
  expect(await line('Ben’s')).toHaveTextContent('· by Ben · never used');
  expect(await line('left')).toHaveTextContent('by somebody who is no longer here');
  for (const name of ['own', 'of the command line']) expect(await line(name)).not.toHaveTextContent(/ by /);
});

test('an import that may stand an hour early is named, one that was taken back or is none is not', async () => {
  storeSession();
  await startSession();
  const past = (name: string, more: Partial<PastImport>): PastImport => ({
    id: name,
    user_id: asha.id,
    file_name: name,
    began_at: '2026-11-01T10:00:00Z',
    ended_at: '2026-11-01T10:01:00Z',
    accepted: 720,
    undo_began_at: null,
    undone_at: null,
    costs: [],
    may_be_early: true,
    ...more,
  });
  const imports = [
    past('statistics.tsv', {}),
    past('undone.tsv', { undone_at: '2026-11-02T10:00:00Z' }),
    past('amounts.csv', { may_be_early: false }),
  ];
  answerHousehold({ devices: [ac, geyser], meters: [acMeter, geyserMeter], imports });
  await renderDevicesPage();
  const card = await screen.findByRole('region', { name: 'An import may be an hour early' });
  expect(card).toHaveTextContent(/Check statistics\.tsv\./);
  expect(within(card).getByRole('link', { name: 'See the imports' })).toHaveAttribute('href', '/devices/import');
});
