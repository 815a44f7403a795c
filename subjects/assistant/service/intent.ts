/** What a question was understood as: the one language between understanding, answering and the tools. */
import { type Flow, hasTrait, type Language, type Utility, utilityIds, type UtilityTrait } from '#catalogue/index.ts';
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

export type Intent =
  | {
      readonly about: 'usage';
      readonly part: AskedPart;
      readonly period: AskedPeriod;
      /** `most-…`/`least-…`: who or when used most or least; `rooms`/`devices`: all of them in a table; `each-day`: a series; `a-day`: the mean over whole ones. */
      readonly ask:
        | 'total'
        | 'a-day'
        | 'a-week'
        | 'a-month'
        | 'rooms'
        | 'devices'
        | 'most-room'
        | 'least-room'
        | 'most-device'
        | 'least-device'
        | 'most-day'
        | 'least-day'
        | 'most-hour'
        | 'least-hour'
        | 'each-day'
        | 'each-week'
        | 'each-month'
        | 'estimated';
    }
  /** How many per cent of the home's use of its utility, or of what its use costs, a part has. Of cost, a time that nobody named is the open cycle. */
  | {
      readonly about: 'share';
      readonly part: AskedPart;
      readonly period: AskedPeriod;
      readonly of: 'use' | 'cost';
    }
  /** When a device ran last, or how often; `period` null: lately. */
  | {
      readonly about: 'runs';
      readonly device: string;
      readonly period: AskedPeriod | null;
      readonly ask: 'last' | 'count';
    }
  /** How much power was drawn at most, and when. */
  | { readonly about: 'peak'; readonly part: AskedPart; readonly period: AskedPeriod }
  | { readonly about: 'now'; readonly part: AskedPart }
  /** What a day mostly takes; `period` and `amount`, of a day and in base units, stand beside it. */
  | {
      readonly about: 'usual';
      readonly part: AskedPart;
      readonly period: AskedPeriod | null;
      readonly amount: number | null;
    }
  /** `utility`: of that alone; null: of all. */
  | { readonly about: 'co2'; readonly period: AskedPeriod; readonly utility: Utility | null }
  /** What passed the home beside its use, and how far it got by itself. */
  | { readonly about: 'flows'; readonly ask: Flow | 'self-use' | 'self-sufficiency'; readonly period: AskedPeriod }
  | { readonly about: 'compare'; readonly part: AskedPart; readonly period: AskedPeriod; readonly against: AskedPeriod }
  /** Which rooms, devices and hours made the difference. */
  | { readonly about: 'why'; readonly part: AskedPart; readonly period: AskedPeriod; readonly against: AskedPeriod }
  | {
      readonly about: 'compare-parts';
      readonly one: AskedPart;
      readonly other: AskedPart;
      readonly period: AskedPeriod;
    }
  /** The cycle that is open. `day`: when it ends; `block`: when the next price begins. */
  | {
      readonly about: 'bill';
      readonly ask: 'so-far' | 'forecast' | 'parts' | 'day' | 'block' | 'budget';
      readonly utility: Utility | null;
    }
  /** Bills that are closed: the one of a month, the last one, all of a year. Months as `2026-10`. */
  | {
      readonly about: 'closed-bill';
      readonly period: AskedPeriod | null;
      readonly utility: Utility | null;
      readonly ask: 'amount' | 'parts' | 'list' | 'dearest' | 'cheapest' | 'total';
      /** Of a list: only so many, the latest. */
      readonly count?: number;
    }
  | { readonly about: 'bill-change'; readonly against: 'before' | 'year' }
  /** What rooms, devices or what is always on cost: in the open cycle, or in a period that was named. */
  | {
      readonly about: 'costs';
      readonly part: AskedPart;
      readonly ask: 'total' | 'rooms' | 'devices' | 'most-room' | 'most-device' | 'always-on';
      readonly period: AskedPeriod | null;
    }
  /** What is paid. `left`: of what is prepaid; `enough`: whether instalments are. */
  | { readonly about: 'payments'; readonly ask: 'left' | 'ends' | 'owed' | 'enough'; readonly utility: Utility | null }
  | {
      readonly about: 'tariff';
      readonly utility: Utility | null;
      readonly ask: 'in-force' | 'now' | 'tomorrow' | 'cheapest-hours' | 'dearest-hours' | 'fixed';
    }
  | {
      readonly about: 'devices';
      readonly ask: 'list' | 'on' | 'off' | 'silent' | 'count';
      readonly room: string | null;
      readonly utility: Utility | null;
    }
  | { readonly about: 'device'; readonly device: string }
  /** Whether meters report; `last`: when they did, and what they showed. */
  | { readonly about: 'meters'; readonly ask: 'all' | 'silent' | 'last'; readonly part: AskedPart }
  | { readonly about: 'switch'; readonly device: string; readonly on: boolean }
  | { readonly about: 'switches'; readonly all: readonly Switch[] }
  | { readonly about: 'alerts'; readonly ask: 'all' | 'leak' | 'silent' }
  | { readonly about: 'tips'; readonly utility: Utility | null }
  | { readonly about: 'faq'; readonly key: string }
  | { readonly about: 'household'; readonly ask: 'rooms' | 'name' | 'time' }
  | { readonly about: 'help' | 'greeting' | 'thanks' }
  /** Several things of the household have that name: each choice is a question that can be asked instead. */
  | {
      readonly about: 'unclear';
      readonly what: 'device' | 'room' | 'period' | 'switch';
      readonly choices: readonly string[];
    }
  | {
      readonly about: 'impossible';
      /** `unknown-room`, `unknown-device`: `named` is how it was called; `gas`: no such utility is measured. */
      readonly why: 'future' | 'unknown-room' | 'unknown-device' | 'utility' | 'outside' | 'setting' | 'others';
      readonly named: string | null;
    }
  /** Somebody is in danger, or not well: it is told whom to call, and nothing else. */
  | { readonly about: 'safety'; readonly what: 'fire' | 'gas' | 'shock' | 'flood' | 'grave' | 'unwell' }
  /** Something is not to be switched: nothing is. */
  | { readonly about: 'left-as-is' }
  /** Another household, secrets, orders to be somebody else. */
  | { readonly about: 'refused' }
  /** What one run of a device costs; null: nothing of that kind has a meter. */
  | { readonly about: 'one-use'; readonly device: string | null; readonly what: string }
  /** What is saved where a device runs in cheaper hours. */
  | { readonly about: 'shift'; readonly device: string | null }
  | { readonly about: 'paid'; readonly utility: Utility | null; readonly period: AskedPeriod | null }
  | { readonly about: 'others'; readonly part: AskedPart }
  | { readonly about: 'posts'; readonly words: string }
  | { readonly about: 'term'; readonly term: string }
  | { readonly about: 'beyond'; readonly what: 'weather' | 'health' | 'politics' | 'world' | 'help-at-home' }
  | { readonly about: 'unknown' };

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
