import type { Language } from '#catalogue/index.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { screen, waitFor, within } from '@testing-library/react';
import { type AccountEvent, accountEventKinds, type AccountSession } from '../contract/sessions.ts';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import { createQueryClient } from '#shell/data/query-client.ts';
import { startSession } from '#shell/session/arrival.ts';
import { storeSession } from '#apps/web/testing/auth-answers.ts';
import { renderPart } from '#apps/web/testing/render-app.tsx';
import { server } from '#apps/web/testing/server.ts';
import { EventsCard, SessionsCard } from './sessions-card.tsx';

const session = (n: number, change: Partial<AccountSession>): AccountSession => ({
  id: `5e550000-0000-4000-8000-00000000000${n}`,
  madeAt: '2026-11-20T10:00:00Z',
  usedAt: '2026-11-21T10:00:00Z',
  browser: 'Firefox',
  system: 'Windows',
  isThis: false,
  ...change,
});
const here = session(1, { browser: 'Chrome', system: 'Android', isThis: true });
const office = session(2, {});
const unknown = session(3, { browser: null, system: null });

let sessions: AccountSession[];
let ended: string[];
beforeEach(() => {
  sessions = [here, office, unknown];
  ended = [];
  server.use(
    http.get('*/rest/v1/*', () => HttpResponse.json([])),
    http.get('*/api/v1/account/sessions', () => HttpResponse.json({ sessions })),
    http.delete('*/api/v1/account/sessions', () => {
      ended.push('others');
      sessions = [here];
      return new HttpResponse(null, { status: 204 });
    }),
    http.delete('*/api/v1/account/sessions/:id', ({ params }) => {
      ended.push(String(params['id']));
      sessions = sessions.filter(({ id }) => id !== params['id']);
      return new HttpResponse(null, { status: 204 });
    }),
  );
});

async function show(language: Language = 'en') {
  storeSession();
  await startSession();
  return renderPart(
    <QueryClientProvider client={createQueryClient()}>
      <SessionsCard />
    </QueryClientProvider>,
    language,
  );
}

test('C7.5 each session is listed by its device; this one is marked, and cannot be ended here', async () => {
  await show();
  const rows = await screen.findAllByRole('listitem');
  expect(rows).toHaveLength(3);
  expect(rows[0]).toHaveTextContent('Chrome on Android');
  expect(rows[0]).toHaveTextContent('This one');
  expect(within(rows[0] as HTMLElement).queryByRole('button')).not.toBeInTheDocument();
  expect(rows[1]).toHaveTextContent(/Firefox on Windows.*used .* ago.*since/);
  expect(rows[2]).toHaveTextContent('Unnamed device');
});

test('C7.5 one is ended after it was asked once more', async () => {
  const { user } = await show();
  await user.click(await screen.findByRole('button', { name: 'Sign out Firefox on Windows' }));
  const dialog = screen.getByRole('dialog', { name: 'Sign out Firefox on Windows?' });
  expect(ended).toEqual([]);
  await user.click(within(dialog).getByRole('button', { name: 'Sign out' }));
  await waitFor(() => expect(screen.queryByText('Firefox on Windows')).not.toBeInTheDocument());
  expect(ended).toEqual([office.id]);
});

test('C7.5 all others are ended at once', async () => {
  const { user } = await show();
  await user.click(await screen.findByRole('button', { name: 'Sign out all others' }));
  const dialog = screen.getByRole('dialog', { name: 'Sign out all others?' });
  await user.click(within(dialog).getByRole('button', { name: 'Sign out' }));
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1));
  expect(ended).toEqual(['others']);
});

test('a list that could not be loaded offers another try', async () => {
  let fails = true;
  const problem = { code: 'forbidden', detail: '', requestId: '' };
  server.use(
    http.get('*/api/v1/account/sessions', () =>
      fails ? HttpResponse.json(problem, { status: 403 }) : HttpResponse.json({ sessions }),
    ),
  );
  const { user } = await show();
  const retry = await screen.findByRole('button', { name: 'Try again' });
  fails = false;
  await user.click(retry);
  expect(await screen.findByText('Firefox on Windows')).toBeVisible();
});

test.each([
  ['es', 'Dónde has iniciado sesión', 'Firefox en Windows'],
  ['hi', 'आप कहाँ-कहाँ साइन इन हैं', 'Windows पर Firefox'],
] as const)('C9.1 in %s', async (language, title, device) => {
  await show(language);
  expect(await screen.findByRole('heading', { name: title })).toBeVisible();
  expect(await screen.findByText(device)).toBeVisible();
});

test.each(['en', 'es', 'hi'] as const)(
  'C1.4 in %s every event of an account is a sentence, the newest first, and earlier ones are fetched',
  async (language) => {
    const event = (id: number): AccountEvent => ({
      id,
      at: '2026-11-21T10:00:00Z',
      kind: accountEventKinds[id % accountEventKinds.length] ?? 'signed-in',
      name: id === 1 ? null : 'google',
      browser: 'Firefox',
      system: 'Windows',
    });
    const all = accountEventKinds.map((_, i) => event(i)).toReversed();
    const half = Math.ceil(all.length / 2);
    server.use(
      http.get('*/api/v1/account/events', ({ request }) => {
        const before = Number(new URL(request.url).searchParams.get('before') ?? Infinity);
        const events = all.filter(({ id }) => id < before).slice(0, half);
        return HttpResponse.json({ events, hasMore: (events.at(-1)?.id ?? 0) > 0 });
      }),
    );
    storeSession();
    await startSession();
    const { user } = await renderPart(
      <QueryClientProvider client={createQueryClient()}>
        <EventsCard />
      </QueryClientProvider>,
      language,
    );
    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(half));
    await user.click(screen.getByRole('button'));
    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(all.length));
    expect(screen.queryByRole('button')).toBeNull();
    const lines = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(new Set(lines).size).toBe(all.length);
    expect(lines.filter((line) => /\{\{|kind\.|undefined|null/.test(line))).toEqual([]);
    expect(lines.at(-1)).toMatch(/Firefox/);
  },
);
