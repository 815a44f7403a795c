/** Use by quarter-hour (UTC): the grain that serves half-hour and quarter-hour time zones and prices. */
import type { Source } from './reading.ts';
import { source } from './reading.ts';

export const QUARTER_S = 900;

/** Use in `[start, start + 900)`; `estimated` and `imported` are parts of `used`; `coveredS` is how long was measured. */
export interface QuarterUse {
  readonly start: number;
  used: number;
  estimated: number;
  imported: number;
  coveredS: number;
}

export const quarterOf = (at: number): number => at - (((at % QUARTER_S) + QUARTER_S) % QUARTER_S);

export const emptyQuarter = (start: number): QuarterUse => ({ start, used: 0, estimated: 0, imported: 0, coveredS: 0 });

/** How a piece of use is known. */
export interface Provenance {
  readonly source: Source;
  readonly estimated: boolean;
}

const add = (quarter: QuarterUse, used: number, seconds: number, how: Provenance): void => {
  quarter.used += used;
  if (how.estimated) quarter.estimated += used;
  else quarter.coveredS += seconds;
  if (how.source === source.imported) quarter.imported += used;
};

/**
 * Spreads `used` evenly over `[from, to)` into the quarters it touches. Shares are whole and their sum is `used`.
 * `quarterAt(start)` gives the quarter to add to; starts come in ascending order.
 */
export const spread = (
  from: number,
  to: number,
  used: number,
  how: Provenance,
  quarterAt: (start: number) => QuarterUse,
): void => {
  const first = quarterOf(from);
  if (to <= first + QUARTER_S) {
    add(quarterAt(first), used, to - from, how);
    return;
  }
  const length = to - from;
  let given = 0;
  for (let start = first; start < to; start += QUARTER_S) {
    const end = Math.min(start + QUARTER_S, to);
    const due = end === to ? used : Math.trunc(used * ((end - from) / length));
    add(quarterAt(start), due - given, end - Math.max(start, from), how);
    given = due;
  }
};
