/** How alike two series are, for tests. */
const sum = (values: Iterable<number>): number => [...values].reduce((total, value) => total + value, 0);

export const mean = (values: readonly number[]): number => sum(values) / values.length;

export const shares = (values: readonly number[]): number[] => {
  const total = sum(values);
  return values.map((value) => value / total);
};

/** 0: the same shape; 1: nothing in common (total variation). */
export const distance = (one: readonly number[], other: readonly number[]): number => {
  const right = shares(other);
  return sum(shares(one).map((share, i) => Math.abs(share - (right[i] ?? 0)))) / 2;
};

export const aboveFloor = (profile: readonly number[]): number[] =>
  profile.map((units) => units - Math.min(...profile));

export const sorted = (values: readonly number[]): number[] => values.toSorted((a, b) => a - b);

export const quantile = (ascending: readonly number[], p: number): number =>
  ascending[Math.round(p * (ascending.length - 1))] ?? 0;

export const hours = (): number[] => Array.from({ length: 24 }, () => 0);

export const bump = (into: number[], i: number, by: number): void => {
  into[i] = (into[i] ?? 0) + by;
};
