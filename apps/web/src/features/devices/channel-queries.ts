import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Channel, DeviceCommand } from '@wattershed/database';
import { useHousehold } from '../../platform/household.ts';
import { keptOffline } from '../../platform/keep-answers.ts';
import { askTables } from '../../platform/tables.ts';

/** Found hardware, the first found first: what waits to be added, and what devices of the household stand on. */
export function channelsQuery(householdId: string | undefined) {
  return queryOptions({
    queryKey: ['channels', householdId ?? null],
    queryFn: async () => {
      if (householdId === undefined) return [];
      return askTables<Channel[]>((tables) =>
        tables.from('channels').select('*').eq('household_id', householdId).order('found_at', { ascending: true }),
      );
    },
    meta: keptOffline,
  });
}

export function useChannels() {
  const householdId = useHousehold().data?.id;
  return useQuery({ ...channelsQuery(householdId), enabled: householdId !== undefined });
}

const mostCommands = 50;

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
          .limit(mostCommands),
      ),
  });
}
