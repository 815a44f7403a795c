import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useHousehold } from './household.ts';
import { latestQuery } from './latest-usage.ts';
import { askTables } from '../data/tables.ts';

const maxTold = 100;

/** When the readings that wait for a decision were received, the newest first: for whoever is told that there are some. */
export function useWithheldTimes(everyMs: number) {
  const householdId = useHousehold().data?.id;
  // Where the meters are followed live, another number of theirs asks anew.
  const { data: latest } = useQuery({ ...latestQuery(householdId), enabled: false });
  const waiting = latest?.meters.reduce((sum, { quarantined }) => sum + quarantined, 0) ?? null;
  return useQuery({
    queryKey: ['quarantine', householdId ?? null, 'received', waiting],
    queryFn: async () => {
      const rows = await askTables<{ received_at: string }[]>((tables) =>
        tables
          .from('quarantined_readings')
          .select('received_at')
          .eq('household_id', householdId ?? '')
          .order('received_at', { ascending: false })
          .limit(maxTold),
      );
      return rows.map(({ received_at: at }) => at);
    },
    enabled: householdId !== undefined,
    refetchInterval: everyMs,
    placeholderData: keepPreviousData,
  });
}
