/** What a rule is, that looks at a home once a day: it declares itself in a file of its own and stands in `rules/index.ts`. */
import type { NoticeKind } from '#catalogue/index.ts';
import type { OffsetAt } from '#catalogue/zone-clock.ts';
import type { HomeUse, MeterUse } from '../honest/home-use.ts';

export interface WatchedUse extends MeterUse {
  readonly name: string;
  readonly room: string;
}

/** The last days of a home, until the midnight (UTC) that has just passed. What was not wholly measured is NaN. */
export interface HomeLook extends HomeUse {
  readonly meters: readonly WatchedUse[];
  readonly offsetAt: OffsetAt;
  /** Mean °C outdoors by day since 1970; no entry where it is not known. */
  readonly temperatures: ReadonlyMap<number, number>;
}

/** Figures as the words of a rule use them: `rule-values.ts` writes each by its unit. All are optional, no other is kept. */
export interface FindingFigures {
  /** Which of the rule's words, where it has several: `more`, `less`. */
  readonly words?: string;
  /** Wh or mL a day, as before and as it is now. */
  readonly usualPerDay?: number;
  readonly nowPerDay?: number;
  /** W that never rest, as before and as it is now. */
  readonly usualW?: number;
  readonly nowW?: number;
  /** 0.2 for a fifth more; `within`: the truth lies within this much of it, eight times of ten. */
  readonly share?: number;
  readonly within?: number;
  /** Of a leak: mL an hour, mL so far. */
  readonly floorMlPerHour?: number;
  readonly leakMl?: number;
  readonly usedMl?: number;
  /** Wh or mL in all. */
  readonly used?: number;
  /** How long, s. */
  readonly lastedS?: number;
  /** Hours by the home's clock, 0 to 24. */
  readonly fromHour?: number;
  readonly toHour?: number;
  /** The device, meter or room that made it so. */
  readonly mostly?: string;
  readonly count?: number;
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
  /**
   * `caution`: 1; more where this home has said that what was told is normal: a rule asks for as many times its threshold then. What it finds on
   * one day after the other is one event as long as each day finds it: it ends when it is not found any more.
   */
  readonly find: (home: HomeLook, caution: number) => readonly Finding[];
}
