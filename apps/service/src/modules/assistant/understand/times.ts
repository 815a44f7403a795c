/** The times that a question names, in their order. */
import { addDays, type LocalDay } from '@wattershed/domain';
import type { PeriodName } from '../question.ts';
import type { Concept } from './lexicon/en.ts';
import type { Item } from './reading.ts';
import {
  dayOf,
  daySpan,
  lastSpan,
  monthSpan,
  namedSpan,
  type Span,
  type Unit,
  unitSpan,
  weekdayOf,
  yearOf,
  yearSpan,
} from './spans.ts';

/** `future`: not begun. `year-ago`: the same as the other time, a year before. */
export type Time = Placed &
  (
    | { readonly kind: 'span'; readonly span: Span; readonly name: PeriodName | null }
    | { readonly kind: 'future' }
    | { readonly kind: 'year-ago' }
  );

interface Placed {
  readonly at: number;
  readonly length: number;
}

type Found =
  | { readonly kind: 'span'; readonly length: number; readonly span: Span; readonly name?: PeriodName | null }
  | { readonly kind: 'future'; readonly length: number }
  | { readonly kind: 'year-ago'; readonly length: number };

export interface Calendar {
  readonly today: LocalDay;
  /** 11/05 is 5 November there. */
  readonly isMonthFirst: boolean;
  /** The question asks of what will be: "कल" is tomorrow then. */
  readonly isOfFuture: boolean;
}

type Matcher = (marks: readonly Item[], at: number, calendar: Calendar) => Found | null;

const is = (mark: Item | undefined, ...concepts: readonly Concept[]): boolean =>
  mark !== undefined && concepts.some((concept) => mark.concepts.has(concept));

const valueOf = (mark: Item | undefined, pattern: RegExp): number | null => {
  for (const concept of mark?.concepts ?? []) {
    const value = pattern.exec(concept)?.[1];
    if (value !== undefined) return Number(value);
  }
  return null;
};

const numberAt = (mark: Item | undefined): number | null =>
  mark && /^\d{1,3}$/.test(mark.text) ? Number(mark.text) : valueOf(mark, /^n(\d+)$/);
const dateAt = (mark: Item | undefined): number | null => {
  const number = mark && /^\d{1,2}$/.test(mark.text) ? Number(mark.text) : null;
  return number !== null && number >= 1 && number <= 31 ? number : null;
};
const monthAt = (mark: Item | undefined): number | null => valueOf(mark, /^m(\d+)$/);

const units: readonly Unit[] = ['day', 'week', 'month', 'year'];
const unitAt = (mark: Item | undefined): Unit | null => units.find((unit) => is(mark, unit)) ?? null;

const yearAt = (mark: Item | undefined, today: LocalDay): number | null => {
  if (mark && /^20\d\d$/.test(mark.text)) return Number(mark.text);
  if (is(mark, 'lastYear')) return yearOf(today) - 1;
  return is(mark, 'thisYear') ? yearOf(today) : null;
};

const named: readonly (readonly [Concept, PeriodName])[] = [
  ['today', 'today'],
  ['yesterday', 'yesterday'],
  ['dayBefore', 'day-before-yesterday'],
  ['thisWeek', 'this-week'],
  ['lastWeek', 'last-week'],
  ['weekend', 'last-weekend'],
  ['thisMonth', 'this-month'],
  ['lastMonth', 'last-month'],
  ['thisYear', 'this-year'],
  ['lastYear', 'last-year'],
];

const spanFound = (length: number, span: Span, name: PeriodName | null = null): Found => ({
  kind: 'span',
  length,
  span,
  name,
});

const byName: Matcher = (marks, at, { today, isOfFuture }) => {
  const mark = marks[at];
  if (is(mark, 'yearAgo')) return { kind: 'year-ago', length: 1 };
  if (is(mark, 'future')) return { kind: 'future', length: 1 };
  if (is(mark, 'kal', 'parson')) {
    if (isOfFuture) return { kind: 'future', length: 1 };
    const name = is(mark, 'kal') ? 'yesterday' : 'day-before-yesterday';
    return spanFound(1, namedSpan(name, today), name);
  }
  const name = named.find(([concept]) => is(mark, concept))?.[1];
  return name === undefined ? null : spanFound(1, namedSpan(name, today), name);
};

/** Day first, but for those who write the month first. */
const slashDay = (text: string, isMonthFirst: boolean): LocalDay | null => {
  const [one = 0, two = 0, year = 0] = text.split(/[/.]/).map(Number);
  const full = year < 100 ? 2000 + year : year;
  const dayFirst = dayOf(full, two, one);
  const monthFirst = dayOf(full, one, two);
  return isMonthFirst ? (monthFirst ?? dayFirst) : (dayFirst ?? monthFirst);
};

const byFigures: Matcher = (marks, at, { isMonthFirst }) => {
  const text = marks[at]?.text ?? '';
  if (/^\d{4}-\d/.test(text)) {
    const [year = 0, month = 0, date = 0] = text.split('-').map(Number);
    const day = dayOf(year, month, date);
    return day === null ? null : spanFound(1, daySpan(day));
  }
  const day = /^\d+[/.]/.test(text) ? slashDay(text, isMonthFirst) : null;
  return day === null ? null : spanFound(1, daySpan(day));
};

/** A month without its year is the latest that has begun. */
const yearFor = (month: number, date: number, today: LocalDay): number => {
  const year = yearOf(today);
  const first = dayOf(year, month, Math.min(date, 28)) ?? today;
  return first <= today ? year : year - 1;
};

const monthFound = (month: number, year: number | null, length: number, today: LocalDay): Found =>
  spanFound(length, monthSpan(year ?? yearFor(month, 1, today), month));

const dateFound = (month: number, date: number, year: number | null, length: number, today: LocalDay): Found | null => {
  const day = dayOf(year ?? yearFor(month, date, today), month, date);
  return day === null ? null : spanFound(length, daySpan(day));
};

/** 5 November, November 5th, 5 नवंबर, with a year or without. */
const byDate: Matcher = (marks, at, { today }) => {
  const isMonthFirst = monthAt(marks[at]) !== null;
  const month = isMonthFirst ? monthAt(marks[at]) : null;
  const date = dateAt(marks[isMonthFirst ? at + 1 : at]);
  let length = isMonthFirst ? 2 : 1;
  if (date === null) return null;
  if (is(marks[at + length], 'nth')) length += 1;
  const found = month ?? monthAt(marks[at + length]);
  if (found === null) return null;
  if (month === null) length += 1;
  if (is(marks[at + length], 'nth')) length += 1;
  const year = yearAt(marks[at + length], today);
  return dateFound(found, date, year, length + (year === null ? 0 : 1), today);
};

const byMonth: Matcher = (marks, at, { today }) => {
  const yearBefore = yearAt(marks[at], today);
  const afterYear = yearBefore === null ? null : monthAt(marks[at + 1]);
  if (afterYear !== null) return monthFound(afterYear, yearBefore, 2, today);
  const isNext = is(marks[at], 'next') && monthAt(marks[at + 1]) !== null;
  if (isNext) return { kind: 'future', length: 2 };
  const month = monthAt(marks[at]);
  if (month === null) return null;
  const year = yearAt(marks[at + 1], today);
  return monthFound(month, year, year === null ? 1 : 2, today);
};

/** From the first date to the last one, that one among them. */
const daysFound = (length: number, first: LocalDay | null, last: LocalDay | null): Found | null =>
  first !== null && last !== null && first <= last ? spanFound(length, { from: first, to: addDays(last, 1) }) : null;

/** 1 to 7 November, del 1 al 7 de noviembre, November 1 - 7, 1 से 7 नवंबर. */
const byDates: Matcher = (marks, at, { today }) => {
  const isMonthFirst = monthAt(marks[at]) !== null;
  const start = isMonthFirst ? at + 1 : at;
  const [one, two] = [dateAt(marks[start]), dateAt(marks[start + 2])];
  const month = monthAt(marks[isMonthFirst ? at : start + 3]);
  if (one === null || two === null || month === null || !is(marks[start + 1], 'to')) return null;
  const length = 4;
  const given = yearAt(marks[at + length], today);
  const year = given ?? yearFor(month, one, today);
  return daysFound(length + (given === null ? 0 : 1), dayOf(year, month, one), dayOf(year, month, two));
};

const rolling = (unit: Unit, count: number, today: LocalDay): { span: Span; name: PeriodName | null } => {
  const days = unit === 'day' ? count : unit === 'week' ? count * 7 : 0;
  const name = days === 7 ? 'last-7-days' : days === 30 ? 'last-30-days' : null;
  return { span: lastSpan(unit, today, Math.min(count, 366)), name };
};

/** The last 7 days, los tres últimos meses, पिछले 7 दिन. */
const byCount: Matcher = (marks, at, { today }) => {
  const isLastFirst = is(marks[at], 'last');
  const count = numberAt(marks[isLastFirst ? at + 1 : at]);
  const isLastSecond = !isLastFirst && is(marks[at + 1], 'last');
  const unit = unitAt(marks[at + (isLastFirst || isLastSecond ? 2 : 1)]);
  if (count === null || count < 1 || unit === null) return null;
  if (!isLastFirst && !isLastSecond && (count < 2 || unit === 'year')) return null;
  const isTrailing = !isLastFirst && !isLastSecond && is(marks[at + 2], 'last');
  const { span, name } = rolling(unit, count, today);
  return spanFound(isLastFirst || isLastSecond || isTrailing ? 3 : 2, span, name);
};

/** 3 days ago, hace 3 días, 3 दिन पहले. */
const byAgo: Matcher = (marks, at, { today }) => {
  const start = is(marks[at], 'ago') ? at + 1 : at;
  const count = numberAt(marks[start]);
  const unit = unitAt(marks[start + 1]);
  const isAgo = start > at || is(marks[start + 2], 'ago');
  if (count === null || unit === null || !isAgo || count > 800) return null;
  const name = unit === 'day' && count === 1 ? 'yesterday' : unit === 'day' && count === 2 ? 'day-before-yesterday' : null;
  return spanFound(3, unitSpan(unit, today, count), name);
};

/** The latest one that is over; "last Monday" is the same. */
const byWeekday: Matcher = (marks, at, { today }) => {
  const isNext = is(marks[at], 'next');
  const start = isNext || is(marks[at], 'last', 'this') ? at + 1 : at;
  const weekday = valueOf(marks[start], /^w(\d)$/);
  if (weekday === null) return null;
  const isLastAfter = start === at && is(marks[at + 1], 'last');
  const isNextAfter = start === at && is(marks[at + 1], 'next');
  const length = start - at + 1 + (isLastAfter || isNextAfter ? 1 : 0);
  if (isNext || isNextAfter) return { kind: 'future', length };
  const back = (weekdayOf(today) - weekday + 7) % 7 || 7;
  return spanFound(length, daySpan(addDays(today, -back)));
};

/** 2025; the 5th, el día 5, 5 तारीख. */
const byYearOrDate: Matcher = (marks, at, { today }) => {
  const mark = marks[at];
  if (mark && /^20\d\d$/.test(mark.text)) return spanFound(1, yearSpan(Number(mark.text)));
  const isDayFirst = is(mark, 'day');
  const date = dateAt(marks[isDayFirst ? at + 1 : at]);
  if (date === null || (!isDayFirst && !is(marks[at + 1], 'nth'))) return null;
  const [year, month] = [yearOf(today), Number(today.slice(5, 7))];
  const day = dayOf(year, month, date);
  const passed = day !== null && day <= today ? day : dayOf(month === 1 ? year - 1 : year, ((month + 10) % 12) + 1, date);
  return passed === null ? null : spanFound(2, daySpan(passed));
};

const matchers: readonly Matcher[] = [
  byDates,
  byDate,
  byMonth,
  byAgo,
  byCount,
  byWeekday,
  byName,
  byFigures,
  byYearOrDate,
];

export const timesIn = (marks: readonly Item[], calendar: Calendar): Time[] => {
  const times: Time[] = [];
  for (let at = 0; at < marks.length; ) {
    const found = matchers.map((matcher) => matcher(marks, at, calendar)).find((one) => one !== null);
    if (found) times.push(found.kind === 'span' ? { ...found, name: found.name ?? null, at } : { ...found, at });
    at += found?.length ?? 1;
  }
  return times;
};
