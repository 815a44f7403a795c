/** Burst: water runs for a quarter of an hour faster than this home ever drew it. */

/** Between two readings of a counter, or one interval: `used` mL in `[from, to)`, ascending. */
export interface FlowPiece {
  readonly from: number;
  readonly to: number;
  readonly used: number;
}

/** What a meter did before: the most in a quarter-hour, mL, and on how many days that is known. */
export interface FlowHistory {
  readonly maxQuarterMl: number;
  readonly days: number;
}

const minuteS = 60;
const sliceS = 5 * minuteS;
const burstSlices = 3;
/** What lasts longer was not heard. */
const maxHeardS = 3900;
/** 20 L/min for a quarter-hour: no bath is so large; the fastest of thirteen real homes drew 18, a garden hose draws 10 to 20 (ADR 51). */
const minPerMinute = 20_000;
/** Of a home that is not known for two weeks yet: one and a half times a garden hose. */
const minUnknown = 30_000;
const knownDays = 14;
/** So many times the fastest quarter-hour that it ever had. */
const times = 1.3;
/** Below a quarter of the least burst it is over. */
const restPerMinute = minPerMinute / 4;

/** mL of the last hour: with less no burst begins. */
export const maybeBurstMl = (minPerMinute * sliceS) / minuteS;

export interface Burst {
  readonly since: number;
  /** The end of what is known. */
  readonly until: number;
  readonly usedMl: number;
}

/** mL in `[from, to)`, spread evenly over each piece; null: not all of it was heard. */
const usedIn = (pieces: readonly FlowPiece[], from: number, to: number): number | null => {
  let [used, heardS] = [0, 0];
  for (const piece of pieces) {
    const overlapS = Math.min(piece.to, to) - Math.max(piece.from, from);
    const lengthS = piece.to - piece.from;
    if (overlapS <= 0 || lengthS > maxHeardS) continue;
    used += (piece.used * overlapS) / lengthS;
    heardS += overlapS;
  }
  return heardS < to - from ? null : used;
};

/** As far back as each five minutes had `perMinute` or more; null: for less than a quarter-hour. */
const fastSince = (pieces: readonly FlowPiece[], perMinute: number): Burst | null => {
  const until = pieces.at(-1)?.to;
  if (until === undefined) return null;
  const slices: number[] = [];
  for (;;) {
    const end = until - slices.length * sliceS;
    const used = usedIn(pieces, end - sliceS, end);
    if (used === null || used < (perMinute * sliceS) / minuteS) break;
    slices.push(used);
  }
  const first = slices.pop();
  if (first === undefined || slices.length + 1 < burstSlices) return null;
  const rest = slices.reduce((sum, used) => sum + used, 0);
  // It began within the first five minutes, and ran as fast as afterwards.
  const beganS = Math.min(sliceS, Math.round((first * slices.length * sliceS) / rest));
  return { since: until - slices.length * sliceS - beganS, until, usedMl: Math.round(rest + first) };
};

/** Whether it is worth looking at what the home did before. */
export const mayBeBurst = (pieces: readonly FlowPiece[]): boolean => fastSince(pieces, minPerMinute) !== null;

/** mL a minute from which on it is one. */
export const burstFrom = ({ maxQuarterMl, days }: FlowHistory): number =>
  Math.max(days < knownDays ? minUnknown : minPerMinute, (times * maxQuarterMl) / 15);

export const findBurst = (pieces: readonly FlowPiece[], history: FlowHistory): Burst | null =>
  fastSince(pieces, burstFrom(history));

/** When it was over: the last quarter of an hour was heard, and nothing fast ran in it. */
export const burstOver = (pieces: readonly FlowPiece[], since: number): number | null => {
  const until = pieces.at(-1)?.to;
  if (until === undefined || until - burstSlices * sliceS < since) return null;
  const from = until - burstSlices * sliceS;
  const used = usedIn(pieces, from, until);
  return used !== null && used < (restPerMinute * (until - from)) / minuteS ? from : null;
};

/** All that runs meanwhile counts as the burst's: what else a home draws is little beside it. */
export const burstLeak = ({ since, until, usedMl }: Burst) => ({
  floorMlPerHour: Math.round((usedMl * 3600) / Math.max(1, until - since)),
  leakMl: usedMl,
  usedMl,
});
