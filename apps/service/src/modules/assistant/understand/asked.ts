/** A question with all that was read out of it: what the rules decide by. */
import type { Language, Utility } from '@wattershed/catalogue';
import type { Home } from '../home.ts';
import type { AskedPart, ClockHours, Question } from '../question.ts';
import { type Clock, clockIn } from './clock.ts';
import { devicesIn } from './devices.ts';
import { type Token, tokensOf } from './fold.ts';
import type { Concept } from './lexicon/en.ts';
import { type Mention, roomsIn, utilityIn } from './parts.ts';
import { type Periods, periodsIn } from './periods.ts';
import { type Reading, read } from './reading.ts';

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
  readonly previous: Question | null;
}

export type Rule = (asked: Asked) => Question | null;

export const unknown: Question = { about: 'unknown' };

/** These say "than", and much else. */
const weakThan = /^(?:que|que en|que el|que la|से|se)$/;

const isDayOrMonth = (concept: Concept): boolean => /^(?:w\d|m\d+|today|yesterday|kal|parson)$/.test(concept);
const isJoiner = /^(?:and|or|y|o|u|और|या|aur|ya)$/;

/** "Monday or Tuesday, which more": two that stand side by side. */
const isOfPair = ({ has, items }: Reading): boolean => {
  const shape = items.map(({ concepts, text }) => {
    if ([...concepts].some(isDayOrMonth)) return 'time';
    if (isJoiner.test(text)) return 'or';
    return concepts.has('glue') ? '' : 'other';
  });
  const isAsked = has('which', 'when') && has('more', 'less', 'most', 'least') && !has('from', 'bill', 'pay', 'cost');
  return isAsked && shape.join('').includes('timeortime');
};

const isBefore = (concept: Concept): boolean => /^(?:m\d+|last(?:Week|Month|Year)|yesterday)$/.test(concept);

const comparesIn = (reading: Reading): boolean => {
  const { has, items } = reading;
  return (
    has('compare', 'yearAgo', 'weekAgo') ||
    isOfPair(reading) ||
    (has('than') && has('more', 'less', 'cheapest', 'dearest') && !has('hour', 'when')) ||
    (has('since') &&
      has('more', 'less', 'changed') &&
      !has('howMuch') &&
      items.some(({ concepts }) => [...concepts].some(isBefore))) ||
    items.some(({ concepts, text }) => concepts.has('than') && !weakThan.test(text))
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

const oneBefore = String.raw`(?=(?:the )?(?:last|previous|this|yesterday)\b)`;
/** "This month v last month", "up on last year". */
const shortThan = new RegExp(String.raw` (?:v\.?|(up|down) on) ${oneBefore}`, 'giu');

/** Without the slash command; "2day" in letters. */
const plain = (text: string): string =>
  text
    // "No, the kitchen": it puts right what was said before.
    .replace(/^\s*(?:no|nope|nah|नहीं|नही|nahi|nahin)\s*[,.;!]\s*/iu, '')
    .replace(/^\s*\/\p{L}+/u, '')
    .replace(shortThan, ' $1 vs ')
    .replace(/(?<!\d)2(?=day\b|night\b|nite\b)/gi, 'to');

export const ask = (text: string, ofPage: Language, home: Home, previous: Question | null): Asked => {
  const reading = read(plain(text), ofPage, home);
  const { language } = reading;
  const words = tokensOf(text);
  const isSilent = isOfSilence(reading);
  const has: Asked['has'] = (...concepts) => reading.has(...concepts) || (isSilent && concepts.includes('silent'));
  const isOfLamps = has('switchOn', 'switchOff', 'isOn', 'isOff') && !has('use', 'bill', 'cost', 'pay', 'howMuch');
  const rooms = roomsIn(reading, home);
  const keys = rooms.flatMap((room) => (room.found === 'one' ? [room.key] : []));
  const isComparing = comparesIn(reading);
  const clock = clockIn(figured(reading), language);
  return {
    home,
    language,
    reading,
    typed: text,
    text: ` ${reading.tokens.map(({ word }) => word).join(' ')} `,
    said: ` ${words.map(({ word }) => word).join(' ')} `,
    words,
    has,
    utility: utilityIn(reading, isOfLamps),
    rooms,
    devices: devicesIn(reading, home, {
      isOfLamps,
      rooms: keys,
      meters: has('meter') || (isOfLamps && rooms.length < 2),
    }),
    isComparing,
    hours: clock?.hours ?? null,
    previous,
    ...periodsIn(withoutClock(reading, clock, home), home, isComparing),
  };
};

export const allOf = (utility: Utility | null): AskedPart => ({ utility, room: null, device: null });
