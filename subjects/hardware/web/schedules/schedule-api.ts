import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { askTables } from '#shell/data/tables.ts';
import { useFormat } from '#shell/household/household.ts';
import type { Format } from '#shell/text/format.ts';
import type { DeviceSchedule, Household } from '#supabase/tables/index.ts';

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

export const everyDay = 127;
const mondayMs = Date.UTC(2024, 0, 1, 12);
const dayMs = 86_400_000;

/** Monday to Sunday as they are written, with the bit of each. */
export function weekdays(format: Format): { bit: number; short: string; long: string }[] {
  return Array.from({ length: 7 }, (_, i) => ({
    bit: 1 << i,
    short: format.date(mondayMs + i * dayMs, { weekday: 'short', timeZone: 'UTC' }),
    long: format.date(mondayMs + i * dayMs, { weekday: 'long', timeZone: 'UTC' }),
  }));
}

/** The days that are meant: null when it is every one. */
export function daysText(days: number, format: Format): string | null {
  if (days === everyDay) return null;
  return format.list(
    weekdays(format)
      .filter(({ bit }) => (days & bit) !== 0)
      .map(({ short }) => short),
  );
}

/** 18:30, of `minute` 1110. */
export function clockText(minute: number): string {
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
}

/** Null: no time of a clock. */
export function minuteOf(text: string): number | null {
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)/.exec(text) ?? [];
  return hours === undefined || minutes === undefined ? null : Number(hours) * 60 + Number(minutes);
}

type When = Pick<Schedule, 'minute' | 'sun' | 'offset_min'>;

/** "18:30", "at sunset", "30 min before sunrise". */
export function useWhenText(): (when: When) => string {
  const { t } = useTranslation('devices');
  const format = useFormat();
  return ({ minute, sun, offset_min: offset }) => {
    if (minute !== null || sun === null) return clockText(minute ?? 0);
    const direction = offset === 0 ? 'at' : offset < 0 ? 'before' : 'after';
    return t(`schedules.${sun}.${direction}`, { minutes: format.number(Math.abs(offset)) });
  };
}
