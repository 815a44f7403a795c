import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { Clock } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { outbox } from '#shell/data/browser-outbox.ts';
import { useOnline } from '#shell/data/online.ts';
import { useUnderWay } from '#shell/data/outbox-state.ts';
import { callService } from '#shell/data/service.ts';
import { askTables } from '#shell/data/tables.ts';
import { devicesQuery, useDevices } from '#shell/household/connected-devices.ts';
import { useRights } from '#shell/household/household.ts';
import { useFailureMessages } from '#shell/text/failure-messages.ts';
import { notify } from '#shell/ui/notices/notice.ts';
import { Switch } from '#shell/ui/switch.tsx';
import type { ConnectedDevice, DeviceCommand } from '#supabase/tables/index.ts';
import { switchDevice } from '../contract/hardware.ts';
import { useChannels } from './channels.ts';
import { type DeviceToggle, deviceToggles } from './device-toggles.ts';

/** Stands on other features' pages too, so it waits for its words by itself, in its own place. */
export function DeviceSwitch({ deviceId }: { deviceId: string }) {
  return (
    <Suspense fallback={<span className="size-11 shrink-0" />}>
      <LoadedSwitch deviceId={deviceId} />
    </Suspense>
  );
}

function LoadedSwitch({ deviceId }: { deviceId: string }) {
  const { data: devices } = useDevices();
  const device = devices?.find(({ id }) => id === deviceId);
  return device === undefined ? null : <SwitchOf device={device} />;
}

function SwitchOf({ device }: { device: ConnectedDevice }) {
  const { t } = useTranslation(['device-switch', 'errors']);
  const { isActive, isPending, waits, toggle } = useToggleDevice(device);
  const rights = useRights().data;
  const locked =
    rights == null || rights.maySwitch(device.room)
      ? undefined
      : t(rights.switches === 'some' ? 'locked.some' : 'locked.none', { name: device.name });
  return (
    <span className="relative inline-flex shrink-0">
      <Switch
        checked={isActive}
        pending={isPending}
        label={t('label', { name: device.name })}
        locked={locked}
        onChange={() => (locked === undefined ? void toggle() : notify(t('locked.title'), locked))}
      />
      <span role="status" className="sr-only">
        {isPending && t('pending', { name: device.name })}
      </span>
      {waits && (
        <span className="pointer-events-none absolute top-0 right-0 rounded-full bg-card p-0.5 text-power-text">
          <Clock className="size-3.5" aria-hidden />
          <span className="sr-only">{t('waits')}</span>
        </span>
      )}
    </span>
  );
}

/**
 * Turns a device on or off. Hardware that takes commands is told, and shown as changed when it says so itself. For any other it is noted:
 * shown at once, kept for the connection where there is none, and said either way.
 */
function useToggleDevice(device: ConnectedDevice) {
  const { data: channels } = useChannels();
  const switched = channels?.find((one) => one.device_id === device.id && one.command !== null);
  const hardware = useHardwareSwitch(device, switched?.is_simulated ?? false);
  const record = useRecordSwitch(device);
  return switched === undefined ? record : hardware;
}

function useHardwareSwitch(
  { id, name, household_id: householdId, is_active: isActive }: ConnectedDevice,
  isSimulated: boolean,
) {
  const { t } = useTranslation('device-switch');
  const words = useFailureMessages();
  const queryClient = useQueryClient();
  const [isPending, setIsPending] = useState(false);

  const toggle = async () => {
    setIsPending(true);
    try {
      const body = { on: !isActive };
      const { result } = await callService(switchDevice, { params: { id }, body });
      if (result === 'no-answer') return notify(t('failed', { name }), t('noAnswer'), 'alert');
      queryClient.setQueryData(devicesQuery(householdId).queryKey, (devices) =>
        devices?.map((one) => (one.id === id ? { ...one, is_active: !isActive } : one)),
      );
      const now = t(isActive ? 'isOff' : 'isOn', { name });
      notify(t(isActive ? 'deactivated' : 'activated'), isSimulated ? t('isSimulated', { now }) : now);
    } catch (error) {
      notify(t('failed', { name }), words.ofService(error), 'alert');
    } finally {
      setIsPending(false);
      void queryClient.invalidateQueries({ queryKey: ['commands', id] });
    }
  };
  return { isActive, isPending, toggle, waits: false };
}

function useRecordSwitch(device: ConnectedDevice) {
  const { t } = useTranslation('device-switch');
  const words = useFailureMessages();
  const online = useOnline();
  const { id, name, household_id: householdId } = device;
  const underWay = useUnderWay<DeviceToggle>(deviceToggles.name, id);
  const isActive = underWay?.payload.isActive ?? device.is_active;

  const toggle = async () => {
    const submitted = await outbox.submit(deviceToggles, id, { id, householdId, name, isActive: !isActive });
    if (submitted.status === 'sent') {
      notify(t(isActive ? 'deactivated' : 'activated'), t(isActive ? 'notedOff' : 'notedOn', { name }));
    }
    if (submitted.status === 'waiting') notify(t('waits'), t('waitsText', { name }));
    if (submitted.status === 'refused') notify(t('failed', { name }), words.ofCode(submitted.code), 'alert');
    if (submitted.status === 'not-kept') notify(t('failed', { name }), words.ofCode('network'), 'alert');
  };
  const waits = underWay !== undefined && (!online || underWay.attempts > 0);
  return { isActive, isPending: false, toggle, waits };
}

const maxCommands = 50;

/** How a device was switched, the latest first. */
export function commandsQuery(deviceId: string) {
  return queryOptions({
    queryKey: ['commands', deviceId],
    queryFn: () =>
      askTables<DeviceCommand[]>((tables) =>
        tables
          .from('device_commands')
          .select('*')
          .eq('device_id', deviceId)
          .order('asked_at', { ascending: false })
          .limit(maxCommands),
      ),
  });
}
