/** The times that a question names, in their order. */
import { addDays, type LocalDay } from '#catalogue/local-day.ts';
import type { PeriodName } from '../../intent.ts';
import type { Concept } from '../lexicon.ts';
import type { Item } from '../reading.ts';
import { byDatesAndMonths, byDaysAndWeekdays, byFigures } from './dates.ts';
import { byFeast } from './feasts.ts';
import { firstFound, fitOf, shaped } from './shapes.ts';
import {
  type Calendar,
  daySpan,
  type Found,
  is,
  lastQuarter,
  lastSpan,
  type Matcher,
  monthSpan,
  namedSpan,
  sameDayBefore,
  type Span,
  spanFound,
  type Time,
  units,
  unitSpan,
  weekBefore,
  weekdayOf,
  yearOf,
  yearSpan,
} from './spans.ts';

// Seasons: three whole months each, the other way round in the south.

const firstMonths = { spring: 3, summer: 6, autumn: 9, winter: 12 } as const;
const seasons = Object.keys(firstMonths) as (keyof typeof firstMonths)[];
const aSeason = seasons.join('|');

/** A winter is of the year in which it begins. */
const seasonSpan = (year: number, first: number): Span => ({
  from: monthSpan(year, first).from,
  to: monthSpan(year, first + 2).to,
});

const firstMonthAt = (mark: Item | undefined, { isSouthern }: Calendar): number => {
  const month = firstMonths[seasons.find((season) => is(mark, season)) ?? 'spring'];
  return isSouthern ? ((month + 5) % 12) + 1 : month;
};

/** The latest one that is over; "this": that has begun. */
const latest = (first: number, isThis: boolean, today: LocalDay): Span => {
  const year = yearOf(today);
  const [one, before] = [seasonSpan(year, first), seasonSpan(year - 1, first)];
  const isPast = ({ from, to }: Span): boolean => (isThis ? from <= today : to <= today);
  return [one, before].find(isPast) ?? seasonSpan(year - 2, first);
};

const seasonShapes = [
  `last|this|next? ${aSeason} yearNo`,
  `next ${aSeason}`,
  `last|this ${aSeason}`,
  `${aSeason} next`,
  `${aSeason} last`,
  aSeason,
];

/** "Last summer", «el verano pasado», "पिछली गर्मी", "the winter of 2025". "In summer" is a time; "गर्मी" alone is also heat, "spring" a well. */
const bySeason: Matcher = (marks, at, calendar) => {
  const fit = fitOf(seasonShapes, marks, at, calendar);
  if (fit === null) return null;
  const { length, values } = fit;
  const season = marks[is(marks[at], 'last', 'this', 'next') ? at + 1 : at];
  const first = firstMonthAt(season, calendar);
  if (values.yearNo !== undefined) return spanFound(length, seasonSpan(values.yearNo, first));
  const text = season?.text ?? '';
  const isAlone = length === 1 && !text.includes(' ');
  if (isAlone && !is(season, 'season')) return null;
  if (values.next !== undefined || (isAlone && calendar.isOfFuture)) return { kind: 'future', length };
  return spanFound(length, latest(first, is(marks[at], 'this') || text.startsWith('this '), calendar.today));
};

const future: Found = { kind: 'future', length: 1 };

/** Names of one word or phrase; the first that fits. */
const named: readonly (readonly [Concept, PeriodName | ((calendar: Calendar) => Found)])[] = [
  ['yearAgo', () => ({ kind: 'year-ago', length: 1 })],
  ['weekAgo', () => ({ kind: 'week-ago', length: 1 })],
  ['future', () => future],
  ['kal', (calendar) => (calendar.isOfFuture ? future : nameFound('yesterday', calendar))],
  ['parson', (calendar) => (calendar.isOfFuture ? future : nameFound('day-before-yesterday', calendar))],
  ['lastWeekend', ({ today }) => spanFound(1, pastWeekend(today), 'last-weekend')],
  ['weekendBeforeLast', ({ today }) => spanFound(1, weekBefore(pastWeekend(today)))],
  ['fortnight', ({ today }) => spanFound(1, lastSpan('day', today, 14))],
  ['weekBeforeLast', ({ today }) => spanFound(1, unitSpan('week', today, 2))],
  ['monthBeforeLast', ({ today }) => spanFound(1, unitSpan('month', today, 2))],
  ['yearBeforeLast', ({ today }) => spanFound(1, unitSpan('year', today, 2))],
  ['lastQuarter', ({ today }) => spanFound(1, lastQuarter(today))],
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

const nameFound = (name: PeriodName, { today }: Calendar): Found => spanFound(1, namedSpan(name, today), name);

/** The last that is over. */
const pastWeekend = (today: LocalDay): Span =>
  namedSpan('last-weekend', weekdayOf(today) >= 5 ? addDays(today, -7) : today);

const byName: Matcher = (marks, at, calendar) => {
  const meant = named.find(([concept]) => is(marks[at], concept))?.[1];
  if (meant === undefined) return null;
  return typeof meant === 'string' ? nameFound(meant, calendar) : meant(calendar);
};

/** "Today last year", "पिछले साल आज के दिन": that day of the year before. */
const byDayOfLastYear = shaped(['today lastYear day?', 'lastYear today day?'], (_, { today }) =>
  daySpan(sameDayBefore(today, 12)),
);

/** So many units until today. */
const rolling = (count: number, at: number, today: LocalDay): Span & { readonly name: PeriodName | null } => {
  const unit = units[at] ?? 'day';
  const days = unit === 'day' ? count : unit === 'week' ? count * 7 : 0;
  const name = days === 7 ? 'last-7-days' : days === 30 ? 'last-30-days' : null;
  return { ...lastSpan(unit, today, Math.min(count, 366)), name };
};

/** The last 7 days, los tres últimos meses. */
const byLastCount = shaped(['last count unit', 'count last unit'], ({ count = 0, unit = 0 }, { today }) =>
  count < 1 ? null : rolling(count, unit, today),
);

/** "7 days", पिछले 7 दिन. */
const byCount = shaped(['count unit last?'], ({ count = 0, unit = 0 }, { today }) =>
  count < 2 || units[unit] === 'year' ? null : rolling(count, unit, today),
);

const maxAgo = 800;
const namesBack = [null, 'yesterday', 'day-before-yesterday'] as const;

/** "A week ago today" and "आज से एक हफ्ते पहले" are that day. */
const byWeeksAgoToday = shaped(
  [
    'today to ago count week',
    'today to count week ago',
    'today ago count week',
    'ago count week today',
    'count week ago today',
  ],
  ({ count = 0 }, { today }) => (count > maxAgo ? null : daySpan(addDays(today, -7 * count))),
);

/** 3 days ago, hace 3 días, 3 दिन पहले. */
const byAgo = shaped(
  ['today to ago count unit', 'today to count unit ago', 'today ago count unit', 'ago count unit', 'count unit ago'],
  ({ count = 0, unit: at = 0 }, { today }) => {
    if (count > maxAgo) return null;
    const unit = units[at] ?? 'day';
    const name = unit === 'day' ? namesBack[count] : null;
    return { ...unitSpan(unit, today, count), name: name ?? null };
  },
);

/** The days that the last 24 hours touch; fewer hours are not told as whole days. */
const byHours = shaped(['last count hour', 'count last hour'], ({ count = 0 }, { today }) =>
  count < 24 ? null : { from: addDays(today, -Math.ceil(count / 24)), to: daySpan(today).to },
);

const byYear = shaped(['fullYear'], ({ fullYear = 0 }) => yearSpan(fullYear));

/** The first that fits. */
const matchers: readonly Matcher[] = [
  byFeast,
  bySeason,
  ...byDatesAndMonths,
  byWeeksAgoToday,
  byAgo,
  byHours,
  byLastCount,
  byCount,
  ...byDaysAndWeekdays,
  byDayOfLastYear,
  byName,
  byFigures,
  byYear,
];

export const timesIn = (marks: readonly Item[], calendar: Calendar): Time[] => {
  const times: Time[] = [];
  for (let at = 0; at < marks.length; ) {
    const found = firstFound(matchers, marks, at, calendar);
    if (found) times.push({ ...found, at });
    at += found?.length ?? 1;
  }
  return times;
};
