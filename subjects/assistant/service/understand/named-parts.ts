/** The utilities and rooms that a question names. */
import { type Utility, utilityIds } from '#catalogue/index.ts';
import type { Home } from '../home.ts';
import { type Concept, en } from './lexicon/en.ts';
import { booksOf, phraseAt } from './lexicon/phrase-books.ts';
import { foldName, type Item, type Reading } from './reading.ts';

const books = [...new Set([...booksOf.en, ...booksOf.es, ...booksOf.hi])];

/** What a name that somebody gave says about what it names, in whatever language. */
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

/** Something of the household that was named: found, one of several, or nothing that it has. */
export type Mention =
  | { readonly found: 'one'; readonly key: string }
  | { readonly found: 'several'; readonly keys: readonly string[]; readonly named: string }
  | { readonly found: 'none'; readonly named: string };

/** Their concepts are called as they are. */
export const utilitiesNamed = (concepts: ReadonlySet<Concept>): Utility[] =>
  utilityIds.filter((utility) => concepts.has(utility));

/** Null: several, or nobody said. */
export const utilityIn = ({ items }: Reading, isOfLamps: boolean): Utility | null => {
  const counted = items.filter(({ concepts }) => !(isOfLamps && concepts.has('kind:lamp')));
  const [one = null, ...others] = new Set(counted.flatMap(({ concepts }) => utilitiesNamed(concepts)));
  return others.length > 0 ? null : one;
};

const roomConcept = ({ concepts }: Item): Concept | null =>
  [...concepts].find((concept) => concept.startsWith('room:')) ?? null;

/** Rooms of the household by what they are: those that everyone has by their key, its own by their names. */
const roomsOf = (home: Home, concept: Concept): readonly string[] => {
  const key = concept.slice('room:'.length);
  return home.rooms.includes(key) ? [key] : home.rooms.filter((room) => conceptsOfName(room).has(concept));
};

/** A key that everyone has. */
const isShared = (room: string): boolean => Object.hasOwn(en, `room:${room}`);

const isNamed = (room: string, words: ReadonlySet<string>): boolean => {
  const name = foldName(room);
  return name.length > 0 && name.every((word) => words.has(word));
};

const mentionOf = (keys: readonly string[], named: string): Mention => {
  const [key] = keys;
  if (key === undefined) return { found: 'none', named };
  return keys.length === 1 ? { found: 'one', key } : { found: 'several', keys, named };
};

/** A room by its own name goes before one by what it is. */
export const roomsIn = ({ tokens, items }: Reading, home: Home): Mention[] => {
  const words = new Set(tokens.map(({ word }) => word));
  const byName = home.rooms.filter((room) => !isShared(room) && isNamed(room, words));
  const mentions = new Map<string, Mention>(byName.map((key) => [key, { found: 'one', key }]));
  const covered = new Set(byName.flatMap((room) => [...conceptsOfName(room)]));
  for (const item of items) {
    const concept = roomConcept(item);
    if (concept === null || covered.has(concept)) continue;
    const mention = mentionOf(roomsOf(home, concept), item.typed);
    mentions.set(mention.found === 'one' ? mention.key : concept, mention);
  }
  return [...mentions.values()];
};
