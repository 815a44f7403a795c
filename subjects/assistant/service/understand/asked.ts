/** A question with all that was read out of it: what the rules decide by. */
import { type Language, type Utility, utilityIds } from '#catalogue/index.ts';
import { daysBetween } from '#catalogue/local-day.ts';
import { toKnownRoom } from '#catalogue/rooms.ts';
import { type Home, roomsHeld } from '../home.ts';
import type { AskedPart, ClockHours, Intent } from '../intent.ts';
import { type Concept, fold, isConcept, type Token, tokensOf } from './lexicon.ts';
import { devicesIn, type Mention, roomsIn, utilityIn } from './named-parts.ts';
import { foldName, type Item, type Reading, read } from './reading.ts';
import { isSaying, says } from './sayings.ts';
import { type Clock, clockIn } from './times/clock.ts';
import { type Periods, periodsIn } from './times/placed.ts';

export interface Asked extends Periods {
  readonly home: Home;
  readonly language: Language;
  readonly reading: Reading;
  readonly typed: string;
  /** Folded words, a space on both ends. */
  readonly text: string;
  /** The same before their spelling was mended. */
  readonly said: string;
  readonly words: readonly Token[];
  /** Any of these stands in it. */
  readonly has: (...concepts: readonly Concept[]) => boolean;
  readonly utility: Utility | null;
  readonly rooms: readonly Mention[];
  readonly devices: readonly Mention[];
  /** Something is set against something else. */
  readonly isComparing: boolean;
  /** Only these hours of each day are asked of. */
  readonly hours: ClockHours | null;
  /** The words that say so. */
  readonly clockWords: ReadonlySet<string>;
  readonly previous: Intent | null;
}

export type Rule = (asked: Asked) => Intent | null;

/** What is so of a question, whatever its words. */
const facts: Readonly<Record<string, (asked: Asked) => boolean>> = {
  '@part': ({ rooms, devices }) => rooms.length + devices.length > 0,
  '@parts': ({ rooms, devices }) => rooms.length + devices.length > 1,
  '@room': ({ rooms }) => rooms.length > 0,
  '@device': ({ devices }) => devices.length > 0,
  '@utility': ({ utility }) => utility !== null,
  '@utilities': ({ has }) => has(...utilityIds),
  '@period': ({ period }) => period !== null,
  '@days': ({ period }) => period !== null && daysBetween(period.from, period.to) > 1,
  '@month': ({ period }) => period !== null && daysBetween(period.from, period.to) >= monthDays,
  '@hours': ({ hours }) => hours !== null,
  '@against': ({ against }) => against !== null,
  '@future': ({ isFuture }) => isFuture,
  '@comparing': ({ isComparing }) => isComparing,
};

export const monthDays = 28;

/** A space on both ends. */
const textOf = ({ tokens }: Reading): string => ` ${tokens.map(({ word }) => word).join(' ')} `;

type Heard = Pick<Asked, 'has'>;

const conceptTest = (name: string): ((heard: Heard) => boolean) => {
  if (!isConcept(name)) throw new RangeError(`no concept is called ${name}`);
  return ({ has }) => has(name);
};

/** A concept; `@month`, a fact; `~bill.last`, a saying of any language, `own~bill.last` of the question's own. */
const testOf = (name: string): ((asked: Asked) => boolean) => {
  const [whose = '', key] = name.split('~');
  if (key === undefined) return facts[name] ?? conceptTest(name);
  if (!isSaying(key)) throw new RangeError(`no saying is called ${key}`);
  return ({ text, language }) => says(text, whose === 'own' ? language : 'any', key);
};

/** `bill|pay dearest !why|when`: one of each group is so, and none of those after a mark. Of several patterns any fits. */
const fitterOf = <Of>(readTest: (name: string) => (of: Of) => boolean) => {
  const compile = (pattern: string): ((of: Of) => boolean) => {
    const groups = pattern.split(' ').map((group) => ({
      isThere: !group.startsWith('!'),
      tests: group.replace('!', '').split('|').map(readTest),
    }));
    return (of) => groups.every(({ isThere, tests }) => tests.some((test) => test(of)) === isThere);
  };
  const patterns = new Map<string, (of: Of) => boolean>();
  return (of: Of, ...any: readonly string[]): boolean =>
    any.some((pattern) => {
      const fit = patterns.get(pattern) ?? compile(pattern);
      patterns.set(pattern, fit);
      return fit(of);
    });
};

export const fits = fitterOf(testOf);
/** The same of words alone, before the question is read as a whole: concepts, no facts. */
const wordsFit = fitterOf<Heard>(conceptTest);

/** The first pattern or condition that fits says what is meant. */
export const firstThatFits = <Meant>(
  asked: Asked,
  table: readonly (readonly [string | ((asked: Asked) => boolean), Meant])[],
): Meant | null => table.find(([when]) => (typeof when === 'string' ? fits(asked, when) : when(asked)))?.[1] ?? null;

export const unknown: Intent = { about: 'unknown' };

type Why = Intent<'impossible'>['why'];
export const impossible = (why: Why, named: string | null = null): Intent => ({ about: 'impossible', why, named });

const hasOne = ({ concepts }: Item, pattern: RegExp): boolean => [...concepts].some((one) => pattern.test(one));

/** "Monday or Tuesday, which more": two that stand side by side. */
const isOfPair = (reading: Reading): boolean => {
  const { items } = reading;
  const shape = items.map((item) => {
    if (hasOne(item, /^(?:w\d|m\d+|today|yesterday|kal|parson)$/)) return 'time';
    if (says(item.text, 'any', 'negation.joiners')) return 'or';
    return item.concepts.has('glue') ? '' : 'other';
  });
  const isEither = items.some(({ text }) => says(text, 'any', 'or'));
  const isAsked =
    wordsFit(reading, 'which|when more|less|most|least !from|bill|pay|cost') ||
    (isEither && wordsFit(reading, 'more|less !which|when|from|bill|pay|cost'));
  return isAsked && shape.join('').includes('timeortime');
};

const monthsIn = ({ items }: Reading): Item[] => items.filter((item) => hasOne(item, /^m\d/));

/** "How much did it fall from September to October": the later one is set against the earlier. */
const isChangeIn = (reading: Reading): boolean =>
  monthsIn(reading).length > 1 && says(textOf(reading), reading.language, 'change.from-to');

const comparesIn = (reading: Reading): boolean => {
  const { items, language } = reading;
  const months = monthsIn(reading);
  const isSinceBefore =
    wordsFit(reading, 'since more|less|changed !howMuch') &&
    items.some((item) => hasOne(item, /^(?:m\d+|last(?:Week|Month|Year)|yesterday)$/));
  return (
    (wordsFit(reading, 'why changed|cheapest|dearest') && months.length > 1) ||
    wordsFit(reading, 'compare|yearAgo|weekAgo') ||
    isOfPair(reading) ||
    wordsFit(reading, 'than more|less|cheapest|dearest !hour|when') ||
    isSinceBefore ||
    items.some(({ concepts, text }) => concepts.has('than') && !says(text, language, 'than.weak'))
  );
};

/** "Stopped sending", "no reporta", "डेटा नहीं भेज रहा": silent, in whatever words. */
const isOfSilence = ({ has }: Reading): boolean =>
  has('silent') || (has('sends') && has('negation', 'everything') && !has('use', 'bill', 'pay'));

/** Words with their numbers in figures, as hours are looked for. */
const figured = ({ items }: Reading): string => {
  const words = items.map(({ concepts, text }) => {
    const number = [...concepts].map((one) => /^n(\d{1,2})$/.exec(one)?.[1]).find((one) => one !== undefined);
    return number ?? text;
  });
  return ` ${words.join(' ')} `;
};

/** Figures of hours are no dates. */
const withoutClock = (reading: Reading, clock: Clock | null, home: Home): Reading =>
  clock === null || clock.rest === figured(reading) ? reading : read(clock.rest, reading.language, home);

/** "First floor" is no first of the month. */
const withoutNames = (reading: Reading, rooms: readonly string[]): Reading => {
  const named = new Set(rooms.filter((room) => toKnownRoom(room) === undefined).flatMap(foldName));
  const isName = (words: readonly string[]) => words.length > 0 && words.every((word) => named.has(word));
  return { ...reading, items: reading.items.filter(({ typed }) => !isName(foldName(typed))) };
};

const oneBefore = String.raw`(?=(?:the )?(?:last|previous|this|yesterday)\b)`;
/** "This month v last month", "up on last year". */
const shortThan = new RegExp(String.raw` (?:v\.?|(up|down) on) ${oneBefore}`, 'giu');

const currencies: Readonly<Record<string, string>> = { '£': 'pounds', '€': 'euros', $: 'dollars', '₹': 'rupees' };

/** Without the slash command; "2day" in letters. */
const plain = (text: string): string =>
  text
    // "No, the kitchen" puts right what was said before; "Morning! Water yesterday?" greets.
    .replace(/^\s*([\p{L}\p{M}]+)\s*[,.;!]\s*(?=.*\p{L})/u, (all, word: string) =>
      says(`, ${fold(word)} ,`, 'any', 'negation.idioms') || says(fold(word), 'any', 'greeting.of-day') ? '' : all,
    )
    .replace(/^\s*\/\p{L}+/u, '')
    // Its figure is no date.
    .replace(/(?<!\p{L})(?:co|सीओ)\s?[2₂](?!\d)/giu, ' emission ')
    .replace(/%/g, ' percent ')
    .replace(/[£€$₹]/g, (sign) => ` ${currencies[sign] ?? ''} `)
    // Always; but "on 24/7" is a date.
    .replace(/(\p{L}*)(\s*)(?<![\d/])24\s?[/x×]\s?7(?![\d/])/giu, (all, before: string, space: string) =>
      says(fold(before), 'any', 'time.before-date') ? all : `${before}${space} 24 7 `,
    )
    .replace(shortThan, ' $1 vs ')
    .replace(/(?<!\d)2(?=day\b|night\b|nite\b)/gi, 'to');

export const ask = (text: string, ofPage: Language, home: Home, previous: Intent | null): Asked => {
  const reading = read(plain(text), ofPage, home);
  const { language } = reading;
  const words = tokensOf(text);
  const isSilent = isOfSilence(reading);
  const has: Asked['has'] = (...concepts) => reading.has(...concepts) || (isSilent && concepts.includes('silent'));
  const isOfLamps = has('switchOn', 'switchOff', 'isOn', 'isOff') && !has('use', 'bill', 'cost', 'pay', 'howMuch');
  const rooms = roomsIn(reading, home);
  const keys = rooms.flatMap((room) => (room.found === 'one' ? [room.key] : []));
  const there = keys.map((key) => roomsHeld(home, key));
  const isChange = isChangeIn(reading);
  const isComparing = isChange || comparesIn(reading);
  const clock = clockIn(figured(reading), language);
  return {
    home,
    language,
    reading,
    typed: text,
    text: textOf(reading),
    said: ` ${words.map(({ word }) => word).join(' ')} `,
    words,
    has,
    utility: utilityIn(reading, isOfLamps),
    rooms,
    devices: devicesIn(reading, home, {
      isOfLamps,
      areSetBeside: has('most', 'least', 'more', 'less', 'compare'),
      rooms: home.rooms.filter((room) => there.some((isThere) => isThere(room))),
      meters: has('meter') || (isOfLamps && rooms.length < 2),
    }),
    isComparing,
    hours: clock?.hours ?? null,
    clockWords: new Set(clock?.words),
    previous,
    ...periodsIn(withoutNames(withoutClock(reading, clock, home), keys), home, { isComparing, isChange }),
  };
};

export const allOf = (utility: Utility | null): AskedPart => ({ utility, room: null, device: null });
