import { HttpResponse, http } from 'msw';
import { expect, test } from 'vitest';
import { fetchDevices } from '#shell/household/connected-devices.ts';
import { startSession } from '#shell/session/arrival.ts';
import { asha, storeSession } from '#apps/web/testing/auth-answers.ts';
import { server } from '#apps/web/testing/server.ts';
import { addDevice, removeDevice, updateDevice } from './device-api.ts';
import { saveDevice } from './device-dialog.tsx';
import { device, householdId } from './testing.ts';

const lamp = device('d1', 'Hall lamp', { room: 'hall' });

interface Seen {
  url: URL;
  body: unknown;
  authorization: string | null;
}

/** Answers, and remembers what was asked. */
function listen(method: 'get' | 'post' | 'patch' | 'delete', table: string, answer: object, status = 200): Seen[] {
  const seen: Seen[] = [];
  server.use(
    http[method](`*/rest/v1/${table}`, async ({ request }) => {
      const text = await request.text();
      const body: unknown = text === '' ? undefined : JSON.parse(text);
      seen.push({ url: new URL(request.url), body, authorization: request.headers.get('authorization') });
      return HttpResponse.json(answer, { status });
    }),
  );
  return seen;
}

async function signIn() {
  storeSession();
  await startSession();
}

test('C7.11 devices of the household come in the order in which they were added, as the signed-in user', async () => {
  await signIn();
  const seen = listen('get', 'connected_devices', [lamp]);
  expect(await fetchDevices(householdId)).toEqual([lamp]);
  const { searchParams } = seen[0]?.url ?? new URL('http://none');
  expect(searchParams.get('household_id')).toBe(`eq.${householdId}`);
  expect(searchParams.get('order')).toBe('created_at.asc');
  expect(seen[0]?.authorization).toBe('Bearer token-1');
});

test('C7.12 a new device is inserted with the user who adds it', async () => {
  await signIn();
  const seen = listen('post', 'connected_devices', [lamp], 201);
  const answer = await addDevice(asha.id, { name: 'Hall lamp', room: 'hall', utility: 'electricity' });
  expect(answer).toEqual({ data: lamp, error: null });
  expect(seen[0]?.body).toEqual({ name: 'Hall lamp', room: 'hall', utility: 'electricity', user_id: asha.id });
});

test('C7.13 a device is changed by its id, and only in what is named', async () => {
  await signIn();
  const seen = listen('patch', 'connected_devices', [{ ...lamp, is_active: false }]);
  expect((await updateDevice('d1', { is_active: false })).data).toMatchObject({ is_active: false });
  expect(seen[0]?.url.searchParams.get('id')).toBe('eq.d1');
  expect(seen[0]?.body).toEqual({ is_active: false });
});

test('C7.14 a device is deleted by its id', async () => {
  await signIn();
  const seen = listen('delete', 'connected_devices', [{ id: 'd1' }]);
  expect(await removeDevice('d1')).toEqual({ data: { id: 'd1' }, error: null });
  expect(seen[0]?.url.searchParams.get('id')).toBe('eq.d1');
});

test('C6.2 C8.2 adding without a user answers `Not authenticated`, and asks nobody', async () => {
  const answer = await addDevice(undefined, { name: 'Hall lamp', room: 'hall', utility: 'electricity' });
  expect(answer).toMatchObject({ data: null, error: 'Not authenticated' });
});

test('C8.3 device functions answer the error’s message with null data', async () => {
  await signIn();
  const refusal = {
    code: '42501',
    message: 'permission denied for table connected_devices',
    details: null,
    hint: null,
  };
  listen('post', 'connected_devices', refusal, 403);
  listen('patch', 'connected_devices', refusal, 403);
  listen('delete', 'connected_devices', refusal, 403);
  const refused = { data: null, error: refusal.message, code: '42501' };
  expect(await addDevice(asha.id, { name: 'x', room: '', utility: 'water' })).toEqual(refused);
  expect(await updateDevice('d1', { name: 'y' })).toEqual(refused);
  expect(await removeDevice('d1')).toEqual(refused);
});

test('C8.3 C1.1 another household’s device is simply not there', async () => {
  await signIn();
  listen('patch', 'connected_devices', []);
  expect(await updateDevice('foreign', { is_active: false })).toEqual({
    data: null,
    error: 'Device not found',
    code: 'not-found',
  });
});

test('a device that is inside another meter is placed there once its own meter exists', async () => {
  await signIn();
  listen('post', 'connected_devices', [lamp], 201);
  const placed = listen('patch', 'meters', [{ id: 7 }]);
  const draft = { name: 'Hall lamp', room: 'hall', utility: 'electricity', householdId, parent: 3 } as const;
  expect(await saveDevice(asha.id, undefined, draft)).toEqual({ data: lamp, error: null });
  expect(placed[0]?.url.searchParams.get('device_id')).toBe('eq.d1');
  expect(placed[0]?.body).toEqual({ parent_meter_id: 3 });
  await saveDevice(asha.id, undefined, { ...draft, name: 'Roof', flow: 'produced' });
  expect(placed[1]?.body).toEqual({ flow: 'produced', parent_meter_id: 3 });
  await saveDevice(asha.id, undefined, { ...draft, name: 'Roof', flow: 'produced', parent: null });
  expect(placed[2]?.body).toEqual({ flow: 'produced' });
});
