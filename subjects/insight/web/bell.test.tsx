import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Bell } from './bell.tsx';
import { answerAs, at, ben, budgetPassed, type FarSide, notice, showPart } from './testing.tsx';

async function show(given: Partial<FarSide> = {}) {
  const far = answerAs(given);
  return { far, ...(await showPart(<Bell />)) };
}

const bell = (name: string | RegExp) => screen.findByRole('button', { name });
const over = { ended_at: '2026-11-19T12:00:00Z' };

test('the number is of what is new and wants a hand: no budgets, nothing dismissed or over', async () => {
  await show({
    notices: [
      notice(0, 'running-water'),
      notice(1, 'silent-meter'),
      notice(2, 'silent-meter', { dismissed_at: at }),
      notice(3, 'silent-meter', over),
      budgetPassed(4),
    ],
    withheld: [at],
  });
  expect(await bell('Notices: 3 need attention')).toHaveTextContent('3');
});

test('what one only has to know is a quiet mark without a number', async () => {
  await show({ notices: [budgetPassed(0)] });
  expect(await bell('Notices: something new')).toHaveTextContent('');
});

test('what was seen on another device is not counted here', async () => {
  const { far } = await show({ notices: [notice(0, 'running-water')], seenUntil: at });
  await waitFor(() => expect(far.seenUntil).toBe(at));
  expect(await bell('Notices')).toHaveTextContent('');
});

test('pressed by key it lists the five latest, what is open first, and then all is read; Escape gives the focus back', async () => {
  const closed = { ...over, noticed_at: '2026-11-19T10:00:00Z' };
  const many = [1, 2, 3, 4].map((i) => notice(i, 'silent-meter', { ...closed, id: `old${i}` }));
  const fixed = { ...over, dismissed_at: '2026-11-19T11:00:00Z', dismissed_by: ben, dismissed_as: 'fixed' as const };
  const { user, far } = await show({
    notices: [
      ...many,
      notice(2, 'running-water', { ...fixed, id: 'fixed', noticed_at: '2026-11-19T11:00:00Z' }),
      notice(0, 'running-water'),
    ],
  });
  (await bell('Notices: 1 needs attention')).focus();
  await user.keyboard('{Enter}');
  const list = within(await screen.findByRole('dialog', { name: 'Notices' }));
  const rows = await list.findAllByRole('listitem');
  expect(rows).toHaveLength(5);
  expect(rows[0]).toHaveTextContent(/^Kitchen tap: water does not stopNow/);
  expect(rows[1]).toHaveTextContent('Fridge: water ran for');
  await waitFor(() =>
    expect(rows[1]).toHaveTextContent('Stopped 19 Nov, 17:30. Marked as fixed by Ben, 19 Nov, 16:30.'),
  );
  expect(list.getByRole('link', { name: 'All notices' })).toHaveAttribute('href', '/notices');
  expect(list.getByRole('link', { name: 'Where they reach you' })).toHaveAttribute('href', '/profile#notifications');
  await waitFor(() => expect(far.seenUntil).toBe('2026-11-20T05:16:00Z'));
  await user.keyboard('{Escape}');
  const read = await bell('Notices');
  expect(read).toHaveTextContent('');
});

test('how far one has seen could not be kept: it stays unread', async () => {
  const { user } = await show({
    notices: [notice(0, 'running-water')],
    seenUntil: '2026-11-01T00:00:00Z',
    keepsSeen: false,
  });
  await user.click(await bell('Notices: 1 needs attention'));
  expect(await screen.findByText('Kitchen tap: water does not stop')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Close' }));
  expect(await bell('Notices: 1 needs attention')).toBeVisible();
});

test('where nothing is open it says so', async () => {
  const { user } = await show({ notices: [notice(1, 'silent-meter', over)] });
  await user.click(await bell('Notices'));
  expect(await screen.findByText('All well: nothing needs attention')).toBeVisible();
  expect(await screen.findByText(/^Back since 19 Nov, 17:30\.$/)).toBeVisible();
});
