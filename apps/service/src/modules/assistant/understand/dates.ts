/** Dates and months as people write them. */
import { addDays, type LocalDay } from '@wattershed/domain';
import { dayOf, daySpan, monthSpan, yearOf } from './spans.ts';
import { dateAt, type Found, is, type Matcher, monthAt, spanFound, yearAt } from './time-marks.ts';

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

const monthFound = (month: number, year: number | null, length: number, today: LocalDay): Found =>
  spanFound(length, monthSpan(year ?? yearFor(month, 1, today), month));

const dateFound = (month: number, date: number, year: number | null, length: number, today: LocalDay): Found | null => {
  const day = dayOf(year ?? yearFor(month, date, today), month, date);
  return day === null ? null : spanFound(length, daySpan(day));
};

/** 5 November, November 5th, 5 नवंबर, with a year or without. */
export const byDate: Matcher = (marks, at, { today }) => {
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

export const byMonth: Matcher = (marks, at, { today }) => {
  const yearBefore = yearAt(marks[at], today);
  const afterYear = yearBefore === null ? null : monthAt(marks[at + 1]);
  if (afterYear !== null) return monthFound(afterYear, yearBefore, 2, today);
  const following = monthAt(marks[at + 1]);
  if (following !== null && is(marks[at], 'next')) return { kind: 'future', length: 2 };
  if (following !== null && is(marks[at], 'last'))
    return monthFound(following, yearFor(following, 31, today), 2, today);
  const month = monthAt(marks[at]);
  if (month === null) return null;
  const year = yearAt(marks[at + 1], today);
  return monthFound(month, year, year === null ? 1 : 2, today);
};

/** From the first date to the last one, that one among them. */
const daysFound = (length: number, first: LocalDay | null, last: LocalDay | null): Found | null =>
  first !== null && last !== null && first <= last ? spanFound(length, { from: first, to: addDays(last, 1) }) : null;

/** 1 to 7 November, del 1 al 7 de noviembre, November 1 - 7, 1 से 7 नवंबर. */
export const byDates: Matcher = (marks, at, { today }) => {
  const isMonthFirst = monthAt(marks[at]) !== null;
  const start = isMonthFirst ? at + 1 : at;
  const [one, two] = [dateAt(marks[start]), dateAt(marks[start + 2])];
  const last = marks[start + 3];
  const ofToday = is(last, 'thisMonth') ? Number(today.slice(5, 7)) : null;
  const month = isMonthFirst ? monthAt(marks[at]) : (monthAt(last) ?? ofToday);
  if (one === null || two === null || month === null || !is(marks[start + 1], 'to')) return null;
  const length = 4;
  const given = yearAt(marks[at + length], today);
  const year = given ?? yearFor(month, one, today);
  return daysFound(length + (given === null ? 0 : 1), dayOf(year, month, one), dayOf(year, month, two));
};

/** The first week of November, नवंबर के पहले हफ्ते. */
export const byFirstWeek: Matcher = (marks, at, { today }) => {
  const isNamed = is(marks[at], 'first') && is(marks[at + 1], 'week');
  const isAfter = is(marks[at + 1], 'ago', 'first') && is(marks[at + 2], 'week');
  const month = monthAt(marks[isNamed ? at + 2 : at]);
  if (month === null || !(isNamed || isAfter)) return null;
  const { from } = monthSpan(yearFor(month, 1, today), month);
  return spanFound(3, { from, to: addDays(from, 7) });
};
