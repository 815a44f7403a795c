/** Moves a meter forward over readings newer than its watermark: the path that nearly every reading takes. */
import { plausibleUse, stepTo } from './counter-step.ts';
import type { MeterState } from './meter-state.ts';
import { takeWhole } from './meter-state.ts';
import { extendRate, registerStep } from './present-rate.ts';
import type { Ledger, QuarterUse, GapUse } from './quarter-use.ts';
import { emptyQuarter, spread } from './quarter-use.ts';
import type { Reading } from './reading.ts';
import { kindOf, mark } from './reading.ts';

export type Outcome =
  | 'accepted'
  | 'duplicate'
  /** At or before the watermark, or a counter that is back where it fell from: for `correctLate` to judge. */
  | 'late'
  | 'wrong-kind'
  | 'negative-amount'
  | 'implausible-jump';

/** What moving forward produced: rows to keep, the quarters that are complete, and long silences. */
export interface MeterUpdate {
  readonly kept: Reading[];
  readonly closed: QuarterUse[];
  readonly gaps: GapUse[];
}

export const emptyUpdate = (): MeterUpdate => ({ kept: [], closed: [], gaps: [] });

const openQuarter = (state: MeterState, start: number, closed: QuarterUse[]): QuarterUse => {
  if (state.quarter?.start === start) return state.quarter;
  if (state.quarter) closed.push(state.quarter);
  state.quarter = emptyQuarter(start);
  return state.quarter;
};

const ledgerOf = (state: MeterState, into: MeterUpdate): Ledger => ({
  quarterAt: (start) => openQuarter(state, start, into.closed),
  addGap: (gap) => into.gaps.push(gap),
});

const noteFall = (state: MeterState, { value, mark: said }: Reading): void => {
  if (value < state.lastValue) {
    state.fellAt = state.lastAt;
    state.fellFrom = state.lastValue;
  }
  // What a person said of it stands: nobody waits for the old value.
  if (said) state.fellFrom = null;
};

/** Of `isApart` (a gap before it, or a counter that begins anew) only this step tells the rate. */
const tellRate = (state: MeterState, used: number, spanS: number, step: number, isApart: boolean): void => {
  const before = { used: state.lastUsed, spanS: isApart ? 0 : state.lastSpanS };
  const next = extendRate(before, { used, spanS }, step);
  state.lastUsed = next.used;
  state.lastSpanS = next.spanS;
};

const takeCounter = (state: MeterState, reading: Reading, into: MeterUpdate): Outcome => {
  const value = Math.floor(reading.value);
  const whole = value === reading.value ? reading : { ...reading, value };
  const since = state.lastAt;
  if (since !== null) {
    if (reading.at === since) return value === state.lastValue ? 'duplicate' : 'late';
    if (reading.at < since) return 'late';
    if (state.fellFrom !== null && value >= state.fellFrom) return 'late';
    const seconds = reading.at - since;
    const step = stepTo({ at: since, value: state.lastValue }, whole, state.limits);
    if (step.kind === 'jump') return 'implausible-jump';
    const how = { source: reading.source, estimated: step.kind === 'start' || seconds > state.limits.maxGapS };
    spread(since, reading.at, step.used, how, ledgerOf(state, into));
    const isStart = step.kind === 'start';
    const unit = registerStep(value, state.lastValue, state.lastUsed);
    tellRate(state, step.used, isStart ? 0 : seconds, unit, step.kind !== 'use');
    noteFall(state, whole);
  }
  state.lastAt = reading.at;
  state.lastValue = value;
  into.kept.push(whole);
  return 'accepted';
};

const takeInterval = (state: MeterState, reading: Reading, spanS: number, into: MeterUpdate): Outcome => {
  if (state.lastAt !== null && reading.at < state.lastAt) return 'late';
  // What goes back is no use: until a meter says which way it counts, nobody is paid for it at the price of what is drawn.
  if (reading.value < 0) return 'negative-amount';
  if (reading.mark !== mark.believed && reading.value > plausibleUse(spanS, state.limits)) return 'implausible-jump';
  const value = takeWhole(state, reading.value);
  const how = { source: reading.source, estimated: spanS > state.limits.maxGapS };
  spread(reading.at, reading.at + spanS, value, how, ledgerOf(state, into));
  tellRate(state, value, spanS, 1, state.lastAt !== reading.at);
  state.lastAt = reading.at + spanS;
  state.lastValue = value;
  into.kept.push(value === reading.value ? reading : { ...reading, value });
  return 'accepted';
};

/** Judges one reading against `state` (changed in place when it is accepted) and adds what it yields to `into`. */
export const advanceMeter = (state: MeterState, reading: Reading, into: MeterUpdate): Outcome => {
  const kind = kindOf(reading);
  if (state.kind !== null && state.kind !== kind) return 'wrong-kind';
  const outcome =
    reading.spanS === null ? takeCounter(state, reading, into) : takeInterval(state, reading, reading.spanS, into);
  if (outcome === 'accepted') state.kind = kind;
  return outcome;
};
