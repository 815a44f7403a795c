/** What an answer must not be: a figure of today for a time to come, or one for a part that was left out, without a word of it. */
import type { Caveat, Question } from '../question.ts';
import { hourIn } from '../facts/periods.ts';
import { isAnyAsked } from '../utilities.ts';
import type { Asked } from './asked.ts';
import { isActDenied, leftOutOf, unreadNegation } from './negation.ts';
import { isInFutureTense, isKalUnsaid, isOfTomorrow, namesFuture } from './tense.ts';

const future: Question = { about: 'impossible', why: 'future', named: null };

const ofFigures: ReadonlySet<Question['about']> = new Set([
  'usage',
  'now',
  'compare',
  'compare-parts',
  'bill',
  'closed-bill',
  'bill-change',
  'costs',
  'tariff',
]);
/** What is so now, or was noticed. */
const ofNow: ReadonlySet<Question['about']> = new Set(['devices', 'device', 'alerts', 'household']);

/** Whatever else is not to be done. */
const isSaidAnyway: ReadonlySet<Question['about']> = new Set(['safety', 'refused', 'help', 'greeting', 'thanks']);

const periodOf = (question: Question) => ('period' in question ? question.period : null);

/** "Will you tell me what we used yesterday" is of yesterday; "what will it use on Friday" of no Friday that was. */
const isPast = (question: Question, asked: Asked): boolean => {
  const period = periodOf(question);
  if (period === null || period.isAssumed || period.to > asked.home.today) return false;
  return period.name !== null
    ? !period.name.endsWith('weekend')
    : asked.has('last', 'ago') || / 20\d\d /.test(asked.text);
};

/** "Tonight" said in the morning. */
const hasNotBegun = (question: Question, { home }: Asked): boolean => {
  const period = periodOf(question);
  return (
    period?.hours !== undefined &&
    period.from === home.today &&
    period.hours.from > hourIn(home.timeZone)(new Date(home.nowMs).toISOString())
  );
};

const isToCome = (question: Question, asked: Asked): boolean =>
  namesFuture(asked) || hasNotBegun(question, asked) || (isInFutureTense(asked) && !isPast(question, asked));

/** "When is it cheapest tomorrow", "what will electricity cost": the prices of tomorrow are the answer. */
const isOfPrices = ({ has, language, utility, rooms, devices }: Asked): boolean =>
  isAnyAsked(utility, 'hasCapacity') &&
  !has('bill') &&
  (has('cheapHours', 'cheapest', 'dearHours', 'dearest', 'tariff') ||
    (has('when') && !has('use', 'most', 'least')) ||
    (has('cost') &&
      language !== 'hi' &&
      utility !== null &&
      !has('use', 'total') &&
      rooms.length + devices.length === 0));

/** Of a price tomorrow's is known; of a bill what it will likely come to; of all else nothing. */
const ofTimeToCome = (question: Question, asked: Asked): Question => {
  const isOpenBill = question.about === 'bill';
  if (isOpenBill && question.ask !== 'so-far' && question.ask !== 'parts') return question;
  if (question.about === 'tariff') {
    if (isOfTomorrow(asked)) return { ...question, ask: 'tomorrow' };
    return namesFuture(asked) ? future : question;
  }
  const isOfBills = isOpenBill || (asked.has('bill') && ['closed-bill', 'bill-change'].includes(question.about));
  const isRanked = question.about === 'closed-bill' && !['amount', 'parts', 'total'].includes(question.ask);
  if (isOfBills && !isRanked) return { about: 'bill', ask: 'forecast', utility: asked.utility };
  return future;
};

/** "And tomorrow?" after a price goes on with it. Null: nothing is known of tomorrow that was asked for. */
const ofTomorrow = (asked: Asked): Question | null => {
  const { previous, utility } = asked;
  if (!isOfTomorrow(asked)) return null;
  if (previous?.about === 'tariff' && !asked.has('use')) return { ...previous, ask: 'tomorrow' };
  return isOfPrices(asked) ? { about: 'tariff', utility, ask: 'tomorrow' } : null;
};

/** What is answered instead of what would go past the limits. */
export const withinLimits = (question: Question, asked: Asked): Question => {
  const { about } = question;
  if (!isSaidAnyway.has(about) && isActDenied(asked)) return { about: 'left-as-is' };
  const isOfSwitch = about === 'switch' || (about === 'unclear' && question.what === 'switch');
  if (isOfSwitch && (unreadNegation(asked) !== null || leftOutOf(asked) !== null)) return { about: 'left-as-is' };
  if ((ofFigures.has(about) || ofNow.has(about)) && isToCome(question, asked)) {
    if (about === 'alerts' && !namesFuture(asked)) return question;
    const toCome = ofTimeToCome(question, asked);
    return toCome === future ? (ofTomorrow(asked) ?? future) : toCome;
  }
  if (about === 'impossible' && question.why === 'future') return ofTomorrow(asked) ?? question;
  if (about === 'devices' && (question.ask === 'on' || question.ask === 'off') && unreadNegation(asked) !== null)
    return { ...question, ask: question.ask === 'on' ? 'off' : 'on' };
  return question;
};

export const caveatsOf = (question: Question, asked: Asked): Caveat[] => {
  if (!ofFigures.has(question.about)) return [];
  const unread = unreadNegation(asked);
  const isOfKal = isKalUnsaid(asked) && periodOf(question)?.to === asked.home.today;
  const isOfOpenCycle = question.about === 'bill' && question.ask === 'forecast' && namesFuture(asked);
  return [
    ...(unread === null ? [] : [{ kind: 'left-out', words: unread } as const]),
    ...(isOfKal ? [{ kind: 'kal' } as const] : []),
    ...(isOfOpenCycle ? [{ kind: 'open-cycle' } as const] : []),
  ];
};
