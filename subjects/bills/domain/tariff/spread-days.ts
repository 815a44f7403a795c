/** Days that are only known, or expected, as a whole, as quarter-hours: in the shape of the days that were measured. */
import { addDays, type LocalDay } from '#catalogue/local-day.ts';
import { dayNumberOf, weekDayOf } from './calendar-day.ts';
import { knownOffsets } from './known-offsets.ts';
import { dayStartS, type IntervalUse, type PlacedUse, placeUse } from './interval-use.ts';
import { dayQuarters } from './schedule-periods.ts';

export interface DayTotal {
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
