import { queryOptions } from '@tanstack/react-query';
import { type Bucket, readUsage } from '@wattershed/contracts/usage';
import { serviceNow } from '../../platform/clock.ts';
import { keptOffline } from '../../platform/keep-answers.ts';
import { callService } from '../../platform/service.ts';
import { addDays, monthsUntil } from '../../platform/local-day.ts';
import { weeksAsked } from './today-outlook.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

// The household's day may be the one before or after this browser's in UTC: ask for one more on either side.
function utcToday(at = Date.now()): string {
  return new Date(at).toISOString().slice(0, 10);
}

/** The first day of a question asked at this moment. */
export function firstDayAsked(at?: number): string {
  return addDays(utcToday(at), -14);
}

/** Two weeks and a little by day, room and device. Null without a household, and so without a signed-in user, as are all of these. */
export function daysQuery(householdId: string | undefined) {
  return usageQuery(householdId, 'day', minuteMs, () => ({
    from: firstDayAsked(),
    to: addDays(utcToday(), 2),
    by: 'room,device',
  }));
}

/** The days that today is compared with, by the hour. */
export function hoursQuery(householdId: string | undefined) {
  return usageQuery(householdId, 'hour', 15 * minuteMs, () => span(9 * 24 * hourMs));
}

/** The last three hours by five minutes. */
export function recentQuery(householdId: string | undefined) {
  return usageQuery(householdId, '5m', minuteMs, () => span(3 * hourMs));
}

/** Eight weeks by day and device: asked for where this week or today cannot be compared. */
export function weeksQuery(householdId: string | undefined) {
  return usageQuery(
    householdId,
    'day',
    hourMs,
    () => ({ from: addDays(utcToday(), -7 * weeksAsked), to: addDays(utcToday(), 2), by: 'device' }),
    'weeks',
  );
}

/** Twelve calendar months. */
export function monthsQuery(householdId: string | undefined) {
  return usageQuery(householdId, 'month', hourMs, () => ({
    from: `${monthsUntil(utcToday(), 13)[0] ?? ''}-01`,
    to: addDays(utcToday(), 2),
  }));
}

function usageQuery(
  householdId: string | undefined,
  bucket: Bucket,
  staleTime: number,
  ask: () => { from: string; to: string; by?: string },
  name: string = bucket,
) {
  return queryOptions({
    queryKey: ['usage', householdId ?? null, name],
    queryFn: async ({ signal }) => {
      if (householdId === undefined) return null;
      const askedAt = serviceNow();
      const query = { household: householdId, bucket, ...ask() };
      return { ...(await callService(readUsage, { query, signal })), askedAt };
    },
    staleTime,
    meta: keptOffline,
  });
}

function span(lengthMs: number) {
  const now = Date.now();
  const from = Math.floor((now - lengthMs) / hourMs) * hourMs;
  return { from: new Date(from).toISOString(), to: new Date(now + 5 * minuteMs).toISOString() };
}
