/** The words of a question that carry meaning and that its answer did not take in: they are told, or nothing is answered. */
import { askedUnits, type Intent } from '../intent.ts';
import { isUnitOf } from '#catalogue/amounts.ts';
import { utilityIds } from '#catalogue/index.ts';
import type { Asked } from './asked.ts';
import { fold, isLight } from './lexicon.ts';
import { foldName, type Item } from './reading.ts';
import { says, wordsThatSay } from './sayings.ts';
import { takenBy, topicOf } from '../topics.ts';

/** What holds a sentence together, or only asks. */
const light =
  /^(?:glue|show|isWhat|followUp|greeting|thanks|insult|which|howMuch|help|list|total|bring|nth|this|home|use|turn|everything|from|to|will|n1|first|yes|no|it|again|whatIs|meaning)$/;

const isTime = (concept: string): boolean => /^(?:from|to|since|ago|nth|first|last|this|now)$/.test(concept);

/** All that an intent says: ids, keys of rooms, utilities, days. */
const valuesIn = (value: unknown): unknown[] =>
  typeof value === 'object' && value !== null ? Object.values(value).flatMap(valuesIn) : [value];

interface Taken {
  /** Names of devices and rooms, as they are or as they were called. */
  readonly names: ReadonlySet<string>;
  readonly isOfPart: boolean;
  readonly concepts: ReadonlySet<string>;
  readonly isOfTime: boolean;
  /** The best hours are so for whatever runs in them. */
  readonly isOfAnyKind: boolean;
  /** Words of a saying; the spelling of some was not mended. */
  readonly said: ReadonlySet<string>;
  /** One person of the home, whose use no meter knows: "how much does my son use"; not of "my wife wants to know". */
  readonly users: ReadonlySet<string>;
  /** A number of the intent: a count of bills, an amount that is set beside what is usual. */
  readonly isNumber: (item: Item) => boolean;
}

/** Each utility is told. */
const isOfAll = (intent: Intent): boolean =>
  (intent.about === 'usage' || intent.about === 'now' || intent.about === 'compare') &&
  Object.values(intent.part).every((one) => one === null);

const isNumberOf =
  (intent: Intent) =>
  ({ text, concepts }: Item): boolean => {
    if ('amount' in intent && typeof intent.amount === 'number') return /^\d+$/.test(text);
    const count = 'count' in intent ? intent.count : undefined;
    return count !== undefined && (text === `${count}` || concepts.has(`n${count}`));
  };

const takenIn = (asked: Asked, intent: Intent): Taken => {
  const { home, devices, rooms } = asked;
  const values = new Set(valuesIn(intent));
  const ownDevices = home.devices.filter(({ id }) => values.has(id));
  const ownRooms = home.rooms.filter((room) => values.has(room));
  const called = [...devices, ...rooms].flatMap((one) => (one.found === 'one' ? [] : foldName(one.named)));
  const concepts = new Set<string>([
    ...takenBy(intent),
    ...utilityIds.filter((utility) => values.has(utility) || isOfAll(intent)),
    ...ownDevices.map(({ utility }) => utility),
  ]);
  return {
    names: new Set([...ownDevices.flatMap(({ name }) => foldName(name)), ...ownRooms.flatMap(foldName), ...called]),
    isOfPart: ownDevices.length + ownRooms.length > 0,
    concepts,
    isOfTime:
      concepts.has('time') ||
      // Of a time to come, not of one beside it: "use today, and what will the bill be".
      (concepts.has('future') && asked.isFuture) ||
      [...values].some((one) => /^\d{4}-\d\d-\d\d$/.test(String(one))),
    isOfAnyKind: intent.about === 'tariff' && ['cheapest-hours', 'dearest-hours', 'tomorrow'].includes(intent.ask),
    said: new Set(
      (topicOf(intent).saidBy?.(intent) ?? []).flatMap((key) =>
        [asked.text, asked.said].flatMap((text) => wordsThatSay(text, key)),
      ),
    ),
    users: new Set(
      [asked.text, asked.said]
        .flatMap((text) => wordsThatSay(text, 'person.uses'))
        .filter((word) => says(word, 'any', 'person')),
    ),
    isNumber: isNumberOf(intent),
  };
};

const isOfOtherMoney = (item: Item, { home, language }: Asked): boolean | null => {
  const currency = [...item.concepts].find((one) => one.startsWith('cur:'));
  if (currency === 'cur:other') {
    const own = new Intl.DisplayNames(language, { type: 'currency' }).of(home.currency) ?? '';
    return !fold(own).includes(item.text.replace(/e?s$/, ''));
  }
  return currency === undefined ? null : currency !== `cur:${home.currency}`;
};

/** A unit of what is answered: "electricity in gallons" has none. Null: it is no unit. */
const fitsUnit = ({ concepts }: Item, { home }: Asked, taken: Taken): boolean | null => {
  const units = askedUnits.filter((unit) => concepts.has(`unit:${unit}`));
  if (units.length === 0) return null;
  const named = utilityIds.filter((utility) => taken.concepts.has(utility));
  const all = named.length > 0 ? named : home.devices.map(({ utility }) => utility);
  return units.some((unit) => all.some((utility) => isUnitOf(unit, utility)));
};

/** It names the part or the time that is answered. */
const isPlaceOrTime = ({ concepts, text }: Item, { timeWords, clockWords }: Asked, taken: Taken): boolean => {
  const words = text.split(' ');
  const all = [...concepts];
  if (
    taken.isOfPart &&
    (all.some((one) => /^(?:room|kind):/.test(one)) || words.every((word) => taken.names.has(word)))
  )
    return true;
  if (!taken.isOfTime) return false;
  return words.every((word) => timeWords.has(word) || clockWords.has(word)) || (timeWords.size > 0 && all.some(isTime));
};

const isUsed = (item: Item, asked: Asked, taken: Taken): boolean => {
  const { concepts, text } = item;
  const isOther = isOfOtherMoney(item, asked);
  if (isOther !== null) return !isOther;
  const fits = fitsUnit(item, asked, taken);
  if (fits !== null) return fits;
  const words = [...text.split(' '), ...foldName(item.typed)];
  if (words.some((word) => taken.users.has(word) && !taken.names.has(word))) return false;
  if (taken.isNumber(item) || words.some((word) => taken.said.has(word))) return true;
  if (asked.previous !== null && concepts.has('oneBefore')) return true;
  if (taken.concepts.has('hours') && text.split(' ').every((word) => asked.clockWords.has(word))) return true;
  if (taken.isOfAnyKind && [...concepts].some((one) => one.startsWith('kind:'))) return true;
  if (concepts.size === 0 && text.split(' ').every((word) => isLight(word, asked.language))) return true;
  return [...concepts].some((one) => light.test(one) || taken.concepts.has(one)) || isPlaceOrTime(item, asked, taken);
};

/** As they were typed. */
export const leftover = (asked: Asked, intent: Intent): string[] => {
  if (topicOf(intent).tells === 'words') return [];
  const taken = takenIn(asked, intent);
  return asked.reading.items
    .filter((item) => /[\p{L}\p{N}]/u.test(item.text) && !isUsed(item, asked, taken))
    .map(({ typed }) => typed);
};
