import { byUtility, type Utility } from '@wattershed/catalogue';
import type { LatestAnswer, UsageRow } from '@wattershed/contracts';
import { compareSpans, isCovered, type MeasuredSpan, type SpanChange } from '@wattershed/domain';
import { addDays, daysUntil, startOfDay } from '../../platform/local-day.ts';
import { daySpans, todayMeasured } from './measured-time.ts';
import { useBetween } from './use-between.ts';

/** Change against the 7 days before. */
export type WeekChange = Record<Utility, SpanChange>;

export interface WeekInput {
  /** By day, of two weeks; by device. */
  days: readonly UsageRow[];
  hours: readonly UsageRow[];
  latest: LatestAnswer;
  /** Of today so far, which is known live; null: nothing. */
  usedToday: Record<Utility, number | null>;
  now: number;
  today: string;
}

/**
 * This week's last day is not over, so the week before is cut at the same hour of its own last day:
 * six whole days from the daily sums, and a part of one from the hourly rows. Days that were not measured in both are in neither.
 */
export function compareWeeks({ days, hours, latest, usedToday, now, today }: WeekInput): WeekChange {
  const { timeZone } = latest;
  const change = (utility: Utility): SpanChange => {
    const spanOf = daySpans(days, latest, utility, timeZone);
    const whole = daysUntil(addDays(today, -1), 6).map((day) => ({
      now: spanOf(day),
      before: spanOf(addDays(day, -7)),
    }));
    const measured = todayMeasured(days, latest, utility, now, today);
    const begin = startOfDay(addDays(today, -7), timeZone);
    const end = Math.min(
      begin + measured.until - startOfDay(today, timeZone),
      startOfDay(addDays(today, -6), timeZone),
    );
    const part = {
      now: { ...measured, used: usedToday[utility] ?? 0 },
      before: partOf(spanOf(addDays(today, -7)), useBetween(hours, utility, begin, end), measured.expectedS),
    };
    return compareSpans(measured.expectedS > 0 ? [...whole, part] : whole);
  };
  return byUtility(change);
}

/** A part of a day that was measured as good as whole; else nothing is known of it. */
function partOf(day: MeasuredSpan, used: number | null, expectedS: number): MeasuredSpan {
  return used === null || !isCovered(day)
    ? { used: 0, coveredS: 0, expectedS }
    : { used, coveredS: expectedS, expectedS };
}

/** The latest seven whole days that can be compared with the seven before them, at least one of them today's or earlier. */
export interface WholeWeeks {
  /** The first of the seven days. */
  from: string;
  change: Record<Utility, SpanChange>;
}

/** `rows`: days by device of the weeks up to yesterday. Null: there are no two such weeks. */
export function lastWholeWeeks(
  rows: readonly UsageRow[],
  latest: LatestAnswer,
  today: string,
  weeks: number,
): WholeWeeks | null {
  for (let back = 1; back <= (weeks - 2) * 7; back++) {
    const last = addDays(today, -back);
    const of = (utility: Utility): SpanChange => {
      const spanOf = daySpans(rows, latest, utility, latest.timeZone);
      return compareSpans(daysUntil(last, 7).map((day) => ({ now: spanOf(day), before: spanOf(addDays(day, -7)) })));
    };
    const change = byUtility(of);
    if (Object.values(change).some(({ kind }) => kind === 'change')) return { from: addDays(last, -6), change };
  }
  return null;
}
