/** Fits readings from before the watermark into what is already there, and says by how much each quarter-hour changes. */
import type { Outcome } from './advance-meter.ts';
import { plausibleUse, stepTo } from './counter-step.ts';
import type { MeterLimits, Reading } from './reading.ts';
import { endOf } from './reading.ts';
import { type UseChanges, versionChange } from './use-changes.ts';

export type LateOutcome = Exclude<Outcome, 'late'> | 'conflict';

export interface Correction extends UseChanges {
  /** One for each late reading, in the order given. */
  readonly outcomes: LateOutcome[];
  readonly kept: Reading[];
  /** Of what was stored, those that a newest took the place of. */
  readonly replaced: Reading[];
  /** What is there now: what was stored, and what is kept. */
  readonly readings: readonly Reading[];
}

/** The index of the first stored reading at or after `at`. `stored` is sorted by `at`. */
const lowerBound = (stored: readonly Reading[], at: number): number => {
  let low = 0;
  let high = stored.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((stored[middle] as Reading).at < at) low = middle + 1;
    else high = middle;
  }
  return low;
};

/** So many readings back the counter may have been away from where it goes on. */
const maxLookedAt = 200;

/** Whether `late` can follow one of the readings before `place`: the last one, or one that it rose above since. */
const canFollow = (stored: readonly Reading[], place: number, late: Reading, limits: MeterLimits): boolean => {
  let highest = -1;
  for (let i = place - 1; i >= Math.max(0, place - maxLookedAt); i -= 1) {
    const before = stored[i] as Reading;
    if (before.value > highest && stepTo(before, late, limits).kind !== 'jump') return true;
    highest = Math.max(highest, before.value);
    if (before.value > late.value) return false;
  }
  return place === 0;
};

/**
 * `newest` where it can be: in place of what is stored for its instant. What use is counted from stays (the first of all, what a person said):
 * it follows that by a second.
 */
const makeRoom = (stored: Reading[], newest: Reading, replaced: Reading[]): Reading => {
  const place = lowerBound(stored, newest.at);
  const there = stored[place];
  if (there?.at !== newest.at || there.value === newest.value || there.spanS !== null) return newest;
  if (place === 0 || there.mark) return makeRoom(stored, { ...newest, at: newest.at + 1 }, replaced);
  stored.splice(place, 1);
  replaced.push(there);
  return newest;
};

const fitCounter = (stored: Reading[], late: Reading, limits: MeterLimits): LateOutcome => {
  const place = lowerBound(stored, late.at);
  const after = stored[place];
  const before = stored[place - 1];
  if (after?.at === late.at) return after.value === late.value ? 'duplicate' : 'conflict';
  if (before && !canFollow(stored, place, late, limits)) return 'implausible-jump';
  // One that is above what comes before and lower than what comes after would make a jump of what was none.
  const isBelow =
    before !== undefined && late.value < before.value && after !== undefined && after.value >= before.value;
  if (after && !isBelow && stepTo(late, after, limits).kind === 'jump') return 'implausible-jump';
  stored.splice(place, 0, late);
  return 'accepted';
};

const fitInterval = (stored: Reading[], late: Reading, limits: MeterLimits): LateOutcome => {
  const place = lowerBound(stored, late.at);
  const after = stored[place];
  const before = stored[place - 1];
  if (after?.at === late.at && after.spanS === late.spanS) {
    return Math.abs(after.value - late.value) <= 1 ? 'duplicate' : 'conflict';
  }
  if ((before && endOf(before) > late.at) || (after && endOf(late) > after.at)) return 'conflict';
  if (late.value < 0) return 'negative-amount';
  if (late.value > plausibleUse(late.spanS ?? 0, limits)) return 'implausible-jump';
  stored.splice(place, 0, late);
  return 'accepted';
};

/**
 * `stored`: what is kept around the late readings, sorted, with the neighbour before the first and after the last, and for a counter that falls
 * there whatever lies within `dipWindowS` of what lies within `dipWindowS` of them. `late`: whole values. The changes are exactly: use of
 * (stored + late) minus use of stored. `newest`: those of `late` that take the place of another counter value of the same instant.
 */
export const correctLate = (
  stored: readonly Reading[],
  late: readonly Reading[],
  limits: MeterLimits,
  newest: ReadonlySet<Reading> = new Set(),
): Correction => {
  const readings = [...stored];
  const kept: Reading[] = [];
  const replaced: Reading[] = [];
  const outcomes = late.map((reading) => {
    const before = replaced.length;
    const one = newest.has(reading) ? makeRoom(readings, reading, replaced) : reading;
    const fit = reading.spanS === null ? fitCounter : fitInterval;
    const outcome = fit(readings, one, limits);
    const given = replaced.splice(before);
    if (outcome === 'accepted') {
      // One of these late ones was never stored.
      for (const old of given)
        if (kept.includes(old)) kept.splice(kept.indexOf(old), 1);
        else replaced.push(old);
      kept.push(one);
    }
    // What cannot be believed takes nobody's place.
    else for (const old of given) readings.splice(lowerBound(readings, old.at), 0, old);
    return outcome;
  });
  return { outcomes, kept, replaced, readings, ...versionChange({ readings: stored, limits }, { readings, limits }) };
};
