/** Seeded randomness: a stream is named by integers, so any day can be drawn without drawing the days before it. */
export type Random = () => number;

const mix = (hash: number, value: number): number => {
  const h = Math.imul(hash ^ value, 0x9e3779b1);
  return Math.imul(h ^ (h >>> 15), 0x85ebca6b) ^ (h >>> 13);
};

/** An unending stream of numbers in [0, 1): the same names give the same stream (mulberry32). */
export const stream = (...names: readonly number[]): Random => {
  let state = names.reduce(mix, 0x243f6a88);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
};

export const between = (random: Random, low: number, high: number): number => low + (high - low) * random();

/** How many times something happens that happens `mean` times on average (Poisson). */
export const happenings = (random: Random, mean: number): number => {
  const limit = Math.exp(-mean);
  let count = 0;
  for (let product = random(); product > limit; product *= random()) count += 1;
  return count;
};

/** An index drawn in proportion to its weight. */
export const weighted = (random: Random, weights: readonly number[]): number => {
  let left = random() * weights.reduce((sum, weight) => sum + weight, 0);
  const index = weights.findIndex((weight) => {
    left -= weight;
    return left < 0;
  });
  return index < 0 ? weights.length - 1 : index;
};

/** A value drawn from its evenly spaced quantiles, straight lines between them. */
export const fromQuantiles = (random: Random, quantiles: readonly number[]): number => {
  const place = random() * (quantiles.length - 1);
  const below = Math.floor(place);
  const low = quantiles[below] ?? 0;
  return low + ((quantiles[below + 1] ?? low) - low) * (place - below);
};
