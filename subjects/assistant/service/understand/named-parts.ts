/** What of the household a question names: utilities, rooms and devices. */
import { type Utility, utilityIds } from '#catalogue/index.ts';
import type { Home } from '../home.ts';
import { askedUnits } from '../intent.ts';
import { booksOf, type Concept, isConcept, phraseAt, remembered } from './lexicon.ts';
import { foldName, type Item, type Reading } from './reading.ts';
import { isNear } from './spelling.ts';

const books = [...new Set(Object.values(booksOf).flat())];

/** What a name that somebody gave says about what it names, in whatever language. */
export const conceptsOfName = remembered((name): ReadonlySet<Concept> => {
  const words = foldName(name);
  const concepts = new Set<Concept>();
  for (let at = 0; at < words.length; ) {
    const found = books.map((book) => phraseAt(book, words, at));
    const length = Math.max(1, ...found.map((one) => one.length));
    for (const one of found) if (one.length === length) for (const concept of one.concepts) concepts.add(concept);
    at += length;
  }
  return concepts;
});

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
  // "Water in kWh" is of water: a unit says what is meant where nothing else does.
  const named = counted.filter(({ concepts }) => !askedUnits.some((unit) => concepts.has(`unit:${unit}`)));
  const of = (some: readonly Item[]): Set<Utility> => new Set(some.flatMap(({ concepts }) => utilitiesNamed(concepts)));
  const [one = null, ...others] = of(named).size > 0 ? of(named) : of(counted);
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
const isShared = (room: string): boolean => isConcept(`room:${room}`);

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

// The devices that a question names: by their names, or by what they are.

interface Wanted {
  /** "Luz" and "लाइट" are lamps where something is switched, electricity where it is counted. */
  readonly isOfLamps: boolean;
  /** "The fridge or the freezer": where only one is there, the other is not taken for it. */
  readonly areSetBeside: boolean;
  /** Those that only measure a room are named as such, not meant as the room. */
  readonly meters: boolean;
  readonly rooms: readonly string[];
}

/** A device by the words of its name, and what they say it is. */
interface Named {
  readonly id: string;
  readonly room: string;
  readonly words: readonly string[];
  readonly kinds: readonly Concept[];
}

const kindsOf = (concepts: Iterable<Concept>): Concept[] =>
  [...concepts].filter((concept) => concept.startsWith('kind:'));

const namedOf = (home: Home, { meters }: Wanted): Named[] =>
  home.devices
    .filter(({ name }) => meters || !isMeterName(name))
    .map(({ id, room, name }) => ({ id, room, words: foldName(name), kinds: kindsOf(conceptsOfName(name)) }));

/** Some call one what others call another. */
const alike: readonly (readonly [Concept, Concept])[] = [
  ['kind:car', 'kind:charger'],
  ['kind:fridge', 'kind:freezer'],
  ['kind:stove', 'kind:oven'],
  ['kind:heater', 'kind:heatpump'],
];

const likeKinds = (kinds: readonly Concept[]): Concept[] =>
  alike.flatMap(([one, other]) => [...(kinds.includes(one) ? [other] : []), ...(kinds.includes(other) ? [one] : [])]);

const ofKinds = (devices: readonly Named[], kinds: readonly Concept[]): Named[] =>
  devices.filter((device) => device.kinds.some((kind) => kinds.includes(kind)));

const nearAny = (word: string, words: Iterable<string>): boolean => [...words].some((one) => isNear(one, word));

/** The names that stand whole in the question, in any order; a name within a longer one that does is not meant. */
const byName = (devices: readonly Named[], words: ReadonlySet<string>): Named[] => {
  const whole = devices.filter(
    (device) => device.words.length > 0 && device.words.every((word) => nearAny(word, words)),
  );
  const isPartOf = ({ words: name }: Named, { words: other }: Named): boolean =>
    other.length > name.length && name.every((word) => other.includes(word));
  return whole.filter((one) => !whole.some((other) => isPartOf(one, other)));
};

/** Those in the rooms that were named, where some are there. */
const deviceMentionOf = (devices: readonly Named[], rooms: readonly string[], named: string): Mention => {
  const there = devices.filter(({ room }) => rooms.includes(room));
  return mentionOf(
    (there.length > 0 ? there : devices).map(({ id }) => id),
    named,
  );
};

const byKind = (item: Item, devices: readonly Named[], { isOfLamps, rooms }: Wanted): Mention | null => {
  const isLight = utilitiesNamed(item.concepts).length > 0 && !isOfLamps;
  const kinds = kindsOf(item.concepts).filter((kind) => !(isLight && kind === 'kind:lamp'));
  if (kinds.length === 0) return null;
  const words = item.text.split(' ');
  const wordy = devices.filter((device) => device.words.some((word) => words.includes(word)));
  const candidates = [ofKinds(devices, kinds), wordy, ofKinds(devices, likeKinds(kinds))];
  const found = candidates.find((some) => some.length > 0) ?? [];
  return deviceMentionOf(found, rooms, item.typed);
};

/** A word of a name that means nothing else: "Samsung" of "Samsung fridge". */
const byWord = (item: Item, devices: readonly Named[], { rooms }: Wanted): Mention | null => {
  if (item.concepts.size > 0 || item.text.length < 3) return null;
  const found = devices.filter(({ words }) => nearAny(item.text, words));
  return found.length === 0 ? null : deviceMentionOf(found, rooms, item.typed);
};

export const keysOf = (mention: Mention): readonly string[] =>
  mention.found === 'one' ? [mention.key] : mention.found === 'several' ? mention.keys : [];

/** Devices of the same name are one mention of several. */
const mentionsByName = (found: readonly Named[], rooms: readonly string[]): Mention[] => {
  const names = new Map<string, Named[]>();
  for (const device of found) {
    const name = device.words.join(' ');
    names.set(name, [...(names.get(name) ?? []), device]);
  }
  return [...names].map(([name, devices]) => deviceMentionOf(devices, rooms, name));
};

const isWithin = (mention: Mention, mentions: readonly Mention[]): boolean => {
  const keys = keysOf(mention);
  return keys.length > 0 && mentions.some((one) => keys.every((key) => keysOf(one).includes(key)));
};

/** As they were spoken of. */
const inOrder = (mentions: readonly Mention[], home: Home, tokens: Reading['tokens']): Mention[] => {
  const placeOf = (mention: Mention): number => {
    const keys = keysOf(mention);
    const words = home.devices.filter(({ id }) => keys.includes(id)).flatMap(({ name }) => foldName(name));
    const named = mention.found === 'one' ? '' : mention.named;
    return tokens.findIndex(({ word }) => nearAny(word, words) || foldName(named).includes(word));
  };
  return [...mentions].sort((one, other) => placeOf(one) - placeOf(other));
};

/** Known only because some call it so; "fridge freezer" is one thing. */
const isLikeAnother = (item: Item, items: readonly Item[], devices: readonly Named[]): boolean => {
  const kinds = kindsOf(item.concepts);
  const before = items[items.indexOf(item) - 1];
  const isOneThing = before !== undefined && kindsOf(before.concepts).length > 0;
  return !isOneThing && ofKinds(devices, kinds).length === 0 && ofKinds(devices, likeKinds(kinds)).length > 0;
};

export const devicesIn = ({ tokens, items }: Reading, home: Home, wanted: Wanted): Mention[] => {
  const devices = namedOf(home, wanted);
  const found = byName(devices, new Set(tokens.map(({ word }) => word)));
  const mentions = mentionsByName(found, wanted.rooms);
  const covered = new Set(found.flatMap(({ words }) => words));
  // The same word twice is meant once.
  const others = [...new Map(items.map((item) => [item.text, item])).values()];
  const isLike = (item: Item): boolean => isLikeAnother(item, items, devices);
  for (const item of others.sort((one, other) => Number(isLike(one)) - Number(isLike(other)))) {
    if (item.text.split(' ').some((word) => nearAny(word, covered))) continue;
    const mention = byKind(item, devices, wanted) ?? byWord(item, devices, wanted);
    if (mention === null) continue;
    if (!isWithin(mention, mentions)) mentions.push(mention);
    else if (wanted.areSetBeside && isLike(item)) mentions.push({ found: 'none', named: item.typed });
  }
  return inOrder(mentions, home, tokens);
};
