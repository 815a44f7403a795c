/** "And yesterday?", "y el baño", "और पानी?": the question before, with something else in one place. */
import type { Utility } from '#catalogue/index.ts';
import { daysBetween, type LocalDay } from '#catalogue/local-day.ts';
import { canBeSwitched, roomsHeld } from '../home.ts';
import type { AskedPart, AskedPeriod, Intent } from '../intent.ts';
import { allOf, type Asked, firstThatFits, fits, monthDays, type Rule } from './asked.ts';
import type { Concept } from './lexicon.ts';
import { conceptsOfName, type Mention } from './named-parts.ts';
import { currencies } from './rules/money-rules.ts';
import { cut, isPart, onePart, whichSwitch } from './rules/one-part.ts';
import { isForLater } from './rules/switch-orders.ts';
import { askedAgainst, askOf, usualPeriod } from './rules/usage-rules.ts';
import { leftOutOf } from './negation.ts';
import { marksOf } from './reading.ts';
import { placesOf, says, saysAll } from './sayings.ts';
import { assumed, spanBefore } from './times/spans.ts';

/** It asks something of its own. */
const asking = [
  'use|bill|pay|cost|tips|leak|alerts|strange|tariff|compare|most|least|switchOn|switchOff|average|eachDay|howMuch|which',
  'why|when|now|budget|block|silent|device|help|fixed|cheapHours|dearHours|alwaysOn|explain|setting|outside|parts|will',
  'isOn|isOff|count|byRoom|byDevice|estimated|list|more|less|timeOf|nameOf|roomsOf|greeting|thanks',
].join('|');

const namesThing = ({ rooms, devices }: Asked): boolean => rooms.length + devices.length > 0;
const namesPart = (asked: Asked): boolean => asked.utility !== null || namesThing(asked);

const goesOn = ({ reading }: Asked): boolean => reading.items[0]?.concepts.has('followUp') === true;

/** Of "water yesterday" nothing is missing. */
const isWhole = (asked: Asked): boolean => namesPart(asked) && asked.period !== null && !goesOn(asked);

/** It only names a part or a period. */
const isOnlyThat = (asked: Asked): boolean =>
  !fits(asked, asking) ||
  (goesOn(asked) && fits(asked, '!use|cost|pay|why|tips|switchOn|switchOff|bill|most|least|compare'));

const partOf = (before: AskedPart, asked: Asked): AskedPart | Intent => {
  const part = onePart(asked);
  if (!isPart(part) || part.device !== null) return part;
  if (part.room !== null) return { utility: part.utility ?? before.utility, room: part.room, device: null };
  return part.utility === null ? before : { utility: part.utility, room: before.room, device: null };
};

/** Of days without a bill of their own it is asked what their use cost. */
const spentIn = (utility: Utility | null, period: AskedPeriod): Intent => ({
  about: 'costs',
  part: allOf(utility),
  ask: 'total',
  period,
});

type OfBill = Intent<'bill' | 'closed-bill'>;

const isOfBill = (intent: Intent): intent is OfBill => intent.about === 'bill' || intent.about === 'closed-bill';

const billIn = (previous: OfBill, period: AskedPeriod, today: LocalDay): Intent | null => {
  const { utility } = previous;
  const isOfMonths = daysBetween(period.from, period.to) >= monthDays;
  if (previous.about === 'closed-bill') return isOfMonths ? { ...previous, period } : spentIn(utility, period);
  if (isOfMonths && period.to <= today) return { about: 'closed-bill', period, utility, ask: 'amount' };
  if (previous.ask !== 'so-far') return null;
  return period.name === 'this-month' ? previous : spentIn(utility, period);
};

const inPeriod = (previous: Intent, asked: Asked): Intent | null => {
  const { period, hours, home } = asked;
  const isOfUse = previous.about === 'usage' || previous.about === 'compare-parts';
  if (isOfUse && hours !== null) return { ...previous, period: cut(period ?? previous.period, asked) };
  if (period === null) return previous;
  if (isOfUse || previous.about === 'costs') return { ...previous, period: cut(period, asked) };
  if (previous.about === 'compare') return { ...previous, period, against: spanBefore(period, home.today) };
  if (previous.about === 'flows' || previous.about === 'co2') return { ...previous, period };
  if (previous.about === 'now') return { about: 'usage', part: previous.part, period, ask: 'total' };
  return isOfBill(previous) ? billIn(previous, period, home.today) : null;
};

/** What was switched, looked at or billed, of another device or room. */
const ofOther = (previous: Intent, part: AskedPart, asked: Asked): Intent | null => {
  const { device, room } = part;
  if (device === null && room === null) return null;
  if (isOfBill(previous)) return { about: 'costs', part, ask: 'total', period: periodIn(previous) };
  if (previous.about !== 'switch' && previous.about !== 'device') return null;
  if (device !== null) return { ...previous, device };
  return previous.about === 'switch' && room !== null ? switchedThere(previous, room, asked) : null;
};

const withPart = (previous: Intent, asked: Asked): Intent | null => {
  if (!namesPart(asked)) return previous;
  if ('part' in previous) {
    const part = partOf(previous.part, asked);
    return isPart(part) ? { ...previous, part } : part;
  }
  const part = onePart(asked);
  if (!isPart(part)) return part;
  const other = ofOther(previous, part, asked);
  if (other !== null) return other;
  if (previous.about === 'devices')
    return { ...previous, room: part.room ?? previous.room, utility: part.utility ?? previous.utility };
  if ('utility' in previous && part.utility !== null) return { ...previous, utility: part.utility };
  return null;
};

/** Something new is asked, not what was asked before in another way. */
const isFresh = (asked: Asked): boolean => {
  // "Which room?" is of what was asked before; "which rooms are there" is not.
  const isWhich = asked.has('which') && marksOf(asked.reading.items).length <= 2;
  return (
    fits(asked, 'normal|use|bill|pay|cost|tips|leak|alerts|strange|tariff|help') ||
    (!isWhich && (fits(asked, 'device !byDevice') || fits(asked, 'room !byRoom'))) ||
    namesPart(asked) ||
    asked.period !== null
  );
};

const usageAgain = (previous: Intent<'usage'>, asked: Asked): Intent | null => {
  const { part, period } = previous;
  const about = firstThatFits(asked, [
    ['why', 'why' as const],
    ['compare', 'compare' as const],
  ]);
  if (about !== null) return { about, part, period, against: askedAgainst(asked, period) };
  const ask = askOf(asked);
  if (ask === 'total') return null;
  const isOfOneDay = daysBetween(period.from, period.to) === 1;
  const isSeries = /-(?:day|week|month)$/.test(ask);
  return { ...previous, period: isSeries && isOfOneDay ? usualPeriod(ask, asked) : period, ask };
};

/** "Show me each day", "why?": asked of what was asked before, another way. */
const askedAgain = (previous: Intent, asked: Asked): Intent | null => {
  if (isFresh(asked)) return null;
  if (isOfBill(previous))
    return firstThatFits<Intent>(asked, [
      ['why|more|less|compare', { about: 'bill-change', against: 'before' }],
      ['parts', { ...previous, ask: 'parts' }],
      ['will|estimated', { about: 'bill', ask: 'forecast', utility: previous.utility }],
    ]);
  if (previous.about === 'compare' || previous.about === 'why')
    return firstThatFits<Intent>(asked, [
      ['why', { ...previous, about: 'why' }],
      ['compare', { ...previous, about: 'compare', against: askedAgainst(asked, previous.period) }],
    ]);
  if (previous.about === 'tariff')
    return firstThatFits<Intent>(asked, [
      ['dearest|dearHours', { ...previous, ask: 'dearest-hours' }],
      ['cheapest|cheapHours', { ...previous, ask: 'cheapest-hours' }],
    ]);
  return previous.about === 'usage' ? usageAgain(previous, asked) : null;
};

/** "How much of that is water" after a bill. */
const ofThatBill = (previous: Intent, asked: Asked): Intent | null => {
  if (!isOfBill(previous) || !fits(asked, 'it howMuch !use|bill|percent')) return null;
  const { utility, home } = asked;
  if (!namesThing(asked)) return utility === null ? null : { ...previous, utility };
  const part = onePart(asked);
  const month = 'period' in previous ? previous.period : assumed('this-month', home.today);
  return isPart(part) && month !== null ? { about: 'share', part, period: month, of: 'cost' } : null;
};

/** "And the week before": the time before that of the last question. */
const oneBefore = (previous: Intent, asked: Asked): Intent | null => {
  const { period, home, reading } = asked;
  const before = 'period' in previous ? previous.period : null;
  const isSame = period === null || (period.from === before?.from && period.to === before.to);
  if (before === null || !isSame || reading.items.length > 8) return null;
  if (namesPart(asked) || !fits(asked, 'oneBefore !compare')) return null;
  return { ...previous, period: spanBefore(before, home.today) } as Intent;
};

const ofFuture = (previous: Intent): Intent =>
  isOfBill(previous)
    ? { about: 'bill', ask: 'forecast', utility: previous.utility }
    : { about: 'impossible', why: 'future', named: null };

/** Which way something is switched is never taken from before where it is said. */
const isSwitchedAnew = (previous: Intent, asked: Asked): boolean =>
  previous.about === 'switch' && (fits(asked, 'isOn|isOff|switchOn|switchOff|turn') || isForLater(asked));

export const followUp: Rule = (asked) => {
  const { previous, period, hours, isFuture } = asked;
  if (previous === null || isSwitchedAnew(previous, asked)) return null;
  const earlier = oneBefore(previous, asked) ?? ofThatBill(previous, asked);
  if (earlier !== null) return earlier;
  const namesTime = period !== null || hours !== null || isFuture;
  if (!isOnlyThat(asked) || !(namesTime || namesPart(asked))) return askedAgain(previous, asked);
  if (isWhole(asked)) return null;
  if (isFuture) return ofFuture(previous);
  const moved = withPart(previous, asked);
  return moved === null || moved.about === 'impossible' || moved.about === 'unclear' ? moved : inPeriod(moved, asked);
};

/** "Not that one, the bedroom lamp", «mejor la tele», "हॉल वाला भी": what it names, without what says that it is meant instead or too. */
export const putRight = (asked: Asked): string | null => {
  const { previous, words, language } = asked;
  if (previous === null || previous.about === 'unclear') return null;
  const said = words.map(({ word }) => word);
  const places = placesOf(said, language, 'corrects');
  const rest = words.filter((_, at) => !places.some((one) => one.at <= at && at < one.at + one.length));
  // "Not the TV, the AC".
  if (places.length === 0)
    return previous.about === 'switch' && asked.devices.length > 1 ? (leftOutOf(asked)?.rest ?? null) : null;
  if (rest.length === 0 || rest.length > maxShort) return null;
  const isOther = fits(asked, `@part !howMuch|use|cost|bill|pay|why|when|which|compare|@comparing|tips|cheapHours`);
  return isOther && !isForLater(asked) ? rest.map(({ typed }) => typed).join(' ') : null;
};

/** "The hall one" after a lamp: what is alike there; what is there may be chosen from where nothing is. */
const alikeIn = ({ home }: Asked, device: string, room: string): readonly string[] => {
  const kindsOf = (name: string) => [...conceptsOfName(name)].filter((one) => one.startsWith('kind:'));
  const kinds = kindsOf(home.devices.find(({ id }) => id === device)?.name ?? '');
  const there = home.devices.filter((one) => roomsHeld(home, room)(one.room) && canBeSwitched(one));
  const alike = there.filter(({ name }) => kindsOf(name).some((kind) => kinds.includes(kind)));
  return (alike.length > 0 ? alike : there).map(({ id }) => id);
};

const switchedThere = (previous: Intent<'switch'>, room: string, asked: Asked): Intent => {
  const [device, ...others] = alikeIn(asked, previous.device, room);
  return device !== undefined && others.length === 0
    ? { ...previous, device }
    : whichSwitch(asked, previous.on, device === undefined ? [] : [device, ...others]);
};

/** "Leave the TV as it is": nothing is switched. */
export const kept: Rule = (asked) =>
  fits(asked, 'leaveIt !howMuch|use|cost|bill|switchOff|isOn|isOff') &&
  (asked.devices.length > 0 || asked.previous?.about === 'switch')
    ? { about: 'left-as-is' }
    : null;

const answers: readonly Concept[] = ['yes', 'no', 'glue', 'thanks'];

/** "Yes", «sí», "हाँ" to what would be switched; or no. */
export const agreed: Rule = (asked) => {
  const { previous, reading } = asked;
  const isOfSwitch = previous?.about === 'switch' || previous?.about === 'switches';
  // "Not that": and nothing instead.
  if (isOfSwitch && saysAll(asked.said.trim(), asked.language, 'corrects') && says(asked.said, 'any', 'negation.words'))
    return { about: 'left-as-is' };
  const isAnswer = reading.items.every(({ concepts }) => answers.some((one) => concepts.has(one)));
  if (!isAnswer || !fits(asked, 'yes|no !switchOn|switchOff|isOn|isOff')) return null;
  // To what nobody proposed.
  if (!isOfSwitch) return previous?.about === 'left-as-is' ? { about: 'unknown' } : null;
  return asked.has('no') ? { about: 'left-as-is' } : previous;
};

/** "On again", «vuélvela a prender», "फिर से जला दो": the other way round than it was last. */
export const undone: Rule = (asked) => {
  const { previous, has, reading } = asked;
  if (previous?.about !== 'switch' || !has('again') || namesThing(asked) || reading.items.length > 7) return null;
  const said = firstThatFits(asked, [
    ['switchOn|isOn !switchOff|isOff', true],
    ['switchOff|isOff !switchOn|isOn', false],
  ]);
  return { about: 'switch', device: previous.device, on: said ?? !previous.on };
};

const ofSameThing = ['percent', ...currencies, 'unit:gal', 'unit:m3', 'unit:Wh', 'normal'] as const;
const maxShort = 5;

/** "And in euros", "is it on", "is that a lot": of what was asked before. */
const refersBack = (asked: Asked): boolean =>
  asked.has('it') ||
  goesOn(asked) ||
  (asked.reading.items.length <= maxShort && asked.has(...ofSameThing) && !asked.has('bill')) ||
  (asked.reading.items.length === 1 && asked.has('cost'));

const oneOf = (key: string | null | undefined): readonly Mention[] => (key ? [{ found: 'one', key }] : []);

const deviceIn = (previous: Intent): string | null => {
  if ('device' in previous) return previous.device;
  return 'part' in previous ? previous.part.device : null;
};

const periodIn = (previous: Intent): AskedPeriod | null =>
  'period' in previous && previous.period?.isAssumed === false ? previous.period : null;

/** What the question before was of stands in for what this one leaves open. */
export const inContext = (asked: Asked): Asked => {
  const { previous, utility, devices } = asked;
  if (previous === null || !refersBack(asked) || asked.isFuture) return asked;
  const part = 'part' in previous ? previous.part : null;
  const things = { rooms: oneOf(part?.room), devices: utility === null ? oneOf(deviceIn(previous)) : devices };
  return {
    ...asked,
    ...(namesThing(asked) ? {} : things),
    utility: utility ?? part?.utility ?? null,
    // What is to be switched is so now, whatever day was asked of before.
    period: asked.period ?? (fits(asked, 'turn|switchOn|switchOff') ? null : periodIn(previous)),
  };
};
