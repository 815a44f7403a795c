/** The counter of a meter through a day: what readings show, for a caller that goes from day to day. */
import type { DemoMeterDay } from './household.ts';

export interface CounterDay {
  /** What the counter shows at each instant `start + 60 i`, before that minute's use; read only where `present`. */
  readonly values: Float64Array;
  /** What it shows when the day ends: `before` of the next day. */
  readonly after: number;
}

/** `before` is `startCounter` on the first day, then the previous day's `after`. */
export const counterDay = ({ use, resetMinute }: DemoMeterDay, before: number): CounterDay => {
  const values = new Float64Array(use.length);
  let counter = before;
  use.forEach((units, minute) => {
    values[minute] = counter;
    counter = (minute === resetMinute ? 0 : counter) + units;
  });
  return { values, after: counter };
};
