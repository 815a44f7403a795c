import type { UsageRow } from '@wattershed/contracts';
import { dateWriter } from '../../platform/writers.ts';
import { type Amount, addRow, type BothAmounts, noAmounts, sumByStart } from './amount.ts';
import { dateOf, daysUntil, monthsUntil } from '../../platform/local-day.ts';

/** Water in litres, electricity in kWh; null where nothing was measured: a gap stays a gap. */
export interface WeeklyUsagePoint {
  /** Short weekday. */
  label: string;
  water: number | null;
  electricity: number | null;
}

export interface RoomDistributionItem {
  room: string;
  total_water: number;
  total_electricity: number;
}

export interface MonthlyTrendPoint {
  /** YYYY-MM. */
  month: string;
  water: number | null;
  electricity: number | null;
}

/** The last 7 local days, today last, from rows by day. */
export function weeklyUsage(rows: readonly UsageRow[], today: string, locale: string): WeeklyUsagePoint[] {
  const sums = sumByStart(rows);
  const weekday = dateWriter(locale, { weekday: 'short', timeZone: 'UTC' });
  return daysUntil(today, 7).map((day) => ({ label: weekday.format(dateOf(day)), ...inUnits(sums.get(day)) }));
}

/** Rooms with what they used in all of the rows, the largest use of electricity first. */
export function roomDistribution(rows: readonly UsageRow[]): RoomDistributionItem[] {
  const rooms = new Map<string, BothAmounts>();
  for (const row of rows) {
    const room = row.room ?? '';
    const before = rooms.get(room) ?? noAmounts;
    rooms.set(room, { ...before, [row.utility]: addRow(before[row.utility], row) });
  }
  return [...rooms]
    .map(([room, sum]) => ({
      room,
      total_water: thousandth(sum.water) ?? 0,
      total_electricity: thousandth(sum.electricity) ?? 0,
    }))
    .sort((a, b) => b.total_electricity - a.total_electricity || b.total_water - a.total_water);
}

/** The last 12 calendar months, this one last, from rows by month. */
export function monthlyTrend(rows: readonly UsageRow[], today: string): MonthlyTrendPoint[] {
  const sums = sumByStart(rows.map((row) => ({ ...row, start: row.start.slice(0, 7) })));
  return monthsUntil(today, 12).map((month) => ({ month, ...inUnits(sums.get(month)) }));
}

function inUnits(sum: BothAmounts = noAmounts) {
  return { water: thousandth(sum.water), electricity: thousandth(sum.electricity) };
}

function thousandth(amount: Amount | null): number | null {
  return amount === null ? null : amount.used / 1000;
}
