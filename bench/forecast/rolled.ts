/** Homes' cycles one after the other: what was forecast on the way, by us and by naive rules, and what came. */
import { addDays, daysBetween, type LocalDay } from '#catalogue/local-day.ts';
import type { ForecastDay } from '#subjects/bills/domain/forecast/expect-days.ts';
import { type CycleForecast, forecastCycle } from '#subjects/bills/domain/forecast/forecast-cycle.ts';
import type { Home } from './homes.ts';

/**
 * Going on as so far (what was used, divided by the days gone), seasonal-naive by week and by year, last month's total and its mean a day; all
 * but the total know what was used so far. The mean of the last 28 days is not what others do, but a good simple rule.
 */
export const naiveRules = [
  'as so far',
  'week before',
  'year before',
  'last total',
  'last mean',
  'last 28 days',
] as const;
type NaiveRule = (typeof naiveRules)[number];

export interface Rolled {
  readonly home: Home;
  /** How far it came out from what was expected, 1 being the end of the range on that side. */
  readonly reach: number;
  /** Absolute errors of the cycle's total, in percent of it. */
  readonly own: number;
  readonly naive: Readonly<Record<NaiveRule, number>>;
}

const wholeCoverage = 0.9;
/** A cycle is judged where nearly all of what came is known, and enough of what the forecasts rest on. */
const least = { came: 0.9, before: 0.75 };

const coverageOf = (days: readonly ForecastDay[]): number =>
  days.reduce((sum, { coverage }) => sum + coverage, 0) / Math.max(1, days.length);
const sumOf = (days: readonly ForecastDay[]): number => days.reduce((sum, { used }) => sum + used, 0);
const isWhole = (one: ForecastDay | undefined): one is ForecastDay =>
  one !== undefined && one.coverage >= wholeCoverage;
/** Null: no day of them is known. */
const meanOf = (days: readonly ForecastDay[]): number | null => {
  const whole = days.filter(isWhole);
  return whole.length === 0 ? null : sumOf(whole) / whole.length;
};

/** The start of the cycle that begins on `billingDay` (1 to 28) so many months after `day`'s month. */
const cycleStart = (day: LocalDay, months: number, billingDay: number): LocalDay =>
  new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1 + months, billingDay))
    .toISOString()
    .slice(0, 10);

/** The same weekdays of the last week, again and again; a day that is not known is taken from the week before it. */
const weekBefore = (days: readonly ForecastDay[], today: number, end: number): number => {
  let sum = 0;
  for (let i = today; i < end; i += 1) {
    let from = i;
    do from -= 7;
    while (from >= today || (from >= 0 && !isWhole(days[from])));
    sum += days[from]?.used ?? 0;
  }
  return sum;
};

/** The same days 52 weeks ago; where that was not measured, as most of the time here, the week before. */
const yearBefore = (days: readonly ForecastDay[], today: number, end: number): number => {
  const then = days.slice(Math.max(0, today - 364), Math.max(0, end - 364));
  if (then.length < end - today || coverageOf(then) < wholeCoverage) return weekBefore(days, today, end);
  return (meanOf(then) ?? 0) * (end - today);
};

/** From what was expected to the end of the range on that side is 1; where the range has no width, anything else lies beyond every range. */
const reachOf = ({ low, expected, high }: CycleForecast, came: number): number =>
  came === expected ? 0 : Math.abs(came - expected) / (came > expected ? high - expected : expected - low);

/** Every cycle of a home that begins on `billingDay` and has one before it, when `elapsed` (0 to 1) of its days are over. */
export const rollHome = (home: Home, billingDay: number, elapsed = 0.5): Rolled[] => {
  const days = home.days.map((one) => (Number.isFinite(one.used) ? one : { ...one, used: 0, coverage: 0 }));
  const first = days[0]?.day;
  const rolled: Rolled[] = [];
  if (first === undefined) return rolled;
  for (let month = 1; ; month += 1) {
    const [before, start, end] = [-1, 0, 1].map((offset) => cycleStart(first, month + offset, billingDay)) as [
      LocalDay,
      LocalDay,
      LocalDay,
    ];
    const [fromBefore, from, to] = [before, start, end].map((day) => daysBetween(first, day)) as [
      number,
      number,
      number,
    ];
    if (to > days.length) return rolled;
    const today = from + Math.floor((to - from) * elapsed);
    const rest = days.slice(today, to);
    const last = days.slice(Math.max(0, fromBefore), from);
    const recent = days.slice(Math.max(0, today - 28), today);
    if (fromBefore < 0 || today === from || coverageOf(rest) < least.came) continue;
    if (coverageOf(recent) < least.before || coverageOf(last) < least.before) continue;
    const soFar = sumOf(days.slice(from, today));
    const came = soFar + sumOf(rest) / (home.silenceIsLost ? coverageOf(rest) : 1);
    const [meanBefore, meanRecent] = [meanOf(last), meanOf(recent)];
    // Nothing came, or nothing was known: no share of it can be said.
    if (!(came > 0) || meanBefore === null || meanRecent === null) continue;
    const answer = forecastCycle({ days: days.slice(0, today), start, end, today: addDays(first, today) });
    if (!answer.ok) continue;
    const off = (forecast: number): number => (100 * Math.abs(forecast - came)) / came;
    rolled.push({
      home,
      reach: reachOf(answer, came),
      own: off(answer.expected),
      naive: {
        'as so far': off((soFar / (today - from)) * (to - from)),
        'week before': off(soFar + weekBefore(days.slice(0, today), today, to)),
        'year before': off(soFar + yearBefore(days, today, to)),
        'last total': off(meanBefore * last.length),
        'last mean': off(soFar + meanBefore * rest.length),
        'last 28 days': off(soFar + meanRecent * rest.length),
      },
    });
  }
};
