/** The push of this browser: whether it has one, whether it may, and turning it on and off. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callService } from '#shell/data/service.ts';
import { askTables } from '#shell/data/tables.ts';
import { addNoticeDevice } from '../../contract/notice-ways.ts';
import { useWaysChanged, type Way } from './way-queries.ts';
import { isWithin } from '#shell/data/base.ts';

interface Device {
  readonly state: 'unsupported' | 'blocked' | 'ready';
  /** SHA-256 of where its push service is told; null: it has subscribed nowhere. */
  readonly fingerprint: string | null;
}

const queryKey = ['push-device'];

const registrationOf = async (): Promise<ServiceWorkerRegistration | undefined> => {
  // The one that is there within the pages of others is theirs.
  if (isWithin || !('serviceWorker' in navigator) || !('PushManager' in globalThis) || !('Notification' in globalThis))
    return undefined;
  return navigator.serviceWorker.getRegistration();
};

const fingerprintOf = async (endpoint: string): Promise<string> => {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint));
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('');
};

const readDevice = async (): Promise<Device> => {
  const registration = await registrationOf();
  if (registration === undefined) return { state: 'unsupported', fingerprint: null };
  const subscription = await registration.pushManager.getSubscription();
  const fingerprint = subscription === null ? null : await fingerprintOf(subscription.endpoint);
  return { state: Notification.permission === 'denied' ? 'blocked' : 'ready', fingerprint };
};

export const usePushDevice = () => useQuery({ queryKey, queryFn: readDevice, networkMode: 'always' });

/** Which of a person's ways is this browser. */
export const wayHere = (ways: readonly Way[], device: Device | undefined): Way | undefined =>
  device?.fingerprint == null ? undefined : ways.find(({ fingerprint }) => fingerprint === device.fingerprint);

/** The browser did not let itself be asked, or its person said no. */
export class NotPermittedError extends Error {
  override readonly name = 'NotPermittedError';
}

const turnOn = async (pushKey: string): Promise<void> => {
  if ((await Notification.requestPermission()) !== 'granted') throw new NotPermittedError();
  const registration = await registrationOf();
  if (registration === undefined) throw new NotPermittedError();
  // One with the keys of before would be refused, and a browser keeps one at a time.
  await (await registration.pushManager.getSubscription())?.unsubscribe();
  const subscription = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: pushKey,
  });
  const { endpoint, keys } = subscription.toJSON();
  try {
    const body = { endpoint: endpoint ?? '', keys: { p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' } };
    await callService(addNoticeDevice, { body });
  } catch (error) {
    await subscription.unsubscribe();
    throw error;
  }
};

const turnOff = async ({ id }: Way): Promise<void> => {
  await askTables((tables) => tables.from('notice_ways').delete().eq('id', id));
  const registration = await registrationOf();
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
};

export function useTurnPush() {
  const queries = useQueryClient();
  const changed = useWaysChanged();
  return useMutation({
    mutationFn: ({ here, pushKey }: { here: Way | undefined; pushKey: string }) =>
      here === undefined ? turnOn(pushKey) : turnOff(here),
    onSettled: () => Promise.all([queries.invalidateQueries({ queryKey }), changed()]),
  });
}
