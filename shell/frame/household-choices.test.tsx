import { screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '../data/query-client.ts';
import { asha, storeSession } from '#apps/web/testing/auth-answers.ts';
import { aHousehold, aMember, answerMemberships, membership } from '#apps/web/testing/households.ts';
import { renderApp } from '#apps/web/testing/render-app.tsx';
import { server } from '#apps/web/testing/server.ts';

const pune = aHousehold('a', 'Pune home');
const flat = aHousehold('b', '');

beforeEach(() => {
  queryClient.clear();
  storeSession();
  server.use(http.get('*/rest/v1/administrators', () => HttpResponse.json([])));
});

test('C7.10 the account menu changes between several households, also by keyboard', async () => {
  const { profile } = answerMemberships([membership(pune), membership(flat)]);
  const { user } = await renderApp('/');
  const account = await screen.findByRole('button', { name: 'Account: Asha' });
  account.focus();
  await user.keyboard('{Enter}');
  expect(await screen.findByRole('menuitemradio', { name: 'Pune home' })).toBeChecked();
  await user.keyboard('{Escape}{Enter}');
  // The menu begins at the household shown; the next one below has no name of its own.
  expect(screen.getByRole('menuitemradio', { name: 'Pune home' })).toHaveFocus();
  await user.keyboard('{ArrowDown}{Enter}');
  expect(await screen.findByText('You now look at My household')).toBeVisible();
  await vi.waitFor(() => expect(profile.current_household).toBe(flat.id));
  await user.keyboard('{Enter}');
  expect(screen.getByRole('menuitemradio', { name: 'My household' })).toBeChecked();
});

test.each([
  ['en', 'Ben', "Ben's home"],
  ['es', 'Ben', 'Casa de Ben'],
  ['hi', 'Ben', 'घर: Ben'],
  ['en', '', 'A home shared with you'],
] as const)(
  'C7.10 another’s household without a name is called by whose it is (%s, “%s”)',
  async (language, name, shown) => {
    const bens = aHousehold('c', '', { owner_id: 'b0000000-0000-4000-8000-000000000001' });
    answerMemberships([membership(pune), membership(bens, 'viewer')]);
    const people = [aMember(asha.id, 'Asha', 'viewer'), aMember(bens.owner_id ?? '', name, 'owner')];
    server.use(http.get(`*/api/v1/household/${bens.id}/members`, () => HttpResponse.json({ members: people })));
    const { user } = await renderApp('/', language);
    await user.click(await screen.findByRole('button', { name: /: Asha$/ }));
    expect(await screen.findByRole('menuitemradio', { name: shown })).toBeVisible();
  },
);

test('C7.10 whose it is may not be told: the household is there all the same', async () => {
  const bens = aHousehold('c', '', { owner_id: 'b0000000-0000-4000-8000-000000000001' });
  answerMemberships([membership(pune), membership(bens, 'viewer')]);
  server.use(http.get('*/api/v1/household/*/members', () => HttpResponse.error()));
  const { user } = await renderApp('/');
  await user.click(await screen.findByRole('button', { name: 'Account: Asha' }));
  expect(await screen.findByRole('menuitemradio', { name: 'A home shared with you' })).toBeVisible();
});

test('with one household there is nothing to choose, and the way to its people', async () => {
  answerMemberships([membership(pune)]);
  const { user } = await renderApp('/');
  await user.click(await screen.findByRole('button', { name: 'Account: Asha' }));
  expect(await screen.findByRole('menuitem', { name: 'Household' })).toBeVisible();
  expect(screen.queryByRole('menuitemradio')).not.toBeInTheDocument();
});
