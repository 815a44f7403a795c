/** By how much quarter-hours and long silences change when pieces of use come and go. */
import type { Piece } from '#subjects/readings/domain/piece.ts';
import type { QuarterUse, GapUse } from '#subjects/readings/domain/quarter-use.ts';
import { emptyQuarter, spread } from '#subjects/readings/domain/quarter-use.ts';

/** Changes to add to what is booked; any figure may be negative, a gap that is taken back has all of them negated. */
export interface UseChanges {
  readonly changes: QuarterUse[];
  readonly gaps: GapUse[];
}

export interface ChangeBook {
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

export const changeBook = (): ChangeBook => {
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
