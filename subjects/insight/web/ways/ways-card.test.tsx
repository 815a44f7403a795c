import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { asha, storeSession, type TestUser } from '#apps/web/testing/auth-answers.ts';
import { aHousehold, answerMemberships, membership } from '#apps/web/testing/households.ts';
import { renderPart } from '#apps/web/testing/render-app.tsx';
import { server } from '#apps/web/testing/server.ts';
import { startSession } from '#shell/session/arrival.ts';
import { Notices } from '#shell/ui/notices/notices.tsx';
import type { Way } from './way-queries.ts';
import WaysCard from './ways-card.tsx';

const home = aHousehold('a', 'Pune home');
const webhook: Way = {
  id: 'b0000000-0000-4000-8000-000000000001',
  way: 'webhook',
  label: 'Node-RED',
  host: 'nas.local',
  fingerprint: null,
  created_at: '2026-11-20T10:00:00Z',
  last_ok_at: '2026-11-21T10:00:00Z',
  fault: null,
  fault_at: null,
  missed_at: null,
};

let ways: Way[];
let wishes: object[];
let quiet: object[];
let offered: { pushKey: string | null; addresses: boolean };
let asked: unknown[];
beforeEach(() => {
  [ways, wishes, quiet, asked] = [[webhook], [], [], []];
  offered = { pushKey: 'BAAA', addresses: true };
  answerMemberships([membership(home)]);
  const note = async ({ request }: { request: Request }) => {
    const { pathname, search } = new URL(request.url);
    const body = request.method === 'DELETE' ? decodeURIComponent(search) : await request.json();
    asked.push([request.method, pathname.split('/').at(-1), body]);
  };
  server.use(
    http.get('*/rest/v1/notice_ways', () => HttpResponse.json(ways)),
    http.get('*/rest/v1/notice_wishes', () => HttpResponse.json(wishes)),
    http.get('*/rest/v1/notice_quiet_hours', () => HttpResponse.json(quiet)),
    http.get('*/api/v1/notice-ways', () => HttpResponse.json(offered)),
    ...['notice_wishes', 'notice_quiet_hours'].flatMap((table) => [
      http.patch(`*/rest/v1/${table}`, () => HttpResponse.json([])),
      http.post(`*/rest/v1/${table}`, async (call) => {
        await note(call);
        return new HttpResponse(null, { status: 201 });
      }),
    ]),
    http.delete('*/rest/v1/*', async (call) => {
      await note(call);
      return new HttpResponse(null, { status: 204 });
    }),
    http.post('*/api/v1/notice-ways', async (call) => {
      await note(call);
      return HttpResponse.json({ id: webhook.id, secret: 'whsec_c2VjcmV0' }, { status: 201 });
    }),
    http.post('*/api/v1/notice-ways/:id/test', () => HttpResponse.json({ fault: 'unreachable' })),
  );
});
afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'serviceWorker');
});

const show = async (user: TestUser = asha) => {
  storeSession(user);
  await startSession();
  return renderPart(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <WaysCard />
      <Notices label="News" closeLabel="Close news" />
    </QueryClientProvider>,
  );
};

/** A browser that has push, and how its person answers. */
const browserWithPush = (permission: 'granted' | 'denied', state: NotificationPermission = 'default') => {
  const subscription = {
    endpoint: 'https://push.example.org/1',
    toJSON: () => ({ endpoint: 'https://push.example.org/1', keys: { p256dh: 'p', auth: 'a' } }),
    unsubscribe: async () => true,
  };
  const pushManager = { getSubscription: async () => null, subscribe: async () => subscription };
  vi.stubGlobal('PushManager', pushManager);
  const request = vi.fn<() => Promise<NotificationPermission>>(async () => permission);
  vi.stubGlobal('Notification', { permission: state, requestPermission: request });
  const value = { getRegistration: async () => ({ pushManager }) };
  Object.defineProperty(navigator, 'serviceWorker', { value, configurable: true });
  return request;
};

test('C2.10 what is told by which way: as it is by itself until one says otherwise', async () => {
  const { user } = await show();
  const water = await screen.findByRole('switch', { name: 'Water that does not stop: Mail' });
  expect(water).toBeChecked();
  expect(screen.getByRole('switch', { name: 'Water that does not stop: Webhook' })).toBeChecked();
  expect(screen.getByRole('switch', { name: 'Budgets and prices: Mail' })).toBeChecked();
  expect(screen.getByRole('switch', { name: 'Budgets and prices: Webhook' })).not.toBeChecked();
  expect(screen.queryByRole('columnheader', { name: 'Matrix' })).not.toBeInTheDocument();
  await user.click(screen.getByRole('switch', { name: 'Silent meters: Mail' }));
  const wish = { user_id: asha.id, way: 'mail', kind_group: 'silent', is_wanted: false };
  await waitFor(() => expect(asked).toEqual([['POST', 'notice_wishes', wish]]));
});

test('a webhook is added by its address, its secret shown once; a test says what came of it; it is removed', async () => {
  const { user } = await show();
  await user.click(await screen.findByRole('button', { name: 'Add a way' }));
  const form = within(screen.getByRole('form', { name: 'Add a way' }));
  await user.click(form.getByRole('button', { name: 'Add' }));
  expect(form.getByText('An address begins with https:// or http://')).toBeVisible();
  await user.type(form.getByLabelText('Name'), 'Kitchen');
  await user.type(form.getByLabelText('Address'), 'https://nas.local/in');
  await user.click(form.getByRole('button', { name: 'Add' }));
  expect(await screen.findByText('whsec_c2VjcmV0')).toBeVisible();
  expect(asked).toEqual([
    ['POST', 'notice-ways', { way: 'webhook', label: 'Kitchen', address: 'https://nas.local/in' }],
  ]);
  await user.click(screen.getByRole('button', { name: 'Send a test to Node-RED' }));
  expect(await screen.findByText('The test did not arrive')).toBeVisible();
  expect(screen.getByText('It does not answer.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Remove Node-RED' }));
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(asked.at(-1)).toEqual(['DELETE', 'notice_ways', `?id=eq.${webhook.id}`]));
});

test('quiet hours are kept from 22:00 to 7:00 until one says otherwise', async () => {
  const { user } = await show();
  await user.click(await screen.findByRole('switch', { name: 'Keep quiet hours' }));
  const hours = { user_id: asha.id, starts: '22:00', ends: '07:00' };
  await waitFor(() => expect(asked).toEqual([['POST', 'notice_quiet_hours', hours]]));
});

test('C8.10 this device is asked only by a press; who says no has changed nothing', async () => {
  const request = browserWithPush('denied');
  const { user } = await show();
  const device = await screen.findByRole('switch', { name: 'Tell me on this device' });
  expect(request).not.toHaveBeenCalled();
  await user.click(device);
  expect(request).toHaveBeenCalledTimes(1);
  expect(await screen.findByText('Your browser was not allowed to, so nothing has changed.')).toBeVisible();
  expect(asked).toEqual([]);
});

test('a browser without push, one that blocks it, and an operator who switched it off are named', async () => {
  const first = await show();
  expect(await screen.findByText(/^This browser cannot be told\./)).toBeVisible();
  first.unmount();
  browserWithPush('denied', 'denied');
  const second = await show();
  expect(await screen.findByText(/^Your browser blocks notifications from here\./)).toBeVisible();
  second.unmount();
  offered = { pushKey: null, addresses: false };
  await show();
  expect(await screen.findByText('Whoever runs this Wattershed has switched push off.')).toBeVisible();
  expect(screen.queryByRole('switch', { name: 'Tell me on this device' })).not.toBeInTheDocument();
  expect(screen.getByText(/lets nothing be sent to addresses/)).toBeVisible();
});

test('C2.10 a guest is told why nothing but the bell tells them', async () => {
  await show({ ...asha, email: 'guest-1@guest.wattershed.invalid', displayName: '' });
  expect(await screen.findByText(/^A guest sees notices at the bell only\./)).toBeVisible();
  expect(screen.queryByRole('switch')).not.toBeInTheDocument();
});
