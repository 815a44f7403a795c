import { useTranslation } from 'react-i18next';
import { useDevices } from '../../platform/connected-devices.ts';
import { Switch } from '../../ui/switch.tsx';
import { useToggleDevice } from './use-toggle-device.ts';

export function DeviceSwitch({ deviceId }: { deviceId: string }) {
  const { t } = useTranslation('devices');
  const { data: devices } = useDevices();
  const toggle = useToggleDevice();
  const device = devices?.find(({ id }) => id === deviceId);
  if (device === undefined) return null;
  return (
    <Switch
      checked={device.is_active}
      label={t('toggle.label', { name: device.name })}
      pending={toggle.isPending}
      onChange={() => toggle.mutate(device)}
    />
  );
}
