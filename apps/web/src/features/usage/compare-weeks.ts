import type { UsageRow, Utility } from '@wattershed/contracts';
import type { BothAmounts } from './amount.ts';
import { useBetween } from './use-between.ts';
import { addDays, daysUntil, startOfDay } from '../../platform/local-day.ts';

/** Change against the 7 days before, e.g. -0.06; null where either side has a gap. */
export type WeekChange = Record<Utility, number | null>;

/**
 * This week's last day is not over, so the week before is cut at the same hour of its own last day:
 * six whole days from the daily sums, and a part of one from the hourly rows.
 */
export function compareWeeks(
  byDay: ReadonlyMap<string, BothAmounts>,
  hourly: readonly UsageRow[],
  now: number,
  today: string,
  timeZone: string,
): WeekChange {
  const lastDay = addDays(today, -7);
  const begin = startOfDay(lastDay, timeZone);
  const end = begin + (now - startOfDay(today, timeZone));
  const change = (utility: Utility): number | null => {
    const here = sumDays(byDay, daysUntil(today, 7), utility);
    const wholeDays = sumDays(byDay, daysUntil(addDays(today, -8), 6), utility);
    const part = useBetween(hourly, utility, begin, end);
    if (here === null || wholeDays === null || part === null) return null;
    const before = wholeDays + part;
    return before <= 0 ? null : here / before - 1;
  };
  return { electricity: change('electricity'), water: change('water') };
}

function sumDays(byDay: ReadonlyMap<string, BothAmounts>, days: readonly string[], utility: Utility): number | null {
  let sum = 0;
  for (const day of days) {
    const amount = byDay.get(day)?.[utility] ?? null;
    if (amount === null) return null;
    sum += amount.used;
  }
  return sum;
}
