import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { makeRepair, readMeterReadings, type RepairAnswer, type RepairWish } from '@wattershed/contracts/repairs';
import type { Meter, Repair } from '@wattershed/database';
import { useHousehold } from '../../platform/household.ts';
import { addDays, startOfDay } from '../../platform/local-day.ts';
import { callService } from '../../platform/service.ts';
import { askTables } from '../../platform/tables.ts';

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
  | 'quarantined'
>;
/** Without what it takes to take it back. */
export type RepairRow = Omit<Repair, 'change' | 'household_id' | 'undone_by'>;

const meterColumns = 'id,device_id,utility,key,reading_kind,max_per_hour,max_gap_s,rolls_over_at,quarantined';
const repairColumns = 'id,meter_id,kind,first_day,last_day,used_before,used_after,made_by,made_at,undone_at';
const mostRepairs = 50;

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
          .limit(mostRepairs),
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
