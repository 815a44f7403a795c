import type { ConnectedDevice } from '@wattershed/database';
import { devicesQuery } from '../../platform/connected-devices.ts';
import { i18n } from '../../platform/i18n.ts';
import type { Sending } from '../../platform/outbox.ts';
import { queryClient } from '../../platform/query-client.ts';
import { updateDevice } from './device-api.ts';
import type { DeviceToggle } from './device-toggles.ts';
import { failureCode } from '../../platform/failure-words.ts';

const comesBack = ['network', 'internal', 'not-authenticated'];

/** The state is named, not turned round, so sending it twice does what sending it once does. */
export async function send({ id, isActive }: DeviceToggle): Promise<Sending> {
  const answer = await updateDevice(id, { is_active: isActive });
  if (answer.error === null) return { result: 'sent', answer: answer.data };
  const code = failureCode(answer);
  return comesBack.includes(code) ? { result: 'no-answer' } : { result: 'refused', code };
}

export async function arrived({ id, householdId }: DeviceToggle, answer: unknown): Promise<void> {
  const { queryKey } = devicesQuery(householdId);
  await queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData<ConnectedDevice[]>(queryKey, (devices) =>
    devices?.map((device) => (device.id === id ? { ...device, ...(answer as Partial<ConnectedDevice>) } : device)),
  );
  void queryClient.invalidateQueries({ queryKey });
  // The page hears of it a moment later; until then the change stands, so that the switch does not jump.
  await new Promise((resolve) => setTimeout(resolve));
}

export async function words({ name, isActive }: DeviceToggle): Promise<{ title: string }> {
  await i18n.loadNamespaces('device-switch');
  return { title: i18n.t(isActive ? 'device-switch:turnOn' : 'device-switch:turnOff', { name }) };
}

export async function reason(code: string): Promise<string> {
  await i18n.loadNamespaces('errors');
  return i18n.t(`errors:${code as 'internal'}`);
}
