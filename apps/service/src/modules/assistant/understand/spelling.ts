/** A word with a letter wrong, as the word that was meant. */
import { isKnown, type PhraseBook } from './lexicon/phrases.ts';

const shortest = 4;
const long = 9;

/** Letters to change, add, drop or swap with the next one; more than `most` is not counted out. */
const distance = (one: string, other: string, most: number): number => {
  let before: number[] = [];
  let above = Array.from({ length: other.length + 1 }, (_, i) => i);
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const isSame = one[i - 1] === other[j - 1];
      let cost = Math.min((above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (above[j - 1] ?? 0) + (isSame ? 0 : 1));
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1])
        cost = Math.min(cost, (before[j - 2] ?? 0) + 1);
      row.push(cost);
    }
    if (Math.min(...row) > most) return most + 1;
    before = above;
    above = row;
  }
  return above[other.length] ?? 0;
};

/** Short words have too many neighbours: they are meant as they stand. */
export const isNear = (typed: string, word: string): boolean => {
  if (typed === word) return true;
  const most = typed.length >= long ? 2 : 1;
  const mayBe = typed.length >= shortest && word.length > shortest && typed[0] === word[0];
  return mayBe && Math.abs(typed.length - word.length) <= most && distance(typed, word, most) <= most;
};

const withoutPlural = (word: string): string[] =>
  word.length > 3 && word.endsWith('s') ? [word.slice(0, -1), ...(word.endsWith('es') ? [word.slice(0, -2)] : [])] : [];

const longestSpelled = 24;

/** By first letter: what else a word could have been meant as. */
export const createSpelling = (books: readonly PhraseBook[]) => {
  const byLetter = new Map<string, string[]>();
  for (const book of books)
    for (const word of [...book.words, ...book.stems]) {
      const letter = word[0] ?? '';
      byLetter.set(letter, [...(byLetter.get(letter) ?? []), word]);
    }
  return (word: string, names: ReadonlySet<string>): string => {
    if (names.has(word) || word.length > longestSpelled || books.some((book) => isKnown(book, word))) return word;
    const singular = withoutPlural(word).find((one) => books.some((book) => isKnown(book, one)));
    if (singular !== undefined) return singular;
    const candidates = [...names, ...(byLetter.get(word[0] ?? '') ?? [])];
    return candidates.find((one) => isNear(word, one)) ?? word;
  };
};
