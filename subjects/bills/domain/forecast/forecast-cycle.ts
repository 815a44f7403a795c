/** What a household will have used by the end of the open billing cycle, with the range that eight outcomes of ten fall into. */
import { daysBetween, daysOf, type LocalDay } from '#catalogue/local-day.ts';
import { type DailyHistory, dailyHistory, type ForecastDay } from './daily-history.ts';
import { expectDays } from './expect-days.ts';
import { outcomeRange, pastOutcome } from './outcome-range.ts';

export interface ForecastQuestion {
  /** One utility's days, each at most once, in any order; those of the open cycle before `today` too. Later ones are not looked at. */
  readonly days: readonly ForecastDay[];
  /** The open cycle `[start, end)`. */
  readonly start: LocalDay;
  readonly end: LocalDay;
  /** The first day that is not wholly known. */
  readonly today: LocalDay;
}

interface DayForecast {
  readonly day: LocalDay;
  readonly low: number;
  readonly expected: number;
  readonly high: number;
}

/** All in the unit of `used`, not rounded. */
export interface CycleForecast {
  readonly ok: true;
  /** In the cycle before `today`, as measured. */
  readonly used: number;
  /** At the cycle's end: `used <= low <= expected <= high`; one outcome of ten lies below `low`, and one above `high`. */
  readonly expected: number;
  readonly low: number;
  readonly high: number;
  /** The days from `today`. They add up, with `used`, to the totals: a single day varies more than its `low` and `high` say. */
  readonly perDay: readonly DayForecast[];
  /** Days of history that are wholly known. */
  readonly basedOnDays: number;
}

/** `coverage-low`: less than 75 % of the last 28 days (of all, if fewer) was heard; `history-short`: fewer than seven whole days. */
export interface NoForecast {
  readonly ok: false;
  readonly code: 'coverage-low' | 'history-short';
}

/** The forecast of one utility's use in the open cycle. The same days give the same answer. */
export const forecastCycle = ({ days, start, end, today }: ForecastQuestion): CycleForecast | NoForecast => {
  const found = dailyHistory(days, today);
  if (!found.ok) return found;
  const { history } = found;
  const used = days
    .filter(({ day }) => day >= start && day < today)
    .toSorted((one, other) => (one.day < other.day ? -1 : 1))
    .reduce((sum, one) => sum + Math.max(0, one.used), 0);
  const basedOnDays = history.use.reduce((count, value) => count + (value >= 0 ? 1 : 0), 0);
  const ahead = Math.max(0, daysBetween(today, end));
  const next = ahead === 0 ? null : expectDays(history, history.use.length, ahead);
  if (next === null) return { ok: true, used, expected: used, low: used, high: used, perDay: [], basedOnDays };
  const shift = seasonShift(history, ahead);
  const range = outcomeRange(history, ahead, next.spread);
  const perDay = daysOf(today, end)
    .map((day, i) => ({ day, expected: shift * (next.use[i] as number) }))
    .filter(({ day }) => day >= start)
    .map(({ day, expected }) => ({ day, low: range.low * expected, expected, high: range.high * expected }));
  const totalOf = (side: 'low' | 'expected' | 'high'): number => perDay.reduce((sum, one) => sum + one[side], used);
  return {
    ok: true,
    used,
    expected: totalOf('expected'),
    low: totalOf('low'),
    high: totalOf('high'),
    perDay,
    basedOnDays,
  };
};

/** Whether use rose or fell in the same weeks a year ago, as far as that is believed of this year. */

/** 52 weeks, so that weekdays meet. */
const yearDays = 364;
/** One year's weeks are a chance; three before and three after are a season. */
const weeksAround = [-3, -2, -1, 0, 1, 2, 3];
const minWeeks = 4;
const minDaysBefore = 28;
/** Believed to a third: the half was better on simulated seasons and worse on eleven real homes, whose Easter had moved. */
const believed = 1 / 3;
const maxTimes = 3;

/** A factor for the next `ahead` days; 1 without a year of history. */
const seasonShift = (history: DailyHistory, ahead: number): number => {
  const logs = weeksAround.flatMap((week) => {
    const origin = history.use.length - yearDays + 7 * week;
    const outcome = origin < minDaysBefore ? null : pastOutcome(history, origin, ahead);
    return outcome === null ? [] : Math.log(Math.max(1 / maxTimes, Math.min(maxTimes, outcome)));
  });
  if (logs.length < minWeeks) return 1;
  return Math.exp((believed * logs.reduce((sum, log) => sum + log, 0)) / logs.length);
};
