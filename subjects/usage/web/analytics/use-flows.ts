import { useQuery } from '@tanstack/react-query';
import type { Utility } from '#catalogue/index.ts';
import { callService } from '#shell/data/service.ts';
import { keptOffline } from '#shell/data/keep-answers.ts';
import { useHouseholdId } from '#shell/household/household.ts';
import { countsForHome, isDrawn } from '#subjects/readings/domain/meter-tree.ts';
import { type FlowsAnswer, type FlowsRow, type LatestAnswer, readFlows } from '../../contract/usage.ts';
import type { AnalyticsFigures } from './analytics-figures.ts';
import { type AnalyticsRequest, bucketOfRequest } from './analytics-request.ts';

/** The utility of which the home has more than what is drawn; of one room nothing of it is told. */
export function utilityWithFlows(
  { meters }: LatestAnswer,
  { utility, room }: Pick<AnalyticsRequest, 'utility' | 'room'>,
): Utility | undefined {
  if (room !== null) return undefined;
  return meters.find((meter) => countsForHome(meter) && !isDrawn(meter) && (utility ?? meter.utility) === meter.utility)
    ?.utility;
}

export const flowBucketOf = (request: AnalyticsRequest): FlowsAnswer['bucket'] => {
  const bucket = bucketOfRequest(request);
  return bucket === '5m' ? 'hour' : bucket;
};

export interface KnownFlows {
  utility: Utility;
  /** Undefined until they are there. */
  rows?: readonly FlowsRow[];
  error?: unknown;
  retry: () => void;
}

/** What passed a home that has more than what is drawn, by the buckets of the page; undefined for any other home. */
export function useFlows(figures: AnalyticsFigures): KnownFlows | undefined {
  const household = useHouseholdId();
  const { request, now, origin, latest } = figures;
  const { from, to } = request.period;
  const bucket = flowBucketOf(request);
  const utility = origin === 'sample' ? undefined : utilityWithFlows(latest, request);
  const asked = ['analytics', household ?? null, 'flows', bucket, from, to];
  const { data, error, refetch } = useQuery({
    queryKey: [...asked, now],
    queryFn: ({ signal }) => callService(readFlows, { query: { household, bucket, from, to }, signal }),
    enabled: household !== undefined && utility !== undefined,
    // The same with older readings, until the new ones are there.
    placeholderData: (before, query) => (query?.queryKey.slice(0, -1).join() === asked.join() ? before : undefined),
    staleTime: Number.POSITIVE_INFINITY,
    meta: keptOffline,
  });
  if (utility === undefined) return undefined;
  return {
    utility,
    ...(data && { rows: data.rows.filter((row) => row.utility === utility) }),
    ...(data === undefined && error !== null && { error }),
    retry: () => void refetch(),
  };
}
