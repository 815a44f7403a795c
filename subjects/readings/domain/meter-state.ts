/** What is kept of a meter between two batches: its watermark and the quarter-hour that is still filling. */
import { fallOf, lastFall } from './counter-dips.ts';
import { piecesOf } from './piece.ts';
import type { QuarterUse } from './quarter-use.ts';
import { endOf, kindOf, type MeterLimits, type Reading, type ReadingKind } from './reading.ts';

export interface MeterState {
  readonly limits: MeterLimits;
  kind: ReadingKind | null;
  /** The end of what is known: a counter's latest instant, an interval's end. Null before the first reading. */
  lastAt: number | null;
  lastValue: number;
  /** The use that tells the present rate, and over how many seconds: of the latest step, and those before it that agree. */
  lastUsed: number;
  lastSpanS: number;
  /** Millionths that whole units could not hold yet (interval readings with fractions). */
  carry: number;
  quarter: QuarterUse | null;
  /** The reading after which a counter last showed less than before: none fell later. Null: it never fell. */
  fellAt: number | null;
  /** What it showed then, as long as it may come back to it (`counter-dips.ts`). */
  fellFrom: number | null;
}

export const newMeterState = (limits: MeterLimits): MeterState => ({
  limits,
  kind: null,
  lastAt: null,
  lastValue: 0,
  lastUsed: 0,
  lastSpanS: 0,
  carry: 0,
  quarter: null,
  fellAt: null,
  fellFrom: null,
});

/** Whole units of `amount` plus what was carried; the rest is carried on, so that a sum never loses a unit. */
export const takeWhole = (state: Pick<MeterState, 'carry'>, amount: number): number => {
  const micro = Math.round((amount - Math.trunc(amount)) * 1e6) + state.carry;
  const whole = Math.floor(micro / 1e6);
  state.carry = micro - whole * 1e6;
  return Math.trunc(amount) + whole;
};

/**
 * After readings around some instant came or went: `state` (changed in place) as they leave it. Both versions hold the neighbours of what
 * differs; where they do not reach the end of what is known, it stays.
 */
export const settleEnd = (
  state: MeterState,
  before: readonly Reading[],
  after: readonly Reading[],
  limits: MeterLimits,
): void => {
  const fell = lastFall(after);
  if (fell !== null && fell > (state.fellAt ?? 0)) state.fellAt = fell;
  const end = before.at(-1);
  if (end && state.lastAt !== null && endOf(end) < state.lastAt) return;
  const last = after.at(-1);
  const piece = piecesOf(after, limits).at(-1);
  state.lastAt = last ? endOf(last) : null;
  state.lastValue = last?.value ?? 0;
  state.lastUsed = piece?.used ?? 0;
  state.lastSpanS = piece ? piece.to - piece.from : 0;
  if (last) state.kind = kindOf(last);
  state.fellFrom = last?.spanS === null ? fallOf(after) : null;
};

/** Whether a counter's reading that is not judged by itself (`late`) is back where it fell from: whatever follows is judged from there. */
export const isAhead = ({ lastAt }: Pick<MeterState, 'lastAt'>, { at, spanS }: Reading): boolean =>
  lastAt !== null && at > lastAt && spanS === null;
