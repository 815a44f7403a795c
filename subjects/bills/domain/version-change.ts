/** What another version of a meter's readings, or other limits, change in its use. */
import { type Piece, piecesOf } from '#subjects/readings/domain/piece.ts';
import type { MeterLimits, Reading } from '#subjects/readings/domain/reading.ts';
import { changeBook, type UseChanges } from '#subjects/insight/domain/use-changes.ts';

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
