/** The words of a question that carry meaning and that its answer did not take in: they are told, or nothing is answered. */
import type { Intent } from '../intent.ts';
import { byLanguage, type Language } from '#catalogue/index.ts';
import type { Asked } from './asked.ts';
import { dataOf, fold } from './lexicon.ts';
import { foldName, type Item } from './reading.ts';
import { placesOf, type Saying } from './sayings.ts';
import { takenBy } from './taken.ts';

/** What holds a sentence together, or only asks. */
const light =
  /^(?:glue|show|isWhat|followUp|greeting|thanks|insult|which|howMuch|help|list|total|bring|nth|this|home|use|turn|everything|from|to|will|n1|first|yes|no|it|again|whatIs|meaning|unit:.*)$/;

/** Words of each language that say nothing of a home. */
const lightWords = byLanguage(
  (language): ReadonlySet<string> => new Set(dataOf[language].light.words.split(', ').map(fold)),
);

/** Said without meaning anything of a home. */
export const isLight = (word: string, language: Language): boolean => lightWords[language].has(word);

/** These answer nothing of the home, or ask back. */
const answersNothing: ReadonlySet<Intent['about']> = new Set([
  'safety',
  'refused',
  'left-as-is',
  'impossible',
  'beyond',
  'term',
  'posts',
  'unclear',
  'unknown',
  'help',
  'greeting',
  'thanks',
]);

const isTime = (concept: string): boolean => /^(?:from|to|since|ago|nth|first|last|this|now)$/.test(concept);

/** The words of the devices and rooms that an intent is of, and whether it is of a utility. */
const partWords = (asked: Asked, intent: Intent): ReadonlySet<string> => {
  const text = JSON.stringify(intent);
  const { home, devices, rooms } = asked;
  const own = home.devices.filter(({ id }) => text.includes(`"${id}"`)).flatMap(({ name }) => foldName(name));
  const ofRooms = home.rooms.filter((room) => text.includes(`"${room}"`)).flatMap(foldName);
  const said = [...devices, ...rooms].flatMap((one) => (one.found === 'one' ? [] : foldName(one.named)));
  return new Set([...own, ...ofRooms, ...said]);
};

const named = (intent: Intent, key: string): string[] =>
  [...JSON.stringify(intent).matchAll(new RegExp(`"${key}":"([^"]+)"`, 'g'))].map((found) => found[1] ?? '');

/** What is said by a pattern, not by a word: of gases, and of what a home makes and gives back. */
const saidByPattern = (asked: Asked, intent: Intent): ReadonlySet<string> => {
  const keys: Saying[] =
    intent.about === 'co2' ? ['carbon'] : intent.about === 'flows' ? ['flows.sun', `flows.${intent.ask}`] : [];
  return new Set(
    [asked.said, asked.text].flatMap((text) => {
      const words = text.trim().split(' ');
      return keys.flatMap((key) =>
        placesOf(words, 'any', key).flatMap(({ at, length }) => words.slice(at, at + length)),
      );
    }),
  );
};

/** The best hours are so for whatever is run in them. */
const isOfHours = (intent: Intent): boolean => intent.about === 'tariff' && intent.ask === 'cheapest-hours';

const isTaken = (asked: Asked, intent: Intent): ((item: Item) => boolean) => {
  const own = partWords(asked, intent);
  const takes = takenBy(intent);
  const { timeWords, clockWords, home } = asked;
  const ofPeriod = JSON.stringify(intent).includes('"from"') || takes.has('time' as never) || takes.has('future');
  const utilities = new Set<string>([
    ...named(intent, 'utility'),
    ...home.devices.filter(({ id }) => JSON.stringify(intent).includes(`"${id}"`)).map(({ utility }) => utility),
  ]);
  const isOfPart = named(intent, 'device').length + named(intent, 'room').length > 0;
  const said = lightWords[asked.language];
  const patterned = saidByPattern(asked, intent);
  const isOfAnyKind = isOfHours(intent);
  const hasAmount = intent.about === 'usual' && intent.amount !== null;
  return ({ concepts, text }) => {
    const words = text.split(' ');
    const all = [...concepts];
    const currency = all.find((one) => one.startsWith('cur:'));
    if (currency !== undefined) return currency === `cur:${home.currency}`;
    return (
      (hasAmount && /^\d+$/.test(text)) ||
      patterned.has(text) ||
      (isOfAnyKind && all.some((one) => one.startsWith('kind:'))) ||
      (concepts.size === 0 && words.every((word) => said.has(word))) ||
      all.some((one) => light.test(one) || takes.has(one) || utilities.has(one)) ||
      (isOfPart && (all.some((one) => /^(?:room|kind):/.test(one)) || words.every((word) => own.has(word)))) ||
      (ofPeriod && words.every((word) => timeWords.has(word) || clockWords.has(word))) ||
      (ofPeriod && all.some(isTime) && timeWords.size > 0)
    );
  };
};

export const leftover = (asked: Asked, intent: Intent): string[] => {
  if (answersNothing.has(intent.about)) return [];
  const taken = isTaken(asked, intent);
  return asked.reading.items
    .filter((item) => /[\p{L}\p{N}]/u.test(item.text) && !taken(item))
    .map(({ typed }) => typed);
};
