import { useQuery } from '@tanstack/react-query';
import { byUtility } from '#catalogue/index.ts';
import { queryClient } from '#shell/data/query-client.ts';
import { callService } from '#shell/data/service.ts';
import { useHouseholdId } from '#shell/household/household.ts';
import { addDays } from '#shell/text/local-day.ts';
import { type CostBucket, readUsageCosts, type UsageCosts } from '#subjects/bills/contract/bill-costs.ts';
import type { UsageRow } from '../../contract/usage.ts';
import { type AnalyticsCosts, millionths, priceRows, unpricedUse, withoutPrice } from './analytics-costs.ts';
import { type AnalyticsFigures, cutOf, isFine } from './analytics-figures.ts';
import { bucketOfRequest, type Measure } from './analytics-request.ts';
import { type Period, yearOf } from './period.ts';

/** Undefined until they are known; of samples they never are. `isFailed`: they could not be had. */
export function useCosts(figures: AnalyticsFigures, measure: Measure): { costs?: AnalyticsCosts; isFailed: boolean } {
  const householdId = useHouseholdId();
  const { request, now, origin } = figures;
  const { period, comparison, grouping, room } = request;
  const { data, isError } = useQuery({
    queryKey: [
      'analytics',
      householdId ?? null,
      'costs',
      period,
      comparison,
      grouping,
      room,
      request.measure,
      measure,
      now,
    ],
    queryFn: async () => (await fetchCosts(householdId ?? '', figures, measure)) ?? null,
    enabled: householdId !== undefined && origin !== 'sample',
    // The same with older readings, until the new ones are priced.
    placeholderData: (before) => (before?.figures.request === request ? before : undefined),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return { ...(data && { costs: data }), isFailed: isError };
}

interface Ask {
  bucket: CostBucket;
  from: string;
  to: string;
  by: 'utility' | 'device';
}

/** A change of prices shows after some minutes; a reading changes little of what has been. */
const keptMs = 5 * 60_000;

const askCosts = (household: string, ask: Ask): Promise<UsageCosts> =>
  queryClient.fetchQuery({
    queryKey: ['costs-over-time', household, ask.bucket, ask.from, ask.to, ask.by],
    queryFn: ({ signal }) => callService(readUsageCosts, { query: { household, ...ask }, signal }),
    staleTime: keptMs,
  });

/** Asks what the same periods cost that the figures are of. The year's days are priced where they are shown in money. */
async function fetchCosts(household: string, figures: AnalyticsFigures, measure: Measure): Promise<AnalyticsCosts> {
  const { request, earlier, timeZone, now } = figures;
  const bucket = bucketOfRequest(request);
  const ask = (one: Ask) => askCosts(household, one);
  const none = Promise.resolve(undefined);
  const whole = ({ from, to }: Period) => ({
    rows: bucket === '5m' ? none : ask({ bucket, from, to, by: 'device' }),
    parts: ask({ bucket: isFine(bucket) ? 'day' : bucket, from, to, by: 'device' }),
  });
  const cutDay = earlier?.toDate && cutOf(request.period, earlier.period, now, timeZone)?.day;
  const own = whole(request.period);
  const before = earlier && whole(earlier.period);
  const beforeDays =
    earlier && cutDay && cutDay > earlier.period.from
      ? ask({ bucket: 'week', from: earlier.period.from, to: cutDay, by: 'device' })
      : none;
  const beforeHours = cutDay ? ask({ bucket: 'hour', from: cutDay, to: addDays(cutDay, 1), by: 'device' }) : none;
  const by = request.room === null ? 'utility' : 'device';
  const year = measure === 'money' ? ask({ bucket: 'day', ...yearOf(request.period, now, timeZone), by }) : none;
  const [rows, parts] = await Promise.all([own.rows, own.parts]);
  const { currency } = parts;
  const inMoney = async (used: readonly UsageRow[], costs: Promise<UsageCosts | undefined> | undefined) =>
    priceRows(used, await costs, currency);
  return {
    currency,
    fixed: byUtility((utility) => millionths(parts.fixed.find((one) => one.utility === utility)?.amount ?? '0')),
    unpriced: byUtility((utility) => unpricedUse(figures.parts, parts, utility)),
    withoutPrice: withoutPrice(figures.rows, rows),
    figures: {
      ...figures,
      rows: await inMoney(figures.rows, own.rows),
      parts: await inMoney(figures.parts, own.parts),
      year: await inMoney(figures.year, year),
      earlier: earlier && {
        period: earlier.period,
        rows: await inMoney(earlier.rows, before?.rows),
        parts: await inMoney(earlier.parts, before?.parts),
        toDate: earlier.toDate && {
          ...earlier.toDate,
          days: await inMoney(earlier.toDate.days, beforeDays),
          hours: await inMoney(earlier.toDate.hours, beforeHours),
        },
      },
    },
  };
}
