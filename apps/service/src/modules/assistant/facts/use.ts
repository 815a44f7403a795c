/** Use of a period: of the household, a room or a device, from the same rows as the pages. */
import { type LatestAnswer, type UsageRow, type Utility, utilities } from '@wattershed/contracts';
import { addDays, type LocalDay } from '@wattershed/domain';
import { type Home, wholeHome } from '../home.ts';
import type { Asking } from '../own-answer.ts';
import type { AskedPart, AskedPeriod } from '../question.ts';
import { type Amounts, isEmpty, sumBy, sumOf } from './amounts.ts';
import { coveredShare } from './coverage.ts';
import { devicesInside } from './groups.ts';
import { bucketOf, type Days, dayIn, hourIn, untilToday } from './periods.ts';

export type Reading = Pick<Asking, 'home' | 'sources'>;

export interface UseFacts {
  readonly part: AskedPart;
  readonly period: AskedPeriod;
  readonly isSimulated: boolean;
  readonly latest: LatestAnswer;
  /** By day, or by week where the period is long; room and device. Only those of the part. */
  readonly rows: readonly UsageRow[];
  readonly amounts: Amounts;
  /** Of the time that there was; null before anything was measured. */
  readonly covered: number | null;
  /** Readings begin within the period, on this day. Null: they do not, or there are none. */
  readonly beginsOn: LocalDay | null;
  /** What passed a device that has other meters behind it, theirs included. Null: it has none. */
  readonly through: Amounts | null;
}

export const isWhole = ({ room, device }: AskedPart): boolean =>
  device === null && (room === null || room === wholeHome);

/** Figures can be had: its meters have spoken, or it is the simulated home. */
export const hasFigures = ({ hasReadings, kind }: Pick<Home, 'hasReadings' | 'kind'>): boolean =>
  hasReadings || kind !== 'home';

/** Whether a row is of that part of the home. */
const isOf =
  ({ utility, room, device }: AskedPart) =>
  (row: UsageRow): boolean =>
    (utility === null || row.utility === utility) &&
    (room === null || room === wholeHome || row.room === room) &&
    (device === null || row.deviceId === device);

/** What the part can be asked of: the utility that was named, else those that it has devices for. */
export const utilitiesOf = ({ devices }: Pick<Home, 'devices'>, { utility, room, device }: AskedPart): Utility[] => {
  if (utility !== null) return [utility];
  const own = devices.filter(
    (one) => (device === null || one.id === device) && (room === null || room === wholeHome || one.room === room),
  );
  return utilities.filter((one) => own.some((each) => each.utility === one));
};

/** Rows of the part, however fine; as few as its totals take. */
export const readRows = async (
  { sources }: Reading,
  { from, to }: Days,
  part: AskedPart,
  bucket: 'hour' | 'day' | 'week' | 'month',
): Promise<readonly UsageRow[]> => {
  const by = isWhole(part) ? 'utility' : 'room,device';
  const { rows } = await sources.usage({ from, to, bucket, by });
  return rows.filter(isOf(part));
};

const readThrough = (
  rows: readonly UsageRow[],
  { utility, device }: AskedPart,
  latest: LatestAnswer,
): Amounts | null => {
  if (device === null) return null;
  const inside = devicesInside(latest, device);
  if (inside.size === 0) return null;
  const all = rows.filter((row) => row.deviceId === device || inside.has(row.deviceId ?? ''));
  return sumOf(all.filter((row) => utility === null || row.utility === utility));
};

/** The first day with readings, where the period begins before it. */
const readBegin = async (
  reading: Reading,
  part: AskedPart,
  period: Days,
  rows: readonly UsageRow[],
): Promise<LocalDay | null> => {
  const starts = [...sumBy(rows, ({ start }) => start)]
    .filter(([, amounts]) => !isEmpty(amounts))
    .map(([start]) => start);
  const first = starts.sort()[0];
  if (first === undefined || first <= period.from) return null;
  if (bucketOf(period) === 'day') return first;
  const days = await readRows(reading, { from: first, to: addDays(first, 7) }, part, 'day');
  return days.map(({ start }) => start).sort()[0] ?? null;
};

export const readUse = async (reading: Reading, part: AskedPart, asked: AskedPeriod): Promise<UseFacts> => {
  const { home, sources } = reading;
  const period = untilToday(asked, home);
  const bucket = bucketOf(period);
  const [answer, latest] = await Promise.all([
    sources.usage({ from: period.from, to: period.to, bucket, by: 'room,device' }),
    sources.latest(),
  ]);
  const rows = answer.rows.filter(isOf(part));
  return {
    part,
    period: asked,
    isSimulated: answer.origin === 'simulated',
    latest,
    rows,
    amounts: sumOf(rows),
    covered: coveredShare(rows, latest, period, bucket, home),
    beginsOn: await readBegin(reading, part, period, rows),
    through: readThrough(answer.rows, part, latest),
  };
};

export interface DayUse {
  readonly day: LocalDay;
  readonly amounts: Amounts;
}

/** Days with readings, oldest first. */
export const readDays = async (reading: Reading, part: AskedPart, asked: AskedPeriod): Promise<DayUse[]> => {
  const rows = await readRows(reading, untilToday(asked, reading.home), part, 'day');
  return [...sumBy(rows, ({ start }) => start)]
    .filter(([, amounts]) => !isEmpty(amounts))
    .map(([day, amounts]) => ({ day, amounts }))
    .sort((a, b) => a.day.localeCompare(b.day));
};

export interface HourUse {
  readonly hour: number;
  /** Of one such hour, on average over the days that had readings in it; Wh or mL. */
  readonly used: number;
}

const byHour = (rows: readonly UsageRow[], timeZone: string): HourUse[] => {
  const hourOf = hourIn(timeZone);
  const dayOf = dayIn(timeZone);
  const days = new Map<number, Set<LocalDay>>();
  const used = new Map<number, number>();
  for (const row of rows) {
    const hour = hourOf(row.start);
    used.set(hour, (used.get(hour) ?? 0) + row.used);
    days.set(hour, (days.get(hour) ?? new Set()).add(dayOf(row.start)));
  }
  return [...used]
    .map(([hour, total]) => ({ hour, used: total / (days.get(hour)?.size ?? 1) }))
    .sort((a, b) => a.hour - b.hour);
};

const longestHours = 92;

/** The last days of a period, where all of it would be too much to read by the hour. */
export const hoursPeriod = (asked: AskedPeriod, home: Pick<Home, 'today'>): AskedPeriod => {
  const period = untilToday(asked, home);
  const from = addDays(period.to, -longestHours);
  return period.from < from ? { ...period, from, name: null } : period;
};

/** Each hour of the day with readings, 0 to 23, of each utility that is asked of. */
export const readHours = async (
  reading: Reading,
  part: AskedPart,
  period: Days,
): Promise<{ readonly utility: Utility; readonly hours: readonly HourUse[] }[]> => {
  const { timeZone } = reading.home;
  const rows = await readRows(reading, period, part, 'hour');
  return utilitiesOf(reading.home, part).map((utility) => ({
    utility,
    hours: byHour(
      rows.filter((row) => row.utility === utility),
      timeZone,
    ),
  }));
};
