import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { queryClient } from '#shell/data/query-client.ts';
import { noticeStore } from '#shell/ui/notices/notice.ts';
import { answerMarket, openCard } from '../tariffs/testing-tariffs.tsx';
import { householdId } from '../testing.ts';

beforeEach(() => queryClient.clear());

const kind = () => screen.findByLabelText('A bill begins');
const noticed = (title: string) =>
  waitFor(() => expect(noticeStore.read().map((notice) => notice.title)).toContain(title));
const own = { household_id: `eq.${householdId}` };

test('days of the year every so many months, and back to a day of each month by undoing', async () => {
  const asked = answerMarket();
  const { card, user } = await openCard();
  await user.selectOptions(await kind(), 'On days of the year');
  expect(card.queryByLabelText('A bill begins on day')).not.toBeInTheDocument();
  await user.selectOptions(card.getByLabelText('How often'), 'Every 3 months');
  await user.selectOptions(card.getByLabelText('Day'), '5');
  await user.selectOptions(card.getByLabelText('Month'), 'February');
  expect(card.getByText('Bills begin on 5 Feb, 5 May, 5 Aug and 5 Nov.')).toBeVisible();
  expect(card.getByText('Closed bills keep their days.')).toBeVisible();
  expect(asked).toEqual([]);
  await user.click(card.getByRole('button', { name: 'Save' }));
  await noticed('Bills begin on these days of the year');
  expect(asked).toMatchObject([
    {
      method: 'POST',
      body: {
        household_id: householdId,
        kind: 'dates',
        month_days: ['02-05', '05-05', '08-05', '11-05'],
        read_days: [],
      },
    },
  ]);
  expect(card.queryByRole('button', { name: 'Save' })).not.toBeInTheDocument();
  noticeStore.read().at(-1)?.action?.onSelect();
  await noticed('Bills begin on a day of each month');
  expect(asked[1]).toMatchObject({ method: 'DELETE', query: own });
  expect(await card.findByLabelText('A bill begins on day')).toBeEnabled();
});

test('a list of days of its own: each once', async () => {
  const cycle = { kind: 'dates' as const, month_days: ['01-05', '03-09'], read_days: [] };
  const asked = answerMarket({ cycle });
  const { card, user } = await openCard();
  await user.click(await card.findByRole('button', { name: 'Add a day' }));
  await user.selectOptions(card.getByLabelText('Month of date 3'), 'March');
  await user.click(card.getByRole('button', { name: 'Save' }));
  expect(card.getByText('Each day once only.')).toBeVisible();
  await user.selectOptions(card.getByLabelText('Day of date 3'), '28');
  await user.click(card.getByRole('button', { name: 'Remove 5 Jan' }));
  await user.click(card.getByRole('button', { name: 'Save' }));
  await noticed('Bills begin on these days of the year');
  expect(asked).toMatchObject([
    { method: 'PATCH', query: own, body: { kind: 'dates', month_days: ['03-09', '03-28'], read_days: [] } },
  ]);
});

test('days on which the meter was read, the newest first, with the next', async () => {
  const cycle = { kind: 'reads' as const, month_days: [], read_days: ['2026-07-09', '2026-09-08'] };
  const asked = answerMarket({ cycle });
  const { card, user } = await openCard();
  const day = await card.findByLabelText('Read on');
  await user.type(day, '2026-09-08');
  await user.click(card.getByRole('button', { name: 'Add' }));
  expect(card.getByText('This day is already here.')).toBeVisible();
  await user.clear(day);
  await user.type(day, '2026-11-17');
  await user.click(card.getByRole('button', { name: 'Add' }));
  expect(card.getByText('Choose a past day, from 2000 on.')).toBeVisible();
  await user.clear(day);
  await user.type(day, '2026-11-08{Enter}');
  expect(day).toHaveValue('');
  expect(card.getAllByRole('button', { name: /^Remove / }).map((one) => one.getAttribute('aria-label'))).toEqual([
    'Remove 8 Nov 2026',
    'Remove 8 Sept 2026',
    'Remove 9 Jul 2026',
  ]);
  expect(card.getByText(/The next reading is due around 8 Jan 2027/)).toBeVisible();
  await user.click(card.getByRole('button', { name: 'Remove 9 Jul 2026' }));
  await user.click(card.getByRole('button', { name: 'Save' }));
  await noticed('Bills begin when the meter is read');
  expect(asked).toMatchObject([
    { method: 'PATCH', query: own, body: { kind: 'reads', month_days: [], read_days: ['2026-09-08', '2026-11-08'] } },
  ]);
  await user.selectOptions(await kind(), 'On a day of each month');
  await noticed('Bills begin on a day of each month');
  expect(asked[1]).toMatchObject({ method: 'DELETE', query: own });
});

test('readings need a first one', async () => {
  const asked = answerMarket();
  const { card, user } = await openCard();
  await user.selectOptions(await kind(), 'When the meter is read');
  await user.click(card.getByRole('button', { name: 'Save' }));
  expect(card.getByText('Add at least one day on which the meter was read.')).toBeVisible();
  await user.click(card.getByRole('button', { name: 'Cancel' }));
  expect(card.getByLabelText('A bill begins on day')).toBeVisible();
  expect(asked).toEqual([]);
});

test('C6.3 a viewer reads when bills begin, and a member changes all but the day of each month', async () => {
  const cycle = { kind: 'reads' as const, month_days: [], read_days: ['2026-09-08'] };
  answerMarket({ cycle });
  const { card } = await openCard({ role: 'viewer' });
  expect(await kind()).toBeDisabled();
  expect(card.getByText('8 Sept 2026')).toBeVisible();
  expect(card.queryByRole('button', { name: /Remove|Add|Save/ })).not.toBeInTheDocument();
});

test('C6.3 a member may choose readings, the day of each month is the owner’s', async () => {
  answerMarket();
  const { card } = await openCard({ role: 'member' });
  expect(await kind()).toBeEnabled();
  expect(card.getByLabelText('A bill begins on day')).toBeDisabled();
});

test('C6.3 back to a day of each month, which deletes the rule, is not offered to a member', async () => {
  answerMarket({ cycle: { kind: 'reads' as const, month_days: [], read_days: ['2026-09-08'] } });
  await openCard({ role: 'member' });
  const options = within(await kind()).getAllByRole('option');
  expect(options.map(({ textContent }) => textContent)).not.toContain('On a day of each month');
  expect(options).toHaveLength(2);
});
