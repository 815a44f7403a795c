/** Fits readings from before the watermark into what is already there, and says by how much each quarter-hour changes. */
import type { Outcome } from './advance-meter.ts';
import { plausibleUse, stepTo } from './counter-step.ts';
import { pieceBetween, pieceOfInterval } from './piece.ts';
import type { MeterLimits, Reading } from './reading.ts';
import { endOf } from './reading.ts';
import { type ChangeBook, changeBook, type UseChanges } from './use-changes.ts';

export type LateOutcome = Exclude<Outcome, 'late'> | 'conflict';

export interface Correction extends UseChanges {
  /** One for each late reading, in the order given. */
  readonly outcomes: LateOutcome[];
  readonly kept: Reading[];
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

const fitCounter = (stored: Reading[], late: Reading, limits: MeterLimits, changes: ChangeBook): LateOutcome => {
  const place = lowerBound(stored, late.at);
  const after = stored[place];
  const before = stored[place - 1];
  if (after?.at === late.at) return after.value === late.value ? 'duplicate' : 'conflict';
  if (before && stepTo(before, late, limits).kind === 'jump') return 'implausible-jump';
  if (after && stepTo(late, after, limits).kind === 'jump') return 'implausible-jump';
  if (before && after) changes.book(pieceBetween(before, after, limits), -1);
  if (before) changes.book(pieceBetween(before, late, limits), 1);
  if (after) changes.book(pieceBetween(late, after, limits), 1);
  stored.splice(place, 0, late);
  return 'accepted';
};

const fitInterval = (stored: Reading[], late: Reading, limits: MeterLimits, changes: ChangeBook): LateOutcome => {
  const place = lowerBound(stored, late.at);
  const after = stored[place];
  const before = stored[place - 1];
  if (after?.at === late.at && after.spanS === late.spanS) {
    return Math.abs(after.value - late.value) <= 1 ? 'duplicate' : 'conflict';
  }
  if ((before && endOf(before) > late.at) || (after && endOf(late) > after.at)) return 'conflict';
  const spanS = late.spanS ?? 0;
  if (Math.abs(late.value) > plausibleUse(spanS, limits)) return 'implausible-jump';
  changes.book(pieceOfInterval(late, limits), 1);
  stored.splice(place, 0, late);
  return 'accepted';
};

/**
 * `stored`: what is kept around the late readings, sorted, with the neighbour before the first and after the last.
 * `late`: whole values. The changes are exactly: use of (stored + late) minus use of stored.
 */
export const correctLate = (stored: readonly Reading[], late: readonly Reading[], limits: MeterLimits): Correction => {
  const all = [...stored];
  const changes = changeBook();
  const kept: Reading[] = [];
  const outcomes = late.map((reading) => {
    const fit = reading.spanS === null ? fitCounter : fitInterval;
    const outcome = fit(all, reading, limits, changes);
    if (outcome === 'accepted') kept.push(reading);
    return outcome;
  });
  return { outcomes, kept, ...changes.result() };
};
