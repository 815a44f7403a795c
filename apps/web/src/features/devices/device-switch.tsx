import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useDevices } from '../../platform/connected-devices.ts';
import { Switch } from '../../ui/switch.tsx';
import { useToggleDevice } from './use-toggle-device.ts';

/** Stands on other features' pages too, so it waits for its words by itself, in its own place. */
export function DeviceSwitch({ deviceId }: { deviceId: string }) {
  return (
    <Suspense fallback={<span className="size-11 shrink-0" />}>
      <LoadedSwitch deviceId={deviceId} />
    </Suspense>
  );
}

function LoadedSwitch({ deviceId }: { deviceId: string }) {
  const { t } = useTranslation(['devices', 'errors']);
  const { data: devices } = useDevices();
  const toggle = useToggleDevice();
  const device = devices?.find(({ id }) => id === deviceId);
  if (device === undefined) return null;
  return (
    <Switch
      checked={device.is_active}
      label={t('toggle.label', { name: device.name })}
      onChange={() => toggle.mutate(device)}
    />
  );
}
