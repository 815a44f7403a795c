/** Advice of this home's own: what each file that gives one declares, and which of them are said. */
import type { Utility, Words } from '#catalogue/index.ts';

/** A device that waits until it is told to run, over the last weeks: what its runs cost, and at the cheapest hours of the day on which each ran. */
export interface MovableRuns {
  readonly meterId: string;
  readonly device: string;
  readonly utility: Utility;
  readonly runs: number;
  readonly days: number;
  readonly cost: number;
  readonly cheapest: number;
  /** Of the home's clock: where most of the cheapest begin. */
  readonly hour: number;
}

/** A shower or tap with a meter of its own that was read often enough to tell how fast water ran. */
export interface FixtureFlow {
  readonly meterId: string;
  readonly device: string;
  readonly utility: Utility;
  readonly kind: 'shower' | 'tap';
  readonly litresPerMinute: number;
  /** What its water of a month costs. */
  readonly month: number;
}

/** What is known of a home that advice may come from; null: not known, or too little is. */
export interface HomeFacts {
  readonly currency: string | null;
  /** What is drawn when nobody does anything, and what a month of it costs. */
  readonly alwaysOn: { readonly watts: number; readonly month: number } | null;
  /** Water that does not stop at this moment. */
  readonly leaks: readonly {
    readonly meterId: string;
    readonly device: string;
    readonly utility: Utility;
    readonly litresPerHour: number;
    readonly month: number | null;
  }[];
  /** What is contracted and what was needed in twelve months, kW; `fitting`: the power that would do, and what a year of it saves (below nothing: costs). */
  readonly power: {
    readonly utility: Utility;
    readonly contracted: number;
    readonly peak: number;
    readonly daysOver: number;
    readonly fitting: { readonly kW: number; readonly perYear: number } | null;
  } | null;
  /** Twelve months at the home's own tariff, and at others that it can choose. */
  readonly tariffs: {
    readonly utility: Utility;
    readonly own: number;
    readonly others: readonly { readonly name: Words; readonly year: number }[];
  } | null;
  readonly movable: readonly MovableRuns[];
  readonly fixtures: readonly FixtureFlow[];
  /** A dearer block that this bill is expected to come into. */
  readonly blocks: readonly {
    readonly utility: Utility;
    readonly day: string;
    readonly above: string;
    readonly unit: string;
    readonly rate: string;
    readonly nextRate: string;
    /** What the use beyond it costs more than it would have. */
    readonly more: number;
  }[];
}

export const efforts = ['minutes', 'habit', 'call', 'part', 'repair'] as const;

interface Found {
  /** Which meter it is of, where a home may be given it more than once. */
  readonly meterId?: string;
  readonly device?: string;
  readonly utility: Utility;
  /** What it saves in a month, in the home's currency; below nothing: what it costs. */
  readonly perMonth: number;
  /** How it was worked out, for the text that says it. */
  readonly figures: Readonly<Record<string, string | number>>;
}

export interface Advice {
  readonly id: string;
  readonly effort: (typeof efforts)[number];
  /** It is worth doing for another reason than money. */
  readonly mayCost?: true;
  readonly find: (home: HomeFacts) => readonly Found[];
}

export const defineAdvice = <const Of extends Advice>(advice: Of): Of => advice;

export interface SaidAdvice extends Found {
  readonly key: string;
  readonly advice: string;
  readonly effort: Advice['effort'];
}

export const maxAdvice = 2;
/** Less than this a month, in the home's currency, is not worth a look. */
const minPerMonth = 1;

/** All that is worth a look, what saves most first: which of them are said goes by what was answered. */
export const findAdvice = (all: readonly Advice[], home: HomeFacts): SaidAdvice[] =>
  all
    .flatMap(({ id, effort, find, mayCost }) =>
      find(home)
        .filter(({ perMonth }) => perMonth >= minPerMonth || mayCost === true)
        .map((found) => ({
          ...found,
          advice: id,
          effort,
          key: found.meterId === undefined ? id : `${id}:${found.meterId}`,
        })),
    )
    .sort((a, b) => b.perMonth - a.perMonth);

/** The two that save most, of those that nobody has declined or is doing. */
export const chooseAdvice = <Of extends Pick<SaidAdvice, 'key'>>(
  found: readonly Of[],
  answered: ReadonlySet<string>,
): Of[] => found.filter(({ key }) => !answered.has(key)).slice(0, maxAdvice);
