import { useQuery } from '@tanstack/react-query';
import type { HouseholdMember } from '@wattershed/database';
import { useHousehold } from './household.ts';
import { keptOffline } from './keep-answers.ts';
import { useUserId } from './session.ts';
import { askTables } from './tables.ts';

type Role = HouseholdMember['role'];

/** What this person is in the household, null without one. The database decides; this keeps off the page what it would refuse. */
export function useRole() {
  const userId = useUserId();
  const household = useHousehold().data;
  const householdId = household?.id;
  return useQuery({
    queryKey: ['household-role', householdId ?? null, userId ?? null],
    queryFn: async (): Promise<Role | null> => {
      if (householdId === undefined || userId === undefined) return null;
      const [membership] = await askTables<{ role: Role }[]>((tables) =>
        tables.from('household_members').select('role').eq('household_id', householdId).eq('user_id', userId),
      );
      return membership?.role ?? null;
    },
    enabled: household !== undefined && userId !== undefined,
    staleTime: 5 * 60_000,
    meta: keptOffline,
  });
}

/** Whether this person may change what the household has; a viewer only reads. Undefined while it is not known. */
export function useMayWrite() {
  const role = useRole();
  return { ...role, data: role.data === undefined ? undefined : role.data === 'owner' || role.data === 'member' };
}
