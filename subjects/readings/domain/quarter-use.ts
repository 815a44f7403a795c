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

/** Use spread evenly over the many quarters of `[start, end)`, kept as one: a silence of weeks is thousands of equal quarters. */
export interface GapUse extends QuarterUse {
  readonly end: number;
}

/** From this length on the quarters between the first and the last are kept as one gap. */
const minGapS = 2 * 86_400;

export const quarterOf = (at: number): number => at - (((at % QUARTER_S) + QUARTER_S) % QUARTER_S);

export const emptyQuarter = (start: number): QuarterUse => ({ start, used: 0, estimated: 0, imported: 0, coveredS: 0 });

/** How a piece of use is known. */
export interface Provenance {
  readonly source: Source;
  readonly estimated: boolean;
}

/** Where a piece of use goes. Quarters are asked for in ascending order, a gap lies between two of them. */
export interface Ledger {
  quarterAt(start: number): QuarterUse;
  addGap(gap: GapUse): void;
}

const add = (quarter: QuarterUse, used: number, seconds: number, how: Provenance): void => {
  quarter.used += used;
  if (how.estimated) quarter.estimated += used;
  else quarter.coveredS += seconds;
  if (how.source === source.imported) quarter.imported += used;
};

/** Spreads `used` evenly over `[from, to)` into the quarters it touches. Shares are whole and their sum is `used`. */
export const spread = (from: number, to: number, used: number, how: Provenance, ledger: Ledger): void => {
  const first = quarterOf(from);
  if (to <= first + QUARTER_S) {
    add(ledger.quarterAt(first), used, to - from, how);
    return;
  }
  const length = to - from;
  const last = quarterOf(to - 1);
  let given = 0;
  for (let start = first; start < to; ) {
    const isGap = length > minGapS && start === first + QUARTER_S;
    const end = isGap ? last : Math.min(start + QUARTER_S, to);
    const due = end === to ? used : Math.trunc(used * ((end - from) / length));
    const piece = isGap ? emptyQuarter(start) : ledger.quarterAt(start);
    add(piece, due - given, end - Math.max(start, from), how);
    if (isGap) ledger.addGap({ ...piece, end });
    given = due;
    start = end;
  }
};
