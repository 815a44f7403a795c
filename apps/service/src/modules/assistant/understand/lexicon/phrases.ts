/** The lexicons as they are looked up: phrases by the first letters of their first word. */
import type { InLanguages } from '@wattershed/catalogue';
import { fold } from '../fold.ts';
import { type Concept, en, type Lexicon } from './en.ts';
import { es } from './es.ts';
import { hiLatin } from './hi-latin.ts';
import { hi } from './hi.ts';
import { numbersOf } from './numbers.ts';

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

const isConcept = (key: string): key is Concept => Object.hasOwn(en, key) || /^[nd]\d+$/.test(key);

const isThing = (concept: Concept): boolean =>
  /^(?:room:|kind:|electricity$|water$|otherUtility$|bill$|device$|tariff$|m\d)/.test(concept);

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

const isKept = (concept: Concept): boolean => /^(?:electricity|water|bill)$/.test(concept);
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
    stems: words.filter((word) => word.endsWith('*')).map((word) => word.slice(0, -1)),
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

/** Words that sentences are built of tell the language better than names of things do, which travel. */
const english: Lexicon = { ...en, ...numbersOf('en') };
const spanish: Lexicon = { ...es, ...numbersOf('es') };
const hindi: Lexicon = { ...hi, ...numbersOf('hi') };
const latinHindi: Lexicon = { ...hiLatin, ...numbersOf('hiLatin') };

const builders = { en: [english], es: [spanish], hi: [hindi, latinHindi] } as const;
const isBuilder = (concept: Concept): boolean => !isThing(concept);

const signs = (lexicons: readonly Lexicon[]) => ({
  structure: lexicons.map((lexicon) => bookOf(lexicon, isBuilder)),
  things: lexicons.map((lexicon) => bookOf(lexicon, isThing)),
});

export const signsOf = {
  en: signs(builders.en),
  es: signs(builders.es),
  hi: signs(builders.hi),
} satisfies InLanguages<ReturnType<typeof signs>>;

const whole = { en: bookOf(english), es: bookOf(spanish), hi: bookOf(hindi), hiLatin: bookOf(latinHindi) };

/** What is understood in any language: things by name, and attempts to misuse. */
const isForAll = (concept: Concept): boolean => isThing(concept) || concept === 'hostile';
const shared = {
  en: bookOf(en, isForAll),
  es: bookOf(es, isForAll),
  hiLatin: bookOf(hiLatin, (concept) => concept === 'hostile'),
};

/** Where a question in that language looks words up, the likeliest first; Hindi borrows all of English. */
export const booksOf = {
  en: [whole.en, whole.hi, shared.es, shared.hiLatin],
  es: [whole.es, whole.hi, shared.en, shared.hiLatin],
  hi: [whole.hi, whole.hiLatin, whole.en, shared.es],
} satisfies InLanguages<readonly PhraseBook[]>;

/** Languages that have words of their own here. */
export type Understood = keyof typeof booksOf;

export const isKnown = (book: PhraseBook, word: string): boolean =>
  book.words.has(word) || book.stems.some((stem) => word.startsWith(stem));
