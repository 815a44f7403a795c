import type { Format } from '../../platform/format.ts';
import { type BothAmounts, noAmounts, sumByStart } from './amount.ts';
import { dateOf, daysUntil, monthsUntil } from '../../platform/local-day.ts';
import type { UsageFigures } from './usage-figures.ts';

/** One place on a chart's axis. */
export interface UsePoint extends BothAmounts {
  key: string;
  /** Short, below the bars. */
  label: string;
  /** In full, for reading. */
  name: string;
  isUnfinished: boolean;
}

export function weekPoints(figures: UsageFigures, today: string, format: Format): UsePoint[] {
  const sums = sumByStart(figures.days);
  return daysUntil(today, 7).map((day) => ({
    ...(sums.get(day) ?? noAmounts),
    key: day,
    label: format.date(dateOf(day), { weekday: 'short', timeZone: 'UTC' }),
    name: format.date(dateOf(day), { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' }),
    isUnfinished: day === today,
  }));
}

export function monthPoints(figures: UsageFigures, today: string, format: Format): UsePoint[] {
  const sums = sumByStart(figures.months.map((row) => ({ ...row, start: row.start.slice(0, 7) })));
  return monthsUntil(today, 12).map((month) => ({
    ...(sums.get(month) ?? noAmounts),
    key: month,
    label: format.date(dateOf(month), { month: 'short', timeZone: 'UTC' }),
    name: format.date(dateOf(month), { month: 'long', year: 'numeric', timeZone: 'UTC' }),
    isUnfinished: month === today.slice(0, 7),
  }));
}

/** Today's figure is known live before the sums of the day are asked for again: the larger one is the newer. */
export function withLiveToday(
  points: readonly UsePoint[],
  live: Record<'electricity' | 'water', number | null>,
): UsePoint[] {
  return points.map((point) => {
    if (!point.isUnfinished) return point;
    const newer = (utility: 'electricity' | 'water') => {
      const amount = point[utility];
      const used = live[utility];
      if (used === null || used <= (amount?.used ?? 0)) return amount;
      return { estimated: 0, imported: 0, coveredS: 0, ...amount, used };
    };
    return { ...point, electricity: newer('electricity'), water: newer('water') };
  });
}

export function totalOf(points: readonly UsePoint[], utility: 'electricity' | 'water'): number | null {
  const known = points.flatMap((point) => point[utility]?.used ?? []);
  return known.length === 0 ? null : known.reduce((sum, used) => sum + used, 0);
}
