/** What many cycles say of the forecast: how far it is off, and how often its range holds on homes that the range was not chosen on. */
import { createHash } from 'node:crypto';
import type { Home } from './forecast-homes.ts';
import { naiveRules, type Rolled } from './forecast-rolled.ts';

/** Homes fall into two halves by their names, for good: what is chosen on one half is reported on the other. */
export const halves = ['A', 'B'] as const;
export type Half = (typeof halves)[number];
export const halfOf = ({ group, name }: Home): Half =>
  (createHash('sha256').update(`${group} ${name}`).digest()[0] as number) % 2 === 0 ? 'A' : 'B';

/** Linear between neighbours; null of nothing. */
export const quantile = (values: readonly number[], share: number): number | null => {
  if (values.length === 0) return null;
  const sorted = values.toSorted((a, b) => a - b);
  const at = share * (sorted.length - 1);
  const [low, high] = [sorted[Math.floor(at)] as number, sorted[Math.ceil(at)] as number];
  return low === high ? low : low + (high - low) * (at - Math.floor(at));
};

/** What a ratio says is null where there is nothing to divide by. */
const ratioOf = (part: number | null, whole: number | null): number | null =>
  part === null || !whole || !Number.isFinite(part / whole) ? null : part / whole;

/** In percent; null of no cycles. The range is taken so many times as wide as it is. */
export const shareWithin = (rolled: readonly Rolled[], times = 1): number | null =>
  ratioOf(100 * rolled.filter(({ reach }) => reach <= times).length, rolled.length);

export const figuresOf = (rolled: readonly Rolled[]) => {
  const own = quantile(
    rolled.map((one) => one.own),
    0.5,
  );
  const naive = naiveRules.map((rule) =>
    quantile(
      rolled.map((one) => one.naive[rule]),
      0.5,
    ),
  );
  const [asSoFar = null] = naive;
  return {
    homes: new Set(rolled.map(({ home }) => home)).size,
    cycles: rolled.length,
    own,
    naive,
    asSoFar: ratioOf(own, asSoFar),
    within: shareWithin(rolled),
  };
};
export type Figures = ReturnType<typeof figuresOf>;

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
