import { queryClient } from '#shell/data/query-client.ts';
import { callService } from '#shell/data/service.ts';
import { addDays, localDayOf, startOfDay } from '#shell/text/local-day.ts';
import { liesIn } from '#subjects/household/domain/places.ts';
import { type Bucket, type LatestAnswer, readUsage, type UsageRow } from '../../contract/usage.ts';
import type { UsageFigures } from '../usage-figures.tsx';
import { type AnalyticsRequest, bucketOfRequest } from './analytics-request.ts';
import { daysIn, earlierPeriod, instantOf, type Period, yearOf } from './period.ts';

/** Everything that the page draws from, for one request: the service's rows, or the sample in their shape. */
export interface AnalyticsFigures {
  request: AnalyticsRequest;
  origin: UsageFigures['origin'];
  timeZone: string;
  /** When these were asked for. */
  now: number;
  latest: LatestAnswer;
  /** The period by bucket; by room and device where that is not too fine. */
  rows: readonly UsageRow[];
  /** What each room and device used in the whole period, in as many rows as it takes. */
  parts: readonly UsageRow[];
  earlier: EarlierFigures | null;
  /** The days of twelve calendar months that end with the period's. */
  year: readonly UsageRow[];
}

export interface EarlierFigures {
  period: Period;
  rows: readonly UsageRow[];
  parts: readonly UsageRow[];
  /** Of an earlier period, only as much as the shown one has lasted: whole days, then hours of the day that is cut. Null: all of it. */
  toDate: { days: readonly UsageRow[]; hours: readonly UsageRow[]; cutAt: number } | null;
}

interface Ask {
  bucket: Bucket;
  from: string;
  to: string;
  by: 'utility' | 'device' | 'room,device';
}

/** Asks all that one request of the page needs. Null without a reading: there the sample stands in. */
export async function fetchAnalytics(
  householdId: string,
  request: AnalyticsRequest,
  latest: LatestAnswer,
  now: number,
): Promise<AnalyticsFigures | null> {
  if (latest.origin === 'none') return null;
  const { timeZone } = latest;
  const { period, comparison, room } = request;
  const devices = room === null ? undefined : [...new Set(devicesIn(latest, room))];
  const ask = (one: Ask) => askUsage(householdId, one, devices, reachesUntil(one, now, timeZone));
  const bucket = bucketOfRequest(request);
  const total = devices === undefined ? 'utility' : 'device';
  const whole = async (one: Period) => {
    const rows = ask({ bucket, ...rangeOf(one), by: bucket === '5m' ? total : 'room,device' });
    const parts = isFine(bucket) ? ask({ bucket: 'day', ...rangeOf(one), by: 'room,device' }) : rows;
    return { rows: await rows, parts: await parts };
  };
  const earlierOne = earlierPeriod(period, comparison);
  const [own, earlier, year] = await Promise.all([
    whole(period),
    earlierOne === null ? null : fetchEarlier(period, earlierOne, now, timeZone, whole, ask),
    ask({ bucket: 'day', ...yearOf(period, now, timeZone), by: total }),
  ]);
  return { request, origin: latest.origin, timeZone, now, latest, ...own, earlier, year };
}

type Whole = (period: Period) => Promise<{ rows: readonly UsageRow[]; parts: readonly UsageRow[] }>;

async function fetchEarlier(
  period: Period,
  earlier: Period,
  now: number,
  timeZone: string,
  whole: Whole,
  ask: (one: Ask) => Promise<readonly UsageRow[]>,
): Promise<EarlierFigures> {
  const cut = cutOf(period, earlier, now, timeZone);
  const toDate = async () => {
    if (cut === null) return null;
    const [days, hours] = await Promise.all([
      cut.day > earlier.from ? ask({ bucket: 'week', from: earlier.from, to: cut.day, by: 'room,device' }) : [],
      ask({ bucket: 'hour', from: cut.day, to: addDays(cut.day, 1), by: 'room,device' }),
    ]);
    return { days, hours, cutAt: cut.at };
  };
  const [all, part] = await Promise.all([whole(earlier), toDate()]);
  return { period: earlier, ...all, toDate: part };
}

/** Where an earlier period is cut, so that it has lasted as long as one that is not over. Null: not at all. */
export function cutOf(
  period: Period,
  earlier: Period,
  now: number,
  timeZone: string,
): { day: string; at: number } | null {
  const today = localDayOf(now, timeZone);
  if (today < period.from || today >= period.to) return null;
  const day = addDays(earlier.from, daysIn({ from: period.from, to: today }));
  if (day >= earlier.to) return null;
  const at = Math.min(
    startOfDay(day, timeZone) + (now - startOfDay(today, timeZone)),
    startOfDay(addDays(day, 1), timeZone),
  );
  return { day, at };
}

function askUsage(
  householdId: string,
  { bucket, from, to, by }: Ask,
  devices: readonly string[] | undefined,
  isOver: boolean,
): Promise<readonly UsageRow[]> {
  return queryClient.fetchQuery({
    queryKey: ['usage', householdId, 'analytics', bucket, from, to, by, devices ?? null],
    queryFn: async ({ signal }) => {
      const askOne = (device?: string) =>
        callService(readUsage, { query: { household: householdId, bucket, from, to, by, device }, signal });
      const answers = await Promise.all(devices === undefined ? [askOne()] : devices.map(askOne));
      return answers.flatMap(({ rows }) => rows);
    },
    // What is over seldom changes; a late reading is seen after some minutes all the same.
    staleTime: isOver ? 5 * 60_000 : 15_000,
  });
}

const reachesUntil = ({ to }: Ask, now: number, timeZone: string) => instantOf(to, timeZone) < now;
const rangeOf = ({ from, to }: Period) => ({ from, to });
export const isFine = (bucket: Bucket) => bucket === '5m' || bucket === 'hour';

function devicesIn({ meters, places = [] }: LatestAnswer, place: string): string[] {
  const isThere = liesIn(places, place);
  return meters.filter(({ room }) => isThere(room)).map(({ deviceId }) => deviceId);
}
