/** How readings of a meter become use: quarter-hours, the step between two values, and the state that is kept between two batches. */
import { dipsIn, fallOf, lastFall } from './counter-dips.ts';
import { extendRate, registerStep } from './present-rate.ts';
import {
  endOf,
  kindOf,
  mark,
  type MeterLimits,
  type Reading,
  type ReadingKind,
  type Source,
  source,
} from './reading.ts';

// Use by quarter-hour (UTC): the grain that serves half-hour and quarter-hour time zones and prices.

export const QUARTER_S = 900;

/** Use in `[start, start + 900)`; `estimated` and `imported` are parts of `used`; `coveredS` is how long was measured. */
export interface QuarterUse {
  readonly start: number;
  used: number;
  estimated: number;
  imported: number;
  coveredS: number;
}

/**
 * Use spread evenly over the many quarters of `[start, end)`, kept as one: a silence of weeks is thousands of equal quarters. So is an amount that
 * was told of longer than a quarter can be known from (a day's, of a utility): estimated in each of its quarters, and measured all the same, so it
 * is no estimate of the day or the month that has all of it.
 */
export interface GapUse extends QuarterUse {
  readonly end: number;
}

/** From this length on the quarters between the first and the last are kept as one gap. */
const minGapS = 2 * 86_400;

export const quarterOf = (at: number): number => at - (((at % QUARTER_S) + QUARTER_S) % QUARTER_S);

export const emptyQuarter = (start: number): QuarterUse => ({ start, used: 0, estimated: 0, imported: 0, coveredS: 0 });

/** How a piece of use is known. */
interface Provenance {
  readonly source: Source;
  readonly estimated: boolean;
  /** It was told of just this time, whatever is estimated within. */
  readonly isTold?: boolean;
}

/** Where a piece of use goes. Quarters are asked for in ascending order, a gap lies between two of them. */
interface Ledger {
  quarterAt(start: number): QuarterUse;
  addGap(gap: GapUse): void;
}

const add = (quarter: QuarterUse, used: number, seconds: number, how: Provenance): void => {
  quarter.used += used;
  if (how.estimated) quarter.estimated += used;
  else quarter.coveredS += seconds;
  if (how.source === source.imported) quarter.imported += used;
};

/** Spreads `used` evenly over `[from, to)` into the quarters it touches. Shares are whole and their sum is `used`. */
export const spread = (from: number, to: number, used: number, how: Provenance, ledger: Ledger): void => {
  const first = quarterOf(from);
  if (how.isTold === true && how.estimated && first === from && quarterOf(to) === to) {
    const imported = how.source === source.imported ? used : 0;
    ledger.addGap({ start: from, end: to, used, estimated: used, imported, coveredS: to - from });
    return;
  }
  if (to <= first + QUARTER_S) {
    add(ledger.quarterAt(first), used, to - from, how);
    return;
  }
  const length = to - from;
  const last = quarterOf(to - 1);
  let given = 0;
  for (let start = first; start < to; ) {
    const isGap = length > minGapS && start === first + QUARTER_S;
    const end = isGap ? last : Math.min(start + QUARTER_S, to);
    const due = end === to ? used : Math.trunc(used * ((end - from) / length));
    const piece = isGap ? emptyQuarter(start) : ledger.quarterAt(start);
    add(piece, due - given, end - Math.max(start, from), how);
    if (isGap) ledger.addGap({ ...piece, end });
    given = due;
    start = end;
  }
};

// What happened between two values of a counter: use, a reset, water running back, or something not to be believed.

type CounterStep =
  | { readonly kind: 'use'; readonly used: number }
  /** The counter began again at zero: what it shows now has been used since. */
  | { readonly kind: 'reset'; readonly used: number }
  /** The counter passed the highest value that it can show. */
  | { readonly kind: 'roll-over'; readonly used: number }
  /** Somebody said that the counter begins anew here. */
  | { readonly kind: 'start'; readonly used: 0 }
  /** A small step back (backflow, a rounding): counts as no use, never as negative use. */
  | { readonly kind: 'backflow'; readonly used: 0 }
  | { readonly kind: 'jump' };

/** The most that `limits` let pass in `seconds`; short spans get a quarter-hour's worth, as pulses come in lumps. */
export const plausibleUse = (seconds: number, limits: MeterLimits): number =>
  (limits.maxPerHour * Math.max(seconds, QUARTER_S)) / 3600;

export const counterStep = (before: number, after: number, seconds: number, limits: MeterLimits): CounterStep => {
  const most = plausibleUse(seconds, limits);
  if (after >= before) return after - before <= most ? { kind: 'use', used: after - before } : { kind: 'jump' };
  if (after * 2 >= before) return { kind: 'backflow', used: 0 };
  const round = limits.rollsOverAt && before < limits.rollsOverAt ? limits.rollsOverAt - before + after : null;
  if (round !== null && round <= most) return { kind: 'roll-over', used: round };
  return after <= most ? { kind: 'reset', used: after } : { kind: 'jump' };
};

/** The step from what a counter showed before to a reading, with what a person said of that reading. */
export const stepTo = (before: Pick<Reading, 'at' | 'value'>, after: Reading, limits: MeterLimits): CounterStep => {
  if (after.mark === mark.start) return { kind: 'start', used: 0 };
  const allowed = after.mark === mark.believed ? { ...limits, maxPerHour: Number.POSITIVE_INFINITY } : limits;
  return counterStep(before.value, after.value, after.at - before.at, allowed);
};

// What lies between two readings, or in one interval, as use: the one judgement of what is stored.

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
  isTold: true,
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

// What is kept of a meter between two batches: its watermark and the quarter-hour that is still filling.

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

// Moves a meter forward over readings newer than its watermark: the path that nearly every reading takes.

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
  const how = { source: reading.source, estimated: spanS > state.limits.maxGapS, isTold: true };
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
