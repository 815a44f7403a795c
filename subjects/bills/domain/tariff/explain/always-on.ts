/** What a home draws when nobody does anything: the stillest hours of each day. */
import { stillestHours } from '#subjects/usage/domain/stillest-hours.ts';
import { type IntervalUse, placeUse } from '../interval-use.ts';

const hourQuarters = 4;
const minDays = 7;
/** A day of which most quarter-hours are known. */
const minQuarters = 88;

/**
 * The use of a quarter-hour, in Wh, of the middle one of the days' stillest hours; null with fewer than seven days that are known.
 * A day on which nothing was drawn in them was dark or not measured: it does not count.
 */
export const alwaysOn = (quarters: IntervalUse, timeZone: string): number | null => {
  const placed = placeUse(quarters, timeZone);
  const days = new Map<number, number[]>();
  for (let i = 0; i < placed.count; i += 1) {
    const day = placed.day[i] ?? 0;
    const own = days.get(day) ?? [];
    own.push(placed.used[i] ?? 0);
    days.set(day, own);
  }
  const stillest = [...days.values()]
    .filter((used) => used.length >= minQuarters)
    .flatMap((used) => stillestHours(used, hourQuarters) ?? [])
    .sort((a, b) => a - b);
  const middle = stillest[Math.floor(stillest.length / 2)];
  return stillest.length < minDays || middle === undefined ? null : Math.round(middle / hourQuarters);
};
