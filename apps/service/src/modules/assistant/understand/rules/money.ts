/** Bills, tariffs and what things cost. */
import { daysBetween } from '@wattershed/domain';
import type { Question } from '../../question.ts';
import { type Asked, allOf, type Rule } from '../asked.ts';
import { isPart, onePart } from './one-part.ts';

const monthDays = 28;
const longDays = 45;

const length = ({ period }: Asked): number => (period === null ? 0 : daysBetween(period.from, period.to));

/** "Gastar" and "खर्च" are said of money and of use: of a whole month, or in a utility, it is money. */
const isSpending = (asked: Asked): boolean => {
  const { text, language, utility, rooms, devices } = asked;
  if (language === 'es') {
    if (/ en (?:la )?(?:luz|agua|electricidad|energia) /.test(text)) return / gast\p{L}+ /u.test(text);
    const isOfMonth = asked.period?.name === 'this-month' || length(asked) >= monthDays;
    return (
      / gast\p{L}+ /u.test(text) &&
      !utility &&
      isOfMonth &&
      rooms.length + devices.length === 0 &&
      !asked.has('average', 'most', 'least', 'which')
    );
  }
  return (
    language === 'hi' &&
    / (?:खर्च|kharch) /.test(text) &&
    (!utility || / (?:बिजली|पानी|जल|bijli|pani|paani) (?:पर|par|pe) /.test(text))
  );
};

export const isOfMoney = (asked: Asked): boolean => asked.has('cost', 'pay') || isSpending(asked);

const isRanking = ({ has }: Asked): boolean =>
  (has('which') && has('more', 'dearest')) || (has('most', 'least') && !has('pay'));

/** What rooms and devices cost. */
export const costs: Rule = (asked) => {
  const { has, rooms, devices } = asked;
  const isOfAll = has('room', 'byRoom', 'device', 'byDevice') && !has('bill', 'tariff', 'why');
  if (has('dearest') && isOfAll && !has('use', 'hour', 'most'))
    return { about: 'costs', part: allOf(asked.utility), ask: has('room', 'byRoom') ? 'most-room' : 'most-device' };
  if (has('alwaysOn')) return { about: 'costs', part: allOf(asked.utility), ask: 'always-on' };
  if (!isOfMoney(asked) || has('bill', 'tariff', 'why')) return null;
  const part = onePart(asked);
  if (rooms.length + devices.length > 0) return isPart(part) ? { about: 'costs', part, ask: 'total' } : part;
  const ofAll = allOf(asked.utility);
  if (isRanking(asked))
    return { about: 'costs', part: ofAll, ask: has('room', 'byRoom') ? 'most-room' : 'most-device' };
  if (has('byRoom', 'room')) return { about: 'costs', part: ofAll, ask: 'rooms' };
  if (has('byDevice', 'device')) return { about: 'costs', part: ofAll, ask: 'devices' };
  return !isPart(part) && part.about === 'impossible' ? part : null;
};

/** When power is cheap, and when it is not. */
export const hours: Rule = ({ has, utility }) => {
  if (has('bill', 'leak', 'device', 'room', 'pay') || (has('use') && has('howMuch', 'most', 'least') && !has('when')))
    return null;
  const isOfTime = has('when', 'hour') && !has('use', 'most', 'least');
  if (has('dearHours') || (isOfTime && has('dearest'))) return { about: 'tariff', utility, ask: 'dearest-hours' };
  const isCheap = has('cheapHours') || (isOfTime && has('cheapest'));
  return isCheap ? { about: 'tariff', utility, ask: 'cheapest-hours' } : null;
};

const pricePerUnit = / (?:price|precio|tarifa|tariff|rate|दर|रेट|टैरिफ|dar|rate|भाव|मूल्य|daam|दाम) /;

export const tariff: Rule = (asked) => {
  const { has, utility, text, rooms, devices, reading } = asked;
  if (has('bill', 'pay') && !pricePerUnit.test(text) && !has('fixed', 'perUnit')) return null;
  if (has('fixed') && !has('use', 'now')) return { about: 'tariff', utility, ask: 'fixed' };
  const isPrice =
    has('tariff') ||
    (has('perUnit') && (has('cost', 'pay', 'howMuch', 'show') || pricePerUnit.test(text) || reading.items.length < 3));
  const asksPrice = isPrice && !(has('use') && !pricePerUnit.test(text));
  const isNow = has('now') || / (?:today|hoy|आज|aaj) /.test(text);
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

const nextBill = /^(?:next bill|proxima factura|siguiente factura|अगला बिल|अगले बिल|agla bill|agle bill)$/;

/** When the open cycle ends; not how much the next bill will be. */
const isOfDay = ({ has, reading }: Asked): boolean => {
  const said = reading.items.filter(({ concepts }) => concepts.has('cycleEnd'));
  if (has('when') && has('pay', 'bill') && !has('dearest', 'cheapest', 'most', 'least', 'why')) return true;
  if (said.length === 0) return false;
  return (
    has('when', 'day') ||
    (!has('will') && said.some(({ text }) => !nextBill.test(text)) && !has('parts', 'cost', 'pay', 'owe'))
  );
};

const openAsk = (asked: Asked): Extract<Question, { about: 'bill' }>['ask'] => {
  const { has } = asked;
  if (has('will', 'next', 'cycleEnd', 'estimated') || asked.isFuture) return 'forecast';
  return has('parts') ? 'parts' : 'so-far';
};

const paidWords =
  / (?:paid|payed|pague|pagamos|pagado|pagaste|abone|दिया|दिए|चुकाया|चुकाए|भरा|भरे|diya|diye|chukaya|bhara) /;

/** Bills that are closed: of a month, of a year, the last one. */
const closedBill = (asked: Asked): Question | null => {
  const { has, utility, period, home, text } = asked;
  const closed = (ask: Extract<Question, { about: 'closed-bill' }>['ask'], of = period): Question => ({
    about: 'closed-bill',
    period: of,
    utility,
    ask,
  });
  const isOver = period !== null && period.to <= home.today;
  if (has('bill', 'pay') && has('dearest', 'most')) return closed('dearest');
  if (has('bill', 'pay') && has('cheapest', 'least')) return closed('cheapest');
  if (has('bills') && !has('parts', 'howMuch', 'pay', 'total') && !isOver) return closed('list');
  if (period !== null && length(asked) > longDays)
    return closed(has('bills', 'list') && !has('pay', 'total') ? 'list' : 'total');
  if (isOver && length(asked) >= monthDays) return closed(has('parts') ? 'parts' : 'amount');
  if (period !== null) return null;
  if (has('last') || paidWords.test(text)) return closed(has('parts') ? 'parts' : 'amount', null);
  return has('list', 'bills') && !has('parts', 'pay') ? closed('list') : null;
};

const isHowMuchMore = ({ has, isComparing }: Asked): boolean =>
  has('bill') && isComparing && !has('dearest', 'cheapest', 'will') && (has('compare') || !has('list', 'bills'));

const changeOf = ({ against, period, has, text }: Asked): Question => ({
  about: 'bill-change',
  against:
    against === 'year-ago' ||
    has('yearAgo', 'lastYear') ||
    period?.name === 'last-year' ||
    /ano pasado|last year/.test(text)
      ? 'year'
      : 'before',
});

export const bill: Rule = (asked) => {
  const { has, utility } = asked;
  if (has('budget')) return { about: 'bill', ask: 'budget', utility };
  if (has('block') && !has('hour', 'cheapHours', 'dearHours')) return { about: 'bill', ask: 'block', utility };
  if (isOfDay(asked)) return { about: 'bill', ask: 'day', utility };
  const isOfBill = has('bill', 'owe') || isOfMoney(asked);
  if (!isOfBill) return null;
  if (has('why') || isHowMuchMore(asked)) return has('bill', 'cost', 'pay') ? changeOf(asked) : null;
  if (asked.isFuture || has('will')) return { about: 'bill', ask: 'forecast', utility };
  const isChange = has('bill') && has('changed') && !has('howMuch', 'which', 'dearest', 'cheapest', 'bills', 'show');
  if (isChange) return changeOf(asked);
  return closedBill(asked) ?? { about: 'bill', ask: openAsk(asked), utility };
};
