/** A household's days of one utility in a row, without those of which too little was heard. */
import type { LocalDay } from '#catalogue/local-day.ts';

/** One day of one utility: what was used (Wh, mL or any other unit), and the share of the day in which meters were heard, 0 to 1. */
export interface ForecastDay {
  readonly day: LocalDay;
  readonly used: number;
  readonly coverage: number;
}

export interface DailyHistory {
  /** The first value's day, counted from 1970-01-01. */
  readonly firstDay: number;
  /** Use of each day until yesterday; NaN: too little of the day was heard. */
  readonly use: Float64Array;
}

/** Coverage is asked of these days before today, or of all where there are fewer. */
const restsOnDays = 28;
const minCoverage = 0.75;
const minWholeDays = 7;
/**
 * A day of which less was heard is left out: a silent meter is not a frugal household. Scaling such days up did worse on real homes, as a
 * counter's silence is made good by its next reading and a power meter's is not. Homes without a week of such days are heard less well.
 */
const wholeCoverage = 0.9;
/** A year back, three weeks around it, and what is looked at before. */
const reachDays = 510;

const dayMs = 86_400_000;
const dayNumber = (day: LocalDay): number => Math.round(Date.parse(day) / dayMs);

/** The days before `today` in a row, or why nothing can be said from them. */
export const dailyHistory = (
  days: readonly ForecastDay[],
  today: LocalDay,
): { ok: true; history: DailyHistory } | { ok: false; code: 'coverage-low' | 'history-short' } => {
  const end = dayNumber(today);
  const known = days
    .map(({ day, used, coverage }) => ({ day: dayNumber(day), used, coverage }))
    .filter(({ day }) => day < end && day >= end - reachDays)
    .sort((one, other) => one.day - other.day);
  const firstDay = known.reduce((first, { day }) => Math.min(first, day), end);
  const length = end - firstDay;
  if (length < minWholeDays) return { ok: false, code: 'history-short' };
  const recent = known.filter(({ day }) => day >= end - restsOnDays);
  const heard = recent.reduce((sum, { coverage }) => sum + Math.min(1, coverage), 0);
  if (heard < minCoverage * Math.min(length, restsOnDays)) return { ok: false, code: 'coverage-low' };
  const withCoverage = (least: number): number => recent.filter(({ coverage }) => coverage >= least).length;
  const least = withCoverage(wholeCoverage) >= minWholeDays ? wholeCoverage : minCoverage;
  if (withCoverage(least) < minWholeDays) return { ok: false, code: 'history-short' };
  const use = new Float64Array(length).fill(Number.NaN);
  for (const { day, used, coverage } of known)
    if (coverage >= least) use[day - firstDay] = Math.max(0, used) / Math.min(1, coverage);
  return { ok: true, history: { firstDay, use } };
};
