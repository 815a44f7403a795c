/** What was used: totals, rankings, series, comparisons, and what is drawn now. */
import { utilityIds } from '#catalogue/index.ts';
import { daysBetween } from '#catalogue/local-day.ts';
import type { AskedPeriod, Intent } from '../../intent.ts';
import type { Asked, Rule } from '../asked.ts';
import { type Item, marksOf } from '../reading.ts';
import { assumed, spanBefore, weekBefore, yearBefore } from '../times/spans.ts';
import { isPart, isStrange, onePart, twoParts } from './one-part.ts';

type UsageAsk = Extract<Intent, { about: 'usage' }>['ask'];

const future: Intent = { about: 'impossible', why: 'future', named: null };

const maxStrangers = 1;

/** Of a part alone, or of days alone, use is meant where not much else is said. */
const isAboutUse = ({ has, period, utility, rooms, devices, typed, reading }: Asked): boolean => {
  const isOfUse = has('use', 'average', 'eachDay', 'byRoom', 'byDevice', 'estimated', 'both', 'howMuch');
  const isOfPart = utility !== null || rooms.length + devices.length > 0;
  const isNamed = isOfPart || period !== null;
  if ((isOfUse && (isNamed || !has('howMuch') || has('use'))) || /^\s*\/usage/i.test(typed)) return true;
  const strangers = reading.items.filter(isStrange);
  return isNamed && (strangers.length <= maxStrangers || (isOfPart && period !== null));
};

/** "Where does our water go", «adónde se va la luz», "पानी कहां जाता है": to all that use it. */
const goes =
  / (?:wheres?|donde|adonde) (?:\S+ )*(?:go|goes|going|gone|went|va|van|fue|yendo) | (?:जा|ja) (?:कहां|kahan|kaha) | (?:कहां|kahan|kaha) (?:जा|ja|गय|gay)\S* /;
export const goesWhere = ({ text, has, rooms, devices }: Asked): boolean =>
  goes.test(text) &&
  !/ por donde /.test(text) &&
  has(...utilityIds, 'use', 'cost') &&
  rooms.length + devices.length === 0;

/** "Who", not "which of them". */
const isWho = ({ text }: Item): boolean => /^(?:who|whos|quien|कौन|kaun|kon)$/.test(text);

/** "Which gadget is eating my power" wants the one that does most. */
const asksForOne = ({ has, rooms, devices, reading: { items } }: Asked): boolean =>
  has('use') &&
  !has('howMuch', 'compare') &&
  items.some((item, at) => {
    if (isWho(item) && rooms.length + devices.length === 0) return true;
    const { concepts, text } = item;
    const thing = items[at + 1];
    const isThing = thing && (thing.concepts.has('device') || thing.concepts.has('room'));
    return concepts.has('which') && !/(?:से|से|se)$/.test(text) && isThing && !/(?:s|ें|ों|on|en)$/.test(thing.text);
  });

/** "What time does it spike", «a qué hora se dispara». */
const rises = / (?:spikes?|peaks?|surges?|jumps?|climbs?|shoots?|dispar\p{L}+|sube|suben|subimos) /u;

/** "Where do we use more power": in which room. */
const asksWhere = ({ text, rooms, devices }: Asked): boolean =>
  / (?:where|donde|कहां|kahan) /.test(text) && rooms.length + devices.length === 0;

/** More or less than everything else, not than at another time. */
const rankingIn = (asked: Asked): 'most' | 'least' | null => {
  const { has, language, against, isComparing } = asked;
  if (against !== null && !has('which', 'when', 'hour')) return null;
  if (has('most') || (has('hour') && !has('howMuch') && rises.test(asked.text))) return 'most';
  if (has('least')) return 'least';
  if (asksForOne(asked) && !has('more', 'less')) return 'most';
  if (against !== null || !(has('which', 'when', 'hour') || asksWhere(asked))) return null;
  if (language === 'en' && isComparing) return null;
  if (has('more')) return 'most';
  return has('less') ? 'least' : null;
};

const rankedThing = (asked: Asked): 'room' | 'device' | 'day' | 'hour' => {
  const { has, period, rooms } = asked;
  const isLong = period !== null && daysBetween(period.from, period.to) > 1;
  if (has('hour')) return 'hour';
  if (has('day')) return 'day';
  if (has('when')) return isLong && !has('average') ? 'day' : 'hour';
  if (asksWhere(asked)) return 'room';
  return has('room', 'byRoom') && rooms.length === 0 ? 'room' : 'device';
};

const trueAverage = / (?:average|averages|avg|mean|media|medio|medios|promedio|औसत|औसतन|ausat|ausatan) /;

/** "One value per day", «un dato por día», "हर दिन का एक आंकड़ा". */
const valueADay =
  / (?:values?|figures?|numbers?|rows?|lines?|points?|totals?|valor|valores|dato|datos|cifra|cifras) (?:per|for each|for every|a|each|por|de cada|cada|al) (?:day|dia) /;

/** "Show me the daily use" wants each day, not the mean of them. */
const isEachDay = ({ has, text, period }: Asked): boolean =>
  (has('eachDay') && !trueAverage.test(text)) ||
  (valueADay.test(text) && !trueAverage.test(text)) ||
  (has('average') &&
    (has('show', 'list') || / (?:daily|diario|diaria|दैनिक|dainik) /.test(text)) &&
    !has('howMuch') &&
    !trueAverage.test(text) &&
    period !== null &&
    daysBetween(period.from, period.to) > 1);

/** By week or by month: their mean where one is asked for, else each of them. */
const cadenceOf = ({ has, text, period, reading, timeWords }: Asked): UsageAsk | null => {
  const isSaid = (concept: 'perMonth' | 'perWeek'): boolean =>
    reading.items.some(
      (item) =>
        item.concepts.has(concept) &&
        !item.text.split(' ').every((word) => timeWords.has(word)) &&
        !item.concepts.has('glue'),
    );
  const unit = isSaid('perMonth') ? 'month' : isSaid('perWeek') ? 'week' : null;
  if (unit === null) return null;
  const isMean = trueAverage.test(text) || (has('average', 'howMuch') && !has('show', 'list', 'eachDay', 'since'));
  return isMean && !(has('since') && !trueAverage.test(text)) && period?.name !== 'this-week'
    ? `a-${unit}`
    : `each-${unit}`;
};

/** "Which month did we use most", "rank the months": each of them is told. */
const isOfWhich = ({ reading: { items } }: Asked, unit: 'month' | 'week'): boolean =>
  marksOf(items).some(
    ({ concepts }, at, marks) =>
      concepts.has(unit) && [concepts, marks[at - 1]?.concepts].some((one) => one?.has('which') || one?.has('list')),
  );

export const askOf = (asked: Asked): UsageAsk => {
  const { has, rooms, devices } = asked;
  const ranking = rankingIn(asked);
  if (ranking !== null && isOfWhich(asked, 'month')) return 'each-month';
  if (ranking !== null && isOfWhich(asked, 'week')) return 'each-week';
  if (ranking !== null) return `${ranking}-${rankedThing(asked)}`;
  if (goesWhere(asked)) return 'devices';
  if (has('estimated')) return 'estimated';
  if (has('byRoom')) return 'rooms';
  if (has('byDevice')) return 'devices';
  const cadence = cadenceOf(asked);
  if (cadence !== null) return cadence;
  if (isEachDay(asked)) return 'each-day';
  if (has('average')) return 'a-day';
  if (has('room') && rooms.length === 0) return 'rooms';
  return has('device') && devices.length === 0 ? 'devices' : 'total';
};

export const usualPeriod = (ask: UsageAsk, { home, hours, typed }: Asked): AskedPeriod => {
  if (ask === 'a-day') return assumed('last-30-days', home.today);
  if (ask.endsWith('-week') || ask.endsWith('-month')) return assumed('this-year', home.today);
  if (ask === 'each-day') return assumed('last-7-days', home.today);
  // The night of today has hardly begun.
  if (ask === 'total' && hours !== null && hours.to < hours.from) return assumed('yesterday', home.today);
  return assumed(ask === 'total' && !/^\s*\/usage/i.test(typed) ? 'today' : 'this-month', home.today);
};

/** Cut to the hours that were named. */
export const cut = (period: AskedPeriod, { hours }: Asked): AskedPeriod =>
  hours === null ? period : { ...period, hours };

export const usage: Rule = (asked) => {
  if (asked.has('why') && asked.has('estimated')) return null;
  const ask = askOf(asked);
  if (!isAboutUse(asked) && ask === 'total') return asked.isFuture && asked.has('howMuch', 'will') ? future : null;
  if (asked.isFuture || (asked.has('will') && asked.has('use') && asked.period === null)) return future;
  const part = onePart(asked);
  if (!isPart(part)) return part;
  return { about: 'usage', part, period: cut(asked.period ?? usualPeriod(ask, asked), asked), ask };
};

/** What is set against last week is this week. */
const counterpart = (against: AskedPeriod, { home }: Asked): AskedPeriod => {
  const names = {
    yesterday: 'today',
    'day-before-yesterday': 'today',
    'last-week': 'this-week',
    'last-month': 'this-month',
    'last-year': 'this-year',
  } as const;
  const name =
    against.name !== null && against.name in names ? names[against.name as keyof typeof names] : 'this-month';
  return assumed(name, home.today);
};

/** Like with like: of a period that is not over, as many days of the other. */
export const askedAgainst = (asked: Asked, period: AskedPeriod): AskedPeriod => {
  const { against: named, has, home } = asked;
  if (named === 'week-ago') return weekBefore(period);
  if (named === 'year-ago' || (named?.name === 'last-year' && !period.name?.endsWith('year')))
    return yearBefore(period);
  if (named === null) return has('yearAgo') ? yearBefore(period) : spanBefore(period, home.today);
  const before = spanBefore(period, home.today);
  // "The week before" last week is not last week.
  if (named.from === period.from) return before;
  const sameDays = [before, yearBefore(period)].find(({ from, to }) => from === named.from && to < named.to);
  return sameDays ?? named;
};

/** "Is my usage normal": against the time before. */
const isNormal = / (?:is|are|es|esta|क्या|kya) .*(?:normal|normales|सामान्य|नॉर्मल|samanya) /;

/** "Has it gone up", «ha bajado», "बढ़ गई": since the time before. */
const rose =
  / (?:go|gone|going|went) (?:up|down) | (?:risen|rose|increased|decreased|dropped|fallen|cut|reduced) | (?:ha|han|hemos) (?:subido|bajado|aumentado|disminuido|reducido|recortado|crecido) | (?:subio|aumento|disminuyo) | (?:बढ|घट|कम|ज्यादा|badh|ghat|kam|jyada|zyada) (?:गय|गई|हु|हो गई|हो गय|किय|gay|hu|ho gay|kiy)\S* /;

const isComparison = (asked: Asked): boolean => {
  const { has, against: named, isComparing, rooms, devices, period, utility } = asked;
  if (named === null && has('room', 'byRoom', 'device', 'byDevice') && rooms.length + devices.length === 0)
    return false;
  if (isNormal.test(asked.text) && !has('howMuch', 'show', 'most', 'least')) return true;
  if (named !== null || has('compare') || (isComparing && has('more', 'less') && has('last'))) return true;
  if (has('why') && period !== null && (has('use') || utility !== null) && !has('estimated', 'cost', 'bill'))
    return true;
  return (
    has('more', 'less', 'changed') &&
    !has('which', 'most', 'least', 'when') &&
    (isComparing || !asksWhere(asked)) &&
    (isComparing ||
      ((has('use', 'why') || asked.period !== null || (asked.utility !== null && rose.test(asked.text))) &&
        !has('show', 'will'))) &&
    !has('howMuch')
  );
};

export const compareParts: Rule = (asked) => {
  const parts = twoParts(asked);
  if (parts === null || (rankingIn(asked) !== null && !asked.has('compare', 'more'))) return null;
  if (!('length' in parts)) return parts;
  if (asked.isFuture) return future;
  const [one, other] = parts;
  const period = asked.period ?? assumed('this-month', asked.home.today);
  return { about: 'compare-parts', one, other, period: cut(period, asked) };
};

/** "Why was October cheaper than September": of bills. */
const isOfBills = ({ has, rooms, devices, period }: Asked): boolean =>
  has('cheapest', 'dearest', 'cost', 'pay') &&
  rooms.length + devices.length === 0 &&
  period !== null &&
  daysBetween(period.from, period.to) >= 28;

export const compare: Rule = (asked) => {
  if (!isComparison(asked) || isOfBills(asked)) return null;
  if (asked.isFuture) return future;
  const part = onePart(asked);
  if (!isPart(part)) return part;
  const { against: named, home } = asked;
  // "On this day last year": that day, beside nothing.
  if (named === 'year-ago' && asked.has('sameDay') && asked.period === null && !asked.has('more', 'less', 'changed'))
    return { about: 'usage', part, period: yearBefore(assumed('today', home.today)), ask: 'total' };
  const usual =
    named !== null && typeof named !== 'string'
      ? counterpart(named, asked)
      : assumed(
          named === 'week-ago' || (named === 'year-ago' && asked.has('day')) ? 'today' : 'this-month',
          home.today,
        );
  const period = cut(asked.period ?? usual, asked);
  const about = asked.has('why') ? 'why' : 'compare';
  return { about, part, period, against: askedAgainst(asked, period) };
};

export const now: Rule = (asked) => {
  if (!asked.has('now') || asked.period !== null || asked.isFuture) return null;
  const isOfUse = asked.has('use', 'howMuch', ...utilityIds, 'home', 'most');
  if (!isOfUse && asked.rooms.length + asked.devices.length === 0) return null;
  const part = onePart(asked);
  return isPart(part) ? { about: 'now', part } : part;
};

// Leaks, alerts and advice.

/** How much flows now, or whether any does, is no leak. */
export const leak: Rule = (asked) => {
  const { has, text } = asked;
  const isOfFlow =
    (has('howMuch') && (has('now') || / (?:बह|बहा|baha|beh|bah) (?:गय|gay)\S* /.test(text))) ||
    (has('now') &&
      / (?:any water running|पानी चल रहा|pani chal raha|paani chal raha|corre agua|corriendo agua) /.test(text));
  return has('leak') && !has('bill', 'switchOff') && !isOfFlow && !goesWhere(asked)
    ? { about: 'alerts', ask: 'leak' }
    : null;
};

export const alerts: Rule = ({ has, period, utility, isComparing }) => {
  if (has('budget', 'bill', 'cost', 'tariff', 'pay', 'howMuch', 'thanks')) return null;
  // Odd use is told by alerts; use that is only named is told by figures.
  const isOfUse = has('use') || (period !== null && utility !== null);
  const isOfAlerts = (has('alerts') && !isOfUse) || (has('strange') && !isComparing);
  return isOfAlerts ? { about: 'alerts', ask: has('silent') ? 'silent' : 'all' } : null;
};

/** "Where do we waste power"; how much was wasted, or by what, is told by the use. */
const isOfWaste = ({ has, period, devices }: Asked): boolean =>
  has('waste') &&
  !has('howMuch', 'most', 'least', 'more', 'leak') &&
  !(has('which') && has('device', 'room')) &&
  period === null &&
  devices.length === 0;

export const tips: Rule = (asked) => {
  const { has, utility, period, against } = asked;
  const isOfLess = has('how', 'explain') && has('less', 'cheapest') && has('bill', 'cost', 'use', ...utilityIds, 'pay');
  if (against !== null || !(has('tips') || isOfLess || isOfWaste(asked)) || has('why', 'setting')) return null;
  if ((has('budget') && !has('how')) || has('block')) return null;
  if (has('howMuch') && has('less', 'compare') && period !== null) return null;
  return { about: 'tips', utility };
};
