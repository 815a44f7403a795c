import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ConnectedDevice } from '#supabase/tables/index.ts';
import { useHousehold } from './household.ts';
import { keptOffline } from '../data/keep-answers.ts';
import { askTables } from '../data/tables.ts';

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
