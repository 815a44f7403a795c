/** The times that a question names, in their order. */
import { addDays, type LocalDay } from '#catalogue/local-day.ts';
import type { PeriodName } from '../../intent.ts';
import type { Concept } from '../lexicon.ts';
import type { Item } from '../reading.ts';
import {
  byDate,
  byDateOnly,
  byDates,
  byFigures,
  byHours,
  byMonth,
  byPart,
  byQuarter,
  byWeekday,
  byWeekdayOfWeek,
  byWeekdayPair,
  byWeekdays,
  byWeekOf,
} from './dates.ts';
import { byFeast } from './feasts.ts';
import {
  type Calendar,
  daySpan,
  is,
  lastQuarter,
  lastSpan,
  type Matcher,
  monthSpan,
  namedSpan,
  numberAt,
  sameDayBefore,
  type Span,
  spanFound,
  type Time,
  type Unit,
  unitAt,
  unitSpan,
  valueOf,
  weekdayOf,
  yearAt,
  yearOf,
  yearSpan,
} from './spans.ts';

// Seasons: three whole months each, the other way round in the south.

const firstMonths = [
  ['spring', 3],
  ['summer', 6],
  ['autumn', 9],
  ['winter', 12],
] as const;

/** A winter is of the year in which it begins. */
const seasonSpan = (year: number, first: number): Span => ({
  from: monthSpan(year, first).from,
  to: monthSpan(year, first + 2).to,
});

const firstMonthAt = (mark: Item | undefined, { isSouthern }: Calendar): number | null => {
  const month = firstMonths.find(([concept]) => is(mark, concept))?.[1];
  if (month === undefined) return null;
  return isSouthern ? ((month + 5) % 12) + 1 : month;
};

/** The latest one that is over; "this": that has begun. */
const latest = (first: number, isThis: boolean, today: Calendar['today']): Span => {
  const tomorrow = daySpan(today).to;
  const spans = [0, 1, 2].map((back) => seasonSpan(yearOf(today) - back, first));
  const [found = seasonSpan(yearOf(today) - 2, first)] = spans.filter(({ from, to }) =>
    isThis ? from < tomorrow : to <= today,
  );
  return found;
};

/** "In summer" is a time; "गर्मी" alone is also heat, "spring" a well. */
const isTimeAlone = /^(?:summer|winter|verano|invierno|otono|autumn|गर्मियों|सर्दियों|garmiyon|garmiyo|sardiyon|sardiyo)$/;

/** "Last summer", «el verano pasado», "पिछली गर्मी", "the winter of 2025". */
const bySeason: Matcher = (marks, at, calendar) => {
  const isQualified = is(marks[at], 'last', 'this', 'next');
  const start = isQualified ? at + 1 : at;
  const first = firstMonthAt(marks[start], calendar);
  if (first === null) return null;
  const given = yearAt(marks[start + 1], calendar.today);
  if (given !== null) return spanFound(start + 2 - at, seasonSpan(given, first));
  const isAfter = !isQualified && is(marks[start + 1], 'last', 'next');
  const text = marks[start]?.text ?? '';
  const isAlone = !isQualified && !isAfter && !text.includes(' ');
  if (isAlone && !isTimeAlone.test(text)) return null;
  const length = start + (isAfter ? 2 : 1) - at;
  const said = isAfter ? marks[start + 1] : marks[at];
  if (is(said, 'next') || (isAlone && calendar.isOfFuture)) return { kind: 'future', length };
  return spanFound(length, latest(first, is(said, 'this') || text.startsWith('this '), calendar.today));
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

const beforeLast: readonly (readonly [Concept, Unit])[] = [
  ['weekBeforeLast', 'week'],
  ['monthBeforeLast', 'month'],
  ['yearBeforeLast', 'year'],
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
  if (is(mark, 'weekendBeforeLast')) {
    const { from, to } = namedSpan('last-weekend', weekdayOf(today) >= 5 ? addDays(today, -7) : today);
    return spanFound(1, { from: addDays(from, -7), to: addDays(to, -7) });
  }
  if (is(mark, 'fortnight')) return spanFound(1, lastSpan('day', today, 14));
  const before = beforeLast.find(([concept]) => is(mark, concept))?.[1];
  if (before !== undefined) return spanFound(1, unitSpan(before, today, 2));
  if (is(mark, 'lastQuarter')) return spanFound(1, lastQuarter(today));
  const name = named.find(([concept]) => is(mark, concept))?.[1];
  return name === undefined ? null : spanFound(1, namedSpan(name, today), name);
};

/** "Today last year", "पिछले साल आज के दिन": that day of the year before. */
const byDayOfLastYear: Matcher = (marks, at, { today }) => {
  const pair = [marks[at], marks[at + 1]];
  const isPair = pair.some((mark) => is(mark, 'today')) && pair.some((mark) => is(mark, 'lastYear'));
  if (!isPair) return null;
  return spanFound(is(marks[at + 2], 'day') ? 3 : 2, daySpan(sameDayBefore(today, 12)));
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

/** 3 days ago, hace 3 días, 3 दिन पहले; "a week ago today" and "आज से एक हफ्ते पहले" are that day. */
const byAgo: Matcher = (marks, at, { today }) => {
  const isFromToday = is(marks[at], 'today') && (is(marks[at + 1], 'to') || is(marks[at + 1], 'ago'));
  const first = isFromToday && is(marks[at + 1], 'to') ? at + 2 : isFromToday ? at + 1 : at;
  const start = is(marks[first], 'ago') ? first + 1 : first;
  const count = numberAt(marks[start]);
  const unit = unitAt(marks[start + 1]);
  const isAgo = start > first || is(marks[start + 2], 'ago');
  if (count === null || unit === null || !isAgo || count > 800) return null;
  const end = start + (start > first ? 2 : 3);
  const isThatDay = isFromToday || is(marks[end], 'today');
  if (isThatDay && unit === 'week')
    return spanFound(end - at + (isFromToday ? 0 : 1), daySpan(addDays(today, -7 * count)));
  const name =
    unit === 'day' && count === 1 ? 'yesterday' : unit === 'day' && count === 2 ? 'day-before-yesterday' : null;
  return spanFound(end - at, unitSpan(unit, today, count), name);
};

/** 2025, in figures or in words. */
const byYear: Matcher = (marks, at) => {
  const figures = /^20\d\d$/.exec(marks[at]?.text ?? '')?.[0];
  const year = figures === undefined ? valueOf(marks[at], /^n(20\d\d)$/) : Number(figures);
  return year === null ? null : spanFound(1, yearSpan(year));
};

const matchers: readonly Matcher[] = [
  byFeast,
  bySeason,
  byPart,
  byWeekOf,
  byDates,
  byDate,
  byMonth,
  byQuarter,
  byAgo,
  byHours,
  byCount,
  byDateOnly,
  byWeekdayPair,
  byWeekdays,
  byWeekdayOfWeek,
  byWeekday,
  byDayOfLastYear,
  byName,
  byFigures,
  byYear,
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
