import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import { queryClient } from '#shell/data/query-client.ts';
import { startSession } from '#shell/session/arrival.ts';
import { storeSession } from '#apps/web/testing/auth-answers.ts';
import { server } from '#apps/web/testing/server.ts';
import { answerHousehold, channel, householdId } from './testing.ts';
import { ac, acMeter, geyser, geyserMeter, notices, renderDevicesPage } from './connect/testing-page.tsx';

beforeEach(() => queryClient.clear());

test.each([
  ['owner', ['Edit', 'Connect', 'Copy the meter key', 'Readings', 'Delete']],
  ['member', ['Edit', 'Connect', 'Copy the meter key', 'Readings']],
  ['viewer', ['Readings']],
] as const)('C6.1 C6.3 what a %s may do to a device is what is offered', async (role, actions) => {
  storeSession();
  await startSession();
  answerHousehold({ devices: [ac], meters: [acMeter], role });
  const { user } = await renderDevicesPage();
  await user.click(await screen.findByRole('button', { name: /Bedroom AC/ }));
  const offered = screen.getAllByRole('menuitem').map(({ textContent }) => textContent);
  expect(offered).toHaveLength(actions.length);
  for (const [i, action] of actions.entries()) expect(offered[i]).toContain(action);
  expect(screen.queryAllByRole('button', { name: 'Add a device' })).toHaveLength(role === 'viewer' ? 0 : 1);
  expect(screen.queryAllByRole('heading', { name: 'Tokens for sending' })).toHaveLength(role === 'viewer' ? 0 : 1);
});

test.each([
  ['member', ['kitchen'], /is in a room where you can’t switch/],
  ['viewer', null, /You can look at this household but not switch anything/],
] as const)(
  'C6.3 a switch that is not theirs carries a lock, says why, and changes nothing (%s)',
  async (role, rooms, why) => {
    storeSession();
    await startSession();
    const asked: string[] = [];
    answerHousehold({ devices: [ac, geyser], meters: [acMeter, geyserMeter], role, switchRooms: rooms && [...rooms] });
    server.use(
      http.patch('*/rest/v1/connected_devices', ({ request }) => {
        asked.push(new URL(request.url).searchParams.get('id') ?? '');
        return HttpResponse.json([{ ...geyser, is_active: true }]);
      }),
    );
    const { user } = await renderDevicesPage();
    const locked = await screen.findByRole('switch', { name: 'Bedroom AC: on' });
    expect(locked).toHaveAttribute('aria-disabled', 'true');
    expect(locked).toHaveAccessibleDescription(why);
    await user.click(locked);
    expect(notices().at(-1)?.title).toBe('Not yours to switch');
    await user.click(screen.getByRole('switch', { name: 'Kitchen geyser: on' }));
    await waitFor(() => expect(asked).toEqual(rooms === null ? [] : ['eq.d2']));
  },
);

test('C6.3 schedules are switches that wait: they take the right to switch, and the owner alone deletes', async () => {
  storeSession();
  await startSession();
  const plug = channel('p1', { device_id: ac.id, command: { topic: 'x', on: '1', off: '0' } });
  answerHousehold({ devices: [ac], meters: [acMeter], channels: [plug], role: 'member', switchRooms: ['kitchen'] });
  const schedule = {
    household_id: householdId,
    id: 's1',
    device_id: ac.id,
    is_on: true,
    days: 127,
    minute: 420,
    sun: null,
    offset_min: 0,
    is_enabled: true,
    is_planned: true,
    next_at: '2026-11-23T06:00:00Z',
    created_at: '2026-11-20T06:00:00Z',
  };
  server.use(http.get('*/rest/v1/device_schedules', () => HttpResponse.json([schedule])));
  const { user } = await renderDevicesPage();
  await user.click(await screen.findByRole('button', { name: /Bedroom AC/ }));
  await user.click(screen.getByRole('menuitem', { name: 'Schedules' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(await dialog.findByText(/you can’t switch this device/)).toBeVisible();
  expect(dialog.getByRole('switch')).toBeDisabled();
  expect(dialog.queryByRole('button', { name: /Remove|Delete|Add/ })).not.toBeInTheDocument();
});
