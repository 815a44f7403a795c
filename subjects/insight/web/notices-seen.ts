/** How far somebody has seen the notices of a home: kept with the service, so that every device of theirs knows. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import { askTables } from '#shell/data/tables.ts';
import { useHousehold } from '#shell/household/household.ts';
import type { NoticesSeen } from '#supabase/tables/index.ts';

/** Where no page follows the home live, it is asked so often. */
export const everyMs = 60_000;

type SeenUntil = NoticesSeen['seen_until'] | null;

export function seenQuery(householdId: string | undefined) {
  return queryOptions({
    queryKey: ['notices-seen', householdId ?? null],
    queryFn: async (): Promise<SeenUntil> => {
      const [row] = await askTables<NoticesSeen[]>((tables) =>
        tables
          .from('notices_seen')
          .select('*')
          .eq('household_id', householdId ?? ''),
      );
      return row?.seen_until ?? null;
    },
  });
}

/** `null`: nothing yet. */
export function useSeenUntil() {
  const householdId = useHousehold().data?.id;
  return useQuery({ ...seenQuery(householdId), enabled: householdId !== undefined, refetchInterval: everyMs });
}
