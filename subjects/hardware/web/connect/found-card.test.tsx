import type { Channel } from '#supabase/tables/index.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import { queryClient } from '#shell/data/query-client.ts';
import { startSession } from '#shell/session/arrival.ts';
import { storeSession } from '#apps/web/testing/auth-answers.ts';
import { server } from '#apps/web/testing/server.ts';
import { foundEntries, possibleDevices } from './found-devices.tsx';
import { answerHousehold, channel, device } from '../testing.ts';
import { notices, renderDevicesPage } from './testing-page.tsx';

beforeEach(() => queryClient.clear());

const command = { topic: 'cmnd/lamp/POWER', on: 'ON', off: 'OFF' };

async function open(channels: Channel[], devices = [device('d1', 'Lamp', { is_active: false })]) {
  storeSession();
  await startSession();
  answerHousehold({ devices, channels });
  return renderDevicesPage();
}

/** `held`: what the answer waits for. */
const asked = (answer: object, status = 201, held?: Promise<void>) => {
  const calls: { path: string; body: unknown }[] = [];
  server.use(
    http.post('*/api/v1/*', async ({ request }) => {
      calls.push({ path: new URL(request.url).pathname, body: await request.json() });
      await held;
      return HttpResponse.json(answer, { status });
    }),
  );
  return calls;
};

test('C2.15 found hardware says what it is and counts; one press adds it with its room', async () => {
  const kettle = channel('c1', { name: 'Kettle', room: 'kitchen', model: 'Nous A1T', command });
  const { user } = await open([kettle]);
  const calls = asked({ device: 'd2' });
  const row = within(await screen.findByRole('region', { name: '1 device found' }));
  expect(await row.findByText('Tasmota · Nous A1T · Electricity · can be switched')).toBeVisible();
  expect(row.getByText(/shows 1,290.396/)).toBeVisible();
  expect(row.getByRole('combobox', { name: 'Room of Kettle' })).toHaveValue('kitchen');
  await user.selectOptions(row.getByRole('combobox'), 'bathroom');
  await user.click(row.getByRole('button', { name: 'Add Kettle' }));
  await waitFor(() =>
    expect(notices()).toContainEqual({ title: 'Kettle was added', text: 'You find it under Bathroom.', tone: 'plain' }),
  );
  expect(calls).toEqual([{ path: '/api/v1/channels/c1/device', body: { name: 'Kettle', room: 'bathroom' } }]);
});

test('of energy that its hardware does not tell apart, whoever adds it says whether it is electricity or heat', async () => {
  const { user } = await open([channel('c1', { source: 'ha-discovery', name: 'Meter' })]);
  const calls = asked({ device: 'd2' });
  const measures = await screen.findByRole('combobox', { name: 'What Meter measures' });
  expect(measures).toHaveValue('electricity');
  await user.selectOptions(measures, 'heat');
  await user.click(screen.getByRole('button', { name: 'Add Meter' }));
  await waitFor(() => expect(calls.map(({ body }) => body)).toEqual([{ name: 'Meter', room: '', utility: 'heat' }]));
});

test('a counter and a switch that the same hardware tells apart are added as one device', async () => {
  const parts = { source: 'ha-discovery' as const, device: 'esp' };
  const { user } = await open([
    channel('c1', { ...parts, part: 'energy', name: 'Plug' }),
    channel('c2', { ...parts, part: 'relay', name: 'Plug relay', utility: null, command }),
  ]);
  const calls = asked({ device: 'd2' });
  await user.click(await screen.findByRole('button', { name: 'Add Plug' }));
  await waitFor(() => expect(calls.map(({ body }) => body)).toEqual([{ name: 'Plug', room: '' }, { device: 'd2' }]));
});

test('it can be the hardware of a device that is there', async () => {
  const { user } = await open([channel('c1', { name: 'Plug' })]);
  const calls = asked({ device: 'd1' });
  await user.click(await screen.findByRole('button', { name: 'Actions for Plug' }));
  await user.click(screen.getByRole('menuitem', { name: 'It is one of my devices …' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Which device does Plug belong to?' }));
  expect(dialog.getByRole('combobox')).toHaveTextContent('Lamp · Kitchen');
  await user.click(dialog.getByRole('button', { name: 'Connect' }));
  await waitFor(() => expect(calls).toEqual([{ path: '/api/v1/channels/c1/device', body: { device: 'd1' } }]));
});

test('what is ignored is out of the way, and can be offered again', async () => {
  const ignored = channel('c1', { name: 'Plug', is_ignored: true });
  const { user } = await open([ignored]);
  let change: unknown;
  server.use(
    http.patch('*/rest/v1/channels', async ({ request }) => {
      change = await request.json();
      return HttpResponse.json([{ id: 'c1' }]);
    }),
  );
  await user.click(await screen.findByRole('button', { name: 'Show 1 ignored' }));
  await user.click(screen.getByRole('button', { name: 'Actions for Plug' }));
  await user.click(screen.getByRole('menuitem', { name: 'Offer again' }));
  await waitFor(() => expect(change).toEqual({ is_ignored: false }));
});

test('only hardware that nobody has added is offered, and only where it fits', () => {
  const free = channel('c1');
  const channels = [free, channel('c2', { device_id: 'd1', meter_id: 1 }), channel('c3', { is_ignored: true })];
  const entries = foundEntries(channels);
  expect(entries.map(({ main }) => main.id)).toEqual(['c1']);
  const devices = [device('d1', 'A'), device('d2', 'B'), device('d3', 'C', { utility: 'water' })];
  const entry = { main: free, also: undefined, registers: [] };
  expect(possibleDevices(entry, devices, channels).map(({ id }) => id)).toEqual(['d2']);
});

test('another register comes along with its thing, once it has counted something', () => {
  const mains = channel('c1', { device: 'p1', part: 'electricity' });
  const back = (value: number) =>
    channel('c2', { device: 'p1', part: 'returned', flow: 'returned', register_of: 'electricity', last_value: value });
  expect(foundEntries([mains, back(0)])).toEqual([{ main: mains, also: undefined, registers: [] }]);
  expect(foundEntries([mains, back(5)])).toEqual([{ main: mains, also: undefined, registers: [back(5)] }]);
  // It waits for what it comes along with; alone it is a thing of its own.
  expect(foundEntries([{ ...mains, device_id: 'd1', meter_id: 1 }, back(0)])).toEqual([]);
  expect(foundEntries([back(5)]).map(({ main }) => main.id)).toEqual(['c2']);
});

test('what is found says what passes it', async () => {
  await open([
    channel('c1', { name: 'Meter', device: 'p1' }),
    channel('c2', { device: 'p1', part: 'returned', flow: 'returned', register_of: '' }),
  ]);
  expect(await screen.findByText(/Electricity · Sent back to the grid/)).toBeVisible();
});

const added = channel('c1', { device_id: 'd1', meter_id: 1, command });

test('C4.4 C7.13 a device that takes commands is pending until it says so itself', async () => {
  const { user } = await open([added]);
  let confirm = () => {};
  const calls = asked({ result: 'confirmed' }, 200, new Promise((resolve) => (confirm = resolve)));
  const toggle = await screen.findByRole('switch', { name: 'Lamp: on' });
  await waitFor(() => expect(queryClient.getQueryData(['channels', added.household_id])).toBeDefined());
  server.use(http.get('*/rest/v1/connected_devices', () => HttpResponse.json([device('d1', 'Lamp')])));
  await user.click(toggle);
  expect(toggle).toHaveAttribute('aria-busy', 'true');
  expect(screen.getByText('Waiting for Lamp')).toBeInTheDocument();
  confirm();
  await waitFor(() => expect(toggle).toBeChecked());
  expect(calls).toEqual([{ path: '/api/v1/devices/d1/switch', body: { on: true } }]);
  expect(notices()).toContainEqual({ title: 'Device activated', text: 'Lamp is now on', tone: 'plain' });
});

test('C4.4 a device that does not answer keeps its old state, and that is said', async () => {
  const { user } = await open([added]);
  asked({ result: 'no-answer' }, 200);
  const toggle = await screen.findByRole('switch', { name: 'Lamp: on' });
  await waitFor(() => expect(queryClient.getQueryData(['channels', added.household_id])).toBeDefined());
  await user.click(toggle);
  await waitFor(() => expect(notices()).toContainEqual(expect.objectContaining({ title: 'Lamp stays as it was' })));
  expect(toggle).not.toBeChecked();
  expect(toggle).toBeEnabled();
});

test('C2.15 a device that cannot be reached says so, and its history tells who switched it', async () => {
  const { user } = await open([{ ...added, is_online: false }]);
  server.use(
    http.get('*/rest/v1/device_commands', () =>
      HttpResponse.json([
        {
          id: 'k1',
          device_id: 'd1',
          wanted: true,
          user_id: null,
          asked_at: '2026-11-20T12:00:00Z',
          result: 'no-answer',
        },
      ]),
    ),
  );
  expect(await screen.findByText('not reachable')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Actions for Lamp' }));
  await user.click(screen.getByRole('menuitem', { name: 'Switching history' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Switching history of Lamp' }));
  expect(await dialog.findByText('Turned on')).toBeVisible();
  expect(dialog.getByText(/by a schedule/)).toBeVisible();
  expect(dialog.getByText('no answer')).toBeVisible();
});
