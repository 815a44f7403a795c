/** What is usual here, shares, peaks, runs, one use of something, other hours: what people ask once they know what they use. */
import type { Intent } from '../../intent.ts';
import { hasTrait } from '#catalogue/index.ts';
import { allOf, type Asked, fits, type Rule } from '../asked.ts';
import type { Item } from '../reading.ts';
import { isPart, onePart, onPart, periodOr, questionOf } from './one-part.ts';
import { amountIn } from './usage-rules.ts';

/** "Is 15 kWh a day normal", «¿es mucho lo de hoy?», "इतना पानी सामान्य है क्या". */
export const usual: Rule = (asked) => {
  if (!fits(asked, 'normal !@against|bill|cost|pay|strange|why|budget')) return null;
  const amount = amountIn(asked)?.amount ?? null;
  // "On a normal day" is a mean.
  const isMean = asked.reading.items.some(({ concepts, text }) => concepts.has('average') && text.includes(' '));
  if (amount === null && (isMean || !fits(asked, '@part|@utility|@period|use'))) return null;
  const isNamed = fits(asked, '@period|more|less');
  const period = isNamed ? periodOr(asked, 'this-month') : null;
  return onPart(asked, (part) => ({ about: 'usual', part, period, amount }));
};

/** "What percentage of my bill is the heat pump". */
export const share: Rule = (asked) =>
  fits(asked, 'percent @part !@comparing|budget|estimated|more|less|tips')
    ? onPart(asked, (part) => {
        const of = fits(asked, 'bill|cost|pay') ? 'cost' : 'use';
        return { about: 'share', part, period: periodOr(asked, 'this-month'), of };
      })
    : null;

/** "What was our peak load yesterday". */
export const peak: Rule = (asked) =>
  fits(asked, 'peakPower !tariff|cheapHours|cost|bill|hour')
    ? onPart(asked, (part) => ({ about: 'peak', part, period: periodOr(asked, 'this-month') }))
    : null;

/** The device that is asked of, null for none; or the question that has to be put first. */
const deviceOf = (asked: Asked): string | Intent | null => {
  if (asked.devices.length === 0) return null;
  const part = onePart(asked);
  return isPart(part) ? part.device : part;
};

/** "Since when is the shower running", «¿desde cuándo no da señal?», "कब से चल रहा है". */
export const since: Rule = (asked) => {
  const { devices, home, utility } = asked;
  if (!fits(asked, 'sinceWhen !bill|cost|use|howMuch|show|perMonth|perWeek|eachDay')) return null;
  const device = deviceOf(asked);
  if (device !== null && typeof device !== 'string') return device;
  const of = utility ?? home.devices.find(({ id }) => id === device)?.utility;
  const isOfSilence = fits(asked, 'silent|sends|lastReport');
  if (asked.has('leak') || (of && hasTrait(of, 'canLeak') && !isOfSilence)) return { about: 'alerts', ask: 'leak' };
  if (isOfSilence || (device === null && devices.length > 0))
    return { about: 'meters', ask: 'last', part: { utility: null, room: null, device } };
  return device === null ? null : { about: 'runs', device, period: null, ask: 'last' };
};

/** "When did the washer last run", «¿cuántas veces puse la lavadora?». */
export const runs: Rule = (asked) => {
  if (!fits(asked, 'runs|times !cost|pay|bill|lastReport|sends|silent')) return null;
  // "How many times" and "how long" ask for runs, not for how much.
  const isOfAmount = ({ concepts }: Item): boolean =>
    concepts.has('howMuch') && !concepts.has('runs') && !concepts.has('times');
  if (asked.reading.items.some(isOfAmount)) return null;
  const device = deviceOf(asked);
  if (typeof device !== 'string') return device;
  return { about: 'runs', device, period: asked.period, ask: asked.has('times') ? 'count' : 'last' };
};

/** "How much does a shower cost"; "how much is a wash" is of its price. */
export const oneUse: Rule = (asked) => {
  if (!fits(asked, 'oneUse !bill|move|compare|@period')) return null;
  // Of what it takes each time both are told.
  if (!fits(asked, 'cost|pay|eachUse', 'howMuch|tariff !@utility|use|count|perUnit')) return null;
  const [mention] = asked.devices;
  if (mention?.found === 'several') return questionOf(asked, mention, 'device');
  const named = asked.reading.items.filter(({ concepts }) => concepts.has('oneUse'));
  return {
    about: 'one-use',
    device: mention?.found === 'one' ? mention.key : null,
    what: named.map(({ typed }) => typed).join(' '),
  };
};

/** "What would I save by moving the washing machine to the night". */
export const shift: Rule = (asked) => {
  if (!fits(asked, 'move tips|cost|pay|less|bill|cheapest @device|@hours|cheapHours')) return null;
  const device = deviceOf(asked);
  return device === null || typeof device === 'string' ? { about: 'shift', device } : device;
};

/** "Have I paid my bill". */
export const paid: Rule = (asked) =>
  fits(asked, 'paid !howMuch|which|use|cost|dearest|compare|more|less|why|when|total')
    ? { about: 'paid', utility: asked.utility, period: asked.period }
    : null;

/** "Is there a post about heat pumps". */
export const posts: Rule = (asked) => {
  if (!fits(asked, 'posts !use|bill|cost')) return null;
  const isAbout = ({ concepts }: Item): boolean =>
    !(['posts', 'glue', 'show', 'negation'] as const).some((one) => concepts.has(one));
  const about = asked.reading.items.filter(isAbout);
  return { about: 'posts', words: about.map(({ typed }) => typed).join(' ') };
};

/** "Are all my devices online", "when did the garden meter last report". */
export const meters: Rule = (asked) => {
  if (!fits(asked, 'lastReport !use|cost|bill|switchOn|switchOff')) return null;
  if (!fits(asked, '@part|device|meter|everything|sends|@utility')) return null;
  const ask = fits(asked, 'when|last|since') ? 'last' : 'all';
  const part = fits(asked, '@part') ? onePart(asked) : allOf(asked.utility);
  return isPart(part) ? { about: 'meters', ask, part } : part;
};
