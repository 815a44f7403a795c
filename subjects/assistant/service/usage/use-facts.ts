/** Use of a period: of the household, a room or a device, from the same rows as the pages. */
import { byUtility, type Utility, utilityIds } from '#catalogue/index.ts';
import { addDays, type LocalDay } from '#catalogue/local-day.ts';
import type { LatestAnswer, UsageRow } from '#subjects/usage/contract/usage.ts';
import type { Asking } from '../asking.ts';
import { type Home, roomsHeld, wholeHome } from '../home.ts';
import type { AskedPart, AskedPeriod } from '../intent.ts';
import { type Amount, type Amounts, devicesInside, isEmpty, noAmounts, sumBy, sumOf } from './amounts.ts';
import {
  bucketOf,
  type Cadence,
  countedHours,
  coveredShare,
  type Days,
  daysRead,
  hourIn,
  inHours,
  maxHourDays,
  spanOf,
  untilToday,
  wholeSpansOf,
  hourMs,
} from './periods.ts';

export type Reading = Pick<Asking, 'home' | 'sources'>;

export interface KnownUse extends Amount {
  readonly utility: Utility;
}

export interface UseFacts {
  readonly part: AskedPart;
  readonly period: AskedPeriod;
  readonly isSimulated: boolean;
  readonly latest: LatestAnswer;
  /** By day, or by week where the period is long; room and device. Only those of the part. */
  readonly rows: readonly UsageRow[];
  readonly amounts: Amounts;
  /** The utilities that the part is asked of. */
  readonly shown: readonly Utility[];
  /** Of those the ones that were measured. */
  readonly known: readonly KnownUse[];
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
export const isOf = (home: Home, { utility, room, device }: AskedPart): ((row: UsageRow) => boolean) => {
  const isThere = roomsHeld(home, room);
  return (row) =>
    (utility === null || row.utility === utility) &&
    (row.room === undefined || isThere(row.room)) &&
    (device === null || row.deviceId === device);
};

/** What the part can be asked of: the utility that was named, else those that it has devices for. */
export const utilitiesOf = (
  home: Pick<Home, 'devices' | 'places'>,
  { utility, room, device }: AskedPart,
): Utility[] => {
  if (utility !== null) return [utility];
  const isThere = roomsHeld(home, room);
  const own = home.devices.filter((one) => (device === null || one.id === device) && isThere(one.room));
  return utilityIds.filter((one) => own.some((each) => each.utility === one));
};

/** Rows of the part, however fine; as few as its totals take. */
export const readRows = async (
  { home, sources }: Reading,
  { from, to }: Days,
  part: AskedPart,
  bucket: 'hour' | 'day' | 'week' | 'month',
): Promise<readonly UsageRow[]> => {
  const by = isWhole(part) ? 'utility' : 'room,device';
  const { rows } = await sources.usage({ from, to, bucket, by });
  return rows.filter(isOf(home, part));
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

/** Of whole days, or of some hours of each day only. */
export const readUse = async (reading: Reading, part: AskedPart, asked: AskedPeriod): Promise<UseFacts> => {
  const { home, sources } = reading;
  const hours = countedHours(asked);
  const period = hours === null ? untilToday(asked, home) : daysRead(asked, hours);
  const bucket = hours === null ? bucketOf(period) : 'hour';
  const [answer, latest] = await Promise.all([
    sources.usage({ from: period.from, to: period.to, bucket, by: 'room,device' }),
    sources.latest(),
  ]);
  const isIn = hours === null ? () => true : inHours(asked, hours, home.timeZone);
  const all = answer.rows.filter(({ start }) => isIn(start));
  const rows = all.filter(isOf(home, part));
  const [amounts, shown] = [sumOf(rows), utilitiesOf(home, part)];
  return {
    part,
    period: asked,
    isSimulated: answer.origin === 'simulated',
    latest,
    rows,
    amounts,
    shown,
    known: shown.flatMap((utility) => (amounts[utility] === null ? [] : [{ utility, ...amounts[utility] }])),
    covered: coveredShare(rows, latest, asked, home),
    beginsOn: hours === null ? await readBegin(reading, part, period, rows) : null,
    through: readThrough(all, part, latest),
  };
};

/** Of a day, a week or a month. */
export interface SpanUse {
  /** Its first day. */
  readonly day: LocalDay;
  readonly amounts: Amounts;
  /** It is over, lies in the period with all of its days, and was measured as good as whole of these. */
  readonly whole: readonly Utility[];
}

const dayRowsOf = async ({ sources }: Reading, { from, to }: Days, bucket: 'day' | 'week' | 'month') =>
  from < to ? (await sources.usage({ from, to, bucket, by: 'room,device' })).rows : [];

/** Usage tells months whole or not at all: of those that the period cuts its days are summed. */
const monthRowsOf = async (reading: Reading, { from, to }: Days): Promise<UsageRow[]> => {
  const begin = from.endsWith('-01') ? from : spanOf(from, 'month').to;
  const end = spanOf(to, 'month').from;
  const edges =
    begin > end
      ? [{ from, to }]
      : [
          { from, to: begin },
          { from: end, to },
        ];
  const [whole, ...cut] = await Promise.all([
    dayRowsOf(reading, { from: begin, to: end }, 'month'),
    ...edges.map((edge) => dayRowsOf(reading, edge, 'day')),
  ]);
  return [...whole, ...cut.flat().map((row) => ({ ...row, start: spanOf(row.start, 'month').from }))];
};

/** Days, weeks or months with readings, oldest first. */
export const readSpans = async (
  reading: Reading,
  part: AskedPart,
  asked: AskedPeriod,
  by: Cadence,
): Promise<SpanUse[]> => {
  const { home, sources } = reading;
  const period = untilToday(asked, home);
  const [all, latest] = await Promise.all([
    by === 'month' ? monthRowsOf(reading, period) : dayRowsOf(reading, period, by),
    sources.latest(),
  ]);
  const rows = all.filter(isOf(home, part));
  const whole = utilityIds.map((utility) => {
    const own = rows.filter((row) => row.utility === utility);
    return { utility, days: new Set(wholeSpansOf(own, latest, period, by, home)) };
  });
  return [...sumBy(rows, ({ start }) => start)]
    .filter(([, amounts]) => !isEmpty(amounts))
    .map(([day, amounts]) => ({
      day,
      amounts,
      whole: whole.filter(({ days }) => days.has(day)).map(({ utility }) => utility),
    }))
    .sort((a, b) => a.day.localeCompare(b.day));
};

export interface HourUse {
  readonly hour: number;
  /** Of one such hour, on average over those that had readings; Wh or mL. */
  readonly used: number;
  /** How long of it was measured, by all meters together, on average. */
  readonly coveredS: number;
}

const byHour = (rows: readonly UsageRow[], timeZone: string): HourUse[] => {
  const hourOf = hourIn(timeZone);
  const hours = Array.from({ length: 24 }, (): UsageRow[] => []);
  for (const row of rows) hours[hourOf(row.start)]?.push(row);
  return hours.flatMap((own, hour) => {
    if (own.length === 0) return [];
    // Where the clocks go back, a day has the same hour twice.
    const count = new Set(own.map(({ start }) => start)).size;
    const mean = (part: 'used' | 'coveredS'): number => own.reduce((sum, row) => sum + row[part], 0) / count;
    return [{ hour, used: mean('used'), coveredS: mean('coveredS') }];
  });
};

/** The last days of a period, where all of it would be too much to read by the hour. */
export const hoursPeriod = (asked: AskedPeriod, home: Pick<Home, 'today'>): AskedPeriod => {
  const period = untilToday(asked, home);
  const from = addDays(period.to, -maxHourDays);
  return period.from < from ? { ...period, from, name: null } : period;
};

interface HoursUse {
  readonly utility: Utility;
  readonly hours: readonly HourUse[];
}

/** Each hour of the day with readings, 0 to 23, of each utility that is asked of; the one that runs does not count. */
export const hoursOfRows = (home: Home, part: AskedPart, rows: readonly UsageRow[]): HoursUse[] => {
  const over = rows.filter(({ start }) => Date.parse(start) + hourMs <= home.nowMs);
  return utilitiesOf(home, part).map((utility) => ({
    utility,
    hours: byHour(
      over.filter((row) => row.utility === utility),
      home.timeZone,
    ),
  }));
};

export const readHours = async (reading: Reading, part: AskedPart, period: Days): Promise<HoursUse[]> =>
  hoursOfRows(reading.home, part, await readRows(reading, period, part, 'hour'));

export interface Average {
  readonly amounts: Amounts;
  /** How many whole ones of each utility there are. */
  readonly counts: Readonly<Record<Utility, number>>;
}

/** Over whole ones; null where a utility has none. */
export const averageOf = (spans: readonly SpanUse[]): Average =>
  utilityIds.reduce<Average>(
    ({ amounts, counts }, utility) => {
      const known = spans.flatMap((one) => (one.whole.includes(utility) ? (one.amounts[utility] ?? []) : []));
      const mean = (part: 'used' | 'estimated' | 'coveredS'): number =>
        known.reduce((sum, amount) => sum + amount[part], 0) / known.length;
      const amount = {
        used: mean('used'),
        estimated: mean('estimated'),
        coveredS: mean('coveredS'),
        ...(known.some(({ atLeast }) => atLeast) && { atLeast: true as const }),
      };
      return {
        amounts: { ...amounts, [utility]: known.length === 0 ? null : amount },
        counts: { ...counts, [utility]: known.length },
      };
    },
    { amounts: noAmounts, counts: byUtility(() => 0) },
  );
