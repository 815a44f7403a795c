import type { Bucket } from '../../contract/usage.ts';
import type { Format } from '#shell/text/format.ts';
import { addDays, dateOf } from '#shell/text/local-day.ts';
import { daysIn, type Period } from './period.ts';

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
