import type { Bucket } from '../../contract/usage.ts';
import { addDays, localDayOf, startOfDay } from '#shell/text/local-day.ts';

/** The periods that the page can show, as half-open ranges of local days; no clock and no zone but where instants are named. */

export const periodKinds = ['day', 'week', 'month', 'year', 'custom'] as const;
export type PeriodKind = (typeof periodKinds)[number];
export const comparisons = ['previous', 'year', 'none'] as const;
export type Comparison = (typeof comparisons)[number];

export interface Period {
  kind: PeriodKind;
  /** The first day, and the one after the last. */
  from: string;
  to: string;
}

/** The longest free period, in days: three years, one of them a leap year. */
export const maxDays = 1096;

/** A week is seven days and a year twelve calendar months, each ending with this day. */
export function periodAt(kind: Exclude<PeriodKind, 'custom'>, day: string): Period {
  if (kind === 'day') return { kind, from: day, to: addDays(day, 1) };
  if (kind === 'week') return { kind, from: addDays(day, -6), to: addDays(day, 1) };
  const month = `${day.slice(0, 7)}-01`;
  return { kind, from: kind === 'month' ? month : addMonths(month, -11), to: addMonths(month, 1) };
}

export function daysIn({ from, to }: Pick<Period, 'from' | 'to'>): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);
}

/** The period of the same kind right before (-1) or after (1). */
export function shiftPeriod(period: Period, by: -1 | 1): Period {
  const { kind, from, to } = period;
  if (kind === 'month' || kind === 'year') {
    const months = by * (kind === 'month' ? 1 : 12);
    return { kind, from: addMonths(from, months), to: addMonths(to, months) };
  }
  const length = daysIn(period) * by;
  return { kind, from: addDays(from, length), to: addDays(to, length) };
}

/** What a period is compared with. A week goes back 52 weeks, so that Sundays stand beside Sundays. */
export function earlierPeriod(period: Period, comparison: Comparison): Period | null {
  if (comparison === 'none') return null;
  if (comparison === 'previous' || period.kind === 'year') return shiftPeriod(period, -1);
  const { kind, from, to } = period;
  if (kind === 'week') return { kind, from: addDays(from, -364), to: addDays(to, -364) };
  if (kind === 'day') return periodAt('day', addMonths(from, -12));
  return { kind, from: addMonths(from, -12), to: addDays(addMonths(addDays(to, -1), -12), 1) };
}

/** How finely use over time is told. */
export function bucketOf(period: Period, isGrouped: boolean): Exclude<Bucket, '15m'> {
  if (period.kind === 'year') return 'month';
  const days = daysIn(period);
  if (days <= 1) return isGrouped ? 'hour' : '5m';
  if (days <= 3) return 'hour';
  return days <= 92 ? 'day' : 'week';
}

/** The starts of a period's buckets, as the service writes them. */
export function startsOf({ from, to }: Pick<Period, 'from' | 'to'>, bucket: Bucket, timeZone: string): string[] {
  if (bucket === 'day') return stepDays(from, to, 1);
  // Weeks of the calendar begin on Mondays; the first and the last one may be cut.
  if (bucket === 'week') return stepDays(addDays(from, -((new Date(from).getUTCDay() + 6) % 7)), to, 7);
  if (bucket === 'month') {
    const months = [];
    for (let month = `${from.slice(0, 7)}-01`; month < to; month = addMonths(month, 1)) months.push(month);
    return months;
  }
  const stepMs = { '5m': 300_000, '15m': 900_000, hour: 3_600_000 }[bucket];
  const begin = startOfDay(from, timeZone);
  const count = Math.round((startOfDay(to, timeZone) - begin) / stepMs);
  return Array.from({ length: count }, (_, i) => new Date(begin + i * stepMs).toISOString().replace('.000Z', 'Z'));
}

/** The first instant of a bucket. */
export function instantOf(start: string, timeZone: string): number {
  return start.length > 10 ? Date.parse(start) : startOfDay(start, timeZone);
}

/** The day of a period that is looked at more closely: the last one that has begun. */
export function lastDayOf({ to }: Period, now: number, timeZone: string): string {
  const today = localDayOf(now, timeZone);
  const last = addDays(to, -1);
  return last < today ? last : today;
}

/** The same day some months on; the last of the month where there is no such day. */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const length = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, length))).toISOString().slice(0, 10);
}

function stepDays(from: string, to: string, step: number): string[] {
  const days = [];
  for (let day = from; day < to; day = addDays(day, step)) days.push(day);
  return days;
}
