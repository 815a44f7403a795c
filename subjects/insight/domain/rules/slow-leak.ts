/** Slow leak: hours in which water used to rest do not any more, night after night, though too little runs to be told within a day. */
import { factsOf } from '#catalogue/index.ts';
import { hoursADay, hourly, measured, quantileOf } from '../honest/home-use.ts';
import type { Finding, HomeLook, Rule, WatchedUse } from './rule.ts';

/** Chosen on seven homes (`bench/insight/leaks.ts`, ADR 51). */
const settings = {
  /** By one hour a counter of whole litres is wrong by a litre; by more than two many homes never rest. */
  windowHours: 2,
  /** mL an hour more than before, where a home rests most. */
  minRise: 500,
  /** So many times what most of the days before had. */
  minTimes: 1.5,
  /** So many known days of it, and of the time before. */
  minDays: 6,
  minDaysBefore: 14,
  /** What nearly all days of it exceed, and what nearly all days before did not. */
  lowDay: 0.1,
  highDayBefore: 0.8,
};
const days = 91;
const aroundDays = 2;
const hourS = 3600;
const dayS = hoursADay * hourS;

/** mL an hour of every few hours that were all measured; by the hour they begin with. */
const windowsOf = (used: Float64Array, windowHours: number): Float64Array => {
  const windows = new Float64Array(used.length).fill(Number.NaN);
  for (let at = 0; at + windowHours <= used.length; at += 1) {
    let sum = 0;
    for (let i = at; i < at + windowHours; i += 1) sum += used[i] as number;
    windows[at] = sum / windowHours;
  }
  return windows;
};

/** The few hours of each day with the least, mL an hour; NaN: half of the day or more was not measured. */
const floorsOf = (windows: Float64Array): number[] =>
  Array.from({ length: windows.length / hoursADay }, (_, day) => {
    const known = measured(windows, day * hoursADay, (day + 1) * hoursADay);
    return known.length * 2 < hoursADay ? Number.NaN : Math.min(...known);
  });

const sorted = (values: readonly number[]): number[] =>
  values.filter((value) => !Number.isNaN(value)).sort((a, b) => a - b);

/** From which day on the floor has been higher than ever before; of several the first. Null: it has not. */
const onsetOf = (floors: readonly number[], caution: number): number | null => {
  const { minRise, minTimes, minDays, minDaysBefore, lowDay, highDayBefore } = settings;
  for (let day = minDaysBefore; day + minDays <= floors.length; day += 1) {
    const [before, since] = [sorted(floors.slice(0, day)), sorted(floors.slice(day))];
    if (before.length < minDaysBefore || since.length < minDays) continue;
    const [high, low] = [quantileOf(before, highDayBefore), quantileOf(since, lowDay)];
    if (low >= high + minRise * caution && low >= high * minTimes) return day;
  }
  return null;
};

const medianOf = (values: readonly number[]): number => quantileOf(sorted(values), 0.5);

const findIn = (meter: WatchedUse, home: HomeLook, caution: number): Finding | null => {
  const [own] = hourly({ ...home, meters: [meter] }).meters;
  if (own === undefined) return null;
  const windows = windowsOf(own.used, settings.windowHours);
  const floors = floorsOf(windows);
  const onset = onsetOf(floors, caution);
  // What rested on the last day is over.
  const last = floors.findLast((floor) => !Number.isNaN(floor)) ?? 0;
  if (onset === null) return null;
  const before = medianOf(floors.slice(0, onset));
  if (last < before + (settings.minRise * caution) / 2) return null;
  const floorMlPerHour = Math.round(medianOf(floors.slice(onset)) - before);
  // From when on water did not come to rest: a leak begins at any hour of the days around.
  const around = windows.subarray(0, (onset + aroundDays) * hoursADay);
  const from = around.findLastIndex((window) => window < before + floorMlPerHour / 2) + 1;
  const hours = own.used.length - from;
  return {
    meterId: meter.meterId,
    since: home.firstDay * dayS + from * hourS,
    figures: {
      floorMlPerHour,
      leakMl: floorMlPerHour * hours,
      usedMl: measured(own.used, from, own.used.length).reduce((sum, one) => sum + one, 0),
      lastedS: hours * hourS,
    },
    costsPerDay: floorMlPerHour * hoursADay,
  };
};

export const slowLeak: Rule = {
  kind: 'slow-leak',
  seesAbsences: true,
  days,
  find: (home, caution) =>
    home.meters
      .filter(({ utility, flow }) => factsOf(utility).canLeak && flow === 'drawn')
      .flatMap((meter) => findIn(meter, home, caution) ?? []),
};
