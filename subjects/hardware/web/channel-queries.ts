import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Channel, DeviceCommand } from '#supabase/tables/index.ts';
import { useHousehold } from '#shell/household/household.ts';
import { keptOffline } from '#shell/data/keep-answers.ts';
import { askTables } from '#shell/data/tables.ts';

/** Found hardware, the first found first: what waits to be added, and what devices of the household stand on. */
function channelsQuery(householdId: string | undefined) {
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
