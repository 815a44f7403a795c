/** What is kept of a meter between two batches: its watermark and the quarter-hour that is still filling. */
import type { QuarterUse } from './quarter-use.ts';
import type { MeterLimits, ReadingKind } from './reading.ts';

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
});

/** Whole units of `amount` plus what was carried; the rest is carried on, so that a sum never loses a unit. */
export const takeWhole = (state: Pick<MeterState, 'carry'>, amount: number): number => {
  const micro = Math.round((amount - Math.trunc(amount)) * 1e6) + state.carry;
  const whole = Math.floor(micro / 1e6);
  state.carry = micro - whole * 1e6;
  return Math.trunc(amount) + whole;
};
