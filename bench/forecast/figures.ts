/** What many cycles say of the forecast: how far it is off, and how often its range holds on homes that the range was not chosen on. */
import { type Half, halfOf } from './homes.ts';
import { naiveRules, type Rolled } from './rolled.ts';

/** Linear between neighbours; null of nothing, and where it has no end. */
export const quantile = (values: readonly number[], share: number): number | null => {
  const sorted = values.toSorted((a, b) => a - b);
  const at = share * (sorted.length - 1);
  const [low = Number.NaN, high = Number.NaN] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]];
  const value = low === high ? low : low + (high - low) * (at - Math.floor(at));
  return Number.isFinite(value) ? value : null;
};

/** Null where there is nothing to divide, or to divide by. */
const ratioOf = (part: number | null, whole: number | null): number | null =>
  part === null || !whole ? null : part / whole;

const medianOf = (rolled: readonly Rolled[], valueOf: (one: Rolled) => number): number | null =>
  quantile(rolled.map(valueOf), 0.5);

/** In percent; null of no cycles. The range is taken so many times as wide as it is. */
const shareWithin = (rolled: readonly Rolled[], times = 1): number | null =>
  ratioOf(100 * rolled.filter(({ reach }) => reach <= times).length, rolled.length);

export const figuresOf = (rolled: readonly Rolled[]) => {
  const own = medianOf(rolled, (one) => one.own);
  const naive = naiveRules.map((rule) => medianOf(rolled, (one) => one.naive[rule]));
  return {
    homes: new Set(rolled.map(({ home }) => home)).size,
    cycles: rolled.length,
    own,
    naive,
    asSoFar: ratioOf(own, naive[naiveRules.indexOf('as so far')] ?? null),
    within: shareWithin(rolled),
  };
};

const meant = 0.8;

/** The range made so wide that it holds eight of ten on the other half, and what it then holds on this one. */
export const leftOut = (rolled: readonly Rolled[], half: Half) => {
  const own = rolled.filter(({ home }) => halfOf(home) === half);
  const other = rolled.filter(({ home }) => halfOf(home) !== half);
  const times = quantile(
    other.map(({ reach }) => reach),
    meant,
  );
  return { ...figuresOf(own), times, withinThen: times === null ? null : shareWithin(own, times) };
};
