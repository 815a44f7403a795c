import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { screen, waitFor, within } from '@testing-library/react';
import type { Language } from '#catalogue/index.ts';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import { startSession } from '#shell/session/arrival.ts';
import { storeSession } from '#apps/web/testing/auth-answers.ts';
import { renderPart } from '#apps/web/testing/render-app.tsx';
import { server } from '#apps/web/testing/server.ts';
import { AssistantTokensCard, type TokenRow } from './assistant-tokens-card.tsx';

const household = '9c000000-0000-4000-8000-000000000001';
const laptop: TokenRow = {
  id: '7a000000-0000-4000-8000-000000000001',
  name: 'Laptop',
  hint: 'q8Zk',
  created_at: '2026-11-20T10:00:00Z',
  last_used_at: null,
};
const secret = 'wsa_0123456789abcdefghijklmnopqrstuv';

let tokens: TokenRow[];
let asked: unknown[];
beforeEach(() => {
  tokens = [laptop];
  asked = [];
  server.use(
    http.get('*/rest/v1/household_members', () =>
      HttpResponse.json([{ households: { id: household, time_zone: 'Asia/Kolkata', currency: 'INR', country: 'IN' } }]),
    ),
    http.get('*/rest/v1/assistant_tokens', () => HttpResponse.json(tokens)),
    http.delete('*/rest/v1/assistant_tokens', ({ request }) => {
      asked.push(new URL(request.url).searchParams.get('id'));
      tokens = [];
      return new HttpResponse(null, { status: 204 });
    }),
    http.post('*/api/v1/assistant/tokens', async ({ request }) => {
      asked.push(await request.json());
      const made = { ...laptop, id: '7a000000-0000-4000-8000-000000000002', name: 'Desk', hint: 'stuv' };
      tokens = [...tokens, made];
      return HttpResponse.json({ id: made.id, name: made.name, hint: made.hint, token: secret }, { status: 201 });
    }),
  );
});

async function show(language: Language = 'en') {
  storeSession();
  await startSession();
  return renderPart(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <AssistantTokensCard />
    </QueryClientProvider>,
    language,
  );
}

test('a token is made under its name and shown once, with the settings that other programs take', async () => {
  const { user } = await show();
  expect(await screen.findByText('Laptop')).toBeVisible();
  await user.type(screen.getByLabelText('What will use it'), ' Desk ');
  await user.click(screen.getByRole('button', { name: 'Make a token' }));
  expect(await screen.findByText(secret)).toBeVisible();
  await waitFor(() => expect(asked).toEqual([{ name: 'Desk', household }]));

  await user.click(screen.getByRole('button', { name: 'Copy the settings' }));
  expect(JSON.parse(await navigator.clipboard.readText())).toEqual({
    mcpServers: {
      wattershed: {
        type: 'http',
        url: `${location.origin}/mcp`,
        headers: { Authorization: `Bearer ${secret}` },
      },
    },
  });
  await user.click(screen.getByRole('button', { name: 'Copy the token' }));
  expect(await navigator.clipboard.readText()).toBe(secret);
  await user.click(screen.getByRole('button', { name: 'Copy the address' }));
  expect(await navigator.clipboard.readText()).toBe(`${location.origin}/mcp`);
  expect(await screen.findByText('Desk')).toBeVisible();
});

test('a token is removed after it was asked once more', async () => {
  const { user } = await show();
  await user.click(await screen.findByRole('button', { name: 'Remove Laptop' }));
  const dialog = screen.getByRole('dialog', { name: 'Remove Laptop?' });
  expect(asked).toEqual([]);
  await user.click(within(dialog).getByRole('button', { name: 'Remove' }));
  expect(await screen.findByText('No assistant has a token yet.')).toBeVisible();
  expect(asked).toEqual([`eq.${laptop.id}`]);
});

test('when it was last used is told, and that it never was', async () => {
  tokens = [
    laptop,
    { ...laptop, id: '7a000000-0000-4000-8000-000000000003', name: '', last_used_at: '2026-11-21T10:00:00Z' },
  ];
  await show();
  expect(await screen.findByText('never used')).toBeVisible();
  expect(screen.getByText(/^last used 21 Nov.*15:30$/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Remove Without a name' })).toBeVisible();
});

test('a list that could not be loaded offers another try; a token that was not made says why', async () => {
  let fails = true;
  const problem = { code: 'forbidden', detail: '', requestId: '' };
  server.use(
    http.get('*/rest/v1/assistant_tokens', () =>
      fails ? HttpResponse.json({ code: 'PGRST000', message: 'no' }, { status: 400 }) : HttpResponse.json([]),
    ),
    http.post('*/api/v1/assistant/tokens', () => HttpResponse.json(problem, { status: 403 })),
  );
  const { user } = await show();
  const retry = await screen.findByRole('button', { name: 'Try again' });
  fails = false;
  await user.click(retry);
  expect(await screen.findByText('No assistant has a token yet.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Make a token' }));
  expect(await screen.findByRole('alert')).toBeVisible();
});

test('a visitor sees nothing of it', async () => {
  await startSession();
  const { container } = await renderPart(
    <QueryClientProvider client={new QueryClient()}>
      <AssistantTokensCard />
    </QueryClientProvider>,
  );
  expect(container).toBeEmptyDOMElement();
});

test.each([
  ['es', 'Pregunta desde otro asistente', 'Crear una clave'],
  ['hi', 'दूसरे सहायक से पूछें', 'टोकन बनाएँ'],
] as const)('C9.1 in %s', async (language, title, make) => {
  await show(language);
  expect(await screen.findByRole('heading', { name: title })).toBeVisible();
  expect(screen.getByRole('button', { name: make })).toBeVisible();
});
