/** Seasons: three whole months each, the other way round in the south. */
import { daySpan, monthSpan, type Span, yearOf } from './spans.ts';
import { type Calendar, is, type Matcher, spanFound, yearAt } from './time-marks.ts';
import type { Item } from './reading.ts';

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
export const bySeason: Matcher = (marks, at, calendar) => {
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
