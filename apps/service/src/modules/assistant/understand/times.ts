/** The times that a question names, in their order. */
import { addDays, type LocalDay } from '@wattershed/domain';
import type { PeriodName } from '../question.ts';
import { byDate, byDates, byFigures, byFirstWeek, byMonth } from './dates.ts';
import type { Concept } from './lexicon/en.ts';
import type { Item } from './reading.ts';
import {
  dayOf,
  daySpan,
  lastQuarter,
  lastSpan,
  namedSpan,
  type Span,
  type Unit,
  unitSpan,
  weekdayOf,
  yearOf,
  yearSpan,
} from './spans.ts';
import {
  type Calendar,
  dateAt,
  is,
  type Matcher,
  numberAt,
  spanFound,
  type Time,
  unitAt,
  valueOf,
} from './time-marks.ts';

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

const byName: Matcher = (marks, at, { today, isOfFuture }) => {
  const mark = marks[at];
  if (is(mark, 'yearAgo')) return { kind: 'year-ago', length: 1 };
  if (is(mark, 'weekAgo')) return { kind: 'week-ago', length: 1 };
  if (is(mark, 'future')) return { kind: 'future', length: 1 };
  if (is(mark, 'kal', 'parson')) {
    if (isOfFuture) return { kind: 'future', length: 1 };
    const name = is(mark, 'kal') ? 'yesterday' : 'day-before-yesterday';
    return spanFound(1, namedSpan(name, today), name);
  }
  if (is(mark, 'lastWeekend')) {
    const isWeekend = weekdayOf(today) >= 5;
    return spanFound(1, namedSpan('last-weekend', isWeekend ? addDays(today, -7) : today), 'last-weekend');
  }
  if (is(mark, 'fortnight')) return spanFound(1, lastSpan('day', today, 14));
  if (is(mark, 'lastQuarter')) return spanFound(1, lastQuarter(today));
  const name = named.find(([concept]) => is(mark, concept))?.[1];
  return name === undefined ? null : spanFound(1, namedSpan(name, today), name);
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
  const name =
    unit === 'day' && count === 1 ? 'yesterday' : unit === 'day' && count === 2 ? 'day-before-yesterday' : null;
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
  const passed =
    day !== null && day <= today ? day : dayOf(month === 1 ? year - 1 : year, ((month + 10) % 12) + 1, date);
  return passed === null ? null : spanFound(2, daySpan(passed));
};

const matchers: readonly Matcher[] = [
  byFirstWeek,
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
