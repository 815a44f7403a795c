import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { QueryClientProvider } from '@tanstack/react-query';
import { renderPart } from '#apps/web/testing/render-app.tsx';
import { createQueryClient } from '#shell/data/query-client.ts';
import { startSession } from '#shell/session/arrival.ts';
import { noticeStore } from '#shell/ui/notices/notice.ts';
import { Bell } from './bell.tsx';
import { StatusLine } from './status-line.tsx';
import { answerAs, at, budgetPassed, type FarSide, meter, notice, prepaidEnds, showPart } from './testing.tsx';

function show(given: Partial<FarSide> = {}, language: 'en' | 'hi' = 'en') {
  const far = answerAs(given);
  return showPart(<StatusLine />, language).then(({ user, container }) => ({ user, container, far }));
}

const status = () => document.querySelector('[data-status]')?.textContent;
const leakTitle = 'Kitchen tap: water does not stop';

test('all well, and how many meters say so', async () => {
  await show();
  await waitFor(() => expect(status()).toBe('All well · 5 of 5 meters'));
  expect(screen.queryByRole('article')).not.toBeInTheDocument();
});

test('for how long there was no leak is told where the home’s own history says it, and only there', async () => {
  const over = { ended_at: '2026-11-08T05:00:00Z' };
  await show({ notices: [notice(0, 'running-water', over)] });
  await waitFor(() => expect(status()).toBe('All well · 5 of 5 meters · no leak for 12 days'));
});

test('nobody knows what ran while a water meter was silent', async () => {
  const leak = notice(0, 'running-water', { ended_at: '2026-11-08T05:00:00Z' });
  await show({ notices: [leak, notice(1, 'silent-meter', { ended_at: '2026-11-10T05:00:00Z' })] });
  await waitFor(() => expect(status()).toBe('All well · 5 of 5 meters'));
});

test('a silent meter is named, by the clock or by its notice, and then not all is well', async () => {
  const dismissed = { dismissed_at: at };
  await show({
    notices: [notice(2, 'silent-meter', dismissed)],
    meters: [0, 1, 2].map((i) => meter(i, i === 1 ? { lastAt: '2026-11-20T04:00:00Z' } : {})),
  });
  await waitFor(() => expect(status()).toBe('No readings from Lamp and Fridge · 1 of 3 meters'));
});

test('a meter that is read by hand is no silent one: when it was read is told', async () => {
  const byHand = meter(1, { lastAt: '2026-11-15T06:00:00Z', rateState: 'far-apart' });
  await show({ meters: [meter(0), byHand] });
  await waitFor(() => expect(status()).toBe('Lamp: last reading 5 days ago · 1 of 2 meters'));
});

test('a meter that waits for its first reading is told, not counted', async () => {
  await show({ meters: [meter(0), meter(1, { lastAt: null, rateState: 'none' })] });
  await waitFor(() => expect(status()).toBe('Lamp: waiting for its first reading · 1 of 2 meters'));
});

test.each([
  ['a home without a reading, whose figures are samples', { origin: 'none' as const }],
  ['a home without meters', { meters: [] }],
])('%s is told nothing', async (_name, given) => {
  const { container } = await show(given);
  await waitFor(() => expect(container.querySelector('[aria-live]')).toBeEmptyDOMElement());
});

test('C2.1 a visitor is told nothing', async () => {
  await startSession();
  const { container } = await renderPart(
    <QueryClientProvider client={createQueryClient()}>
      <StatusLine />
    </QueryClientProvider>,
  );
  expect(container.querySelector('[aria-live]')).toBeEmptyDOMElement();
});

test('without a network nobody claims that all is well', async () => {
  await show();
  await waitFor(() => expect(status()).toBe('All well · 5 of 5 meters'));
  Object.defineProperty(navigator, 'onLine', { value: false, configurable: true });
  act(() => void dispatchEvent(new Event('offline')));
  await waitFor(() => expect(status()).toBe('Not known at the moment'));
  Object.defineProperty(navigator, 'onLine', { value: true, configurable: true });
  act(() => void dispatchEvent(new Event('online')));
  await waitFor(() => expect(status()).toBe('All well · 5 of 5 meters'));
});

test('C1.2 of several things the worst is shown alone: running water, with what, since when, how much and what to do', async () => {
  const { user } = await show({
    notices: [
      notice(1, 'silent-meter', { since: '2026-11-20T05:00:00Z' }),
      notice(0, 'running-water'),
      budgetPassed(3),
    ],
  });
  const card = within(await screen.findByRole('article'));
  expect(card.getByRole('heading', { level: 2, name: leakTitle })).toBeVisible();
  expect(card.getByText('Since Friday, 07:45 · 4 hours without a pause')).toBeVisible();
  expect(card.getByText('Never under 8.2 L/h since then')).toBeVisible();
  expect(card.getByText('leaked').parentElement).toHaveTextContent('213 L');
  expect(card.queryByText('a month like this')).not.toBeInTheDocument();
  expect(card.getAllByRole('listitem')).toHaveLength(3);
  expect(card.getByRole('link', { name: 'Show' })).toHaveAttribute(
    'href',
    '/analytics?period=day&at=2026-11-20&compare=none&utility=water&leak=n0',
  );
  expect(screen.getAllByRole('article')).toHaveLength(1);
  expect(status()).toBeUndefined();
  await user.click(card.getByRole('button', { name: 'It is fine' }));
  expect(await screen.findByRole('heading', { level: 2, name: 'No readings from Lamp' })).toBeVisible();
  expect(screen.getByText('Since 20 Nov, 10:30. Usually never longer than 10 minutes without one.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Show the device' })).toHaveAttribute('href', '/devices#device-d1');
});

test('a leak says what it has cost and will cost, where the home has a water tariff', async () => {
  const figures = { usedMl: 1_076_000, floorMlPerHour: 2400, leakMl: 96_000, currency: 'EUR' };
  await show({
    notices: [notice(0, 'running-water', { figures: { ...figures, cost: '0.26', costPerMonth: '4.76' } })],
  });
  expect((await screen.findByText('so far')).parentElement).toHaveTextContent('€0.26');
  expect(screen.getByText('a month like this').parentElement).toHaveTextContent('€4.76');
  expect(screen.getByText('Never under 2.4 L/h since then')).toBeVisible();
});

test('a burst comes before all else: since when, how fast, what it has cost, and that the main tap is closed first', async () => {
  const figures = { usedMl: 560_000, floorMlPerHour: 2_400_000, leakMl: 560_000, currency: 'EUR', cost: '1.40' };
  const { far, user } = await show({ notices: [notice(0, 'running-water'), notice(1, 'burst', { figures })] });
  const card = within(await screen.findByRole('article'));
  expect(card.getByRole('heading', { level: 2, name: /: water is gushing$/ })).toBeVisible();
  expect(card.getByText('About 40.0 L/min, faster than this home ever drew water')).toBeVisible();
  expect(card.getByText(/^Close the main tap now\./)).toBeVisible();
  expect(card.getByText('so far').parentElement).toHaveTextContent('€1.40');
  expect(card.queryByText('a month like this')).not.toBeInTheDocument();
  expect(card.getByRole('link', { name: 'Show' })).toHaveAttribute('href', expect.stringContaining('&leak=n1'));
  await user.click(card.getByRole('button', { name: 'Fixed' }));
  await waitFor(() => expect(far.changes).toHaveLength(1));
  expect(await screen.findByRole('heading', { name: /water does not stop/ })).toBeVisible();
});

test('readings that wait for a decision come after running water and before all else', async () => {
  const { far, user } = await show({
    notices: [budgetPassed(3), notice(0, 'running-water')],
    meters: [meter(0, { quarantined: 2 }), meter(1, { quarantined: 1 })],
  });
  await user.click(await screen.findByRole('button', { name: 'It is fine' }));
  expect(await screen.findByRole('heading', { name: '3 readings need your decision' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Decide' })).toHaveAttribute('href', '/devices');
  await waitFor(() => expect(far.changes).toHaveLength(1));
});

test.each([
  ['4.20', 'Electricity: prepaid money ends soon', '€4.20 left until 22 Nov.'],
  ['-4.20', 'Electricity: prepaid money has run out', '€4.20 owed on the meter.'],
  ['0.00', 'Electricity: prepaid money has run out', 'Nothing is left.'],
])('of what is prepaid %s is told as what it is, with what to do about it', async (soFar, title, text) => {
  await show({ notices: [prepaidEnds(0, soFar)] });
  const card = within(await screen.findByRole('article'));
  expect(card.getByRole('heading', { level: 2, name: title })).toBeVisible();
  expect(card.getByText(text)).toBeVisible();
  expect(card.getByText('Top up, and add the top-up under Billing.')).toBeVisible();
  expect(card.getByRole('link', { name: 'Show what is left' })).toHaveAttribute('href', '/billing#payments');
});

test('what else there is waits under the bell', async () => {
  answerAs({ notices: [notice(0, 'running-water'), notice(1, 'silent-meter'), budgetPassed(2)] });
  const { user } = await showPart(
    <>
      <Bell />
      <StatusLine />
    </>,
  );
  await user.click(await screen.findByRole('button', { name: '2 more' }));
  const list = within(await screen.findByRole('dialog', { name: 'Notices' }));
  expect(await list.findByText('No readings from Lamp')).toBeVisible();
});

test('C1.4 in Hindi too', async () => {
  await show({ notices: [notice(0, 'running-water')] }, 'hi');
  expect(await screen.findByText('Kitchen tap: पानी बंद नहीं हो रहा')).toBeVisible();
});

test('what is marked as fixed goes at once, is watched, and can be taken back', async () => {
  const { user, far } = await show({ notices: [notice(0, 'running-water')] });
  await user.click(await screen.findByRole('button', { name: 'Fixed' }));
  expect(screen.queryByText(leakTitle)).not.toBeInTheDocument();
  expect(document.body).not.toHaveFocus();
  expect(status()).toBe('Kitchen tap: marked as fixed, watched until morning · 5 of 5 meters');
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await screen.findByText(leakTitle)).toBeVisible();
  await waitFor(() => expect(far.changes.map(({ dismissed_as: as }) => as)).toEqual(['fixed', null]));
  expect(far.changes.map(({ dismissed_at: when }) => when === null)).toEqual([false, true]);
});

test('what was pressed last counts, however long the service takes for what was pressed before', async () => {
  let letThrough = (): void => undefined;
  const untilTakenBack = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  const { user, far } = await show({ notices: [notice(0, 'running-water')], untilTakenBack });
  await user.click(await screen.findByRole('button', { name: 'It is fine' }));
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await user.click(await screen.findByRole('button', { name: 'It is fine' }));
  expect(screen.queryByText(leakTitle)).not.toBeInTheDocument();
  await waitFor(() => expect(far.changes.length).toBeGreaterThan(1));
  letThrough();
  await waitFor(() => expect(far.changes).toHaveLength(3));
  await waitFor(() => expect(far.notices[0]?.dismissed_at).not.toBeNull());
  // It was never shown as what it was before.
  expect(screen.queryByText(leakTitle)).not.toBeInTheDocument();
});

test('C6.1 a viewer reads the notice, sees when it began, and is offered nothing to say to it', async () => {
  await show({ notices: [notice(0, 'running-water')], role: 'viewer' });
  expect(await screen.findByText(leakTitle)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Show' })).toBeVisible();
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});

test('C6.3 whose right was taken away meanwhile is told so, and the notice stays', async () => {
  const { user } = await show({ notices: [notice(0, 'running-water')], mayChange: false });
  await user.click(await screen.findByRole('button', { name: 'It is fine' }));
  expect(await screen.findByText('That was not saved')).toBeVisible();
  expect(await screen.findByText(leakTitle)).toBeVisible();
  expect(noticeStore.read().some(({ tone }) => tone === 'alert')).toBe(true);
});

test('a budget that is passed says how much, until when, and leads to the bills', async () => {
  await show({ notices: [budgetPassed(0)] });
  expect(await screen.findByRole('heading', { name: 'Electricity is over budget' })).toBeVisible();
  expect(screen.getByText(/€41\.20; the budget until .*30.* is €40\.00/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Show the costs' })).toHaveAttribute('href', '/billing');
  expect(screen.getByRole('button', { name: 'Dismiss' })).toBeVisible();
});
