/** Fits readings from before the watermark into what is already there, and says by how much each quarter-hour changes. */
import type { Outcome } from './advance-meter.ts';
import { counterStep, plausibleUse } from './counter-step.ts';
import type { Provenance, QuarterUse, StretchUse } from './quarter-use.ts';
import { emptyQuarter, spread } from './quarter-use.ts';
import type { MeterLimits, Reading } from './reading.ts';
import { endOf } from './reading.ts';

export type LateOutcome = Exclude<Outcome, 'late'> | 'conflict';

export interface Correction {
  /** One for each late reading, in the order given. */
  readonly outcomes: LateOutcome[];
  readonly kept: Reading[];
  /** Changes to add; a change may be negative. */
  readonly changes: QuarterUse[];
  /** The same for long silences; one that is taken back has its figures negated. */
  readonly stretches: StretchUse[];
}

/** Changes by the quarter, or the stretch, that they belong to. */
interface Changes {
  readonly quarters: Map<number, QuarterUse>;
  /** Whole ones come and go: what is booked and taken back again leaves nothing. */
  readonly stretches: Map<string, { readonly stretch: StretchUse; times: number }>;
}

const bookPair = (changes: Changes, before: Reading, after: Reading, limits: MeterLimits, sign: 1 | -1): void => {
  const seconds = after.at - before.at;
  const step = counterStep(before.value, after.value, seconds, limits);
  const used = step.kind === 'jump' ? 0 : step.used;
  const how = { source: after.source, estimated: step.kind === 'jump' || seconds > limits.maxGapS };
  book(changes, before.at, after.at, used, how, sign);
};

const addTo = (total: QuarterUse, part: QuarterUse, sign: number): void => {
  total.used += sign * part.used;
  total.estimated += sign * part.estimated;
  total.imported += sign * part.imported;
  total.coveredS += sign * part.coveredS;
};

const book = (changes: Changes, from: number, to: number, used: number, how: Provenance, sign: 1 | -1): void => {
  const piece = new Map<number, QuarterUse>();
  spread(from, to, used, how, {
    quarterAt: (start) => {
      const quarter = piece.get(start) ?? emptyQuarter(start);
      piece.set(start, quarter);
      return quarter;
    },
    addStretch: (stretch) => {
      const key = JSON.stringify(stretch);
      const known = changes.stretches.get(key) ?? { stretch, times: 0 };
      known.times += sign;
      changes.stretches.set(key, known);
    },
  });
  for (const [start, part] of piece) {
    const total = changes.quarters.get(start) ?? emptyQuarter(start);
    addTo(total, part, sign);
    changes.quarters.set(start, total);
  }
};

const signed = ({ stretch, times }: { stretch: StretchUse; times: number }): StretchUse => {
  const total = { ...emptyQuarter(stretch.start), end: stretch.end };
  addTo(total, stretch, times);
  return total;
};

const isChange = (q: QuarterUse): boolean => q.used !== 0 || q.estimated !== 0 || q.imported !== 0 || q.coveredS !== 0;

/** The index of the first stored reading at or after `at`. `stored` is sorted by `at`. */
const lowerBound = (stored: readonly Reading[], at: number): number => {
  let low = 0;
  let high = stored.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((stored[middle] as Reading).at < at) low = middle + 1;
    else high = middle;
  }
  return low;
};

const fitCounter = (stored: Reading[], late: Reading, limits: MeterLimits, changes: Changes): LateOutcome => {
  const place = lowerBound(stored, late.at);
  const after = stored[place];
  const before = stored[place - 1];
  if (after?.at === late.at) return after.value === late.value ? 'duplicate' : 'conflict';
  if (before && counterStep(before.value, late.value, late.at - before.at, limits).kind === 'jump')
    return 'implausible-jump';
  if (after && counterStep(late.value, after.value, after.at - late.at, limits).kind === 'jump')
    return 'implausible-jump';
  if (before && after) bookPair(changes, before, after, limits, -1);
  if (before) bookPair(changes, before, late, limits, 1);
  if (after) bookPair(changes, late, after, limits, 1);
  stored.splice(place, 0, late);
  return 'accepted';
};

const fitInterval = (stored: Reading[], late: Reading, limits: MeterLimits, changes: Changes): LateOutcome => {
  const place = lowerBound(stored, late.at);
  const after = stored[place];
  const before = stored[place - 1];
  if (after?.at === late.at && after.spanS === late.spanS) {
    return Math.abs(after.value - late.value) <= 1 ? 'duplicate' : 'conflict';
  }
  if ((before && endOf(before) > late.at) || (after && endOf(late) > after.at)) return 'conflict';
  const spanS = late.spanS ?? 0;
  if (Math.abs(late.value) > plausibleUse(spanS, limits)) return 'implausible-jump';
  book(changes, late.at, endOf(late), late.value, { source: late.source, estimated: spanS > limits.maxGapS }, 1);
  stored.splice(place, 0, late);
  return 'accepted';
};

/**
 * `stored`: what is kept around the late readings, sorted, with the neighbour before the first and after the last.
 * `late`: whole values. The changes are exactly: use of (stored + late) minus use of stored.
 */
export const correctLate = (stored: readonly Reading[], late: readonly Reading[], limits: MeterLimits): Correction => {
  const all = [...stored];
  const changes: Changes = { quarters: new Map(), stretches: new Map() };
  const kept: Reading[] = [];
  const outcomes = late.map((reading) => {
    const fit = reading.spanS === null ? fitCounter : fitInterval;
    const outcome = fit(all, reading, limits, changes);
    if (outcome === 'accepted') kept.push(reading);
    return outcome;
  });
  return {
    outcomes,
    kept,
    changes: [...changes.quarters.values()].filter(isChange).sort((a, b) => a.start - b.start),
    stretches: [...changes.stretches.values()].filter(({ times }) => times !== 0).map(signed),
  };
};
