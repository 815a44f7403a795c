/** What an answer must not be: a figure of today for a time to come, or one for a part that was left out, without a word of it. */

import { type Caveat, isAnyAsked, type Intent } from '../intent.ts';
import { topicOf } from '../topics.ts';
import { hourIn } from '../usage/periods.ts';
import { type Asked, fits } from './asked.ts';
import { isActDenied, leftOutOf, unreadNegation } from './negation.ts';
import { accented, type Saying, says } from './sayings.ts';

const saidIn = ({ said, text }: Asked, key: Saying, language: Asked['language'] | 'any' = 'any'): boolean =>
  says(said, language, key) || says(text, language, key);

/** Verbs that tell of what will be; with its accent there is no doubt. */
const isInFutureTense = ({ said, typed }: Asked): boolean =>
  says(said, 'any', 'future.verbs') || says(accented(typed), 'any', 'future.accents');

/** "कल" is the day before and the day after: its verb says which. Null: no verb does. */
const kalIsPast = (asked: Asked): boolean | null => {
  if (!hasKal(asked)) return null;
  if (isInFutureTense(asked)) return false;
  if (saidIn(asked, 'past')) return true;
  // "When should I run it": of "कल" it makes tomorrow.
  return saidIn(asked, 'future.should') ? false : null;
};

const hasKal = (asked: Asked): boolean => saidIn(asked, 'future.or-past', asked.language);

/** Neither verb nor anything else says which day "कल" is. */
const isKalUnsaid = (asked: Asked): boolean => hasKal(asked) && kalIsPast(asked) === null && !asked.isFuture;

const isOfTomorrow = (asked: Asked): boolean =>
  saidIn(asked, 'tomorrow') || (kalIsPast(asked) === false && saidIn(asked, 'tomorrow.or-yesterday'));

/** A time that has not come is named. */
const namesFuture = (asked: Asked): boolean =>
  asked.isFuture || isOfTomorrow(asked) || kalIsPast(asked) === false || saidIn(asked, 'future.named');

const future: Intent = { about: 'impossible', why: 'future', named: null };

/** Whatever else is not to be done. */
const isSaidAnyway: ReadonlySet<Intent['about']> = new Set(['safety', 'refused', 'help', 'greeting', 'thanks']);

const periodOf = (intent: Intent) => ('period' in intent ? intent.period : null);

/** "Will you tell me what we used yesterday" is of yesterday; "what will it use on Friday" of no Friday that was. */
const isPast = (intent: Intent, asked: Asked): boolean => {
  const period = periodOf(intent);
  if (period === null || period.isAssumed || period.to > asked.home.today) return false;
  return period.name !== null
    ? !period.name.endsWith('weekend')
    : asked.has('last', 'ago') || / 20\d\d /.test(asked.text);
};

/** "Tonight" said in the morning. */
const hasNotBegun = (intent: Intent, { home }: Asked): boolean => {
  const period = periodOf(intent);
  return (
    period?.hours !== undefined &&
    period.from === home.today &&
    period.hours.from > hourIn(home.timeZone)(new Date(home.nowMs).toISOString())
  );
};

const isToCome = (intent: Intent, asked: Asked): boolean =>
  namesFuture(asked) || hasNotBegun(intent, asked) || (isInFutureTense(asked) && !isPast(intent, asked));

/** "When is it cheapest tomorrow", "what will electricity cost": the prices of tomorrow are the answer. */
const isOfPrices = (asked: Asked): boolean => {
  const { language, utility, rooms, devices } = asked;
  // "खर्च" is said of use too.
  const mayBeCost = language !== 'hi' && utility !== null && rooms.length + devices.length === 0;
  return (
    isAnyAsked(utility, 'hasCapacity') &&
    (fits(asked, 'cheapHours|cheapest|dearHours|dearest|tariff !bill') ||
      fits(asked, 'when !bill|use|most|least') ||
      (mayBeCost && fits(asked, 'cost !bill|use|total')))
  );
};

/** Of a price tomorrow's is known; of a bill what it will likely come to; of all else nothing. */
const ofTimeToCome = (intent: Intent, asked: Asked): Intent => {
  const isOpenBill = intent.about === 'bill';
  if (isOpenBill && intent.ask !== 'so-far' && intent.ask !== 'parts') return intent;
  if (intent.about === 'tariff') {
    if (isOfTomorrow(asked)) return { ...intent, ask: 'tomorrow' };
    return namesFuture(asked) ? future : intent;
  }
  const isOfBills = isOpenBill || (asked.has('bill') && ['closed-bill', 'bill-change'].includes(intent.about));
  const isRanked = intent.about === 'closed-bill' && !['amount', 'parts', 'total'].includes(intent.ask);
  // "What will this month come to".
  const isOfSum = intent.about === 'usage' && intent.period.name === 'this-month' && asked.has('comeTo', 'cost', 'pay');
  if (isOfSum || (isOfBills && !isRanked)) return { about: 'bill', ask: 'forecast', utility: asked.utility };
  return future;
};

/** Hours that are over are of no use: "कल" is the day to come, where no verb says otherwise. */
const hoursOfKal = (intent: Intent, asked: Asked): Intent => {
  if (intent.about !== 'tariff' || !intent.ask.endsWith('-hours') || !isKalUnsaid(asked)) return intent;
  return saidIn(asked, 'tomorrow.or-yesterday') ? { ...intent, ask: 'tomorrow' } : intent;
};

/** "And tomorrow?" after a price goes on with it. Null: nothing is known of tomorrow that was asked for. */
const ofTomorrow = (asked: Asked): Intent | null => {
  const { previous, utility } = asked;
  if (!isOfTomorrow(asked)) return null;
  if (previous?.about === 'tariff' && !asked.has('use')) return { ...previous, ask: 'tomorrow' };
  return isOfPrices(asked) ? { about: 'tariff', utility, ask: 'tomorrow' } : null;
};

const denied: Intent = { about: 'left-as-is' };

/** Nothing is switched that is said to be left alone. */
const heldBack = (intent: Intent, asked: Asked): Intent | null => {
  if (!isSaidAnyway.has(intent.about) && isActDenied(asked)) return denied;
  const isOfSwitch = intent.about === 'switch' || (intent.about === 'unclear' && intent.what === 'switch');
  return isOfSwitch && (unreadNegation(asked) !== null || leftOutOf(asked) !== null) ? denied : null;
};

const afterToday = (intent: Intent, asked: Asked): Intent | null => {
  const { about } = intent;
  if (about === 'impossible') return intent.why === 'future' ? ofTomorrow(asked) : null;
  const { tells } = topicOf(intent);
  if ((tells !== 'figures' && tells !== 'state') || !isToCome(intent, asked)) return null;
  if (about === 'alerts' && !namesFuture(asked)) return null;
  const toCome = ofTimeToCome(intent, asked);
  return toCome === future ? (ofTomorrow(asked) ?? future) : toCome;
};

/** "Which lamps are not on". */
const turned = (intent: Intent, asked: Asked): Intent | null => {
  if (intent.about !== 'devices' || (intent.ask !== 'on' && intent.ask !== 'off')) return null;
  return unreadNegation(asked) === null ? null : { ...intent, ask: intent.ask === 'on' ? 'off' : 'on' };
};

/** What is answered instead of what would go past the limits. */
export const withinLimits = (given: Intent, asked: Asked): Intent => {
  const intent = hoursOfKal(given, asked);
  return heldBack(intent, asked) ?? afterToday(intent, asked) ?? turned(intent, asked) ?? intent;
};

export const caveatsOf = (intent: Intent, asked: Asked): Caveat[] => {
  if (topicOf(intent).tells !== 'figures') return [];
  const unread = unreadNegation(asked);
  const isOfKal = isKalUnsaid(asked) && periodOf(intent)?.to === asked.home.today;
  const isOfOpenCycle = intent.about === 'bill' && intent.ask === 'forecast' && namesFuture(asked);
  return [
    ...(unread === null ? [] : [{ kind: 'left-out', words: unread } as const]),
    ...(isOfKal ? [{ kind: 'kal' } as const] : []),
    ...(isOfOpenCycle ? [{ kind: 'open-cycle' } as const] : []),
  ];
};
