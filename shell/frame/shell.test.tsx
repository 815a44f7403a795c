import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, test } from 'vitest';
import { asha, storeSession, type TestUser } from '#apps/web/testing/auth-answers.ts';
import { setConfig } from '#apps/web/testing/config.ts';
import { aHousehold, aMember, answerMemberships, membership } from '#apps/web/testing/households.ts';
import { renderApp, renderPart } from '#apps/web/testing/render-app.tsx';
import { server } from '#apps/web/testing/server.ts';
import { queryClient } from '../data/query-client.ts';
import { startSession } from '../session/arrival.ts';
import { Banners } from './banners.tsx';

describe('banners', () => {
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
});

/** On a page that asks for nothing itself. */
describe('household choices', () => {
  const pune = aHousehold('a', 'Pune home');
  const flat = aHousehold('b', '');

  beforeEach(() => {
    queryClient.clear();
    storeSession();
    server.use(http.get('*/rest/v1/administrators', () => HttpResponse.json([])));
  });

  test('C7.10 the account menu changes between several households, also by keyboard', async () => {
    const { profile } = answerMemberships([membership(pune), membership(flat)]);
    const { user } = await renderApp('/no-page');
    const account = await screen.findByRole('button', { name: 'Account: Asha' });
    account.focus();
    await user.keyboard('{Enter}');
    expect(await screen.findByRole('menuitemradio', { name: 'Pune home' })).toBeChecked();
    await user.keyboard('{Escape}{Enter}');
    // The menu begins at the household shown; the next one below has no name of its own.
    expect(screen.getByRole('menuitemradio', { name: 'Pune home' })).toHaveFocus();
    await user.keyboard('{ArrowDown}{Enter}');
    expect(await screen.findByText('Now showing My household')).toBeVisible();
    await waitFor(() => expect(profile.current_household).toBe(flat.id));
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
      const { user } = await renderApp('/no-page', language);
      await user.click(await screen.findByRole('button', { name: /: Asha$/ }));
      expect(await screen.findByRole('menuitemradio', { name: shown })).toBeVisible();
    },
  );

  test('C7.10 whose it is may not be told: the household is there all the same', async () => {
    const bens = aHousehold('c', '', { owner_id: 'b0000000-0000-4000-8000-000000000001' });
    answerMemberships([membership(pune), membership(bens, 'viewer')]);
    server.use(http.get('*/api/v1/household/*/members', () => HttpResponse.error()));
    const { user } = await renderApp('/no-page');
    await user.click(await screen.findByRole('button', { name: 'Account: Asha' }));
    expect(await screen.findByRole('menuitemradio', { name: 'A home shared with you' })).toBeVisible();
  });

  test('with one household there is nothing to choose, and the way to its people', async () => {
    answerMemberships([membership(pune)]);
    const { user } = await renderApp('/no-page');
    await user.click(await screen.findByRole('button', { name: 'Account: Asha' }));
    expect(await screen.findByRole('menuitem', { name: 'Household' })).toBeVisible();
    expect(screen.queryByRole('menuitemradio')).not.toBeInTheDocument();
  });
});
