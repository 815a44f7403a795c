/** What the weather has made of the difference between two bills' use. */
import { factsOf, type Utility } from '#catalogue/index.ts';
import { addDays, daysBetween, daysOf, type LocalDay } from '#catalogue/local-day.ts';
import { dayNumberOf } from '../schedule-periods.ts';
import { type Days, dayStartS, type IntervalUse, knownOffsets, placeUse, useNear, within } from '../interval-use.ts';

/** Mean outdoor temperatures by local day, in tenths of °C. */
export type DayTemperatures = Readonly<Record<LocalDay, number>>;

interface DayUse {
  readonly used: number;
  /** Almost all of the day was heard. */
  readonly isWhole: boolean;
}

/** Use in Wh or mL by local day; days of which nothing is known are left out. */
export type UseByDay = ReadonlyMap<LocalDay, DayUse>;

interface CycleUse {
  readonly cycle: Days;
  readonly byDay: UseByDay;
}

/** The share of a cycle's days that must have a temperature, and use that was heard. */
const minTemperatures = 0.75;
const minCoverage = 0.9;

export const useByDay = (use: IntervalUse, cycle: Days, timeZone: string): UseByDay => {
  const placed = placeUse(useNear(use, cycle), timeZone);
  const offsetAt = knownOffsets(timeZone);
  const days = daysOf(cycle.start, cycle.end);
  const first = dayNumberOf(cycle.start);
  const used = new Float64Array(days.length);
  const heard = new Uint16Array(days.length);
  const [from, to] = within(placed, cycle);
  for (let i = from; i < to; i += 1) {
    const at = (placed.day[i] ?? 0) - first;
    used[at] = (used[at] ?? 0) + (placed.used[i] ?? 0);
    heard[at] = (heard[at] ?? 0) + 1;
  }
  return new Map(
    days.flatMap((day, i) => {
      const count = heard[i] ?? 0;
      const length = dayStartS(addDays(day, 1), offsetAt) - dayStartS(day, offsetAt);
      return count === 0 ? [] : [[day, { used: used[i] ?? 0, isWhole: count * use.spanS >= minCoverage * length }]];
    }),
  );
};

/** What is left of each day once others are taken out of it. */
export const restByDay = (all: UseByDay, parts: readonly UseByDay[]): UseByDay =>
  new Map(
    Array.from(all, ([day, { used, isWhole }]) => [
      day,
      { used: used - parts.reduce((sum, part) => sum + (part.get(day)?.used ?? 0), 0), isWhole },
    ]),
  );

const knownDays = ({ start, end }: Days, temperatures: DayTemperatures): LocalDay[] =>
  daysOf(start, end).filter((day) => temperatures[day] !== undefined);

/** Whether enough of a cycle's days have a temperature to say anything of them. */
export const hasTemperatures = (cycle: Days, temperatures: DayTemperatures): boolean =>
  knownDays(cycle, temperatures).length >= minTemperatures * daysBetween(cycle.start, cycle.end);

/** The mean of a cycle's days, in °C to a tenth; null where too few of them have a temperature. */
export const meanTemperature = (cycle: Days, temperatures: DayTemperatures): number | null => {
  if (!hasTemperatures(cycle, temperatures)) return null;
  const known = knownDays(cycle, temperatures);
  return Math.round(known.reduce((sum, day) => sum + (temperatures[day] ?? 0), 0) / known.length) / 10;
};

const weatherDays = (
  bill: WeatherDay['bill'],
  { cycle, byDay }: CycleUse,
  temperatures: DayTemperatures,
): WeatherDay[] | null => {
  const days = knownDays(cycle, temperatures).flatMap((day) => {
    const use = byDay.get(day);
    return use?.isWhole ? [{ bill, celsius: (temperatures[day] ?? 0) / 10, used: use.used }] : [];
  });
  return days.length >= minTemperatures * daysBetween(cycle.start, cycle.end) ? days : null;
};

/** What a leaning makes of a mean day. */
const perDay = (leanings: readonly Leaning[], days: readonly WeatherDay[]): number =>
  leanings.reduce(
    (sum, leaning) =>
      sum + days.reduce((all, { celsius }) => all + leaning.slope * degreesBeyond(leaning, celsius), 0) / days.length,
    0,
  );

/**
 * How much more was used than before, over the days of the cycle now, as it was colder or warmer: whole Wh or mL. 0 where use does
 * not follow the temperature clearly, or where too little of either is known.
 */
export const weatherChange = (
  utility: Utility,
  before: CycleUse,
  now: CycleUse,
  temperatures: DayTemperatures,
): number => {
  const [then, today] = [weatherDays('before', before, temperatures), weatherDays('now', now, temperatures)];
  if (then === null || today === null) return 0;
  const leanings = followWeather([...then, ...today], factsOf(utility).weather);
  const more = perDay(leanings, today) - perDay(leanings, then);
  // Adding 0 makes a negative zero plain.
  return Math.round(more * daysBetween(now.cycle.start, now.cycle.end)) + 0;
};

// How use by day follows the outdoor temperature, learned from the days of two bills.

/** One day of one of the bills. */
export interface WeatherDay {
  readonly bill: 'before' | 'now';
  /** Mean outdoor temperature in °C. */
  readonly celsius: number;
  /** Wh or mL. */
  readonly used: number;
}

type LeaningKind = 'heating' | 'cooling';

export interface Leaning {
  readonly kind: LeaningKind;
  /** °C below which it is heated, or above which it is cooled. */
  readonly base: number;
  /** Wh or mL for a degree and a day beyond it; more than 0. */
  readonly slope: number;
  /** The standard error of the slope. */
  readonly error: number;
}

/** Bases of one degree each are tried; in between, the sum of squares hardly differs. */
const bases = { heating: [10, 20], cooling: [18, 28] } as const;
/** Days on which it is heated or cooled at all: fewer are chance. */
const minDays = 8;
/**
 * As the base is searched for, and several devices are looked at, t is asked to be larger than for one line that was drawn
 * beforehand. The simulation in the test says how often this is reached where nothing follows the weather.
 */
const minT = 3.5;

/** Wh or mL: less is what rounding makes of nothing. */
const minSlope = 1e-6;
/** A line that makes more than was used was drawn beyond the days that it was learned from; a little more is chance. */
const maxMade = 1.2;
/** Less than this and a column does not vary. */
const negligible = 1e-9;

type Column = Float64Array;

interface Candidate {
  readonly kind: LeaningKind;
  readonly base: number;
  readonly column: Column;
}

interface Line extends Candidate {
  readonly slope: number;
  readonly error: number;
  /** The sum of squares that it leaves. */
  readonly left: number;
}

/** How far a day's temperature is beyond a base, in °C. */
export const degreesBeyond = ({ kind, base }: Pick<Leaning, 'kind' | 'base'>, celsius: number): number =>
  Math.max(0, kind === 'heating' ? base - celsius : celsius - base);

const sumOf = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0);

const dot = (a: Column, b: Column): number => a.reduce((sum, one, i) => sum + one * (b[i] ?? 0), 0);

/** Less the mean of its own bill: what is different between the bills for other reasons is no weather. */
const centred = (values: readonly number[], days: readonly WeatherDay[]): Column => {
  const means = new Map<WeatherDay['bill'], number>();
  for (const bill of ['before', 'now'] as const) {
    const own = values.filter((_, i) => days[i]?.bill === bill);
    means.set(bill, sumOf(own) / Math.max(1, own.length));
  }
  return Float64Array.from(values, (value, i) => value - (means.get(days[i]?.bill ?? 'now') ?? 0));
};

const without = (column: Column, line: Column): Column => {
  const share = dot(column, line) / dot(line, line);
  return column.map((one, i) => one - share * (line[i] ?? 0));
};

/** How much a day is like the one before it, from 0 to 1. */
const memoryOf = (column: Column): number => {
  const all = dot(column, column);
  const next = column.subarray(1).reduce((sum, one, i) => sum + one * (column[i] ?? 0), 0);
  return all === 0 ? 0 : Math.min(0.95, Math.max(0, next / all));
};

/** Days that are like the day before say less than their number: the error is widened by what Bartlett's formula gives. */
const lineThrough = (used: Column, candidate: Candidate, taken: number): Line => {
  const { column } = candidate;
  const spread = dot(column, column);
  const slope = dot(used, column) / spread;
  const rest = used.map((one, i) => one - slope * (column[i] ?? 0));
  const free = used.length - taken;
  const alike = memoryOf(rest) * memoryOf(column);
  const left = dot(rest, rest);
  const error = Math.sqrt(((left / free / spread) * (1 + alike)) / (1 - alike));
  return { ...candidate, slope, error, left };
};

const isClear = ({ slope, error }: Line): boolean => slope > minSlope && slope >= minT * error;

/** How much lines make of each bill's days is no more than was used on them. */
const isPossible = (lines: readonly Line[], days: readonly WeatherDay[]): boolean =>
  (['before', 'now'] as const).every((bill) => {
    const own = days.filter((day) => day.bill === bill);
    const made = lines.flatMap((line) => own.map(({ celsius }) => line.slope * degreesBeyond(line, celsius)));
    return sumOf(made) <= maxMade * sumOf(own.map(({ used }) => used));
  });

const minLeft = (lines: readonly Line[]): Line | undefined =>
  lines.reduce<Line | undefined>((one, line) => (one && one.left <= line.left ? one : line), undefined);

const candidatesOf = (kind: LeaningKind, days: readonly WeatherDay[]): Candidate[] => {
  const [first, last] = bases[kind];
  return Array.from({ length: last - first + 1 }, (_, i) => first + i).flatMap((base) => {
    const beyond = days.map(({ celsius }) => degreesBeyond({ kind, base }, celsius));
    if (beyond.filter((degrees) => degrees > 0).length < minDays) return [];
    const column = centred(beyond, days);
    return dot(column, column) > negligible ? [{ kind, base, column }] : [];
  });
};

/** Two means, a slope and its base are taken from the days; a second slope and base beside it. */
const takenBy = { one: 4, both: 6 };

const leaningOf = ({ kind, base, slope, error }: Line): Leaning => ({ kind, base, slope, error });

/** Two lines at once, each through what the other leaves; null where they go along with each other. */
const bothLines = (used: Column, heating: Candidate, cooling: Candidate): readonly [Line, Line] | null => {
  const beside = (one: Candidate, other: Candidate): Line | null => {
    const column = without(one.column, other.column);
    return dot(column, column) > negligible
      ? lineThrough(without(used, other.column), { ...one, column }, takenBy.both)
      : null;
  };
  const [first, second] = [beside(heating, cooling), beside(cooling, heating)];
  return first && second ? [first, second] : null;
};

/**
 * Heating, cooling, both or, where neither is clear, nothing. Each of the bills has a level of its own, so that only what differs
 * from day to day within a bill is learned from. Days of a bill stand in their order. Only `kinds` are looked for.
 */
export const followWeather = (
  days: readonly WeatherDay[],
  kinds: readonly LeaningKind[] = ['heating', 'cooling'],
): Leaning[] => {
  if (days.length <= takenBy.both) return [];
  const used = centred(
    days.map((day) => day.used),
    days,
  );
  const candidates = (kind: LeaningKind): Candidate[] => (kinds.includes(kind) ? candidatesOf(kind, days) : []);
  const [heating, cooling] = [candidates('heating'), candidates('cooling')];
  const lines = [...heating, ...cooling].map((candidate) => lineThrough(used, candidate, takenBy.one));
  const one = minLeft(lines.filter((line) => isClear(line) && isPossible([line], days)));
  if (!one) return [];
  const pairs = heating
    .flatMap((cold) => cooling.filter(({ base }) => cold.base <= base).map((warm) => bothLines(used, cold, warm)))
    .filter((pair) => pair !== null)
    .filter((pair) => pair[0].left < one.left && pair.every(isClear) && isPossible(pair, days));
  const both = pairs.reduce<readonly [Line, Line] | null>(
    (least, pair) => (least && least[0].left <= pair[0].left ? least : pair),
    null,
  );
  return (both ?? [one]).map(leaningOf);
};
