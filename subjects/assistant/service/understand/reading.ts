/** A question as a row of concepts. */
import { type Language, languageIds, usualUtilities, utilityIds } from '#catalogue/index.ts';
import type { Home } from '../home.ts';
import { booksOf, type Concept, fold, isKnown, phraseAt, phrasesAt, signsOf, type Token, tokensOf } from './lexicon.ts';
import { placesOf, type Saying, saysAll } from './sayings.ts';
import { meantBy } from './spelling.ts';

export interface Item {
  readonly concepts: ReadonlySet<Concept>;
  /** It holds a sentence together, and no more; a phrase may still lie over it. */
  readonly isGlue: boolean;
  /** Folded, a single space between words. */
  readonly text: string;
  readonly typed: string;
}

export interface Reading {
  readonly language: Language;
  readonly tokens: readonly Token[];
  readonly items: readonly Item[];
  /** Any of them. */
  readonly has: (...concepts: readonly Concept[]) => boolean;
}

/** Words of the household's own names. */
const namesOf = (home: Home): Set<string> =>
  new Set(
    [...home.devices.map(({ name }) => name), ...home.rooms].flatMap((name) => tokensOf(name).map(({ word }) => word)),
  );

const isNumber = (word: string): boolean => /^\d/.test(word);

const itemsOf = (tokens: readonly Token[], language: Language): Item[] => {
  const words = tokens.map(({ word }) => word);
  const items: Item[] = [];
  for (let at = 0; at < words.length; ) {
    const found = booksOf[language].map((book) => phraseAt(book, words, at));
    const best = found.reduce((longest, one) => (one.length > longest.length ? one : longest));
    const length = Math.max(1, best.length);
    const taken = tokens.slice(at, at + length);
    items.push({
      concepts: best.concepts,
      isGlue: best.concepts.size === 1 && best.concepts.has('glue'),
      text: taken.map(({ word }) => word).join(' '),
      typed: taken.map(({ typed }) => typed).join(' '),
    });
    at += length;
  }
  return withPhrases(items, words, language);
};

/** Words of a phrase say what it says, beside what each of them is. */
const withPhrases = (items: readonly Item[], words: readonly string[], language: Language): Item[] => {
  const said = words.map((): Concept[] => []);
  for (const at of words.keys())
    for (const { words: phrase, concepts } of phrasesAt(language, words, at))
      for (const place of phrase.keys()) said[at + place]?.push(...concepts);
  let at = 0;
  return items.map((item) => {
    const end = at + item.text.split(' ').length;
    const also = said.slice(at, end).flat();
    at = end;
    return also.length === 0 ? item : { ...item, concepts: new Set([...item.concepts, ...also]) };
  });
};

/** "Stupid machine, how much…": called at the assistant, neither says anything of the home. */
const withoutInsults = (items: readonly Item[]): Item[] => {
  const isInsult = (item: Item | undefined): boolean => item?.concepts.has('insult') ?? false;
  return items.map((item, at) => {
    const isNamed = item.concepts.has('device') || item.concepts.has('kind:computer');
    const isOwned = items.slice(Math.max(0, at - 2), at).some(({ text }) => saysAll(text, 'any', 'own-thing'));
    const isCalled = isNamed && !isOwned && (isInsult(items[at - 1]) || isInsult(items[at + 1]));
    return isInsult(item) || isCalled ? { ...item, concepts: new Set(['glue' as const]), isGlue: true } : item;
  });
};

/** A utility that this home does not measure is one of those that are not measured here at all, and the other way round; so with what it is used by. */
const inHome = (items: readonly Item[], { devices }: Home): Item[] => {
  const isHere = (concept: Concept) =>
    usualUtilities.some((utility) => utility === concept) || devices.some(({ utility }) => utility === concept);
  const rare = utilityIds.filter((utility) => !usualUtilities.includes(utility));
  return items.map((item) => {
    const named = rare.filter((utility) => item.concepts.has(utility));
    if (named.length === 0) return item;
    const isGone = (concept: Concept) =>
      named.every(isHere) ? /^(?:otherUtility$|kind:)/.test(concept) : named.some((one) => one === concept);
    const left = [...item.concepts].filter((concept) => !isGone(concept));
    return { ...item, concepts: new Set<Concept>(left.length === 0 ? ['otherUtility'] : left) };
  });
};

/** Those that lie in a saying. */
export const itemsThatSay = ({ items, language }: Pick<Reading, 'items' | 'language'>, key: Saying): Set<Item> => {
  const owners = items.flatMap((item) => item.text.split(' ').map(() => item));
  const places = placesOf(
    items
      .map(({ text }) => text)
      .join(' ')
      .split(' '),
    language,
    key,
  );
  return new Set(places.flatMap(({ at, length }) => owners.slice(at, at + length)));
};

/** Of "3 May" the second is a month, and not what one may. */
const withMay = (items: readonly Item[], language: Language): Item[] => {
  const dates = itemsThatSay({ items, language }, 'time.may');
  return items.map((item) =>
    dates.has(item) && item.concepts.size === 0 && !isNumber(item.text) ? { ...item, concepts: new Set(['m5']) } : item,
  );
};

export const read = (text: string, ofPage: Language, home: Home): Reading => {
  const typed = tokensOf(text);
  const names = namesOf(home);
  // A name may be in another language than what is said of it.
  const language = languageOf(
    text,
    typed.filter(({ word }) => !names.has(word)),
    ofPage,
  );
  const tokens = typed.map((token) =>
    isNumber(token.word) ? token : { ...token, word: meantBy[language](token.word, names) },
  );
  const items = inHome(withMay(withoutInsults(itemsOf(tokens, language)), language), home);
  const all = new Set(items.flatMap(({ concepts }) => [...concepts]));
  return { language, tokens, items, has: (...concepts) => concepts.some((concept) => all.has(concept)) };
};

/** Without what only holds a sentence together. */
export const marksOf = (items: readonly Item[]): Item[] => items.filter(({ isGlue }) => !isGlue);

export const foldName = (name: string): string[] => tokensOf(fold(name)).map(({ word }) => word);

// Which language a question is in: by its letters, and by the words that sentences are built of.

const devanagari = /\p{Script=Devanagari}/u;
const spanishMarks = /[¿¡ñáéíóú]/iu;

const weight = { script: 3, structure: 2, thing: 1, ofThePage: 1 };

const scoreOf = (language: Language, { word }: Token): number => {
  if (devanagari.test(word)) return language === 'hi' ? weight.script : 0;
  const { structure, things } = signsOf[language];
  if (structure.some((book) => isKnown(book, word))) return weight.structure;
  return things.some((book) => isKnown(book, word)) ? weight.thing : 0;
};

/** That of the page, unless the question is clearly in another. */
const languageOf = (text: string, tokens: readonly Token[], ofPage: Language): Language => {
  const score = (language: Language): number =>
    tokens.reduce((sum, token) => sum + scoreOf(language, token), 0) +
    (language === ofPage ? weight.ofThePage : 0) +
    (language === 'es' && spanishMarks.test(text) ? weight.script : 0);
  const ranked = languageIds.map((language) => ({ language, score: score(language) }));
  return ranked.reduce((best, one) =>
    one.score > best.score || (one.score === best.score && one.language === ofPage) ? one : best,
  ).language;
};
