/** Dates, months, weekdays and their parts as people write them. */
import { addDays, daysBetween, type LocalDay } from '#catalogue/local-day.ts';
import { dayParts, firstFound, lastPlace, shaped, type Values } from './shapes.ts';
import {
  type Calendar,
  dayOf,
  daySpan,
  type Found,
  is,
  type Matcher,
  monthAt,
  monthSpan,
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
const byDate = shaped(
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

const byMonth = shaped(
  ['yearNo monthName', 'next monthName', 'last monthName', 'monthName yearNo?'],
  ({ last, next, monthName = 0, yearNo }, { today }) => {
    if (next !== undefined) return 'future';
    return monthSpan(yearNo ?? yearFor(monthName, last === undefined ? 1 : 31, today), monthName);
  },
);

/** What does not follow dates: "5 to 7 days", "5 to 7 today". */
const noCount = '!day|week|year|hour|yesterday|today month? yearNo?';

/** 1 to 7 November, del diez al catorce, November 1 - 7, between the tenth and the fourteenth, 1 से 7 नवंबर. */
const byDates = shaped(
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
const byDateOnly = shaped(
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
const byWeekdays = shaped(
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
const byWeekdayPair = shaped(
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
const byWeekdayOfWeek = shaped(
  ['weekday namedWeek', 'namedWeek weekday', 'weekday count week ago'],
  ({ namedWeek, count = 0, weekday = 0 }, { today }) => daySpan(dayOfWeek(namedWeek ?? count, weekday, today)),
);

const maxWeekdaysAgo = 100;

/** "Three Sundays ago", "the Sunday before last", «hace tres domingos», "पिछले से पिछले रविवार". */
const byWeekdaysAgo = shaped(
  ['count weekday ago', 'ago count weekday', 'weekday beforeLast', 'beforeLast weekday'],
  ({ count, weekday = 0 }, { today }) => {
    const weeks = count ?? 2;
    return weeks < 1 || weeks > maxWeekdaysAgo ? null : daySpan(addDays(latest(weekday, today), -7 * (weeks - 1)));
  },
);

/** The latest one that is over; "last Monday" is the same. */
const byWeekday = shaped(
  ['next weekday', 'last|this weekday', 'weekday next', 'weekday last?'],
  ({ next, weekday = 0 }, { today }) => (next === undefined ? daySpan(latest(weekday, today)) : 'future'),
);

// Halves, quarters and weeks of a month or a year.

/** The year in which that quarter last began. */
const yearOfQuarter = (quarter: number, today: LocalDay): number =>
  yearOf(today) - (quarterSpan(yearOf(today), quarter).from <= today ? 0 : 1);

/** October, October 2025, this month, last year: what something is a part of. */
const wholes = ['monthName yearNo?', 'namedMonth', 'month', 'yearNo', 'year'];
/** "The first half", "the first ten days", "last week". */
const someParts = ['lastWeek', 'lastQuarter', 'place count? part'];

const monthOfWhole = (values: Values, today: LocalDay): OfMonth | null =>
  monthIn(values, 1, today) ?? (values.month === undefined ? null : monthOf(today));

const yearOfWhole = ({ yearNo, year }: Values, today: LocalDay): number | null =>
  yearNo ?? (year === undefined ? null : yearOf(today));

const partIn = ({ lastWeek, lastQuarter, part = 0 }: Values): (typeof dayParts)[number] | undefined => {
  if (lastWeek !== undefined) return 'week';
  return lastQuarter === undefined ? dayParts[part] : 'quarter';
};

/** A month is cut after its day 15, a year after its month 6. */
const halfOf = ({ from, to }: Span, after: 15 | 6, place: number): Span => {
  const middle = after === 15 ? addDays(from, after) : monthSpan(yearOf(from), after + 1).from;
  return place === 1 ? { from, to: middle } : { from: middle, to };
};

/** Of no year that is named, the latest that has begun; the last is that of a year alone. */
const quarterOf = (place: number, year: number | null, today: LocalDay): Span | null => {
  if (place === lastPlace) return year === null ? null : quarterSpan(year, 4);
  return quarterSpan(year ?? yearOfQuarter(place, today), place);
};

/** So many days, for the first time, the second, or the last. */
const daysOf = ({ from, to }: Span, place: number, days: number): Span => {
  if (place === lastPlace) return { from: addDays(to, -days), to };
  const first = addDays(from, (place - 1) * days);
  return { from: first, to: daysBetween(first, to) < days ? to : addDays(first, days) };
};

/** "The first half of October", «el primer trimestre del año», "नवंबर के पहले हफ्ते", "the first ten days of March". */
const byPart = shaped(
  [
    ...wholes.flatMap((whole) => someParts.map((part) => `${whole} ${part}`)),
    ...wholes.flatMap((whole) => someParts.map((part) => `${part} ${whole}`)),
    'place count? part',
  ],
  (values, { today }) => {
    const { place = lastPlace, count } = values;
    const part = partIn(values);
    const [month, ofYear] = [monthOfWhole(values, today), yearOfWhole(values, today)];
    if (part === 'quarter') return month ? null : quarterOf(place, ofYear, today);
    if (month === null && ofYear === null) return null;
    const whole = month ? monthSpan(month.year, month.month) : yearSpan(ofYear ?? 0);
    if (part === 'half') return halfOf(whole, month ? 15 : 6, place);
    return part === 'day' && count === undefined
      ? null
      : daysOf(whole, place, (count ?? 1) * (part === 'week' ? 7 : 1));
  },
);

/** "Q1", "this quarter". */
const byQuarter: Matcher = (marks, at, { today }) => {
  const number = Number(marks[at + 1]?.text);
  if (/^[qt]$/.test(marks[at]?.text ?? '') && number >= 1 && number <= 4) {
    const year = yearAt(marks[at + 2], today);
    return spanFound(year === null ? 2 : 3, quarterSpan(year ?? yearOfQuarter(number, today), number));
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
const byWeekOf: Matcher = (marks, at, calendar) => {
  const isFirst = unitAt(marks[at]) === 'week';
  const start = !isFirst ? at : is(marks[at + 1], 'from') ? at + 2 : at + 1;
  const dates = isFirst ? [byDates, byDate, byFigures] : [byDate, byFigures];
  const found = firstFound(dates, marks, start, calendar);
  if (found === null) return null;
  if (isFirst) return weekOf(found, start - at + found.length);
  return unitAt(marks[at + found.length]) === 'week' ? weekOf(found, found.length + 1) : null;
};

/** The first that fits; "3 days" are counted between the two. */
export const byDatesAndMonths: readonly Matcher[] = [byPart, byWeekOf, byDates, byDate, byMonth, byQuarter];
export const byDaysAndWeekdays: readonly Matcher[] = [
  byWeekdaysAgo,
  byDateOnly,
  byWeekdayPair,
  byWeekdays,
  byWeekdayOfWeek,
  byWeekday,
];
