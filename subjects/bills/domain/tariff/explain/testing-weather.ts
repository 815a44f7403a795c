/** Weather and use that is made up, the same in every run, to see what is learned from it. */
import { addDays, daysOf, type LocalDay } from '#catalogue/local-day.ts';
import type { DayTemperatures, WeatherDay } from './weather-change.ts';
import { dayStartS, type IntervalUse, knownOffsets } from '../interval-use.ts';
import { madrid } from '../testing-plans.ts';

/** Numbers from 0 to 1 by the generator mulberry32. */
export const random = (seed: number): (() => number) => {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

const normal = (next: () => number): number => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());

/** Chance from day to day: `memory` is how much of a day's goes on to the next. */
export const chance = (count: number, memory: number, deviation: number, next: () => number): number[] => {
  let last = normal(next) * deviation;
  return Array.from({ length: count }, () => {
    last = memory * last + Math.sqrt(1 - memory ** 2) * deviation * normal(next);
    return last;
  });
};

/** °C of days in a climate with a winter: `from` is the day of the year of the first. */
export const climate = (count: number, from: number, next: () => number): number[] =>
  chance(count, 0.75, 3.5, next).map((one, i) => 14 - 9 * Math.cos(((from + i) / 365) * 2 * Math.PI) + one);

export const billDays = 30;

/** Two bills of days one after the other, or a year apart; what is used is given by temperature, with chance upon it. */
export const twoBills = (
  next: () => number,
  usedAt: (celsius: number) => number,
  chanceOf: (count: number) => readonly number[],
): WeatherDay[] => {
  const start = Math.floor(next() * 365);
  const apart = next() < 0.5 ? billDays : 365;
  return (['before', 'now'] as const).flatMap((bill, i) => {
    const noise = chanceOf(billDays);
    return climate(billDays, start + i * apart, next).map((celsius, day) => ({
      bill,
      celsius,
      used: 9000 + i * 1500 + usedAt(celsius) + (noise[day] ?? 0),
    }));
  });
};

/** Temperatures that go up and down by `swing` °C within each ten days. */
export const waves = (start: LocalDay, end: LocalDay, mean: number, swing: number): DayTemperatures =>
  Object.fromEntries(
    daysOf(start, end).map((day, i) => [day, Math.round(10 * (mean + swing * Math.sin((i * 2 * Math.PI) / 10)))]),
  );

/** Whole Wh in each hour of local days `[start, end)`: `usedOn` is for the hour. */
export const hourlyUse = (
  start: LocalDay,
  end: LocalDay,
  usedOn: (day: LocalDay, hour: number) => number,
): IntervalUse => {
  const offsetAt = knownOffsets(madrid);
  const hours = daysOf(start, end).flatMap((day) => {
    const [from, to] = [dayStartS(day, offsetAt), dayStartS(addDays(day, 1), offsetAt)];
    return Array.from({ length: (to - from) / 3600 }, (_, hour) => ({
      startS: from + hour * 3600,
      used: Math.round(usedOn(day, hour)),
    }));
  });
  return { spanS: 3600, startS: hours.map(({ startS }) => startS), used: hours.map(({ used }) => used) };
};
