/** Dates, months, weekdays and their parts as people write them. */
import { addDays, daysBetween, type LocalDay } from '#catalogue/local-day.ts';
import type { Item } from '../reading.ts';
import { firstFound, fitOf, shaped, type Values } from './shapes.ts';
import {
  type Calendar,
  dayOf,
  daySpan,
  type Found,
  is,
  type Matcher,
  monthAt,
  monthSpan,
  numberAt,
  placedAt,
  quarterSpan,
  sameDayBefore,
  type Span,
  spanFound,
  unitAt,
  unitSpan,
  weekdayOf,
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
const slashDay = (text: string, { isMonthFirst, today }: Calendar): LocalDay | null => {
  const [one = 0, two = 0, year] = text.split(/[/.]/).map(Number);
  const [month, date] = isMonthFirst ? [one, two] : [two, one];
  const full = year === undefined ? yearFor(month, date, today) : year < 100 ? 2000 + year : year;
  return dayOf(full, month, date) ?? dayOf(full, date, month);
};

export const byFigures: Matcher = (marks, at, calendar) => {
  const text = marks[at]?.text ?? '';
  const [year = 0, month = 0, date = 0] = /^\d{4}-\d/.test(text) ? text.split('-').map(Number) : [];
  const day = dayOf(year, month, date) ?? (/^\d+[/.]/.test(text) ? slashDay(text, calendar) : null);
  return day === null ? null : spanFound(1, daySpan(day));
};

interface OfMonth {
  readonly month: number;
  readonly year: number;
}

const monthOf = (day: LocalDay): OfMonth => ({ month: Number(day.slice(5, 7)), year: yearOf(day) });

/** Dates of no month are of the one that is open, or of the one before. */
const openMonth = (last: number, today: LocalDay): OfMonth =>
  monthOf(last <= Number(today.slice(8)) ? today : sameDayBefore(today, 1));

/** The month that is named, by its name or as last month; without a year, the latest in which the date was. */
const monthIn = ({ monthName, yearNo, namedMonth }: Values, date: number, today: LocalDay): OfMonth | null => {
  if (namedMonth !== undefined) return monthOf(sameDayBefore(today, namedMonth));
  return monthName === undefined ? null : { month: monthName, year: yearNo ?? yearFor(monthName, date, today) };
};

/** 5 November, November 5th, the fifth of last month, 5 नवंबर, with a year or without. */
export const byDate = shaped(
  [
    'monthName figure nth? yearNo?',
    'monthName date nth yearNo?',
    'namedMonth date nth',
    'namedMonth placed',
    'sureDate nth? monthName nth? yearNo?',
    'sureDate nth? namedMonth nth?',
  ],
  (values, { today }) => {
    const date = values.figure ?? values.date ?? values.placed ?? values.sureDate ?? 0;
    const of = monthIn(values, date, today);
    const day = of && dayOf(of.year, of.month, date);
    return day === null ? null : daySpan(day);
  },
);

export const byMonth = shaped(
  ['yearNo monthName', 'next monthName', 'last monthName', 'monthName yearNo?'],
  ({ last, next, monthName = 0, yearNo }, { today }) => {
    if (next !== undefined) return 'future';
    return monthSpan(yearNo ?? yearFor(monthName, last === undefined ? 1 : 31, today), monthName);
  },
);

/** What does not follow dates: "5 to 7 days", "5 to 7 today". */
const noCount = '!day|week|year|hour|yesterday|today month? yearNo?';

/** 1 to 7 November, del diez al catorce, November 1 - 7, between the tenth and the fourteenth, 1 से 7 नवंबर. */
export const byDates = shaped(
  [
    'monthName date nth? joint date2 nth? month? yearNo?',
    'namedMonth date nth? joint date2 nth? month?',
    'date nth? joint date2 nth? monthName yearNo?',
    'date nth? joint date2 nth? namedMonth',
    `placed nth? joint date2 nth? ${noCount}`,
    `date nth joint date2 nth? ${noCount}`,
    `date joint date2 nth ${noCount}`,
    `<from|since|day date joint date2 ${noCount}`,
  ],
  (values, { today }) => {
    const [one, two] = [values.date ?? values.placed ?? 0, values.date2 ?? 0];
    if (two < one) return null;
    const open = openMonth(two, today);
    const { month, year } = monthIn(values, one, today) ?? { ...open, year: values.yearNo ?? open.year };
    const [first, last] = [dayOf(year, month, one), dayOf(year, month, two)];
    return first === null || last === null ? null : { from: first, to: addDays(last, 1) };
  },
);

/** The 5th, the fifth, el día 5, martes 5, desde el 5, 5 तारीख. */
export const byDateOnly = shaped(
  ['day figure', 'weekday figure', 'date nth', 'placed', '<since figure !unit !hour'],
  ({ figure, date, placed }, { today }) => {
    const asked = figure ?? date ?? placed ?? 0;
    const { month, year } = openMonth(asked, today);
    const day = dayOf(year, month, asked);
    return day === null ? null : daySpan(day);
  },
);

/** The latest one that is over. */
const latest = (weekday: number, today: LocalDay): LocalDay =>
  addDays(today, -((weekdayOf(today) - weekday + 7) % 7 || 7));

/** That day of the week so many weeks back. */
const dayOfWeek = (back: number, weekday: number, today: LocalDay): LocalDay =>
  addDays(unitSpan('week', today, back).from, weekday);

/** "Mon to Fri last week", «de lunes a viernes», "पिछले हफ्ते सोमवार से शुक्रवार". */
export const byWeekdays = shaped(
  [
    'namedWeek weekday through weekday2',
    '<from weekday joint weekday2 namedWeek?',
    'weekday through weekday2 namedWeek?',
  ],
  ({ namedWeek, weekday = 0, weekday2 = 0 }, { today }) => {
    const days = (weekday2 - weekday + 7) % 7;
    const from =
      namedWeek === undefined ? addDays(latest(weekday2, today), -days) : dayOfWeek(namedWeek, weekday, today);
    return { from, to: addDays(from, days + 1) };
  },
);

/** "Saturday-Sunday", «el sábado y domingo pasados», "शनिवार-इतवार": two days in a row. */
export const byWeekdayPair = shaped(
  [
    'next weekday to? weekday2',
    'last|this weekday to? weekday2',
    'weekday to? weekday2 next',
    'weekday to? weekday2 last?',
  ],
  ({ next, weekday = 0, weekday2 = 0 }, { today, isComparing }) => {
    if (isComparing || (weekday2 - weekday + 7) % 7 !== 1) return null;
    const last = latest(weekday2, today);
    return next === undefined ? { from: addDays(last, -1), to: addDays(last, 1) } : 'future';
  },
);

/** "Monday of last week", «el lunes de la semana pasada», "पिछले हफ्ते सोमवार", "Monday two weeks ago". */
export const byWeekdayOfWeek = shaped(
  ['weekday namedWeek', 'namedWeek weekday', 'weekday count week ago'],
  ({ namedWeek, count = 0, weekday = 0 }, { today }) => daySpan(dayOfWeek(namedWeek ?? count, weekday, today)),
);

/** The latest one that is over; "last Monday" is the same. */
export const byWeekday = shaped(
  ['next weekday', 'last|this weekday', 'weekday next', 'weekday last?'],
  ({ next, weekday = 0 }, { today }) => (next === undefined ? daySpan(latest(weekday, today)) : 'future'),
);

// Halves, quarters and weeks of a month or a year, and the last hours.

interface Base {
  readonly span: Span;
  readonly length: number;
  readonly of: 'month' | 'year';
}

/** October, October 2025, this month, last year: what something is a part of. */
const baseAt = (marks: readonly Item[], at: number, calendar: Calendar): Base | null => {
  const { today } = calendar;
  const month = fitOf(['monthName yearNo?', 'namedMonth', 'month'], marks, at, calendar);
  if (month !== null) {
    const of = monthIn(month.values, 1, today) ?? monthOf(today);
    return { span: monthSpan(of.year, of.month), length: month.length, of: 'month' };
  }
  const year = yearAt(marks[at], today) ?? (unitAt(marks[at]) === 'year' ? yearOf(today) : null);
  return year === null ? null : { span: yearSpan(year), length: 1, of: 'year' };
};

const last = -1;

/** The first is 1, the last -1. "पहले" is "first" here, and "ago" elsewhere. */
const placeAt = (mark: Item | undefined): number | null => {
  if (is(mark, 'first', 'ago')) return 1;
  return is(mark, 'last', 'lastWeek', 'lastQuarter') ? last : placedAt(mark);
};

type Part = 'half' | 'quarter' | 'week' | 'day';

const partWords = [
  ['half', ['half', 'fortnight']],
  ['quarter', ['quarter', 'lastQuarter']],
  ['week', ['lastWeek', 'week']],
  ['day', ['day']],
] as const;

const partAt = (mark: Item | undefined): Part | null =>
  partWords.find(([, concepts]) => is(mark, ...concepts))?.[0] ?? null;

const halfOf = ({ span, of }: Base, place: number): Span => {
  const middle = of === 'month' ? addDays(span.from, 15) : monthSpan(yearOf(span.from), 7).from;
  return place === 1 ? { from: span.from, to: middle } : { from: middle, to: span.to };
};

const daysOf = ({ span }: Base, place: number, days: number): Span => {
  if (place === last) return { from: addDays(span.to, -days), to: span.to };
  const from = addDays(span.from, (place - 1) * days);
  return { from, to: daysBetween(from, span.to) < days ? span.to : addDays(from, days) };
};

interface Asked {
  readonly part: Part;
  readonly place: number;
  readonly count: number;
  readonly length: number;
  /** One word says place and part: "last week". */
  readonly isOne: boolean;
}

const spanOf = (base: Base, { part, place, count }: Asked): Span | null => {
  if (part === 'half') return halfOf(base, place);
  if (part === 'quarter')
    return base.of === 'year' ? quarterSpan(yearOf(base.span.from), place === last ? 4 : place) : null;
  return daysOf(base, place, part === 'week' ? 7 * count : count);
};

/** "The first half", "the first ten days". */
const askedPart = (marks: readonly Item[], at: number): Asked | null => {
  const place = placeAt(marks[at]);
  if (place === null || place > 5) return null;
  const one = partAt(marks[at]);
  const count = one === null ? numberAt(marks[at + 1]) : null;
  const length = (one === null ? 2 : 1) + (count === null ? 0 : 1);
  const part = partAt(marks[at + length - 1]);
  return part === null || (part === 'day' && count === null)
    ? null
    : { part, place, count: count ?? 1, length, isOne: one !== null };
};

/** "The first half of October", «el primer trimestre del año», "नवंबर के पहले हफ्ते", "the first ten days of March". */
export const byPart: Matcher = (marks, at, calendar) => {
  const before = baseAt(marks, at, calendar);
  const start = at + (before?.length ?? 0);
  const asked = askedPart(marks, start);
  if (asked === null) return null;
  const { part, place, length, isOne } = asked;
  const after = before === null ? baseAt(marks, start + length, calendar) : null;
  const base = before ?? after;
  const whole = base ?? (part === 'quarter' && !isOne ? latestYear(place, calendar.today) : null);
  if (whole === null || (base === null && place === last)) return null;
  const span = spanOf(whole, asked);
  return span && spanFound((base?.length ?? 0) + length, span);
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
    return spanFound(year === null ? 2 : 3, quarterSpan(year ?? yearOf(latestYear(number, today).span.from), number));
  }
  if (!is(marks[at], 'quarter') || monthAt(marks[at + 1]) !== null) return null;
  return spanFound(1, quarterSpan(yearOf(today), Math.ceil(monthOf(today).month / 3)));
};

/** The week of a day; longer spans are as they were said. */
const weekOf = (found: Found, length: number): Found | null => {
  if (found.kind !== 'span') return null;
  const isDay = daysBetween(found.span.from, found.span.to) <= 1;
  return isDay ? spanFound(length, unitSpan('week', found.span.from, 0)) : { ...found, length };
};

/** "The week of 2 November", «la semana del 2 de noviembre», "2 नवंबर वाले हफ्ते". */
export const byWeekOf: Matcher = (marks, at, calendar) => {
  const isFirst = unitAt(marks[at]) === 'week';
  const start = !isFirst ? at : is(marks[at + 1], 'from') ? at + 2 : at + 1;
  const dates = isFirst ? [byDates, byDate, byFigures] : [byDate, byFigures];
  const found = firstFound(dates, marks, start, calendar);
  if (found === null) return null;
  if (isFirst) return weekOf(found, start - at + found.length);
  return unitAt(marks[at + found.length]) === 'week' ? weekOf(found, found.length + 1) : null;
};

/** The days that the last 24 hours touch. */
export const byHours = shaped(['last count hour', 'count last hour'], ({ count = 0 }, { today }) => ({
  from: addDays(today, -Math.ceil(count / 24)),
  to: daySpan(today).to,
}));
