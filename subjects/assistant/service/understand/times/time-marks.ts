/** What the words of a time are, one by one. */
import type { LocalDay } from '#catalogue/local-day.ts';
import type { PeriodName } from '../../intent.ts';
import type { Concept } from '../lexicon/en.ts';
import type { Item } from '../reading.ts';
import { type Span, type Unit, yearOf } from './spans.ts';

/** `future`: not begun. `year-ago`, `week-ago`: the same days as the other time, that much earlier. */
export type Time = Placed &
  (
    | { readonly kind: 'span'; readonly span: Span; readonly name: PeriodName | null }
    | { readonly kind: 'future' }
    | { readonly kind: 'year-ago' | 'week-ago' }
  );

interface Placed {
  readonly at: number;
  readonly length: number;
}

export type Found =
  | { readonly kind: 'span'; readonly length: number; readonly span: Span; readonly name?: PeriodName | null }
  | { readonly kind: 'future'; readonly length: number }
  | { readonly kind: 'year-ago' | 'week-ago'; readonly length: number };

export interface Calendar {
  readonly today: LocalDay;
  /** 11/05 is 5 November there. */
  readonly isMonthFirst: boolean;
  /** Summer begins in December there. */
  readonly isSouthern: boolean;
  /** The question asks of what will be: "कल" is tomorrow then. */
  readonly isOfFuture: boolean;
  /** "Between Monday and Tuesday" are two days then, not all from one to the other. */
  readonly isComparing: boolean;
}

export type Matcher = (marks: readonly Item[], at: number, calendar: Calendar) => Found | null;

export const is = (mark: Item | undefined, ...concepts: readonly Concept[]): boolean =>
  mark !== undefined && concepts.some((concept) => mark.concepts.has(concept));

export const valueOf = (mark: Item | undefined, pattern: RegExp): number | null => {
  for (const concept of mark?.concepts ?? []) {
    const value = pattern.exec(concept)?.[1];
    if (value !== undefined) return Number(value);
  }
  return null;
};

export const numberAt = (mark: Item | undefined): number | null =>
  mark && /^\d{1,3}$/.test(mark.text) ? Number(mark.text) : valueOf(mark, /^n(\d+)$/);

/** "The tenth". */
export const isPlaced = (mark: Item | undefined): boolean => valueOf(mark, /^d(\d+)$/) !== null;

/** A date in figures or by its place; `inWords`: or as a number. */
export const dateAt = (mark: Item | undefined, inWords = false): number | null => {
  const figures = mark && /^\d{1,2}$/.test(mark.text) ? Number(mark.text) : null;
  const number = figures ?? valueOf(mark, /^d(\d+)$/) ?? (inWords ? valueOf(mark, /^n(\d+)$/) : null);
  return number !== null && number >= 1 && number <= 31 ? number : null;
};

/** "A" and "दो" are numbers, and much else. */
const isWeakNumber = (mark: Item | undefined): boolean =>
  (is(mark, 'glue') && !/^(?:एक|ek)$/.test(mark?.text ?? '')) ||
  /^(?:a|an|un|una|par|couple|do)$/.test(mark?.text ?? '');

/** "Diez de octubre". */
export const wordDateAt = (mark: Item | undefined): number | null => dateAt(mark, !isWeakNumber(mark));

/** From one to the other; "and" joins only where "between" goes before. */
export const isJoint = (mark: Item | undefined, isBetween: boolean): boolean =>
  is(mark, 'to') && (isBetween || !/^(?:and|y|और|aur)$/.test(mark?.text ?? ''));
export const monthAt = (mark: Item | undefined): number | null => valueOf(mark, /^m(\d+)$/);

const units: readonly Unit[] = ['day', 'week', 'month', 'year'];
export const unitAt = (mark: Item | undefined): Unit | null => units.find((unit) => is(mark, unit)) ?? null;

export const yearAt = (mark: Item | undefined, today: LocalDay): number | null => {
  if (mark && /^20\d\d$/.test(mark.text)) return Number(mark.text);
  const said = valueOf(mark, /^n(20\d\d)$/);
  if (said !== null) return said;
  if (is(mark, 'lastYear')) return yearOf(today) - 1;
  return is(mark, 'thisYear') ? yearOf(today) : null;
};

export const spanFound = (length: number, span: Span, name: PeriodName | null = null): Found => ({
  kind: 'span',
  length,
  span,
  name,
});
