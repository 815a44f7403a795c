/** Reactions that English questions of several sets have in common. */
import { baffled, declines, type Figure, type Reaction, says, tells, unknown, unknownBeside } from './question.ts';

/** In danger: whom to call in Spain, and no figure. */
export const emergency = [says(/\b112\b/), declines(/\b112\b/), unknown(/\b112\b/)];
export const figuresOrTips = /kWh|€|\bsav(e|ing)|tariff/i;

/** The figures; or it is said that this word was left out. */
export const orLeftOut = (right: readonly Figure[], word: RegExp): Reaction[] => [tells(right), unknown(word)];
/** Hours of a day. */
export const inHours = (right: Figure): Reaction[] =>
  orLeftOut([right], /hour|o'clock|between|whole day|morning|night|evening|\b[ap]m\b/i);

/** What is usual here, with an amount beside it; or the word is named. */
export const usual = (word: RegExp): Reaction[] => [
  says(
    /(usual|typical|normal|average|most days)[^]*\d ?(kWh|L)\b|\d ?(kWh|L)\b[^]*(usual|typical|normal|average|most days)/i,
  ),
  unknown(word),
];

/** Nobody else's use is known; what the page of comparison holds may be said. */
export const ofOthers = [
  unknown(/compar|other|neighbo|famil|home|average/i),
  declines(),
  says(/published|how you compare/i),
];

const untouched = /nothing|not (be |been )?(switch|turn)|no button|stays?\b|leave|left|\bok(ay)?\b|fine|all right/i;
/** Nothing is switched, and that is said in one way or another. */
export const leftAlone = [says(untouched), unknown(untouched)];

export const isOutOfScope = [declines(), baffled()];

/** Electricity costs another price by the hour, from ten to two and from six to ten. */
export const dearHours = /\b10(:00)?( ?(–|-|to|until|and) ?)14(:00)?[^]*18(:00)?( ?(–|-|to|until|and) ?)22/i;
/** A price that the hour does not change. */
export const noHours = [
  says(
    /\b(same|flat|one) (price|rate)|(at )?(any|every|all) (time|hour)s?|not depend|no (cheaper|difference)|does not (differ|change)|by the hour|\bblocks?\b/i,
  ),
  unknown(/hour|night|time|cheap/i),
];
/** A saving by other hours: its amount, or that it is not worked out here. */
export const saving = (right: Figure): Reaction[] => [
  tells([right]),
  unknown(/sav|work(ed)? out|calculat|pay|pocket|suppose|shift|move|instead|only/i),
  unknownBeside(/(not|n['’]t|nothing|no )[^.]{0,60}(work(ed)? out|calculat|estimat|sav)/i),
];
