import type { Format } from '../../platform/format.ts';
import type { Schedule } from './schedule-api.ts';

export const everyDay = 127;
const mondayMs = Date.UTC(2024, 0, 1, 12);
const dayMs = 86_400_000;

/** Monday to Sunday as they are written, with the bit of each. */
export function weekdays(format: Format): { bit: number; short: string; long: string }[] {
  return Array.from({ length: 7 }, (_, i) => ({
    bit: 1 << i,
    short: format.date(mondayMs + i * dayMs, { weekday: 'short', timeZone: 'UTC' }),
    long: format.date(mondayMs + i * dayMs, { weekday: 'long', timeZone: 'UTC' }),
  }));
}

/** The days that are meant: null when it is every one. */
export function daysText(days: number, format: Format): string | null {
  if (days === everyDay) return null;
  return format.list(
    weekdays(format)
      .filter(({ bit }) => (days & bit) !== 0)
      .map(({ short }) => short),
  );
}

/** 18:30, of `minute` 1110. */
export function clockText(minute: number): string {
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
}

/** Null: no time of a clock. */
export function minuteOf(text: string): number | null {
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)/.exec(text) ?? [];
  return hours === undefined || minutes === undefined ? null : Number(hours) * 60 + Number(minutes);
}

export type When = Pick<Schedule, 'minute' | 'sun' | 'offset_min'>;
