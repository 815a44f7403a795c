import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import { queryClient } from '../data/query-client.ts';
import { startSession } from '../session/arrival.ts';
import { asha, storeSession, type TestUser } from '#apps/web/testing/auth-answers.ts';
import { setConfig } from '#apps/web/testing/config.ts';
import { renderPart } from '#apps/web/testing/render-app.tsx';
import { server } from '#apps/web/testing/server.ts';
import { Banners } from './banners.tsx';

const asked: string[] = [];
let isProved = false;
beforeEach(() => {
  queryClient.clear();
  asked.length = 0;
  isProved = false;
  server.use(
    http.get('*/api/v1/account/address', ({ request }) => {
      asked.push(new URL(request.url).pathname);
      return HttpResponse.json({ isProved, canProve: true });
    }),
  );
});

async function show(path: string, { user, asksToConfirm = true }: { user?: TestUser; asksToConfirm?: boolean } = {}) {
  setConfig({ asksToConfirm });
  if (user !== undefined) storeSession(user);
  history.replaceState(null, '', path);
  await startSession();
  return renderPart(<Banners />);
}

test('C7.2 on every page somebody is asked to confirm their address, and led to where it is done', async () => {
  const { user } = await show('/analytics', { user: asha });
  expect(
    await screen.findByText('asha@example.com is not confirmed yet: no mail about your home goes there.'),
  ).toBeVisible();
  await user.click(screen.getByRole('link', { name: 'Confirm it' }));
  expect(location.pathname).toBe('/profile');
  // There it is asked at length.
  await waitFor(() => expect(screen.queryByText(/is not confirmed yet/)).not.toBeInTheDocument());
});

test('C7.2 who has confirmed it is asked nothing', async () => {
  isProved = true;
  const { container } = await show('/analytics', { user: asha });
  await waitFor(() => expect(asked).toHaveLength(1));
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(container).toHaveTextContent('');
});

const nobody: Record<string, Parameters<typeof show>> = {
  'where no mail is sent': ['/analytics', { user: asha, asksToConfirm: false }],
  'of a guest': ['/analytics', { user: { ...asha, email: 'guest-1@guest.wattershed.invalid' } }],
  'of who has no address': ['/analytics', { user: { ...asha, email: '' } }],
  'of a visitor': ['/analytics'],
  'on the profile, which asks itself': ['/profile', { user: asha }],
  'where an invitation is answered': ['/join', { user: asha }],
};
test.each(Object.entries(nobody))('C7.2 nothing is asked %s', async (_, [path, who]) => {
  const { container } = await show(path, who);
  expect(container).toHaveTextContent('');
  expect(asked).toEqual([]);
});
