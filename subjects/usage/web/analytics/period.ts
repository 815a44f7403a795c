import type { Format } from '#shell/text/format.ts';
import { addDays, dateOf, localDayOf, startOfDay } from '#shell/text/local-day.ts';
import type { Bucket } from '../../contract/usage.ts';

// The periods that the page can show, as half-open ranges of local days; no clock and no zone but where instants are named.

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

/** What lies behind the bucket of a period that starts so: a month, a week, a day; null where it is not told any finer. */
export function periodBehind(start: string, bucket: Bucket, period: Period, timeZone: string): Period | null {
  if (bucket === 'month') return periodAt('month', start);
  if (bucket === 'day') return periodAt('day', start);
  if (bucket === 'hour' && daysIn(period) > 1) return periodAt('day', localDayOf(Date.parse(start), timeZone));
  if (bucket !== 'week') return null;
  const end = addDays(start, 7);
  return { kind: 'custom', from: start < period.from ? period.from : start, to: end < period.to ? end : period.to };
}

/** The first instant of a bucket. */
export function instantOf(start: string, timeZone: string): number {
  return start.length > 10 ? Date.parse(start) : startOfDay(start, timeZone);
}

/** The day of a period that is looked at more closely: the last one that has begun. */
function lastDayOf({ to }: Period, now: number, timeZone: string): string {
  const today = localDayOf(now, timeZone);
  const last = addDays(to, -1);
  return last < today ? last : today;
}

/** Twelve calendar months, of which the last is the period's own. */
export function yearOf(period: Period, now: number, timeZone: string): Pick<Period, 'from' | 'to'> {
  const to = addMonths(`${lastDayOf(period, now, timeZone).slice(0, 7)}-01`, 1);
  return { from: addMonths(to, -12), to };
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

/** "14–20 Nov 2026", "November 2026": a period by its dates, in any language. */
export function periodText(period: Period, format: Format): string {
  const first = dateOf(period.from);
  const last = dateOf(addDays(period.to, -1));
  const timeZone = 'UTC';
  if (period.kind === 'month') return format.date(first, { month: 'long', year: 'numeric', timeZone });
  if (period.kind === 'year') return format.range(first, last, { month: 'short', year: 'numeric', timeZone });
  if (daysIn(period) === 1) {
    return format.date(first, { weekday: 'short', day: 'numeric', month: 'long', year: 'numeric', timeZone });
  }
  return format.range(first, last, { day: 'numeric', month: 'short', year: 'numeric', timeZone });
}

/** How a bucket is written at the axis and in full. */
export function bucketText(format: Format, bucket: Bucket, period: Period) {
  const timeZone = 'UTC';
  const write = (start: string, options: Intl.DateTimeFormatOptions) =>
    format.date(dateOf(start), { timeZone, ...options });
  if (bucket === 'month') {
    return {
      label: (start: string) => write(start, { month: 'short' }),
      name: (start: string) => write(start, { month: 'long', year: 'numeric' }),
    };
  }
  if (bucket === 'week') {
    const shown = (start: string) => (start < period.from ? period.from : start);
    const end = (start: string) => {
      const last = addDays(start, 6);
      return last < period.to || start >= period.to ? last : addDays(period.to, -1);
    };
    return {
      label: (start: string) => write(shown(start), { day: 'numeric', month: 'short' }),
      name: (start: string) =>
        format.range(dateOf(shown(start)), dateOf(end(start)), {
          day: 'numeric',
          month: 'short',
          year: 'numeric',
          timeZone,
        }),
    };
  }
  if (bucket === 'day') {
    const short: Intl.DateTimeFormatOptions =
      period.kind === 'week' || daysIn(period) <= 7
        ? { weekday: 'short' }
        : period.kind === 'month'
          ? { day: 'numeric' }
          : { day: 'numeric', month: 'short' };
    return {
      label: (start: string) => write(start, short),
      name: (start: string) => write(start, { weekday: 'long', day: 'numeric', month: 'long' }),
    };
  }
  return {
    label: (start: string) => format.time(Date.parse(start)),
    name: (start: string) =>
      daysIn(period) === 1 ? format.time(Date.parse(start)) : format.dateTime(Date.parse(start)),
  };
}
