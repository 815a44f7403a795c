import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { makeRepair, readMeterReadings, type RepairAnswer, type RepairWish } from '../contract/repairs.ts';
import type { Meter, Repair } from '#supabase/tables/index.ts';
import { useHousehold } from '#shell/household/household.ts';
import { addDays, startOfDay } from '#shell/text/local-day.ts';
import { callService } from '#shell/data/service.ts';
import { askTables } from '#shell/data/tables.ts';

export type MeterRow = Pick<
  Meter,
  | 'id'
  | 'device_id'
  | 'utility'
  | 'key'
  | 'reading_kind'
  | 'max_per_hour'
  | 'max_gap_s'
  | 'rolls_over_at'
  | 'register_unit'
  | 'quarantined'
>;
/** Without what it takes to take it back. */
export type RepairRow = Omit<Repair, 'change' | 'household_id' | 'undone_by'>;

const meterColumns =
  'id,device_id,utility,key,reading_kind,max_per_hour,max_gap_s,rolls_over_at,register_unit,quarantined';
const repairColumns = 'id,meter_id,kind,first_day,last_day,used_before,used_after,made_by,made_at,undone_at';
const maxRepairs = 50;

export function useMeterRows() {
  const householdId = useHousehold().data?.id;
  return useQuery({
    queryKey: ['meters', householdId ?? null, 'limits'],
    queryFn: () =>
      askTables<MeterRow[]>((tables) =>
        tables
          .from('meters')
          .select(meterColumns)
          .eq('household_id', householdId ?? '')
          .order('id', { ascending: true }),
      ),
    enabled: householdId !== undefined,
  });
}

export function readingsQuery(meterId: number, day: string, timeZone: string) {
  return queryOptions({
    queryKey: ['readings', meterId, day, timeZone],
    queryFn: ({ signal }) => {
      const from = new Date(startOfDay(day, timeZone)).toISOString();
      const to = new Date(startOfDay(addDays(day, 1), timeZone)).toISOString();
      return callService(readMeterReadings, { params: { id: meterId }, query: { from, to }, signal });
    },
  });
}

export function repairsQuery(meterId: number) {
  return queryOptions({
    queryKey: ['repairs', meterId],
    queryFn: () =>
      askTables<RepairRow[]>((tables) =>
        tables
          .from('repairs')
          .select(repairColumns)
          .eq('meter_id', meterId)
          .order('id', { ascending: false })
          .limit(maxRepairs),
      ),
  });
}

export function askRepair(wish: RepairWish, preview: boolean): Promise<RepairAnswer> {
  return callService(makeRepair, { body: { wish, preview } });
}

/** After a change of readings: every figure that stands on them. */
export function useReloadFigures(): () => void {
  const queryClient = useQueryClient();
  return () => {
    for (const key of ['readings', 'repairs', 'meters', 'quarantine', 'latest', 'usage', 'analytics', 'billing'])
      void queryClient.invalidateQueries({ queryKey: [key] });
  };
}
