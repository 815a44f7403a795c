/**
 * Values below what a counter showed before and soon shows again: a telegram misread, another meter under the same name, a device that begins
 * at zero and remembers. They are no use, and neither is the way back up: what is used is what lies above the former high mark.
 *
 * Whether a reading is a dip depends on the readings within `dipWindowS` of it and on its neighbours, and on nothing else, so that late readings,
 * imports and repairs come to the same. A fall that does not recover is what `counterStep` says: backflow, a reset, a roll-over.
 */
import { mark, type Reading } from './reading.ts';

/**
 * A fall to no less than half of what the counter showed (no reset ends there: they end near zero) is a dip when the counter is back within
 * three days, however it comes back, or with the very next reading, however rare readings are. 11 real water meters (115,000 hourly readings)
 * fell once: by 3 L of 198,354, back after two hours.
 */
const maxDipS = 3 * 86_400;
/**
 * A fall to less than half is a reset unless the counter is back at once, and at the place that it left: within six hours (counters that begin
 * anew every day take longer), in one step, and by no more than a hundredth above.
 */
const maxDeepDipS = 6 * 3600;
const maxDeepRise = 0.01;

/** Readings farther than this from a reading, but for its neighbours, say nothing about it. */
export const dipWindowS = maxDipS;

/** When the last reading of `readings` (sorted) was taken that a counter showed less after; null: it shows less nowhere. */
export const lastFall = (readings: readonly Reading[]): number | null => {
  const fall = readings.findLastIndex(
    ({ spanS, value }, i) => i > 0 && spanS === null && value < (readings[i - 1] as Reading).value,
  );
  return readings[fall - 1]?.at ?? null;
};

/** Whether a counter shows less than before anywhere in `readings` (sorted). */
export const hasFall = (readings: readonly Reading[]): boolean => lastFall(readings) !== null;

/** Whether the counter that showed `high`, then what is between, and then `back` (not less than `high`) was only away. */
const isAway = (high: Reading, between: readonly Reading[], back: Reading): boolean => {
  if (back.mark === mark.start || between.some((one) => one.mark)) return false;
  const seconds = back.at - high.at;
  if (between.every(({ value }) => value * 2 >= high.value)) return seconds <= maxDipS || between.length === 1;
  const last = between.at(-1) as Reading;
  return seconds <= maxDeepDipS && last.value * 2 < high.value && back.value - high.value <= high.value * maxDeepRise;
};

/** Which of `readings` (sorted) are dips. */
export const dipsIn = (readings: readonly Reading[]): ReadonlySet<Reading> => {
  const dips = new Set<Reading>();
  if (!hasFall(readings)) return dips;
  /** Places of readings that the counter has not come back to yet, the lowest last. */
  const highs: number[] = [];
  readings.forEach((reading, place) => {
    for (let high = highs.at(-1); high !== undefined; high = highs.at(-1)) {
      const former = readings[high] as Reading;
      if (former.value > reading.value && reading.mark !== mark.start) break;
      highs.pop();
      // Only neighbours far apart may be looked at beyond the window.
      if (place - high < 2 || (reading.at - former.at > maxDipS && place - high > 2)) continue;
      const between = readings.slice(high + 1, place);
      if (isAway(former, between, reading)) for (const one of between) dips.add(one);
    }
    highs.push(place);
  });
  return dips;
};

/** What a counter showed before it fell, as long as it may come back to it; null: nothing that it has not come back to. */
export const fallOf = (readings: readonly Reading[]): number | null => {
  const last = readings.at(-1);
  if (!last) return null;
  for (let i = readings.length - 2; i >= 0; i -= 1) {
    const before = readings[i] as Reading;
    if ((readings[i + 1] as Reading).mark) return null;
    if (last.at - before.at > maxDipS && i < readings.length - 2) return null;
    if (before.value > last.value) return before.value;
  }
  return null;
};

/** So many separate dips within `dipWindowS` that count on from each other are no mistakes. */
const minOtherDips = 3;

/** Whether the dips of `readings` are those of another counter: it counts on by itself, in turns with this one. */
const isOtherCounter = (readings: readonly Reading[], dips: ReadonlySet<Reading>): boolean => {
  let turns = 0;
  let last: Reading | undefined;
  readings.forEach((one, i) => {
    if (!dips.has(one)) return;
    const isTurn = !dips.has(readings[i - 1] as Reading);
    if (last && (one.value < last.value || one.at - last.at > dipWindowS)) turns = 0;
    if (isTurn) turns += 1;
    last = one;
  });
  return turns >= minOtherDips;
};

/** What of a counter has become a dip between two versions of its readings (sorted), and what is none any longer. */
export interface DipChange {
  readonly dips: readonly Reading[];
  readonly noDips: readonly Reading[];
  /** All dips that there are now look like another meter that sends under the same name. */
  readonly isOtherCounter: boolean;
}

export const dipChange = (before: readonly Reading[], after: readonly Reading[]): DipChange => {
  const [old, young] = [dipsIn(before), dipsIn(after)];
  const [was, is] = [old, young].map((dips) => new Set([...dips].map(({ at }) => at))) as [Set<number>, Set<number>];
  const other = isOtherCounter(after, young);
  return {
    // As another meter they are all told anew.
    dips: [...young].filter(({ at }) => other || !was.has(at)),
    noDips: [...old].filter(({ at }) => !is.has(at)),
    isOtherCounter: other,
  };
};
