/**
 * Questions of money: what things cost, what a unit costs and when it is cheap, bills. Before all, whether money is
 * asked of, or use: people say "spend" of both.
 */
import { daysBetween } from '#catalogue/local-day.ts';
import type { AskedPeriod, Intent } from '../../intent.ts';
import { allOf, type Asked, firstThatFits, fits, monthDays, type Rule } from '../asked.ts';
import { assumed, numberAt } from '../times/spans.ts';
import { cut, isPart, onePart } from './one-part.ts';
import { goesWhere } from './usage-rules.ts';

const length = ({ period }: Asked): number => (period === null ? 0 : daysBetween(period.from, period.to));

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

export const currencies = ['cur:EUR', 'cur:USD', 'cur:GBP', 'cur:INR'] as const;
/** "What did September and October come to". */
const isOfSum = ({ has, utility, period }: Asked): boolean =>
  has('comeTo') &&
  utility === null &&
  !has('use') &&
  period !== null &&
  daysBetween(period.from, period.to) >= monthDays;

const isOfMoney = (asked: Asked): boolean =>
  isOfSum(asked) || (asked.has('cost', 'pay', ...currencies) && !isOfUseSpent(asked)) || isSpending(asked);

type CostsAsk = Extract<Intent, { about: 'costs' }>['ask'];

const isRanking = (asked: Asked): boolean => fits(asked, 'which more|dearest') || fits(asked, 'most|least !pay');

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
const isOnBill = (asked: Asked): boolean =>
  asked.devices.length > 0 && fits(asked, 'bill cost !will|bills') && (asked.period !== null || !asked.has('last'));

const isOfCosts = (asked: Asked): boolean =>
  isOfMoney(asked) && (!asked.has('bill') || isOnBill(asked)) && !asked.has('tariff', 'why');

const costsOfAll = (asked: Asked): Intent | null => {
  if (isRanking(asked)) return mostOf(asked);
  if (asked.has('byRoom', 'room')) return costsOf(asked, 'rooms');
  return asked.has('byDevice', 'device') || goesWhere(asked) ? costsOf(asked, 'devices') : null;
};

/** What rooms and devices cost: in the open cycle, or in a period that is named. */
export const costs: Rule = (asked) => {
  const named = asked.rooms.length + asked.devices.length;
  if (fits(asked, 'dearest room|byRoom|device|byDevice !bill|tariff|why|use|hour|most')) return mostOf(asked);
  if (asked.has('alwaysOn')) return costsOf(asked, 'always-on');
  // Two are set beside each other by what they use.
  if (!isOfCosts(asked) || (named > 1 && asked.has('more', 'less', 'compare'))) return null;
  const part = onePart(asked);
  if (named > 0) return isPart(part) ? costsOf(asked, 'total', part) : part;
  return costsOfAll(asked) ?? (!isPart(part) && part.about === 'impossible' ? part : null);
};

const isOfPrice =
  / (?:\S*expensive|dearest|costliest|priciest|cheap\S*|car[oa]s?|barat[oa]s?|mehng\S|mahang\S|sast\S|महंग\S|सस्त\S) /u;

const isOfExtremes = (asked: Asked): boolean =>
  isOfPrice.test(asked.text) &&
  fits(asked, 'dearest|cheapest !hour|tariff|now|tips|how|howMuch|why') &&
  asked.rooms.length + asked.devices.length === 0 &&
  !asked.isComparing;

/** "Which month was the dearest", "the cheapest day this week": bills of months, use of days. */
export const dearest: Rule = (asked) => {
  const { period, utility } = asked;
  if (!isOfExtremes(asked)) return null;
  const isDearest = asked.has('dearest');
  if (fits(asked, 'month !day|use') && (period === null || length(asked) > monthDays + 3))
    return { about: 'closed-bill', period, utility, ask: isDearest ? 'dearest' : 'cheapest' };
  if (period === null || length(asked) < 2 || !fits(asked, 'day !bill')) return null;
  const part = onePart(asked);
  return isPart(part) ? { about: 'usage', part, period, ask: isDearest ? 'most-day' : 'least-day' } : part;
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
const isPeakNow = (asked: Asked): boolean =>
  (fits(asked, 'cheapHours dearHours') || (isItNow.test(asked.text) && asked.has('cheapHours', 'dearHours'))) &&
  asked.period === null &&
  !asked.has('when', 'which', 'list', 'show', 'howMuch', 'use', 'bill', 'leak', 'device', 'room');

/** Of a machine, of a bill, of use, or of a month that was cheaper than another. */
const isNotOfHours = (asked: Asked): boolean => {
  const isOfMachine = asked.has('device') && !fits(asked, 'when|hour cheapHours|cheapest');
  const isOfMonth = asked.period !== null && length(asked) >= monthDays && !asked.has('when', 'hour');
  // "My peak hour yesterday" is one of use.
  const isPeakOfUse = fits(asked, 'most hour !cost|tariff|now') && (asked.has('use') || asked.period !== null);
  return (
    isOfMachine ||
    isOfMonth ||
    isPeakOfUse ||
    asked.has('bill', 'leak', 'room', 'pay') ||
    fits(asked, 'use howMuch|most|least !when')
  );
};

const hoursAsked = (asked: Asked): Extract<Intent, { about: 'tariff' }>['ask'] | null => {
  const { text, devices } = asked;
  if (isPeakNow(asked)) return 'now';
  if (isNotOfHours(asked)) return null;
  if (fits(asked, 'now cheapHours|dearHours !when') && devices.length === 0 && !wantsToRun.test(text)) return 'now';
  const isOfTime = fits(asked, 'when|hour !use|most|least');
  if (asked.has('dearHours') || (isOfTime && asked.has('dearest'))) return 'dearest-hours';
  const isCheap = asked.has('cheapHours') || nowOrLater.test(text) || (isOfTime && asked.has('cheapest'));
  return isCheap ? 'cheapest-hours' : null;
};

/** When power is cheap, and when it is not. */
export const hours: Rule = (asked) => {
  const ask = hoursAsked(asked);
  return ask === null ? null : { about: 'tariff', utility: asked.utility, ask };
};

const pricePerUnit = / (?:price|precio|tarifa|tariff|rate|दर|रेट|टैरिफ|dar|rate|भाव|मूल्य|daam|दाम) /;

const ofToday = / (?:today|hoy|आज|aaj) | current (?:\S+ )?price | precio actual | (?:वर्तमान|मौजूदा) (?:रेट|दाम|कीमत) /;

/** Of a bill; when the next price of a block begins is told by the bill too, and so is what it is made of. */
const isNotOfTariff = (asked: Asked): boolean =>
  (fits(asked, 'bill|pay !fixed|perUnit') && !pricePerUnit.test(asked.text)) ||
  fits(asked, 'block !hour|cheapHours|dearHours') ||
  fits(asked, 'bill parts fixed');

const isOfFixed = (asked: Asked): boolean => {
  const isCharge = asked.reading.items.some(({ concepts, text }) => concepts.has('fixed') && text !== 'potencia');
  return fits(asked, 'fixed !now') && (isCharge || !asked.has('use'));
};

const asksPrice = (asked: Asked): boolean => {
  const isOfRate = pricePerUnit.test(asked.text);
  const isPerUnit =
    asked.has('perUnit') && (asked.has('cost', 'pay', 'howMuch', 'show') || isOfRate || asked.reading.items.length < 3);
  return (asked.has('tariff') || isPerUnit) && (isOfRate || !asked.has('use'));
};

const ofContract = / (?:tariff|tarifa|plan|टैरिफ|contrato|contract) /;

/** What a unit costs. */
export const tariff: Rule = (asked) => {
  const { utility, text, rooms, devices, period } = asked;
  if (isNotOfTariff(asked)) return null;
  if (isOfFixed(asked)) return { about: 'tariff', utility, ask: 'fixed' };
  const isNow = asked.has('now') || ofToday.test(text);
  if (asksPrice(asked)) return { about: 'tariff', utility, ask: isNow && !ofContract.test(text) ? 'now' : 'in-force' };
  const isOfUnit = utility !== null && period === null && rooms.length + devices.length === 0;
  return isOfUnit && fits(asked, 'cost now') ? { about: 'tariff', utility, ask: 'now' } : null;
};

// The bill that is open, and those that are closed.

/** Longer than any billing cycle of a month. */
const longDays = 45;

const nextBill = /^(?:next bill|proxima factura|siguiente factura|अगला बिल|अगले बिल|agla bill|agle bill)$/;

/** Said of much else than a cycle. */
const weakEnd = /^(?:closes?|cierra|cierre|(?:me )?cobran)$/;

/** When the open cycle ends; not how much the next bill will be. */
const isOfDay = ({ has, reading }: Asked): boolean => {
  const isOfCycle = has('when', 'bill', 'day');
  const said = reading.items.filter(
    ({ concepts, text }) => concepts.has('cycleEnd') && (isOfCycle || !weakEnd.test(text)),
  );
  if (has('when') && has('pay', 'bill') && !has('dearest', 'cheapest', 'most', 'least', 'why')) return true;
  if (said.length === 0) return false;
  return (
    has('when', 'day') ||
    (!has('will') && said.some(({ text }) => !nextBill.test(text)) && !has('parts', 'cost', 'pay', 'owe'))
  );
};

const openAsk = (asked: Asked): Extract<Intent, { about: 'bill' }>['ask'] => {
  const { has } = asked;
  if (has('will', 'next', 'cycleEnd', 'estimated') || asked.isFuture) return 'forecast';
  return has('parts') ? 'parts' : 'so-far';
};

const paidWords =
  / (?:paid|payed|pague|pagamos|pagado|pagaste|abone|दिया|दिए|चुकाया|चुकाए|भरा|भरे|diya|diye|chukaya|bhara) /;

/** "Six bills"; one is the last. */
const severalBills =
  /^(?!(?:1|one|a|un|una|एक|ek) )(?:\d+|\S+) (?:bills|invoices|facturas|recibos)$|^(?:\d+|दो|तीन|चार|पांच|छह|छः|छे|सात|आठ|नौ|दस|बारह|do|teen|tin|char|paanch|panch|chhe|cheh|saat|aath|das|barah) (?:बिल|bill)$/;

/** "पिछले बिल" is one of a list of them, or the last: the last where its parts or sum are asked for. */
const lastBill =
  / (?:पिछले|पिछला|आखिरी|अंतिम|pichle|pichhle|pichla|aakhri|akhri|last|ultimo) (?:बिल|bill) (?:का|की|में|ka|ki|me|mein) /;

type ClosedAsk = Extract<Intent, { about: 'closed-bill' }>['ask'];

/** "The last six bills": how many; null: no number of them. */
const countOf = ({ reading: { items }, period, has }: Asked): number | null => {
  const at = items.findIndex(({ text }, place) => severalBills.test(`${text} ${items[place + 1]?.text ?? ''}`));
  return period === null && has('last') && at !== -1 ? (numberAt(items[at]) ?? 0) : null;
};

/** Of months that are over: the one, or all of a longer time. */
const closedIn = (asked: Asked, isOver: boolean): ClosedAsk | null => {
  if (length(asked) > longDays) return fits(asked, 'bills|list !pay|total') ? 'list' : 'total';
  if (!isOver || length(asked) < monthDays) return null;
  return asked.has('parts') ? 'parts' : 'amount';
};

const closedAsk = (asked: Asked): ClosedAsk | null => {
  const { period, home, text } = asked;
  const isOver = period !== null && period.to <= home.today;
  const extreme = firstThatFits<ClosedAsk>(asked, [
    ['bill|pay dearest|most', 'dearest'],
    ['bill|pay cheapest|least', 'cheapest'],
  ]);
  if (extreme !== null) return extreme;
  if (!isOver && fits(asked, 'bills !parts|howMuch|pay|cost|total')) return 'list';
  if (period !== null) return closedIn(asked, isOver);
  const isOfLast = lastBill.test(text) && asked.has('parts', 'howMuch', 'cost');
  if (asked.has('last') || paidWords.test(text) || isOfLast) return asked.has('parts') ? 'parts' : 'amount';
  return fits(asked, 'list|bills !parts|pay') ? 'list' : null;
};

/** Bills that are closed: of a month, of a year, the last one. */
const closedBill = (asked: Asked): Intent | null => {
  const { period, utility } = asked;
  const count = countOf(asked);
  if (count !== null) return { about: 'closed-bill', period, utility, ask: 'list', ...(count > 0 && { count }) };
  const ask = closedAsk(asked);
  return ask === null ? null : { about: 'closed-bill', period, utility, ask };
};

const isHowMuchMore = (asked: Asked): boolean => {
  const { has, isComparing, against } = asked;
  if (!isComparing) return false;
  if (has('bill', 'cost', 'pay') && (against !== null || length(asked) >= monthDays) && !has('list', 'will'))
    return true;
  const isOfPaying = has('pay') && has('more', 'less') && asked.period === null;
  return (
    (has('bill') || isOfPaying) && !has('dearest', 'cheapest', 'will') && (has('compare') || !has('list', 'bills'))
  );
};

const changeOf = ({ against, period, has, text }: Asked): Intent => ({
  about: 'bill-change',
  against:
    against === 'year-ago' ||
    has('yearAgo', 'lastYear') ||
    period?.name === 'last-year' ||
    /ano pasado|last year/.test(text)
      ? 'year'
      : 'before',
});

const aDayToCome = / (?:कल|परसों|kal|parson|tomorrow|manana) /;
const ofAmount =
  / (?:how much|how many|cuant[oa]s?|कितन[ाीे]|kitn[aie]) (?:electricity|power|energy|water|units?|kwh|litres?|liters?|luz|electricidad|energia|agua|litros?|बिजली|पानी|यूनिट|लीटर|bijli|pani|paani|litre) (?!पर |par |pe )/;

/** Days that have no bill of their own: what their use cost. A bill "today" is the one that is open. */
const spentIn = (asked: Asked): Intent | null => {
  const { period, utility, has } = asked;
  if (period === null || period.name === 'this-month') return null;
  if (has('bill', 'owe') && period.name === 'today') return null;
  return { about: 'costs', part: allOf(utility), ask: has('parts') ? 'devices' : 'total', period: cut(period, asked) };
};

const ofOpenBill: readonly (readonly [string, Extract<Intent, { about: 'bill' }>['ask']])[] = [
  ['budget', 'budget'],
  ['block !hour|cheapHours|dearHours', 'block'],
];

/** A single day to come has no bill; nor is how much electricity it will be a question of money. */
const isOfDayToCome = ({ isFuture, has, text }: Asked): boolean =>
  isFuture && !has('bill') && (aDayToCome.test(text) || ofAmount.test(text));

/** Which of two cost more is told by what they used. */
const isOfBill = (asked: Asked): boolean =>
  (asked.has('bill') || asked.rooms.length + asked.devices.length <= 1) &&
  (asked.has('bill', 'owe') || isOfMoney(asked));

export const bill: Rule = (asked) => {
  // The energy among a bill's parts is not what it is of.
  const utility = fits(asked, 'parts fixed') ? null : asked.utility;
  const open = firstThatFits(asked, ofOpenBill) ?? (isOfDay(asked) ? 'day' : null);
  if (open !== null) return { about: 'bill', ask: open, utility };
  if (!isOfBill(asked)) return null;
  if (asked.has('why') || isHowMuchMore(asked)) return asked.has('bill', 'cost', 'pay') ? changeOf(asked) : null;
  if (isOfDayToCome(asked)) return { about: 'impossible', why: 'future', named: null };
  if (asked.isFuture || asked.has('will')) return { about: 'bill', ask: 'forecast', utility };
  if (fits(asked, 'bill changed !howMuch|which|dearest|cheapest|bills|show')) return changeOf(asked);
  return closedBill(asked) ?? spentIn(asked) ?? { about: 'bill', ask: openAsk(asked), utility };
};
