import { QueryClientProvider } from '@tanstack/react-query';
import { act, screen } from '@testing-library/react';
import type { InvitationPreview } from '../contract/household.ts';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { dropInvitation, heldInvitation, takeInvitation } from '#shell/session/invitation-token.ts';
import { queryClient } from '#shell/data/query-client.ts';
import { startSession } from '#shell/session/arrival.ts';
import { asha, storeSession, type TestUser } from '#apps/web/testing/auth-answers.ts';
import { answerMemberships, membership } from '#apps/web/testing/households.ts';
import { renderPart } from '#apps/web/testing/render-app.tsx';
import { server } from '#apps/web/testing/server.ts';
import { Notices } from '#shell/ui/notices/notices.tsx';
import { JoinPage } from './join-page.tsx';
import { flat, pune } from './testing.tsx';

const token = 'a-token_of-an-invitation';
const preview: InvitationPreview = {
  householdName: 'Sea flat',
  invitedBy: 'Ben',
  role: 'viewer',
  switchRooms: ['hall'],
  email: null,
  expiresAt: '2026-11-29T10:00:00Z',
};
const problem = (code: string, status: number) => () =>
  HttpResponse.json({ code, detail: '', requestId: '' }, { status });

beforeEach(() => {
  dropInvitation();
  queryClient.clear();
});
afterEach(() => dropInvitation());

async function open({ user, answer = preview }: { user?: TestUser; answer?: InvitationPreview } = {}) {
  history.replaceState(null, '', `/join#${token}`);
  takeInvitation();
  server.use(http.get(`*/api/v1/invitations/${token}`, () => HttpResponse.json(answer)));
  if (user !== undefined) {
    storeSession(user);
    answerMemberships([membership(pune)]);
  }
  await startSession();
  return renderPart(
    <QueryClientProvider client={queryClient}>
      <JoinPage />
      <Notices label="News" closeLabel="Close news" />
    </QueryClientProvider>,
  );
}

const accepts = (answer: Parameters<typeof http.post>[1]) =>
  server.use(http.post(`*/api/v1/invitations/${token}/accept`, answer));

test('the token leaves the address at once, and lasts in this window alone', () => {
  history.replaceState({ idx: 0 }, '', `/join#${token}`);
  takeInvitation();
  expect(location.href).not.toContain(token);
  expect(history.state).toEqual({ idx: 0 });
  expect(heldInvitation()).toBe(token);
  expect(JSON.stringify(localStorage)).not.toContain(token);
  history.replaceState(null, '', `/dashboard#${token}`);
  dropInvitation();
  takeInvitation();
  expect(heldInvitation()).toBeUndefined();
});

test('a visitor sees who invites to what, and signs in here', async () => {
  const { user } = await open();
  expect(await screen.findByRole('heading', { name: 'Ben invites you to Sea flat' })).toBeVisible();
  expect(screen.getByText('You switch only in: Hall')).toBeVisible();
  expect(screen.getByText(/works once, until 29 Nov/)).toBeVisible();
  expect(screen.queryByRole('button', { name: /Join/ })).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Create an account' }));
  expect(heldInvitation()).toBe(token);
});

test('C1.1 who is signed in joins, and looks at that household from now on', async () => {
  accepts(() => {
    answerMemberships([membership(pune), membership(flat, 'viewer', ['hall'])]).profile.current_household = flat.id;
    return HttpResponse.json({ household: flat.id });
  });
  const { user } = await open({ user: asha });
  expect(await screen.findByText('You are signed in as asha@example.com.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Join Sea flat' }));
  expect(await screen.findByText('Welcome to Sea flat')).toBeVisible();
  expect(location.pathname).toBe('/dashboard');
  expect(heldInvitation()).toBeUndefined();
});

test.each([
  ['invitation-expired', 410, 'This invitation has expired. Ask for a new one.'],
  ['invitation-used', 410, 'This invitation was already used.'],
  ['invitation-unknown', 404, 'This invitation does not exist, or was withdrawn.'],
])('%s is told in words, with what to do next', async (code, status, words) => {
  queryClient.clear();
  history.replaceState(null, '', `/join#${token}`);
  takeInvitation();
  await startSession();
  server.use(http.get(`*/api/v1/invitations/${token}`, problem(code, status)));
  await renderPart(
    <QueryClientProvider client={queryClient}>
      <JoinPage />
    </QueryClientProvider>,
  );
  expect(await screen.findByRole('heading', { name: words })).toBeVisible();
});

test('one’s own household: nothing needs to be done', async () => {
  accepts(problem('already-member', 409));
  const { user } = await open({ user: asha });
  await user.click(await screen.findByRole('button', { name: 'Join Sea flat' }));
  expect(await screen.findByRole('heading', { name: 'You are already in this household.' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Go to the Dashboard' })).toBeVisible();
});

test('an invitation for another address says for which, and offers another account', async () => {
  accepts(problem('invitation-other-address', 403));
  const { user } = await open({ user: asha, answer: { ...preview, email: 'b…@example.org' } });
  await user.click(await screen.findByRole('button', { name: 'Join Sea flat' }));
  expect(await screen.findByText(/It was sent to b…@example.org; you are signed in as asha@example.com/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Join Sea flat' })).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Use another account' })).toBeVisible();
});

test('C6.1 a guest keeps the account first', async () => {
  await open({ user: { ...asha, email: 'guest-1@guest.wattershed.invalid' } });
  expect(await screen.findByRole('link', { name: 'Keep this account' })).toHaveAttribute('href', '/profile');
  expect(screen.queryByRole('button', { name: /Join/ })).not.toBeInTheDocument();
});

test('another link that is opened while the page is, is looked at too', async () => {
  await open();
  await screen.findByRole('heading', { name: 'Ben invites you to Sea flat' });
  server.use(
    http.get('*/api/v1/invitations/another', () => HttpResponse.json({ ...preview, householdName: 'Workshop' })),
  );
  act(() => location.assign('#another'));
  expect(await screen.findByRole('heading', { name: 'Ben invites you to Workshop' })).toBeVisible();
  expect(location.hash).toBe('');
});

test('without a token the page says what it needs', async () => {
  await startSession();
  await renderPart(
    <QueryClientProvider client={queryClient}>
      <JoinPage />
    </QueryClientProvider>,
  );
  expect(await screen.findByText('Open the link of your invitation')).toBeVisible();
});
