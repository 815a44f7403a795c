/** What a household will have used by the end of the open billing cycle, with the range that eight outcomes of ten fall into. */
import { daysBetween, daysOf, type LocalDay } from '#catalogue/local-day.ts';
import { type DailyHistory, dailyHistory, expectDays, type ForecastDay } from './expect-days.ts';

interface ForecastQuestion {
  /**
   * One utility's days, each at most once, in any order; those of the open cycle before `today` too. Later ones are not looked at, and a day
   * that is no number is as one that is not there.
   */
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
export const forecastCycle = ({ days: given, start, end, today }: ForecastQuestion): CycleForecast | NoForecast => {
  const days = given.filter(({ used, coverage }) => Number.isFinite(used) && Number.isFinite(coverage));
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

// Whether use rose or fell in the same weeks a year ago, as far as that is believed of this year.

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

// Between which multiples of the forecast eight outcomes of ten have been, in this household and in households at large.

const tails = { low: 0.1, high: 0.9 };
/** Forecasts made a day apart are nearly the same forecast. */
const everyDays = 3;
const reachDays = 364;
const minDaysLearned = 14;
/** Households at large count as much as so many outcomes that do not overlap: four months' worth of half months. */
const atLargeOutcomes = 8;
/** The level is as uncertain as a mean of so many days. */
const levelDays = 10;
/**
 * A calm household's level moves more than its single days tell, a restless one's less: the spread counts by its root. Of twentieths the
 * smallest that holds eight of ten of electricity and of water on half of 113 real homes; `npm run forecast` reports on the other half.
 */
const widening = 0.8;
/** What parts a normal distribution into twenty equal pieces. */
const normal = [0.126, 0.253, 0.385, 0.524, 0.674, 0.842, 1.036, 1.282, 1.645];
const around = [...normal.map((z) => -z), 0, ...normal];

/** Forecasts of the last year and what came, as many days ahead. Windows overlap: together they weigh as many as fit side by side. */
const ownOutcomes = (history: DailyHistory, ahead: number): Weighted[] => {
  const last = history.use.length - ahead;
  const outcomes: Weighted[] = [];
  for (let origin = last; origin >= Math.max(minDaysLearned, last - reachDays); origin -= everyDays) {
    const value = pastOutcome(history, origin, ahead);
    if (value !== null) outcomes.push({ value, weight: Math.min(1, everyDays / ahead) });
  }
  return outcomes;
};

/** `low` is at most 1 and `high` at least 1, both to multiply a forecast of `ahead` days whose single days have such a `spread`. */
const outcomeRange = (
  history: DailyHistory,
  ahead: number,
  spread: number,
): { readonly low: number; readonly high: number } => {
  const usual = widening * Math.sqrt(spread * (1 / ahead + 1 / levelDays));
  const atLarge = around.map((z) => ({ value: Math.max(0, 1 + usual * z), weight: atLargeOutcomes / around.length }));
  const outcomes = [...ownOutcomes(history, ahead), ...atLarge];
  return {
    low: Math.min(1, weightedQuantile(outcomes, tails.low)),
    high: Math.max(1, weightedQuantile(outcomes, tails.high)),
  };
};

// Quantiles of values that do not all count the same.

interface Weighted {
  readonly value: number;
  readonly weight: number;
}

/** The value below which `share` (0 to 1) of the weight lies, in a straight line between the middles of the weights. NaN of none. */
export const weightedQuantile = (values: readonly Weighted[], share: number): number => {
  const sorted = values.toSorted((a, b) => a.value - b.value);
  const wanted = share * sorted.reduce((sum, { weight }) => sum + weight, 0);
  let before = { value: sorted[0]?.value ?? Number.NaN, middle: 0 };
  let passed = 0;
  for (const { value, weight } of sorted) {
    const middle = passed + weight / 2;
    if (middle >= wanted) {
      const part = middle > before.middle ? (wanted - before.middle) / (middle - before.middle) : 1;
      return before.value + (value - before.value) * Math.max(0, part);
    }
    before = { value, middle };
    passed += weight;
  }
  return before.value;
};

// How a forecast made on an earlier day of the same household has come out.

const minKnown = 0.75;

/** What came divided by what was to be expected of the `ahead` days after the first `origin`; null where one of them is not known. */
const pastOutcome = (history: DailyHistory, origin: number, ahead: number): number | null => {
  const expected = expectDays(history, origin, ahead);
  if (expected === null) return null;
  let came = 0;
  let total = 0;
  let known = 0;
  for (let next = 0; next < ahead; next += 1) {
    const value = history.use[origin + next] as number;
    if (!(value >= 0)) continue;
    came += value;
    total += expected.use[next] as number;
    known += 1;
  }
  return known >= minKnown * ahead && total > 0 ? came / total : null;
};
