import { QueryClientProvider } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import type { AddPolledBody } from '../../contract/hardware.ts';
import type { PolledDevice } from '#supabase/tables/index.ts';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import { queryClient } from '#shell/data/query-client.ts';
import { startSession } from '#shell/session/arrival.ts';
import { storeSession } from '#apps/web/testing/auth-answers.ts';
import { setConfig } from '#apps/web/testing/config.ts';
import { renderPart } from '#apps/web/testing/render-app.tsx';
import { server } from '#apps/web/testing/server.ts';
import { SendStep } from './send-step.tsx';
import type { MeterRow } from '../device-queries.ts';
import { answerHousehold, householdId, meterRow, sourceKinds } from '../testing.ts';

beforeEach(() => {
  queryClient.clear();
  setConfig({ mqtt: { port: 1883, isSecure: false, isClient: false } });
});

async function openFor(switchRooms: string[] | null, kinds = sourceKinds, meter?: MeterRow) {
  storeSession();
  await startSession();
  answerHousehold({ role: 'member', switchRooms });
  server.use(http.get('*/api/v1/sources', () => HttpResponse.json(kinds)));
  return renderPart(
    <QueryClientProvider client={queryClient}>
      <SendStep meter={meter} lastValue={null} token="ws_one" />
    </QueryClientProvider>,
  );
}

test('C2.15 the home’s broker is told with the token to who may switch in every room', async () => {
  await openFor(null);
  expect(await screen.findByText(/ws_one/)).toBeVisible();
});

test('C6.1 to who may switch in some rooms only it is told who can open it', async () => {
  await openFor(['kitchen']);
  expect(await screen.findByText(/Ask one of them/)).toBeVisible();
  expect(screen.queryByText(/ws_one/)).not.toBeInTheDocument();
});

const polled = (rest: Partial<PolledDevice>): PolledDevice => ({
  household_id: householdId,
  id: 'p1',
  source: 'homewizard',
  address: '192.168.1.20',
  device: null,
  fault: null,
  fault_at: null,
  added_at: '2026-11-20T12:00:00Z',
  ...rest,
});

test('C2.15 a device that is asked needs its address alone; how it answers is said, and why it does not', async () => {
  const listed: PolledDevice[] = [];
  const { user } = await openFor(null);
  server.use(
    http.get('*/rest/v1/polled_devices', () => HttpResponse.json(listed)),
    http.post('*/api/v1/polled-devices', async ({ request }) => {
      const { address } = (await request.json()) as AddPolledBody;
      if (address === '10.1.1.1')
        return HttpResponse.json({ code: 'address-not-allowed', detail: '', requestId: '' }, { status: 422 });
      listed.push(polled({ address, device: '3c39' }), polled({ id: 'p2', address: 'x', fault: 'refused' }));
      return HttpResponse.json({ id: 'p1', address }, { status: 201 });
    }),
    http.delete('*/rest/v1/polled_devices', () => {
      listed.pop();
      return HttpResponse.json([{ id: 'p2' }]);
    }),
  );
  await user.click(await screen.findByRole('radio', { name: 'HomeWizard' }));
  const address = await screen.findByRole('textbox', { name: 'Address of the device' });
  await user.type(address, '10.1.1.1{Enter}');
  expect(await screen.findByText(/whoever runs this Wattershed decides/)).toBeVisible();
  await user.clear(address);
  await user.type(address, ' 192.168.1.20{Enter}');
  expect(await screen.findByText('answers')).toBeVisible();
  expect(screen.getByText(/turn on its local API/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Stop asking x' }));
  await waitFor(() => expect(screen.queryByText(/turn on its local API/)).not.toBeInTheDocument());
});

test('a device that answers with a key only is given it, and shows it nowhere', async () => {
  const sent: AddPolledBody[] = [];
  const { user } = await openFor(null);
  server.use(
    http.get('*/rest/v1/polled_devices', () =>
      HttpResponse.json([polled({ source: 'iq-gateway', fault: 'key-refused' })]),
    ),
    http.post('*/api/v1/polled-devices', async ({ request }) => {
      sent.push((await request.json()) as AddPolledBody);
      return HttpResponse.json({ id: 'p1', address: '192.168.1.20' }, { status: 201 });
    }),
  );
  await user.click(await screen.findByRole('radio', { name: 'Enphase IQ Gateway' }));
  await user.type(await screen.findByRole('textbox', { name: 'Address of the device' }), '192.168.1.20');
  const ask = screen.getByRole('button', { name: 'Ask this device' });
  expect(ask).toBeDisabled();
  const key = screen.getByLabelText('Token');
  expect(key).toHaveAttribute('type', 'password');
  await user.type(key, ' eyJ.a.b ');
  await user.click(ask);
  await waitFor(() => expect(sent).toEqual([{ source: 'iq-gateway', address: '192.168.1.20', key: 'eyJ.a.b' }]));
  await waitFor(() => expect(key).toHaveValue(''));
  expect(screen.getByText(/it may have expired/)).toBeVisible();
});

test('what works here leads; what is not set up comes last, folded, with who can change that', async () => {
  setConfig({ mqtt: { port: null, isSecure: false, isClient: false } });
  const { user } = await openFor(null, { ...sourceKinds, polls: false }, meterRow(1, 'd1', 'kitchen-electricity'));
  expect(await screen.findByText(/curl -X POST/)).toBeVisible();
  const missing = await screen.findByText(
    'Not set up here: MQTT (Tasmota, Shelly, Zigbee), Enphase IQ Gateway and HomeWizard',
  );
  const names = screen.getAllByRole('radio').map((radio) => radio.closest('label')?.textContent);
  expect(names[0]).toBe('Any program');
  expect(names).not.toContain('HomeWizard');
  expect(screen.getByText(/MQTT_URL/)).not.toBeVisible();
  await user.click(missing);
  expect(screen.getByText(/MQTT_URL/)).toBeVisible();
  expect(screen.getByText(/POLL_NETWORKS/)).toBeVisible();
});

test('without a meter, where nothing makes itself known, the device is added first', async () => {
  setConfig({ mqtt: { port: null, isSecure: false, isClient: false } });
  await openFor(null, { ...sourceKinds, polls: false });
  expect(await screen.findByText(/^Add the device in step 1/)).toBeVisible();
  expect(screen.queryByRole('radio')).not.toBeInTheDocument();
});
