/** Advice of this home's own: what each file that gives one declares, and which of them are said. */
import type { Utility } from '#catalogue/index.ts';

/** What is known of a home that advice may come from; null: not known. */
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
}

export const efforts = ['minutes', 'repair'] as const;

interface Found {
  /** Which meter it is of, where a home may be given it more than once. */
  readonly meterId?: string;
  readonly device?: string;
  readonly utility: Utility;
  /** What it saves in a month, in the home's currency. */
  readonly perMonth: number;
  /** How it was worked out, for the text that says it. */
  readonly figures: Readonly<Record<string, string | number>>;
}

export interface Advice {
  readonly id: string;
  readonly effort: (typeof efforts)[number];
  readonly find: (home: HomeFacts) => readonly Found[];
}

export const defineAdvice = (advice: Advice): Advice => advice;

export interface SaidAdvice extends Found {
  readonly key: string;
  readonly advice: string;
  readonly effort: Advice['effort'];
}

export const maxAdvice = 2;
/** Less than this a month, in the home's currency, is not worth a look. */
const minPerMonth = 1;

/** The two that save most, of those that nobody has declined or is doing. */
export const chooseAdvice = (all: readonly Advice[], home: HomeFacts, answered: ReadonlySet<string>): SaidAdvice[] =>
  all
    .flatMap(({ id, effort, find }) =>
      find(home).map((found) => ({
        ...found,
        advice: id,
        effort,
        key: found.meterId === undefined ? id : `${id}:${found.meterId}`,
      })),
    )
    .filter(({ key, perMonth }) => perMonth >= minPerMonth && !answered.has(key))
    .sort((a, b) => b.perMonth - a.perMonth)
    .slice(0, maxAdvice);
