/** What a question was understood as: the one language between understanding, answering and the tools. */
import { hasTrait, type Language, type Utility, utilityIds, type UtilityTrait } from '#catalogue/index.ts';
import type { LocalDay } from '#catalogue/local-day.ts';
import type { CounterUnit } from '#catalogue/units.ts';

/** Periods that have a name of their own in an answer; any other is told by its days. */
export type PeriodName =
  | 'today'
  | 'yesterday'
  | 'day-before-yesterday'
  | 'this-week'
  | 'last-week'
  | 'this-month'
  | 'last-month'
  | 'this-year'
  | 'last-year'
  | 'last-7-days'
  | 'last-30-days'
  | 'last-weekend';

/** Whole local days, half-open. One that is not over yet ends after today. */
export interface AskedPeriod {
  readonly from: LocalDay;
  readonly to: LocalDay;
  readonly name: PeriodName | null;
  /** Nobody named it: an answer says which was taken. */
  readonly isAssumed: boolean;
  /** Only these hours of each of its days. */
  readonly hours?: ClockHours;
}

/** Whole hours of a clock, half-open: 18 to 24; 22 to 6 goes on into the next morning. */
export interface ClockHours {
  readonly from: number;
  readonly to: number;
}

/** What use is asked of: null means all of it. Rooms as they stand at devices, devices by id. */
export interface AskedPart {
  readonly utility: Utility | null;
  readonly room: string | null;
  readonly device: string | null;
}

/** What amounts may be asked for in; a gallon is that of the US. */
export const askedUnits = ['gal', 'm3', 'Wh', 'MWh', 'L', 'kWh'] as const satisfies readonly CounterUnit[];
export type AskedUnit = (typeof askedUnits)[number];

/** Null stands for all. */
export const utilitiesAsked = (utility: Utility | null): readonly Utility[] =>
  utility === null ? utilityIds : [utility];

/** Whether one that is asked of is so. */
export const isAnyAsked = (utility: Utility | null, trait: UtilityTrait): boolean =>
  utilitiesAsked(utility).some((one) => hasTrait(one, trait));

export interface Switch {
  readonly device: string;
  readonly on: boolean;
}

/** What a question of each topic says, by the topic's name: a topic's file adds its own. */
// biome-ignore lint/suspicious/noEmptyInterface: each topic's file adds to it.
export interface Intents {}

export type Intent<About extends keyof Intents = keyof Intents> = {
  readonly [One in About]: { readonly about: One } & Intents[One];
}[About];

/** What is said before an answer, so that nobody takes it for that to another question. */
export type Caveat =
  /** Words that carry meaning and that no answer was found for. */
  | { readonly kind: 'left-out'; readonly words: string }
  /** "कल" was taken for the day that was. */
  | { readonly kind: 'kal' }
  /** A bill of a cycle that has not begun is not known: that of the open one is told. */
  | { readonly kind: 'open-cycle' };

export interface Understood {
  readonly intent: Intent;
  readonly caveats: readonly Caveat[];
  /** Of the question, which need not be that of the page. */
  readonly language: Language;
  /** Amounts are asked for in it. Left out: as the household writes them. */
  readonly unit?: AskedUnit | undefined;
}
