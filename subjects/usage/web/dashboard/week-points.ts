import { byUtility, type Utility, utilityIds } from '#catalogue/index.ts';
import type { LatestAnswer } from '../../contract/usage.ts';
import type { Format } from '#shell/text/format.ts';
import { dateOf, daysUntil, localDayOf, monthsUntil } from '#shell/text/local-day.ts';
import { type Amount, type Amounts, noAmounts, sumByStart } from '../amount.ts';
import { todayTotal } from '../today-rooms.ts';
import type { UsageFigures } from '../usage-figures.ts';

/** One place on a chart's axis. */
export interface UsePoint extends Amounts {
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

/** Today as it was asked for last: live, or with the days. The larger is not the newer, for a repair may lower it. */
export function withLiveToday(points: readonly UsePoint[], latest: LatestAnswer, daysAskedAt: number): UsePoint[] {
  if (Date.parse(latest.at) < daysAskedAt) return [...points];
  const day = localDayOf(Date.parse(latest.at), latest.timeZone);
  return points.map((point) => {
    // Past midnight, what was heard last may be of yesterday.
    if (!point.isUnfinished || point.key !== day) return point;
    const live = (utility: Utility): Amount | null => {
      const amount = point[utility];
      const used = todayTotal(latest, utility);
      // One reading says what a counter shows, not what was used.
      if (used === null || (used === 0 && amount === null)) return amount;
      return { estimated: 0, imported: 0, coveredS: 0, ...amount, used };
    };
    return { ...point, ...byUtility(live) };
  });
}

/** What the points used in all; of a utility that was not measured nothing is said. */
export function totalTexts(points: readonly UsePoint[], format: Format): string[] {
  return utilityIds.flatMap((utility) => {
    const known = points.flatMap((point) => point[utility]?.used ?? []);
    if (known.length === 0) return [];
    return [
      format.amount(
        utility,
        known.reduce((sum, used) => sum + used, 0),
      ).text,
    ];
  });
}
