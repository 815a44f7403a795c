/** Fits readings from before the watermark into what is already there, and says by how much each quarter-hour changes. */
import {
  emptyQuarter,
  type GapUse,
  type Outcome,
  type Piece,
  piecesOf,
  plausibleUse,
  type QuarterUse,
  spread,
  stepTo,
} from './meter-use.ts';
import { endOf, type MeterLimits, type Reading } from './reading.ts';

export type LateOutcome = Exclude<Outcome, 'late'> | 'conflict';

interface Correction extends UseChanges {
  /** One for each late reading, in the order given. */
  readonly outcomes: LateOutcome[];
  readonly kept: Reading[];
  /** Of what was stored, those that a newest took the place of. */
  readonly replaced: Reading[];
  /** What is there now: what was stored, and what is kept. */
  readonly readings: readonly Reading[];
}

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

/** So many readings back the counter may have been away from where it goes on. */
const maxLookedAt = 200;

/** Whether `late` can follow one of the readings before `place`: the last one, or one that it rose above since. */
const canFollow = (stored: readonly Reading[], place: number, late: Reading, limits: MeterLimits): boolean => {
  let highest = -1;
  for (let i = place - 1; i >= Math.max(0, place - maxLookedAt); i -= 1) {
    const before = stored[i] as Reading;
    if (before.value > highest && stepTo(before, late, limits).kind !== 'jump') return true;
    highest = Math.max(highest, before.value);
    if (before.value > late.value) return false;
  }
  return place === 0;
};

/**
 * `newest` where it can be: in place of what is stored for its instant. What use is counted from stays (the first of all, what a person said):
 * it follows that by a second.
 */
const makeRoom = (stored: Reading[], newest: Reading, replaced: Reading[]): Reading => {
  const place = lowerBound(stored, newest.at);
  const there = stored[place];
  if (there?.at !== newest.at || there.value === newest.value || there.spanS !== null) return newest;
  if (place === 0 || there.mark) return makeRoom(stored, { ...newest, at: newest.at + 1 }, replaced);
  stored.splice(place, 1);
  replaced.push(there);
  return newest;
};

const fitCounter = (stored: Reading[], late: Reading, limits: MeterLimits): LateOutcome => {
  const place = lowerBound(stored, late.at);
  const after = stored[place];
  const before = stored[place - 1];
  if (after?.at === late.at) return after.value === late.value ? 'duplicate' : 'conflict';
  if (before && !canFollow(stored, place, late, limits)) return 'implausible-jump';
  // One that is above what comes before and lower than what comes after would make a jump of what was none.
  const isBelow =
    before !== undefined && late.value < before.value && after !== undefined && after.value >= before.value;
  if (after && !isBelow && stepTo(late, after, limits).kind === 'jump') return 'implausible-jump';
  stored.splice(place, 0, late);
  return 'accepted';
};

const fitInterval = (stored: Reading[], late: Reading, limits: MeterLimits): LateOutcome => {
  const place = lowerBound(stored, late.at);
  const after = stored[place];
  const before = stored[place - 1];
  if (after?.at === late.at && after.spanS === late.spanS) {
    return Math.abs(after.value - late.value) <= 1 ? 'duplicate' : 'conflict';
  }
  if ((before && endOf(before) > late.at) || (after && endOf(late) > after.at)) return 'conflict';
  if (late.value < 0) return 'negative-amount';
  if (late.value > plausibleUse(late.spanS ?? 0, limits)) return 'implausible-jump';
  stored.splice(place, 0, late);
  return 'accepted';
};

/**
 * `stored`: what is kept around the late readings, sorted, with the neighbour before the first and after the last, and for a counter that falls
 * there whatever lies within `dipWindowS` of what lies within `dipWindowS` of them. `late`: whole values. The changes are exactly: use of
 * (stored + late) minus use of stored. `newest`: those of `late` that take the place of another counter value of the same instant.
 */
export const correctLate = (
  stored: readonly Reading[],
  late: readonly Reading[],
  limits: MeterLimits,
  newest: ReadonlySet<Reading> = new Set(),
): Correction => {
  const readings = [...stored];
  const kept: Reading[] = [];
  const replaced: Reading[] = [];
  const outcomes = late.map((reading) => {
    const before = replaced.length;
    const one = newest.has(reading) ? makeRoom(readings, reading, replaced) : reading;
    const fit = reading.spanS === null ? fitCounter : fitInterval;
    const outcome = fit(readings, one, limits);
    const given = replaced.splice(before);
    if (outcome === 'accepted') {
      // One of these late ones was never stored.
      for (const old of given)
        if (kept.includes(old)) kept.splice(kept.indexOf(old), 1);
        else replaced.push(old);
      kept.push(one);
    }
    // What cannot be believed takes nobody's place.
    else for (const old of given) readings.splice(lowerBound(readings, old.at), 0, old);
    return outcome;
  });
  return { outcomes, kept, replaced, readings, ...versionChange({ readings: stored, limits }, { readings, limits }) };
};

// What another version of a meter's readings, or other limits, change in its use: by how much quarter-hours and gaps do.

/** Changes to add to what is booked; any figure may be negative, a gap that is taken back has all of them negated. */
export interface UseChanges {
  readonly changes: QuarterUse[];
  readonly gaps: GapUse[];
}

interface ChangeBook {
  book(piece: Piece, sign: 1 | -1): void;
  result(): UseChanges;
}

const addTo = (total: QuarterUse, part: QuarterUse, sign: number): void => {
  total.used += sign * part.used;
  total.estimated += sign * part.estimated;
  total.imported += sign * part.imported;
  total.coveredS += sign * part.coveredS;
};

const isChange = (q: QuarterUse): boolean => q.used !== 0 || q.estimated !== 0 || q.imported !== 0 || q.coveredS !== 0;

const changeBook = (): ChangeBook => {
  const quarters = new Map<number, QuarterUse>();
  /** Whole ones come and go: what is booked and taken back again leaves nothing. */
  const gaps = new Map<string, { readonly gap: GapUse; times: number }>();

  return {
    book: (piece, sign) => {
      const parts = new Map<number, QuarterUse>();
      spread(piece.from, piece.to, piece.used, piece, {
        quarterAt: (start) => {
          const quarter = parts.get(start) ?? emptyQuarter(start);
          parts.set(start, quarter);
          return quarter;
        },
        addGap: (gap) => {
          const key = JSON.stringify(gap);
          const known = gaps.get(key) ?? { gap, times: 0 };
          known.times += sign;
          gaps.set(key, known);
        },
      });
      for (const [start, part] of parts) {
        const total = quarters.get(start) ?? emptyQuarter(start);
        addTo(total, part, sign);
        quarters.set(start, total);
      }
    },
    result: () => ({
      changes: [...quarters.values()].filter(isChange).sort((a, b) => a.start - b.start),
      gaps: [...gaps.values()]
        .filter(({ times }) => times !== 0)
        .map(({ gap, times }) => {
          const total = { ...emptyQuarter(gap.start), end: gap.end };
          addTo(total, gap, times);
          return total;
        }),
    }),
  };
};

/** Readings (sorted, of one kind) as they are judged under `limits`. */
interface ReadingVersion {
  readonly readings: readonly Reading[];
  readonly limits: MeterLimits;
}

const same = (a: Piece, b: Piece): boolean =>
  a.from === b.from && a.to === b.to && a.used === b.used && a.estimated === b.estimated && a.source === b.source;

/** Use of `after` minus use of `before`. Both hold the neighbours of what differs; what they share costs nothing. */
export const versionChange = (before: ReadingVersion, after: ReadingVersion): UseChanges => {
  const old = piecesOf(before.readings, before.limits);
  const young = piecesOf(after.readings, after.limits);
  const changes = changeBook();
  let i = 0;
  let j = 0;
  while (i < old.length || j < young.length) {
    const a = old[i];
    const b = young[j];
    if (a && b && same(a, b)) {
      i += 1;
      j += 1;
    } else if (a && (!b || a.from <= b.from)) {
      changes.book(a, -1);
      i += 1;
    } else if (b) {
      changes.book(b, 1);
      j += 1;
    }
  }
  return changes.result();
};
