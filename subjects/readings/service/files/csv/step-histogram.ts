/** The usual distance between the times of a series, without keeping the times. */

const maxDistances = 4000;

export interface StepHistogram {
  add(at: number): void;
  readonly counts: ReadonlyMap<number, number>;
}

export const stepHistogram = (): StepHistogram => {
  const counts = new Map<number, number>();
  let last: number | null = null;
  return {
    counts,
    add(at) {
      const step = last === null ? 0 : Math.abs(at - last);
      last = at;
      if (step > 0 && (counts.size < maxDistances || counts.has(step))) counts.set(step, (counts.get(step) ?? 0) + 1);
    },
  };
};

export const medianStep = (histograms: Iterable<StepHistogram>): number | null => {
  const all = new Map<number, number>();
  let total = 0;
  for (const { counts } of histograms) {
    for (const [step, count] of counts) {
      all.set(step, (all.get(step) ?? 0) + count);
      total += count;
    }
  }
  let passed = 0;
  for (const [step, count] of [...all].sort(([a], [b]) => a - b)) {
    passed += count;
    if (passed * 2 >= total) return step;
  }
  return null;
};
