import { screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '../platform/query-client.ts';
import { storeSession } from '../testing/auth-answers.ts';
import { aHousehold, answerMemberships, membership } from '../testing/households.ts';
import { renderApp } from '../testing/render-app.tsx';
import { server } from '../testing/server.ts';

vi.setConfig({ testTimeout: 30_000 });
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

test('with one household there is nothing to choose, and the way to its people', async () => {
  answerMemberships([membership(pune)]);
  const { user } = await renderApp('/');
  await user.click(await screen.findByRole('button', { name: 'Account: Asha' }));
  expect(await screen.findByRole('menuitem', { name: 'Household' })).toBeVisible();
  expect(screen.queryByRole('menuitemradio')).not.toBeInTheDocument();
});
