/** The bill that is open, and those that are closed. */
import type { Intent } from '../../intent.ts';
import { allOf, type Asked, type Rule } from '../asked.ts';
import { numberAt } from '../times/time-marks.ts';
import { isOfMoney, length, monthDays } from './money-rules.ts';
import { cut } from './usage-rules.ts';

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

/** Bills that are closed: of a month, of a year, the last one. */
const closedBill = (asked: Asked): Intent | null => {
  const { has, utility, period, home, text, reading } = asked;
  const closed = (ask: Extract<Intent, { about: 'closed-bill' }>['ask'], of = period): Intent => ({
    about: 'closed-bill',
    period: of,
    utility,
    ask,
  });
  const isOver = period !== null && period.to <= home.today;
  const several = reading.items.findIndex(({ text: said }, at) =>
    severalBills.test(`${said} ${reading.items[at + 1]?.text ?? ''}`),
  );
  if (period === null && has('last') && several !== -1) {
    const count = numberAt(reading.items[several]);
    return { about: 'closed-bill', period, utility, ask: 'list', ...(count !== null && count > 0 && { count }) };
  }
  if (has('bill', 'pay') && has('dearest', 'most')) return closed('dearest');
  if (has('bill', 'pay') && has('cheapest', 'least')) return closed('cheapest');
  if (has('bills') && !has('parts', 'howMuch', 'pay', 'cost', 'total') && !isOver) return closed('list');
  if (period !== null && length(asked) > longDays)
    return closed(has('bills', 'list') && !has('pay', 'total') ? 'list' : 'total');
  if (isOver && length(asked) >= monthDays) return closed(has('parts') ? 'parts' : 'amount');
  if (period !== null) return null;
  if (has('last') || paidWords.test(text) || (lastBill.test(text) && has('parts', 'howMuch', 'cost')))
    return closed(has('parts') ? 'parts' : 'amount', null);
  return has('list', 'bills') && !has('parts', 'pay') ? closed('list') : null;
};

/** "Six bills"; one is the last. */
const severalBills =
  /^(?!(?:1|one|a|un|una|एक|ek) )(?:\d+|\S+) (?:bills|invoices|facturas|recibos)$|^(?:\d+|दो|तीन|चार|पांच|छह|छः|छे|सात|आठ|नौ|दस|बारह|do|teen|tin|char|paanch|panch|chhe|cheh|saat|aath|das|barah) (?:बिल|bill)$/;

/** "पिछले बिल" is one of a list of them, or the last: the last where its parts or sum are asked for. */
const lastBill =
  / (?:पिछले|पिछला|आखिरी|अंतिम|pichle|pichhle|pichla|aakhri|akhri|last|ultimo) (?:बिल|bill) (?:का|की|में|ka|ki|me|mein) /;

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

export const bill: Rule = (asked) => {
  const { has } = asked;
  // The energy among a bill's parts is not what it is of.
  const utility = has('parts') && has('fixed') ? null : asked.utility;
  if (has('budget')) return { about: 'bill', ask: 'budget', utility };
  if (has('block') && !has('hour', 'cheapHours', 'dearHours')) return { about: 'bill', ask: 'block', utility };
  if (isOfDay(asked)) return { about: 'bill', ask: 'day', utility };
  // Which of two cost more is told by what they used.
  if (!has('bill') && asked.rooms.length + asked.devices.length > 1) return null;
  const isOfBill = has('bill', 'owe') || isOfMoney(asked);
  if (!isOfBill) return null;
  if (has('why') || isHowMuchMore(asked)) return has('bill', 'cost', 'pay') ? changeOf(asked) : null;
  // A single day to come has no bill; nor is how much electricity it will be a question of money.
  if (asked.isFuture && !has('bill') && (aDayToCome.test(asked.text) || ofAmount.test(asked.text)))
    return { about: 'impossible', why: 'future', named: null };
  if (asked.isFuture || has('will')) return { about: 'bill', ask: 'forecast', utility };
  const isChange = has('bill') && has('changed') && !has('howMuch', 'which', 'dearest', 'cheapest', 'bills', 'show');
  if (isChange) return changeOf(asked);
  return closedBill(asked) ?? spentIn(asked) ?? { about: 'bill', ask: openAsk(asked), utility };
};
