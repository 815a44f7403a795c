/** How long a meter is usually quiet, learned from what it sent, and from when on its silence is worth a word. */

/** The times between a meter's readings that ended on one day; seconds. */
export interface DayGaps {
  readonly gaps: number;
  /** The middle one and the 95th of a hundred; null: not known (a packed day). */
  readonly medianS: number | null;
  readonly highS: number | null;
  readonly maxS: number;
}

/** Fewer tell nothing about what is usual. */
const minGaps = 8;
/** So many days show an ordinary night; before that only a meter that ticks evenly is judged. */
const wholeDays = 4;
/** The 95th gap of a hundred, against the middle one. */
const evenly = 1.5;
const minArrivals = 3;
const minWatchedS = 3600;

/** A router or a gateway that starts anew takes minutes: shorter silences of a meter that speaks often say nothing. */
const minSilenceS = 15 * 60;

const upperMedian = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] as number;

/**
 * The silence that a meter comes to on an ordinary day: the middle one of each day's longest. Even meters have their interval there, one
 * that speaks only when water flows has its night, and a day with an outage changes nothing. Never shorter than `arrivalS`, the time between
 * two batches: a meter that sends an hour's minutes each hour is quiet for an hour. Null: too little is known to judge.
 */
export const usualInterval = (days: readonly DayGaps[], arrivalS: number | null): number | null => {
  const known = days.filter(({ gaps }) => gaps > 0);
  if (arrivalS === null || known.reduce((sum, { gaps }) => sum + gaps, 0) < minGaps) return null;
  if (known.length >= wholeDays) return Math.max(upperMedian(known.map(({ maxS }) => maxS)), arrivalS);
  const seen = known.flatMap(({ gaps, medianS, highS }) =>
    gaps < minGaps || medianS === null || highS === null ? [] : [{ medianS, highS }],
  );
  if (seen.length === 0 || seen.some(({ medianS, highS }) => highS > evenly * medianS)) return null;
  return Math.max(...seen.map(({ highS }) => highS), arrivalS);
};

/** Batches that came since somebody began to count, `watchedS` seconds ago. */
export interface Arrivals {
  readonly batches: number;
  readonly watchedS: number;
}

/** The mean time between two batches; null while too few were seen. */
export const meanArrival = ({ batches, watchedS }: Arrivals): number | null =>
  batches < minArrivals || watchedS < minWatchedS ? null : Math.round(watchedS / batches);

/** From this much silence on a meter is reported: three times its usual interval, and never less than a quarter of an hour. */
export const silentAfter = (usualS: number): number => Math.max(3 * usualS, minSilenceS);
