import type { Utility } from '#catalogue/index.ts';
import { addDays, startOfDay } from '#shell/text/local-day.ts';
import { compareSpans, isCovered, type MeasuredSpan } from '#subjects/insight/domain/compare-spans.ts';
import { isSilent } from '#subjects/readings/domain/present-rate.ts';
import type { LatestAnswer, UsageRow } from '../contract/usage.ts';
import { minUsualDays, rootMeters } from '../domain/home-meters.ts';

export { rootMeters };

/** Use of whole days, and how long the home's own meters were heard on each: what lies inside them is seen by them. What is told as a least is not measured. */
export function daySpans(
  rows: readonly UsageRow[],
  latest: Pick<LatestAnswer, 'meters' | 'at'>,
  utility: Utility,
  timeZone: string,
  room: string | null = null,
): (day: string) => MeasuredSpan {
  const roots = rootMeters(latest, utility, room);
  const devices = new Set(roots.map(({ deviceId }) => deviceId));
  const sums = new Map<string, { used: number; coveredS: number }>();
  for (const row of rows) {
    if (row.utility !== utility) continue;
    const { used, coveredS } = sums.get(row.start) ?? { used: 0, coveredS: 0 };
    const isRoot = !row.atLeast && (row.deviceId === undefined || devices.has(row.deviceId));
    sums.set(row.start, { used: used + row.used, coveredS: coveredS + (isRoot ? row.coveredS : 0) });
  }
  return (day) => {
    const lengthMs = startOfDay(addDays(day, 1), timeZone) - startOfDay(day, timeZone);
    return { used: 0, coveredS: 0, ...sums.get(day), expectedS: (Math.max(1, roots.length) * lengthMs) / 1000 };
  };
}

/** Today until all of the home's meters were heard last: what came after that is not known, which is not "less". */
export interface TodayMeasured extends Omit<MeasuredSpan, 'used'> {
  /** Instant until which use is known. */
  until: number;
  /** One of the home's meters has gone quiet, since then. */
  isSilent: boolean;
}

export function todayMeasured(
  rows: readonly UsageRow[],
  latest: LatestAnswer,
  utility: Utility,
  now: number,
  today: string,
): TodayMeasured {
  const begin = startOfDay(today, latest.timeZone);
  const roots = rootMeters(latest, utility);
  const heard = roots.map(({ lastAt }) => Date.parse(lastAt ?? ''));
  const until = heard.length === 0 ? begin : Math.min(now, ...heard);
  const { coveredS } = daySpans(rows, latest, utility, latest.timeZone)(today);
  const expectedS = (Math.max(1, roots.length) * Math.max(0, until - begin)) / 1000;
  return { until, coveredS, expectedS, isSilent: roots.some((meter) => isSilent(meter, now)) };
}

export interface TodayOutlook {
  /** What the days before had used by this hour, on average. */
  usualByNow: number;
  /** A whole usual day. */
  usualDay: number;
  /** Where today is likely to end: the middle half of the days before, added to what is measured. */
  likelyLow: number;
  likelyHigh: number;
}

/** So many weeks are looked through for a period that can be compared. */
export const weeksAsked = 8;

/** What today may come to, judged by those of the 7 days before that were measured; null with fewer than three. `now`: until when today is known. */
export function todayOutlook(
  hourly: readonly UsageRow[],
  utility: Utility,
  usedToday: number,
  now: number,
  today: string,
  timeZone: string,
  isWhole: (day: string) => boolean,
): TodayOutlook | null {
  const elapsedMs = now - startOfDay(today, timeZone);
  const before: { untilNow: number; rest: number }[] = [];
  for (let back = 1; back <= 7; back++) {
    const day = addDays(today, -back);
    if (!isWhole(day)) continue;
    const begin = startOfDay(day, timeZone);
    const end = startOfDay(addDays(day, 1), timeZone);
    const hour = Math.min(end, begin + elapsedMs);
    const untilNow = usedBetween(hourly, utility, begin, hour);
    const rest = hour === end ? 0 : usedBetween(hourly, utility, hour, end);
    if (untilNow !== null && rest !== null) before.push({ untilNow, rest });
  }
  if (before.length < minUsualDays) return null;
  const rests = before.map(({ rest }) => rest).sort((a, b) => a - b);
  return {
    usualByNow: mean(before.map(({ untilNow }) => untilNow)),
    usualDay: mean(before.map(({ untilNow, rest }) => untilNow + rest)),
    likelyLow: usedToday + quantile(rests, 0.25),
    likelyHigh: usedToday + quantile(rests, 0.75),
  };
}

/** The last day before today that was measured, against the mean of those of the seven before it that were; null: there is none. */
export function lastWholeDay(
  rows: readonly UsageRow[],
  latest: LatestAnswer,
  utility: Utility,
  today: string,
): { day: string; used: number; share: number } | null {
  const spanOf = daySpans(rows, latest, utility, latest.timeZone);
  for (let back = 1; back <= 7 * (weeksAsked - 1); back++) {
    const day = addDays(today, -back);
    const now = spanOf(day);
    if (!isCovered(now)) continue;
    const before = Array.from({ length: 7 }, (_, i) => spanOf(addDays(day, -1 - i))).filter(isCovered);
    if (before.length < minUsualDays) continue;
    const change = compareSpans([{ now, before: { ...now, used: mean(before.map(({ used }) => used)) } }]);
    return change.kind === 'change' ? { day, used: now.used, share: change.share } : null;
  }
  return null;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function quantile(sorted: readonly number[], share: number): number {
  const at = share * (sorted.length - 1);
  const low = sorted[Math.floor(at)] ?? 0;
  const high = sorted[Math.ceil(at)] ?? low;
  return low + (high - low) * (at - Math.floor(at));
}

const hourMs = 3_600_000;

// A stray missing hour in a day is not worth withholding the figure; more than that is.
const enough = 0.95;

/** Use in [from, to) from hourly rows, an hour cut by either end counting in proportion; null where an hour is missing. */
export function usedBetween(hourly: readonly UsageRow[], utility: Utility, from: number, to: number): number | null {
  let used = 0;
  let seenMs = 0;
  for (const row of hourly) {
    if (row.utility !== utility) continue;
    const start = Date.parse(row.start);
    const overlapMs = Math.min(to, start + hourMs) - Math.max(from, start);
    if (overlapMs <= 0) continue;
    used += row.used * (overlapMs / hourMs);
    seenMs += overlapMs;
  }
  return seenMs < (to - from) * enough ? null : used;
}
