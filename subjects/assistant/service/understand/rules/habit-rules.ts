/** What is usual here, shares, peaks, runs, one use of something, other hours: what people ask once they know what they use. */
import { type AskedPart, askedUnits, type Intent } from '../../intent.ts';
import { besides, findTerm } from '../../talk/terms.ts';
import { byLanguage, hasTrait } from '#catalogue/index.ts';
import { baseUnits } from '#catalogue/units.ts';
import { isLight } from '../leftover.ts';
import { dataOf } from '../lexicon.ts';
import { allOf, type Asked, type Rule } from '../asked.ts';
import { assumed } from '../times/spans.ts';
import { cut, isPart, onePart } from './one-part.ts';

const isOfPart = ({ rooms, devices }: Asked): boolean => rooms.length + devices.length > 0;

/** "15 kWh": a figure before its unit, in base units (Wh, mL). */
const amountIn = ({ reading: { items } }: Asked): number | null => {
  for (const [at, item] of items.entries()) {
    const unit = askedUnits.find((one) => items[at + 1]?.concepts.has(`unit:${one}`));
    if (unit && /^\d+$/.test(item.text)) return Number(item.text) * baseUnits[unit];
  }
  return null;
};

/** "Is 15 kWh a day normal", «¿es mucho lo de hoy?», "इतना पानी सामान्य है क्या". */
export const usual: Rule = (asked) => {
  const { has, utility, period, against } = asked;
  if (!has('normal') || against !== null || has('bill', 'cost', 'pay', 'strange', 'why')) return null;
  // "On a normal day" is a mean.
  const isMean = asked.reading.items.some(({ concepts, text }) => concepts.has('average') && text.includes(' '));
  const amount = amountIn(asked);
  if (isMean && amount === null) return null;
  if (!isOfPart(asked) && utility === null && period === null && amount === null && !has('use')) return null;
  const part = onePart(asked);
  const toSet = period ?? (has('more', 'less') ? assumed('this-month', asked.home.today) : null);
  return isPart(part) ? { about: 'usual', part, period: toSet && cut(toSet, asked), amount } : part;
};

/** "What percentage of my bill is the heat pump". */
export const share: Rule = (asked) => {
  const { has, isComparing, period, home } = asked;
  if (!has('percent') || isComparing || has('budget', 'estimated', 'more', 'less', 'tips')) return null;
  if (!isOfPart(asked)) return null;
  const part = onePart(asked);
  if (!isPart(part)) return part;
  const of = has('bill', 'cost', 'pay') ? 'cost' : 'use';
  return { about: 'share', part, period: cut(period ?? assumed('this-month', home.today), asked), of };
};

/** "What was our peak load yesterday". */
export const peak: Rule = (asked) => {
  const { has, period, home } = asked;
  if (!has('peakPower') || has('tariff', 'cheapHours', 'cost', 'bill', 'hour')) return null;
  const part = onePart(asked);
  return isPart(part) ? { about: 'peak', part, period: cut(period ?? assumed('this-month', home.today), asked) } : part;
};

/** "Since when is the shower running", «¿desde cuándo no da señal?», "कब से चल रहा है". */
export const since: Rule = (asked) => {
  const { has, devices, home, utility } = asked;
  if (!has('sinceWhen') || has('bill', 'cost', 'use', 'howMuch', 'show', 'perMonth', 'perWeek', 'eachDay')) return null;
  const device = deviceOf(asked);
  if (device !== null && typeof device !== 'string') return device;
  const of = utility ?? home.devices.find(({ id }) => id === device)?.utility;
  if (has('leak') || (of && hasTrait(of, 'canLeak'))) return { about: 'alerts', ask: 'leak' };
  if (has('silent', 'sends', 'lastReport') || (device === null && devices.length > 0))
    return { about: 'meters', ask: 'last', part: { utility: null, room: null, device } };
  return device === null ? null : { about: 'runs', device, period: null, ask: 'last' };
};

const deviceOf = (asked: Asked): string | Intent | null => {
  if (asked.devices.length === 0) return null;
  const part = onePart(asked);
  return isPart(part) ? part.device : part;
};

/** "When did the washer last run", «¿cuántas veces puse la lavadora?». */
export const runs: Rule = (asked) => {
  const { has, period } = asked;
  if (!has('runs', 'times') || has('cost', 'pay', 'bill', 'lastReport', 'sends', 'silent')) return null;
  // "How many times" and "how long" ask for runs, not for how much.
  if (
    asked.reading.items.some(
      ({ concepts }) => concepts.has('howMuch') && !concepts.has('runs') && !concepts.has('times'),
    )
  )
    return null;
  const device = deviceOf(asked);
  if (typeof device !== 'string') return device;
  return { about: 'runs', device, period, ask: has('times') ? 'count' : 'last' };
};

/** "How much does a shower cost". */
export const oneUse: Rule = (asked) => {
  const { has, reading, period, utility } = asked;
  // "How much is a wash" is of its price.
  const isOfMoney =
    has('cost', 'pay') || (has('howMuch', 'tariff') && utility === null && !has('use', 'count', 'perUnit'));
  if (!has('oneUse') || !isOfMoney || has('bill', 'move') || period !== null) return null;
  const [mention] = asked.devices;
  if (mention?.found === 'several') return deviceOf(asked) as Intent;
  return {
    about: 'one-use',
    device: mention?.found === 'one' ? mention.key : null,
    what: reading.items.flatMap(({ concepts, typed }) => (concepts.has('oneUse') ? [typed] : [])).join(' '),
  };
};

/** "What would I save by moving the washing machine to the night". */
export const shift: Rule = (asked) => {
  const { has, devices, hours } = asked;
  const isOfHours = has('cheapHours') || hours !== null;
  if (!has('move') || !has('tips', 'cost', 'pay', 'less', 'bill', 'cheapest') || !(devices.length > 0 || isOfHours))
    return null;
  const device = deviceOf(asked);
  return device === null || typeof device === 'string' ? { about: 'shift', device } : device;
};

/** "Have I paid my bill". */
export const paid: Rule = ({ has, utility, period }) =>
  has('paid') && !has('howMuch', 'which', 'use', 'cost', 'dearest', 'compare', 'why', 'when', 'total')
    ? { about: 'paid', utility, period }
    : null;

/** "Is there a post about heat pumps". */
export const posts: Rule = ({ has, reading }) => {
  if (!has('posts') || has('use', 'bill', 'cost')) return null;
  const about = reading.items.filter(
    ({ concepts }) =>
      !concepts.has('posts') && !concepts.has('glue') && !concepts.has('show') && !concepts.has('negation'),
  );
  return { about: 'posts', words: about.map(({ typed }) => typed).join(' ') };
};

/** "Are all my devices online", "when did the garden meter last report". */
export const meters: Rule = (asked) => {
  const { has, devices, rooms, utility } = asked;
  const isLast = has('lastReport') && has('when', 'last', 'since');
  if (!has('lastReport') || has('use', 'cost', 'bill', 'switchOn', 'switchOff')) return null;
  if (devices.length === 0 && rooms.length === 0 && !has('device', 'meter', 'everything', 'sends') && utility === null)
    return null;
  const part: AskedPart | Intent = devices.length + rooms.length > 0 ? onePart(asked) : allOf(utility);
  return isPart(part) ? { about: 'meters', ask: isLast ? 'last' : 'all', part } : part;
};

/** The words by which a meaning is asked for. */
const asking = byLanguage(
  (language): ReadonlySet<string> =>
    new Set(
      [dataOf[language].phrases.meaning, dataOf[language].phrases.whatIs].flatMap((texts) => texts.split(/[ ,]+/)),
    ),
);

/** "What is a standing charge", «qué significa kWh», "स्लैब का मतलब". */
export const term: Rule = (asked) => {
  const { has, period, hours, devices, rooms, language, said: text } = asked;
  if (!has('meaning', 'whatIs') || period !== null || hours !== null) return null;
  if (has('cost', 'compare', 'most', 'least', 'why', 'more', 'less', 'now', 'own')) return null;
  const found = findTerm(text, language);
  if (found === null) return null;
  const isWhole = besides(found, text, language).every((word) => asking[language].has(word) || isLight(word, language));
  return isWhole || (has('meaning') && devices.length + rooms.length === 0) ? { about: 'term', term: found } : null;
};
