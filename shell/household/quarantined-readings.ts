import { useQuery } from '@tanstack/react-query';
import { readQuarantine } from '#subjects/identity/contract/tokens.ts';
import { useHousehold } from './household.ts';
import { callService } from '../data/service.ts';

/** Readings that wait for a decision. `waiting`: how many, as the meters say; another number means that there is news. */
export function useQuarantinedReadings(waiting: number) {
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
