import { dateWriter } from './format.ts';

/** Local days are texts like 2026-11-20; an instant is milliseconds. The two meet only here. */

const dayMs = 86_400_000;

export function localDayOf(at: number, timeZone: string): string {
  return dateWriter('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(at);
}

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);
}

/** The last `count` days, the oldest first, ending with `today`. */
export function daysUntil(today: string, count: number): string[] {
  return Array.from({ length: count }, (_, i) => addDays(today, i - count + 1));
}

/** The last `count` calendar months as YYYY-MM, the oldest first. */
export function monthsUntil(today: string, count: number): string[] {
  const [year = 0, month = 1] = today.split('-').map(Number);
  return Array.from({ length: count }, (_, i) => {
    return new Date(Date.UTC(year, month - count + i, 1)).toISOString().slice(0, 7);
  });
}

/** By zone and day: a page of a year asks for the same days again and again, and each answer takes the browser's calendar. */
const starts = new Map<string, number>();
const maxStarts = 10_000;

/** The first instant of a local day. */
export function startOfDay(day: string, timeZone: string): number {
  const key = `${timeZone} ${day}`;
  const known = starts.get(key);
  if (known !== undefined) return known;
  if (starts.size >= maxStarts) starts.clear();
  const at = findStart(day, timeZone);
  starts.set(key, at);
  return at;
}

function findStart(day: string, timeZone: string): number {
  const midnightUtc = Date.parse(day);
  let at = midnightUtc - offsetMs(midnightUtc, timeZone);
  // The offset at midnight itself may be another one than at the guess.
  at = midnightUtc - offsetMs(at, timeZone);
  // Where clocks skip midnight, the day begins at the first instant that bears its date.
  while (localDayOf(at, timeZone) < day) at += 15 * 60_000;
  return at;
}

/** The instant at which the clock of a local day shows `clock` (HH:MM, or with seconds); of an hour that comes twice, the first. */
export function instantOfClock(day: string, clock: string, timeZone: string): number {
  const shown = Date.parse(`${day}T${clock.length === 5 ? `${clock}:00` : clock}Z`);
  const at = shown - offsetMs(shown - 86_400_000, timeZone);
  return shown - offsetMs(at, timeZone);
}

/** A date to be written with `timeZone: 'UTC'`. */
export function dateOf(dayOrMonth: string): Date {
  return new Date(dayOrMonth.length === 7 ? `${dayOrMonth}-15` : dayOrMonth);
}

function offsetMs(at: number, timeZone: string): number {
  const parts = dateWriter('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(at);
  const part = (type: string) => Number(parts.find((one) => one.type === type)?.value);
  const local = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
  return local - Math.floor(at / 1000) * 1000;
}
