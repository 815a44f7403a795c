import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { usualUtilities, type Utility, utilityIds } from '#catalogue/index.ts';
import type { ConnectedDevice } from '#supabase/tables/index.ts';
import { keptOffline } from '../data/keep-answers.ts';
import { askTables } from '../data/tables.ts';
import { useHousehold } from './household.ts';

/** The household's devices, the oldest first. Empty without a household, and so without a signed-in user. */
export function devicesQuery(householdId: string | undefined) {
  return queryOptions({
    queryKey: ['devices', householdId ?? null],
    queryFn: () => fetchDevices(householdId),
    meta: keptOffline,
  });
}

export async function fetchDevices(householdId: string | undefined): Promise<ConnectedDevice[]> {
  if (householdId === undefined) return [];
  return askTables<ConnectedDevice[]>((tables) =>
    tables
      .from('connected_devices')
      .select('*')
      .eq('household_id', householdId)
      .order('created_at', { ascending: true }),
  );
}

export function useDevices() {
  const householdId = useHousehold().data?.id;
  return useQuery({ ...devicesQuery(householdId), enabled: householdId !== undefined });
}

/** What pages show here: what every home is shown, and what one of this home's devices measures. */
export function useUtilities(): readonly Utility[] {
  const { data: devices } = useDevices();
  return useMemo(
    () =>
      utilityIds.filter(
        (utility) => usualUtilities.includes(utility) || devices?.some((one) => one.utility === utility),
      ),
    [devices],
  );
}
