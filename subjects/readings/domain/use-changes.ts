/** What another version of a meter's readings, or other limits, change in its use: by how much quarter-hours and gaps do. */
import { type Piece, piecesOf } from './piece.ts';
import { emptyQuarter, type GapUse, type QuarterUse, spread } from './quarter-use.ts';
import type { MeterLimits, Reading } from './reading.ts';

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
export interface ReadingVersion {
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
