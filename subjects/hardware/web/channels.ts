import { queryOptions, useQuery } from '@tanstack/react-query';
import { keptOffline } from '#shell/data/keep-answers.ts';
import { askTables } from '#shell/data/tables.ts';
import { useHousehold } from '#shell/household/household.ts';
import type { Channel } from '#supabase/tables/index.ts';

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
