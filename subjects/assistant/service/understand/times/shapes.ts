/**
 * Times as rows of words: a shape such as `figure nth? monthName yearNo?` is read from a mark on. A name of the slots below reads a
 * value out of its mark, any other is a concept that stands there. `?` may be left out · `a|b` one of these · `!a` must not stand there,
 * and takes nothing · `<a` stands before the shape. A slot that comes a second time has a 2 behind its name.
 */
import type { PeriodName } from '../../intent.ts';
import { type Concept, isConcept } from '../lexicon.ts';
import type { Item } from '../reading.ts';
import {
  type Calendar,
  dateAt,
  type Found,
  fullYearAt,
  is,
  isJoint,
  type Matcher,
  monthAt,
  numberAt,
  placedAt,
  placeIn,
  type Span,
  spanFound,
  unitAt,
  units,
  weekdayAt,
  yearAt,
} from './spans.ts';

type Slot = (mark: Item | undefined, calendar: Calendar) => number | null;

const oneIf = (isThere: boolean): number | null => (isThere ? 1 : null);

export const lastPlace = -1;

/** "पहले" is "first" here, and "ago" elsewhere. */
const placeAt: Slot = (mark) => {
  if (is(mark, 'first', 'ago')) return 1;
  const place = is(mark, 'last') ? lastPlace : placedAt(mark);
  return place !== null && place <= 5 ? place : null;
};

export const dayParts = ['half', 'quarter', 'week', 'day'] as const;

const slots = {
  /** A date in figures or by its place: 5, "the fifth". */
  figure: (mark) => dateAt(mark),
  /** Or as a number: "five". */
  date: (mark) => dateAt(mark, true),
  /** But for words that are numbers, and much else. */
  sureDate: (mark) => dateAt(mark, !is(mark, 'weakNumber')),
  placed: (mark) => (placedAt(mark) === null ? null : dateAt(mark)),
  count: numberAt,
  monthName: monthAt,
  /** How many months back. */
  namedMonth: (mark) => placeIn(mark, 'thisMonth', 'lastMonth'),
  yearNo: (mark, { today }) => yearAt(mark, today),
  fullYear: fullYearAt,
  weekday: weekdayAt,
  /** How many weeks back. */
  namedWeek: (mark) => placeIn(mark, 'thisWeek', 'lastWeek', 'weekBeforeLast'),
  unit: (mark) => {
    const unit = unitAt(mark);
    return unit === null ? null : units.indexOf(unit);
  },
  /** The first is 1. */
  place: placeAt,
  part: (mark) => placeIn(mark, ...dayParts) ?? placeIn(mark, 'fortnight', 'lastQuarter', 'lastWeek'),
  /** From one to the other; "and" too, where nothing is compared. */
  joint: (mark, { isComparing }) => oneIf(isJoint(mark, !isComparing)),
  through: (mark) => oneIf(isJoint(mark, false)),
} satisfies Record<string, Slot>;

type SlotName = keyof typeof slots;
export type Values = Readonly<Partial<Record<SlotName | `${SlotName}2` | Concept, number>>>;

interface Part {
  readonly key: string;
  readonly read: Slot;
  readonly sign: string;
  readonly isOptional: boolean;
}

const isSlot = (name: string): name is SlotName => Object.hasOwn(slots, name);

const readerOf = (name: string): Slot => {
  const slot = name.replace(/2$/, '');
  if (isSlot(slot)) return slots[slot];
  const concepts = name.split('|');
  const stray = concepts.find((concept) => !isConcept(concept));
  if (stray !== undefined) throw new RangeError(`a shape of times holds ${stray}, which no lexicon has`);
  return (mark) => oneIf(is(mark, ...(concepts as Concept[])));
};

const partOf = (text: string): Part => {
  const [, sign = '', key = '', optional = ''] = /^([<!]?)(.+?)(\??)$/.exec(text) ?? [];
  return { key, read: readerOf(key), sign, isOptional: optional !== '' };
};

interface Fit {
  readonly length: number;
  readonly values: Values;
}

const fitAt = (parts: readonly Part[], marks: readonly Item[], at: number, calendar: Calendar): Fit | null => {
  const values: Record<string, number> = {};
  let end = at;
  for (const { key, read, sign, isOptional } of parts) {
    const value = read(marks[sign === '<' ? at - 1 : end], calendar);
    if (sign === '!' ? value !== null : value === null && !isOptional) return null;
    if (sign !== '' || value === null) continue;
    values[key] = value;
    end += 1;
  }
  return { length: end - at, values };
};

const compiled = new Map<string, readonly Part[]>();

/** The first of the shapes that stands there. */
export const fitOf = (
  shapes: readonly string[],
  marks: readonly Item[],
  at: number,
  calendar: Calendar,
): Fit | null => {
  for (const shape of shapes) {
    const parts = compiled.get(shape) ?? shape.split(' ').map(partOf);
    compiled.set(shape, parts);
    const fit = fitAt(parts, marks, at, calendar);
    if (fit !== null) return fit;
  }
  return null;
};

/** `future`: it has not begun. */
type Meant = (Span & { readonly name?: PeriodName | null }) | 'future' | null;

/** What the first of the shapes says that stands there. */
export const shaped =
  (shapes: readonly string[], meantBy: (values: Values, calendar: Calendar) => Meant): Matcher =>
  (marks, at, calendar): Found | null => {
    const fit = fitOf(shapes, marks, at, calendar);
    const meant = fit && meantBy(fit.values, calendar);
    if (fit === null || meant === null) return null;
    if (meant === 'future') return { kind: 'future', length: fit.length };
    return spanFound(fit.length, { from: meant.from, to: meant.to }, meant.name);
  };

/** What the first matcher finds that finds anything. */
export const firstFound = (
  matchers: readonly Matcher[],
  marks: readonly Item[],
  at: number,
  calendar: Calendar,
): Found | null => {
  for (const matcher of matchers) {
    const found = matcher(marks, at, calendar);
    if (found !== null) return found;
  }
  return null;
};
