/** Words that say "not": of an act, of a part that is left out, or of anything else. None of them is read past. */
import type { Home } from '../home.ts';
import type { Asked } from './asked.ts';
import { booksOf, type Concept, phraseAt, type Token, tokensOf } from './lexicon.ts';
import { foldName } from './reading.ts';
import { type Place, placesOf, says } from './sayings.ts';

const wordsOf = (tokens: readonly Token[]): string[] => tokens.map(({ word }) => word);

const mark: Token = { word: ',', typed: ',' };

/** Where a clause begins: what is left out does not go on into the next. */
const clauseStarts = (typed: string): ReadonlySet<number> => {
  let count = 0;
  return new Set(typed.split(/[,;:!?¿¡–—]| - |\.(?!\d)/).map((clause) => (count += tokensOf(clause).length)));
};

/**
 * Without what denies nothing: "isn't it", "or not", «¿no?», "पता नहीं", and a "no" that corrects what was said before. A comma stands
 * in these sayings for every mark, the first word's and the last one's too.
 */
const withoutIdioms = ({ words, typed }: Asked): Token[] => {
  const starts = clauseStarts(typed);
  const marked = [mark, ...words.flatMap((token, at) => (at > 0 && starts.has(at) ? [mark, token] : [token])), mark];
  const idioms = placesOf(wordsOf(marked), 'any', 'negation.idioms');
  return marked.filter(
    (token, place) => token !== mark && !idioms.some(({ at, length }) => at <= place && place < at + length),
  );
};

/** It is asked for figures: "how much did it use, I did not turn it off". */
const asksFigures = ({ has }: Asked): boolean =>
  has('howMuch', 'use', 'cost', 'bill', 'pay', 'why', 'when', 'compare', 'leak');

const isNegation = ({ word }: Token, language: Asked['language']): boolean => says(word, language, 'negation.words');

/** Most questions deny nothing. */
const deniesIn = ({ said, language }: Asked): boolean => says(said, language, 'negation.words');

/** An act is named, and that it is not to be done. */
export const isActDenied = (asked: Asked): boolean => {
  if (!deniesIn(asked) || !says(asked.said, 'any', 'to-switch') || asksFigures(asked)) return false;
  const text = wordsOf(withoutIdioms(asked)).join(' ');
  if (!says(text, asked.language, 'negation.words')) return false;
  // Of something that is done or is so, not to be done: "the lamp is not on", "बंद नहीं हुआ".
  return says(text, 'any', 'orders') || !says(text, 'any', 'states');
};

const isTime = (concept: Concept): boolean =>
  /^(?:today|yesterday|weekend|(?:this|last)(?:Week|Month|Year)|w\d|m\d+)$/.test(concept);

const isPlace = (concept: Concept): boolean =>
  /^(?:room:.*|kind:.*|electricity|water|room|device|meter|home)$/.test(concept);

type Entity = 'part' | 'time' | null;

interface Cut {
  readonly from: number;
  readonly to: number;
}

/** How long the longest is that begins at a word. */
const longest = (places: readonly Place[]): ReadonlyMap<number, number> =>
  new Map(places.toSorted((one, other) => one.length - other.length).map(({ at, length }) => [at, length]));

/** Which words name a part of the home, or a time. */
const entitiesIn = (tokens: readonly Token[], home: Home, language: Asked['language']): Entity[] => {
  const words = wordsOf(tokens);
  const names = new Set([...home.devices.map(({ name }) => name), ...home.rooms].flatMap(foldName));
  const are = words.map((word): Entity => (names.has(word) && !isArticle(word) ? 'part' : null));
  for (let at = 0; at < words.length; at += 1) {
    const found = booksOf[language].map((book) => phraseAt(book, words, at));
    const best = found.reduce((most, one) => (one.length > most.length ? one : most));
    if ([...best.concepts].some(isPlace)) are.fill('part', at, at + best.length);
    else if ([...best.concepts].some(isTime)) are.fill('time', at, at + best.length);
  }
  return are;
};

const isArticle = (word = ''): boolean => says(word, 'any', 'negation.articles');
const isJoiner = (word = ''): boolean => says(word, 'any', 'negation.joiners');

/** "Without the heat pump", "रसोई के अलावा": from its first word to behind its last; null: nothing is left out. */
const leftOutIn = (tokens: readonly Token[], { home, language, typed }: Asked): Cut | null => {
  const words = wordsOf(tokens);
  const before = longest(placesOf(words, language, 'negation.before'));
  const after = longest(placesOf(words, 'any', 'negation.after'));
  if (before.size + after.size === 0) return null;
  const starts = clauseStarts(typed);
  const are = entitiesIn(tokens, home, language);
  /** An entity, or what goes with one: "the", and "and" between two. */
  const belongs = (at: number, isBeside: (at: number) => boolean): boolean =>
    Boolean(are[at]) || isArticle(words[at]) || (isJoiner(words[at]) && isBeside(at));
  const goesOn = (at: number): boolean =>
    !starts.has(at) &&
    belongs(at, (place) => Boolean(are[place + 1]) || (isArticle(words[place + 1]) && Boolean(are[place + 2])));
  /** "Without the AC last week" is of last week. */
  const isItsTime = (first: number, at: number): boolean => are[at] === 'time' && are.slice(first, at).includes('part');
  const cutFrom = (at: number, length: number): Cut | null => {
    const first = at + length;
    let end = first;
    while (end < words.length && goesOn(end) && !isItsTime(first, end)) end += 1;
    end = first + are.slice(first, end).findLastIndex(Boolean) + 1;
    return end > first ? { from: at, to: end } : null;
  };
  const cutTo = (at: number, length: number): Cut | null => {
    let from = at;
    while (from > 0 && !starts.has(from) && belongs(from - 1, (place) => Boolean(are[place - 1]))) from -= 1;
    return are.slice(from, at).some(Boolean) ? { from, to: at + length } : null;
  };
  for (const at of words.keys()) {
    const [ahead, behind] = [before.get(at), after.get(at)];
    const cut = (ahead && cutFrom(at, ahead)) || (behind && cutTo(at, behind));
    if (cut) return cut;
  }
  return null;
};

export interface LeftOut {
  /** As they were typed. */
  readonly words: string;
  /** The question without them. */
  readonly rest: string;
}

/** Figures are told of the whole: a part that is to be left out is named, and the rest is what is asked. */
export const leftOutOf = (asked: Asked): LeftOut | null => {
  const tokens = asked.words;
  const cut = leftOutIn(tokens, asked);
  if (cut === null) return null;
  const typedOf = (some: readonly Token[]): string => some.map(({ typed }) => typed).join(' ');
  return {
    words: typedOf(tokens.slice(cut.from, cut.to)),
    rest: typedOf([...tokens.slice(0, cut.from), ...tokens.slice(cut.to)]),
  };
};

/** The words of a "not" that no phrase of ours has taken in, with what they go with; null: there is none. */
export const unreadNegation = (asked: Asked): string | null => {
  const { language, reading } = asked;
  if (!deniesIn(asked) || asked.has('silent')) return null;
  const taken = new Set(
    reading.items
      .filter(
        ({ text, concepts }) => text.includes(' ') && [...concepts].some((one) => one !== 'glue' && one !== 'negation'),
      )
      .flatMap(({ text }) => text.split(' ')),
  );
  const tokens = withoutIdioms(asked);
  const at = tokens.findIndex((token) => isNegation(token, language) && !taken.has(token.word));
  if (at === -1) return null;
  const isBehind = language === 'hi';
  return tokens
    .slice(isBehind ? Math.max(0, at - 1) : at, isBehind ? at + 2 : at + 3)
    .map(({ typed: word }) => word)
    .join(' ');
};
