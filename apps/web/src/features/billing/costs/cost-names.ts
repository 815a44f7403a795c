import { useQuery } from '@tanstack/react-query';
import type { Utility } from '@wattershed/catalogue';
import { useTranslation } from 'react-i18next';
import { useDevices } from '../../../platform/connected-devices.ts';
import { useHouseholdId } from '../../../platform/household.ts';
import { latestQuery } from '../../../platform/latest-usage.ts';
import { useRoomName } from '../../../platform/room-name.ts';
import { meterKey } from './cost-rows.ts';

export interface CostNames {
  /** Meters that others hang below. */
  containers: ReadonlySet<string>;
  room: (room: string) => string;
  /** A device by its name; one that contains others as the rest of it. */
  device: (utility: Utility, deviceId: string, room?: string) => string;
  isPending: boolean;
}

export function useCostNames(): CostNames {
  const { t } = useTranslation(['billing-costs', 'billing', 'rooms']);
  const householdId = useHouseholdId();
  const devices = useDevices();
  const latest = useQuery({ ...latestQuery(householdId), enabled: householdId !== undefined });
  const roomName = useRoomName();
  const meters = latest.data?.meters ?? [];
  const parents = new Set(meters.map(({ parentMeterId }) => parentMeterId));
  const containers = new Set(
    meters.filter(({ meterId }) => parents.has(meterId)).map(({ utility, deviceId }) => meterKey(utility, deviceId)),
  );
  const plain = (utility: Utility, deviceId: string, room: string | undefined): string => {
    const name = devices.data?.find(({ id }) => id === deviceId)?.name;
    if (name !== undefined) return name;
    const known = room ?? meters.find((meter) => meter.deviceId === deviceId)?.room;
    return known === undefined ? t('removed') : `${roomName(known)} (${t(`billing:${utility}`)})`;
  };
  return {
    containers,
    room: roomName,
    device: (utility, deviceId, room) => {
      const name = plain(utility, deviceId, room);
      return containers.has(meterKey(utility, deviceId)) ? t('restOf', { name }) : name;
    },
    isPending: devices.isPending || latest.isPending,
  };
}
