import { containersIn } from '#subjects/readings/domain/meter-tree.ts';
import type { BillCosts } from '../../contract/bill-costs.ts';
import { useTranslation } from 'react-i18next';
import { useFormat, useHouseholdId } from '#shell/household/household.ts';
import { useRoomName } from '#shell/household/room-name.ts';
import { meterKey, type RoomRow } from './costs.ts';
import { useBillFormat } from '../use-bill-format.ts';
import { useQuery } from '@tanstack/react-query';
import type { Utility } from '#catalogue/index.ts';
import { useDevices } from '#shell/household/connected-devices.ts';
import { latestQuery } from '#shell/household/latest-usage.ts';

const byName = (a: string, b: string) => a.localeCompare(b);

/** How rooms share costs, in words. */
export function usePolicyWords() {
  const { t } = useTranslation(['billing-costs', 'billing']);
  const { list } = useFormat();
  const roomName = useRoomName();
  return {
    /** Only rooms that are there: others bear and give nothing. */
    statement: ({ policy, rooms }: BillCosts): string => {
      const common = rooms
        .filter(({ kind }) => kind === 'common')
        .map(({ room }) => roomName(room))
        .sort(byName);
      const rest = rooms.some(({ kind }) => kind === 'home') ? [t('policy.rest')] : [];
      const named = [...common, ...rest];
      const fixed = t(`policy.fixed.${policy.fixed}`);
      return named.length === 0 ? fixed : `${fixed} ${t(`policy.common.${policy.common}`, { rooms: list(named) })}`;
    },
    /** What the policy shares and no room can bear; undefined where all is borne. */
    unborne: ({ utilities }: BillCosts): string | undefined => {
      const parts = utilities.flatMap(({ utility, unborne }) =>
        unborne.map((part) =>
          t('policy.ofUtility', { what: t(`policy.what.${part}`), utility: t(`billing:${utility}`) }),
        ),
      );
      return parts.length === 0 ? undefined : t('policy.unborne', { what: list(parts) });
    },
  };
}

/** What a room's cost is made of; undefined where it is its own use alone. */
export function useShareWords(currency: string): (row: RoomRow) => string | undefined {
  const { t } = useTranslation('billing-costs');
  const { money } = useBillFormat(currency);
  return ({ kind, own, common, fixed }) => {
    if (kind !== 'own') return common === 0 ? undefined : t('share.given', { amount: money(-common) });
    if (common === 0 && fixed === 0) return undefined;
    const parts = [t('share.own', { amount: money(own) })];
    if (common !== 0) parts.push(t(common < 0 ? 'share.commonCredit' : 'share.common', { amount: money(common) }));
    if (fixed !== 0) parts.push(t(fixed < 0 ? 'share.fixedCredit' : 'share.fixed', { amount: money(fixed) }));
    return parts.join(' · ');
  };
}

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
  const parents = containersIn(meters);
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
