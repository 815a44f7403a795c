/** Two periods beside each other, as the Analytics page compares them: of an earlier one only as much counts as one that is not over has lasted. */
import { type UsageRow, type Utility } from '@wattershed/contracts';
import { addDays, daysBetween, type LocalDay, zoneOffsets } from '@wattershed/domain';
import type { Home } from '../home.ts';
import type { AskedPart, AskedPeriod } from '../question.ts';
import { type Amounts, sumOf } from './amounts.ts';
import { coveredShare, filledShare } from './coverage.ts';
import { bucketOf, type Days, isOpen, lengthOf, startOfDay, startsOf, untilToday } from './periods.ts';
import { type Reading, readRows, readUse, type UseFacts, utilitiesOf } from './use.ts';

export interface Change {
  readonly utility: Utility;
  /** Wh or mL; null: nothing was measured. */
  readonly now: number | null;
  readonly before: number | null;
  /** E.g. -0.06. Null where one of them was measured in part only, or nothing was used before. */
  readonly share: number | null;
  /** One of them was measured in part only. */
  readonly hasGap: boolean;
}

export interface Comparison {
  /** The one that is not over, where one is. */
  readonly now: UseFacts;
  readonly before: { readonly period: AskedPeriod; readonly amounts: Amounts; readonly covered: number | null };
  /** Of the other only as much counts as this one has lasted. */
  readonly isToDate: boolean;
  /** Days of each so far, where they differ. */
  readonly lengths: { readonly now: number; readonly before: number } | null;
  readonly changes: readonly Change[];
}

const isMonthStart = (day: LocalDay): boolean => day.endsWith('-01');
const isYearStart = (day: LocalDay): boolean => day.endsWith('-01-01');

/** Both are of the same kind (days, weeks, months or years), so that the first part of one stands beside that of the other. */
const areAlike = (open: AskedPeriod, other: Days): boolean => {
  if (isYearStart(open.from) && isYearStart(other.from) && lengthOf(other) > 31) return true;
  if (isMonthStart(open.from) && isMonthStart(other.from) && isMonthStart(other.to)) return lengthOf(other) <= 31;
  return lengthOf(open) === lengthOf(other) || (open.name === 'this-week' && lengthOf(other) === 7);
};

/** Where the other period is cut, so that it has lasted as long as the open one. Null: nowhere. */
const cutOf = (
  open: AskedPeriod,
  other: Days,
  { today, timeZone, nowMs }: Home,
): { day: LocalDay; at: number } | null => {
  const day = addDays(other.from, daysBetween(open.from, today));
  if (!areAlike(open, other) || day >= other.to) return null;
  const offsetAt = zoneOffsets(timeZone);
  const at = startOfDay(day, offsetAt) + (nowMs - startOfDay(today, offsetAt));
  return { day, at: Math.min(at, startOfDay(addDays(day, 1), offsetAt)) };
};

const hourMs = 3_600_000;

/** The last hour counts in proportion. */
const cutRow = (row: UsageRow, at: number): UsageRow[] => {
  const share = Math.min(1, (at - Date.parse(row.start)) / hourMs);
  if (share <= 0) return [];
  const of = (value: number): number => Math.round(value * share);
  const { used, estimated, imported, coveredS } = row;
  return [{ ...row, used: of(used), estimated: of(estimated), imported: of(imported), coveredS: of(coveredS) }];
};

const readUntil = async (
  reading: Reading,
  part: AskedPart,
  other: Days,
  cut: { day: LocalDay; at: number },
): Promise<UsageRow[]> => {
  const [days, hours] = await Promise.all([
    cut.day > other.from ? readRows(reading, { from: other.from, to: cut.day }, part, bucketOf(other)) : [],
    readRows(reading, { from: cut.day, to: addDays(cut.day, 1) }, part, 'hour'),
  ]);
  return [...days, ...hours.flatMap((row) => cutRow(row, cut.at))];
};

/** Short periods are looked at by the hour, so that a gap of some hours is seen. */
const filledIn = async (reading: Reading, part: AskedPart, period: Days, known: readonly UsageRow[], until: number) => {
  const { timeZone } = reading.home;
  const bucket = lengthOf(period) <= 3 ? 'hour' : bucketOf(period);
  const rows = bucket === 'hour' ? await readRows(reading, period, part, 'hour') : known;
  const offsetAt = zoneOffsets(timeZone);
  const begins = (start: string): number => (start.length > 10 ? Date.parse(start) : startOfDay(start, offsetAt));
  const starts = startsOf(period, bucket, timeZone).filter((start) => begins(start) < until);
  return (utility: Utility): number => filledShare(rows, starts, utility);
};

// A period with more than a stray gap would make the other one look thirstier than it is.
const enough = 0.9;

const changeOf = (utility: Utility, now: Amounts, before: Amounts, shares: readonly [number, number]): Change => {
  const used = now[utility]?.used ?? null;
  const earlier = before[utility]?.used ?? null;
  const hasGap = used !== null && earlier !== null && Math.min(...shares) < enough * Math.max(...shares);
  const canTell = used !== null && earlier !== null && earlier > 0 && !hasGap;
  return { utility, now: used, before: earlier, share: canTell ? used / earlier - 1 : null, hasGap };
};

const lengthsOf = (now: Days, before: Days): Comparison['lengths'] => {
  const lengths = { now: lengthOf(now), before: lengthOf(before) };
  return lengths.now === lengths.before ? null : lengths;
};

/** The open one of the two, if there is one, stands first; else the order is kept. */
const inOrder = (period: AskedPeriod, against: AskedPeriod, home: Home): [AskedPeriod, AskedPeriod] =>
  isOpen(against, home) && !isOpen(period, home) ? [against, period] : [period, against];

export const compareUse = async (
  reading: Reading,
  part: AskedPart,
  one: AskedPeriod,
  other: AskedPeriod,
): Promise<Comparison> => {
  const { home } = reading;
  const [period, against] = inOrder(one, other, home);
  const cut = isOpen(period, home) && !isOpen(against, home) ? cutOf(period, against, home) : null;
  const [now, before] = await Promise.all([readUse(reading, part, period), readUse(reading, part, against)]);
  const counted = cut === null ? before.amounts : sumOf(await readUntil(reading, part, against, cut));
  const own = untilToday(period, home);
  const theirs = untilToday(against, home);
  const [filledNow, filledBefore] = await Promise.all([
    filledIn(reading, part, own, now.rows, home.nowMs),
    filledIn(reading, part, theirs, before.rows, cut?.at ?? home.nowMs),
  ]);
  return {
    now,
    before: {
      period: against,
      amounts: counted,
      covered: coveredShare(before.rows, now.latest, theirs, bucketOf(theirs), home),
    },
    isToDate: cut !== null,
    lengths: cut === null ? lengthsOf(own, theirs) : null,
    changes: utilitiesOf(home, part).map((utility) =>
      changeOf(utility, now.amounts, counted, [filledNow(utility), filledBefore(utility)]),
    ),
  };
};
