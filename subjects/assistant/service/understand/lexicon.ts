/**
 * Words by what they stand for, from `locales/<language>/lexicon.json`: phrases are parted by commas, as folded text has them; a star stands for
 * any ending, or beginning; alone within a phrase for any word. A language of two scripts has both in one line.
 */
import { readFileSync } from 'node:fs';
import {
  lateByLanguage,
  defaultLanguage,
  type Language,
  languageFacts,
  languageIds,
  type Utility,
  usualUtilities,
  utilityIds,
} from '#catalogue/index.ts';
import { localesFolder, textsIn } from '#kernel/texts.ts';
import type english from '#locales/en/lexicon.json';

/** `n14` is fourteen, `d14` the fourteenth. */
export type Concept = keyof (typeof english)['words'] | Phrased | Utility | `n${number}` | `d${number}`;

/** What a phrase says beside what its words do. */
type Phrased = keyof (typeof english)['phrases'];

type Lexicon = Readonly<Partial<Record<string, string>>>;

export interface Token {
  /** As the lexicon has it. */
  readonly word: string;
  /** As it was typed. */
  readonly typed: string;
}

const devanagariZero = 0x0966;

/** Text as it is looked up: virama, vowel signs and the rest of Devanagari stay; case, accents and nuktas go. */
export const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f\u093c\u200b-\u200d]/g, '')
    .replace(/\u0901/g, '\u0902')
    .normalize('NFC')
    .toLowerCase()
    .replace(/(\p{L})\1{2,}/gu, '$1$1');

const maxTokens = 400;

/** Dates such as 2026-11-05 and 5/11/2026 are one token; so is the dash of `1-7`. */
const tokenPattern =
  /m3(?![\p{L}\d])|\d{4}-\d{1,2}-\d{1,2}|\d{1,2}[/.]\d{1,2}[/.]\d{2,4}|\d{1,2}\/\d{1,2}(?!\d)|\d+|(?<=\d\s?)[-–—](?=\s?\d)|[\p{L}\p{M}]+/gu;

const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\u0966-\u096f]/g, (digit) => String(digit.charCodeAt(0) - devanagariZero))
    .replace(/['’`´]s(?!\p{L})/gu, '')
    .replace(/(?<=\p{L})['’`´](?=\p{L})/gu, '');

export const tokensOf = (text: string): Token[] =>
  (plain(text).match(tokenPattern) ?? []).slice(0, maxTokens).map((typed) => ({ word: fold(typed), typed }));

// The lexicons as they are looked up: phrases by the first letters of their first word.

export const dataOf = lateByLanguage(
  (language): typeof english =>
    JSON.parse(readFileSync(new URL(`${language}/lexicon.json`, localesFolder), 'utf8')) as typeof english,
);

const numbered = (texts: string, letter: 'n' | 'd'): [string, string][] =>
  texts.split(',').map((ways, at) => [`${letter}${at + 1}`, ways.replaceAll('/', ',')]);

const [firstYear, lastYear] = [2010, 2031];

/** "Two thousand twenty five", «dos mil veinticinco», "दो हज़ार पच्चीस": the years that a household may have. */
const yearsIn = ({ counted, thousands }: (typeof english)['numbers']): [string, string][] =>
  counted.split(',').flatMap((ways, at) => {
    const year = 2001 + at;
    if (year < firstYear || year > lastYear) return [];
    const said = ways.split('/').flatMap((way) => thousands.split(',').map((start) => `${start} ${way.trim()}`));
    return [[`n${year}`, said.join(',')]];
  });

/** Of utilities that only some homes have, whoever searches for them and whoever asks says the same. */
const utilityWords = (language: Language): [string, string][] =>
  utilityIds
    .filter((utility) => !usualUtilities.includes(utility))
    .map((utility) => [utility, textsIn(language, 'search', 'utilities')(utility)]);

/** A dash alone: the language has no word for it. */
const said = (words: Lexicon): Lexicon =>
  Object.fromEntries(Object.entries(words).filter(([, texts]) => texts !== '-'));

const lexiconOf = (language: Language): Lexicon => {
  const { words, numbers } = dataOf[language];
  return Object.fromEntries([
    ...Object.entries(said(words)),
    ...utilityWords(language),
    ...numbered(numbers.counted, 'n'),
    ...numbered(numbers.placed, 'd'),
    ...yearsIn(numbers),
  ]);
};

interface Phrase {
  readonly words: readonly string[];
  readonly concepts: readonly Concept[];
}

export interface PhraseBook {
  readonly phrases: ReadonlyMap<string, readonly Phrase[]>;
  readonly words: ReadonlySet<string>;
  readonly stems: readonly string[];
  /** Words that a question turns on, not those that hold it together. */
  readonly matters: ReadonlySet<string>;
}

const initial = (word: string): string => word.slice(0, 2);

const fits = (pattern: string, word: string | undefined): boolean =>
  word !== undefined && (pattern.endsWith('*') ? word.startsWith(pattern.slice(0, -1)) : word === pattern);

const names: ReadonlySet<string> = new Set([
  ...Object.keys(dataOf[defaultLanguage].words),
  ...Object.keys(dataOf[defaultLanguage].phrases),
  ...utilityIds,
]);
export const isConcept = (key: string): key is Concept => names.has(key) || /^[nd]\d+$/.test(key);
const isThing = (concept: Concept): boolean =>
  utilityIds.some((utility) => utility === concept) ||
  /^(?:room:|kind:|otherUtility$|bill$|device$|tariff$|m\d)/.test(concept);

const asides = [
  'glue',
  'insult',
  'hostile',
  'outside',
  'explain',
  'setting',
  'otherUtility',
  'kind:server',
  'kind:doorbell',
];
const isOfUse = (concept: Concept): boolean => !asides.includes(concept);

const isKept = (concept: Concept): boolean => concept === 'bill' || utilityIds.some((utility) => utility === concept);
/** "Mas barata la luz" is of power too, "on my bill" of the bill. */
const keepsParts = (concept: Concept): boolean =>
  /^(?:cheapHours|dearHours|leak|tips|bill|parts|cycleEnd)$/.test(concept);

const phrasesOf = (lexicon: Lexicon, wanted: (concept: Concept) => boolean): Phrase[] => {
  const concepts = new Map<string, Concept[]>();
  for (const [concept, texts] of Object.entries(lexicon)) {
    if (!isConcept(concept) || !wanted(concept)) continue;
    for (const text of (texts ?? '').split(',')) {
      const phrase = fold(text).trim();
      if (phrase !== '') concepts.set(phrase, [...(concepts.get(phrase) ?? []), concept]);
    }
  }
  const keptOf = (word: string): Concept[] => (concepts.get(word) ?? concepts.get(`${word}*`) ?? []).filter(isKept);
  return [...concepts].map(([phrase, of]) => {
    const words = phrase.split(' ');
    const kept = words.length > 1 && of.some(keepsParts) ? words.flatMap(keptOf) : [];
    return { words, concepts: [...of, ...kept] };
  });
};

const bookOf = (lexicon: Lexicon, wanted: (concept: Concept) => boolean = () => true): PhraseBook => {
  const all = phrasesOf(lexicon, wanted);
  const phrases = new Map<string, Phrase[]>();
  for (const phrase of all) {
    const key = initial(phrase.words[0] ?? '');
    phrases.set(key, [...(phrases.get(key) ?? []), phrase]);
  }
  const words = all.flatMap((phrase) => phrase.words);
  return {
    phrases,
    words: new Set(words.filter((word) => !word.endsWith('*'))),
    stems: words.filter((word) => /.\*$/.test(word)).map((word) => word.slice(0, -1)),
    matters: new Set(
      all
        .filter(({ words: [, ...others], concepts }) => others.length === 0 && concepts.some(isOfUse))
        .flatMap(({ words: [word = ''] }) => (word.endsWith('*') ? [] : [word])),
    ),
  };
};

/** The longest of a book's phrases that begin there; several concepts, if several are written so. */
export const phraseAt = (
  book: PhraseBook,
  words: readonly string[],
  at: number,
): { readonly length: number; readonly concepts: ReadonlySet<Concept> } => {
  let length = 0;
  const concepts = new Set<Concept>();
  for (const phrase of book.phrases.get(initial(words[at] ?? '')) ?? []) {
    if (phrase.words.length < length || !phrase.words.every((word, i) => fits(word, words[at + i]))) continue;
    if (phrase.words.length > length) concepts.clear();
    length = phrase.words.length;
    for (const concept of phrase.concepts) concepts.add(concept);
  }
  return { length, concepts };
};

const isLatin = (phrase: string): boolean => /^[^\p{Script=Devanagari}]*$/u.test(phrase);

/** The phrases of a script. */
const inScript = (lexicon: Lexicon, isWanted: (phrase: string) => boolean): Lexicon =>
  Object.fromEntries(
    Object.entries(lexicon).map(([concept, texts]) => [concept, (texts ?? '').split(',').filter(isWanted).join(',')]),
  );

/** In the letters of the language; and in Latin ones, where those are others. */
const scriptsOf = (language: Language): Lexicon[] => {
  const lexicon = lexiconOf(language);
  const native = (phrase: string): boolean => !isLatin(phrase) || /^\s*\d/.test(phrase);
  return languageFacts(language).script === 'latin'
    ? [lexicon]
    : [inScript(lexicon, native), inScript(lexicon, isLatin)];
};

const scripts = lateByLanguage(scriptsOf);
const whole = lateByLanguage((language) => scripts[language].map((lexicon) => bookOf(lexicon)));

/** What is understood in any language: things by name, and attempts to misuse. */
const isForAll = (concept: Concept): boolean => isThing(concept) || concept === 'hostile';

/** What others may say in their language: things by name, in its letters all; of transliterations only what is misuse. */
const lentBy = (language: Language, to: Language): PhraseBook[] => {
  const [native, latin] = scripts[language];
  const borrowsAll = language === defaultLanguage && languageFacts(to).script !== 'latin';
  if (native === undefined || borrowsAll) return whole[language];
  return latin === undefined
    ? [bookOf(native, isForAll)]
    : [...whole[language].slice(0, 1), bookOf(latin, (concept) => concept === 'hostile')];
};

/** Where a question in that language looks words up, the likeliest first; a language of other letters borrows all of English. */
export const booksOf = lateByLanguage((language) => [
  ...whole[language],
  ...languageIds.filter((other) => other !== language).flatMap((other) => lentBy(other, language)),
]);

/** Those by which spelling is mended. */
export const spellingBooksOf = lateByLanguage((language) => [
  ...whole[language],
  ...languageIds
    .filter((other) => other !== language)
    .flatMap((other) => lentBy(other, language).filter((book) => whole[other].includes(book))),
]);

/** Words that sentences are built of tell the language better than names of things do, which travel. */
export const signsOf = lateByLanguage((language) => ({
  structure: scripts[language].map((lexicon) => bookOf(lexicon, (concept) => !isThing(concept))),
  things: scripts[language].map((lexicon) => bookOf(lexicon, isThing)),
}));

export const phraseBooks = lateByLanguage((language) => bookOf(said(dataOf[language].phrases)));

/** What is said by phrases that begin there, whatever else their words are. */
export const phrasesAt = (language: Language, words: readonly string[], at: number): readonly Phrase[] =>
  (phraseBooks[language].phrases.get(initial(words[at] ?? '')) ?? []).filter((phrase) =>
    phrase.words.every((word, i) => fits(word, words[at + i])),
  );

export const isKnown = (book: PhraseBook, word: string): boolean =>
  book.words.has(word) || book.stems.some((stem) => word.startsWith(stem));

/** Words of each language that say nothing of a home. */
const lightWords = lateByLanguage(
  (language): ReadonlySet<string> => new Set(dataOf[language].light.words.split(', ').map(fold)),
);

/** Said without meaning anything of a home. */
export const isLight = (word: string, language: Language): boolean => lightWords[language].has(word);

const maxKept = 5000;

/** What follows from a text alone is kept by it: names of a household and words are asked about again and again. */
export const remembered = <Result>(of: (text: string) => Result): ((text: string) => Result) => {
  const kept = new Map<string, Result>();
  return (text) => {
    const known = kept.get(text);
    if (known !== undefined) return known;
    if (kept.size >= maxKept) kept.clear();
    const result = of(text);
    kept.set(text, result);
    return result;
  };
};
