/** Hours of the clock that a question is cut to: "between 6 and 8 pm", «por la noche», "सुबह". */
import { type InLanguages, type Language, ofLanguage } from '#catalogue/index.ts';
import type { ClockHours } from '../../intent.ts';
import { type Place, placesOf, type Saying, says } from '../sayings.ts';

export interface Clock {
  readonly hours: ClockHours;
  /** What was said without its figures, which are no dates. */
  readonly rest: string;
  /** What says so. */
  readonly words: readonly string[];
}

const parts = ['small-hours', 'morning', 'afternoon', 'evening', 'night'] as const;
type Part = (typeof parts)[number];

/** What each language calls a part of the day. The night goes on into the next morning. */
const partHours: Readonly<InLanguages<Readonly<Record<Part, readonly [number, number]>>>> = {
  en: { 'small-hours': [0, 6], morning: [6, 12], afternoon: [12, 18], evening: [18, 22], night: [22, 6] },
  es: { 'small-hours': [0, 6], morning: [6, 12], afternoon: [12, 20], evening: [20, 24], night: [20, 6] },
  hi: { 'small-hours': [0, 4], morning: [5, 12], afternoon: [12, 16], evening: [16, 20], night: [20, 5] },
};

type Words = readonly string[];

const wordsAt = (words: Words, { at, length }: Place): Words => words.slice(at, at + length);

const placeOf = (words: Words, language: Language, key: Saying): Place | undefined =>
  placesOf(words, language, key).toSorted((one, other) => one.at - other.at || other.length - one.length)[0];

const partIn = (words: Words, language: Language): { readonly part: Part; readonly words: Words } | null => {
  for (const part of parts) {
    const place = placeOf(words, language, `clock.${part}`);
    if (place) return { part, words: wordsAt(words, place) };
  }
  return null;
};

interface Hour {
  readonly figure: number;
  /** Am or pm. */
  readonly half: Part | null;
  /** The part of the day that stands beside it: "रात 10 से सुबह 6", «de 10 de la noche a 6 de la mañana». */
  readonly own: Part | null;
}

const isNumber = (word = ''): boolean => /^\d+$/.test(word);

const halfOf = ([mark = '', next]: Words): Part | null => {
  if (mark !== 'am' && mark !== 'pm' && next !== 'm') return null;
  return mark.startsWith('p') ? 'afternoon' : mark.startsWith('a') ? 'morning' : null;
};

/** Without their minutes, which are whole quarters. */
const hoursIn = (words: Words, { at, length }: Place, language: Language): Hour[] => {
  const hours: Hour[] = [];
  const start = words.slice(0, at).findLastIndex(isNumber) + 1;
  const end = at + length;
  const first = words.findIndex((word, place) => place >= at && isNumber(word));
  const joint = placesOf(words, language, 'clock.to').find((place) => place.at > first && place.at < end)?.at ?? end;
  for (let place = at; place < end; place += 1) {
    if (!isNumber(words[place]) || isNumber(words[place - 1])) continue;
    const behind = place + (isNumber(words[place + 1]) ? 2 : 1);
    const around = place < joint ? words.slice(start, joint) : words.slice(joint, end);
    hours.push({
      figure: Number(words[place]),
      half: halfOf(words.slice(behind, behind + 2)),
      own: partIn(around, language)?.part ?? null,
    });
  }
  return hours;
};

/** 6 is 18 of an evening; 12 at night is midnight. */
const hourOf = (hour: number, part: Part | null, isEnd: boolean): number => {
  if (hour > 12) return Math.min(hour, 24);
  const isEarly = part === 'morning' || part === 'small-hours';
  if (hour === 12) return part === 'night' && isEnd ? 24 : part === 'night' || isEarly ? 0 : 12;
  const isLate = part === 'afternoon' || part === 'evening' || (part === 'night' && hour >= 7);
  return isLate ? hour + 12 : hour;
};

/** "Between 6 and 9 last night" begins in the evening too. */
const isOfOneEvening = (from: number, to: number, part: Part | null): boolean =>
  part === 'night' && from >= 5 && from < 7 && to > 12 && from + 12 < to;

const fromTo = (first: Hour, second: Hour, part: Part | null): ClockHours => {
  if (first.own !== null && second.own !== null)
    return { from: hourOf(first.figure, first.own, false), to: hourOf(second.figure, second.own, true) };
  const isOverNoon = second.half === 'afternoon' && first.figure > second.figure;
  const of = first.half ?? (isOverNoon ? 'morning' : second.half) ?? part;
  const [from, to] = [hourOf(first.figure, of, false), hourOf(second.figure, second.half ?? part, true)];
  return { from: isOfOneEvening(from, to, of) ? from + 12 : from, to };
};

type Meaning = (hours: readonly [Hour, ...Hour[]], part: Part | null) => ClockHours;

/** From one hour to another; in figures alone, which may be dates, only where a part of the day is said. */
const range: Meaning = ([first, second = first], part) => fromTo(first, second, part);

const meanings: readonly (readonly [Saying, Meaning])[] = [
  ['clock.range', range],
  ['clock.range-of-part', range],
  ['clock.after', ([{ figure, half }], part) => ({ from: hourOf(figure, half ?? part, false), to: 24 })],
  ['clock.until', ([{ figure, half }], part) => ({ from: 0, to: hourOf(figure, half ?? part, true) })],
];

const isSound = ({ from, to }: ClockHours): boolean => from !== to && from <= 23 && to <= 24;

const saidIn = (words: Words, language: Language, part: Part | null): Clock | null => {
  for (const [key, meant] of meanings) {
    const place = key === 'clock.range-of-part' && part === null ? undefined : placeOf(words, language, key);
    const [first, ...others] = place ? hoursIn(words, place, language) : [];
    if (!place || !first || [first, ...others].some(({ figure }) => figure > 99)) continue;
    const hours = meant([first, ...others], part);
    const rest = [...words.slice(0, place.at), ...words.slice(place.at + place.length)];
    if (isSound(hours)) return { hours, rest: ` ${rest.join(' ')} `, words: wordsAt(words, place) };
  }
  return null;
};

/** `text` as it is looked up, a space on both ends. Null: whole days are meant. */
export const clockIn = (text: string, language: Language): Clock | null => {
  const words = text.trim().split(' ');
  const found = partIn(words, language);
  const said = saidIn(words, language, found?.part ?? null);
  if (said !== null) {
    // "De la mañana" after hours is no tomorrow.
    const ofPart = found?.words ?? [];
    const rest = ofPart.length > 2 ? said.rest.replace(` ${ofPart.join(' ')} `, ' ') : said.rest;
    return { ...said, rest, words: [...said.words, ...ofPart] };
  }
  if (found === null) return null;
  const [from, to] = ofLanguage(partHours, language)[found.part];
  return {
    hours: { from, to: says(text, language, 'clock.since-part') ? 24 : to },
    rest: text,
    words: found.words,
  };
};
