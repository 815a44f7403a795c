import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { serviceNow } from '../../../platform/clock.ts';
import { keptOffline } from '../../../platform/keep-answers.ts';
import { useHousehold, useHouseholdId } from '../../../platform/household.ts';
import { useLatestUsage } from '../../../platform/latest-usage.ts';
import { useSession } from '../../../platform/session.ts';
import type { AnalyticsFigures } from './analytics-figures.ts';
import { type AnalyticsRequest, writeRequest } from './analytics-request.ts';
import { fetchAnalytics } from './fetch-analytics.ts';
import { sampleAnalytics } from './sample-analytics.ts';

export type AnalyticsState =
  | { status: 'loading' }
  | { status: 'failed'; error: unknown; retry: () => void }
  /** `isOld`: these figures belong to the request before, while those of the new one are on their way. */
  | { status: 'ready'; figures: AnalyticsFigures; isOld: boolean };

/** The household's figures for a request; the labelled sample for a visitor and for a household without a reading. */
export function useAnalytics(request: AnalyticsRequest, today: string): AnalyticsState {
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
  if (!query.data) return { status: 'loading' };
  return { status: 'ready', figures: query.data, isOld: query.isPlaceholderData };
}

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
