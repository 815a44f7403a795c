/** What days to come are likely to use, from a household's own days in a row. */
import type { LocalDay } from '#catalogue/local-day.ts';

// A household's days of one utility in a row, without those of which too little was heard.

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

// What a household's next days may use, from its last sixteen weeks: near days count more, and weekdays differ.

/** Enough to know the weekdays; of the level the far ones say little. */
const lookBackDays = 112;
/** A day further off the middle than this many usual deviations counts as if it were so far off: Huber's 1.5 took too much from full days. */
const farthest = 3;
/** From a mean deviation to the standard deviation of a normal distribution. */
const normalSpread = Math.sqrt(Math.PI / 2);
/**
 * Days nearer than `near` count alike, and from there what a day tells about another fades with this power of the days between. Chosen, with
 * `farthest`, on half of 113 real homes; `npm run forecast` reports on the other half.
 */
const near = 10;
const fading = 2.75;
const weights = Float64Array.from({ length: 512 }, (_, between) => Math.max(near, between) ** -fading);

interface ExpectedDays {
  /** Use of each of the next days. */
  readonly use: Float64Array;
  readonly total: number;
  /** How far one day is off, as a share of what a day uses; days that follow each other in this are counted as wider. */
  readonly spread: number;
}

const middleOf = (values: readonly number[]): number => {
  const sorted = Float64Array.from(values).sort();
  return ((sorted[(sorted.length - 1) >> 1] as number) + (sorted[sorted.length >> 1] as number)) / 2;
};

/** The next `ahead` days after the first `origin` days of `history`; null when none of the days looked at is known. */
export const expectDays = (history: DailyHistory, origin: number, ahead: number): ExpectedDays | null => {
  const { use, firstDay } = history;
  const from = Math.max(0, origin - lookBackDays);
  const factors = weekdayFactors(use, from, origin, firstDay);
  const days: number[] = [];
  const values: number[] = [];
  for (let day = from; day < origin; day += 1) {
    const value = use[day] as number;
    if (!(value >= 0)) continue;
    days.push(day);
    values.push(value / (factors[(firstDay + day) % 7] as number));
  }
  if (values.length === 0) return null;
  const middle = middleOf(values);
  const deviation = (values.reduce((sum, value) => sum + Math.abs(value - middle), 0) / values.length) * normalSpread;
  const most = farthest * deviation;
  const off = values.map((value) => Math.max(-most, Math.min(most, value - middle)));
  const expected = new Float64Array(ahead);
  let total = 0;
  for (let next = 0; next < ahead; next += 1) {
    let sum = 0;
    let weight = 0;
    for (let i = 0; i < off.length; i += 1) {
      const own = weights[Math.min(weights.length - 1, origin + next - (days[i] as number))] as number;
      sum += own * (off[i] as number);
      weight += own;
    }
    expected[next] = Math.max(0, middle + sum / weight) * (factors[(firstDay + origin + next) % 7] as number);
    total += expected[next] as number;
  }
  return { use: expected, total, spread: total > 0 ? (deviation * lingering(off, days) * ahead) / total : 0 };
};

// Whether a day that is off is followed by another: a household away, a cold spell.

const maxCorrelation = 0.8;
/** With so many pairs of days half of the correlation is believed. */
const halfBelievedPairs = 7;

/**
 * By how much a mean over many days is less certain than if each day were on its own: sqrt((1 + r) / (1 - r)), r the correlation of a day
 * and the next. `off` are differences from the usual, `days` their days in ascending order.
 */
const lingering = (off: readonly number[], days: readonly number[]): number => {
  let square = 0;
  let product = 0;
  let pairs = 0;
  for (let i = 0; i < off.length; i += 1) {
    const own = off[i] as number;
    square += own * own;
    if (i === 0 || (days[i] as number) - (days[i - 1] as number) !== 1) continue;
    product += own * (off[i - 1] as number);
    pairs += 1;
  }
  if (square === 0 || pairs === 0) return 1;
  const correlation = ((product / square) * off.length) / (pairs + halfBelievedPairs);
  const r = Math.max(0, Math.min(maxCorrelation, correlation));
  return Math.sqrt((1 + r) / (1 - r));
};

// How a household's Mondays differ from its Tuesdays.

/** After so many weeks half of a weekday's difference is believed: chance fades, a habit stays. */
const halfBelievedWeeks = 8;
/** One day counts at most as so many ordinary ones, or a single party would be taken for a habit. */
const maxOrdinaryDays = 3;

/** Seven factors around 1, by day number modulo 7, from the known days of `use[from..to)`; the first of `use` is day `firstDay`. */
const weekdayFactors = (use: Float64Array, from: number, to: number, firstDay: number): Float64Array => {
  let total = 0;
  let count = 0;
  for (let i = from; i < to; i += 1) {
    const value = use[i] as number;
    if (!(value >= 0)) continue;
    total += value;
    count += 1;
  }
  if (total === 0) return new Float64Array(7).fill(1);
  const mean = total / count;
  const sums = new Float64Array(7).fill(halfBelievedWeeks);
  const counts = new Float64Array(7).fill(halfBelievedWeeks);
  for (let i = from; i < to; i += 1) {
    const value = use[i] as number;
    if (!(value >= 0)) continue;
    const weekday = (firstDay + i) % 7;
    sums[weekday] = (sums[weekday] as number) + Math.min(value / mean, maxOrdinaryDays);
    counts[weekday] = (counts[weekday] as number) + 1;
  }
  const factors = sums.map((sum, weekday) => sum / (counts[weekday] as number));
  const middle = factors.reduce((sum, factor) => sum + factor, 0) / 7;
  return factors.map((factor) => factor / middle);
};
