import type { BillingCycleRow } from '#supabase/tables/index.ts';
import { addDays } from '#shell/text/local-day.ts';

/** When bills begin: on the household's day of each month, on days of the year (MM-DD), or when the meter was read. */
export type CycleChoice = { kind: 'day' } | { kind: 'dates' | 'reads'; days: readonly string[] };
export type CycleKind = CycleChoice['kind'];

/** Days that every month has. */
export const daysOfMonth = 28;
export const maxDates = 12;

const monthsInYear = 12;
/** As the service expects it after a single reading. */
const usualDays = 30;
const dayMs = 86_400_000;

export function choiceOf(row: BillingCycleRow | null | undefined): CycleChoice {
  if (row === null || row === undefined) return { kind: 'day' };
  return { kind: row.kind, days: row.kind === 'dates' ? row.month_days : row.read_days };
}

export function isSameChoice(a: CycleChoice, b: CycleChoice): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

const two = (n: number): string => String(n).padStart(2, '0');

export function monthDay(month: number, day: number): string {
  return `${two(month)}-${two(day)}`;
}

export function partsOf(date: string): { month: number; day: number } {
  const [month = 1, day = 1] = date.split('-').map(Number);
  return { month, day };
}

/** The same day of every so many months, from a first one on. */
export function spreadDates(first: string, everyMonths: number): string[] {
  const { month, day } = partsOf(first);
  return Array.from({ length: monthsInYear / everyMonths }, (_, i) =>
    monthDay(((month - 1 + i * everyMonths) % monthsInYear) + 1, day),
  ).sort();
}

export const presets = [2, 3, 6, 12] as const;

/** Every how many months these dates come; undefined where they are a list of their own. */
export function presetOf(dates: readonly string[]): number | undefined {
  const [first] = dates;
  if (first === undefined) return undefined;
  const key = [...dates].sort().join();
  return presets.find((months) => spreadDates(first, months).join() === key);
}

/** The day after the last reading by as much as lies between readings mostly, as the service expects it. */
export function expectedRead(reads: readonly string[]): string | undefined {
  const sorted = [...reads].sort();
  const last = sorted.at(-1);
  if (last === undefined) return undefined;
  const gaps = sorted
    .slice(1)
    .map((read, i) => (Date.parse(read) - Date.parse(sorted[i] ?? read)) / dayMs)
    .sort((a, b) => a - b);
  return addDays(last, gaps[Math.floor(gaps.length / 2)] ?? usualDays);
}
