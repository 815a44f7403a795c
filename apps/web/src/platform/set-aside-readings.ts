import { useQuery } from '@tanstack/react-query';
import { readQuarantine } from '@wattershed/contracts/tokens';
import { useHousehold } from './household.ts';
import { callService } from './service.ts';

/** Readings that wait for a decision. `waiting`: how many, as the meters say; another number means that there is news. */
export function useSetAsideReadings(waiting: number) {
  const householdId = useHousehold().data?.id;
  return useQuery({
    queryKey: ['quarantine', householdId ?? null, waiting],
    queryFn: async ({ signal }) => {
      const query = { household: householdId };
      const { readings } = await callService(readQuarantine, { query, signal });
      return readings;
    },
    enabled: householdId !== undefined && waiting > 0,
  });
}
