/** Dates, months, weekdays and their parts as people write them. */
import { addDays, daysBetween, type LocalDay } from '#catalogue/local-day.ts';
import type { Item } from '../reading.ts';
import {
  dateAt,
  dayOf,
  daySpan,
  type Found,
  is,
  isJoint,
  isPlaced,
  type Matcher,
  monthAt,
  monthSpan,
  numberAt,
  quarterSpan,
  sameDayBefore,
  type Span,
  spanFound,
  unitAt,
  unitSpan,
  valueOf,
  weekdayOf,
  wordDateAt,
  yearAt,
  yearOf,
  yearSpan,
} from './spans.ts';

/** A month without its year is the latest that has begun. */
const yearFor = (month: number, date: number, today: LocalDay): number => {
  const year = yearOf(today);
  const day = dayOf(year, month, Math.min(date, 28)) ?? today;
  return day <= today ? year : year - 1;
};

/** Day first, but for those who write the month first. */
const slashDay = (text: string, isMonthFirst: boolean, today: LocalDay): LocalDay | null => {
  const [one = 0, two = 0, year] = text.split(/[/.]/).map(Number);
  const month = isMonthFirst ? one : two;
  const full = year === undefined ? yearFor(month, isMonthFirst ? two : one, today) : year < 100 ? 2000 + year : year;
  const dayFirst = dayOf(full, two, one);
  const monthFirst = dayOf(full, one, two);
  return isMonthFirst ? (monthFirst ?? dayFirst) : (dayFirst ?? monthFirst);
};

export const byFigures: Matcher = (marks, at, { isMonthFirst, today }) => {
  const text = marks[at]?.text ?? '';
  if (/^\d{4}-\d/.test(text)) {
    const [year = 0, month = 0, date = 0] = text.split('-').map(Number);
    const day = dayOf(year, month, date);
    return day === null ? null : spanFound(1, daySpan(day));
  }
  const day = /^\d+[/.]/.test(text) ? slashDay(text, isMonthFirst, today) : null;
  return day === null ? null : spanFound(1, daySpan(day));
};

/** A month of a year; without the year, the latest in which the date was. */
interface OfMonth {
  readonly month: number;
  readonly year: number | null;
}

/** October; this month, last month. */
const ofMonthAt = (mark: Item | undefined, today: LocalDay): OfMonth | null => {
  const month = monthAt(mark);
  if (month !== null) return { month, year: null };
  const back = is(mark, 'thisMonth') ? 0 : is(mark, 'lastMonth') ? 1 : null;
  if (back === null) return null;
  const day = sameDayBefore(today, back);
  return { month: Number(day.slice(5, 7)), year: yearOf(day) };
};

const isNth = (mark: Item | undefined): boolean => is(mark, 'nth');

/** 5 November, November 5th, the fifth of last month, 5 नवंबर, with a year or without. */
export const byDate: Matcher = (marks, at, { today }) => {
  const before = ofMonthAt(marks[at], today);
  const place = before === null ? at : at + 1;
  const date = before === null ? wordDateAt(marks[place]) : dateAt(marks[place], isNth(marks[place + 1]));
  if (date === null) return null;
  let end = place + 1;
  if (isNth(marks[end])) end += 1;
  if (before !== null && monthAt(marks[at]) === null && end === place + 1 && !isPlaced(marks[place])) return null;
  const found = before ?? ofMonthAt(marks[end], today);
  if (found === null) return null;
  if (before === null) end += 1;
  if (isNth(marks[end])) end += 1;
  const given = found.year === null ? yearAt(marks[end], today) : null;
  const day = dayOf(found.year ?? given ?? yearFor(found.month, date, today), found.month, date);
  return day === null ? null : spanFound(end - at + (given === null ? 0 : 1), daySpan(day));
};

export const byMonth: Matcher = (marks, at, { today }) => {
  const monthFound = (month: number, year: number | null, length: number): Found =>
    spanFound(length, monthSpan(year ?? yearFor(month, 1, today), month));
  const yearBefore = yearAt(marks[at], today);
  const afterYear = yearBefore === null ? null : monthAt(marks[at + 1]);
  if (afterYear !== null) return monthFound(afterYear, yearBefore, 2);
  const following = monthAt(marks[at + 1]);
  if (following !== null && is(marks[at], 'next')) return { kind: 'future', length: 2 };
  if (following !== null && is(marks[at], 'last')) return monthFound(following, yearFor(following, 31, today), 2);
  const month = monthAt(marks[at]);
  if (month === null) return null;
  const year = yearAt(marks[at + 1], today);
  return monthFound(month, year, year === null ? 1 : 2);
};

/** Dates of no month are of the one that is open, or of the one before. */
const openMonth = (last: number, today: LocalDay): OfMonth => {
  const day = last <= Number(today.slice(8)) ? today : sameDayBefore(today, 1);
  return { month: Number(day.slice(5, 7)), year: yearOf(day) };
};

/** 1 to 7 November, del diez al catorce, November 1 - 7, between the tenth and the fourteenth, 1 से 7 नवंबर. */
export const byDates: Matcher = (marks, at, { today, isComparing }) => {
  const before = ofMonthAt(marks[at], today);
  const place = before === null ? at : at + 1;
  const one = dateAt(marks[place], true);
  let next = place + 1;
  if (isNth(marks[next])) next += 1;
  if (one === null || !isJoint(marks[next], !isComparing)) return null;
  const two = dateAt(marks[next + 1], true);
  let end = next + 2;
  if (isNth(marks[end])) end += 1;
  const after = before === null ? ofMonthAt(marks[end], today) : null;
  const areDates = end > place + 3 || isPlaced(marks[place]) || is(marks[at - 1], 'from', 'since', 'day');
  if (two === null || two < one || (before === null && after === null && !areDates)) return null;
  const isCounted = unitAt(marks[end]) !== null && unitAt(marks[end]) !== 'month';
  if (before === null && after === null && (isCounted || is(marks[end], 'hour', 'yesterday', 'today'))) return null;
  if (after !== null || unitAt(marks[end]) === 'month') end += 1;
  const { month, year } = before ?? after ?? openMonth(two, today);
  const given = year === null ? yearAt(marks[end], today) : null;
  const full = year ?? given ?? yearFor(month, one, today);
  const [first, last] = [dayOf(full, month, one), dayOf(full, month, two)];
  if (first === null || last === null) return null;
  return spanFound(end - at + (given === null ? 0 : 1), { from: first, to: addDays(last, 1) });
};

/** The 5th, the fifth, el día 5, martes 5, desde el 5, 5 तारीख. */
export const byDateOnly: Matcher = (marks, at, { today }) => {
  const isDayFirst = is(marks[at], 'day') || valueOf(marks[at], /^w(\d)$/) !== null;
  const mark = marks[isDayFirst ? at + 1 : at];
  const isNthAfter = isNth(marks[at + 1]);
  const date = dateAt(mark, isNthAfter);
  const isSince = is(marks[at - 1], 'since') && unitAt(marks[at + 1]) === null && !is(marks[at + 1], 'hour');
  if (date === null || !(isDayFirst || isNthAfter || isPlaced(mark) || isSince)) return null;
  const { month, year } = openMonth(date, today);
  const day = dayOf(year ?? yearOf(today), month, date);
  return day === null ? null : spanFound(isDayFirst || isNthAfter ? 2 : 1, daySpan(day));
};

const weekdayAt = (mark: Item | undefined): number | null => valueOf(mark, /^w(\d)$/);

/** The Monday of the week that is named. */
const mondayAt = (mark: Item | undefined, today: LocalDay): LocalDay | null => {
  const back = is(mark, 'thisWeek') ? 0 : is(mark, 'lastWeek') ? 1 : is(mark, 'weekBeforeLast') ? 2 : null;
  return back === null ? null : unitSpan('week', today, back).from;
};

/** The latest one that is over. */
const latest = (weekday: number, today: LocalDay): LocalDay =>
  addDays(today, -((weekdayOf(today) - weekday + 7) % 7 || 7));

/** "Mon to Fri last week", «de lunes a viernes», "पिछले हफ्ते सोमवार से शुक्रवार". */
export const byWeekdays: Matcher = (marks, at, { today, isComparing }) => {
  const before = mondayAt(marks[at], today);
  const start = before === null ? at : at + 1;
  const [one, two] = [weekdayAt(marks[start]), weekdayAt(marks[start + 2])];
  const isBetween = !isComparing && is(marks[start - 1], 'from');
  if (one === null || two === null || !isJoint(marks[start + 1], isBetween)) return null;
  const after = before === null ? mondayAt(marks[start + 3], today) : null;
  const monday = before ?? after;
  const days = (two - one + 7) % 7;
  const from = monday === null ? addDays(latest(two, today), -days) : addDays(monday, one);
  return spanFound(start - at + (after === null ? 3 : 4), { from, to: addDays(from, days + 1) });
};

/** "Saturday-Sunday", «el sábado y domingo pasados», "शनिवार-इतवार": two days in a row. */
export const byWeekdayPair: Matcher = (marks, at, { today, isComparing }) => {
  const isNext = is(marks[at], 'next');
  const start = isNext || is(marks[at], 'last', 'this') ? at + 1 : at;
  const one = weekdayAt(marks[start]);
  const second = is(marks[start + 1], 'to') ? start + 2 : start + 1;
  const two = weekdayAt(marks[second]);
  if (isComparing || one === null || two === null || (two - one + 7) % 7 !== 1) return null;
  const isNextAfter = is(marks[second + 1], 'next');
  const isAfter = isNextAfter || is(marks[second + 1], 'last');
  const length = second + 1 - at + (start === at && isAfter ? 1 : 0);
  if (isNext || isNextAfter) return { kind: 'future', length };
  const last = latest(two, today);
  return spanFound(length, { from: addDays(last, -1), to: addDays(last, 1) });
};

/** "Monday of last week", «el lunes de la semana pasada», "पिछले हफ्ते सोमवार". */
export const byWeekdayOfWeek: Matcher = (marks, at, { today }) => {
  const weekday = weekdayAt(marks[at]) ?? weekdayAt(marks[at + 1]);
  const monday = weekdayAt(marks[at]) === null ? mondayAt(marks[at], today) : mondayAt(marks[at + 1], today);
  if (weekday !== null && monday !== null) return spanFound(2, daySpan(addDays(monday, weekday)));
  const count = numberAt(marks[at + 1]);
  const isWeeksAgo = unitAt(marks[at + 2]) === 'week' && is(marks[at + 3], 'ago');
  const own = weekdayAt(marks[at]);
  return own === null || count === null || !isWeeksAgo
    ? null
    : spanFound(4, daySpan(addDays(unitSpan('week', today, count).from, own)));
};

/** The latest one that is over; "last Monday" is the same. */
export const byWeekday: Matcher = (marks, at, { today }) => {
  const isNext = is(marks[at], 'next');
  const start = isNext || is(marks[at], 'last', 'this') ? at + 1 : at;
  const weekday = weekdayAt(marks[start]);
  if (weekday === null) return null;
  const isLastAfter = start === at && is(marks[at + 1], 'last');
  const isNextAfter = start === at && is(marks[at + 1], 'next');
  const length = start - at + 1 + (isLastAfter || isNextAfter ? 1 : 0);
  if (isNext || isNextAfter) return { kind: 'future', length };
  return spanFound(length, daySpan(latest(weekday, today)));
};

// Halves, quarters and weeks of a month or a year, and the last hours.

interface Base {
  readonly span: Span;
  readonly length: number;
  readonly of: 'month' | 'year';
}

/** October, October 2025, this month, last year: what something is a part of. */
const baseAt = (marks: readonly Item[], at: number, today: LocalDay): Base | null => {
  const mark = marks[at];
  const month = monthAt(mark);
  if (month !== null) {
    const year = yearAt(marks[at + 1], today);
    return { span: monthSpan(year ?? yearFor(month, 1, today), month), length: year === null ? 1 : 2, of: 'month' };
  }
  if (is(mark, 'lastMonth')) return { span: unitSpan('month', today, 1), length: 1, of: 'month' };
  if (is(mark, 'thisMonth') || unitAt(mark) === 'month')
    return { span: unitSpan('month', today, 0), length: 1, of: 'month' };
  const year = yearAt(mark, today) ?? (unitAt(mark) === 'year' ? yearOf(today) : null);
  return year === null ? null : { span: yearSpan(year), length: 1, of: 'year' };
};

const last = -1;

/** The first is 1, the last -1. "पहले" is "first" here, and "ago" elsewhere. */
const placeAt = (mark: Item | undefined): number | null => {
  if (is(mark, 'first', 'ago')) return 1;
  return is(mark, 'last', 'lastWeek', 'lastQuarter') ? last : valueOf(mark, /^d(\d+)$/);
};

type Part = 'half' | 'quarter' | 'week' | 'day';

const partAt = (mark: Item | undefined): Part | null => {
  if (is(mark, 'half', 'fortnight')) return 'half';
  if (is(mark, 'quarter', 'lastQuarter')) return 'quarter';
  if (is(mark, 'lastWeek')) return 'week';
  const unit = unitAt(mark);
  return unit === 'week' || unit === 'day' ? unit : null;
};

const halfOf = ({ span, of }: Base, place: number): Span => {
  const middle = of === 'month' ? addDays(span.from, 15) : monthSpan(yearOf(span.from), 7).from;
  return place === 1 ? { from: span.from, to: middle } : { from: middle, to: span.to };
};

const daysOf = ({ span }: Base, place: number, days: number): Span => {
  if (place === last) return { from: addDays(span.to, -days), to: span.to };
  const from = addDays(span.from, (place - 1) * days);
  return { from, to: daysBetween(from, span.to) < days ? span.to : addDays(from, days) };
};

const spanOf = (base: Base, part: Part, place: number, count: number): Span | null => {
  if (part === 'half') return halfOf(base, place);
  if (part === 'quarter')
    return base.of === 'year' ? quarterSpan(yearOf(base.span.from), place === last ? 4 : place) : null;
  return daysOf(base, place, part === 'week' ? 7 * count : count);
};

/** "The first half of October", «el primer trimestre del año», "नवंबर के पहले हफ्ते", "the first ten days of March". */
export const byPart: Matcher = (marks, at, { today }) => {
  const before = baseAt(marks, at, today);
  const start = at + (before?.length ?? 0);
  const place = placeAt(marks[start]);
  if (place === null || place > 5) return null;
  const isOne = is(marks[start], 'lastWeek', 'lastQuarter') || partAt(marks[start]) !== null;
  const count = isOne ? null : numberAt(marks[start + 1]);
  const end = start + (isOne ? 0 : 1) + (count === null ? 0 : 1);
  const part = partAt(marks[end]);
  if (part === null || (part === 'day' && count === null)) return null;
  const base = before ?? baseAt(marks, end + 1, today);
  const ofYear: Base | null = part === 'quarter' && !isOne ? latestYear(place, today) : null;
  const whole = base ?? ofYear;
  if (whole === null || (base === null && place === last)) return null;
  const span = spanOf(whole, part, place, count ?? 1);
  return span === null ? null : spanFound(end + 1 - at + (before === null ? (base?.length ?? 0) : 0), span);
};

/** The year in which that quarter last began. */
const latestYear = (quarter: number, today: LocalDay): Base => {
  const year = yearOf(today);
  const begun = quarterSpan(year, quarter).from <= today;
  return { span: yearSpan(begun ? year : year - 1), length: 0, of: 'year' };
};

/** "Q1", "this quarter". */
export const byQuarter: Matcher = (marks, at, { today }) => {
  const number = Number(marks[at + 1]?.text);
  if (/^[qt]$/.test(marks[at]?.text ?? '') && number >= 1 && number <= 4) {
    const year = yearAt(marks[at + 2], today);
    const base = year === null ? latestYear(number, today) : { span: yearSpan(year) };
    return spanFound(year === null ? 2 : 3, quarterSpan(yearOf(base.span.from), number));
  }
  if (!is(marks[at], 'quarter') || monthAt(marks[at + 1]) !== null) return null;
  return spanFound(1, quarterSpan(yearOf(today), Math.ceil(Number(today.slice(5, 7)) / 3)));
};

const weekOf = (found: Found, length: number): Found | null =>
  found.kind !== 'span'
    ? null
    : daysBetween(found.span.from, found.span.to) > 1
      ? { ...found, length }
      : spanFound(length, unitSpan('week', found.span.from, 0));

/** "The week of 2 November", «la semana del 2 de noviembre», "2 नवंबर वाले हफ्ते". */
export const byWeekOf: Matcher = (marks, at, calendar) => {
  const isFirst = unitAt(marks[at]) === 'week';
  const start = !isFirst ? at : is(marks[at + 1], 'from') ? at + 2 : at + 1;
  const dates = isFirst ? [byDates, byDate, byFigures] : [byDate, byFigures];
  const found = dates.map((matcher) => matcher(marks, start, calendar)).find((one) => one !== null);
  if (!found) return null;
  if (isFirst) return weekOf(found, start - at + found.length);
  return unitAt(marks[at + found.length]) === 'week' ? weekOf(found, found.length + 1) : null;
};

/** The days that the last 24 hours touch; fewer hours are not told as whole days. */
export const byHours: Matcher = (marks, at, { today }) => {
  const isLastFirst = is(marks[at], 'last');
  const count = numberAt(marks[isLastFirst ? at + 1 : at]);
  const unit = marks[at + (isLastFirst ? 2 : 1)];
  const isLastAfter = is(marks[at + 1], 'last') && is(marks[at + 2], 'hour');
  if (count === null || count < 24 || !(isLastAfter || (isLastFirst && is(unit, 'hour')))) return null;
  const from = addDays(today, -Math.ceil(count / 24));
  return spanFound(3, { from, to: daySpan(today).to });
};
