import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { type Bucket, type LatestAnswer, readUsage } from '../contract/usage.ts';
import { useEffect, useRef } from 'react';
import { serviceNow } from '#shell/parts/clock.ts';
import { useLatestUsage } from '#shell/household/latest-usage.ts';
import { useConnection } from '#shell/data/online.ts';
import { useHousehold, useHouseholdId } from '#shell/household/household.ts';
import { useSession } from '#shell/session/session.ts';
import type { UsageFigures } from './usage-figures.tsx';
import { keptOffline } from '#shell/data/keep-answers.ts';
import { callService } from '#shell/data/service.ts';
import { addDays, monthsUntil } from '#shell/text/local-day.ts';
import { weeksAsked } from './measured-time.ts';

export type UsageState =
  | { status: 'loading' }
  | { status: 'failed'; error: unknown; retry: () => void }
  | { status: 'ready'; figures: UsageFigures };

/** The household's figures, live; the labelled sample for a visitor and for a household without a reading. */
export function useUsageFigures(): UsageState {
  const session = useSession();
  const household = useHousehold();
  const householdId = useHouseholdId();
  const latest = useLatestUsage();
  const answer = latest.data ?? undefined;
  const hasReadings = answer !== undefined && answer.origin !== 'none';
  const enabled = { enabled: hasReadings };
  const days = useQuery({ ...daysQuery(householdId), ...enabled });
  const hours = useQuery({ ...hoursQuery(householdId), ...enabled });
  const recent = useQuery({ ...recentQuery(householdId), ...enabled });
  const months = useQuery({ ...monthsQuery(householdId), ...enabled });
  useRefetchOnReadings(householdId, answer);
  const isBehind = useConnection() !== 'online' || (latest.isFetching && isOld(latest.dataUpdatedAt));

  const wantsSample = session.status === 'signed-out' || household.data === null || answer?.origin === 'none';
  const timeZone = answer?.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  const sample = useQuery({
    queryKey: ['sample-usage', timeZone],
    queryFn: async () => (await import('./sample-usage.ts')).sampleUsage(serviceNow(), timeZone),
    enabled: wantsSample,
    networkMode: 'always',
  });
  if (wantsSample && sample.data !== undefined) return { status: 'ready', figures: sample.data };

  const queries = wantsSample ? [sample] : [household, latest, days, hours, recent, months];
  const failed = queries.find(({ isError, data }) => isError && (data ?? undefined) === undefined);
  if (failed !== undefined) {
    const retry = () => queries.forEach((query) => query.isError && void query.refetch());
    return { status: 'failed', error: failed.error, retry };
  }
  if (
    wantsSample ||
    !days.data ||
    !hours.data ||
    !recent.data ||
    !months.data ||
    answer === undefined ||
    answer.origin === 'none'
  ) {
    return { status: 'loading' };
  }
  return {
    status: 'ready',
    figures: {
      origin: answer.origin,
      timeZone: answer.timeZone,
      rowsFrom: firstDayAsked(days.dataUpdatedAt),
      days: days.data.rows,
      daysAskedAt: days.data.askedAt,
      hours: hours.data.rows,
      recent: recent.data.rows,
      months: months.data.rows,
      latest: answer,
      ...(isBehind && { asOf: Date.parse(answer.at) }),
    },
  };
}

const oldAfterMs = 10 * 60_000;

/** Kept by an earlier visit, and shown until the fresh answer comes. */
function isOld(at: number): boolean {
  return Date.now() - at > oldAfterMs;
}

const refetchEveryMs = 20_000;

/** The latest values come by themselves; sums over days are asked for again, at most every 20 s. */
function useRefetchOnReadings(householdId: string | undefined, answer: LatestAnswer | undefined): void {
  const queryClient = useQueryClient();
  const lastAsked = useRef(serviceNow());
  const origin = answer?.origin;
  const version = answer?.meters.map(({ lastAt, today }) => `${lastAt} ${today}`).join();
  const seen = useRef<string>(undefined);

  useEffect(() => {
    const isFirst = seen.current === undefined;
    seen.current = version;
    if (isFirst || origin === 'none' || version === undefined) return;
    const refetch = () => {
      lastAsked.current = serviceNow();
      for (const { queryKey } of [daysQuery(householdId), recentQuery(householdId)])
        void queryClient.invalidateQueries({ queryKey });
    };
    const wait = Math.max(0, lastAsked.current + refetchEveryMs - serviceNow());
    const timer = setTimeout(refetch, wait);
    return () => clearTimeout(timer);
  }, [version, origin, householdId, queryClient]);
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

// The household's day may be the one before or after this browser's in UTC: ask for one more on either side.
function utcToday(at = Date.now()): string {
  return new Date(at).toISOString().slice(0, 10);
}

/** The first day of a question asked at this moment. */
function firstDayAsked(at?: number): string {
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
