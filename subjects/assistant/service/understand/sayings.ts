/**
 * How people say things, by language: patterns in `locales/<language>/sayings.json` that a speaker of one language reads and
 * corrects without the others. Words are as folded text has them (small letters, no accents or nuktas); beside them stand
 *   `*` any ending or beginning · `a/b/c` one of these · `(a)` may be left out · `#` a number in figures · `[key]` any saying of that key
 *   `..` up to three words between (`..6` up to six) · `!` at the front: what lies within this is not meant ("! smoke detector").
 */
import { lateByLanguage, defaultLanguage, type Language, languageIds } from '#catalogue/index.ts';
import { readTexts } from '#kernel/texts.ts';
import type sayings from '#locales/en/sayings.json';

export type Saying = keyof typeof sayings;
type Words = readonly string[];

/** Where a saying stands, counted in words. */
export interface Place {
  readonly at: number;
  readonly length: number;
}

/** A part of a pattern: from a word on, the places where it may end. */
type Step = (words: Words, from: number) => readonly number[];

interface Sayings {
  readonly meant: readonly (readonly Step[])[];
  readonly not: readonly (readonly Step[])[];
}

const usualGap = 3;

const fitsOne = (pattern: string): ((word: string) => boolean) => {
  if (pattern === '#') return (word) => /^\d+$/.test(word);
  const part = pattern.replaceAll('*', '');
  if (/^\*.*\*$/.test(pattern)) return (word) => word.includes(part);
  return pattern.startsWith('*') ? (word) => word.endsWith(part) : (word) => word.startsWith(part);
};

const fits = (alternatives: string): ((word: string) => boolean) => {
  const all = alternatives.split('/');
  const exact = new Set(all.filter((one) => !/[*#]/.test(one)));
  const others = all.filter((one) => /[*#]/.test(one)).map(fitsOne);
  const fit = (word: string): boolean => exact.has(word) || others.some((one) => one(word));
  return (word) => fit(word) || (word.includes('|') && word.split('|').some(fit));
};

/**
 * All ends of a pattern that begins at a word. Nothing is ever tried twice: each step takes every place once, and there are at
 * most as many as the words that the gaps of the pattern span. So the work on a text is at most its words × the steps of the
 * patterns × that span, whatever it says.
 */
const endsFrom = (steps: readonly Step[], words: Words, from: number): readonly number[] => {
  let places: readonly number[] = [from];
  for (const step of steps) {
    if (places.length === 0) return places;
    const [first = from] = places;
    places = places.length === 1 ? step(words, first) : [...new Set(places.flatMap((place) => step(words, place)))];
  }
  return places;
};

const stepOf = (text: string, language: Language): Step => {
  const gap = /^\.\.(\d?)$/.exec(text);
  if (gap !== null) {
    const most = Number(gap[1] === '' ? usualGap : gap[1]);
    return (words, from) => Array.from({ length: Math.min(most, words.length - from) + 1 }, (_, more) => from + more);
  }
  const [, key] = /^\[(.+)\]$/.exec(text) ?? [];
  if (key !== undefined) {
    const { meant } = sayingsOf(language, key);
    return (words, from) => meant.flatMap((steps) => endsFrom(steps, words, from));
  }
  const [, optional] = /^\((.+)\)$/.exec(text) ?? [];
  const fit = fits(optional ?? text);
  return (words, from) => {
    const word = words[from];
    const next = word !== undefined && fit(word) ? [from + 1] : [];
    return optional === undefined ? next : [from, ...next];
  };
};

const texts = lateByLanguage(
  (language) => readTexts(language, 'sayings') as Readonly<Record<string, readonly string[]>>,
);
export const isSaying = (key: string): key is Saying => key in texts[defaultLanguage];

const compiled = new Map<string, Sayings>();

/** Compiled when it is first asked for. */
const sayingsOf = (language: Language, key: string): Sayings => {
  const known = compiled.get(`${language} ${key}`);
  if (known !== undefined) return known;
  const patterns = texts[language][key];
  if (patterns === undefined) throw new Error(`There are no sayings of ${key} in ${language}`);
  const stepsOf = (pattern: string) => pattern.split(' ').map((part) => stepOf(part, language));
  const isExcepted = (pattern: string) => pattern.startsWith('! ');
  const all = {
    meant: patterns.filter((pattern) => !isExcepted(pattern)).map(stepsOf),
    not: patterns.filter(isExcepted).map((pattern) => stepsOf(pattern.slice(2))),
  };
  compiled.set(`${language} ${key}`, all);
  return all;
};

const placesIn = (words: Words, patterns: Sayings['meant']): Place[] =>
  words.flatMap((_, at) =>
    patterns.flatMap((steps) => {
      const ends = endsFrom(steps, words, at);
      return ends.length === 0 ? [] : [{ at, length: Math.max(...ends) - at }];
    }),
  );

/** Every place of a saying, in one language or in any. */
export const placesOf = (words: Words, language: Language | 'any', key: Saying): readonly Place[] =>
  (language === 'any' ? languageIds : [language]).flatMap((one) => {
    const { meant, not } = sayingsOf(one, key);
    const found = placesIn(words, meant);
    const excepted = found.length === 0 ? [] : placesIn(words, not);
    return found.filter(
      ({ at, length }) => !excepted.some((other) => other.at <= at && at + length <= other.at + other.length),
    );
  });

/** What was found in the text that was looked at last: many rules ask the same of it. */
let last: { readonly text: string; readonly words: Words; readonly found: Map<string, boolean> } | null = null;

/** Of folded text with a space between words. */
export const says = (text: string, language: Language | 'any', key: Saying): boolean => {
  if (last?.text !== text) last = { text, words: text.trim().split(' '), found: new Map() };
  const { words, found } = last;
  const known = found.get(`${language} ${key}`) ?? placesOf(words, language, key).length > 0;
  found.set(`${language} ${key}`, known);
  return known;
};

/** Letters as they are typed, but small. */
export const accented = (typed: string): string => (typed.toLowerCase().match(/\p{L}+/gu) ?? []).join(' ');

/** It is said by all of the words. */
export const saysAll = (text: string, language: Language | 'any', key: Saying): boolean => {
  const words = text.split(' ');
  return placesOf(words, language, key).some(({ length }) => length === words.length);
};

/** What a word of a pattern may be; a gap, and a word that may be anything, are none. */
const wordsOf = (language: Language, key: string): ((word: string) => boolean)[] =>
  (texts[language][key] ?? [])
    .filter((pattern) => !pattern.startsWith('! '))
    .flatMap((pattern) => pattern.split(' '))
    .filter((part) => part !== '*' && !/^\.\.\d?$/.test(part))
    .flatMap((part) => {
      const [, inner] = /^\[(.+)\]$/.exec(part) ?? [];
      return inner === undefined ? [fits(part.replace(/^\((.+)\)$/, '$1'))] : wordsOf(language, inner);
    });

/** The words of a text that make up a saying, in any language; not those that stand between them. */
export const wordsThatSay = (text: string, key: Saying): string[] => {
  const words = text.trim().split(' ');
  return languageIds.flatMap((language) => {
    const places = placesOf(words, language, key);
    const parts = places.length === 0 ? [] : wordsOf(language, key);
    return places
      .flatMap(({ at, length }) => words.slice(at, at + length))
      .filter((word) => parts.some((fit) => fit(word)));
  });
};
