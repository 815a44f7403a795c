import { QueryClientProvider } from '@tanstack/react-query';
import { screen, waitFor, within } from '@testing-library/react';
import type { Profile } from '#supabase/tables/index.ts';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '#shell/data/query-client.ts';
import { startSession } from '#shell/session/arrival.ts';
import { refreshSession } from '#shell/session/auth.ts';
import { useSession } from '#shell/session/session.ts';
import { useSignInRequest } from '#shell/session/session-prompts.ts';
import { sessionStorageKey } from '#shell/session/stored-session.ts';
import { asha, sessionAnswer, storeSession, type TestUser, userAnswer } from '#apps/web/testing/auth-answers.ts';
import { aHousehold } from '#apps/web/testing/households.ts';
import { setConfig } from '#apps/web/testing/config.ts';
import { renderPart } from '#apps/web/testing/render-app.tsx';
import { server } from '#apps/web/testing/server.ts';
import { Notices } from '#shell/ui/notices/notices.tsx';
import { ProfilePage } from './profile-page.tsx';
import { SignInDialog } from './sign-in/sign-in-dialog.tsx';

const guest: TestUser = { ...asha, email: 'guest-1@guest.wattershed.invalid', displayName: '' };
const home = aHousehold('1', 'Pune home');
const profile: Profile = {
  user_id: asha.id,
  display_name: 'Asha',
  language: 'en',
  is_guest: false,
  last_seen_at: '2026-11-20T00:00:00Z',
  mail_week: null,
  current_household: null,
  skips_first_steps: false,
  community_seen: 0,
  created_at: '2026-11-01T00:00:00Z',
};

/** A card of another feature, which says the address. */
function Address() {
  const session = useSession();
  return <p>{session.status === 'signed-in' && session.user.email}</p>;
}

let dueAt: string | null = null;
const ben = 'b0000000-0000-4000-8000-000000000001';
const owned = {
  id: home.id,
  name: home.name,
  devices: 12,
  bills: 1,
  hasReadings: true,
  heir: null,
  members: [{ id: ben, name: 'Ben' }],
};

const saved: { path: string; body: unknown }[] = [];
const save = async ({ request }: { request: Request }) => {
  saved.push({ path: new URL(request.url).pathname, body: await request.json() });
  return new HttpResponse(null, { status: 204 });
};

beforeEach(() => {
  saved.length = 0;
  dueAt = null;
  // The real lists hold hundreds: looking through them is all that the tests would do.
  vi.spyOn(Intl, 'supportedValuesOf').mockImplementation((kind) => (kind === 'timeZone' ? ['Europe/Madrid'] : ['EUR']));
  server.use(
    http.get('*/rest/v1/household_members', () =>
      HttpResponse.json([{ role: 'owner', switch_rooms: null, households: home }]),
    ),
    http.get('*/rest/v1/profiles', () => HttpResponse.json([profile])),
    http.get('*/api/v1/account/access', () => HttpResponse.json({ households: [], ended: 0 })),
    http.get('*/api/v1/account/sessions', () => HttpResponse.json({ sessions: [] })),
    http.get('*/api/v1/account/events', () => HttpResponse.json({ events: [], hasMore: false })),
    http.get('*/api/v1/account/ending', () => HttpResponse.json({ dueAt, households: [owned] })),
    http.post('*/api/v1/account/ending', async ({ request }) => {
      saved.push({ path: '/api/v1/account/ending', body: await request.json() });
      dueAt = '2026-11-28T10:00:00Z';
      return HttpResponse.json({ dueAt, households: [owned] });
    }),
    http.delete('*/api/v1/account/ending', () => {
      dueAt = null;
      return new HttpResponse(null, { status: 204 });
    }),
    http.patch('*/rest/v1/profiles', save),
    http.patch('*/rest/v1/households', save),
    http.put('*/auth/v1/user', async ({ request }) => {
      saved.push({ path: '/auth/v1/user', body: await request.json() });
      return HttpResponse.json(userAnswer({ ...asha, displayName: 'Asha R' }));
    }),
  );
});

afterEach(() => vi.restoreAllMocks());

async function show(user: TestUser) {
  storeSession(user);
  await startSession();
  return renderPart(
    <QueryClientProvider client={createQueryClient()}>
      <ProfilePage beside={<Address />} />
    </QueryClientProvider>,
  );
}

test('C7.2 the link that confirms an address, pasted into the open page, is shown once with the session that is here', async () => {
  server.use(
    http.get('*/api/v1/account/address', () => HttpResponse.json({ isProved: saved.length > 0, canProve: true })),
    http.put('*/api/v1/account/address', save),
  );
  history.replaceState(null, '', '/profile');
  await show(asha);
  expect(await screen.findByText('Confirm your e-mail address')).toBeVisible();
  location.hash = `#confirm=${'a1'.repeat(32)}`;
  await waitFor(() => expect(screen.queryByText('Confirm your e-mail address')).not.toBeInTheDocument());
  expect(saved).toEqual([{ path: '/api/v1/account/address', body: { token: 'a1'.repeat(32) } }]);
  expect(location.hash).toBe('');
});

test('C7.2 a visitor who brings that link signs in, or takes the account over: there is one already', async () => {
  history.replaceState(null, '', `/profile#confirm=${'a1'.repeat(32)}`);
  await startSession();
  await renderPart(
    <QueryClientProvider client={createQueryClient()}>
      <ProfilePage />
    </QueryClientProvider>,
  );
  expect(await screen.findByText('Sign in to confirm your address')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Sign in' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Create an account' })).not.toBeInTheDocument();
});

test('C2.10 C7.6 the display name is saved with the account and the profile', async () => {
  const { user } = await show(asha);
  const name = screen.getByLabelText('Display name');
  await user.clear(name);
  await user.type(name, 'Asha R');
  await user.click(screen.getAllByRole('button', { name: 'Save' })[0] as HTMLElement);
  await waitFor(() => expect(saved).toHaveLength(2));
  expect(saved[0]).toMatchObject({ path: '/auth/v1/user', body: { data: { display_name: 'Asha R' } } });
  expect(saved[1]).toMatchObject({ path: '/rest/v1/profiles', body: { display_name: 'Asha R', language: 'en' } });
});

test('C2.10 the household’s owner sets its name, clock, country, currency and units', async () => {
  const { user } = await show(asha);
  await user.selectOptions(await screen.findByLabelText('Units'), 'us');
  await user.selectOptions(screen.getByLabelText('Time zone'), 'Europe/Madrid');
  await user.selectOptions(screen.getByLabelText('Keep individual readings'), '2 years');
  await user.click(screen.getAllByRole('button', { name: 'Save' })[1] as HTMLElement);
  await waitFor(() => expect(saved).toHaveLength(1));
  expect(saved[0]?.body).toEqual({
    name: 'Pune home',
    country: 'IN',
    currency: 'INR',
    units: 'us',
    time_zone: 'Europe/Madrid',
    time_zone_chosen: true,
    keep_months: 24,
  });
});

test('C5.6 a guest who signs out is asked first, because nobody comes back as the same one', async () => {
  const left: string[] = [];
  server.use(
    http.post('*/auth/v1/logout', ({ request }) => {
      left.push(new URL(request.url).search);
      return new HttpResponse(null, { status: 204 });
    }),
  );
  const { user } = await show(guest);
  await user.click(await screen.findByRole('button', { name: 'On this device' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Sign out as a guest?' }));
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  expect(left).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'On this device' }));
  await user.click(screen.getByRole('button', { name: 'Sign out' }));
  await waitFor(() => expect(left).toEqual(['?scope=local']));
});

test('C5.6 where the operator gave no key for it, a guest is not told to stay', async () => {
  setConfig({ keepsGuests: false });
  await show(guest);
  expect(await screen.findByRole('heading', { name: 'Household' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Keep everything' })).not.toBeInTheDocument();
});

test('C5.6 a guest keeps everything by giving an address and a password', async () => {
  server.use(
    http.post('*/api/v1/account/upgrade', save),
    http.post('*/auth/v1/token', () => HttpResponse.json(sessionAnswer(asha))),
  );
  const { user } = await show(guest);
  await user.type(screen.getByLabelText('E-mail'), asha.email);
  await user.type(screen.getByLabelText('New password'), 'secret-7x');
  await user.click(screen.getByRole('button', { name: 'Keep everything' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Keep everything' })).not.toBeInTheDocument());
  expect(saved[0]).toMatchObject({
    path: '/api/v1/account/upgrade',
    body: { email: asha.email, password: 'secret-7x' },
  });
});

test('C5.6 C7.3 where Google is offered, a guest is told what becomes of this home with it, before leaving', async () => {
  const words = /Google would open a separate, new home/;
  const { unmount } = await show(guest);
  expect(screen.queryByText(words)).not.toBeInTheDocument();
  unmount();
  setConfig({ googleSignIn: true });
  await show(guest);
  expect(screen.getByText(words)).toBeVisible();
});

test('C5.6 an address that is taken is told in words', async () => {
  const problem = { code: 'email-taken', detail: '', requestId: '' };
  server.use(http.post('*/api/v1/account/upgrade', () => HttpResponse.json(problem, { status: 409 })));
  const { user } = await show(guest);
  await user.type(screen.getByLabelText('E-mail'), asha.email);
  await user.type(screen.getByLabelText('New password'), 'secret-7x{Enter}');
  expect(await screen.findByText('There is already an account with this e-mail address.')).toBeVisible();
});

test('C6.1 who can see the home is listed with when they last came, and each is ended after a question', async () => {
  const token = { hint: 'abcd', createdAt: '2026-11-01T08:00:00Z', usedAt: '2026-11-20T08:00:00Z', madeBy: null };
  const at = '2026-11-02T08:00:00Z';
  let assistants = [{ ...token, id: 'a1b2c3d4-0000-4000-8000-000000000001', name: 'Claude' }];
  const asked: unknown[] = [];
  server.use(
    http.get('*/api/v1/account/access', () =>
      HttpResponse.json({
        households: [
          {
            id: home.id,
            name: home.name,
            tokens: [{ ...token, id: 7, name: 'Gateway' }],
            assistants,
            walls: [{ ...token, id: 'a1b2c3d4-0000-4000-8000-000000000002', name: 'Kitchen' }],
            pushes: [{ ...token, kind: 'influx', name: 'nas.local' }],
            pulls: [{ ...token, id: 'a1b2c3d4-0000-4000-8000-000000000003', name: 'Tibber' }],
            invitations: [],
            people: [{ userId: ben, name: 'Ben', email: 'ben@example.com', role: 'viewer', joinedAt: at, seenAt: at }],
          },
        ],
        ended: 0,
      }),
    ),
    http.post('*/api/v1/account/access/end', async ({ request }) => {
      asked.push(await request.json());
      assistants = [];
      return new HttpResponse(null, { status: 204 });
    }),
  );
  const { user } = await show(asha);
  const list = await screen.findByRole('list', { name: home.name });
  expect(
    within(list)
      .getAllByRole('listitem')
      .map((one) => one.querySelector('p')?.textContent),
  ).toEqual([
    'Ben',
    'Token for hardware: Gateway',
    'Assistant: Claude',
    'Wall display: Kitchen',
    'Sends figures to nas.local',
    'Fetches from Tibber',
  ]);
  expect(list).toHaveTextContent(/Last here on .*2 Nov/);
  await user.click(within(list).getByRole('button', { name: 'End access for Assistant: Claude' }));
  const dialog = screen.getByRole('dialog', { name: 'End access for “Assistant: Claude”?' });
  await user.click(within(dialog).getByRole('button', { name: 'End' }));
  await waitFor(() => expect(within(list).queryByText('Assistant: Claude')).not.toBeInTheDocument());
  expect(asked).toEqual([
    {
      tokens: [],
      assistants: ['a1b2c3d4-0000-4000-8000-000000000001'],
      walls: [],
      pushes: [],
      pulls: [],
      invitations: [],
      people: [],
    },
  ]);
});

/** As the frame of every page shows it. */
function Prompts() {
  const view = useSignInRequest();
  return view === undefined ? null : <SignInDialog view={view} />;
}

test('what is done on the page stands among what happened to the account', async () => {
  const events: object[] = [];
  server.use(
    http.get('*/api/v1/account/events', () => HttpResponse.json({ events, hasMore: false })),
    http.put('*/auth/v1/user', () => {
      const event = {
        id: 1,
        at: '2026-11-21T10:00:00Z',
        kind: 'password-changed',
        name: null,
        browser: null,
        system: null,
      };
      events.push(event);
      return HttpResponse.json(userAnswer(asha));
    }),
  );
  const { user } = await show(asha);
  expect(await screen.findByText('Nothing yet.')).toBeVisible();
  await user.type(screen.getByLabelText('New password'), 'secret-7x');
  await user.type(screen.getByLabelText('Repeat the new password'), 'secret-7x{Enter}');
  expect(await screen.findByText('A new password was chosen')).toBeVisible();
});

test('C7.8 who came in long ago shows the password once more, and what was asked for is then done', async () => {
  setConfig({ ownSignIn: true });
  const asked: string[] = [];
  server.use(
    http.put('*/auth/v1/user', () => {
      asked.push('new password');
      return asked.includes('right password')
        ? HttpResponse.json(userAnswer(asha))
        : HttpResponse.json({ error_code: 'reauthentication_needed', msg: 'once more' }, { status: 400 });
    }),
    http.post('*/auth/v1/reauthenticate', async ({ request }) => {
      const { password } = (await request.json()) as { password: string };
      asked.push(password === 'my own 7x' ? 'right password' : 'wrong password');
      return password === 'my own 7x'
        ? new HttpResponse(null, { status: 204 })
        : HttpResponse.json({ error_code: 'invalid_credentials', msg: 'no' }, { status: 400 });
    }),
  );
  const { user } = await show(asha);
  await renderPart(<Prompts />);
  await user.type(screen.getByLabelText('New password'), 'secret-7x');
  await user.type(screen.getByLabelText('Repeat the new password'), 'secret-7x{Enter}');
  const dialog = await screen.findByRole('dialog', { name: 'Is it you?' });
  await user.type(await within(dialog).findByLabelText('Password'), 'not mine{Enter}');
  expect(await within(dialog).findByText('This e-mail and password do not match.')).toBeVisible();
  await user.clear(within(dialog).getByLabelText('Password'));
  await user.type(within(dialog).getByLabelText('Password'), 'my own 7x{Enter}');
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  await waitFor(() => expect(asked).toEqual(['new password', 'wrong password', 'right password', 'new password']));
});

test('C2.10 deleting the account says what goes, lets the household be handed over, and is taken back within the week', async () => {
  const { user } = await show(asha);
  await user.click(await screen.findByRole('button', { name: /Delete my account/ }));
  const dialog = screen.getByRole('dialog', { name: 'Delete your account?' });
  expect(dialog).toHaveTextContent('the household Pune home: 12 devices, all readings and 1 bill');
  await user.selectOptions(within(dialog).getByRole('combobox', { name: 'Who takes over Pune home?' }), 'Ben');
  expect(dialog).toHaveTextContent('the household Pune home: stays, with Ben as its owner');
  await user.click(within(dialog).getByRole('button', { name: 'Delete my account' }));
  expect(await screen.findByText(/This account will be deleted on/)).toBeVisible();
  expect(saved).toContainEqual({ path: '/api/v1/account/ending', body: { heirs: { [home.id]: ben } } });
  await user.click(screen.getByRole('button', { name: 'Keep my account' }));
  expect(await screen.findByRole('button', { name: /Delete my account/ })).toBeVisible();
});

const refuseChange = (status: number, body: object) =>
  server.use(http.put('*/auth/v1/user', () => HttpResponse.json(body, { status })));

test.each([
  ['our own', true, `A link is on its way to new@example.com. Until you open it, ${asha.email} stays your address.`],
  [
    'a hosted backend, which may ask the old mailbox too',
    false,
    `A link is on its way to new@example.com. If one comes to ${asha.email} as well, open both. Until then ${asha.email} stays your address.`,
  ],
])(
  'C7.6 C2.10 a new address is asked for, and the old one stays until the link was opened: at %s',
  async (_at, ownSignIn, said) => {
    setConfig({ ownSignIn });
    const { user } = await show(asha);
    const email = screen.getByLabelText('E-mail');
    expect(email).toHaveValue(asha.email);
    await user.click(screen.getByRole('button', { name: 'Change the address' }));
    expect(screen.getByText('This is already your address.')).toBeVisible();
    await user.clear(email);
    await user.type(email, 'new@example.com{Enter}');
    expect(await screen.findByText(said)).toBeVisible();
    expect(saved).toContainEqual({
      path: '/auth/v1/user',
      body: expect.objectContaining({ email: 'new@example.com' }),
    });
  },
);

/** As on coming back to the page, in this or another window: the backend says which change is under way. */
async function showWaiting(renewed: object) {
  const waiting = { ...userAnswer(asha), new_email: 'new@example.com' };
  localStorage.setItem(sessionStorageKey, JSON.stringify({ ...sessionAnswer(asha), user: waiting }));
  server.use(
    http.post('*/auth/v1/token', () =>
      HttpResponse.json({ ...sessionAnswer(asha, 'renewed'), user: { ...waiting, ...renewed } }),
    ),
  );
  await startSession();
  return renderPart(
    <QueryClientProvider client={createQueryClient()}>
      <ProfilePage />
      <Notices label="News" closeLabel="Close news" />
    </QueryClientProvider>,
  );
}

test('C7.6 an address that waits for its link is shown again on coming back, and the mail is sent again', async () => {
  const { user } = await showWaiting({});
  expect(screen.getByText(/A link is on its way to new@example.com\./)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Send the link again' }));
  expect(await screen.findByText('The link was sent again')).toBeVisible();
  expect(saved).toContainEqual({ path: '/auth/v1/user', body: expect.objectContaining({ email: 'new@example.com' }) });
});

test('C7.6 an address that was confirmed elsewhere meanwhile waits no more', async () => {
  await showWaiting({ email: 'new@example.com', new_email: undefined });
  await waitFor(() => expect(screen.getByLabelText('E-mail')).toHaveValue('new@example.com'));
  expect(screen.queryByText(/A link is on its way/)).not.toBeInTheDocument();
});

test('C7.20 an address that becomes known while one types another takes nothing of it away', async () => {
  let answer: () => void = () => undefined;
  const isAsked = new Promise<void>((resolve) => (answer = resolve));
  const { user } = await show({ ...asha, email: '' });
  server.use(
    http.post('*/auth/v1/token', async () => {
      await isAsked;
      return HttpResponse.json(sessionAnswer(asha, 'renewed'));
    }),
  );
  const renewed = refreshSession();
  const field = screen.getByLabelText('E-mail');
  await user.type(field, 'new@example.com');
  answer();
  expect((await renewed).ok).toBe(true);
  expect(await screen.findByText(/asha@example.com/)).toBeVisible();
  expect(screen.getByLabelText('E-mail')).toHaveValue('new@example.com');
  await user.type(field, '{Enter}');
  expect(await screen.findByText(/A link is on its way to new@example.com/)).toBeVisible();
});

test.each([
  [422, { error_code: 'email_exists', msg: 'exists' }, /This e-mail address already has an account/],
  [429, { error_code: 'over_email_send_rate_limit', msg: 'slow' }, /Too many tries in a short time/],
  [400, { error_code: 'validation_failed', msg: 'Unable to validate email address: invalid format' }, /not accepted/],
])('C8.5 an address that is refused (%i) is told in words', async (status, body, words) => {
  refuseChange(status, body);
  const { user } = await show(asha);
  await user.clear(screen.getByLabelText('E-mail'));
  await user.type(screen.getByLabelText('E-mail'), 'new@example.com{Enter}');
  expect(await screen.findByText(words)).toBeVisible();
  expect(screen.queryByText(/A link is on its way/)).not.toBeInTheDocument();
});

test('C5.2 C7.8 C8.5 a new password that has leaked is told with its reason', async () => {
  refuseChange(422, { error_code: 'weak_password', msg: 'weak', weak_password: { reasons: ['pwned'] } });
  const { user } = await show(asha);
  await user.type(screen.getByLabelText('New password'), 'password');
  await user.type(screen.getByLabelText('Repeat the new password'), 'password{Enter}');
  expect(await screen.findByText('This password is too easy to guess.')).toBeVisible();
  expect(screen.getByText('It is in a known data leak or easy to guess: others could try it.')).toBeVisible();
});
