import { lazy, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDevices } from '#shell/household/connected-devices.ts';
import { orReload } from '#shell/data/reload-after-update.ts';
import { Near } from '#shell/parts/near-view.tsx';
import { useChannels } from './channels.ts';

const DeviceSwitch = lazy(orReload(async () => ({ default: (await import('./device-switch.tsx')).DeviceSwitch })));

/** The page’s figures come first: nobody presses a switch before they have looked. */
const afterMs = 2000;

function useIsSettled(): boolean {
  const [isSettled, setSettled] = useState(false);
  useEffect(() => {
    const wait = setTimeout(() => setSettled(true), afterMs);
    return () => clearTimeout(wait);
  }, []);
  return isSettled;
}

/** As many as stand beside figures without taking their place. */
const maxShown = 3;

const standIn = (
  <span className="flex size-11 shrink-0 items-center justify-center" data-later="">
    <span className="h-6 w-11 rounded-full bg-line" />
  </span>
);

/** Not known yet whether there are any: what stands below them waits. Devices are asked for with the page's figures. */
export const useSwitchesAreComing = (): boolean => useChannels().isLoading;

/** Switches of the devices that take commands; nothing where none does. */
export function SwitchList() {
  const { t } = useTranslation();
  const isSettled = useIsSettled();
  const { data: devices = [] } = useDevices();
  const { data: channels = [] } = useChannels();
  const switchable = devices.filter(({ id }) =>
    channels.some((channel) => channel.device_id === id && channel.command !== null),
  );
  if (switchable.length === 0) return null;
  return (
    <ul aria-label={t('switches')} className="mt-4 divide-y divide-line border-t border-line">
      {switchable.slice(0, maxShown).map(({ id, name }) => (
        <li key={id} className="flex min-h-12 items-center justify-between gap-3">
          <span className="min-w-0 truncate">{name}</span>
          {isSettled ? (
            <Near className="size-11 shrink-0" fallback={standIn}>
              <DeviceSwitch deviceId={id} />
            </Near>
          ) : (
            standIn
          )}
        </li>
      ))}
    </ul>
  );
}
