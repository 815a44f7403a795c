import { useTranslation } from 'react-i18next';
import { useDevices } from '#shell/household/connected-devices.ts';
import { DeviceSwitch, useChannels } from './device-switch.tsx';

/** As many as stand beside figures without taking their place. */
const maxShown = 3;

/** Switches of the devices that take commands; nothing where none does. */
export function SwitchList() {
  const { t } = useTranslation('device-switch');
  const { data: devices = [] } = useDevices();
  const { data: channels = [] } = useChannels();
  const switchable = devices.filter(({ id }) =>
    channels.some((channel) => channel.device_id === id && channel.command !== null),
  );
  if (switchable.length === 0) return null;
  return (
    <ul aria-label={t('list')} className="mt-4 divide-y divide-line border-t border-line">
      {switchable.slice(0, maxShown).map(({ id, name }) => (
        <li key={id} className="flex min-h-12 items-center justify-between gap-3">
          <span className="min-w-0 truncate">{name}</span>
          <DeviceSwitch deviceId={id} />
        </li>
      ))}
    </ul>
  );
}
