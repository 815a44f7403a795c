import { screen, waitFor, within } from '@testing-library/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import { queryClient } from '#shell/data/query-client.ts';
import { startSession } from '#shell/session/arrival.ts';
import { storeSession } from '#apps/web/testing/auth-answers.ts';
import { renderPart } from '#apps/web/testing/render-app.tsx';
import { server } from '#apps/web/testing/server.ts';
import { DashboardPage, type DashboardParts } from './dashboard-page.tsx';
import { addDays, daysUntil, localDayOf } from '#shell/text/local-day.ts';
import { latest, membershipOf, meter, usageRow } from '../testing.ts';

/** What other subjects put there has its own tests. */
const nothing = () => null;
const parts: DashboardParts = {
  Status: nothing,
  isComing: false,
  Bill: nothing,
  CostNow: nothing,
  WorthDoing: nothing,
  RoomCosts: ({ fallback }) => fallback,
  Switches: nothing,
};

const page = (
  <QueryClientProvider client={queryClient}>
    <DashboardPage parts={parts} />
  </QueryClientProvider>
);

beforeEach(() => queryClient.clear());

/** A household's far side; what the case is about is given. */
function household(
  answer: ReturnType<typeof latest>,
  rows = [usageRow('2026-11-20', 'electricity', 1000)],
  notices: object[] = [],
  devices: object[] = [],
) {
  const { household: id, timeZone, origin } = answer;
  server.use(
    http.get('*/api/v1/usage/latest', () => HttpResponse.json(answer)),
    http.get('*/api/v1/usage/stream', () =>
      HttpResponse.json({ code: 'forbidden', detail: '', requestId: '' }, { status: 403 }),
    ),
    http.get('*/api/v1/usage', ({ request }) =>
      HttpResponse.json({
        household: id,
        timeZone,
        origin,
        bucket: new URL(request.url).searchParams.get('bucket'),
        rows,
      }),
    ),
    http.get('*/rest/v1/household_members', () => HttpResponse.json([membershipOf(id)])),
    http.get('*/rest/v1/connected_devices', () => HttpResponse.json(devices)),
    http.get('*/rest/v1/notices', () => HttpResponse.json(notices)),
  );
}

test('C2.1 C7.15 a visitor sees sample figures, plainly labelled, and the way to real ones', async () => {
  await startSession();
  await renderPart(page);
  expect(await screen.findByText('These are sample figures, not yours')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Start with my home' })).toBeVisible();
  expect(screen.getAllByText('Sample')).toHaveLength(1);
  const rooms = within(await screen.findByRole('table', { name: 'Today by room' }));
  for (const room of ['Kitchen', 'Bathroom', 'Living Room', 'Bedroom', 'Garden'])
    expect(rooms.getByText(room)).toBeVisible();
  expect((await screen.findByRole('listbox', { name: 'This week' })).children).toHaveLength(7);
});

test('C7.15 a member without a reading sees the sample, with the ways to connect and to import', async () => {
  storeSession();
  await startSession();
  household(latest([], { origin: 'none' }));
  await renderPart(page);
  expect(await screen.findByRole('link', { name: 'Connect real hardware' })).toHaveAttribute(
    'href',
    '/devices/connect',
  );
  expect(screen.getByRole('link', { name: 'Import a file' })).toHaveAttribute('href', '/devices/import');
});

test('C7.15 C1.2 any real reading turns the samples off: rooms, unmetered and gaps are the household’s own', async () => {
  storeSession();
  await startSession();
  const at = new Date().toISOString();
  household(
    latest(
      [
        meter('whole_home-electricity', { today: 9_000, rate: 1412, lastAt: at }),
        meter('kitchen-electricity', { today: 5_000, rate: 900, lastAt: at, parentMeterId: 'whole_home-electricity' }),
      ],
      { at },
    ),
    [],
  );
  await renderPart(page);
  const rooms = within(await screen.findByRole('table', { name: 'Today by room' }));
  expect(rooms.getByRole('row', { name: 'Kitchen 5.00 –' })).toBeVisible();
  expect(rooms.getByRole('row', { name: 'Unmetered 4.00 –' })).toBeVisible();
  expect(screen.queryByText('Sample')).not.toBeInTheDocument();
  expect(within(screen.getByRole('region', { name: 'Now' })).getByText('1.41')).toBeVisible();
  const week = within(await screen.findByRole('listbox', { name: 'This week' })).getAllByRole('option');
  expect(week[0]).toHaveAccessibleName(/Electricity no readings, Water no readings/);
});

test('"mostly" only above half; a first reading is told as one, and what is old as no reading since', async () => {
  storeSession();
  await startSession();
  const at = new Date().toISOString();
  const inside = { lastAt: at, parentMeterId: 'whole_home-electricity' };
  const first = { lastAt: at, rate: null, rateWithin: null, rateState: 'first', rateUntil: null } as const;
  const meters = [
    meter('whole_home-electricity', { rate: 353, lastAt: at, today: 5 }),
    meter('living_room-electricity', { rate: 45, ...inside }),
    meter('kitchen-water', first),
  ];
  household(latest(meters, { at }), []);
  await renderPart(page);
  expect(await screen.findByText('Living Room 45 W')).toBeVisible();
  expect(screen.getByText(/^Most of it/)).toHaveTextContent('Most of it: Living Room. No meter sees 308 W.');
  expect(screen.getByText('First reading received. The next one shows what is used now.')).toBeVisible();
  expect(screen.queryByText(/mostly/)).not.toBeInTheDocument();
});

test('C7.15 the demo household’s figures are labelled simulated', async () => {
  storeSession();
  await startSession();
  household(latest([meter('kitchen-electricity', { today: 10 })], { origin: 'simulated' }));
  await renderPart(page);
  expect(await screen.findByText('Simulated figures of the demo household')).toBeVisible();
  expect(await screen.findAllByText('Simulated')).toHaveLength(1);
});

test('the week is read with the arrow keys, and has a table twin', async () => {
  await startSession();
  const { user } = await renderPart(page);
  const week = await screen.findByRole('listbox', { name: 'This week' });
  const [first, ...rest] = within(week).getAllByRole('option');
  rest.at(-1)?.focus();
  await user.keyboard('{Home}');
  expect(first).toHaveFocus();
  expect(first).toHaveAttribute('aria-selected', 'true');
  await user.keyboard('{ArrowRight}');
  expect(rest[0]).toHaveFocus();
  const card = screen.getByRole('region', { name: 'This week' });
  await user.click(within(card).getByRole('button', { name: 'Show as table' }));
  expect(within(within(card).getByRole('table')).getAllByRole('row')).toHaveLength(8);
});

test('when the figures cannot be loaded the page says so and offers another try', async () => {
  storeSession();
  await startSession();
  server.use(
    http.get('*/api/v1/usage/latest', () =>
      HttpResponse.json({ code: 'forbidden', detail: 'raw detail', requestId: '' }, { status: 403 }),
    ),
    http.get('*/api/v1/usage/stream', () =>
      HttpResponse.json({ code: 'forbidden', detail: '', requestId: '' }, { status: 403 }),
    ),
    http.get('*/rest/v1/household_members', () =>
      HttpResponse.json([membershipOf('5b1e6f0a-0000-4000-8000-0000000000aa')]),
    ),
    http.get('*/rest/v1/connected_devices', () => HttpResponse.json([])),
    http.get('*/rest/v1/notices', () => HttpResponse.json([])),
  );
  await renderPart(page);
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible();
  expect(screen.queryByText('raw detail')).not.toBeInTheDocument();
});

test('C1.2 water that has not stopped is told with the rate of its notice, by the hour, and only while there is one', async () => {
  storeSession();
  await startSession();
  const lastAt = new Date().toISOString();
  const notice = {
    id: 'n1',
    kind: 'running-water',
    since: '2026-11-20T02:15:00Z',
    ended_at: null,
    figures: { usedMl: 1_076_000, floorMlPerHour: 2400, leakMl: 96_000 },
  };
  const kitchen = meter('kitchen-water', { lastAt, rate: 0.04 });
  household(latest([kitchen], { at: lastAt }), [], [notice]);
  await renderPart(page);
  expect(await screen.findByText(/^running nonstop since .*: about 2\.4\sL\/h$/)).toBeVisible();
  expect(document.querySelector('[data-now="water"]')).toHaveTextContent('2.4L/h');
});

test('C7.15 after an import and one reading today: nothing is "less", the last whole days are named, and the foot says it is imported', async () => {
  storeSession();
  await startSession();
  const lastAt = new Date().toISOString();
  const main = meter('whole_home-electricity', { lastAt, today: 0 });
  const answer = latest([main], { at: lastAt });
  const today = localDayOf(Date.now(), answer.timeZone);
  const deviceId = main.deviceId;
  const rows = [
    ...daysUntil(addDays(today, -3), 52).map((day) =>
      usageRow(day, 'electricity', 2400, { deviceId, imported: 2400, coveredS: 90_000 }),
    ),
    usageRow(today, 'electricity', 0, { deviceId, coveredS: 0 }),
  ];
  household(answer, rows);
  await renderPart(page);
  await waitFor(() =>
    expect(document.body).toHaveTextContent(
      /The last whole week, .*, compared with the 7 days before it: the same electricity\./,
    ),
  );
  expect(document.body).toHaveTextContent(/The last whole day, .*: 2\.40\skWh, as much as the days before it\./);
  expect(screen.getByText('Imported from files')).toBeVisible();
  expect(screen.queryByText('Measured by your meters')).not.toBeInTheDocument();
  expect(document.body).not.toHaveTextContent('100%');
  expect(document.body).not.toHaveTextContent('less than usual');
});

test.each([
  ['without a gas meter says nothing of gas', []],
  ['with one shows it beside the others', [{ id: 'g', name: 'Gas meter', room: 'whole_home', utility: 'gas' }]],
])('C2.1 a home %s', async (_title, devices) => {
  storeSession();
  await startSession();
  const meters = ['whole_home-electricity', ...devices.map(() => 'whole_home-gas')].map((key) => meter(key));
  household(latest(meters), undefined, [], devices);
  await renderPart(page);
  await waitFor(() => expect(document.querySelector('[data-today="electricity"]')).toBeVisible());
  await waitFor(() => expect(document.querySelectorAll('[data-today="gas"]')).toHaveLength(devices.length));
  expect(document.querySelectorAll('[data-now="gas"]')).toHaveLength(devices.length);
  expect(screen.queryAllByText('Gas').length > 0).toBe(devices.length > 0);
});

test('a home without a water meter sees neither zeros nor axes of it, and the way to one', async () => {
  storeSession();
  await startSession();
  household(latest([meter('whole_home-electricity')]));
  await renderPart(page);
  await waitFor(() => expect(document.querySelector('[data-now="water"]')).toHaveTextContent('No meter yet.'));
  expect(document.querySelector('[data-now="water"] svg[viewBox^="0 0 36"]')).toBeNull();
  expect(document.querySelector('[data-today="water"]')).toBeNull();
});
