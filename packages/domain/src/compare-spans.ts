/** Use of two times beside each other: like is compared with like, and only where both were measured. */

/** From this share of it on, a part of the time was measured. */
export const comparedFrom = 0.9;
/**
 * From this share of the time on that was measured in both, a difference is a percentage: a day with an outage is left out of both weeks, and
 * the other six are still like beside like.
 */
export const comparedTimeFrom = 0.75;

/** Wh or mL of a part of the time, and how much of that part was measured. */
export interface MeasuredSpan {
  readonly used: number;
  readonly coveredS: number;
  /** Of all the meters that the home's total is made of. */
  readonly expectedS: number;
}

/** Parts that stand beside each other: the same hour of two days, the same day of two weeks. One of which nothing is known was covered for 0 s. */
export interface SpanPair {
  readonly now: MeasuredSpan;
  readonly before: MeasuredSpan;
}

export type SpanChange =
  /** E.g. -0.06, and what was used in the time that was measured in both. */
  | { readonly kind: 'change'; readonly share: number; readonly now: number; readonly before: number }
  /** Too little of the time was measured in both: which of the two is to blame. */
  | { readonly kind: 'gap'; readonly in: 'now' | 'before' | 'both'; readonly covered: number }
  /** Nothing was used before, so that nothing can be a share of it. */
  | { readonly kind: 'unused' };

export const isCovered = ({ coveredS, expectedS }: Omit<MeasuredSpan, 'used'>): boolean =>
  expectedS > 0 && coveredS >= comparedFrom * expectedS;

/** The share of their time in which those that `is` chooses were measured. */
const shareOf = (pairs: readonly SpanPair[], is: (pair: SpanPair) => boolean): number => {
  const all = pairs.reduce((sum, pair) => sum + pair.now.expectedS, 0);
  return all === 0 ? 0 : pairs.filter(is).reduce((sum, pair) => sum + pair.now.expectedS, 0) / all;
};

export const compareSpans = (pairs: readonly SpanPair[]): SpanChange => {
  const covered = shareOf(pairs, ({ now, before }) => isCovered(now) && isCovered(before));
  if (covered < comparedTimeFrom) {
    const hasNow = shareOf(pairs, ({ now }) => isCovered(now)) >= comparedTimeFrom;
    const hasBefore = shareOf(pairs, ({ before }) => isCovered(before)) >= comparedTimeFrom;
    return { kind: 'gap', in: hasNow === hasBefore ? 'both' : hasNow ? 'before' : 'now', covered };
  }
  let now = 0;
  let before = 0;
  for (const pair of pairs) {
    if (!isCovered(pair.now) || !isCovered(pair.before)) continue;
    now += pair.now.used;
    before += pair.before.used;
  }
  return before <= 0 ? { kind: 'unused' } : { kind: 'change', share: now / before - 1, now, before };
};
