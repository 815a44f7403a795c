import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { UsageRow } from '../../contract/usage.ts';
import { useEffect, useMemo, useRef } from 'react';
import { serviceNow } from '#shell/parts/clock.ts';
import { useHousehold, useHouseholdId } from '#shell/household/household.ts';
import { keptOffline } from '#shell/data/keep-answers.ts';
import { useLatestUsage } from '#shell/household/latest-usage.ts';
import { addDays, localDayOf, monthsUntil, startOfDay } from '#shell/text/local-day.ts';
import { useSession } from '#shell/session/session.ts';
import {
  dayFactor,
  hourShare,
  meteredRooms,
  profileOf,
  sampleLatest,
  sampleUtilities,
  type SampleUtility,
  shareUntil,
} from '../sample-usage.ts';
import { type AnalyticsFigures, cutOf, fetchAnalytics } from './analytics-figures.ts';
import { type AnalyticsRequest, bucketOfRequest, writeRequest } from './analytics-request.ts';
import { daysIn, earlierPeriod, instantOf, type Period, startsOf, yearOf } from './period.ts';

export type AnalyticsState =
  | { status: 'loading' }
  | { status: 'failed'; error: unknown; retry: () => void }
  /** `isOld`: these figures belong to the request before, while those of the new one are on their way. */
  | { status: 'ready'; figures: AnalyticsFigures; isOld: boolean };

/** The household's figures for a request; the labelled sample for a visitor and for a household without a reading. */
export function useAnalytics(asked: AnalyticsRequest, today: string): AnalyticsState {
  // Of more than a day the measure changes how figures are shown, not which.
  const request = useMemo(
    (): AnalyticsRequest => (daysIn(asked.period) > 1 ? { ...asked, measure: 'use' } : asked),
    [asked],
  );
  const session = useSession();
  const household = useHousehold();
  const householdId = useHouseholdId();
  const latest = useLatestUsage();
  const answer = latest.data ?? undefined;
  const key = writeRequest(request, today).toString();
  const hasReadings = answer !== undefined && answer.origin !== 'none';
  const query = useQuery({
    // Without a date for what ends today: an open page moves on at midnight, and one without a network shows yesterday's.
    queryKey: ['analytics', householdId ?? null, key],
    queryFn: () =>
      householdId === undefined || answer === undefined
        ? null
        : fetchAnalytics(householdId, request, answer, serviceNow()),
    enabled: hasReadings,
    // Another household's figures are not these, not even for a moment.
    placeholderData: (before, ofQuery) => (ofQuery?.queryKey[1] === householdId ? before : undefined),
    staleTime: 15_000,
    meta: keptOffline,
  });
  const { data: figures, refetch } = query;
  const isOfAnotherDay = figures != null && !isSamePeriod(figures.request.period, request.period);
  const isStale = isOfAnotherDay && !query.isPlaceholderData;
  useEffect(() => {
    if (isStale) void refetch();
  }, [isStale, refetch]);
  useFollowReadings(householdId, answer?.meters.map(({ lastAt, today: used }) => `${lastAt} ${used}`).join());

  const wantsSample = session.status === 'signed-out' || household.data === null || answer?.origin === 'none';
  const timeZone = answer?.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  const sample = useMemo(
    () => (wantsSample ? sampleAnalytics(request, serviceNow(), timeZone) : undefined),
    [wantsSample, timeZone, request],
  );
  if (sample !== undefined) return { status: 'ready', figures: sample, isOld: false };
  const failed = [household, latest, query].find(({ isError, data }) => isError && (data ?? undefined) === undefined);
  if (failed !== undefined) return { status: 'failed', error: failed.error, retry: () => void failed.refetch() };
  if (!figures) return { status: 'loading' };
  return { status: 'ready', figures, isOld: query.isPlaceholderData || isOfAnotherDay };
}

const isSamePeriod = (one: Period, other: Period) => one.from === other.from && one.to === other.to;

const refetchEveryMs = 30_000;

/** Readings come by themselves; the sums that they change are asked for again, now and then. */
function useFollowReadings(householdId: string | undefined, version: string | undefined): void {
  const queryClient = useQueryClient();
  const lastAsked = useRef(serviceNow());
  const seen = useRef<string>(undefined);
  useEffect(() => {
    const isFirst = seen.current === undefined;
    seen.current = version;
    if (isFirst || version === undefined) return;
    const refetch = async () => {
      lastAsked.current = serviceNow();
      await queryClient.invalidateQueries({ queryKey: ['usage', householdId, 'analytics'], refetchType: 'none' });
      await queryClient.invalidateQueries({ queryKey: ['analytics', householdId] });
    };
    const timer = setTimeout(() => void refetch(), Math.max(0, lastAsked.current + refetchEveryMs - serviceNow()));
    return () => clearTimeout(timer);
  }, [version, householdId, queryClient]);
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const fiveMinutesMs = 300_000;

/** Sample figures of twelve months in the very shape of the service's answers; before them there is nothing, as in a real home. */
export function sampleAnalytics(request: AnalyticsRequest, now: number, timeZone: string): AnalyticsFigures {
  const { period, comparison, room } = request;
  const today = localDayOf(now, timeZone);
  const home: Home = { now, timeZone, room, firstDay: `${monthsUntil(today, 12)[0] ?? ''}-01` };
  const bucket = bucketOfRequest(request);
  const whole = (one: Period) => ({
    rows: bucket === '5m' ? fineRows(home, one, fiveMinutesMs) : bucketRows(home, one, bucket),
    parts: bucketRows(home, one, 'day'),
  });
  const earlier = earlierPeriod(period, comparison);
  const cut = earlier === null ? null : cutOf(period, earlier, now, timeZone);
  return {
    request,
    origin: 'sample',
    timeZone,
    now,
    latest: sampleLatest(now, timeZone),
    ...whole(period),
    earlier:
      earlier === null
        ? null
        : {
            period: earlier,
            ...whole(earlier),
            toDate:
              cut === null
                ? null
                : {
                    days: bucketRows(home, { ...earlier, to: cut.day }, 'day'),
                    hours: fineRows(home, { from: cut.day, to: addDays(cut.day, 1) }, hourMs),
                    cutAt: cut.at,
                  },
          },
    year: bucketRows(home, yearOf(period, now, timeZone), 'day'),
  };
}

interface Home {
  now: number;
  timeZone: string;
  room: string | null;
  firstDay: string;
}

type Range = Pick<Period, 'from' | 'to'>;

/** Days by room and device, put together to weeks or months. */
function bucketRows(home: Home, range: Range, bucket: 'hour' | 'day' | 'week' | 'month'): UsageRow[] {
  if (bucket === 'hour') return fineRows(home, range, hourMs);
  const days = dayRows(home, range);
  if (bucket === 'day') return days;
  const sums = new Map<string, UsageRow>();
  for (const row of days) {
    const [start = row.start] = startsOf({ from: row.start, to: addDays(row.start, 1) }, bucket, home.timeZone);
    const key = `${start} ${row.deviceId}`;
    const sum = sums.get(key) ?? { ...row, start, used: 0, coveredS: 0 };
    sums.set(key, { ...sum, used: sum.used + row.used, coveredS: sum.coveredS + row.coveredS });
  }
  return [...sums.values()];
}

function dayRows({ now, timeZone, room, firstDay }: Home, { from, to }: Range): UsageRow[] {
  const today = localDayOf(now, timeZone);
  const elapsedMs = now - startOfDay(today, timeZone);
  const rows: UsageRow[] = [];
  for (let day = from < firstDay ? firstDay : from; day < to && day <= today; day = addDays(day, 1)) {
    for (const utility of sampleUtilities) {
      const share = dayFactor(utility, day) * (day === today ? shareUntil(utility, elapsedMs) : 1);
      rows.push(...roomsOf(room, day, utility, share, day === today ? elapsedMs : dayMs));
    }
  }
  return rows;
}

function roomsOf(
  only: string | null,
  start: string,
  utility: SampleUtility,
  share: number,
  coveredMs: number,
): UsageRow[] {
  const own = meteredRooms.filter((one) => one.utility === utility && (only === null || only === one.room));
  return own.map(({ room, usual }) => {
    const used = Math.round(usual * share);
    const row = { start, utility, room, deviceId: `${room}-${utility}`, used, estimated: 0, imported: 0 };
    return { ...row, coveredS: Math.round(coveredMs / 1000) };
  });
}

/** Use in steps of an hour or less; a step that is not over holds only its part. */
function fineRows({ now, timeZone, room, firstDay }: Home, { from, to }: Range, stepMs: number): UsageRow[] {
  const begin = from < firstDay ? firstDay : from;
  if (begin >= to) return [];
  const end = Math.min(now, instantOf(to, timeZone));
  const rows: UsageRow[] = [];
  for (let day = begin; day < to; day = addDays(day, 1)) {
    const midnight = startOfDay(day, timeZone);
    const next = startOfDay(addDays(day, 1), timeZone);
    for (let start = midnight; start < Math.min(next, end); start += stepMs) {
      const lasted = Math.min(1, (end - start) / stepMs);
      const hour = Math.min(23, Math.floor((start - midnight) / hourMs));
      for (const utility of sampleUtilities) {
        const share = hourShare(utility, hour) * dayFactor(utility, day) * (stepMs / hourMs) * lasted;
        const shape = stepMs < hourMs ? profileOf(utility).pulse(start / stepMs) : 1;
        const at = new Date(start).toISOString().replace('.000Z', 'Z');
        rows.push(...roomsOf(room, at, utility, share * shape, stepMs * lasted));
      }
    }
  }
  return rows;
}
