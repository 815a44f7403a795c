/** Quantiles of values that do not all count the same. */

export interface Weighted {
  readonly value: number;
  readonly weight: number;
}

/** The value below which `share` (0 to 1) of the weight lies, in a straight line between the middles of the weights. NaN of none. */
export const weightedQuantile = (values: readonly Weighted[], share: number): number => {
  const sorted = values.toSorted((a, b) => a.value - b.value);
  const wanted = share * sorted.reduce((sum, { weight }) => sum + weight, 0);
  let before = { value: sorted[0]?.value ?? Number.NaN, middle: 0 };
  let passed = 0;
  for (const { value, weight } of sorted) {
    const middle = passed + weight / 2;
    if (middle >= wanted) {
      const part = middle > before.middle ? (wanted - before.middle) / (middle - before.middle) : 1;
      return before.value + (value - before.value) * Math.max(0, part);
    }
    before = { value, middle };
    passed += weight;
  }
  return before.value;
};
