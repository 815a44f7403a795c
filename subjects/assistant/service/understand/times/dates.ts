/** Dates, months and weekdays as people write them. */
import { addDays, type LocalDay } from '#catalogue/local-day.ts';
import type { Item } from '../reading.ts';
import { dayOf, daySpan, monthSpan, sameDayBefore, unitSpan, weekdayOf, yearOf } from './spans.ts';
import {
  dateAt,
  type Found,
  is,
  isJoint,
  isPlaced,
  type Matcher,
  monthAt,
  spanFound,
  unitAt,
  valueOf,
  wordDateAt,
  yearAt,
} from './time-marks.ts';

/** A month without its year is the latest that has begun. */
export const yearFor = (month: number, date: number, today: LocalDay): number => {
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
  return weekday === null || monday === null ? null : spanFound(2, daySpan(addDays(monday, weekday)));
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
