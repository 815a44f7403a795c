/** The devices that a question names: by their names, or by what they are. */
import type { Home, HomeDevice } from '../home.ts';
import type { Concept } from './lexicon/en.ts';
import { conceptsOfName, isMeterName } from './names.ts';
import type { Mention } from './parts.ts';
import { foldName, type Item, type Reading } from './reading.ts';
import { isNear } from './spelling.ts';

export interface Wanted {
  /** "Luz" and "लाइट" are lamps where something is switched, electricity where it is counted. */
  readonly isOfLamps: boolean;
  /** Those that only measure a room are named as such, not meant as the room. */
  readonly meters: boolean;
  readonly rooms: readonly string[];
}

const kindsOf = (concepts: Iterable<Concept>): Concept[] =>
  [...concepts].filter((concept) => concept.startsWith('kind:'));

/** Some call one what others call another. */
const alike: readonly (readonly [Concept, Concept])[] = [
  ['kind:car', 'kind:charger'],
  ['kind:fridge', 'kind:freezer'],
  ['kind:stove', 'kind:oven'],
  ['kind:heater', 'kind:heatpump'],
];

const isOfKind = ({ name }: HomeDevice, kinds: readonly Concept[]): boolean =>
  kindsOf(conceptsOfName(name)).some((kind) => kinds.includes(kind));

const likeKinds = (kinds: readonly Concept[]): Concept[] =>
  alike.flatMap(([one, other]) => [
    ...(kinds.includes(one) ? [other] : []),
    ...(kinds.includes(other) ? [one] : []),
  ]);

const nearAny = (word: string, words: readonly string[]): boolean => words.some((one) => isNear(one, word));

/** The names that stand whole in the question, in any order; a name within a longer one that does is not meant. */
const byName = (devices: readonly HomeDevice[], words: readonly string[]): HomeDevice[] => {
  const whole = devices
    .map((device) => ({ device, name: foldName(device.name) }))
    .filter(({ name }) => name.length > 0 && name.every((word) => nearAny(word, words)));
  const isWithin = (name: readonly string[], other: readonly string[]): boolean =>
    other.length > name.length && name.every((word) => other.includes(word));
  return whole.filter(({ name }) => !whole.some((other) => isWithin(name, other.name))).map(({ device }) => device);
};

const inRooms = (devices: readonly HomeDevice[], rooms: readonly string[]): readonly HomeDevice[] => {
  const there = devices.filter(({ room }) => rooms.includes(room));
  return there.length > 0 ? there : devices;
};

const mentionOf = (devices: readonly HomeDevice[], named: string): Mention => {
  const [device] = devices;
  if (device === undefined) return { found: 'none', named };
  return devices.length === 1 ? { found: 'one', key: device.id } : { found: 'several', keys: devices.map(({ id }) => id), named };
};

const byKind = (item: Item, devices: readonly HomeDevice[], { isOfLamps, rooms }: Wanted): Mention | null => {
  const kinds = kindsOf(item.concepts).filter((kind) => isOfLamps || !(kind === 'kind:lamp' && item.concepts.has('electricity')));
  if (kinds.length === 0) return null;
  const exact = devices.filter((device) => isOfKind(device, kinds));
  const words = item.text.split(' ');
  const wordy = devices.filter(({ name }) => foldName(name).some((word) => words.includes(word)));
  const like = devices.filter((device) => isOfKind(device, likeKinds(kinds)));
  const found = [exact, wordy, like].find((some) => some.length > 0) ?? [];
  return mentionOf(inRooms(found, rooms), item.typed);
};

/** A word of a name that means nothing else: "Samsung" of "Samsung fridge". */
const byWord = (item: Item, devices: readonly HomeDevice[], rooms: readonly string[]): Mention | null => {
  if (item.concepts.size > 0 || item.text.length < 3) return null;
  const found = devices.filter(({ name }) => nearAny(item.text, foldName(name)));
  return found.length === 0 ? null : mentionOf(inRooms(found, rooms), item.typed);
};

const keysOf = (mention: Mention): readonly string[] =>
  mention.found === 'one' ? [mention.key] : mention.found === 'several' ? mention.keys : [];

/** Two devices of the same name, or names of several devices. */
const namedMentions = (named: readonly HomeDevice[], rooms: readonly string[]): Mention[] => {
  const names = [...new Set(named.map(({ name }) => foldName(name).join(' ')))];
  return names.map((name) => mentionOf(inRooms(named.filter((one) => foldName(one.name).join(' ') === name), rooms), name));
};

export const devicesIn = ({ tokens, items }: Reading, home: Home, wanted: Wanted): Mention[] => {
  const devices = home.devices.filter(({ isActive, name }) => isActive && (wanted.meters || !isMeterName(name)));
  const words = tokens.map(({ word }) => word);
  const mentions = namedMentions(byName(devices, words), wanted.rooms);
  const covered = new Set(devices.filter(({ id }) => mentions.some((one) => keysOf(one).includes(id))).flatMap(({ name }) => foldName(name)));
  for (const item of items) {
    if (item.text.split(' ').some((word) => [...covered].some((one) => isNear(word, one)))) continue;
    const mention = byKind(item, devices, wanted) ?? byWord(item, devices, wanted.rooms);
    const isNew = mention !== null && !mentions.some((one) => keysOf(mention).length > 0 && keysOf(mention).every((key) => keysOf(one).includes(key)));
    if (isNew) mentions.push(mention);
  }
  return mentions;
};
