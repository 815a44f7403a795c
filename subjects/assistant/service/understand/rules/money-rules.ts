/** What things cost, what a unit costs, and when it is cheap; before all, whether money is asked of, or use: people say "spend" of both. */
import { daysBetween } from '#catalogue/local-day.ts';
import type { AskedPeriod, Intent } from '../../intent.ts';
import { allOf, type Asked, type Rule } from '../asked.ts';
import { assumed } from '../times/spans.ts';
import { isPart, onePart } from './one-part.ts';
import { cut, goesWhere } from './usage-rules.ts';

export const monthDays = 28;
export const length = ({ period }: Asked): number => (period === null ? 0 : daysBetween(period.from, period.to));

/** "Gastar" and "खर्च" are said of money and of use: of a whole month, or in a utility, it is money. */
const isSpending = (asked: Asked): boolean => {
  const { text, language, utility, rooms, devices } = asked;
  if (language === 'es') {
    const isOfMonth = asked.period?.name === 'this-month' || length(asked) >= monthDays;
    if (/ en (?:la )?(?:luz|agua|electricidad|energia) /.test(text))
      return / gast\p{L}+ /u.test(text) && (asked.period === null || isOfMonth) && !asked.isComparing;
    return (
      / gast\p{L}+ /u.test(text) &&
      !utility &&
      isOfMonth &&
      !asked.isComparing &&
      rooms.length + devices.length === 0 &&
      !asked.has('average', 'most', 'least', 'which')
    );
  }
  return (
    language === 'hi' &&
    / (?:खर्च|kharch) /.test(text) &&
    !/ (?:यूनिट|यूनिटें|लीटर|किलोवाट|unit|units|kwh|litre|liter) /.test(text) &&
    (!utility || / (?:बिजली|पानी|जल|bijli|pani|paani) (?:पर|par|pe) /.test(text))
  );
};

/** "How much water did we spend", «cuánta luz se nos va»: what is spent there is water or power. */
const isOfUseSpent = ({ text, has, language }: Asked): boolean =>
  language === 'en'
    ? !has('cost') && / how (?:much|many) (?:water|electricity|power|energy) .*(?:spent|spend|spending) /.test(text)
    : / cuant[oa]s? (?:agua|luz|electricidad|energia|litros|kwh) se (?:me|nos) (?:va|fue) /.test(text);

export const isOfMoney = (asked: Asked): boolean =>
  (asked.has('cost', 'pay') && !isOfUseSpent(asked)) || isSpending(asked);

type CostsAsk = Extract<Intent, { about: 'costs' }>['ask'];

const isRanking = ({ has }: Asked): boolean =>
  (has('which') && has('more', 'dearest')) || (has('most', 'least') && !has('pay'));

/** Hours of no days in particular are those of this month. */
const periodOf = (asked: Asked): AskedPeriod | null => {
  const named = asked.period ?? (asked.hours === null ? null : assumed('this-month', asked.home.today));
  return named && cut(named, asked);
};

const costsOf = (asked: Asked, ask: CostsAsk, part = allOf(asked.utility)): Intent =>
  asked.isFuture
    ? { about: 'impossible', why: 'future', named: null }
    : { about: 'costs', part, ask, period: periodOf(asked) };

const mostOf = (asked: Asked): Intent => costsOf(asked, asked.has('room', 'byRoom') ? 'most-room' : 'most-device');

/** "What did the AC cost on this bill" is of its cycle; of the last bill it would be of days that are not known here. */
const isOnBill = ({ has, devices, period }: Asked): boolean =>
  has('bill') && has('cost') && devices.length > 0 && (period !== null || !has('last')) && !has('will', 'bills');

/** What rooms and devices cost: in the open cycle, or in a period that is named. */
export const costs: Rule = (asked) => {
  const { has, rooms, devices } = asked;
  const isOfAll = has('room', 'byRoom', 'device', 'byDevice') && !has('bill', 'tariff', 'why');
  if (has('dearest') && isOfAll && !has('use', 'hour', 'most')) return mostOf(asked);
  if (has('alwaysOn')) return costsOf(asked, 'always-on');
  if (!isOfMoney(asked) || (has('bill') && !isOnBill(asked)) || has('tariff', 'why')) return null;
  // Two are set beside each other by what they use.
  if (rooms.length + devices.length > 1 && has('more', 'less', 'compare')) return null;
  const part = onePart(asked);
  if (rooms.length + devices.length > 0) return isPart(part) ? costsOf(asked, 'total', part) : part;
  if (isRanking(asked)) return mostOf(asked);
  if (has('byRoom', 'room')) return costsOf(asked, 'rooms');
  if (has('byDevice', 'device') || goesWhere(asked)) return costsOf(asked, 'devices');
  return !isPart(part) && part.about === 'impossible' ? part : null;
};

const isOfPrice =
  / (?:\S*expensive|dearest|costliest|priciest|cheap\S*|car[oa]s?|barat[oa]s?|mehng\S|mahang\S|sast\S|महंग\S|सस्त\S) /u;

/** "Which month was the dearest", "the cheapest day this week": bills of months, use of days. */
export const dearest: Rule = (asked) => {
  const { has, text, period, rooms, devices } = asked;
  const isAsked =
    isOfPrice.test(text) &&
    has('dearest', 'cheapest') &&
    !has('hour', 'tariff', 'now', 'tips', 'how', 'howMuch', 'why');
  if (!isAsked || rooms.length + devices.length > 0 || asked.isComparing) return null;
  const isOfMonths = has('month') && !has('day', 'use') && (period === null || length(asked) > monthDays + 3);
  if (isOfMonths)
    return { about: 'closed-bill', period, utility: asked.utility, ask: has('dearest') ? 'dearest' : 'cheapest' };
  if (!has('day') || period === null || length(asked) < 2 || has('bill')) return null;
  const part = onePart(asked);
  return isPart(part) ? { about: 'usage', part, period, ask: has('dearest') ? 'most-day' : 'least-day' } : part;
};

/** To be told the best time, not the price of now. */
const wantsToRun =
  / (?:should|later|luego|tarde|debo|deberia|conviene|pongo|poner|momento|time|चलाना|चलाऊं|चाहिए|chalana|chalau|chahiye) /;

/** "Now or later", «ahora o por la noche», "अभी या बाद में". */
const nowOrLater =
  / now or (?:\S+ )?(?:later|tonight|at night|wait) | ahora o (?:luego|mas tarde|espero|(?:por|a|de) la noche) | (?:अभी|abhi) (?:\S+ )?(?:या|ya) (?:बाद|रात|शाम|baad|bad|raat|rat|shaam|sham) /;

/** "Is it peak time", «estamos en punta», "पीक चल रहा है": asked of this moment. */
const isItNow =
  / (?:is it|are we (?:in|on|at)|am i (?:in|on|at|paying)|estoy en|estamos en|es|pago|pagamos) (?:the |la |hora |horas |horario |tarifa |precio )*(?:off )?(?:off|offpeak|peak|punta|valle|llano) | (?:पीक|peak) (?:टाइम |time |घंटे |hours? )?(?:चल |chal |है |hai )/;

/** "Are we at peak or off-peak": at what stands now. */
const isPeakNow = ({ has, text, period }: Asked): boolean =>
  ((has('cheapHours') && has('dearHours')) || (isItNow.test(text) && has('cheapHours', 'dearHours'))) &&
  period === null &&
  !has('when', 'which', 'list', 'show', 'howMuch', 'use', 'bill', 'leak', 'device', 'room');

/** When power is cheap, and when it is not. */
export const hours: Rule = (asked) => {
  const { has, utility, period, text, devices } = asked;
  if (isPeakNow(asked)) return { about: 'tariff', utility, ask: 'now' };
  const isOfMachine = has('device') && !(has('when', 'hour') && has('cheapHours', 'cheapest'));
  if (
    isOfMachine ||
    has('bill', 'leak', 'room', 'pay') ||
    (has('use') && has('howMuch', 'most', 'least') && !has('when'))
  )
    return null;
  // A month that was cheaper than another.
  if (period !== null && length(asked) >= monthDays && !has('when', 'hour')) return null;
  // "My peak hour yesterday" is one of use.
  const isPeakOfUse = has('most') && has('hour') && (has('use') || period !== null) && !has('cost', 'tariff', 'now');
  if (isPeakOfUse) return null;
  const isNow = has('now') && !has('when') && devices.length === 0 && !wantsToRun.test(text);
  if (isNow && has('cheapHours', 'dearHours')) return { about: 'tariff', utility, ask: 'now' };
  const isOfTime = has('when', 'hour') && !has('use', 'most', 'least');
  if (has('dearHours') || (isOfTime && has('dearest'))) return { about: 'tariff', utility, ask: 'dearest-hours' };
  const isCheap = has('cheapHours') || nowOrLater.test(text) || (isOfTime && has('cheapest'));
  return isCheap ? { about: 'tariff', utility, ask: 'cheapest-hours' } : null;
};

const pricePerUnit = / (?:price|precio|tarifa|tariff|rate|दर|रेट|टैरिफ|dar|rate|भाव|मूल्य|daam|दाम) /;

const ofToday = / (?:today|hoy|आज|aaj) | current (?:\S+ )?price | precio actual | (?:वर्तमान|मौजूदा) (?:रेट|दाम|कीमत) /;

/** What a unit costs. */
export const tariff: Rule = (asked) => {
  const { has, utility, text, rooms, devices, reading } = asked;
  if (has('bill', 'pay') && !pricePerUnit.test(text) && !has('fixed', 'perUnit')) return null;
  // When the next price of a block begins is told by the bill; so is what a bill is made of.
  if ((has('block') && !has('hour', 'cheapHours', 'dearHours')) || (has('bill') && has('parts') && has('fixed')))
    return null;
  const isCharge = reading.items.some((item) => item.concepts.has('fixed') && item.text !== 'potencia');
  if (has('fixed') && !has('now') && (isCharge || !has('use'))) return { about: 'tariff', utility, ask: 'fixed' };
  const isPrice =
    has('tariff') ||
    (has('perUnit') && (has('cost', 'pay', 'howMuch', 'show') || pricePerUnit.test(text) || reading.items.length < 3));
  const asksPrice = isPrice && !(has('use') && !pricePerUnit.test(text));
  const isNow = has('now') || ofToday.test(text);
  if (asksPrice)
    return {
      about: 'tariff',
      utility,
      ask: isNow && !/ (?:tariff|tarifa|plan|टैरिफ|contrato|contract) /.test(text) ? 'now' : 'in-force',
    };
  const isOfUnit =
    has('cost') && utility !== null && asked.period === null && rooms.length + devices.length === 0 && has('now');
  return isOfUnit ? { about: 'tariff', utility, ask: 'now' } : null;
};
