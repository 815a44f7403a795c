/** What a rule is, that looks at a home once a day: it declares itself in a file of its own and stands in `rules/index.ts`. */
import type { FindingFigures, NoticeKind } from '#catalogue/index.ts';
import type { OffsetAt } from '#catalogue/zone-clock.ts';
import type { HomeUse, MeterUse } from '../honest/home-use.ts';

export type { FindingFigures } from '#catalogue/index.ts';

export interface WatchedUse extends MeterUse {
  readonly name: string;
  readonly room: string;
}

/** From the day of leaving to that of coming back, in days since 1970 by the home's clock, as somebody has said. */
interface Absence {
  readonly from: number;
  readonly to: number;
}

/** The last days of a home, until the midnight (UTC) that has just passed. What was not wholly measured is NaN. */
export interface HomeLook extends HomeUse {
  readonly meters: readonly WatchedUse[];
  readonly offsetAt: OffsetAt;
  /** Mean °C outdoors by day since 1970; no entry where it is not known. */
  readonly temperatures: ReadonlyMap<number, number>;
  readonly absences: readonly Absence[];
}

export interface Finding {
  readonly meterId: string;
  /** Seconds since 1970: from when on it holds. */
  readonly since: number;
  readonly figures: FindingFigures;
  /** Wh or mL a day that cost what is told; null: nothing is told of money. */
  readonly costsPerDay: number | null;
}

export interface Rule {
  readonly kind: NoticeKind;
  /** So many whole days it reads, at most 91. */
  readonly days: number;
  /** It looks at days on which nobody is at home, as somebody has said; others know nothing of those. */
  readonly seesAbsences?: true;
  /**
   * `caution`: 1; more where this home has said that what was told is normal: a rule asks for as many times its threshold then. What it finds on
   * one day after the other is one event as long as each day finds it: it ends when it is not found any more.
   */
  readonly find: (home: HomeLook, caution: number) => readonly Finding[];
}
