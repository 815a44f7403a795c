import { queryOptions, useQuery } from '@tanstack/react-query';
import { useHousehold } from './household.ts';
import { useUserId } from './session.ts';
import { askTables } from './tables.ts';

function mayWriteQuery(householdId: string | undefined, userId: string | undefined) {
  return queryOptions({
    queryKey: ['household-role', householdId ?? null, userId ?? null],
    queryFn: async () => {
      if (householdId === undefined || userId === undefined) return false;
      const [membership] = await askTables<{ role: string }[]>((tables) =>
        tables.from('household_members').select('role').eq('household_id', householdId).eq('user_id', userId),
      );
      return membership !== undefined && membership.role !== 'viewer';
    },
    staleTime: 5 * 60_000,
  });
}

/** Whether this person may change what the household has; a viewer only reads. The database enforces it. */
export function useMayWrite() {
  const household = useHousehold().data;
  return useQuery({ ...mayWriteQuery(household?.id, useUserId()), enabled: Boolean(household) });
}
