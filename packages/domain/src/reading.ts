/** What a meter said, and how far to believe it. Instants are whole seconds since 1970 (UTC); amounts are Wh or mL. */

/** Where a reading came from; the numbers are stored. */
export const source = { measured: 0, imported: 1, simulated: 2 } as const;
export type Source = (typeof source)[keyof typeof source];

/** A counter's value at `at` (spanS null), or the amount used in `[at, at + spanS)`. */
export interface Reading {
  readonly at: number;
  readonly value: number;
  readonly spanS: number | null;
  readonly source: Source;
}

export type ReadingKind = 'counter' | 'interval';

/** What a meter can pass in an hour at most, and the longest silence that still counts as measured. */
export interface MeterLimits {
  readonly maxPerHour: number;
  readonly maxGapS: number;
}

export const kindOf = (reading: Reading): ReadingKind => (reading.spanS === null ? 'counter' : 'interval');

/** The instant until which a reading says something. */
export const endOf = (reading: Reading): number => reading.at + (reading.spanS ?? 0);
