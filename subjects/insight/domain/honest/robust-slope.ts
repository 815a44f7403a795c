/** By how much a remainder follows one meter: what of `rest` moves with `part` from slot to slot. */
import { pickQuantile } from './home-use.ts';

export interface Slope {
  readonly slope: number;
  readonly error: number;
}

/**
 * What is not metered is quiet most of the time, and only ever adds. So the fit begins with the middle of all steps between neighbours
 * (Theil and Sen's slope, each by the size of its step) and the lower quarter of each window, and narrows to the nearest slots (Tukey's
 * biweight); the others, in which something else ran, say nothing.
 */
const windowSlots = 8;
const quietShare = 0.25;
const keptShare = 0.4;
const widest = 3;
const rounds = 10;
const wideRounds = 7;

/** The slots that both were measured in, window by window. */
const pairUp = (rest: Float64Array, part: Float64Array) => {
  const [y, x, window]: [number[], number[], number[]] = [[], [], []];
  let windows = 0;
  for (let from = 0; from < rest.length; from += windowSlots) {
    const at: number[] = [];
    for (let i = from; i < Math.min(rest.length, from + windowSlots); i += 1)
      if (!Number.isNaN(rest[i]) && !Number.isNaN(part[i])) at.push(i);
    if (at.length <= windowSlots / 2) continue;
    for (const i of at) {
      y.push(rest[i] as number);
      x.push(part[i] as number);
      window.push(windows);
    }
    windows += 1;
  }
  return { y: Float64Array.from(y), x: Float64Array.from(x), window, windows };
};

type Pairs = ReturnType<typeof pairUp>;

/** Slopes that a fit is tried from. */
const tried = [-0.2, -0.12, -0.08, -0.05, -0.03, -0.02, -0.01, 0.01, 0.02, 0.03, 0.05, 0.08, 0.12, 0.2];
const preferred = 0.95;
/** So many times the worst error that is of use: not worth the search. */
const hopeless = 3;

/** How far the nearer slots are off when the remainder follows `part` by `slope`. */
const scaleAt = (pairs: Pairs, slope: number): number => {
  const { x, y, window } = pairs;
  const base = quietLevels(pairs, slope);
  const far = new Float64Array(x.length);
  for (let i = 0; i < far.length; i += 1)
    far[i] = Math.abs((y[i] as number) - (base[window[i] as number] as number) - slope * (x[i] as number));
  return pickQuantile(far, keptShare);
};

/** A meter is taken to be right unless another slope is plainly nearer. */
const firstSlope = (pairs: Pairs, quiet: number): number => {
  let [best, least] = [0, quiet * preferred];
  for (const slope of tried) {
    const scale = scaleAt(pairs, slope);
    if (scale < least) [best, least] = [slope, scale];
  }
  return best;
};

/** Of each window; it sorts a handful of slots by hand, as a fit asks for thousands of them. */
const quietLevels = ({ x, y, window, windows }: Pairs, slope: number): Float64Array => {
  const levels = new Float64Array(windows);
  const left = new Float64Array(windowSlots);
  for (let i = 0, at = 0; at < windows; at += 1) {
    let count = 0;
    for (; window[i] === at; i += 1, count += 1) {
      const one = (y[i] as number) - slope * (x[i] as number);
      let place = count;
      for (; place > 0 && (left[place - 1] as number) > one; place -= 1) left[place] = left[place - 1] as number;
      left[place] = one;
    }
    levels[at] = left[Math.round((count - 1) * quietShare)] as number;
  }
  return levels;
};

/** How much the part moved within its windows: what little it did cannot be told from the rest. */
const spreadOf = ({ x, window, windows }: Pairs): number => {
  const [sums, counts] = [new Float64Array(windows), new Float64Array(windows)];
  x.forEach((used, i) => {
    const at = window[i] as number;
    sums[at] = (sums[at] as number) + used;
    counts[at] = (counts[at] as number) + 1;
  });
  return x.reduce((sum, used, i) => {
    const at = window[i] as number;
    return sum + (used - (sums[at] as number) / (counts[at] as number)) ** 2;
  }, 0);
};

/** Null: too little was measured, nothing moved, or the slope would be known worse than `maxError`. */
export const robustSlope = (rest: Float64Array, part: Float64Array, maxError: number): Slope | null => {
  const pairs = pairUp(rest, part);
  const { x, y, window, windows } = pairs;
  if (windows * windowSlots < rest.length / 2) return null;
  const quiet = scaleAt(pairs, 0);
  if (quiet / Math.sqrt(spreadOf(pairs)) > hopeless * maxError) return null;
  let slope = firstSlope(pairs, quiet);
  let error = Number.POSITIVE_INFINITY;
  const base = quietLevels(pairs, slope);
  const off = new Float64Array(x.length);
  const far = new Float64Array(x.length);
  const weights = new Float64Array(x.length);
  for (let round = 0; round < rounds; round += 1) {
    for (let i = 0; i < x.length; i += 1) {
      off[i] = (y[i] as number) - (base[window[i] as number] as number) - slope * (x[i] as number);
      far[i] = Math.abs(off[i] as number);
    }
    const wide = Math.max(1, widest - ((widest - 1) * round) / wideRounds);
    const width = wide * Math.max(1, pickQuantile(far, keptShare));
    const [sumW, sumX, sumY] = [new Float64Array(windows), new Float64Array(windows), new Float64Array(windows)];
    let squares = 0;
    for (let i = 0; i < x.length; i += 1) {
      const near = 1 - ((off[i] as number) / width) ** 2;
      const w = near > 0 ? near * near : 0;
      const at = window[i] as number;
      weights[i] = w;
      squares += w * (off[i] as number) ** 2;
      sumW[at] = (sumW[at] as number) + w;
      sumX[at] = (sumX[at] as number) + w * (x[i] as number);
      sumY[at] = (sumY[at] as number) + w * (y[i] as number);
    }
    let [spread, shared, weight] = [0, 0, 0];
    for (let i = 0; i < x.length; i += 1) {
      const w = weights[i] as number;
      if (w === 0) continue;
      const at = window[i] as number;
      const dx = (x[i] as number) - (sumX[at] as number) / (sumW[at] as number);
      weight += w;
      spread += w * dx * dx;
      shared += w * dx * ((y[i] as number) - (sumY[at] as number) / (sumW[at] as number));
    }
    if (!(spread > 1e-9)) return null;
    slope = shared / spread;
    for (let at = 0; at < windows; at += 1)
      if ((sumW[at] as number) > 0)
        base[at] = ((sumY[at] as number) - slope * (sumX[at] as number)) / (sumW[at] as number);
    // Whole Wh or mL: what lies within one is not told apart.
    error = Math.sqrt((squares / weight + 1 / 12) / spread);
  }
  return { slope, error };
};
