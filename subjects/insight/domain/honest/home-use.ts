/** What the meters of a home used, as they are held against each other, and what is told of a faulty one. */
import { type Flow, factsOf, type Utility } from '#catalogue/index.ts';

export interface MeterUse {
  readonly meterId: string;
  readonly utility: Utility;
  readonly flow: Flow;
  readonly parentMeterId: string | null;
  /** Wh or mL of each slot; NaN: not wholly measured. */
  readonly used: Float64Array;
}

/** Every series begins with the same day, and is of whole days. */
export interface HomeUse {
  /** Days since 1970, UTC. */
  readonly firstDay: number;
  /** 96 quarter-hours or 24 hours. */
  readonly perDay: number;
  readonly meters: readonly MeterUse[];
}

export type FaultKind = 'scale' | 'swapped' | 'stuck' | 'drift';

export interface Fault {
  readonly kind: FaultKind;
  readonly meterId: string;
  /** What it was held against: the meter that contains it, or the one that it was swapped with. Null: itself, or the meters inside it. */
  readonly againstId: string | null;
  /** The day since 1970 from which on it holds. */
  readonly sinceDay: number;
  /** What it counts of what it counted before: 10, 0.1, or 0.99 for one per cent less. Null: not by a known factor. */
  readonly factor: number | null;
  /** drift: the true factor lies within this much of it. */
  readonly within: number | null;
  /** stuck: the longest that it ever stood before, in hours. */
  readonly longest: number | null;
  /** Wh or mL a day that are counted wrongly. */
  readonly perDay: number;
}

/** What heats rests all summer, and begins at once in autumn: what it did before says nothing of it. */
export const isSeasonal = ({ utility }: MeterUse): boolean => {
  const { weather } = factsOf(utility);
  return weather.includes('heating') && !weather.includes('cooling');
};

export const hoursADay = 24;

export const quantileOf = (sorted: ArrayLike<number>, share: number): number =>
  sorted[Math.round((sorted.length - 1) * share)] ?? Number.NaN;

/** The same of values in any order, which it reorders: Hoare's selection, as only one place is asked for. */
export const pickQuantile = (values: Float64Array, share: number): number => {
  const place = Math.round((values.length - 1) * share);
  let [low, high] = [0, values.length - 1];
  while (low < high) {
    const pivot = values[(low + high) >> 1] as number;
    let [left, right] = [low, high];
    while (left <= right) {
      while ((values[left] as number) < pivot) left += 1;
      while ((values[right] as number) > pivot) right -= 1;
      if (left > right) break;
      [values[left], values[right]] = [values[right] as number, values[left] as number];
      left += 1;
      right -= 1;
    }
    if (place <= right) high = right;
    else if (place >= left) low = left;
    else break;
  }
  return values[place] ?? Number.NaN;
};

export const medianOf = (values: Iterable<number>): number => quantileOf(Float64Array.from(values).sort(), 0.5);

/** What was measured in the slots `[from, to)`. */
export const measured = (used: Float64Array, from: number, to: number): Float64Array =>
  used.subarray(Math.max(0, from), Math.max(0, to)).filter((value) => !Number.isNaN(value));

const sumOf = (values: Float64Array, from = 0, to = values.length): number => {
  let sum = 0;
  for (let i = from; i < to; i += 1) sum += values[i] as number;
  return sum;
};

export const meanOf = (values: Float64Array): number => sumOf(values) / values.length;

/** Hours of it: an hour is known where all of it is. */
export const hourly = <Meter extends MeterUse, Home extends HomeUse & { readonly meters: readonly Meter[] }>(
  home: Home & { readonly meters: readonly Meter[] },
): Home => {
  const size = home.perDay / hoursADay;
  if (size === 1) return home;
  return {
    ...home,
    perDay: hoursADay,
    meters: home.meters.map((meter) => ({
      ...meter,
      used: Float64Array.from({ length: meter.used.length / size }, (_, hour) =>
        sumOf(meter.used, hour * size, (hour + 1) * size),
      ),
    })),
  };
};

/** A source that tells hours fills their quarters evenly: those are no quarters. */
export const asMeasured = (home: HomeUse): HomeUse => {
  const size = home.perDay / hoursADay;
  const isEven = ({ used }: MeterUse): boolean => {
    let even = 0;
    let all = 0;
    for (let at = 0; at + size <= used.length; at += size) {
      if (!(sumOf(used, at, at + size) > 0)) continue;
      all += 1;
      let [least, most] = [used[at] as number, used[at] as number];
      for (let i = at + 1; i < at + size; i += 1) {
        least = Math.min(least, used[i] as number);
        most = Math.max(most, used[i] as number);
      }
      if (most - least <= 1) even += 1;
    }
    return all > 0 && even > 0.9 * all;
  };
  return size > 1 && home.meters.some(isEven) ? hourly(home) : home;
};
