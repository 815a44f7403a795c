import { QueryClientProvider } from '@tanstack/react-query';
import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import { storeSession } from '#apps/web/testing/auth-answers.ts';
import { renderPart } from '#apps/web/testing/render-app.tsx';
import { server } from '#apps/web/testing/server.ts';
import { createQueryClient } from '#shell/data/query-client.ts';
import type { Household } from '#shell/household/memberships.ts';
import { startSession } from '#shell/session/arrival.ts';
import type { WatchedFile, WatchedFolder } from '#supabase/tables/index.ts';
import { answerHousehold, householdId } from '../testing.ts';
import { WatchedCard } from './watched-card.tsx';

const folder: WatchedFolder = {
  household_id: householdId,
  set_up_by: 'u1',
  path: '/srv/files/5b1e',
  added_at: '2026-11-20T12:00:00Z',
  looked_at: null,
  fault: null,
};
const file = (name: string, state: string, reason: string): WatchedFile => ({
  household_id: householdId,
  fingerprint: name.padEnd(64, '0'),
  content: null,
  name,
  bytes: 10,
  seen_at: '2026-11-20T12:00:00Z',
  state: state as WatchedFile['state'],
  reason,
  import_id: null,
});

let folders: WatchedFolder[];
let files: WatchedFile[];
const looked: string[] = [];
beforeEach(() => {
  [folders, files] = [[], []];
  looked.length = 0;
});

async function open({ isOffered = true, role = 'member' }: { isOffered?: boolean; role?: 'member' | 'viewer' } = {}) {
  storeSession();
  await startSession();
  answerHousehold({ role });
  server.use(
    http.get('*/api/v1/watched-folder', () => HttpResponse.json({ isOffered })),
    http.get('*/rest/v1/watched_folders', () => HttpResponse.json(folders)),
    http.get('*/rest/v1/watched_files', () => HttpResponse.json(files)),
  );
  return renderPart(
    <QueryClientProvider client={createQueryClient()}>
      <WatchedCard
        household={{ id: householdId, kind: 'home' } as Household}
        onLook={({ name }) => looked.push(name)}
      />
    </QueryClientProvider>,
  );
}

test('a folder is wanted by a press, which says where it is, and ended after a question', async () => {
  const { user } = await open();
  server.use(
    http.post('*/api/v1/watched-folder', async ({ request }) => {
      expect(await request.json()).toEqual({ household: householdId });
      folders = [folder];
      return HttpResponse.json({ path: folder.path }, { status: 201 });
    }),
    http.delete('*/rest/v1/watched_folders', () => {
      folders = [];
      return new HttpResponse(null, { status: 204 });
    }),
  );
  await user.click(await screen.findByRole('button', { name: 'Import from a folder' }));
  expect(await screen.findByText(folder.path)).toBeVisible();
  expect(screen.getByText('Looked into within half a minute.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Turn off' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Turn off' }));
  await waitFor(() => expect(screen.queryByText(folder.path)).not.toBeInTheDocument());
});

test('what waits says what it asks, is looked at or left out; what cannot be read says why', async () => {
  folders = [{ ...folder, fault: 'no-right' }];
  files = [
    file('cellar.csv', 'waiting', 'meters'),
    file('bill.pdf', 'unreadable', 'other-kind'),
    file('a.csv', 'unreadable', 'empty'),
  ];
  const { user } = await open();
  expect(await screen.findByText(/Which meters does it belong to/)).toBeVisible();
  expect(screen.getByText(/only CSV and Green Button\./)).toBeVisible();
  expect(screen.getByText(/No line has a time and a value/)).toBeVisible();
  expect(screen.getByText(/can no longer write here/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Set up again' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Look at it: cellar.csv' }));
  expect(looked).toEqual(['cellar.csv']);
  server.use(
    http.patch('*/rest/v1/watched_files', async ({ request }) => {
      expect(await request.json()).toEqual({ state: 'left' });
      files = files.slice(1);
      return new HttpResponse(null, { status: 204 });
    }),
  );
  await user.click(screen.getByRole('button', { name: 'Leave out: cellar.csv' }));
  await waitFor(() => expect(screen.queryByText('cellar.csv')).not.toBeInTheDocument());
});

test('C6.1 where none is offered, and to a viewer, nothing is shown', async () => {
  const { container } = await open({ isOffered: false });
  await waitFor(() => expect(container.querySelector('section')).toBeNull());
  expect(screen.queryByText('A folder on the server')).not.toBeInTheDocument();
});
