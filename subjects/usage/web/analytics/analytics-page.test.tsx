import { QueryClientProvider } from '@tanstack/react-query';
import { screen, waitFor, within } from '@testing-library/react';
import { delay, http, HttpResponse } from 'msw';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { queryClient } from '#shell/data/query-client.ts';
import { rememberChoice } from '#shell/household/household-choice.ts';
import { startSession } from '#shell/session/arrival.ts';
import { asha, storeSession } from '#apps/web/testing/auth-answers.ts';
import { renderPart } from '#apps/web/testing/render-app.tsx';
import { server } from '#apps/web/testing/server.ts';
import { addDays, localDayOf, startOfDay } from '#shell/text/local-day.ts';
import { figuresOf, latest, membershipOf, meter, partOf, usageRow } from '../testing.ts';
import { AnalyticsPage } from './analytics-page.tsx';
import { TimeCard } from './cards/time-card.tsx';
import { periodAt } from './period.ts';
import { viewOf } from './view.ts';

// jsdom draws nothing: the page shows its tables, as it does wherever the drawing cannot be had.
beforeEach(() => queryClient.clear());

const page = (
  <QueryClientProvider client={queryClient}>
    <AnalyticsPage />
  </QueryClientProvider>
);
const today = localDayOf(Date.now(), 'Europe/Madrid');
const tableOf = (name: string) => screen.findByRole('table', { name });
const groupsName = 'By room and device';
const groups = async () => {
  await screen.findByRole('list', { name: groupsName });
  return screen.getByRole('region', { name: groupsName });
};
/** What each room used, as a table. */
const groupsTable = async (user: UserEvent) => {
  await user.click(within(await groups()).getByRole('button', { name: 'Show as table' }));
  return tableOf(groupsName);
};
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

/** A kilowatt-hour at 0.30; standing charges beside it. Nothing has a price before `since`. */
function costsOf(query: URLSearchParams, id: string, since = '2000-01-01') {
  const rows = rowsOf(query).map(({ start, utility, deviceId, used }) => ({
    start,
    utility,
    ...(query.get('by') === 'device' && { deviceId }),
    cost: start < since ? '0' : String((used / 1000) * 0.3),
    unpriced: start < since ? used : 0,
  }));
  return { household: id, currency: 'EUR', fixed: [{ utility: 'electricity', amount: '3.5' }], rows, missing: [] };
}
const noTariff = (_: URLSearchParams, id: string) => ({
  household: id,
  currency: null,
  fixed: [],
  rows: [],
  missing: [],
});

function household(
  answer: ReturnType<typeof latest>,
  rows = rowsOf,
  costs: typeof costsOf | typeof noTariff = noTariff,
) {
  const asked: URLSearchParams[] = [];
  const { household: id, timeZone, origin } = answer;
  server.use(
    http.get('*/api/v1/usage/latest', () => HttpResponse.json(answer)),
    http.get('*/api/v1/usage/stream', () =>
      HttpResponse.json({ code: 'forbidden', detail: '', requestId: '' }, { status: 403 }),
    ),
    http.get('*/api/v1/bills/costs/over-time', ({ request }) =>
      HttpResponse.json(costs(new URL(request.url).searchParams, id)),
    ),
    http.get('*/api/v1/usage/emissions', () =>
      HttpResponse.json({ household: id, timeZone, origin, bucket: 'day', factors: [], rows: [] }),
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
  const { user } = await renderPart(page);
  expect(await screen.findByText('These are sample figures, not yours')).toBeVisible();
  expect(screen.getAllByText('Sample').length).toBeGreaterThanOrEqual(4);
  const rooms = within(await groupsTable(user));
  for (const room of ['Kitchen', 'Bathroom', 'Living Room', 'Bedroom', 'Garden'])
    expect(rooms.getByText(room)).toBeVisible();
  expect(within(await tableOf('Usage over time')).getAllByRole('row')).toHaveLength(8);
  expect(screen.getByText('Sample figures, invented for this page')).toBeVisible();
});

test('C7.15 C9.3 a visitor’s year has twelve months', async () => {
  await startSession();
  const { user } = await renderPart(page);
  await user.click(await screen.findByRole('radio', { name: 'Year' }));
  expect(within(await tableOf('Usage over time')).getAllByRole('row')).toHaveLength(13);
  expect(location.search).toBe('?period=year');
});

test('C7.15 C1.2 real readings turn the samples off; rooms and unmetered add up to the leading figure', async () => {
  storeSession();
  await startSession();
  household(measured());
  const { user } = await renderPart(page);
  const rooms = within(await groupsTable(user));
  expect(rooms.getByRole('row', { name: /^Kitchen 14\.0\skWh no meter$/ })).toBeVisible();
  expect(rooms.getByRole('row', { name: /^Unmetered 3\.50\skWh no meter$/ })).toBeVisible();
  expect(leadOf('electricity')).toHaveTextContent('17.5');
  expect(leadOf('water')).toHaveTextContent('no readings');
  expect(screen.getByText(/Of 17.5\skWh of electricity, 3.50\skWh \(20%\) is unmetered/)).toBeVisible();
  expect(screen.queryByText('Sample')).not.toBeInTheDocument();
  expect(screen.getByText('Measured by your meters')).toBeVisible();
});

test('C7.15 the demo household’s figures are labelled simulated', async () => {
  storeSession();
  await startSession();
  household({ ...measured(), origin: 'simulated' });
  await renderPart(page);
  expect(await screen.findByText('Simulated figures of the demo household')).toBeVisible();
  // Once, beside the page's title, is enough: no card repeats it.
  expect(screen.getAllByText('Simulated')).toHaveLength(1);
});

test('C3.6 filters: water usage, electricity, kitchen and bedroom are kept in the address, and asked for', async () => {
  storeSession();
  await startSession();
  const asked = household(measured());
  const { user } = await renderPart(page);
  await groups();
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
  expect(await groups()).toBeVisible();
});

test('where the home’s day is another than the browser’s, the figures are those of the home’s day, however late its clock is known', async () => {
  storeSession();
  await startSession();
  // One of the two has another day than this machine, at any time.
  const zones = ['Pacific/Kiritimati', 'Pacific/Pago_Pago'];
  const timeZone = zones.find((zone) => localDayOf(Date.now(), zone) !== localDayOf(Date.now(), 'Europe/Madrid')) ?? '';
  const day = localDayOf(Date.now(), timeZone);
  const answer = { ...measured(), timeZone };
  const asked = household(answer, (query) =>
    query.get('from') === day
      ? [usageRow(day, 'electricity', 4321, { deviceId: 'device whole_home-electricity' })]
      : [],
  );
  const membership = membershipOf(answer.household);
  server.use(
    http.get('*/rest/v1/household_members', async () => {
      await delay(300);
      return HttpResponse.json([{ ...membership, households: { ...membership.households, time_zone: timeZone } }]);
    }),
  );
  rememberChoice(asha.id, answer.household);
  history.replaceState(null, '', '/analytics?period=day&compare=none');
  await renderPart(page);
  await waitFor(() => expect(leadOf('electricity')).toHaveTextContent('4.32'));
  expect(asked.map((query) => query.get('from'))).toContain(day);
});

test('a page that stays open over midnight goes on to the new day', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  vi.setSystemTime(startOfDay(addDays(today, 1), 'Europe/Madrid') - 30_000);
  storeSession();
  await startSession();
  const asked = household(measured(), (query) => {
    const from = query.get('from') ?? '';
    const used = from === today ? 1111 : 2222;
    return [usageRow(from, 'electricity', used, { deviceId: 'device whole_home-electricity' })];
  });
  history.replaceState(null, '', '/analytics?period=day&compare=none');
  await renderPart(page);
  await waitFor(() => expect(leadOf('electricity')).toHaveTextContent('1.11'));
  vi.advanceTimersByTime(60_000);
  await waitFor(() => expect(leadOf('electricity')).toHaveTextContent('2.22'));
  expect(asked.map((query) => query.get('from'))).toContain(addDays(today, 1));
});

test('C2.1 comparing: the chosen comparison stands in the address, and nothing is asked for without one', async () => {
  storeSession();
  await startSession();
  const asked = household(measured());
  history.replaceState(null, '', '/analytics?compare=none');
  const { user } = await renderPart(page);
  await groups();
  const weekBefore = addDays(today, -13);
  expect(asked.some((query) => query.get('from') === weekBefore)).toBe(false);
  await user.selectOptions(screen.getByRole('combobox', { name: 'Compare with' }), 'a year before');
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
  expect(await groups()).toBeVisible();
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
  const table = await tableOf('Usage over time');
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
      <TimeCard
        view={viewOf(figures, { isFailed: false }, 'use')}
        utilities={['electricity']}
        grouping="utility"
        onGroup={() => undefined}
        onOpen={() => undefined}
        onShift={() => undefined}
        back={undefined}
      />
    </QueryClientProvider>,
  );
  expect(leadOf('electricity')).toHaveTextContent('11.6');
  expect(leadOf('electricity')).toHaveTextContent(
    /10% more\s?6\.60\skWh against 6\.00\skWh in 7\s–\s13 Nov 2026, on the days measured in both$/,
  );
  expect(screen.getByText(/10% more electricity\. Days measured only in part are left out\.$/)).toBeVisible();
});

test('in money: what the use cost leads, standing charges stand apart, and rooms and days add up to it', async () => {
  storeSession();
  await startSession();
  household(measured(), rowsOf, costsOf);
  history.replaceState(null, '', '/analytics');
  const { user } = await renderPart(page);
  await waitFor(() => expect(leadOf('money')).toHaveTextContent('€5.25'));
  expect(leadOf('money')).toHaveTextContent('Plus €3.50 of standing charges.');
  await user.click(screen.getByRole('radio', { name: 'Money' }));
  expect(location.search).toBe('?measure=money');
  const rooms = within(await groupsTable(user));
  expect(await rooms.findByRole('row', { name: /^Kitchen €4\.20/ })).toBeVisible();
  expect(rooms.getByRole('row', { name: /^Unmetered €1\.05/ })).toBeVisible();
  const days = within(await tableOf('Usage over time')).getAllByRole('row');
  expect(days.filter((row) => row.textContent?.includes('€0.75'))).toHaveLength(7);
  expect(screen.getByText(/Of €5\.25, €1\.05 \(20%\) is unmetered/)).toBeVisible();
});

test('what has no price is said to have none, and is not nothing', async () => {
  storeSession();
  await startSession();
  household(measured(), rowsOf, (query: URLSearchParams, id: string) => costsOf(query, id, addDays(today, -1)));
  history.replaceState(null, '', '/analytics?measure=money');
  await renderPart(page);
  await waitFor(() => expect(leadOf('money')).toHaveTextContent('€1.50'));
  expect(leadOf('money')).toHaveTextContent(/12\.5\skWh without a price is left out\./);
  const days = within(await tableOf('Usage over time')).getAllByRole('row');
  expect(days.filter((row) => row.textContent?.includes('no price'))).toHaveLength(5);
  expect(document.body).not.toHaveTextContent('€0.00');
});

test('without a tariff money is not asked of the figures: they stay, and the way to prices is shown', async () => {
  storeSession();
  await startSession();
  household(measured());
  history.replaceState(null, '', '/analytics?measure=money');
  await renderPart(page);
  expect(await screen.findByText('These days have no prices yet, so the figures show usage.')).toBeVisible();
  expect(screen.getAllByRole('link', { name: 'Choose prices' })[0]).toHaveAttribute('href', '/billing/prices#tariffs');
  expect(leadOf('electricity')).toHaveTextContent('17.5');
  expect(document.body).not.toHaveTextContent('€0.00');
});

test('rooms and devices are one card, each with its change in words', async () => {
  storeSession();
  await startSession();
  household(measured(), (query) => {
    const rows = rowsOf(query);
    const [from, to] = [query.get('from') ?? '', query.get('to') ?? ''];
    const before = Array.from({ length: 14 }, (_, i) => addDays(today, i - 20)).filter(
      (day) => day >= from && day < to && day <= addDays(today, -7),
    );
    const kitchen = { room: 'kitchen', deviceId: 'device kitchen-electricity' };
    return query.get('bucket') === 'day'
      ? [...rows, ...before.map((day) => usageRow(day, 'electricity', 1000, kitchen))]
      : rows;
  });
  history.replaceState(null, '', `/analytics?at=${addDays(today, -1)}`);
  const { user } = await renderPart(page);
  const region = within(await groups());
  const kitchen = () => region.getAllByRole('listitem')[0];
  await waitFor(() => expect(kitchen()).toHaveTextContent(/^Kitchen.*\d+% (more|less)$/));
  await user.click(region.getByRole('radio', { name: 'Device' }));
  const device = within(await groups()).getAllByRole('listitem')[0];
  expect(device).toHaveTextContent(/^Kitchen \(Electricity\)/);
});

/** A roof and a meter of what goes back beside the mains. */
const withRoof = () => {
  const { meters, ...rest } = measured();
  const beside = { lastAt: new Date().toISOString(), parentMeterId: 'whole_home-electricity' };
  const roof = meter('roof-electricity', { ...beside, flow: 'produced' });
  return { ...rest, meters: [...meters, roof, meter('back-electricity', { ...beside, flow: 'returned' })] };
};

test('where the roof has no meter, use is written as the least that it can be, and no share of it is told', async () => {
  storeSession();
  await startSession();
  const { meters, ...rest } = withRoof();
  const seen = { ...rest, meters: meters.filter(({ flow }) => flow !== 'produced') };
  household(seen, (query) =>
    rowsOf(query).map((row) => (row.utility === 'electricity' ? { ...row, atLeast: true as const } : row)),
  );
  const part = (used: number) => ({ used, estimated: 0, imported: 0, coveredS: 86_400 });
  server.use(
    http.get('*/api/v1/usage/flows', () =>
      HttpResponse.json({
        household: seen.household,
        timeZone: 'Europe/Madrid',
        origin: 'measured',
        bucket: 'day',
        rows: [
          {
            start: addDays(today, -1),
            utility: 'electricity',
            used: 5000,
            atLeast: true,
            flows: { drawn: part(5000), returned: part(9000) },
          },
        ],
      }),
    ),
  );
  history.replaceState(null, '', '/analytics');
  await renderPart(page);
  const table = await tableOf('Made and used at home');
  expect(table).toHaveTextContent('≥ 5.00');
  expect(document.querySelector('[data-own="selfSufficiency"]')).toHaveTextContent('–');
  expect(document.querySelector('[data-lead="electricity"]')).toHaveTextContent(/≥/);
  expect(document.querySelector('[data-lead="water"]')).not.toHaveTextContent(/≥/);
  expect(document.body).toHaveTextContent(/More may have been used/);
});

test('a home with a roof is told what it made, kept and sent back, day by day; a day that is missing stays missing', async () => {
  storeSession();
  await startSession();
  household(withRoof());
  const part = (used: number, estimated = 0) => ({ used, estimated, imported: 0, coveredS: 86_400 });
  server.use(
    http.get('*/api/v1/usage/flows', () =>
      HttpResponse.json({
        household: withRoof().household,
        timeZone: 'Europe/Madrid',
        origin: 'measured',
        bucket: 'day',
        rows: [
          {
            start: addDays(today, -1),
            utility: 'electricity',
            used: 7500,
            flows: { drawn: part(5000), produced: part(4000, 1000), returned: part(1500) },
            balance: { used: 7500, drawn: 5000, produced: 4000, stored: 0, sentBack: 1500, wholeS: 86_400 },
          },
          { start: addDays(today, -2), utility: 'electricity', used: 5000, flows: { drawn: part(5000) } },
        ],
      }),
    ),
  );
  history.replaceState(null, '', '/analytics');
  await renderPart(page);
  const rows = within(await tableOf('Made and used at home'))
    .getAllByRole('row')
    .map(({ textContent }) => textContent);
  expect(rows).toHaveLength(8);
  expect(rows[0]).toBe('DayGridRoofUsed at homeBack to the grid');
  expect(rows[6]).toMatch(/5\.00\skWh4\.00\skWh7\.50\skWh1\.50\skWh$/);
  expect(rows[5]).toMatch(/5\.00\skWhno readings5\.00\skWhno readings$/);
  expect(document.querySelector('[data-own="selfSufficiency"]')).toHaveTextContent('33%');
  expect(document.querySelector('[data-own="selfUse"]')).toHaveTextContent('63%');
  expect(
    screen.getByText(/Of 4\.00\skWh produced, 2\.50\skWh was used at once and 1\.50\skWh went back/),
  ).toBeVisible();
  // The drawing of where it flows begins with grid and roof, and ends in what went back, too.
  const flow = screen.getByRole('list', { name: 'Where it flows' });
  const nodes = within(flow)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
  expect(nodes.slice(0, 2)).toEqual([expect.stringMatching(/^Grid10\.0/), expect.stringMatching(/^Roof4\.00/)]);
  expect(nodes).toContainEqual(expect.stringMatching(/^Back to the grid1\.50/));
});

test('a home that draws alone sees nothing of it, and is not asked about it', async () => {
  storeSession();
  await startSession();
  household(measured());
  const asked: string[] = [];
  server.use(
    http.get('*/api/v1/usage/flows', ({ request }) => {
      asked.push(request.url);
      return HttpResponse.json({}, { status: 500 });
    }),
  );
  history.replaceState(null, '', '/analytics');
  await renderPart(page);
  await tableOf('Usage over time');
  expect(screen.queryByText('Made and used at home')).toBeNull();
  expect(asked).toEqual([]);
});

test('CO2 of a period is told with its source; without a factor it is unknown, and not a zero', async () => {
  storeSession();
  await startSession();
  household(measured());
  const head = { household: measured().household, timeZone: 'Europe/Madrid', origin: 'measured', bucket: 'day' };
  const row = {
    start: addDays(today, -1),
    utility: 'electricity',
    grams: null as number | null,
    estimated: 0,
    unknown: 2500,
  };
  const answer = { ...head, factors: [] as object[], rows: [row] };
  server.use(http.get('*/api/v1/usage/emissions', () => HttpResponse.json(answer)));
  history.replaceState(null, '', '/analytics');
  await renderPart(page);
  expect(await screen.findByText(/CO₂ of this period is unknown/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Enter a factor' })).toHaveAttribute('href', '/billing/prices#emissions');
  expect(document.querySelector('[data-co2]')).toBeNull();

  Object.assign(row, { grams: 435, unknown: 0 });
  answer.factors.push({ utility: 'electricity', validFrom: '2023-01-01', gPerUnit: 174, reference: 'Ember 2023' });
  await queryClient.invalidateQueries({ queryKey: ['analytics'] });
  expect(await screen.findByText('Factors: Ember 2023')).toBeVisible();
  expect(document.querySelector('[data-co2]')).toHaveTextContent('435g');
  const rows = within(await tableOf('CO₂'))
    .getAllByRole('row')
    .map(({ textContent }) => textContent);
  expect(rows.filter((text) => text?.endsWith('no readings'))).toHaveLength(6);
  expect(rows[6]).toMatch(/435\sg$/);
});
