import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, test, vi } from 'vitest';
import { startSession } from '#shell/session/arrival.ts';
import { asha } from '#apps/web/testing/auth-answers.ts';
import { membership } from '#apps/web/testing/households.ts';
import { server } from '#apps/web/testing/server.ts';
import { ashaHere, ben, flat, openHousehold, pune } from './testing.tsx';

const path = `/api/v1/household/${pune.id}`;
const tokensOf = (count: number) =>
  ['Gateway', 'Meter cupboard']
    .slice(0, count)
    .map((name, id) => ({ id, name, usedAt: id === 0 ? '2026-11-20T10:00:00Z' : null }));
const person = async (name: string) => within((await screen.findByText(name)).closest('li') as HTMLElement);

test('C1.1 everybody sees who is in the household, as what, and what each may switch', async () => {
  await openHousehold({
    people: [
      ashaHere,
      { ...ben, switchRooms: ['hall', 'kitchen'] },
      { ...ben, userId: 'c', name: 'Cleo', role: 'viewer' },
    ],
    memberships: [membership(pune, 'viewer')],
  });
  const ashas = await person('Asha');
  expect(ashas.getByText('Owner')).toBeVisible();
  expect(ashas.getByText('(you)')).toBeVisible();
  expect((await person('Ben')).getByText('Switches only in: Hall and Kitchen')).toBeVisible();
  expect((await person('Cleo')).getByText('Sees everything, changes nothing.')).toBeVisible();
});

test.each(['member', 'viewer'] as const)('C6.1 C6.3 a %s sees the list and no controls but leaving', async (role) => {
  const { user, asked } = await openHousehold({ memberships: [membership(pune, role)] });
  await person('Ben');
  expect(screen.queryByRole('button', { name: /Invite|Actions for|Delete/ })).not.toBeInTheDocument();
  expect(screen.getByText(/The owner of this household invites others/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Leave this household' }));
  await user.click(
    within(screen.getByRole('dialog', { name: 'Leave Pune home?' })).getByRole('button', { name: 'Leave' }),
  );
  await waitFor(() =>
    expect(asked).toEqual([{ method: 'DELETE', path: `${path}/members/${asha.id}`, body: undefined }]),
  );
});

test('alone, the next step is to invite', async () => {
  await openHousehold({ people: [ashaHere] });
  expect(await screen.findByRole('heading', { name: 'Nobody else yet' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Invite somebody' })).toBeVisible();
});

test('a guest is asked to keep the account first', async () => {
  await openHousehold({ user: { ...asha, email: 'guest-1@guest.wattershed.invalid' }, people: [ashaHere] });
  expect(await screen.findByRole('link', { name: 'Keep this account' })).toHaveAttribute('href', '/profile');
  expect(screen.queryByRole('button', { name: /Invite|Delete|Add another/ })).not.toBeInTheDocument();
});

test('C6.1 a child gets a link with which they switch in their room alone', async () => {
  const { user, asked } = await openHousehold();
  await user.click(await screen.findByRole('button', { name: 'Invite somebody' }));
  const dialog = within(screen.getByRole('dialog'));
  await user.click(dialog.getByRole('radio', { name: 'Viewer' }));
  expect(dialog.getByRole('radio', { name: 'Nothing' })).toBeChecked();
  await user.click(dialog.getByRole('radio', { name: 'Only some rooms' }));
  await user.click(dialog.getByRole('button', { name: 'Make the invitation' }));
  expect(dialog.getByRole('alert')).toHaveTextContent('Choose at least one room');
  await user.click(dialog.getByRole('checkbox', { name: 'Hall' }));
  await user.click(dialog.getByRole('button', { name: 'Make the invitation' }));
  expect(await dialog.findByText('https://home.example/join#token-of-invitation')).toBeVisible();
  expect(await dialog.findByRole('img', { name: 'QR code of the invitation' })).toBeVisible();
  expect(dialog.getByText(/It works once, until 29 Nov/)).toBeVisible();
  expect(asked).toEqual([
    { method: 'POST', path: `${path}/invitations`, body: { role: 'viewer', switchRooms: ['hall'] } },
  ]);
});

test('by e-mail: an address is checked, and where no mail is sent that is said', async () => {
  const { user, asked } = await openHousehold();
  await user.click(await screen.findByRole('button', { name: 'Invite somebody' }));
  const dialog = within(screen.getByRole('dialog'));
  await user.click(dialog.getByRole('radio', { name: 'By e-mail' }));
  const address = dialog.getByLabelText('Their e-mail address');
  await user.type(address, 'dia@');
  await user.click(dialog.getByRole('button', { name: 'Send the invitation' }));
  expect(dialog.getByText('This does not look like an e-mail address.')).toBeVisible();
  await user.type(address, 'example.org{Enter}');
  expect(await dialog.findByText(/No mail is sent from here/)).toHaveTextContent('dia@example.org');
  expect(asked[0]?.body).toEqual({ role: 'member', switchRooms: null, email: 'dia@example.org' });
});

test('why an invitation was not made stands in the dialog, and the answers stay', async () => {
  const { user } = await openHousehold();
  server.use(
    http.post(`*${path}/invitations`, () =>
      HttpResponse.json({ code: 'invitations-full', detail: '', requestId: '' }, { status: 409 }),
    ),
  );
  await user.click(await screen.findByRole('button', { name: 'Invite somebody' }));
  const dialog = within(screen.getByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: 'Make the invitation' }));
  expect(await dialog.findByText('There are too many open invitations. Withdraw one first.')).toBeVisible();
});

test('an open invitation is taken back after a question', async () => {
  const { user, asked } = await openHousehold({
    invitations: [
      {
        id: 'i1',
        role: 'viewer',
        switchRooms: ['hall'],
        email: 'dia@example.org',
        createdAt: '2026-11-20T10:00:00Z',
        expiresAt: '2026-11-27T10:00:00Z',
      },
    ],
  });
  await user.click(await screen.findByRole('button', { name: 'Withdraw the invitation for dia@example.org' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Withdraw this invitation?' }));
  await user.click(dialog.getByRole('button', { name: 'Withdraw' }));
  expect(await screen.findByText('The invitation was withdrawn')).toBeVisible();
  expect(asked).toEqual([{ method: 'DELETE', path: `${path}/invitations/i1`, body: undefined }]);
});

test('C6.1 the owner changes what somebody may do, and removes them by name', async () => {
  const { user, asked } = await openHousehold();
  await user.click(await screen.findByRole('button', { name: 'Actions for Ben' }));
  await user.click(screen.getByRole('menuitem', { name: 'Change role and rooms' }));
  const change = within(screen.getByRole('dialog', { name: 'What Ben can do' }));
  await user.click(change.getByRole('radio', { name: 'Nothing' }));
  await user.click(change.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Saved: Ben')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Actions for Ben' }));
  await user.click(screen.getByRole('menuitem', { name: 'Remove' }));
  await user.click(screen.getByRole('button', { name: 'Remove Ben' }));
  expect(await screen.findByText('Ben was removed')).toBeVisible();
  expect(asked).toEqual([
    { method: 'PATCH', path: `${path}/members/${ben.userId}`, body: { role: 'member', switchRooms: [] } },
    { method: 'DELETE', path: `${path}/members/${ben.userId}`, body: undefined },
  ]);
});

test('C6.1 whoever takes from a maker of tokens what they may switch is told that their hardware falls silent', async () => {
  const { user } = await openHousehold({ people: [ashaHere, { ...ben, tokens: tokensOf(1) }] });
  await user.click(await screen.findByRole('button', { name: 'Actions for Ben' }));
  await user.click(screen.getByRole('menuitem', { name: 'Change role and rooms' }));
  const change = within(screen.getByRole('dialog', { name: 'What Ben can do' }));
  expect(change.queryByText(/is cut off/)).not.toBeInTheDocument();
  await user.click(change.getByRole('radio', { name: 'Nothing' }));
  expect(change.getByText(/a token made by Ben is cut off/)).toBeVisible();
});

test.each([
  ['Hand over to Ben', '?tokens=keep', /the owner can revoke each/],
  ['Stop the tokens', '?tokens=end', /stops sending/],
])(
  'C6.1 who leaves reads which hardware sends with tokens of theirs, and hands it over unless they say otherwise: %s',
  async (way, query, hint) => {
    const { user, asked } = await openHousehold({
      people: [
        { ...ashaHere, role: 'member', tokens: tokensOf(2) },
        { ...ben, role: 'owner', tokens: null },
      ],
      memberships: [membership(pune, 'member')],
    });
    await user.click(await screen.findByRole('button', { name: 'Leave this household' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Leave Pune home?' }));
    const lines = within(dialog.getByRole('list')).getAllByRole('listitem');
    expect(lines.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^Gateway last used/),
      'Meter cupboard never used',
    ]);
    expect(dialog.getByRole('radio', { name: 'Hand over to Ben' })).toBeChecked();
    await user.click(dialog.getByRole('radio', { name: way }));
    expect(dialog.getByText(hint)).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Leave' }));
    await waitFor(() => expect(asked.map((one) => one.path)).toEqual([`${path}/members/${asha.id}${query}`]));
  },
);

test.each([
  ['Stop the tokens', '?tokens=end', /stops sending/],
  ['Keep the tokens', '?tokens=keep', /On the home.s MQTT broker they no longer work/],
])(
  'C6.1 who made tokens is listed with them, and removing them asks what becomes of those: %s',
  async (way, query, hint) => {
    const { user, asked } = await openHousehold({ people: [ashaHere, { ...ben, tokens: tokensOf(2) }] });
    expect(await screen.findByText('2 tokens for sending readings')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Actions for Ben' }));
    await user.click(screen.getByRole('menuitem', { name: 'Remove' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Remove Ben?' }));
    expect(dialog.getByText(/^Ben made 2 tokens.*switch hardware/)).toBeVisible();
    expect(dialog.getByText('Gateway')).toBeVisible();
    expect(dialog.getByRole('radio', { name: 'Stop the tokens' })).toBeChecked();
    await user.click(dialog.getByRole('radio', { name: way }));
    expect(dialog.getByText(hint)).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Remove Ben' }));
    expect(await screen.findByText('Ben was removed')).toBeVisible();
    expect(asked.map((one) => one.path)).toEqual([`${path}/members/${ben.userId}${query}`]);
  },
);

test('C6.1 what was chosen about one person’s tokens is not chosen about the next one’s', async () => {
  const cleo = { ...ben, userId: 'c0000000-0000-4000-8000-000000000001', name: 'Cleo', tokens: tokensOf(1) };
  const { user } = await openHousehold({ people: [ashaHere, { ...ben, tokens: tokensOf(2) }, cleo] });
  const askToRemove = async (name: string) => {
    await user.click(await screen.findByRole('button', { name: `Actions for ${name}` }));
    await user.click(screen.getByRole('menuitem', { name: 'Remove' }));
    return within(screen.getByRole('dialog', { name: `Remove ${name}?` }));
  };
  const first = await askToRemove('Ben');
  await user.click(first.getByRole('radio', { name: 'Keep the tokens' }));
  await user.click(first.getByRole('button', { name: 'Cancel' }));
  expect((await askToRemove('Cleo')).getByRole('radio', { name: 'Stop the token' })).toBeChecked();
});

test('handing over and deleting take the household’s name', async () => {
  const { user, asked } = await openHousehold();
  await user.click(await screen.findByRole('button', { name: 'Actions for Ben' }));
  await user.click(screen.getByRole('menuitem', { name: 'Hand over to Ben' }));
  const transfer = within(screen.getByRole('dialog', { name: 'Hand Pune home over to Ben?' }));
  const confirm = transfer.getByRole('button', { name: 'Hand over' });
  await user.type(transfer.getByRole('textbox'), 'Pune');
  expect(confirm).toBeDisabled();
  await user.type(transfer.getByRole('textbox'), ' home');
  await user.click(confirm);
  expect(await screen.findByText('Ben is now the owner of Pune home')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Delete this household' }));
  const remove = within(screen.getByRole('dialog', { name: 'Delete Pune home?' }));
  await user.type(remove.getByRole('textbox'), 'Pune home{Enter}');
  expect(await screen.findByText('Pune home was deleted')).toBeVisible();
  expect(asked).toEqual([
    { method: 'POST', path: `${path}/transfer`, body: { to: ben.userId } },
    { method: 'DELETE', path, body: { name: 'Pune home' } },
  ]);
});

test('C7.10 of several households one is shown; another is a press away, and one more can be added', async () => {
  const { user, asked } = await openHousehold({ memberships: [membership(pune), membership(flat, 'viewer')] });
  const list = within(await screen.findByRole('list', { name: 'Your households' }));
  expect(list.getByText('shown now').closest('li')).toHaveTextContent('Pune home');
  await user.click(list.getByRole('button', { name: 'Show Sea flat' }));
  expect(await screen.findByText('Now showing Sea flat')).toBeVisible();
  expect(list.getByText('shown now').closest('li')).toHaveTextContent('Sea flat');
  await user.click(screen.getByRole('button', { name: 'Add another household' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Add another household' }));
  await user.click(dialog.getByRole('button', { name: 'Add it' }));
  expect(dialog.getByText('Give it a name.')).toBeVisible();
  await user.type(dialog.getByRole('textbox'), 'Workshop{Enter}');
  expect(await screen.findByText('Workshop was added')).toBeVisible();
  expect(asked).toEqual([{ method: 'POST', path: '/api/v1/household', body: { name: 'Workshop' } }]);
});

test('when the people cannot be loaded the card says so, and another try brings them', async () => {
  const { user, mended } = await openHousehold({ peopleFail: true });
  const retry = await screen.findByRole('button', { name: 'Try again' });
  expect(screen.queryByText('raw')).not.toBeInTheDocument();
  mended.now = true;
  await user.click(retry);
  expect(await screen.findByText('Ben')).toBeVisible();
});

test('without a network all can be read, and what would change it says why it waits', async () => {
  await openHousehold();
  await person('Ben');
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  dispatchEvent(new Event('offline'));
  expect(await screen.findByText(/You are offline/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Invite somebody' })).toBeDisabled();
  expect(screen.getByText('Ben')).toBeVisible();
  vi.restoreAllMocks();
  dispatchEvent(new Event('online'));
});

test('C1.4 in Hindi too', async () => {
  await openHousehold({ language: 'hi' });
  expect(await screen.findByRole('button', { name: 'किसी को बुलाएँ' })).toBeVisible();
});

test('C6.2 a visitor is asked to sign in, on this page', async () => {
  const { renderApp } = await import('#apps/web/testing/render-app.tsx');
  await startSession();
  await renderApp('/household');
  expect(await screen.findByText('Sign in to see who shares your home')).toBeVisible();
});
