/** Use by short intervals, and where each lies in the household's calendar. */
import { addDays, type LocalDay } from '#catalogue/local-day.ts';
import { type OffsetAt, zoneOffsets } from '#catalogue/zone-clock.ts';
import { type DayNumber, dayNumberOf, dayQuarters, weekDayOf } from './schedule-periods.ts';

/** What was drawn in Wh or mL, whole numbers, in intervals of `spanS` seconds; `startS` (seconds since 1970) ascends, with gaps where nothing is known. */
export interface IntervalUse {
  readonly spanS: number;
  readonly startS: ArrayLike<number>;
  readonly used: ArrayLike<number>;
  /** What went back to the grid in each of them; none: nothing did. */
  readonly returned?: ArrayLike<number> | undefined;
  /** Of meters that a tariff may price apart, by their ids: what of either amount passed each of them, and none of the others. */
  readonly apart?: Readonly<Record<string, ApartUse>> | undefined;
}

export interface ApartUse {
  readonly flow: 'drawn' | 'returned';
  /** Not a number: it was not heard then. */
  readonly amounts: ArrayLike<number>;
}

/** The same intervals with other amounts: what holds of the whole of each holds of both. */
export const withAmounts = (
  use: IntervalUse,
  of: (values: ArrayLike<number>) => ArrayLike<number>,
): Pick<IntervalUse, 'used' | 'returned' | 'apart'> => ({
  used: of(use.used),
  ...(use.returned && { returned: of(use.returned) }),
  ...(use.apart && {
    apart: Object.fromEntries(
      Object.entries(use.apart).map(([meter, { flow, amounts }]) => [meter, { flow, amounts: of(amounts) }]),
    ),
  }),
});

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

/** Of `count` places in ascending order, the first that is not below. */
export const firstNotBelow = (count: number, isBelow: (at: number) => boolean): number => {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBelow(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
};

export const firstAtOrAfter = (values: ArrayLike<number>, wanted: number, count: number): number =>
  firstNotBelow(count, (at) => (values[at] ?? 0) < wanted);

/** Those from `first` to before `last`, to be read only: of typed values a view of the same. */
export const sliceOf = (values: ArrayLike<number>, first: number, last: number): ArrayLike<number> =>
  values instanceof Float64Array ? values.subarray(first, last) : Array.prototype.slice.call(values, first, last);

export interface Days {
  readonly start: LocalDay;
  readonly end: LocalDay;
}

/** The intervals that may lie on these days in any zone: only they need to be placed. */
export const useNear = (use: IntervalUse, { start, end }: Days): IntervalUse => {
  const { spanS, startS } = use;
  const first = firstAtOrAfter(startS, Date.parse(start) / 1000 - dayS, startS.length);
  const last = firstAtOrAfter(startS, Date.parse(end) / 1000 + dayS, startS.length);
  const near = (values: ArrayLike<number>): ArrayLike<number> => sliceOf(values, first, last);
  return { spanS, startS: near(startS), ...withAmounts(use, near) };
};

export const placeUse = (use: IntervalUse, timeZone: string): PlacedUse => {
  const { startS } = use;
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
  return { ...use, count, day, quarter, firstOn: (wanted) => firstAtOrAfter(day, wanted, count) };
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

export const usedOn = (use: PlacedUse, day: LocalDay): number =>
  usedIn(use, within(use, { start: day, end: addDays(day, 1) }));

/** When the window of an interval begins: windows follow the local clock, where a zone is off by half an hour too. */
export const windowOf = ({ day, quarter, startS }: PlacedUse, i: number, windowS: number): number => {
  const localS = (day[i] ?? 0) * 86_400 + (quarter[i] ?? 0) * 900;
  return Math.floor((startS[i] ?? 0) / 900) * 900 - (((localS % windowS) + windowS) % windowS);
};

/** Where a tariff counts only what each window drew beyond what it sent back, or sent back beyond what it drew: the sums of both are one less the other. */
export const netUse = (use: PlacedUse, minutes: number | undefined): PlacedUse => {
  const { returned, count } = use;
  if (minutes === undefined || returned === undefined) return use;
  const [used, back] = [new Float64Array(count), new Float64Array(count)];
  const windowS = Math.max(minutes * 60, use.spanS);
  for (let i = 0, next = 0; i < count; i = next) {
    let [drawn, sent] = [0, 0];
    const window = windowOf(use, i, windowS);
    for (next = i; next < count && windowOf(use, next, windowS) === window; next += 1) {
      drawn += use.used[next] ?? 0;
      sent += returned[next] ?? 0;
    }
    let net = drawn - sent;
    const [own, kept] = net < 0 ? [returned, back] : [use.used, used];
    for (let at = i; at < next; at += 1) {
      const part = Math.min(Math.abs(net), own[at] ?? 0);
      kept[at] = part;
      net = net < 0 ? net + part : net - part;
    }
  }
  return { ...use, used, returned: back };
};

// A zone's offsets, kept from one cycle to the next: asking the platform for a month of days takes longer than pricing it.

const maxZones = 16;
const known = new Map<string, OffsetAt>();

export const knownOffsets = (timeZone: string): OffsetAt => {
  const offsetAt = known.get(timeZone) ?? zoneOffsets(timeZone);
  if (!known.has(timeZone) && known.size >= maxZones) known.clear();
  known.set(timeZone, offsetAt);
  return offsetAt;
};

// Days that are only known, or expected, as a whole, as quarter-hours: in the shape of the days that were measured.

interface DayTotal {
  readonly day: LocalDay;
  /** Wh or mL, a whole number. */
  readonly used: number;
}

type Shape = Float64Array;

const isWeekend = (day: number): boolean => weekDayOf(day) >= 5;

/** Use by quarter-hour of the clock, of working days and of weekends; each alike where there is nothing of the other. */
const shapesOf = (history: PlacedUse): readonly [Shape, Shape] => {
  const shapes = [new Float64Array(dayQuarters), new Float64Array(dayQuarters)] as const;
  for (let i = 0; i < history.count; i += 1) {
    const shape = shapes[isWeekend(history.day[i] ?? 0) ? 1 : 0];
    const quarter = history.quarter[i] ?? 0;
    shape[quarter] = (shape[quarter] ?? 0) + Math.max(0, history.used[i] ?? 0);
  }
  const hasAny = (shape: Shape): boolean => shape.some((used) => used > 0);
  const even = new Float64Array(dayQuarters).fill(1);
  const [work, rest] = shapes;
  if (!hasAny(work) && !hasAny(rest)) return [even, even];
  return [hasAny(work) ? work : rest, hasAny(rest) ? rest : work];
};

/** Every day's quarter-hours sum to its total. `history` is of quarter-hours. */
export const spreadDays = (days: readonly DayTotal[], history: IntervalUse, timeZone: string): IntervalUse => {
  const offsetAt = knownOffsets(timeZone);
  const shapes = shapesOf(placeUse(history, timeZone));
  const startS: number[] = [];
  const used: number[] = [];
  for (const { day, used: total } of days) {
    const shape = shapes[isWeekend(dayNumberOf(day)) ? 1 : 0];
    const [from, to] = [dayStartS(day, offsetAt), dayStartS(addDays(day, 1), offsetAt)];
    const weights: number[] = [];
    for (let at = from; at < to; at += 900)
      weights.push(shape[Math.floor((((at + offsetAt(at)) % 86_400) + 86_400) / 900) % dayQuarters] ?? 0);
    const whole = weights.reduce((sum, weight) => sum + weight, 0);
    let [seen, given] = [0, 0];
    weights.forEach((weight, i) => {
      seen += weight;
      // What rounding leaves goes with the next, so that the day's sum is exact.
      const until = Math.round(whole === 0 ? (total * (i + 1)) / weights.length : total * (seen / whole));
      startS.push(from + i * 900);
      used.push(until - given);
      given = until;
    });
  }
  return { spanS: 900, startS, used };
};

/** What days to come are expected to send back: at each quarter-hour of the clock the mean of the days of `history`, in whole Wh. */
export const expectReturned = (use: IntervalUse, history: IntervalUse, timeZone: string): IntervalUse => {
  if (history.returned === undefined) return use;
  const before = placeUse(history, timeZone);
  const sums = new Float64Array(dayQuarters);
  for (let i = 0; i < before.count; i += 1) {
    const quarter = before.quarter[i] ?? 0;
    sums[quarter] = (sums[quarter] ?? 0) + (before.returned?.[i] ?? 0);
  }
  const days = new Set(before.day).size;
  const { count, quarter } = placeUse(use, timeZone);
  let owed = 0;
  const returned = Array.from({ length: count }, (_, i) => {
    owed += (sums[quarter[i] ?? 0] ?? 0) / days;
    const whole = Math.floor(owed);
    owed -= whole;
    return whole;
  });
  return { ...use, returned };
};

/** The place of an interval in the clock of working days, or of others. */
const clockOf = ({ day, quarter }: PlacedUse, i: number): number =>
  (isWeekend(day[i] ?? 0) ? dayQuarters : 0) + (quarter[i] ?? 0);

/** What of days to come each meter is expected to have: at each quarter-hour of working days, and of others, its share of them in `history`. */
export const expectApart = (use: IntervalUse, history: IntervalUse, timeZone: string): IntervalUse => {
  if (history.apart === undefined) return use;
  const [placed, past] = [placeUse(use, timeZone), placeUse(history, timeZone)];
  const sumsOf = (amounts: ArrayLike<number>): Float64Array => {
    const sums = new Float64Array(2 * dayQuarters);
    for (let i = 0; i < past.count; i += 1) {
      const amount = amounts[i] ?? 0;
      const at = clockOf(past, i);
      sums[at] = (sums[at] ?? 0) + (Number.isNaN(amount) ? 0 : amount);
    }
    return sums;
  };
  const flowOf = (of: PlacedUse, flow: ApartUse['flow']) => (flow === 'drawn' ? of.used : of.returned) ?? [];
  const wholes = { drawn: sumsOf(flowOf(past, 'drawn')), returned: sumsOf(flowOf(past, 'returned')) };
  const parts = Object.entries(history.apart).map(([meter, { flow, amounts }]): [string, ApartUse] => {
    const [own, whole, toCome] = [sumsOf(amounts), wholes[flow], flowOf(placed, flow)];
    let owed = 0;
    const expected = Array.from({ length: placed.count }, (_, i) => {
      const [at, used] = [clockOf(placed, i), toCome[i] ?? 0];
      const all = whole[at] ?? 0;
      owed += all <= 0 ? 0 : used * Math.min(1, (own[at] ?? 0) / all);
      const amount = Math.min(Math.floor(owed), used);
      owed -= amount;
      return amount;
    });
    return [meter, { flow, amounts: expected }];
  });
  return { ...use, apart: Object.fromEntries(parts) };
};

/** Days to come, each in the shape of such days before, with what they are expected to send back, and what of both each meter has. */
export const expectUse = (days: readonly DayTotal[], history: IntervalUse, timeZone: string): IntervalUse =>
  expectApart(expectReturned(spreadDays(days, history, timeZone), history, timeZone), history, timeZone);
