import { notTaken } from '#shell/data/browser-outbox.ts';
import type { OutboxKind } from '#shell/data/outbox.ts';
import { queryClient } from '#shell/data/query-client.ts';
import { askTables } from '#shell/data/tables.ts';
import { devicesQuery } from '#shell/household/connected-devices.ts';
import { thrownCode } from '#shell/text/failure-messages.ts';
import { i18n } from '#shell/text/i18n.ts';
import type { ConnectedDevice } from '#supabase/tables/index.ts';

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
    try {
      const [device] = await askTables<ConnectedDevice[]>((tables) =>
        tables.from('connected_devices').update({ is_active: isActive }).eq('id', id).select(),
      );
      // Another household's row is not there, under row-level security.
      return device === undefined ? { result: 'refused', code: 'not-found' } : { result: 'sent', answer: device };
    } catch (error) {
      return notTaken(thrownCode(error));
    }
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
