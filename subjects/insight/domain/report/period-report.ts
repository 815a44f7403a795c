/** A week, a month or a year of a home in a few facts. Amounts are decimal texts; use is Wh or mL. */
import type { Utility } from '#catalogue/index.ts';
import type { LocalDay } from '#catalogue/local-day.ts';
import type { AwaySpan, ReportFacts, ReportNotice } from './facts.ts';
import type { ReportPeriod } from './period.ts';

export interface ReportMoney {
  /** Of what has a price. */
  readonly total: string;
  readonly fixed: string;
  /** Some of the use has no price, and is not in the total. */
  readonly isPartly: boolean;
  readonly missing: string[];
  /** What all of the time may have cost, where not all of it was measured. */
  readonly range: { readonly low: string; readonly high: string } | null;
  /** What the period before cost, and the difference: both were measured and priced. */
  readonly before: string | null;
  readonly difference: string | null;
  /** The middle of the periods before it that were. */
  readonly usual: string | null;
}

export interface ReportMover {
  readonly deviceId: string;
  readonly name: string;
  readonly room: string;
  readonly isRest: boolean;
  readonly used: number;
  readonly usedBefore: number;
  /** In money; null: no tariff. */
  readonly difference: string | null;
}

export interface ReportUtility {
  readonly utility: Utility;
  /** Wh or mL. */
  readonly used: number;
  readonly estimated: number;
  readonly imported: number;
  /** Share of the time so far that was measured. */
  readonly coverage: number;
  readonly atLeast: boolean;
  /** Against the same days of the period before, where both were measured: -0.09. */
  readonly change: number | null;
  readonly usual: number | null;
  readonly cost: { readonly total: string; readonly use: string; readonly fixed: string } | null;
  readonly before: { readonly used: number; readonly use: string; readonly total: string } | null;
  /** Of the total. */
  readonly difference: string | null;
  readonly movers: ReportMover[];
}

export interface ReportBar {
  readonly start: LocalDay;
  readonly total: string | null;
  readonly fixed: string | null;
  readonly parts: { readonly utility: Utility; readonly used: number; readonly use: string | null }[];
  readonly isWhole: boolean;
}

export interface ReportRoom {
  readonly room: string;
  /** What no room has: the rest of the home. */
  readonly isRest: boolean;
  readonly utility: Utility;
  readonly used: number;
  readonly use: string | null;
}

/** Of a day: in money where there is a tariff, else Wh or mL of one utility. */
export interface ReportDay {
  readonly day: LocalDay;
  /** Null: it is said in money. */
  readonly utility: Utility | null;
  readonly amount: string | null;
  readonly used: number | null;
}

export interface ReportOddDay extends ReportDay {
  readonly usual: string | null;
  readonly usualUsed: number | null;
  /** `used`: how much more or less than on its other days, in Wh or mL. */
  readonly mostly: (Omit<ReportMover, 'usedBefore' | 'difference'> & { readonly utility: Utility }) | null;
}

export type WorthDoing =
  | { readonly kind: 'notice'; readonly notice: ReportNotice }
  | { readonly kind: 'advice'; readonly advice: NonNullable<ReportFacts['advice']> };

export interface PeriodReport {
  readonly kind: ReportPeriod['kind'];
  readonly period: string;
  readonly start: LocalDay;
  readonly end: LocalDay;
  readonly isOver: boolean;
  readonly currency: string | null;
  readonly money: ReportMoney | null;
  readonly utilities: ReportUtility[];
  readonly rooms: ReportRoom[];
  readonly bars: ReportBar[];
  readonly best: ReportDay | null;
  readonly oddest: ReportOddDay | null;
  readonly notices: ReportNotice[];
  readonly away: AwaySpan[];
  readonly worth: WorthDoing | null;
}
