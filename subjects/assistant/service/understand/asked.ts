/** A question with all that was read out of it: what the rules decide by. */
import { type Language, type Utility, utilityIds } from '#catalogue/index.ts';
import { toKnownRoom } from '#catalogue/rooms.ts';
import { addDays, daysBetween } from '#catalogue/local-day.ts';
import { type Home, roomsHeld } from '../home.ts';
import type { AskedPart, AskedPeriod, ClockHours, Intent } from '../intent.ts';
import { type Concept, isConcept, type Token, tokensOf } from './lexicon.ts';
import { devicesIn, type Mention, roomsIn, utilityIn } from './named-parts.ts';
import { foldName, type Item, marksOf, type Reading, read } from './reading.ts';
import { isSaying, says } from './sayings.ts';
import { type Clock, clockIn } from './times/clock.ts';
import { dateAt, isJoint, monthAt, periodOf, type Time } from './times/spans.ts';
import { timesIn } from './times/times.ts';

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

/** A concept; `@month`, a fact; `~bill.last`, a saying of any language, `own~bill.last` of the question's own. */
const testOf = (name: string): ((asked: Asked) => boolean) => {
  const [whose = '', key] = name.split('~');
  if (key !== undefined) {
    if (!isSaying(key)) throw new RangeError(`no saying is called ${key}`);
    return ({ text, language }) => says(text, whose === 'own' ? language : 'any', key);
  }
  const fact = facts[name];
  if (fact !== undefined) return fact;
  if (!isConcept(name)) throw new RangeError(`no concept is called ${name}`);
  return ({ has }) => has(name);
};

/** `bill|pay dearest !why|when`: one of each group is so, and none of those after a mark. */
const readPattern = (pattern: string): ((asked: Asked) => boolean) => {
  const groups = pattern.split(' ').map((group) => ({
    isThere: !group.startsWith('!'),
    tests: group.replace('!', '').split('|').map(testOf),
  }));
  return (asked) => groups.every(({ isThere, tests }) => tests.some((test) => test(asked)) === isThere);
};

const patterns = new Map<string, (asked: Asked) => boolean>();

/** Any of these patterns fits. */
export const fits = (asked: Asked, ...any: readonly string[]): boolean =>
  any.some((pattern) => {
    const fit = patterns.get(pattern) ?? readPattern(pattern);
    patterns.set(pattern, fit);
    return fit(asked);
  });

/** The first pattern or condition that fits says what is meant. */
export const firstThatFits = <Meant>(
  asked: Asked,
  table: readonly (readonly [string | ((asked: Asked) => boolean), Meant])[],
): Meant | null => table.find(([when]) => (typeof when === 'string' ? fits(asked, when) : when(asked)))?.[1] ?? null;

export const unknown: Intent = { about: 'unknown' };

type Why = Extract<Intent, { about: 'impossible' }>['why'];
export const impossible = (why: Why, named: string | null = null): Intent => ({ about: 'impossible', why, named });

/** These say "than", and much else. */
const weakThan = /^(?:que|que en|que el|que la|से|se)$/;

const isDayOrMonth = (concept: Concept): boolean => /^(?:w\d|m\d+|today|yesterday|kal|parson)$/.test(concept);
const isJoiner = /^(?:and|or|y|o|u|और|या|aur|ya)$/;

const isOr = /^(?:or|o|u|या|ya)$/;

/** "Monday or Tuesday, which more": two that stand side by side. */
const isOfPair = ({ has, items }: Reading): boolean => {
  const shape = items.map(({ concepts, text }) => {
    if ([...concepts].some(isDayOrMonth)) return 'time';
    if (isJoiner.test(text)) return 'or';
    return concepts.has('glue') ? '' : 'other';
  });
  const isEither = items.some(({ text }) => isOr.test(text));
  const isAsked =
    (has('which', 'when') ? has('more', 'less', 'most', 'least') : isEither && has('more', 'less')) &&
    !has('from', 'bill', 'pay', 'cost');
  return isAsked && shape.join('').includes('timeortime');
};

const isBefore = (concept: Concept): boolean => /^(?:m\d+|last(?:Week|Month|Year)|yesterday)$/.test(concept);

const comparesIn = (reading: Reading): boolean => {
  const { has, items } = reading;
  const months = items.filter(({ concepts }) => [...concepts].some((one) => /^m\d/.test(one)));
  return (
    (has('why') && has('changed', 'cheapest', 'dearest') && months.length > 1) ||
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
    // "No, the kitchen": it puts right what was said before.
    .replace(/^\s*(?:no|nope|nah|नहीं|नही|nahi|nahin)\s*[,.;!]\s*/iu, '')
    .replace(/^\s*\/\p{L}+/u, '')
    // Its figure is no date.
    .replace(/(?<!\p{L})(?:co|सीओ)\s?[2₂](?!\d)/giu, ' emission ')
    .replace(/%/g, ' percent ')
    .replace(/[£€$₹]/g, (sign) => ` ${currencies[sign] ?? ''} `)
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
      rooms: home.rooms.filter((room) => there.some((isThere) => isThere(room))),
      meters: has('meter') || (isOfLamps && rooms.length < 2),
    }),
    isComparing,
    hours: clock?.hours ?? null,
    clockWords: new Set(clock?.words),
    previous,
    ...periodsIn(withoutNames(withoutClock(reading, clock, home), keys), home, isComparing),
  };
};

export const allOf = (utility: Utility | null): AskedPart => ({ utility, room: null, device: null });

// The period that is asked of, and the one that it is compared with.

/** As many days, so much earlier. */
type Ago = 'year-ago' | 'week-ago';

interface Periods {
  readonly period: AskedPeriod | null;
  readonly against: AskedPeriod | Ago | null;
  /** Something that has not begun is asked of. */
  readonly isFuture: boolean;
  /** All that were named, in their order. */
  readonly named: readonly AskedPeriod[];
  /** The words of a time, and what joins them. */
  readonly timeWords: ReadonlySet<string>;
}

interface Placed {
  readonly period: AskedPeriod | Ago | null;
  readonly isAgainst: boolean;
  readonly isFuture: boolean;
}

/** "from X to Y", "between X and Y", "X से Y": one time out of two. */
const joined = (times: readonly Time[], marks: readonly Item[], isComparing: boolean, isTogether: boolean): Time[] => {
  const result: Time[] = [];
  for (const time of times) {
    const before = result.at(-1);
    const end = before ? before.at + before.length : 0;
    const around = [marks[(before?.at ?? 0) - 1], marks[time.at + time.length]];
    const isBetween = before !== undefined && around.some((mark) => mark?.concepts.has('from'));
    const isNextEarlier =
      isTogether &&
      !isComparing &&
      before?.kind === 'span' &&
      time.kind === 'span' &&
      time.span.to === before.span.from;
    if (isNextEarlier && time.at <= end + 1) {
      result[result.length - 1] = {
        ...before,
        length: time.at + time.length - before.at,
        span: { from: time.span.from, to: before.span.to },
        name: null,
      };
      continue;
    }
    const joins =
      time.at === end + 1 &&
      isJoint(marks[end], (isBetween || isTogether) && !isComparing) &&
      (isBetween || !isComparing);
    if (joins && before?.kind === 'span' && time.kind === 'span' && before.span.from < time.span.to)
      result[result.length - 1] = {
        ...before,
        length: time.at + time.length - before.at,
        span: { from: before.span.from, to: time.span.to },
        name: null,
      };
    else result.push(time);
  }
  return result;
};

/** These stand between the two; the words of Hindi stand after the other time. */
const isVersus = /^(?:vs|versus|बनाम|banam)$/;
const isPostposition = /मुकाबले|तुलना|अपेक्षा|mukable|muqable|mukabale|tulna/;

const placedTime = (
  time: Time,
  marks: readonly Item[],
  { language }: Reading,
  isComparing: boolean,
  home: Home,
): Placed => {
  const [before, after] = [marks[time.at - 1], marks[time.at + time.length]];
  const isAgainst =
    isComparing &&
    ((language === 'hi' && after?.concepts.has('than') && !isVersus.test(after.text)) ||
      (before?.concepts.has('than') &&
        (language !== 'hi' || isVersus.test(before.text) || !isPostposition.test(before.text))) ||
      before?.concepts.has('since') ||
      false);
  if (time.kind === 'future') return { period: null, isAgainst, isFuture: true };
  if (time.kind !== 'span') return { period: time.kind, isAgainst: true, isFuture: false };
  const isRange = marks.slice(time.at, time.at + time.length).some(({ concepts }) => concepts.has('to'));
  const isSince =
    !isRange &&
    ((before?.concepts.has('since') && !isAgainst) ||
      (language === 'hi' && !isComparing && /^(?:से|se)$/.test(after?.text ?? '')));
  const span = isSince ? { from: time.span.from, to: addDays(home.today, 1) } : time.span;
  const period = periodOf(span, home.today, isSince ? null : time.name);
  return { period, isAgainst, isFuture: period === null };
};

/** Countries south of the equator, by their codes. */
const southern = new Set(['AR', 'AU', 'BO', 'BR', 'CL', 'NZ', 'PE', 'PY', 'UY', 'ZA']);

/** "Weekends in October": the month; that it is of its weekends is told as left out. */
const longestOf = <One extends Placed>(own: readonly One[]): One | undefined => {
  const lengthOf = ({ period }: Placed): number =>
    period === null || typeof period === 'string' ? 0 : daysBetween(period.from, period.to);
  const isWithin = (one: Placed, other: Placed): boolean =>
    one.period !== null &&
    other.period !== null &&
    typeof one.period !== 'string' &&
    typeof other.period !== 'string' &&
    daysBetween(other.period.from, other.period.to) <= 7 &&
    one.period.from >= other.period.from &&
    one.period.to <= other.period.to;
  return own.reduce<One | undefined>(
    (best, one) =>
      best === undefined ||
      (isWithin(one, best) && lengthOf(one) < lengthOf(best)) ||
      (lengthOf(one) > lengthOf(best) && !isWithin(best, one))
        ? one
        : best,
    undefined,
  );
};

const periodsIn = (reading: Reading, home: Home, isComparing: boolean): Periods => {
  const all = marksOf(reading.items);
  const isBeforeDate = (at: number): boolean => dateAt(all[at + 1], true) !== null;
  const hasMonth = (at: number): boolean =>
    all.slice(at, at + 2).some((mark) => monthAt(mark) !== null || mark.concepts.has('nth'));
  // "Del" goes before much; of "Monday 9 November" the date is enough.
  const marks = all.filter(
    ({ text, concepts }, at) =>
      (text !== 'del' || isBeforeDate(at)) &&
      !([...concepts].some((one) => /^w\d$/.test(one)) && isBeforeDate(at) && hasMonth(at + 2)),
  );
  const calendar = {
    today: home.today,
    isMonthFirst: reading.language === 'en' && home.country === 'US',
    country: home.country,
    isSouthern: home.country !== null && southern.has(home.country),
    isOfFuture: reading.has('will'),
    isComparing,
  };
  const times = joined(timesIn(marks, calendar), marks, isComparing, reading.has('total'));
  const placed = times.map((time) => ({ ...placedTime(time, marks, reading, isComparing, home), time }));
  const own = placed.filter(({ isAgainst, period }) => !isAgainst && typeof period !== 'string');
  const others = [...placed.filter(({ isAgainst }) => isAgainst), ...(isComparing ? own.slice(1) : [])];
  const first = isComparing ? own[0] : longestOf(own);
  const joins = (mark: Item | undefined): mark is Item =>
    mark !== undefined && ['from', 'to', 'since', 'than', 'ago'].some((one) => mark.concepts.has(one as Concept));
  const used = [first, others[0], ...placed.filter(({ isFuture }) => isFuture)];
  const timeWords = used
    .flatMap((one) => (one ? [one.time] : []))
    .flatMap(({ at, length }) => [
      ...marks.slice(at, at + length),
      ...[marks[at - 1], marks[at + length]].filter(joins),
    ]);
  return {
    period: first && typeof first.period !== 'string' ? first.period : null,
    against: others[0]?.period ?? null,
    isFuture: placed.some(({ isFuture }) => isFuture),
    named: placed.flatMap(({ period }) => (period === null || typeof period === 'string' ? [] : [period])),
    timeWords: new Set(timeWords.flatMap(({ text }) => text.split(' '))),
  };
};
