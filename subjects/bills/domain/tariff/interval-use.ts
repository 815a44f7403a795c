/** Use by short intervals, and where each lies in the household's calendar. */
import type { LocalDay } from '#catalogue/local-day.ts';
import type { OffsetAt } from '#catalogue/zone-clock.ts';
import { type DayNumber, dayNumberOf } from './calendar-day.ts';
import { knownOffsets } from './known-offsets.ts';

/** Use in Wh or mL, whole numbers, of intervals of `spanS` seconds; `startS` (seconds since 1970) ascends, with gaps where nothing is known. */
export interface IntervalUse {
  readonly spanS: number;
  readonly startS: ArrayLike<number>;
  readonly used: ArrayLike<number>;
}

export const noUse: IntervalUse = { spanS: 900, startS: [], used: [] };

const dayS = 86_400;
const quarterS = 900;

/** The first instant of a local day, in seconds since 1970; where midnight is skipped, the first that comes after. */
export const dayStartS = (day: LocalDay, offsetAt: OffsetAt): number => {
  const local = Date.parse(day) / 1000;
  const early = local - Math.max(offsetAt(local - dayS), offsetAt(local + dayS));
  const late = local - Math.min(offsetAt(local - dayS), offsetAt(local + dayS));
  return early + offsetAt(early) >= local ? early : late;
};

/** The intervals of a period with the local day and the quarter-hour of the clock in which each begins. */
export interface PlacedUse extends IntervalUse {
  readonly count: number;
  readonly day: Int32Array;
  readonly quarter: Uint8Array;
  /** The first interval on or after a local day. */
  firstOn(day: DayNumber): number;
}

const firstAtOrAfter = (values: ArrayLike<number>, wanted: number, count: number): number => {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((values[middle] ?? 0) < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
};

export interface Days {
  readonly start: LocalDay;
  readonly end: LocalDay;
}

/** The intervals that may lie on these days in any zone: only they need to be placed. */
export const useNear = ({ spanS, startS, used }: IntervalUse, { start, end }: Days): IntervalUse => {
  const first = firstAtOrAfter(startS, Date.parse(start) / 1000 - dayS, startS.length);
  const last = firstAtOrAfter(startS, Date.parse(end) / 1000 + dayS, startS.length);
  const near = (values: ArrayLike<number>): number[] => Array.prototype.slice.call(values, first, last);
  return { spanS, startS: near(startS), used: near(used) };
};

export const placeUse = ({ spanS, startS, used }: IntervalUse, timeZone: string): PlacedUse => {
  const offsetAt = knownOffsets(timeZone);
  const count = startS.length;
  const day = new Int32Array(count);
  const quarter = new Uint8Array(count);
  for (let i = 0; i < count; i += 1) {
    const start = startS[i] ?? 0;
    const local = start + offsetAt(start);
    const number = Math.floor(local / dayS);
    day[i] = number;
    quarter[i] = Math.floor((local - number * dayS) / quarterS);
  }
  return { spanS, startS, used, count, day, quarter, firstOn: (wanted) => firstAtOrAfter(day, wanted, count) };
};

/** The intervals `[first, last)` that begin on local days `[start, end)`. */
export const within = (use: PlacedUse, { start, end }: Days): readonly [number, number] => [
  use.firstOn(dayNumberOf(start)),
  use.firstOn(dayNumberOf(end)),
];

/** How much was used in intervals `[first, last)`. */
export const usedIn = (use: PlacedUse, [first, last]: readonly [number, number]): number => {
  let sum = 0;
  for (let i = first; i < last; i += 1) sum += use.used[i] ?? 0;
  return sum;
};
