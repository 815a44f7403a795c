/** What a name that somebody gave says about what it names, in whatever language. */
import { utilityIds } from '@wattershed/catalogue';
import type { Concept } from './lexicon/en.ts';
import { booksOf, phraseAt } from './lexicon/phrases.ts';
import { foldName } from './reading.ts';

const books = [...new Set([...booksOf.en, ...booksOf.es, ...booksOf.hi])];

export const conceptsOfName = (name: string): ReadonlySet<Concept> => {
  const words = foldName(name);
  const concepts = new Set<Concept>();
  for (let at = 0; at < words.length; ) {
    const found = books.map((book) => phraseAt(book, words, at));
    const length = Math.max(1, ...found.map((one) => one.length));
    for (const one of found) if (one.length === length) for (const concept of one.concepts) concepts.add(concept);
    at += length;
  }
  return concepts;
};

const plain: ReadonlySet<Concept> = new Set([...utilityIds, 'meter', 'home', 'glue']);

const isPlain = (concept: Concept): boolean => plain.has(concept) || concept.startsWith('room:');

/** "Kitchen electricity" names a room and what is measured there: who says that means the use, not the meter. */
export const isMeterName = (name: string): boolean =>
  foldName(name).every((word) => [...conceptsOfName(word)].some(isPlain)) &&
  ![...conceptsOfName(name)].some((concept) => concept.startsWith('kind:'));
