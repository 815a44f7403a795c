/** What a meter said, and how far to believe it. Instants are whole seconds since 1970 (UTC); amounts are Wh or mL. */

/** Where a reading came from; the numbers are stored. */
export const source = { measured: 0, imported: 1, simulated: 2, typed: 3 } as const;
export type Source = (typeof source)[keyof typeof source];

/**
 * What a person said of a reading. `start`: the counter begins anew here (another meter), the step to it is no use.
 * `believed`: it is real, however much it shows. The numbers are stored.
 */
export const mark = { none: 0, start: 1, believed: 2 } as const;
export type Mark = (typeof mark)[keyof typeof mark];

/** A counter's value at `at` (spanS null), or the amount used in `[at, at + spanS)`. */
export interface Reading {
  readonly at: number;
  readonly value: number;
  readonly spanS: number | null;
  readonly source: Source;
  readonly mark?: Mark;
}

/** Meters that anybody asks about told nothing before it: a clock or a unit of time is wrong. */
const earliest = Date.UTC(2000, 0, 1) / 1000;
/** 31 days: a monthly amount is the longest interval that means anything. */
const maxSpanS = 31 * 86_400 + 7200;
/** A little ahead is a clock, more is a mistake. */
const maxAheadS = 300;

/** Whatever the source: a counter does not fall below zero, and nothing is larger than a number holds exactly. */
export const isSound = ({ at, value, spanS }: Pick<Reading, 'at' | 'value' | 'spanS'>): boolean =>
  at >= earliest &&
  (spanS ?? 0) <= maxSpanS &&
  Math.abs(value) <= Number.MAX_SAFE_INTEGER &&
  (value >= 0 || spanS !== null);

/** Of a time that has not been at `nowS`. */
export const isOfFuture = (reading: Pick<Reading, 'at' | 'spanS'>, nowS: number): boolean =>
  endOf(reading) > nowS + maxAheadS;

export type ReadingKind = 'counter' | 'interval';

/** What a meter can pass in an hour at most, and the longest silence that still counts as measured. */
export interface MeterLimits {
  readonly maxPerHour: number;
  readonly maxGapS: number;
  /** The first value that the counter cannot show, after which it begins at zero; none is known: null. */
  readonly rollsOverAt?: number | null;
}

export const kindOf = (reading: Reading): ReadingKind => (reading.spanS === null ? 'counter' : 'interval');

/** The instant until which a reading says something. */
export const endOf = (reading: Pick<Reading, 'at' | 'spanS'>): number => reading.at + (reading.spanS ?? 0);

/** Source and mark in the one number that is stored of them. */
export const originCode = (reading: Pick<Reading, 'source' | 'mark'>): number =>
  reading.source + 4 * (reading.mark ?? 0);

export const originOf = (code: number): Pick<Reading, 'source' | 'mark'> =>
  code < 4 ? { source: code as Source } : { source: (code % 4) as Source, mark: Math.floor(code / 4) as Mark };
