import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { DeviceSchedule, Household } from '@wattershed/database';
import { askTables } from '../../platform/tables.ts';

/** When it is due, of what is written by a person. */
export type Schedule = Pick<DeviceSchedule, 'is_on' | 'days' | 'minute' | 'sun' | 'offset_min'>;

/** A device's schedules, as they were made. */
export function schedulesQuery(deviceId: string) {
  return queryOptions({
    queryKey: ['schedules', deviceId],
    queryFn: () =>
      askTables<DeviceSchedule[]>((tables) =>
        tables.from('device_schedules').select('*').eq('device_id', deviceId).order('created_at', { ascending: true }),
      ),
    // The service works out within ten seconds when a new one is due.
    refetchInterval: ({ state }) => (state.data?.some((one) => one.is_enabled && !one.is_planned) ? 3000 : false),
  });
}

export function useReloadSchedules(deviceId: string): () => void {
  const queryClient = useQueryClient();
  return () => void queryClient.invalidateQueries({ queryKey: schedulesQuery(deviceId).queryKey });
}

export async function addSchedule(householdId: string, deviceId: string, schedule: Schedule): Promise<void> {
  const row = { ...schedule, household_id: householdId, device_id: deviceId };
  await askTables((tables) => tables.from('device_schedules').insert(row).select('id'));
}

export async function enableSchedule(id: string, isEnabled: boolean): Promise<void> {
  await askTables((tables) =>
    tables.from('device_schedules').update({ is_enabled: isEnabled }).eq('id', id).select('id'),
  );
}

export async function removeSchedule(id: string): Promise<void> {
  await askTables((tables) => tables.from('device_schedules').delete().eq('id', id).select('id'));
}

/** A hundredth of a degree is enough for the sun, and tells nobody the house. */
export async function savePlace(household: Household, latitude: number, longitude: number): Promise<void> {
  const place = { latitude: round(latitude), longitude: round(longitude) };
  await askTables((tables) => tables.from('households').update(place).eq('id', household.id).select('id'));
}

function round(degrees: number): number {
  return Math.round(degrees * 100) / 100;
}
