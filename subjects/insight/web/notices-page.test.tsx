import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import { server } from '#apps/web/testing/server.ts';
import { NoticesPage } from './notices-page.tsx';
import { answerAs, ben, budgetPassed, type FarSide, notice, showPart } from './testing.tsx';

beforeEach(() => history.replaceState(null, '', '/notices'));

async function show(given: Partial<FarSide> = {}) {
  const far = answerAs(given);
  return { far, ...(await showPart(<NoticesPage />)) };
}

const region = (name: string) => screen.findByRole('region', { name });
const october = { id: 'october', ended_at: '2026-10-31T20:00:00Z' };

test('what is open stands first, then what is over by the month in which it ended', async () => {
  await show({
    notices: [
      notice(0, 'running-water'),
      notice(1, 'silent-meter', { id: 'november', ended_at: '2026-10-31T19:00:00Z', since: '2026-10-31T12:00:00Z' }),
      notice(2, 'silent-meter', { ...october, ended_at: '2026-09-30T12:00:00Z', since: '2026-09-30T09:00:00Z' }),
    ],
    withheld: ['2026-11-20T05:00:00Z'],
  });
  const open = within(await region('Open'));
  expect(open.getByText('1 reading needs your decision')).toBeVisible();
  expect(open.getByRole('link', { name: 'Kitchen tap: water does not stop' })).toHaveAttribute(
    'href',
    expect.stringContaining('leak=n0'),
  );
  // The home's clock is past midnight already.
  expect(within(await region('November 2026')).getByText('No readings from Lamp for 7 hours')).toBeVisible();
  expect(within(await region('September 2026')).getByText('No readings from Fridge for 3 hours')).toBeVisible();
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent: text }) => text)).toEqual([
    'Open',
    'November 2026',
    'September 2026',
  ]);
});

test('one kind is looked at alone, also by its address', async () => {
  const { user } = await show({ notices: [budgetPassed(0), notice(1, 'silent-meter')] });
  await user.click(await screen.findByRole('radio', { name: 'Budgets and prices' }));
  expect(await screen.findByText('Electricity is over budget')).toBeVisible();
  await waitFor(() => expect(screen.queryByText('No readings from Lamp')).not.toBeInTheDocument());
  expect(location.search).toBe('?kind=budgets');
  await user.click(screen.getByRole('radio', { name: 'Readings' }));
  expect(await screen.findByText('None of this kind')).toBeVisible();
});

test('a meter that counts wrongly is told with its range, its money and what to check it against', async () => {
  const { user } = await show({
    notices: [
      notice(1, 'meter-check', {
        figures: {
          fault: 'drift',
          against: '9',
          againstName: 'Mains',
          factor: 0.989,
          within: 0.003,
          perDay: 300,
          currency: 'EUR',
          costPerMonth: '4.6',
        },
      }),
      notice(2, 'meter-check', { figures: { fault: 'scale', against: null, factor: 10, perDay: 9000 } }),
      notice(3, 'meter-check', { figures: { fault: 'stuck', against: null, factor: null, longest: 4, perDay: 10 } }),
    ],
  });
  const open = within(await region('Open'));
  expect(open.getByText('Lamp counts 1.1% less than before')).toBeVisible();
  expect(
    open.getByText('Since about 20 Nov, against Mains (0.8%–1.4%). About €4.60 a month is counted wrongly.'),
  ).toBeVisible();
  expect(open.getByText('Fridge counts 10 times as much')).toBeVisible();
  expect(open.getByText('Boiler stands still')).toBeVisible();
  expect(open.queryByText(/€0/)).not.toBeInTheDocument();
  await user.click(screen.getByRole('radio', { name: 'Meter checks' }));
  expect(await screen.findAllByRole('button', { name: 'Dismiss' })).toHaveLength(3);
});

test('what was put aside says by whom, and can be taken back', async () => {
  const { user, far } = await show({
    notices: [
      notice(0, 'running-water', { dismissed_at: '2026-11-20T05:30:00Z', dismissed_by: ben, dismissed_as: 'fine' }),
    ],
  });
  const aside = within(await region('Dismissed, not over yet'));
  expect(await aside.findByText('Marked as fine by Ben, 20 Nov, 11:00.')).toBeVisible();
  await user.click(aside.getByRole('button', { name: 'Show again' }));
  const open = within(await region('Open'));
  expect(await open.findByText('Kitchen tap: water does not stop')).toBeVisible();
  await waitFor(() => expect(far.changes).toHaveLength(1));
  await user.click(open.getByRole('button', { name: 'Fixed' }));
  expect(await screen.findByText(/^Marked as fixed by you, /)).toBeVisible();
});

test('C6.1 a viewer reads them and is offered nothing to press', async () => {
  await show({ notices: [notice(0, 'running-water')], role: 'viewer' });
  expect(await screen.findByText('Kitchen tap: water does not stop')).toBeVisible();
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});

test('a home without any says so', async () => {
  await show();
  expect(await screen.findByRole('heading', { name: 'No notices yet' })).toBeVisible();
});

test('when they cannot be loaded the page says so and offers another try', async () => {
  answerAs();
  server.use(
    http.get('*/rest/v1/notices', () => HttpResponse.json({ code: '42501', message: 'raw detail' }, { status: 403 })),
  );
  const { user } = await showPart(<NoticesPage />);
  const again = await screen.findByRole('button', { name: 'Try again' });
  expect(screen.queryByText('raw detail')).not.toBeInTheDocument();
  answerAs({ notices: [notice(1, 'silent-meter')] });
  await user.click(again);
  expect(await screen.findByText('No readings from Lamp')).toBeVisible();
});
