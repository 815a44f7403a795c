import { hasTrait, utilityIds, type UtilityWith } from '#catalogue/index.ts';
import type { UsageRow } from '../contract/usage.ts';
import { dateOf, daysUntil, monthsUntil } from '#shell/text/local-day.ts';
import { dateWriter } from '#shell/data/writers.ts';
import { type Amount, type Amounts, addRow, noAmounts, sumByStart } from './amount.ts';

/** Programs know these shapes by what every home is shown. */
const usual = utilityIds.filter((utility) => hasTrait(utility, 'isUsual'));

/** In thousands of base units, litres and kWh; null where nothing was measured: a gap stays a gap. */
type Shown = Record<UtilityWith<'isUsual'>, number | null>;

export interface WeeklyUsagePoint extends Shown {
  /** Short weekday. */
  label: string;
}

export interface RoomDistributionItem extends Record<`total_${UtilityWith<'isUsual'>}`, number> {
  room: string;
}

export interface MonthlyTrendPoint extends Shown {
  /** YYYY-MM. */
  month: string;
}

/** The last 7 local days, today last, from rows by day. */
export function weeklyUsage(rows: readonly UsageRow[], today: string, locale: string): WeeklyUsagePoint[] {
  const sums = sumByStart(rows);
  const weekday = dateWriter(locale, { weekday: 'short', timeZone: 'UTC' });
  return daysUntil(today, 7).map((day) => ({ label: weekday.format(dateOf(day)), ...inUnits(sums.get(day)) }));
}

/** Rooms with what they used in all of the rows, the largest use of the first utility first. */
export function roomDistribution(rows: readonly UsageRow[]): RoomDistributionItem[] {
  const rooms = new Map<string, Amounts>();
  for (const row of rows) {
    const room = row.room ?? '';
    const before = rooms.get(room) ?? noAmounts;
    rooms.set(room, { ...before, [row.utility]: addRow(before[row.utility], row) });
  }
  const order = usual.map((utility) => `total_${utility}` as const);
  return [...rooms]
    .map(([room, sum]) => ({ room, ...totalsOf(sum) }))
    .sort((a, b) => order.map((key) => b[key] - a[key]).find((difference) => difference !== 0) ?? 0);
}

/** The last 12 calendar months, this one last, from rows by month. */
export function monthlyTrend(rows: readonly UsageRow[], today: string): MonthlyTrendPoint[] {
  const sums = sumByStart(rows.map((row) => ({ ...row, start: row.start.slice(0, 7) })));
  return monthsUntil(today, 12).map((month) => ({ month, ...inUnits(sums.get(month)) }));
}

function totalsOf(sum: Amounts) {
  return Object.fromEntries(usual.map((utility) => [`total_${utility}`, thousandth(sum[utility]) ?? 0])) as Record<
    `total_${UtilityWith<'isUsual'>}`,
    number
  >;
}

function inUnits(sum: Amounts = noAmounts): Shown {
  return Object.fromEntries(usual.map((utility) => [utility, thousandth(sum[utility])])) as Shown;
}

function thousandth(amount: Amount | null): number | null {
  return amount === null ? null : amount.used / 1000;
}
