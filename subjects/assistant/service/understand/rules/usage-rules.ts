/** What was used: totals, rankings, series, comparisons, and what is drawn now. */
import { baseUnits } from '#catalogue/units.ts';
import { roomsHeld } from '../../home.ts';
import { type AskedPeriod, askedUnits, type Intent, type PeriodName } from '../../intent.ts';
import { allOf, type Asked, firstThatFits, fits, impossible, type Rule } from '../asked.ts';
import { type Item, marksOf, read } from '../reading.ts';
import { saysAll, says } from '../sayings.ts';
import { assumed, numberAt, spanBefore, weekBefore, yearBefore } from '../times/spans.ts';
import { isPart, isStrange, onePart, onPart, periodOr, twoParts } from './one-part.ts';

type UsageAsk = Intent<'usage'>['ask'];

const isCommand = ({ typed }: Asked): boolean => /^\s*\/usage/i.test(typed);

const maxStrangers = 1;

/** Of a part alone, or of days alone, use is meant where not much else is said. */
const isAboutUse = (asked: Asked): boolean =>
  isCommand(asked) ||
  fits(
    asked,
    'use',
    'average|eachDay|byRoom|byDevice|estimated|both !howMuch',
    'average|eachDay|byRoom|byDevice|estimated|both|howMuch @utility|@part|@period',
    '@utility|@part @period',
  ) ||
  (fits(asked, '@utility|@part|@period') && asked.reading.items.filter(isStrange).length <= maxStrangers);

/** "Where does our water go", «adónde se va la luz», "पानी कहां जाता है": to all that use it. */
export const goesWhere = (asked: Asked): boolean => fits(asked, '@utilities|use|cost ~use.goes-where !@part');

/** "Kitchens", not "kitchen"; "which of them", not "which". */
const isOfSeveral = ({ text }: Item, { language }: Asked): boolean => says(text, language, 'plural');

/** "Which gadget is eating my power", "who": wants the one that does most. */
const asksForOne = (asked: Asked): boolean => {
  if (!fits(asked, 'use !howMuch|compare|more|less')) return false;
  const { items } = asked.reading;
  return items.some((item, at) => {
    if (saysAll(item.text, 'any', 'who') && !fits(asked, '@part')) return true;
    const thing = items[at + 1];
    const isThing = thing !== undefined && (thing.concepts.has('device') || thing.concepts.has('room'));
    return isThing && item.concepts.has('which') && !isOfSeveral(item, asked) && !isOfSeveral(thing, asked);
  });
};

/** More or less than everything else, not than at another time. */
const rankingIn = (asked: Asked): 'most' | 'least' | null =>
  firstThatFits<'most' | 'least' | null>(asked, [
    ['@against !which|when|hour', null],
    ['most', 'most'],
    ['hour ~use.rises !howMuch', 'most'],
    ['least', 'least'],
    [asksForOne, 'most'],
    ['@against', null],
    ['~where !which|when|hour @part', null],
    ['!which|when|hour|~where', null],
    [({ language, isComparing }) => language === 'en' && isComparing, null],
    ['more', 'most'],
    ['less', 'least'],
  ]);

const rankedThing = (asked: Asked): 'room' | 'device' | 'day' | 'hour' =>
  firstThatFits<'room' | 'day' | 'hour'>(asked, [
    ['hour', 'hour'],
    ['day', 'day'],
    ['when @days !average', 'day'],
    ['when', 'hour'],
    ['~where !@part', 'room'],
    ['room|byRoom !@room', 'room'],
  ]) ?? 'device';

/** By week or by month: their mean where one is asked for, else each of them. */
const cadenceOf = (asked: Asked): UsageAsk | null => {
  const { reading, timeWords, period } = asked;
  const isSaid = (concept: 'perMonth' | 'perWeek'): boolean =>
    reading.items.some(
      ({ concepts, text }) =>
        concepts.has(concept) && !concepts.has('glue') && !text.split(' ').every((word) => timeWords.has(word)),
    );
  const unit = isSaid('perMonth') ? 'month' : isSaid('perWeek') ? 'week' : null;
  if (unit === null) return null;
  const isMean = fits(asked, '~use.true-mean', 'average|howMuch !show|list|eachDay|since');
  return isMean && period?.name !== 'this-week' ? `a-${unit}` : `each-${unit}`;
};

/** "Which month did we use most", "rank the months": each of them is told. */
const isOfWhich = ({ reading: { items } }: Asked, unit: 'month' | 'week'): boolean =>
  marksOf(items).some(
    ({ concepts }, at, marks) =>
      concepts.has(unit) && [concepts, marks[at - 1]?.concepts].some((one) => one?.has('which') || one?.has('list')),
  );

const rankedOf = (asked: Asked): UsageAsk | null => {
  const ranking = rankingIn(asked);
  if (ranking === null) return null;
  if (isOfWhich(asked, 'month')) return 'each-month';
  return isOfWhich(asked, 'week') ? 'each-week' : `${ranking}-${rankedThing(asked)}`;
};

export const askOf = (asked: Asked): UsageAsk =>
  rankedOf(asked) ??
  firstThatFits<UsageAsk>(asked, [
    [goesWhere, 'devices'],
    ['estimated', 'estimated'],
    ['byRoom', 'rooms'],
    ['byDevice', 'devices'],
  ]) ??
  cadenceOf(asked) ??
  firstThatFits<UsageAsk>(asked, [
    ['eachDay|~use.value-a-day !~use.true-mean', 'each-day'],
    // "Show me the daily use" wants each day, not the mean of them.
    ['average show|list|~use.daily @days !howMuch|~use.true-mean', 'each-day'],
    ['average', 'a-day'],
    ['room !@room', 'rooms'],
    ['device !@device', 'devices'],
  ]) ??
  'total';

const usualName = (ask: UsageAsk, asked: Asked): PeriodName => {
  if (ask === 'a-day') return 'last-30-days';
  if (/-(?:week|month)$/.test(ask)) return 'this-year';
  if (ask === 'each-day') return 'last-7-days';
  if (ask !== 'total') return 'this-month';
  // The night of today has hardly begun.
  if (asked.hours !== null && asked.hours.to < asked.hours.from) return 'yesterday';
  return isCommand(asked) ? 'this-month' : 'today';
};

export const usualPeriod = (ask: UsageAsk, asked: Asked): AskedPeriod =>
  assumed(usualName(ask, asked), asked.home.today);

/** "The top three devices", «los dos cuartos que más gastan»: how many of them. */
const topOf = ({ reading: { items, language }, home, timeWords }: Asked): number | null => {
  const isTop = (one: Item | undefined): boolean =>
    one !== undefined && (['most', 'least', 'device', 'room'] as const).some((concept) => one.concepts.has(concept));
  const marks = marksOf(items);
  // "Top three devices" is a phrase.
  const words = marks.flatMap((mark, at) =>
    marks.slice(Math.max(0, at - 1), at + 2).some(isTop) ? mark.text.split(' ') : [],
  );
  const numbers = words.map((word) => (timeWords.has(word) ? null : numberAt(read(word, language, home).items[0])));
  return numbers.find((number) => number !== null && number > 1) ?? null;
};

/** "15 kWh": a figure before its unit, and what it is in base units (Wh, mL). */
export const amountIn = ({
  reading: { items },
}: Asked): { readonly figure: string; readonly amount: number } | null => {
  for (const [at, { text: figure }] of items.entries()) {
    const unit = askedUnits.find((one) => items[at + 1]?.concepts.has(`unit:${one}`));
    if (unit && /^\d+$/.test(figure)) return { figure, amount: Number(figure) * baseUnits[unit] };
  }
  return null;
};

/** "Which days were above 10 kWh", «¿cuántos días pasamos de 300 litros?»; null: not asked for. */
const daysOver = (asked: Asked): Intent | null => {
  const over = fits(asked, 'day ~use.over !average|cost|bill|pay|normal') ? amountIn(asked) : null;
  if (over === null) return null;
  // "दिनों 10 kWh": the figure is no date.
  const isDate = asked.timeWords.has(over.figure);
  const period = isDate ? assumed('this-month', asked.home.today) : periodOr(asked, 'this-month');
  return onPart(asked, (part) => ({ about: 'usage', part, period, ask: 'days-over', amount: over.amount }));
};

export const usage: Rule = (asked) => {
  if (fits(asked, 'why estimated')) return null;
  const over = daysOver(asked);
  if (over !== null) return over;
  const ask = askOf(asked);
  if (!isAboutUse(asked) && ask === 'total') return fits(asked, '@future howMuch|will') ? impossible('future') : null;
  if (fits(asked, '@future', 'will use !@period')) return impossible('future');
  const count = /device|room/.test(ask) ? topOf(asked) : null;
  const period = periodOr(asked, usualName(ask, asked));
  return onPart(asked, (part) => ({ about: 'usage', part, period, ask, ...(count !== null && { count }) }));
};

/** A total without a room or a device of it; `left`: what was said of these. Null: another answer, or not one part of it. */
export const totalWithout = (intent: Intent, left: Asked): Intent | null => {
  if (intent.about !== 'usage' || intent.ask !== 'total' || left.rooms.length + left.devices.length !== 1) return null;
  const { room, device } = intent.part;
  const without = onePart(left);
  if (device !== null || !isPart(without)) return null;
  const isThere = roomsHeld(left.home, room);
  const isInside = room === null || left.home.devices.some((one) => one.id === without.device && isThere(one.room));
  return isInside ? { ...intent, without } : null;
};

/** What is set against last week is this week. */
const counterparts: Readonly<Partial<Record<string, PeriodName>>> = {
  'week-ago': 'today',
  yesterday: 'today',
  'day-before-yesterday': 'today',
  'last-week': 'this-week',
  'last-year': 'this-year',
};

const counterpart = (asked: Asked): PeriodName => {
  const { against, has } = asked;
  if (against === 'year-ago' && has('day')) return 'today';
  return counterparts[(typeof against === 'string' ? against : against?.name) ?? ''] ?? 'this-month';
};

/** Like with like: of a period that is not over, as many days of the other. */
export const askedAgainst = ({ against: named, has, home }: Asked, period: AskedPeriod): AskedPeriod => {
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

const isComparison = (asked: Asked): boolean =>
  firstThatFits(asked, [
    ['room|byRoom|device|byDevice !@against !@part', false],
    // "Is my usage normal": against the time before.
    ['~use.normal !howMuch|show|most|least', true],
    ['@against|compare', true],
    ['@comparing more|less last', true],
    ['why @period use|@utility !estimated|cost|bill', true],
    ['!more|less|changed', false],
    ['which|most|least|when|howMuch', false],
    ['@comparing', true],
    ['~where !@part', false],
    ['show|will', false],
    ['use|why|@period', true],
    // "Has it gone up", «ha bajado», "बढ़ गई": since the time before.
    ['@utility ~use.rose', true],
  ]) === true;

/** Of more than two all are ranked. */
const setBeside: Rule = (asked) => {
  const parts = twoParts(asked);
  if (parts === null) return null;
  if (!('length' in parts)) return parts;
  const ranking = rankingIn(asked);
  if (ranking !== null && asked.devices.length > 2)
    return {
      about: 'usage',
      part: allOf(asked.utility),
      period: periodOr(asked, 'this-month'),
      ask: `${ranking}-device`,
    };
  if (asked.isFuture) return impossible('future');
  const [one, other] = parts;
  return { about: 'compare-parts', one, other, period: periodOr(asked, 'this-month') };
};

export const compareParts: Rule = (asked) =>
  rankingIn(asked) !== null && !asked.has('compare', 'more') ? null : setBeside(asked);

/** "The fridge or the AC, which uses most": never one of them alone. */
export const eitherOf: Rule = (asked) =>
  fits(asked, '@parts ~or most|least|more|less !when|hour|day|why|howMuch') ? setBeside(asked) : null;

export const compare: Rule = (asked) => {
  // "Why was October cheaper than September" is of bills.
  if (!isComparison(asked) || fits(asked, 'cheapest|dearest|cost|pay @month !@part')) return null;
  if (asked.isFuture) return impossible('future');
  return onPart(asked, (part): Intent => {
    // "On this day last year": that day, beside nothing.
    if (asked.against === 'year-ago' && fits(asked, 'sameDay !@period !more|less|changed'))
      return { about: 'usage', part, period: yearBefore(assumed('today', asked.home.today)), ask: 'total' };
    const period = periodOr(asked, counterpart(asked));
    const about = asked.has('why') ? 'why' : 'compare';
    return { about, part, period, against: askedAgainst(asked, period) };
  });
};

export const now: Rule = (asked) =>
  fits(asked, 'now use|howMuch|@utilities|home|most|@part !@period|@future')
    ? onPart(asked, (part) => ({ about: 'now', part }))
    : null;

// Leaks, alerts and advice.

/** How much flows now, or whether any does, is no leak. */
export const leak: Rule = (asked) =>
  fits(asked, 'leak !bill|switchOff') &&
  !fits(asked, 'howMuch now|~leak.flowed', 'now ~leak.flows-now') &&
  !goesWhere(asked)
    ? { about: 'alerts', ask: 'leak' }
    : null;

export const alerts: Rule = (asked) => {
  if (fits(asked, 'budget|bill|cost|tariff|pay|howMuch|thanks')) return null;
  // Odd use is told by alerts; use that is only named is told by figures.
  const isOfUse = fits(asked, 'use', '@period @utility');
  return fits(asked, 'strange !@comparing') || (asked.has('alerts') && !isOfUse)
    ? { about: 'alerts', ask: asked.has('silent') ? 'silent' : 'all' }
    : null;
};

export const tips: Rule = (asked) => {
  if (fits(asked, '@against|why|setting|block', 'budget !how', 'howMuch less|compare @period')) return null;
  return fits(
    asked,
    'tips',
    'how|explain less|cheapest bill|cost|use|@utilities|pay',
    // "Where do we waste power"; how much was wasted, or by what, is told by the use.
    'waste !howMuch|most|least|more|leak|@period|@device !which',
    'waste !howMuch|most|least|more|leak|@period|@device !device|room',
  )
    ? { about: 'tips', utility: asked.utility }
    : null;
};
