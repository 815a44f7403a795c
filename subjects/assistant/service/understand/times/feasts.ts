/** Feasts by their names in our languages, and the days on which they fall: by date, from Easter, by the lunar calendars. */
import { type Language, languageIds } from '#catalogue/index.ts';
import { addDays, type LocalDay } from '#catalogue/local-day.ts';
import { textsIn } from '#kernel/texts.ts';
import { fold, tokensOf } from '../lexicon.ts';
import { dayOf, daySpan, is, type Matcher, type Span, spanFound, weekdayOf, yearAt, yearOf } from './spans.ts';

type Country = string | null;
/** Null: nobody here knows it of that year. */
type Falls = (year: number, country: Country) => Span | null;

const onDate =
  (month: number, date: number): Falls =>
  (year) => {
    const day = dayOf(year, month, date);
    return day === null ? null : daySpan(day);
  };

/** Of the Gregorian calendar, by the rule of Meeus, Jones and Butcher. */
export const easterOf = (year: number): LocalDay => {
  const [a, b, c] = [year % 19, Math.floor(year / 100), year % 100];
  const g = Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3);
  const h = (19 * a + b - Math.floor(b / 4) - g + 15) % 30;
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const n = h + l - 7 * Math.floor((a + 11 * h + 22 * l) / 451) + 114;
  return dayOf(year, Math.floor(n / 31), (n % 31) + 1) ?? `${year}-04-01`;
};

/** So many days after Easter, and how long. */
const fromEaster =
  (after: number, days = 1): Falls =>
  (year) => {
    const from = addDays(easterOf(year), after);
    return { from, to: addDays(from, days) };
  };

/** The n-th of a weekday in a month; 0 is Monday. */
const nthWeekday = (year: number, month: number, weekday: number, nth: number): Span | null => {
  const first = dayOf(year, month, 1);
  return first === null ? null : daySpan(addDays(first, ((weekday - weekdayOf(first) + 7) % 7) + 7 * (nth - 1)));
};

/** In Canada on the second Monday of October, elsewhere as in the United States. */
const thanksgiving: Falls = (year, country) =>
  country === 'CA' ? nthWeekday(year, 10, 0, 2) : nthWeekday(year, 11, 3, 4);

// By the Hindu lunar calendar as most of India keeps it: no rule that was tried gave all of these days (decision 60).
const firstTold = 2018;
const told = (days: string): Falls => {
  const all = days.split(' ');
  return (year) => {
    const day = all[year - firstTold];
    return day === undefined ? null : daySpan(`${year}-${day}`);
  };
};
const diwali = told('11-07 10-27 11-14 11-04 10-24 11-12 10-31 10-20 11-08 10-29 10-17 11-05 10-26');
const dussehra = told('10-19 10-08 10-25 10-15 10-05 10-24 10-12 10-02 10-20 10-09 09-27 10-16 10-06');
const raksha = told('08-26 08-15 08-03 08-22 08-11 08-30 08-19 08-09 08-28 08-17 08-05 08-23 08-13');
const holi = told('03-02 03-21 03-10 03-29 03-18 03-08 03-25 03-14 03-04 03-22 03-11 03-01 03-20');

/** Where the month begins by the moon that is seen, which is a day later than that of Mecca. */
const seesLater = new Set(['IN', 'PK', 'BD', 'LK', 'NP']);

const ofIslam = new Intl.DateTimeFormat('en-u-ca-islamic-umalqura', {
  day: 'numeric',
  month: 'numeric',
  timeZone: 'UTC',
});
/** Months have 29 or 30 days: the first of one is looked for day by day; of two in a year, the later. */
const islamic =
  (month: number, date: number, days = 1): Falls =>
  (year, country) => {
    for (let day: LocalDay = `${year}-12-31`; yearOf(day) === year; day = addDays(day, -1)) {
      const parts = Object.fromEntries(
        ofIslam.formatToParts(new Date(`${day}T12:00:00Z`)).map((one) => [one.type, one.value]),
      );
      if (Number(parts['month']) !== month || Number(parts['day']) !== date) continue;
      const from = addDays(day, seesLater.has(country ?? '') ? 1 : 0);
      return { from, to: addDays(from, days) };
    }
    return null;
  };

const feasts = {
  'christmas-eve': onDate(12, 24),
  christmas: onDate(12, 25),
  'new-years-eve': onDate(12, 31),
  'new-year': onDate(1, 1),
  epiphany: onDate(1, 6),
  'republic-day': onDate(1, 26),
  'independence-day': (year, country) => (country === 'US' ? onDate(7, 4) : onDate(8, 15))(year, country),
  halloween: onDate(10, 31),
  'all-saints': onDate(11, 1),
  easter: fromEaster(0),
  'good-friday': fromEaster(-2),
  'easter-monday': fromEaster(1),
  'holy-week': fromEaster(-7, 8),
  carnival: fromEaster(-50, 4),
  thanksgiving,
  diwali,
  dussehra,
  'raksha-bandhan': raksha,
  holi,
  eid: islamic(10, 1),
  'eid-al-adha': islamic(12, 10),
  ramadan: islamic(9, 1, 29),
} as const satisfies Record<string, Falls>;
export type Feast = keyof typeof feasts;
export const feastIds = Object.keys(feasts) as Feast[];

/** Of that year, or the latest that is over; one of a single day may be today. */
export const feastSpan = (
  feast: Feast,
  today: LocalDay,
  country: Country,
  given: number | null = null,
): Span | null => {
  const falls: Falls = feasts[feast];
  if (given !== null) return falls(given, country);
  const years = [0, 1, 2].map((back) => falls(yearOf(today) - back, country));
  return years.find((span) => span !== null && addDays(span.to, -1) <= today) ?? null;
};

/** What stands for itself in the names of a language: `joiners`, or a feast by its names. */
const namesIn = (language: Language, key: Feast | 'joiners'): string[] => textsIn(language, 'feasts')(key).split(', ');

/** "Day of", «de la», "का". */
const joiners = new Set(languageIds.flatMap((language) => namesIn(language, 'joiners').map(fold)));

const wordsOf = (text: string): string[] =>
  tokensOf(text)
    .map(({ word }) => word)
    .filter((word) => !joiners.has(word));

/** All names in all languages, the longest first. */
const names = languageIds
  .flatMap((language) =>
    feastIds.flatMap((feast) => namesIn(language, feast).map((name) => ({ feast, words: wordsOf(name) }))),
  )
  .filter(({ words }) => words.length > 0)
  .sort((a, b) => b.words.length - a.words.length);

/** How many marks a name takes, from there on: what joins its words counts too. Null: it is not that name. */
const lengthOf = (name: readonly string[], said: readonly (readonly string[])[]): number | null => {
  const isSaid = (length: number): boolean => said.slice(0, length).flat().join(' ') === name.join(' ');
  const length = said.findIndex((words, at) => words.length > 0 && isSaid(at + 1)) + 1;
  return length === 0 || said[0]?.length === 0 ? null : length;
};

/** Christmas Day, last Diwali, «el día de Año Nuevo», "Easter 2025", "पिछली होली". */
export const byFeast: Matcher = (marks, at, { today, country = null }) => {
  // "Last year Diwali" says its year first.
  const before = yearAt(marks[at], today);
  const start = before !== null || is(marks[at], 'last', 'day') ? at + 1 : at;
  // As it was typed: spelling is mended towards words of the home, which names of feasts are not.
  const said = marks.slice(start, start + 5).map(({ typed }) => wordsOf(typed));
  for (const { feast, words } of names) {
    const own = lengthOf(words, said);
    if (own === null) continue;
    const end = start + own + (said[own]?.length === 0 ? 1 : 0);
    const after = before === null ? yearAt(marks[end], today) : null;
    const span = feastSpan(feast, today, country, before ?? after);
    if (span !== null) return spanFound(end - at + (after === null ? 0 : 1), span);
  }
  return null;
};
