import type { Utility } from '#catalogue/index.ts';
import type { LatestAnswer, UsageRow } from '../../contract/usage.ts';
import { compareSpans, isCovered } from '#subjects/insight/domain/compare-spans.ts';
import { addDays, startOfDay } from '#shell/text/local-day.ts';
import { daySpans } from '../measured-time.ts';
import { usedBetween } from '../used-between.ts';

export interface TodayOutlook {
  /** What the days before had used by this hour, on average. */
  usualByNow: number;
  /** A whole usual day. */
  usualDay: number;
  /** Where today is likely to end: the middle half of the days before, added to what is measured. */
  likelyLow: number;
  likelyHigh: number;
}

const minDays = 3;
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
  if (before.length < minDays) return null;
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
    if (before.length < minDays) continue;
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
