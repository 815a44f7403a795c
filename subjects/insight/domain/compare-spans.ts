/** Use of two times beside each other: like is compared with like, and only where both were measured. */

/** From this share of the time on that was measured, of each part and of all, a difference is a percentage. */
export const comparedFrom = 0.9;

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
  /** E.g. -0.06, and what was used in the time that was measured in both; `skipped` parts were not. */
  | {
      readonly kind: 'change';
      readonly share: number;
      readonly now: number;
      readonly before: number;
      readonly skipped: number;
    }
  /** Too little of the time was measured in both: which of the two is to blame. */
  | { readonly kind: 'gap'; readonly in: 'now' | 'before' | 'both'; readonly covered: number }
  /** Nothing was used before, so that nothing can be a share of it. */
  | { readonly kind: 'unused' };

export const isCovered = ({ coveredS, expectedS }: Omit<MeasuredSpan, 'used'>): boolean =>
  expectedS > 0 && coveredS >= comparedFrom * expectedS;

const measuredShare = ({ coveredS, expectedS }: MeasuredSpan): number =>
  expectedS > 0 ? Math.min(1, coveredS / expectedS) : 0;

/** The share of their time that was measured; `of` says it of one pair. */
const shareOf = (pairs: readonly SpanPair[], of: (pair: SpanPair) => number): number => {
  const all = pairs.reduce((sum, { now }) => sum + now.expectedS, 0);
  return all === 0 ? 0 : pairs.reduce((sum, pair) => sum + of(pair) * pair.now.expectedS, 0) / all;
};

/** A part that was measured in part only is left out of both times; its use is not guessed from the rest. */
export const compareSpans = (pairs: readonly SpanPair[]): SpanChange => {
  const covered = shareOf(pairs, ({ now, before }) => Math.min(measuredShare(now), measuredShare(before)));
  if (covered < comparedFrom) {
    const hasNow = shareOf(pairs, ({ now }) => measuredShare(now)) >= comparedFrom;
    const hasBefore = shareOf(pairs, ({ before }) => measuredShare(before)) >= comparedFrom;
    return { kind: 'gap', in: hasNow === hasBefore ? 'both' : hasNow ? 'before' : 'now', covered };
  }
  let now = 0;
  let before = 0;
  let skipped = 0;
  for (const pair of pairs) {
    if (!isCovered(pair.now) || !isCovered(pair.before)) {
      skipped += 1;
      continue;
    }
    now += pair.now.used;
    before += pair.before.used;
  }
  return before <= 0 ? { kind: 'unused' } : { kind: 'change', share: now / before - 1, now, before, skipped };
};
