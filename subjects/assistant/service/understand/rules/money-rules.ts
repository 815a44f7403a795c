/**
 * Questions of money: what things cost, what a unit costs and when it is cheap, bills. Before all, whether money is
 * asked of, or use: people say "spend" of both.
 */
import { daysBetween } from '#catalogue/local-day.ts';
import type { AskedPeriod, Intent } from '../../intent.ts';
import { allOf, type Asked, firstThatFits, fits, impossible, monthDays, type Rule } from '../asked.ts';
import { saysAll } from '../sayings.ts';
import { assumed, numberAt } from '../times/spans.ts';
import { cut, isPart, onePart, onPart } from './one-part.ts';
import { goesWhere } from './usage-rules.ts';

const length = ({ period }: Asked): number => (period === null ? 0 : daysBetween(period.from, period.to));

const isOfMonth = (asked: Asked): boolean => asked.period?.name === 'this-month' || length(asked) >= monthDays;

/** "Gastar" and "खर्च" are said of money and of use: of a whole month, or in a utility, it is money. */
const isSpending = (asked: Asked): boolean =>
  fits(
    asked,
    'own~money.spend !@utility|own~money.units',
    'own~money.spend own~money.spent-on !own~money.units',
    'own~money.or-use own~money.spent-on !@comparing|@period',
  ) ||
  (isOfMonth(asked) &&
    fits(
      asked,
      'own~money.or-use own~money.spent-on !@comparing',
      'own~money.or-use !own~money.spent-on|@utility|@comparing|@part|average|most|least|which',
    ));

export const currencies = ['cur:EUR', 'cur:USD', 'cur:GBP', 'cur:INR'] as const;

/** "How much water did we spend", «cuánta luz se nos va»: what is spent there is water or power. */
const isOfMoney = (asked: Asked): boolean =>
  fits(
    asked,
    // "What did September and October come to".
    'comeTo @month !@utility|use',
    'cost !~use.runs-off',
    `pay|${currencies.join('|')} !~use.runs-off|~use.spent`,
  ) || isSpending(asked);

type CostsAsk = Intent<'costs'>['ask'];

/** Hours of no days in particular are those of this month. */
const periodOf = (asked: Asked): AskedPeriod | null => {
  const named = asked.period ?? (asked.hours === null ? null : assumed('this-month', asked.home.today));
  return named && cut(named, asked);
};

const costsOf = (asked: Asked, ask: CostsAsk, part = allOf(asked.utility)): Intent =>
  asked.isFuture ? impossible('future') : { about: 'costs', part, ask, period: periodOf(asked) };

/** "What did the AC cost on this bill" is of its cycle; of the last bill it would be of days that are not known here. */
const isOfCosts = (asked: Asked): boolean =>
  isOfMoney(asked) &&
  fits(
    asked,
    '!bill|tariff|why',
    '@device bill cost @period !will|bills|tariff|why',
    '@device bill cost !last|will|bills|tariff|why',
  );

const mostOf = (asked: Asked): CostsAsk => (fits(asked, 'room|byRoom') ? 'most-room' : 'most-device');

const askOfAll = (asked: Asked): CostsAsk | null => {
  if (fits(asked, 'which more|dearest', 'most|least !pay')) return mostOf(asked);
  if (fits(asked, 'byRoom|room')) return 'rooms';
  return fits(asked, 'byDevice|device') || goesWhere(asked) ? 'devices' : null;
};

/** What rooms and devices cost: in the open cycle, or in a period that is named. */
export const costs: Rule = (asked) => {
  if (fits(asked, 'dearest room|byRoom|device|byDevice !bill|tariff|why|use|hour|most'))
    return costsOf(asked, mostOf(asked));
  if (asked.has('alwaysOn')) {
    const alwaysOn = costsOf(asked, 'always-on');
    return alwaysOn.about === 'costs' && asked.has('percent') ? { ...alwaysOn, isShare: true } : alwaysOn;
  }
  // Two are set beside each other by what they use.
  if (!isOfCosts(asked) || fits(asked, '@parts more|less|compare')) return null;
  if (fits(asked, '@part')) return onPart(asked, (part) => costsOf(asked, 'total', part));
  const ask = askOfAll(asked);
  if (ask !== null) return costsOf(asked, ask);
  const part = onePart(asked);
  return !isPart(part) && part.about === 'impossible' ? part : null;
};

/** "Which month was the dearest", "the cheapest day this week": bills of months, use of days. */
export const dearest: Rule = (asked) => {
  const { period, utility } = asked;
  if (!fits(asked, 'dearest|cheapest ~price.extreme !hour|tariff|now|tips|how|howMuch|why|@part|@comparing'))
    return null;
  const isDearest = asked.has('dearest');
  if (fits(asked, 'month !day|use') && (period === null || length(asked) > monthDays + 3))
    return { about: 'closed-bill', period, utility, ask: isDearest ? 'dearest' : 'cheapest' };
  if (period === null || !fits(asked, 'day @days !bill')) return null;
  return onPart(asked, (part) => ({ about: 'usage', part, period, ask: isDearest ? 'most-day' : 'least-day' }));
};

const notOfPeakNow = '@period|when|which|list|show|howMuch|use|bill|leak|device|room';

/** When power is cheap, and when it is not. */
export const hours: Rule = (asked) => {
  const ask = firstThatFits<Intent<'tariff'>['ask'] | null>(asked, [
    // "Are we at peak or off-peak": at what stands now.
    [`cheapHours dearHours !${notOfPeakNow}`, 'now'],
    [`cheapHours|dearHours ~price.is-it-now !${notOfPeakNow}`, 'now'],
    // Of a machine, of a bill, of use, or of a month that was cheaper than another.
    ['device !when|hour', null],
    ['device !cheapHours|cheapest', null],
    ['@month !when|hour', null],
    ['bill|leak|room|pay', null],
    ['use howMuch|most|least !when', null],
    // "My peak hour yesterday" is one of use.
    ['most hour use|@period !cost|tariff|now', null],
    // To be told the best time, not the price of now.
    ['now cheapHours|dearHours !when|@device|~price.best-time', 'now'],
    ['dearHours', 'dearest-hours'],
    ['when|hour dearest !use|most|least', 'dearest-hours'],
    ['cheapHours|~price.now-or-later', 'cheapest-hours'],
    ['when|hour cheapest !use|most|least', 'cheapest-hours'],
  ]);
  return ask === null ? null : { about: 'tariff', utility: asked.utility, ask };
};

const isOfFixed = (asked: Asked): boolean => {
  const isCharge = asked.reading.items.some(
    ({ concepts, text }) => concepts.has('fixed') && !saysAll(text, 'any', 'price.weak-fixed'),
  );
  return fits(asked, isCharge ? 'fixed !now' : 'fixed !now|use');
};

const asksPrice = (asked: Asked): boolean =>
  fits(asked, 'tariff|perUnit ~price.rate', 'tariff !use', 'perUnit cost|pay|howMuch|show !use') ||
  (fits(asked, 'perUnit !use') && asked.reading.items.length < 3);

/** What a unit costs. */
export const tariff: Rule = (asked) => {
  const ask = firstThatFits<Intent<'tariff'>['ask'] | null>(asked, [
    // Of a bill; when the next price of a block begins is told by the bill too, and so is what it is made of.
    ['bill|pay !fixed|perUnit|~price.rate', null],
    ['block !hour|cheapHours|dearHours', null],
    ['bill parts fixed', null],
    [isOfFixed, 'fixed'],
    [(of) => asksPrice(of) && fits(of, 'now|~price.of-today !~price.contract'), 'now'],
    [asksPrice, 'in-force'],
    ['cost now @utility !@period|@part', 'now'],
  ]);
  return ask === null ? null : { about: 'tariff', utility: asked.utility, ask };
};

// The bill that is open, and those that are closed.

/** Longer than any billing cycle of a month. */
const longDays = 45;

/** When the open cycle ends; not how much the next bill will be. */
const isOfDay = (asked: Asked): boolean => {
  if (fits(asked, 'when pay|bill !dearest|cheapest|most|least|why')) return true;
  const isOfCycle = fits(asked, 'when|bill|day');
  const said = asked.reading.items.filter(
    // "It closes" is said of much else than a cycle.
    ({ concepts, text }) => concepts.has('cycleEnd') && (isOfCycle || !saysAll(text, 'any', 'bill.weak-end')),
  );
  if (said.length === 0 || fits(asked, 'when|day')) return said.length > 0;
  return fits(asked, '!will|parts|cost|pay|owe') && said.some(({ text }) => !saysAll(text, 'any', 'bill.next'));
};

type ClosedAsk = Intent<'closed-bill'>['ask'];

/** "The last six bills": how many, none of "the last bills"; null: one bill, or all. */
const countOf = (asked: Asked): number | null => {
  const { items } = asked.reading;
  const at = items.findIndex(({ text }, place) =>
    saysAll(`${text} ${items[place + 1]?.text ?? ''}`, 'any', 'bill.several'),
  );
  return at !== -1 && fits(asked, 'last !@period') ? (numberAt(items[at]) ?? 0) : null;
};

const isOver = ({ period, home }: Asked): boolean => period !== null && period.to <= home.today;

/** Of months that are over: the one, or all of a longer time. */
const closedIn = (asked: Asked): ClosedAsk | null => {
  if (length(asked) > longDays) return fits(asked, 'bills|list !pay|total') ? 'list' : 'total';
  if (!isOver(asked) || length(asked) < monthDays) return null;
  return asked.has('parts') ? 'parts' : 'amount';
};

const closedAsk = (asked: Asked): ClosedAsk | null => {
  const ask = firstThatFits<ClosedAsk>(asked, [
    // A bill on average; not what a day or a device costs.
    ['bill|pay|perMonth average ~use.true-mean !day|eachDay|perWeek|@part|@hours|hour', 'average'],
    ['bill|pay dearest|most', 'dearest'],
    ['bill|pay cheapest|least', 'cheapest'],
    ['bills total', 'total'],
    [(of) => !isOver(of) && fits(of, 'bills !parts|howMuch|pay|cost|total'), 'list'],
  ]);
  if (ask !== null || asked.period !== null) return ask ?? closedIn(asked);
  return firstThatFits<ClosedAsk>(asked, [
    // "पिछले बिल" is one of a list of them, or the last: the last where its parts or sum are asked for.
    ['parts last|~bill.paid|~bill.last', 'parts'],
    ['last|~bill.paid', 'amount'],
    ['~bill.last howMuch|cost', 'amount'],
    ['list|bills !parts|pay', 'list'],
  ]);
};

/** Bills that are closed: of a month, of a year, the last one. */
const closedBill = (asked: Asked): Intent | null => {
  const { period, utility } = asked;
  const count = countOf(asked);
  const ask = closedAsk(asked);
  if (count !== null)
    return {
      about: 'closed-bill',
      period,
      utility,
      ask: ask === 'average' ? ask : 'list',
      ...(count > 0 && { count }),
    };
  return ask === null ? null : { about: 'closed-bill', period, utility, ask };
};

const isHowMuchMore = (asked: Asked): boolean =>
  fits(
    asked,
    '@comparing bill|cost|pay @against|@month !list|will',
    '@comparing bill !dearest|cheapest|will|list|bills',
    '@comparing bill compare !dearest|cheapest|will',
    '@comparing pay more|less !@period|dearest|cheapest|will|list|bills',
    '@comparing pay more|less compare !@period|dearest|cheapest|will',
  );

/** A bill that is closed, of days that are named: no other is told instead of it. */
const isOfOneBill = (period: AskedPeriod, { home }: Asked): boolean =>
  period.to <= home.today && daysBetween(period.from, period.to) <= longDays;

const changeOf = (asked: Asked): Intent => {
  const { against, period } = asked;
  const isOfYear = against === 'year-ago' || period?.name === 'last-year' || fits(asked, 'yearAgo|lastYear');
  const own = period !== null && isOfOneBill(period, asked) ? period : null;
  const isNamed = own !== null && typeof against === 'object' && against !== null && isOfOneBill(against, asked);
  return {
    about: 'bill-change',
    against: isOfYear ? 'year' : isNamed ? against : 'before',
    ...(own !== null && { period: own }),
  };
};

/** Days that have no bill of their own: what their use cost. A bill "today" is the one that is open. */
const spentIn = (asked: Asked): Intent | null => {
  const { period, utility } = asked;
  if (period === null || period.name === 'this-month') return null;
  if (period.name === 'today' && fits(asked, 'bill|owe')) return null;
  return costsOf(asked, asked.has('parts') ? 'devices' : 'total', allOf(utility));
};

/** Which of two cost more is told by what they used. */
const isOfBill = (asked: Asked): boolean =>
  fits(asked, 'bill', 'owe !@parts') || (!fits(asked, '@parts') && isOfMoney(asked));

type OpenAsk = Intent<'bill'>['ask'];

export const bill: Rule = (asked) => {
  // The energy among a bill's parts is not what it is of.
  const utility = fits(asked, 'parts fixed') ? null : asked.utility;
  const open = (ask: OpenAsk): Intent => ({ about: 'bill', ask, utility });
  const isOfIt = firstThatFits<OpenAsk>(asked, [
    ['budget', 'budget'],
    ['block !hour|cheapHours|dearHours', 'block'],
    [isOfDay, 'day'],
  ]);
  if (isOfIt !== null) return open(isOfIt);
  if (!isOfBill(asked)) return null;
  if (asked.has('why') || isHowMuchMore(asked)) return fits(asked, 'bill|cost|pay') ? changeOf(asked) : null;
  // A single day to come has no bill; nor is how much electricity it will be a question of money.
  if (fits(asked, '@future ~tomorrow|~future.or-past|~use.amount !bill')) return impossible('future');
  if (fits(asked, '@future|will')) return open('forecast');
  if (fits(asked, 'bill changed !howMuch|which|dearest|cheapest|bills|show')) return changeOf(asked);
  return (
    closedBill(asked) ??
    spentIn(asked) ??
    open(fits(asked, 'next|cycleEnd|estimated') ? 'forecast' : asked.has('parts') ? 'parts' : 'so-far')
  );
};
