import type { ConnectedDevice } from '@wattershed/database';
import { Clock } from 'lucide-react';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useDevices } from '../../platform/connected-devices.ts';
import { useRights } from '../../platform/household-role.ts';
import { notify } from '../../ui/notice.ts';
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
