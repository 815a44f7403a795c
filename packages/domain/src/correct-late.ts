/** Fits readings from before the watermark into what is already there, and says by how much each quarter-hour changes. */
import type { Outcome } from './advance-meter.ts';
import { plausibleUse, stepTo } from './counter-step.ts';
import type { MeterLimits, Reading } from './reading.ts';
import { endOf } from './reading.ts';
import type { UseChanges } from './use-changes.ts';
import { versionChange } from './version-change.ts';

export type LateOutcome = Exclude<Outcome, 'late'> | 'conflict';

export interface Correction extends UseChanges {
  /** One for each late reading, in the order given. */
  readonly outcomes: LateOutcome[];
  readonly kept: Reading[];
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

const fitCounter = (stored: Reading[], late: Reading, limits: MeterLimits): LateOutcome => {
  const place = lowerBound(stored, late.at);
  const after = stored[place];
  const before = stored[place - 1];
  if (after?.at === late.at) return after.value === late.value ? 'duplicate' : 'conflict';
  if (before && !canFollow(stored, place, late, limits)) return 'implausible-jump';
  // One that is above what comes before and lower than what comes after would make a jump of what was none.
  const isBelow = before !== undefined && late.value < before.value && after !== undefined && after.value >= before.value;
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
 * (stored + late) minus use of stored.
 */
export const correctLate = (stored: readonly Reading[], late: readonly Reading[], limits: MeterLimits): Correction => {
  const readings = [...stored];
  const kept: Reading[] = [];
  const outcomes = late.map((reading) => {
    const fit = reading.spanS === null ? fitCounter : fitInterval;
    const outcome = fit(readings, reading, limits);
    if (outcome === 'accepted') kept.push(reading);
    return outcome;
  });
  return { outcomes, kept, readings, ...versionChange({ readings: stored, limits }, { readings, limits }) };
};
