/** What the weather has made of the difference between two bills' use. */

import { factsOf, type Utility } from '#catalogue/index.ts';
import { addDays, daysBetween, daysOf, type LocalDay } from '#catalogue/local-day.ts';
import { dayNumberOf } from '../calendar-day.ts';
import { degreesBeyond, followWeather, type Leaning, type WeatherDay } from './follow-weather.ts';
import { type Days, dayStartS, type IntervalUse, placeUse, useNear, within } from '../interval-use.ts';
import { knownOffsets } from '../known-offsets.ts';

/** Mean outdoor temperatures by local day, in tenths of °C. */
export type DayTemperatures = Readonly<Record<LocalDay, number>>;

interface DayUse {
  readonly used: number;
  /** Almost all of the day was heard. */
  readonly isWhole: boolean;
}

/** Use in Wh or mL by local day; days of which nothing is known are left out. */
export type UseByDay = ReadonlyMap<LocalDay, DayUse>;

export interface CycleUse {
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
