/** What a unit costs, and when. */
import type { Asked, Rule } from '../asked.ts';
import { length, monthDays } from './money.ts';

/** When power is cheap, and when it is not. */
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
