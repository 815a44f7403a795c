import type { Utility } from '#catalogue/index.ts';
import type { LatestAnswer } from '../../../contract/usage.ts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useDevices } from '#shell/household/connected-devices.ts';
import { useRoomName } from '#shell/household/room-name.ts';
import { untracked } from '../groups.ts';
import { others } from './time-data.ts';

export interface Names {
  room: (room: string) => string;
  device: (deviceId: string) => string;
  /** A room or device; what is left, and all smaller ones together, by their words. */
  group: (by: 'room' | 'device', key: string) => string;
  utility: (utility: Utility) => string;
}

export function useNames(latest: LatestAnswer): Names {
  const { t } = useTranslation(['analytics', 'usage', 'rooms']);
  const roomName = useRoomName();
  const { data: devices } = useDevices();
  return useMemo(() => {
    const utility = (one: Utility) => t(`usage:${one}`);
    const device = (deviceId: string) => {
      const name = devices?.find(({ id }) => id === deviceId)?.name;
      if (name !== undefined) return name;
      const meter = latest.meters.find((one) => one.deviceId === deviceId);
      return meter === undefined ? t('removedDevice') : `${roomName(meter.room)} (${utility(meter.utility)})`;
    };
    const group: Names['group'] = (by, key) => {
      if (key === untracked) return t('usage:rooms.untracked');
      if (key === others) return t('others');
      return by === 'room' ? roomName(key) : device(key);
    };
    return { room: roomName, device, group, utility };
    // The names of rooms change with the language, which `t` stands for.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [t, devices, latest]);
}
