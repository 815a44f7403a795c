/** What the rest of an open cycle may use: the days before carried on in a straight line, with their spread. */
import { addDays, daysBetween, daysOf, type LocalDay } from './local-day.ts';
import { type BillUtility, billUtilities } from './bill-line.ts';
import type { DayUse } from './price-period.ts';

/** The latest whole days that the estimate looks at, and the fewest that it needs. */
const looksAtDays = 28;
const leastDays = 3;

export interface ExpectedUse {
  /** How many whole days it rests on. */
  readonly basedOnDays: number;
  /** The cycle's days as they may come out, low and high; measured days are as they are. */
  readonly low: readonly DayUse[];
  readonly high: readonly DayUse[];
}

const meanAndSpread = (values: readonly number[]): { mean: number; spread: number } => {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { mean, spread: Math.sqrt(squares / Math.max(1, values.length - 1)) };
};

/** Days that are still to come, and today at least at what it has used. */
const restOf = (utility: BillUtility, perDay: number, today: LocalDay, end: LocalDay, usedToday: number): DayUse[] =>
  daysOf(today, end).map((day) => {
    const expected = Math.max(0, Math.round(perDay));
    return { day, utility, used: day === today ? Math.max(usedToday, expected) : expected, estimated: 0 };
  });

/**
 * `use` holds the days before today, of earlier cycles too, and today so far. Null with fewer than three whole days of readings. Two
 * times out of three the rest of a cycle of independent days falls between low and high.
 */
export const expectUse = (
  use: readonly DayUse[],
  start: LocalDay,
  end: LocalDay,
  today: LocalDay,
): ExpectedUse | null => {
  const known = use.filter(({ day }) => day >= addDays(today, -looksAtDays) && day < today);
  const basedOnDays = new Set(known.map(({ day }) => day)).size;
  if (basedOnDays < leastDays) return null;
  const left = daysBetween(today, end);
  const measured = use.filter(({ day }) => day >= start && day < today);
  const side = (sign: 1 | -1): DayUse[] =>
    billUtilities.flatMap((utility) => {
      const values = known.filter((one) => one.utility === utility).map(({ used }) => used);
      if (values.length === 0) return [];
      const { mean, spread } = meanAndSpread(values);
      const usedToday = use.find((one) => one.utility === utility && one.day === today)?.used ?? 0;
      return restOf(utility, mean + (sign * spread) / Math.sqrt(left), today, end, usedToday);
    });
  return { basedOnDays, low: [...measured, ...side(-1)], high: [...measured, ...side(1)] };
};
