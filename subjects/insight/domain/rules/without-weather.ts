/** Use of a day as it would have been at the usual temperature: what heats or cools follows the weather, and that is no change of the device. */
import { medianOf } from '../honest/home-use.ts';
import type { DayValue } from './find-step.ts';

/** Degrees below or above these make a day's use. °C. */
const heatingFrom = [10, 12, 14, 16, 18];
const coolingFrom = [14, 16, 18, 20, 22, 24];
/** Of so many of the days the temperature must be known. */
const minKnown = 0.8;
/** Only what explains this much of the scatter is taken out. */
const minExplained = 0.1;
/** Two days so near to each other lie on the same side of a step, nearly always: their difference tells of the weather alone. */
const nearDays = 7;

type Degrees = (celsius: number) => number;

const forms: readonly Degrees[] = [
  ...heatingFrom.map(
    (from): Degrees =>
      (celsius) =>
        Math.max(0, from - celsius),
  ),
  ...coolingFrom.map(
    (from): Degrees =>
      (celsius) =>
        Math.max(0, celsius - from),
  ),
];

interface WeatherDay extends DayValue {
  readonly celsius: number;
}

const slopeOf = (days: readonly WeatherDay[], degrees: Degrees): number => {
  const slopes: number[] = [];
  days.forEach((a, i) => {
    for (let j = i + 1; j < days.length; j += 1) {
      const b = days[j] as WeatherDay;
      if (b.day - a.day > nearDays) break;
      const apart = degrees(b.celsius) - degrees(a.celsius);
      if (Math.abs(apart) >= 1) slopes.push((b.value - a.value) / apart);
    }
  });
  return slopes.length < days.length / 2 ? 0 : Math.max(0, medianOf(slopes));
};

const scatterOf = (days: readonly DayValue[]): number => {
  const middle = medianOf(days.map(({ value }) => value));
  return medianOf(days.map(({ value }) => Math.abs(value - middle)));
};

/** `days`: amounts, not logarithms. The same where the weather explains nothing of them, or is not known. */
export const withoutWeather = (
  days: readonly DayValue[],
  temperatures: ReadonlyMap<number, number>,
): readonly DayValue[] => {
  const known = days.flatMap((day): WeatherDay[] => {
    const celsius = temperatures.get(day.day);
    return celsius === undefined ? [] : [{ ...day, celsius }];
  });
  if (known.length === 0 || known.length < minKnown * days.length) return days;
  let best: readonly DayValue[] = days;
  let least = (1 - minExplained) * scatterOf(known);
  for (const degrees of forms) {
    const slope = slopeOf(known, degrees);
    const usual = medianOf(known.map(({ celsius }) => degrees(celsius)));
    const left = known.map(({ day, value, celsius }) => ({ day, value: value - slope * (degrees(celsius) - usual) }));
    const scatter = scatterOf(left);
    if (slope > 0 && scatter < least) [best, least] = [left, scatter];
  }
  return best;
};
