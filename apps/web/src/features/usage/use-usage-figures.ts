import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { LatestAnswer } from '@wattershed/contracts';
import { useEffect, useRef } from 'react';
import { serviceNow } from '../../platform/clock.ts';
import { useLatestUsage } from '../../platform/latest-usage.ts';
import { useConnection } from '../../platform/online.ts';
import { useHousehold, useHouseholdId } from '../../platform/household.ts';
import { useSession } from '../../platform/session.ts';
import type { UsageFigures } from './usage-figures.ts';
import { daysQuery, firstDayAsked, hoursQuery, monthsQuery, recentQuery } from './usage-queries.ts';

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
