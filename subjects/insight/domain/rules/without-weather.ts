/** Use of a day as it would have been at the usual temperature: what heats or cools follows the weather, and that is no change of the device. */
import { medianOf } from '../honest/home-use.ts';
import type { Corrected, DayValue } from './find-step.ts';

/** Degrees below or above these make a day's use. °C. */
const heatingFrom = [10, 12, 14, 16, 18];
const coolingFrom = [8, 10, 12, 14, 16, 18, 20, 22, 24];
/** A house follows the weather of so many days, the mean of them. */
const meanOfDays = [1, 3, 6];
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

/** Mean temperature of so many days up to this one; null where none is known. */
const warmthOf =
  (temperatures: ReadonlyMap<number, number>, days: number) =>
  (day: number): number | null => {
    let [sum, known] = [0, 0];
    for (let ago = 0; ago < days; ago += 1) {
      const celsius = temperatures.get(day - ago);
      if (celsius !== undefined) [sum, known] = [sum + celsius, known + 1];
    }
    return known === 0 ? null : sum / known;
  };

/** `days`: amounts, not logarithms. The same where the weather explains nothing of them, or is not known. */
export const withoutWeather = (
  days: readonly DayValue[],
  temperatures: ReadonlyMap<number, number>,
): readonly DayValue[] => {
  const known = days.filter(({ day }) => temperatures.has(day));
  if (known.length === 0 || known.length < minKnown * days.length) return days;
  let best: readonly DayValue[] = days;
  let least = (1 - minExplained) * scatterOf(known);
  for (const count of meanOfDays) {
    const warmthAt = warmthOf(temperatures, count);
    const warm = known.map((one): WeatherDay => ({ ...one, celsius: warmthAt(one.day) ?? 0 }));
    for (const degrees of forms) {
      const slope = slopeOf(warm, degrees);
      if (!(slope > 0)) continue;
      const usual = medianOf(warm.map(({ celsius }) => degrees(celsius)));
      const left = warm.map(({ day, value, celsius }) => ({ day, value: value - slope * (degrees(celsius) - usual) }));
      const scatter = scatterOf(left);
      if (scatter < least) [best, least] = [left, scatter];
    }
  }
  return best;
};

/** What is left of the season after that: a straight line through the days before, by the warmth of five days. */
const seasonDays = 5;
const minSeason = 21;
/** Days farther than so many scatters from the middle count as if they lay there. */
const oddDay = 2.5;
const perSigma = 1.4826;
/** Degrees² that the line is drawn to nothing by: a spell of even weather says little of another. */
const minSpread = 1;

export const withoutSeason = (temperatures: ReadonlyMap<number, number>): Corrected => {
  const warmthAt = warmthOf(temperatures, seasonDays);
  return (days, before) => {
    const past = before.flatMap(({ day, value }) => {
      const celsius = warmthAt(day);
      return celsius === null ? [] : [{ celsius, value }];
    });
    if (past.length < minSeason) return days;
    const middle = medianOf(past.map(({ value }) => value));
    const reach = oddDay * perSigma * medianOf(past.map(({ value }) => Math.abs(value - middle)));
    const mean = past.reduce((sum, { celsius }) => sum + celsius, 0) / past.length;
    let [shared, spread] = [0, minSpread * past.length];
    for (const { celsius, value } of past) {
      shared += (celsius - mean) * Math.min(reach, Math.max(-reach, value - middle));
      spread += (celsius - mean) ** 2;
    }
    return days.map(({ day, value }) => ({ day, value: value - (shared / spread) * ((warmthAt(day) ?? mean) - mean) }));
  };
};
