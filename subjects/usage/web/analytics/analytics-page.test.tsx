import { QueryClientProvider } from '@tanstack/react-query';
import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import { queryClient } from '#shell/data/query-client.ts';
import { startSession } from '#shell/session/arrival.ts';
import { storeSession } from '#apps/web/testing/auth-answers.ts';
import { renderPart } from '#apps/web/testing/render-app.tsx';
import { server } from '#apps/web/testing/server.ts';
import { addDays, localDayOf } from '#shell/text/local-day.ts';
import { figuresOf, latest, membershipOf, meter, partOf, usageRow } from '../testing.ts';
import { AnalyticsPage } from './analytics-page.tsx';
import { LeadCard } from './cards/analytics-cards.tsx';
import { TimeCard } from './cards/time-card.tsx';
import { periodAt } from './period.ts';

// jsdom draws nothing: the page shows its tables, as it does wherever the drawing cannot be had.
beforeEach(() => queryClient.clear());

const page = (
  <QueryClientProvider client={queryClient}>
    <AnalyticsPage />
  </QueryClientProvider>
);
const today = localDayOf(Date.now(), 'Europe/Madrid');
const tableOf = (name: string) => screen.findByRole('table', { name });
const leadOf = (utility: string) => document.querySelector(`[data-lead="${utility}"]`);

function rowsOf(query: URLSearchParams) {
  const kitchen = { room: 'kitchen', deviceId: 'device kitchen-electricity' };
  const mains = { room: 'whole_home', deviceId: 'device whole_home-electricity' };
  const from = query.get('from') ?? '';
  if (query.get('bucket') !== 'day') return [];
  const days = Array.from({ length: 7 }, (_, i) => addDays(today, i - 6)).filter(
    (day) => day >= from && day < (query.get('to') ?? ''),
  );
  return days.flatMap((day) => [usageRow(day, 'electricity', 2000, kitchen), usageRow(day, 'electricity', 500, mains)]);
}

function household(answer: ReturnType<typeof latest>, rows = rowsOf) {
  const asked: URLSearchParams[] = [];
  const { household: id, timeZone, origin } = answer;
  server.use(
    http.get('*/api/v1/usage/latest', () => HttpResponse.json(answer)),
    http.get('*/api/v1/usage/stream', () =>
      HttpResponse.json({ code: 'forbidden', detail: '', requestId: '' }, { status: 403 }),
    ),
    http.get('*/api/v1/usage', ({ request }) => {
      const query = new URL(request.url).searchParams;
      asked.push(query);
      return HttpResponse.json({ household: id, timeZone, origin, bucket: query.get('bucket'), rows: rows(query) });
    }),
    http.get('*/rest/v1/household_members', () => HttpResponse.json([membershipOf(id)])),
    http.get('*/rest/v1/connected_devices', () => HttpResponse.json([])),
  );
  return asked;
}

const measured = () =>
  latest(
    [
      meter('whole_home-electricity', { lastAt: new Date().toISOString() }),
      meter('kitchen-electricity', { lastAt: new Date().toISOString(), parentMeterId: 'whole_home-electricity' }),
    ],
    { at: new Date().toISOString() },
  );

test('C2.1 C7.15 C9.3 a visitor sees a week of sample figures in five rooms, plainly labelled', async () => {
  await startSession();
  await renderPart(page);
  expect(await screen.findByText('These are sample figures, not yours')).toBeVisible();
  expect(screen.getAllByText('Sample').length).toBeGreaterThanOrEqual(6);
  const rooms = within(await tableOf('By room'));
  for (const room of ['Kitchen', 'Bathroom', 'Living Room', 'Bedroom', 'Garden'])
    expect(rooms.getByText(room)).toBeVisible();
  expect(within(await tableOf('Use over time')).getAllByRole('row')).toHaveLength(8);
  expect(screen.getByText('Sample figures, invented for this page')).toBeVisible();
});

test('C7.15 C9.3 a visitor’s year has twelve months', async () => {
  await startSession();
  const { user } = await renderPart(page);
  await user.click(await screen.findByRole('radio', { name: 'Year' }));
  expect(within(await tableOf('Use over time')).getAllByRole('row')).toHaveLength(13);
  expect(location.search).toBe('?period=year');
});

test('C7.15 C1.2 real readings turn the samples off; rooms and untracked add up to the leading figure', async () => {
  storeSession();
  await startSession();
  household(measured());
  await renderPart(page);
  const rooms = within(await tableOf('By room'));
  expect(rooms.getByRole('row', { name: /^Kitchen 14\.0\skWh no meter$/ })).toBeVisible();
  expect(rooms.getByRole('row', { name: /^Untracked 3\.50\skWh no meter$/ })).toBeVisible();
  expect(leadOf('electricity')).toHaveTextContent('17.5');
  expect(leadOf('water')).toHaveTextContent('no readings');
  expect(screen.getByText(/Of 17.5\skWh of electricity, 3.50\skWh \(20%\) is untracked/)).toBeVisible();
  expect(screen.queryByText('Sample')).not.toBeInTheDocument();
  expect(screen.getByText('Measured by your meters')).toBeVisible();
});

test('C7.15 the demo household’s figures are labelled simulated', async () => {
  storeSession();
  await startSession();
  household({ ...measured(), origin: 'simulated' });
  await renderPart(page);
  expect((await screen.findAllByText('Simulated')).length).toBeGreaterThanOrEqual(6);
  expect(screen.getByText('Simulated figures of the demo household')).toBeVisible();
});

test('C3.6 filters: water usage, electricity, kitchen and bedroom are kept in the address, and asked for', async () => {
  storeSession();
  await startSession();
  const asked = household(measured());
  const { user } = await renderPart(page);
  await tableOf('By room');
  await user.click(screen.getByRole('button', { name: 'Electricity', pressed: false }));
  expect(leadOf('water')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Kitchen' }));
  await waitFor(() => expect(asked.some((query) => query.get('device') === 'device kitchen-electricity')).toBe(true));
  expect(location.search).toBe('?utility=electricity&room=kitchen');
  expect(screen.getByRole('button', { name: 'Kitchen', pressed: true })).toBeVisible();
  for (const name of ['Water usage', 'Bedroom']) expect(screen.getByRole('button', { name })).toBeVisible();
});

test('a period without a reading says so, and leads back to today', async () => {
  storeSession();
  await startSession();
  household(measured());
  history.replaceState(null, '', '/analytics?at=2020-05-05');
  const { user } = await renderPart(page);
  expect(await screen.findByText('No readings in this period')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Back to today' }));
  expect(await tableOf('By room')).toBeVisible();
});

test('C2.1 comparing: the chosen comparison stands in the address, and nothing is asked for without one', async () => {
  storeSession();
  await startSession();
  const asked = household(measured());
  history.replaceState(null, '', '/analytics?compare=none');
  const { user } = await renderPart(page);
  await tableOf('By room');
  const weekBefore = addDays(today, -13);
  expect(asked.some((query) => query.get('from') === weekBefore)).toBe(false);
  await user.selectOptions(screen.getByRole('combobox', { name: 'Compare with' }), 'the same a year before');
  await waitFor(() => expect(asked.some((query) => query.get('from') === addDays(today, -370))).toBe(true));
  expect(location.search).toBe('?compare=year');
});

test('when the figures cannot be loaded the page says so, and another try brings them', async () => {
  storeSession();
  await startSession();
  household(measured());
  let isDown = true;
  server.use(
    http.get('*/api/v1/usage', () => {
      if (isDown) return HttpResponse.json({ code: 'forbidden', detail: 'raw', requestId: '' }, { status: 403 });
    }),
  );
  const { user } = await renderPart(page);
  const retry = await screen.findByRole('button', { name: 'Try again' });
  expect(screen.queryByText('raw')).not.toBeInTheDocument();
  isDown = false;
  await user.click(retry);
  expect(await tableOf('By room')).toBeVisible();
});

test('who comes from a leak’s notice sees the hour it began: the floor as a column, and said, before the day’s total', async () => {
  storeSession();
  await startSession();
  const lastAt = new Date().toISOString();
  const answer = latest([meter('whole_home-water', { lastAt })], { at: lastAt });
  const { household: id, timeZone } = answer;
  household({ ...answer, timeZone }, (query) =>
    query.get('bucket') === '5m'
      ? Array.from({ length: 288 }, (_, i) =>
          usageRow(
            new Date(Date.parse('2026-11-19T23:00:00Z') + i * 300_000).toISOString().replace('.000Z', 'Z'),
            'water',
            200,
            {
              coveredS: 300,
            },
          ),
        )
      : [usageRow('2026-11-20', 'water', 57_600, { room: 'whole_home', deviceId: 'device whole_home-water' })],
  );
  const figures = { usedMl: 1_076_000, floorMlPerHour: 2400, leakMl: 24_000 };
  const times = { since: '2026-11-20T02:00:00Z', ended_at: '2026-11-20T12:00:00Z' };
  server.use(
    http.get('*/rest/v1/notices', () =>
      HttpResponse.json([{ id: 'n1', household_id: id, kind: 'running-water', figures, ...times }]),
    ),
  );
  history.replaceState(null, '', '/analytics?period=day&at=2026-11-20&compare=none&utility=water&leak=n1');
  await renderPart(page);
  expect(
    await screen.findByText(/^The leak ran from 20 Nov, .* to 20 Nov, .*: about 2\.4\sL\/h, 24\sL in all\./),
  ).toBeVisible();
  const table = await tableOf('Use over time');
  expect(within(table).getByRole('columnheader', { name: /^Leak since 20 Nov, .*: 2\.4\sL\/h$/ })).toBeVisible();
  const cells = (row: Element) => [...row.querySelectorAll('td')].map((cell) => cell.textContent);
  const rows = [...table.querySelectorAll('tbody tr')].map(cells);
  expect(rows.filter(([, leak]) => leak === '2.4\u00a0L/h')).toHaveLength(120);
  expect([...new Set(rows.map(([water]) => water))]).toEqual(['2.4\u00a0L/h']);
  const order = [table, leadOf('water') as Element];
  expect(order[0]?.compareDocumentPosition(order[1] as Element)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

test('where a day was measured in part, the figures that a change is made of stand beside it, and it is said', async () => {
  const weekOf = (day: string, used: number) =>
    Array.from({ length: 7 }, (_, i) => partOf(addDays(day, i), 'whole_home', 'electricity', used));
  const parts = weekOf('2026-11-14', 1100).map((row, i) => (i === 4 ? { ...row, used: 5000, coveredS: 70_000 } : row));
  const rows = weekOf('2026-11-07', 1000);
  const earlier = { period: periodAt('week', '2026-11-13'), rows, parts: rows, toDate: null };
  const figures = figuresOf({ parts, earlier });
  await renderPart(
    <QueryClientProvider client={queryClient}>
      <LeadCard figures={figures} utilities={['electricity']} />
      <TimeCard figures={figures} utilities={['electricity']} grouping="utility" onGroup={() => undefined} />
    </QueryClientProvider>,
  );
  expect(leadOf('electricity')).toHaveTextContent('11.6');
  expect(leadOf('electricity')).toHaveTextContent(
    /10% more\s?6\.60\skWh against 6\.00\skWh in 7\s–\s13 Nov 2026, on the days measured in both$/,
  );
  expect(screen.getByText(/10% more electricity\. Days measured only in part are left out\.$/)).toBeVisible();
});
