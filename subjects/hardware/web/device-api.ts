import { notTaken } from '#shell/data/browser-outbox.ts';
import type { OutboxKind } from '#shell/data/outbox.ts';
import { queryClient } from '#shell/data/query-client.ts';
import { askTables, TableError } from '#shell/data/tables.ts';
import { devicesQuery } from '#shell/household/connected-devices.ts';
import { failureCode } from '#shell/text/failure-messages.ts';
import { i18n } from '#shell/text/i18n.ts';
import type { ConnectedDevice } from '#supabase/tables/index.ts';

export type NewDevice = Pick<ConnectedDevice, 'name' | 'room' | 'utility'>;
type DeviceChange = Partial<Pick<ConnectedDevice, 'name' | 'room' | 'utility' | 'is_active'>>;

/** What was asked for, or the error's message with null data. `code` tells the interface which words to use. */
export type DeviceAnswer<T> = { data: T; error: null } | { data: null; error: string; code: string };

export async function addDevice(
  userId: string | undefined,
  device: NewDevice & { household_id?: string },
): Promise<DeviceAnswer<ConnectedDevice>> {
  if (userId === undefined) return { data: null, error: 'Not authenticated', code: 'not-authenticated' };
  return settle<ConnectedDevice>((tables) =>
    tables
      .from('connected_devices')
      .insert({ ...device, user_id: userId })
      .select(),
  );
}

export async function updateDevice(id: string, change: DeviceChange): Promise<DeviceAnswer<ConnectedDevice>> {
  return settle<ConnectedDevice>((tables) => tables.from('connected_devices').update(change).eq('id', id).select());
}

export async function removeDevice(id: string): Promise<DeviceAnswer<Pick<ConnectedDevice, 'id'>>> {
  return settle<Pick<ConnectedDevice, 'id'>>((tables) =>
    tables.from('connected_devices').delete().eq('id', id).select('id'),
  );
}

/** What contains this device's meters; null: nothing does. */
export async function changeParent(
  deviceId: string,
  parentMeterId: number | null,
): Promise<DeviceAnswer<{ id: number }>> {
  return settle<{ id: number }>((tables) =>
    tables.from('meters').update({ parent_meter_id: parentMeterId }).eq('device_id', deviceId).select('id'),
  );
}

async function settle<T>(ask: Parameters<typeof askTables>[0]): Promise<DeviceAnswer<T>> {
  try {
    const [row] = await askTables<T[]>(ask);
    // Under row-level security another household's row is no error: it simply is not there.
    return row === undefined
      ? { data: null, error: 'Device not found', code: 'not-found' }
      : { data: row, error: null };
  } catch (error) {
    const isSilence = !(error instanceof TableError) || error.status === 0;
    const code = isSilence ? 'network' : error.code;
    return { data: null, error: error instanceof Error ? error.message : String(error), code };
  }
}

export interface DeviceToggle {
  id: string;
  householdId: string;
  name: string;
  isActive: boolean;
}

/** Of several toggles of one device that wait, the last one counts. */
export const deviceToggles: OutboxKind<DeviceToggle> = {
  name: 'device-toggle',
  latestWins: true,
  // The state is named, not turned round, so sending it twice does what sending it once does.
  send: async ({ id, isActive }) => {
    const answer = await updateDevice(id, { is_active: isActive });
    return answer.error === null ? { result: 'sent', answer: answer.data } : notTaken(failureCode(answer));
  },
  arrived: async ({ id, householdId }, answer) => {
    const { queryKey } = devicesQuery(householdId);
    await queryClient.cancelQueries({ queryKey });
    queryClient.setQueryData<ConnectedDevice[]>(queryKey, (devices) =>
      devices?.map((device) => (device.id === id ? { ...device, ...(answer as Partial<ConnectedDevice>) } : device)),
    );
    void queryClient.invalidateQueries({ queryKey });
    // The page hears of it a moment later; until then the change stands, so that the switch does not jump.
    await new Promise((resolve) => setTimeout(resolve));
  },
  words: async ({ name, isActive }) => {
    await i18n.loadNamespaces('device-switch');
    return { title: i18n.t(isActive ? 'device-switch:turnOn' : 'device-switch:turnOff', { name }) };
  },
};
