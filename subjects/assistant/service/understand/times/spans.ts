/** Spans of local days that have a name, those that belong to them, and the single words of a time. */
import { addDays, daysBetween, type LocalDay } from '#catalogue/local-day.ts';
import type { AskedPeriod, PeriodName } from '../../intent.ts';
import type { Concept } from '../lexicon.ts';
import type { Item } from '../reading.ts';

export type Span = Pick<AskedPeriod, 'from' | 'to'>;
export type Unit = 'day' | 'week' | 'month' | 'year';

const two = (value: number): string => String(value).padStart(2, '0');

/** 0 is Monday. */
export const weekdayOf = (day: LocalDay): number => (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;

export const yearOf = (day: LocalDay): number => Number(day.slice(0, 4));
const monthOf = (day: LocalDay): number => Number(day.slice(5, 7));

const daysIn = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate();

/** Null: the calendar has no such day. */
export const dayOf = (year: number, month: number, date: number): LocalDay | null =>
  year >= 1900 && year <= 2200 && month >= 1 && month <= 12 && date >= 1 && date <= daysIn(year, month)
    ? `${year}-${two(month)}-${two(date)}`
    : null;

const firstOf = (year: number, month: number): LocalDay => {
  const months = year * 12 + month - 1;
  return `${Math.floor(months / 12)}-${two((months % 12) + 1)}-01`;
};

export const monthSpan = (year: number, month: number): Span => ({
  from: firstOf(year, month),
  to: firstOf(year, month + 1),
});

export const yearSpan = (year: number): Span => ({ from: firstOf(year, 1), to: firstOf(year + 1, 1) });

export const daySpan = (day: LocalDay): Span => ({ from: day, to: addDays(day, 1) });

/** The unit that many before the one of today; 0 is the one of today, whole. */
export const unitSpan = (unit: Unit, today: LocalDay, back: number): Span => {
  if (unit === 'day') return daySpan(addDays(today, -back));
  if (unit === 'month') return monthSpan(yearOf(today), monthOf(today) - back);
  if (unit === 'year') return yearSpan(yearOf(today) - back);
  const monday = addDays(today, -weekdayOf(today) - 7 * back);
  return { from: monday, to: addDays(monday, 7) };
};

/** The last one that has begun. */
const weekendSpan = (today: LocalDay): Span => {
  const saturday = addDays(today, -((weekdayOf(today) + 2) % 7));
  return { from: saturday, to: addDays(saturday, 2) };
};

/** From the first on; the one before the first is the last of the year before. */
export const quarterSpan = (year: number, quarter: number): Span => ({
  from: firstOf(year, 3 * quarter - 2),
  to: firstOf(year, 3 * quarter + 1),
});

/** The three months before the quarter of today. */
export const lastQuarter = (today: LocalDay): Span => quarterSpan(yearOf(today), Math.ceil(monthOf(today) / 3) - 1);

/** As many days, months or years until today, today among them. */
export const lastSpan = (unit: Unit, today: LocalDay, count: number): Span => {
  const to = addDays(today, 1);
  if (unit === 'day' || unit === 'week') return { from: addDays(to, -count * (unit === 'week' ? 7 : 1)), to };
  return { from: sameDayBefore(to, unit === 'year' ? 12 * count : count), to };
};

/** That day so many months earlier, or the last of that month. */
export const sameDayBefore = (day: LocalDay, months: number): LocalDay => {
  const first = firstOf(yearOf(day), monthOf(day) - months);
  const date = Math.min(Number(day.slice(8)), daysIn(yearOf(first), monthOf(first)));
  return addDays(first, date - 1);
};

const untilToday = ({ from, to }: Span, today: LocalDay): Span => {
  const end = addDays(today, 1);
  return { from, to: to < end ? to : end };
};

/** The unit of each that has one, and how many back it is. */
const namedUnits: Readonly<Partial<Record<PeriodName, readonly [Unit, number]>>> = {
  today: ['day', 0],
  yesterday: ['day', 1],
  'day-before-yesterday': ['day', 2],
  'this-week': ['week', 0],
  'last-week': ['week', 1],
  'this-month': ['month', 0],
  'last-month': ['month', 1],
  'this-year': ['year', 0],
  'last-year': ['year', 1],
};

export const namedSpan = (name: PeriodName, today: LocalDay): Span => {
  const [unit, back] = namedUnits[name] ?? [];
  if (unit !== undefined && back !== undefined) return untilToday(unitSpan(unit, today, back), today);
  if (name === 'last-weekend') return untilToday(weekendSpan(today), today);
  return lastSpan('day', today, name === 'last-7-days' ? 7 : 30);
};

const asPeriod = (span: Span, name: PeriodName | null = null, isAssumed = false): AskedPeriod => ({
  from: span.from,
  to: span.to,
  name,
  isAssumed,
});

/** Null: it has not begun, or has no day. */
export const periodOf = (span: Span, today: LocalDay, name: PeriodName | null = null): AskedPeriod | null => {
  const { from, to } = untilToday(span, today);
  return from < to ? asPeriod({ from, to }, name) : null;
};

export const assumed = (name: PeriodName, today: LocalDay): AskedPeriod => asPeriod(namedSpan(name, today), name, true);

/** The same days of the week before. */
export const weekBefore = ({ from, to }: Span): AskedPeriod =>
  asPeriod({ from: addDays(from, -7), to: addDays(to, -7) });

/** The same days a year earlier. */
export const yearBefore = ({ from, to }: Span): AskedPeriod =>
  asPeriod({ from: sameDayBefore(from, 12), to: addDays(sameDayBefore(addDays(to, -1), 12), 1) });

/** The unit before; of one that is not over, its same days. */
const unitBefore = (unit: Unit, { from, to }: Span, today: LocalDay): Span => {
  const whole = unitSpan(unit, from, 1);
  const end = unit === 'year' ? yearBefore({ from, to }).to : addDays(whole.from, daysBetween(from, to));
  return { from: whole.from, to: to <= today || end > whole.to ? whole.to : end };
};

/** The name of what comes before a name. */
const namesBefore: Readonly<Partial<Record<PeriodName, PeriodName>>> = {
  today: 'yesterday',
  yesterday: 'day-before-yesterday',
  'this-week': 'last-week',
  'this-month': 'last-month',
  'this-year': 'last-year',
};

/** What a period is compared with when nobody says: the one before; of one that is not over, its same days. */
export const spanBefore = (period: AskedPeriod, today: LocalDay): AskedPeriod => {
  const { name, from, to } = period;
  const before = name === null ? undefined : namesBefore[name];
  const [unit = 'day'] = (before && namedUnits[before]) ?? [];
  if (before !== undefined)
    return asPeriod(unit === 'day' ? namedSpan(before, today) : unitBefore(unit, period, today), before);
  if (name === 'last-weekend') return weekBefore(period);
  const whole = (['month', 'year'] as const).find((one) => {
    const span = unitSpan(one, from, 0);
    return span.from === from && span.to === to;
  });
  if (whole) return asPeriod(unitSpan(whole, from, 1));
  return asPeriod({ from: addDays(from, -daysBetween(from, to)), to: from });
};

// What the words of a time are, one by one.

/** `future`: not begun. `year-ago`, `week-ago`: the same days as the other time, that much earlier. */
export type Found = { readonly length: number } & (
  | { readonly kind: 'span'; readonly span: Span; readonly name: PeriodName | null }
  | { readonly kind: 'future' | 'year-ago' | 'week-ago' }
);

/** From a mark on. */
export type Time = Found & { readonly at: number };

export interface Calendar {
  readonly today: LocalDay;
  /** 11/05 is 5 November there. */
  readonly isMonthFirst: boolean;
  /** Some feasts fall on another day there. Left out: as where most have them. */
  readonly country?: string | null;
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

/** Which of the concepts it is. */
export const placeIn = (mark: Item | undefined, ...concepts: readonly Concept[]): number | null => {
  const at = concepts.findIndex((concept) => is(mark, concept));
  return at === -1 ? null : at;
};

/** The number in a concept: of `m11` 11. */
const valueOf = (mark: Item | undefined, pattern: RegExp): number | null => {
  for (const concept of mark?.concepts ?? []) {
    const value = pattern.exec(concept)?.[1];
    if (value !== undefined) return Number(value);
  }
  return null;
};

const figuresIn = (mark: Item | undefined, pattern: RegExp): number | null =>
  mark && pattern.test(mark.text) ? Number(mark.text) : null;

export const numberAt = (mark: Item | undefined): number | null =>
  figuresIn(mark, /^\d{1,3}$/) ?? valueOf(mark, /^n(\d+)$/);

/** "The tenth". */
export const placedAt = (mark: Item | undefined): number | null => valueOf(mark, /^d(\d+)$/);

/** A date in figures or by its place; `inWords`: or as a number. */
export const dateAt = (mark: Item | undefined, inWords = false): number | null => {
  const number = figuresIn(mark, /^\d{1,2}$/) ?? placedAt(mark) ?? (inWords ? valueOf(mark, /^n(\d+)$/) : null);
  return number !== null && number >= 1 && number <= 31 ? number : null;
};

/** From one to the other; "and" joins only where "between" goes before. */
export const isJoint = (mark: Item | undefined, isBetween: boolean): boolean =>
  is(mark, 'to') && (isBetween || !is(mark, 'and'));

export const monthAt = (mark: Item | undefined): number | null => valueOf(mark, /^m(\d+)$/);
/** 0 is Monday. */
export const weekdayAt = (mark: Item | undefined): number | null => valueOf(mark, /^w(\d)$/);

export const units: readonly Unit[] = ['day', 'week', 'month', 'year'];
export const unitAt = (mark: Item | undefined): Unit | null => units.find((unit) => is(mark, unit)) ?? null;

/** 2025, in figures or in words. */
export const fullYearAt = (mark: Item | undefined): number | null =>
  figuresIn(mark, /^20\d\d$/) ?? valueOf(mark, /^n(20\d\d)$/);

export const yearAt = (mark: Item | undefined, today: LocalDay): number | null => {
  const back = placeIn(mark, 'thisYear', 'lastYear');
  return fullYearAt(mark) ?? (back === null ? null : yearOf(today) - back);
};

export const spanFound = (length: number, span: Span, name: PeriodName | null = null): Found => ({
  kind: 'span',
  length,
  span,
  name,
});
