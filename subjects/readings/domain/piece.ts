/** What lies between two readings, or in one interval, as use: the one judgement of what is stored. */
import { dipsIn } from './counter-dips.ts';
import { stepTo } from './counter-step.ts';
import type { Provenance } from './quarter-use.ts';
import { endOf, type MeterLimits, type Reading } from './reading.ts';

/** `used` in `[from, to)`. */
export interface Piece extends Provenance {
  readonly from: number;
  readonly to: number;
  readonly used: number;
}

/** A step that cannot be believed is no use, and not measured either. */
const pieceBetween = (before: Reading, after: Reading, limits: MeterLimits): Piece => {
  const step = stepTo(before, after, limits);
  const unknown = step.kind === 'jump' || step.kind === 'start';
  return {
    from: before.at,
    to: after.at,
    used: step.kind === 'jump' ? 0 : step.used,
    source: after.source,
    estimated: unknown || after.at - before.at > limits.maxGapS,
  };
};

const pieceOfInterval = (reading: Reading, limits: MeterLimits): Piece => ({
  from: reading.at,
  to: endOf(reading),
  used: reading.value,
  source: reading.source,
  estimated: (reading.spanS ?? 0) > limits.maxGapS,
});

/** All of `readings` (sorted, of one kind), in the order of time. From what a counter showed before a dip it goes to what it shows after. */
export const piecesOf = (readings: readonly Reading[], limits: MeterLimits): Piece[] => {
  const dips = dipsIn(readings);
  let before: Reading | undefined;
  return readings.flatMap((reading) => {
    if (reading.spanS !== null) return pieceOfInterval(reading, limits);
    if (dips.has(reading)) return [];
    const piece = before ? pieceBetween(before, reading, limits) : [];
    before = reading;
    return piece;
  });
};
