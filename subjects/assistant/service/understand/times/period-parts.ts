/** Halves, quarters and weeks of a month or a year. */
import { addDays, daysBetween, type LocalDay } from '#catalogue/local-day.ts';
import type { Item } from '../reading.ts';
import { byDate, byDates, byFigures, yearFor } from './dates.ts';
import { daySpan, monthSpan, quarterSpan, type Span, unitSpan, yearOf, yearSpan } from './spans.ts';
import { type Found, is, type Matcher, monthAt, numberAt, spanFound, unitAt, valueOf, yearAt } from './time-marks.ts';

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

/** The days that the last 24 hours touch. */
export const byHours: Matcher = (marks, at, { today }) => {
  const isLastFirst = is(marks[at], 'last');
  const count = numberAt(marks[isLastFirst ? at + 1 : at]);
  const unit = marks[at + (isLastFirst ? 2 : 1)];
  const isLastAfter = is(marks[at + 1], 'last') && is(marks[at + 2], 'hour');
  if (count === null || !(isLastAfter || (isLastFirst && is(unit, 'hour')))) return null;
  const from = addDays(today, -Math.ceil(count / 24));
  return spanFound(3, { from, to: daySpan(today).to });
};
