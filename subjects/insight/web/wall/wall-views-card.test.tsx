import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import { storeSession } from '#apps/web/testing/auth-answers.ts';
import { aHousehold, answerMemberships, membership } from '#apps/web/testing/households.ts';
import { renderPart } from '#apps/web/testing/render-app.tsx';
import { server } from '#apps/web/testing/server.ts';
import type { Language } from '#catalogue/index.ts';
import { startSession } from '#shell/session/arrival.ts';
import type { WallToken } from '#supabase/tables/index.ts';
import { WallViewsCard } from './wall-views-card.tsx';

const home = aHousehold('a', 'Pune home');
const kitchen: Partial<WallToken> = {
  id: '7a000000-0000-4000-8000-000000000001',
  name: 'Kitchen',
  hint: 'q8Zk',
  created_at: '2026-11-20T10:00:00Z',
  last_used_at: '2026-11-21T10:00:00Z',
};
const secret = 'wsw_0123456789abcdefghijklmnopqrstuv';

let views: Partial<WallToken>[];
let asked: unknown[];
beforeEach(() => {
  views = [kitchen];
  asked = [];
  answerMemberships([membership(home)]);
  server.use(
    http.get('*/rest/v1/wall_tokens', () => HttpResponse.json(views)),
    http.delete('*/rest/v1/wall_tokens', ({ request }) => {
      asked.push(new URL(request.url).searchParams.get('id'));
      views = [];
      return new HttpResponse(null, { status: 204 });
    }),
    http.post('*/api/v1/wall/tokens', async ({ request }) => {
      asked.push(await request.json());
      const id = '7a000000-0000-4000-8000-000000000002';
      views = [...views, { ...kitchen, id, name: 'Hall', last_used_at: null }];
      return HttpResponse.json({ id, name: 'Hall', hint: 'stuv', token: secret }, { status: 201 });
    }),
  );
});

async function show(language: Language = 'en') {
  storeSession();
  await startSession();
  return renderPart(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <WallViewsCard />
    </QueryClientProvider>,
    language,
  );
}

test('a view is made under its name; its link is shown once, to be copied or scanned, in a language and for a kind of screen', async () => {
  const { user } = await show();
  expect(await screen.findByText(/last shown 21 Nov.*15:30$/)).toBeVisible();
  await user.type(screen.getByLabelText('Where it hangs'), ' Hall ');
  await user.click(screen.getByRole('button', { name: 'Add a display' }));
  const link = await screen.findByLabelText('Link of the display');
  expect(asked).toEqual([{ name: 'Hall', household: home.id }]);
  expect(link).toHaveTextContent(`${location.origin}/wall?language=en#${secret}`);
  await user.selectOptions(screen.getByLabelText('Language of the screen'), 'हिन्दी');
  await user.click(screen.getByRole('radio', { name: 'E-ink' }));
  const address = `${location.origin}/wall?language=hi&screen=paper#${secret}`;
  expect(link).toHaveTextContent(address);
  expect(await screen.findByRole('img', { name: 'QR code of the display' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Copy the link of the display' }));
  expect(await navigator.clipboard.readText()).toBe(address);
  expect(await screen.findByText(/never shown$/)).toBeVisible();
});

test('a view is ended after it was asked once more', async () => {
  const { user } = await show();
  await user.click(await screen.findByRole('button', { name: 'Remove the display: Kitchen' }));
  const dialog = screen.getByRole('dialog', { name: 'Remove the display Kitchen?' });
  expect(asked).toEqual([]);
  await user.click(within(dialog).getByRole('button', { name: 'Remove' }));
  await screen.findByRole('button', { name: 'Add a display' });
  expect(asked).toEqual([`eq.${kitchen.id}`]);
  expect(screen.queryByRole('list')).toBeNull();
});

test('a list that could not be loaded offers another try; a view that was not made says why', async () => {
  let fails = true;
  server.use(
    http.get('*/rest/v1/wall_tokens', () =>
      fails ? HttpResponse.json({ code: 'PGRST000', message: 'no' }, { status: 400 }) : HttpResponse.json(views),
    ),
    http.post('*/api/v1/wall/tokens', () =>
      HttpResponse.json({ code: 'forbidden', detail: '', requestId: '' }, { status: 403 }),
    ),
  );
  const { user } = await show();
  const retry = await screen.findByRole('button', { name: 'Try again' });
  fails = false;
  await user.click(retry);
  expect(await screen.findByText('Kitchen')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Add a display' }));
  expect(await screen.findByRole('alert')).toBeVisible();
});

test.each([
  ['es', 'Vistas de pared', 'Crear una vista'],
  ['hi', 'दीवार की स्क्रीन', 'स्क्रीन जोड़ें'],
] as const)('C9.1 in %s', async (language, title, make) => {
  await show(language);
  expect(await screen.findByRole('heading', { name: title })).toBeVisible();
  expect(screen.getByRole('button', { name: make })).toBeVisible();
});
