/** How far somebody has seen the notices of a home: kept with the service, so that every device of theirs knows. */
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { askTables, changeOrAdd } from '#shell/data/tables.ts';
import { useHousehold } from '#shell/household/household.ts';
import { useUserId } from '#shell/session/session.ts';
import type { NoticesSeen } from '#supabase/tables/index.ts';

/** Where no page follows the home live, it is asked so often. */
export const everyMs = 60_000;

type SeenUntil = NoticesSeen['seen_until'] | null;

function seenQuery(householdId: string | undefined) {
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

/** What was not kept stays unread. */
export function useMarkSeen(): (until: string) => void {
  const queries = useQueryClient();
  const userId = useUserId() ?? '';
  const householdId = useHousehold().data?.id ?? '';
  const { queryKey } = seenQuery(householdId);
  const { mutate } = useMutation({
    scope: { id: 'notices-seen' },
    mutationFn: (until: string) =>
      changeOrAdd('notices_seen', { household_id: householdId, user_id: userId }, { seen_until: until }),
    onSuccess: (_, until) => queries.setQueryData(queryKey, until),
  });
  return mutate;
}
