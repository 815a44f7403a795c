import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { queryClient } from '#shell/data/query-client.ts';
import { sessionState } from '#shell/session/session.ts';
import { sessionStorageKey, storedSession } from '#shell/session/stored-session.ts';
import {
  asha,
  linkHash,
  linkToken,
  sessionAnswer,
  storeSession,
  type TestUser,
  userAnswer,
  userWithFactors,
} from './testing/auth-answers.ts';
import { setConfig } from './testing/config.ts';
import { renderApp } from './testing/render-app.tsx';
import { server } from './testing/server.ts';

const ben: TestUser = { id: 'b0000000-0000-4000-8000-000000000001', email: 'ben@example.org', displayName: 'Ben' };
const guest: TestUser = { ...asha, email: 'guest-1@guest.wattershed.invalid', displayName: '' };

// What a link is asked by is loaded within the time that its answer has: of a browser's packed files, not of sources that are made ready here.
beforeAll(async () => {
  await Promise.all([import('#shell/session/provider/mail-link.ts'), import('#shell/data/backend-client.ts')]);
});

/** The tokens whose sessions were ended. */
const ended: (string | null)[] = [];
beforeEach(() => {
  ended.length = 0;
  queryClient.clear();
  server.use(
    http.get('*/rest/v1/household_members', () => HttpResponse.json([])),
    http.get('*/auth/v1/user', ({ request }) => {
      const token = request.headers.get('authorization');
      const who = [asha, ben].find((user) => token === `Bearer ${linkToken(user)}`);
      return who === undefined
        ? HttpResponse.json({ error_code: 'bad_jwt', msg: 'no' }, { status: 403 })
        : HttpResponse.json(userAnswer(who));
    }),
    http.post('*/auth/v1/logout', ({ request }) => {
      ended.push(request.headers.get('authorization'));
      return new HttpResponse(null, { status: 204 });
    }),
  );
});

const question = () => screen.findByRole('dialog', { name: 'This link signs you in as ben@example.org' });
const toldAs = async ({ email }: TestUser) => {
  expect((await screen.findByText('You are signed in')).parentElement).toHaveTextContent(email);
};
const signedInAs = () => {
  const session = sessionState();
  return session.status === 'signed-in' ? session.user.email : session.status;
};

test('C4.1 a link that brings somebody else’s session asks first; until then nothing changes and no token is in the address', async () => {
  storeSession(asha);
  const before = localStorage.getItem(sessionStorageKey);
  const { user } = await renderApp(`/no-page${linkHash(ben)}`);
  expect(location.href).not.toContain('token');
  const dialog = await question();
  expect(dialog).toHaveTextContent('You are signed in here as asha@example.com.');
  expect(localStorage.getItem(sessionStorageKey)).toBe(before);
  expect(signedInAs()).toBe(asha.email);

  await user.click(within(dialog).getByRole('button', { name: 'Stay as I am' }));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(localStorage.getItem(sessionStorageKey)).toBe(before);
  // Nobody uses the session of the link any more.
  await waitFor(() => expect(ended).toEqual([`Bearer ${linkToken(ben)}`]));
});

test('C4.1 the question is answered with no by leaving it, too', async () => {
  storeSession(asha);
  const { user } = await renderApp(`/no-page${linkHash(ben)}`);
  await user.click(within(await question()).getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(signedInAs()).toBe(asha.email);
});

test('C4.1 who says so changes to the other account, and the session that was here ends', async () => {
  storeSession(asha);
  const { user } = await renderApp(`/no-page${linkHash(ben)}`);
  await user.click(within(await question()).getByRole('button', { name: 'Switch to that account' }));
  await toldAs(ben);
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(signedInAs()).toBe(ben.email);
  expect(storedSession()?.refresh_token).toBe('refresh-of-link');
  await waitFor(() => expect(ended).toEqual(['Bearer token-1']));
});

test('C5.6 a guest is told what a change of accounts leaves behind', async () => {
  storeSession(guest);
  await renderApp(`/no-page${linkHash(ben)}`);
  expect(await question()).toHaveTextContent('You are a guest here: if you switch accounts, you lose your changes.');
});

test('C7.8 who keeps their own account is not asked for its new password', async () => {
  storeSession(asha);
  const { user } = await renderApp(`/reset-password${linkHash(ben, 'recovery')}`);
  await user.click(within(await question()).getByRole('button', { name: 'Stay as I am' }));
  await waitFor(() => expect(location.pathname).toBe('/'));
});

test('C4.1 who says so to a link whose session has ended meanwhile stays who they are', async () => {
  storeSession(asha);
  const { user } = await renderApp(`/no-page${linkHash(ben)}`);
  const dialog = await question();
  server.use(
    http.get('*/auth/v1/user', () => HttpResponse.json({ code: 'session_not_found', msg: 'no' }, { status: 403 })),
  );
  await user.click(within(dialog).getByRole('button', { name: 'Switch to that account' }));
  expect(await within(dialog).findByText('This link has expired or was used already.')).toBeVisible();
  expect(signedInAs()).toBe(asha.email);
  expect(storedSession()?.access_token).toBe('token-1');
  expect(ended).toEqual([]);
});

test('C4.1 one’s own link just goes on, and the session that it replaces ends', async () => {
  storeSession(asha);
  await renderApp(`/no-page${linkHash(asha, 'recovery')}`);
  await waitFor(() => expect(storedSession()?.refresh_token).toBe('refresh-of-link'));
  expect(signedInAs()).toBe(asha.email);
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(location.href).not.toContain('token');
  await waitFor(() => expect(ended).toEqual(['Bearer token-1']));
});

test('C4.1 a session that had run out is renewed before it is replaced: what ends is what was renewed', async () => {
  storeSession(asha);
  localStorage.setItem(sessionStorageKey, JSON.stringify({ ...storedSession(), expires_at: 1_700_000_000 }));
  server.use(http.post('*/auth/v1/token', () => HttpResponse.json(sessionAnswer(asha, 'renewed'))));
  await renderApp(`/no-page${linkHash(asha)}`);
  await waitFor(() => expect(ended).toEqual(['Bearer renewed']));
  expect(storedSession()?.refresh_token).toBe('refresh-of-link');
});

test('C4.1 a link that brings the session that is here already does not end it', async () => {
  storeSession(asha, linkToken(asha, { session_id: 's1', iat: 1 }));
  const brought = linkToken(asha, { session_id: 's1', iat: 2 });
  server.use(http.get('*/auth/v1/user', () => HttpResponse.json(userAnswer(asha))));
  await renderApp(`/no-page${linkHash(asha).replace(linkToken(asha), brought)}`);
  await waitFor(() => expect(storedSession()?.access_token).toBe(brought));
  await screen.findByRole('button', { name: 'Account: Asha' });
  expect(ended).toEqual([]);
});

test('C4.1 C9.6 a link that gets no answer is not lost: it can be tried again', async () => {
  server.use(http.get('*/auth/v1/user', () => HttpResponse.error(), { once: true }));
  const { user } = await renderApp(`/no-page${linkHash(ben)}`);
  expect(await screen.findByText('No answer. Check the connection and try again.')).toBeVisible();
  expect(signedInAs()).toBe('signed-out');
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await toldAs(ben);
  expect(signedInAs()).toBe(ben.email);
});

test('C4.1 C7.2 with nobody signed in a link signs in, and the page says as whom', async () => {
  await renderApp(`/no-page${linkHash(ben, 'signup')}`);
  await toldAs(ben);
  expect(signedInAs()).toBe(ben.email);
  expect(ended).toEqual([]);
});

test('C7.1 an account that asks for a code as well asks for it after a link, too', async () => {
  setConfig({ secondFactor: true });
  server.use(http.get('*/auth/v1/user', () => HttpResponse.json(userWithFactors(ben))));
  await renderApp(`/no-page${linkHash(ben, 'recovery')}`);
  expect(await screen.findByRole('dialog', { name: 'One more step' })).toBeVisible();
  expect(signedInAs()).toBe('signed-out');
  expect(screen.queryByText('You are signed in')).not.toBeInTheDocument();
});

test('C7.7 the page for a new password says that the code comes first, and not that its link is bad', async () => {
  setConfig({ secondFactor: true });
  server.use(http.get('*/auth/v1/user', () => HttpResponse.json(userWithFactors(ben))));
  const { user } = await renderApp(`/reset-password${linkHash(ben, 'recovery')}`);
  const dialog = await screen.findByRole('dialog', { name: 'One more step' });
  await user.click(within(dialog).getByRole('button', { name: 'Close' }));
  expect(screen.getByText(/Enter it, then choose your new password here/)).toBeVisible();
  expect(screen.queryByText('This link no longer works')).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Enter the code' }));
  expect(await screen.findByRole('dialog', { name: 'One more step' })).toBeVisible();
});

const newAddress = async () => (await screen.findByText('Your new e-mail address is confirmed')).parentElement;

test('C7.6 C4.1 the link of a new address signs nobody in where nobody is', async () => {
  await renderApp(`/no-page${linkHash(ben, 'email_change')}`);
  expect(await newAddress()).toHaveTextContent('Sign in with it.');
  expect(signedInAs()).toBe('signed-out');
  // A hosted backend sends a session with it: nobody uses that.
  await waitFor(() => expect(ended).toEqual([`Bearer ${linkToken(ben)}`]));
});

test('C7.6 C4.1 nor does it where somebody else is: they stay, and are not asked', async () => {
  storeSession(asha);
  await renderApp(`/no-page${linkHash(ben, 'email_change')}`);
  expect(await newAddress()).toHaveTextContent('Sign in with it.');
  expect(signedInAs()).toBe(asha.email);
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  await waitFor(() => expect(ended).toEqual([`Bearer ${linkToken(ben)}`]));
});

test('C7.6 where its own person is signed in, the session goes on and has the new address', async () => {
  storeSession(asha);
  const moved = { ...asha, email: 'new@example.com' };
  server.use(http.post('*/auth/v1/token', () => HttpResponse.json(sessionAnswer(moved, 'renewed'))));
  await renderApp('/no-page#type=email_change');
  expect(await newAddress()).not.toHaveTextContent('Sign in with it.');
  await waitFor(() => expect(signedInAs()).toBe('new@example.com'));
  expect(location.hash).toBe('');
  expect(ended).toEqual([]);
});

test('C7.6 without a session in it the link signs nobody in and tells all the same', async () => {
  await renderApp('/no-page#type=email_change');
  expect(await newAddress()).toHaveTextContent('Sign in with it.');
  expect(signedInAs()).toBe('signed-out');
  expect(location.hash).toBe('');
});

test('C4.1 a link that is pasted where the page is open already counts as if it had opened it', async () => {
  await renderApp('/no-page');
  expect(signedInAs()).toBe('signed-out');
  location.hash = linkHash(ben);
  await toldAs(ben);
  expect(signedInAs()).toBe(ben.email);
  expect(location.href).not.toContain('token');
  location.hash = '#error=access_denied&error_code=otp_expired';
  expect(await screen.findByText('This link has expired or was used already.')).toBeVisible();
  expect(location.hash).toBe('');
  expect(signedInAs()).toBe(ben.email);
});

test('C4.1 C7.2 another place on the page is no link: what is shown stays', async () => {
  storeSession(asha);
  await renderApp('/no-page');
  location.hash = '#part';
  await screen.findByRole('button', { name: 'Account: Asha' });
  expect(location.hash).toBe('#part');
  expect(signedInAs()).toBe(asha.email);
});

test.each([
  [401, 'bad_jwt'],
  [403, 'session_not_found'],
])('C8.5 tokens that the backend refuses (%i %s) sign nobody in and put nobody out', async (status, code) => {
  server.use(http.get('*/auth/v1/user', () => HttpResponse.json({ error_code: code, code, msg: 'no' }, { status })));
  storeSession(asha);
  await renderApp('/no-page#access_token=forged&refresh_token=forged&expires_in=3600&token_type=bearer');
  expect(await screen.findByText('This link has expired or was used already.')).toBeVisible();
  expect(signedInAs()).toBe(asha.email);
  expect(storedSession()?.user.id).toBe(asha.id);
  expect(location.href).not.toContain('forged');
});

test('C4.1 tokens in the search part of the address are no link of ours', async () => {
  storeSession(asha);
  await renderApp(`/no-page?${linkHash(ben).slice(1)}`);
  await screen.findByRole('button', { name: 'Account: Asha' });
  expect(signedInAs()).toBe(asha.email);
});
