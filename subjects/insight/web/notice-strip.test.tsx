import type { LatestMeter } from '#subjects/usage/contract/usage.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { screen, waitFor, within } from '@testing-library/react';
import type { ConnectedDevice, HouseholdNotice } from '#supabase/tables/index.ts';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import { createQueryClient } from '#shell/data/query-client.ts';
import { startSession } from '#shell/session/arrival.ts';
import { asha, storeSession } from '#apps/web/testing/auth-answers.ts';
import { renderPart } from '#apps/web/testing/render-app.tsx';
import { server } from '#apps/web/testing/server.ts';
import { noticeStore } from '#shell/ui/notices/notice.ts';
import { Notices } from '#shell/ui/notices/notices.tsx';
import { NoticeStrip } from './notice-strip.tsx';

const home = '5b1e6f0a-0000-4000-8000-0000000000aa';
const names = ['Kitchen tap', 'Lamp', 'Fridge', 'Boiler', 'Garden'];
const devices = names.map((name, i) => ({ household_id: home, id: `d${i}`, name, room: 'kitchen', utility: 'water' }));
const meters = names.map(
  (_, i): LatestMeter => ({
    meterId: String(i),
    key: `m${i}`,
    deviceId: `d${i}`,
    room: 'kitchen',
    utility: 'water',
    parentMeterId: null,
    lastAt: null,
    lastValue: null,
    rate: null,
    rateWithin: null,
    rateState: 'none',
    rateUntil: null,
    today: 0,
    quarantined: 0,
  }),
);
const notice = (
  meter: number,
  kind: HouseholdNotice['kind'],
  rest: Partial<HouseholdNotice> = {},
): HouseholdNotice => ({
  household_id: home,
  id: `n${meter}`,
  kind,
  meter_id: meter,
  utility: null,
  since: '2026-11-20T02:15:00Z',
  noticed_at: '2026-11-20T05:16:00Z',
  ended_at: null,
  figures: kind === 'running-water' ? { usedMl: 1_076_000, floorMlPerHour: 8200, leakMl: 213_400 } : { usualS: 600 },
  mail_at: '2026-11-20T05:16:00Z',
  dismissed_at: null,
  dismissed_by: null,
  ...rest,
});

let changes: { dismissed_at: string | null }[] = [];
/** Whether the policies leave this person a row to change. */
let mayChange = true;
let role = 'owner';
/** What a slow service does not answer before. */
let untilTakenBack = Promise.resolve();
function answerNotices(notices: HouseholdNotice[]): void {
  server.use(
    http.get('*/rest/v1/household_members', () =>
      HttpResponse.json([
        {
          role,
          switch_rooms: null,
          households: { id: home, time_zone: 'Asia/Kolkata', units: 'metric', country: 'IN', currency: 'INR' },
        },
      ]),
    ),
    http.get('*/rest/v1/connected_devices', () => HttpResponse.json(devices as unknown as ConnectedDevice[])),
    http.get('*/api/v1/usage/latest', () =>
      HttpResponse.json({
        household: home,
        timeZone: 'Asia/Kolkata',
        origin: 'measured',
        at: '2026-11-20T06:00:00Z',
        meters,
      }),
    ),
    http.get('*/rest/v1/notices', () => HttpResponse.json(notices)),
    http.patch('*/rest/v1/notices', async ({ request }) => {
      const change = (await request.json()) as { dismissed_at: string | null };
      changes.push(change);
      if (change.dismissed_at === null) await untilTakenBack;
      if (mayChange) for (const one of notices) one.dismissed_at = change.dismissed_at;
      return HttpResponse.json(mayChange ? [{ id: 'n0' }] : []);
    }),
  );
}

beforeEach(() => {
  changes = [];
  mayChange = true;
  untilTakenBack = Promise.resolve();
  role = 'owner';
});

async function show(notices: HouseholdNotice[], language: 'en' | 'hi' = 'en') {
  storeSession(asha);
  await startSession();
  answerNotices(notices);
  return renderPart(
    <QueryClientProvider client={createQueryClient()}>
      <NoticeStrip />
      <Notices label="News" closeLabel="Close news" />
    </QueryClientProvider>,
    language,
  );
}

const titles = () => screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent);

test('running water stands above silent meters, with what, since when, how much and what to do', async () => {
  await show([notice(1, 'silent-meter', { since: '2026-11-20T05:00:00Z' }), notice(0, 'running-water')]);
  expect(await screen.findByText('Water has not stopped: Kitchen tap')).toBeVisible();
  expect(titles()).toEqual(['Water has not stopped: Kitchen tap', 'Nothing heard of Lamp']);
  expect(screen.getByText('Running since 20 Nov, 07:45 without a pause: about 8.2 L/h, 213 L so far.')).toBeVisible();
  expect(
    screen.getByText('Silent since 20 Nov, 10:30. Usually it is never quiet for longer than 10 minutes.'),
  ).toBeVisible();
  expect(screen.getByRole('link', { name: 'Show the device' })).toHaveAttribute('href', '/devices#device-d1');
  expect(screen.getByRole('link', { name: 'Show when it began' })).toHaveAttribute(
    'href',
    '/analytics?period=day&at=2026-11-20&compare=none&utility=water&leak=n0',
  );
});

test('a leak says what it has cost and will cost, where the home has a water tariff', async () => {
  const figures = { usedMl: 1_076_000, floorMlPerHour: 2400, leakMl: 96_000, currency: 'EUR' };
  await show([notice(0, 'running-water', { figures: { ...figures, cost: '0.26', costPerMonth: '4.76' } })]);
  expect(
    await screen.findByText(
      /about 2\.4 L\/h, 96 L so far\. It has cost €0\.26, and will cost €4\.76 a month if it goes on\.$/,
    ),
  ).toBeVisible();
});

test('C1.4 in Hindi too', async () => {
  await show([notice(0, 'running-water')], 'hi');
  expect(await screen.findByText('पानी रुका नहीं है: Kitchen tap')).toBeVisible();
});

test('what is over or dismissed is not shown, and of many two are; the rest is a press away', async () => {
  const many = names.map((_, i) => notice(i, 'silent-meter'));
  const over = notice(0, 'running-water', { id: 'over', ended_at: new Date().toISOString() });
  const { user } = await show([...many, over, notice(1, 'running-water', { id: 'gone', dismissed_at: over.since })]);
  await user.click(await screen.findByRole('button', { name: 'and 3 more notices' }));
  expect(screen.getAllByRole('article')).toHaveLength(2);
  const dialog = within(await screen.findByRole('dialog', { name: 'Notices' }));
  expect(dialog.getAllByRole('listitem')).toHaveLength(7);
  expect(dialog.getByText('Water ran for long: Kitchen tap')).toBeVisible();
  expect(dialog.getAllByRole('button', { name: 'Show again' })).toHaveLength(1);
});

test('a dismissed notice goes at once and can be taken back', async () => {
  const { user } = await show([notice(0, 'running-water')]);
  await user.click(await screen.findByRole('button', { name: 'Dismiss' }));
  expect(screen.queryByText('Water has not stopped: Kitchen tap')).not.toBeInTheDocument();
  expect(document.body).not.toHaveFocus();
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('Water has not stopped: Kitchen tap')).toBeVisible();
  await waitFor(() => expect(changes).toHaveLength(2));
  expect(changes.map(({ dismissed_at: at }) => at === null)).toEqual([false, true]);
});

test('what was pressed last counts, however long the service takes for what was pressed before', async () => {
  const mine = [notice(0, 'running-water')];
  let letThrough = (): void => undefined;
  untilTakenBack = new Promise((resolve) => {
    letThrough = resolve;
  });
  const { user } = await show(mine);
  await user.click(await screen.findByRole('button', { name: 'Dismiss' }));
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await user.click(await screen.findByRole('button', { name: 'Dismiss' }));
  expect(screen.queryByText('Water has not stopped: Kitchen tap')).not.toBeInTheDocument();
  await waitFor(() => expect(changes.length).toBeGreaterThan(1));
  letThrough();
  await waitFor(() => expect(changes).toHaveLength(3));
  await waitFor(() => expect(mine[0]?.dismissed_at).not.toBeNull());
  // It was never shown as what it was before.
  expect(screen.queryByText('Water has not stopped: Kitchen tap')).not.toBeInTheDocument();
});

test('C6.1 a viewer reads the notices and is offered nothing to press', async () => {
  role = 'viewer';
  await show([notice(0, 'running-water')]);
  expect(await screen.findByText('Water has not stopped: Kitchen tap')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Dismiss' })).not.toBeInTheDocument();
});

test('C6.3 whose right was taken away meanwhile is told so, and the notice stays', async () => {
  mayChange = false;
  const { user } = await show([notice(0, 'running-water')]);
  await user.click(await screen.findByRole('button', { name: 'Dismiss' }));
  expect(await screen.findByText('That could not be kept')).toBeVisible();
  expect(await screen.findByText('Water has not stopped: Kitchen tap')).toBeVisible();
  expect(noticeStore.read().some(({ tone }) => tone === 'alert')).toBe(true);
});

test('a budget that is passed says how much, until when, and leads to the bills', async () => {
  await show([
    notice(0, 'budget-passed', {
      meter_id: null,
      utility: 'electricity',
      figures: { budget: '40', soFar: '41.20', currency: 'EUR', start: '2026-11-01', end: '2026-12-01' },
    }),
  ]);
  expect(await screen.findByRole('heading', { name: 'Electricity has passed its budget' })).toBeVisible();
  expect(screen.getByText(/€41\.20; the budget until .*30.* is €40\.00/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Show the costs' })).toHaveAttribute('href', '/billing');
});

test('without any there is nothing', async () => {
  const { container } = await show([]);
  await waitFor(() => expect(container.querySelector('article')).toBeNull());
});
