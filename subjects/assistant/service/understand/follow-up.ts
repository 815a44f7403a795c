/** "And yesterday?", "y el baño", "और पानी?": the question before, with something else in one place. */
import type { Utility } from '#catalogue/index.ts';
import { daysBetween } from '#catalogue/local-day.ts';
import type { AskedPart, AskedPeriod, Intent } from '../intent.ts';
import { allOf, type Asked, fits, monthDays, type Rule } from './asked.ts';
import type { Concept } from './lexicon.ts';
import { currencies } from './rules/money-rules.ts';
import { cut, isPart, onePart } from './rules/one-part.ts';
import { isForLater } from './rules/switch-orders.ts';
import { askedAgainst, askOf, usualPeriod } from './rules/usage-rules.ts';
import { spanBefore } from './times/spans.ts';

const askingConcepts = [
  'use',
  'bill',
  'pay',
  'cost',
  'tips',
  'leak',
  'alerts',
  'strange',
  'tariff',
  'compare',
  'most',
  'least',
  'switchOn',
  'switchOff',
  'average',
  'eachDay',
  'howMuch',
  'which',
  'why',
  'when',
  'now',
  'budget',
  'block',
  'silent',
  'device',
  'help',
  'fixed',
  'cheapHours',
  'dearHours',
  'alwaysOn',
  'explain',
  'setting',
  'outside',
  'parts',
  'will',
  'isOn',
  'isOff',
  'count',
  'byRoom',
  'byDevice',
  'estimated',
  'list',
  'more',
  'less',
  'timeOf',
  'nameOf',
  'roomsOf',
  'greeting',
  'thanks',
] as const;

/** Of "water yesterday" nothing is missing. */
const isWhole = ({ reading, period, utility, rooms, devices }: Asked): boolean => {
  const isOfPart = utility !== null || rooms.length + devices.length > 0;
  return isOfPart && period !== null && !reading.items[0]?.concepts.has('followUp');
};

/** It only names a part or a period. */
const isOnlyThat = ({ has, reading }: Asked): boolean =>
  !has(...askingConcepts) ||
  (reading.items[0]?.concepts.has('followUp') === true &&
    !has('use', 'cost', 'pay', 'why', 'tips', 'switchOn', 'switchOff', 'bill', 'most', 'least', 'compare'));

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

const inPeriod = (previous: Intent, asked: Asked): Intent | null => {
  const { period, hours, home } = asked;
  if (previous.about === 'usage' || previous.about === 'compare-parts')
    return period === null && hours === null
      ? previous
      : { ...previous, period: cut(period ?? previous.period, asked) };
  if (period === null) return previous;
  if (previous.about === 'compare') return { ...previous, period, against: spanBefore(period, home.today) };
  if (previous.about === 'costs') return { ...previous, period: cut(period, asked) };
  if (previous.about === 'flows' || previous.about === 'co2') return { ...previous, period };
  const isOfMonths = daysBetween(period.from, period.to) >= monthDays;
  if (previous.about === 'closed-bill') return isOfMonths ? { ...previous, period } : spentIn(previous.utility, period);
  if (previous.about === 'now') return { about: 'usage', part: previous.part, period, ask: 'total' };
  if (previous.about === 'bill' && isOfMonths && period.to <= home.today)
    return { about: 'closed-bill', period, utility: previous.utility, ask: 'amount' };
  if (previous.about === 'bill' && previous.ask === 'so-far')
    return period.name === 'this-month' ? previous : spentIn(previous.utility, period);
  return null;
};

const withPart = (previous: Intent, asked: Asked): Intent | null => {
  const isOfPart = asked.utility !== null || asked.rooms.length + asked.devices.length > 0;
  if (!isOfPart) return previous;
  if ('part' in previous) {
    const part = partOf(previous.part, asked);
    return isPart(part) ? { ...previous, part } : part;
  }
  const part = onePart(asked);
  if (!isPart(part)) return part;
  if ((previous.about === 'switch' || previous.about === 'device') && part.device !== null)
    return { ...previous, device: part.device };
  if (previous.about === 'devices')
    return { ...previous, room: part.room ?? previous.room, utility: part.utility ?? previous.utility };
  if ('utility' in previous && part.utility !== null) return { ...previous, utility: part.utility };
  return null;
};

const fresh = [
  'use',
  'bill',
  'pay',
  'cost',
  'tips',
  'leak',
  'alerts',
  'strange',
  'tariff',
  'device',
  'room',
  'help',
] as const;

/** "Show me each day", "why?": asked of what was asked before, another way. */
const askedAgain = (previous: Intent, asked: Asked): Intent | null => {
  const { has, period } = asked;
  if (
    has('normal') ||
    has(...fresh.filter((one) => !(one === 'room' && has('byRoom')) && !(one === 'device' && has('byDevice'))))
  )
    return null;
  if (asked.utility !== null || asked.rooms.length + asked.devices.length > 0 || period !== null) return null;
  if (has('why', 'more', 'less', 'compare') && (previous.about === 'bill' || previous.about === 'closed-bill'))
    return { about: 'bill-change', against: 'before' };
  if (has('parts') && (previous.about === 'bill' || previous.about === 'closed-bill'))
    return { ...previous, ask: 'parts' };
  if (has('why') && previous.about === 'compare') return { ...previous, about: 'why' };
  if (previous.about === 'tariff' && has('dearest', 'dearHours', 'cheapest', 'cheapHours'))
    return { ...previous, ask: has('dearest', 'dearHours') ? 'dearest-hours' : 'cheapest-hours' };
  if (previous.about !== 'usage') return null;
  if (has('why', 'compare'))
    return {
      about: has('why') ? 'why' : 'compare',
      part: previous.part,
      period: previous.period,
      against: askedAgainst(asked, previous.period),
    };
  const ask = askOf(asked);
  if (ask === 'total') return null;
  const isOfOneDay = daysBetween(previous.period.from, previous.period.to) === 1;
  const isSeries = /-(?:day|week|month)$/.test(ask);
  return { ...previous, period: isSeries && isOfOneDay ? usualPeriod(ask, asked) : previous.period, ask };
};

/** "And the week before": the time before that of the last question. */
const oneBefore = (previous: Intent, { has, period, home, reading, utility, rooms, devices }: Asked): Intent | null => {
  const before = 'period' in previous ? previous.period : null;
  const isSame = period === null || (period.from === before?.from && period.to === before.to);
  if (before === null || !has('oneBefore') || !isSame || reading.items.length > 8) return null;
  if (utility !== null || rooms.length + devices.length > 0 || has('compare')) return null;
  return { ...previous, period: spanBefore(before, home.today) } as Intent;
};

export const followUp: Rule = (asked) => {
  const { previous, period, isFuture, utility, rooms, devices } = asked;
  if (previous === null) return null;
  // Which way something is switched is never taken from before where it is said.
  if (previous.about === 'switch' && (asked.has('isOn', 'isOff', 'switchOn', 'switchOff', 'turn') || isForLater(asked)))
    return null;
  const earlier = oneBefore(previous, asked);
  if (earlier !== null) return earlier;
  if (!isOnlyThat(asked)) return askedAgain(previous, asked);
  const isOfTime = period !== null || asked.hours !== null;
  if (!isOfTime && utility === null && rooms.length + devices.length === 0 && !isFuture)
    return askedAgain(previous, asked);
  if (isWhole(asked)) return null;
  if (isFuture)
    return previous.about === 'bill' || previous.about === 'closed-bill'
      ? { about: 'bill', ask: 'forecast', utility: previous.utility }
      : { about: 'impossible', why: 'future', named: null };
  const moved = withPart(previous, asked);
  if (moved === null || moved.about === 'impossible' || moved.about === 'unclear') return moved;
  return inPeriod(moved, asked);
};

/** "Leave the TV as it is": nothing is switched. */
export const kept: Rule = ({ has, devices, previous }) =>
  has('leaveIt') &&
  !has('howMuch', 'use', 'cost', 'bill', 'switchOff', 'isOn', 'isOff') &&
  (devices.length > 0 || previous?.about === 'switch')
    ? { about: 'left-as-is' }
    : null;

const answers: readonly Concept[] = ['yes', 'no', 'glue', 'thanks'];

/** "Yes", «sí», "हाँ" to what would be switched; or no. */
export const agreed: Rule = (asked) => {
  const { previous, reading } = asked;
  const isOfSwitch = previous?.about === 'switch' || previous?.about === 'switches';
  const isAnswer = reading.items.every(({ concepts }) => answers.some((one) => concepts.has(one)));
  if (!isOfSwitch || !isAnswer || !fits(asked, 'yes|no !switchOn|switchOff|isOn|isOff')) return null;
  return asked.has('no') ? { about: 'left-as-is' } : previous;
};

/** "On again", «vuélvela a prender», "फिर से जला दो": the other way round than it was last. */
export const undone: Rule = ({ previous, devices, rooms, has, reading }) => {
  if (previous?.about !== 'switch' || !has('again') || devices.length + rooms.length > 0 || reading.items.length > 7)
    return null;
  const isOn = has('switchOn', 'isOn') && !has('switchOff', 'isOff');
  const isOff = has('switchOff', 'isOff') && !has('switchOn', 'isOn');
  return { about: 'switch', device: previous.device, on: isOn || (!isOff && !previous.on) };
};

const ofSameThing = ['percent', ...currencies, 'unit:gal', 'unit:m3', 'unit:Wh', 'normal'] as const;
const maxShort = 5;

/** "And in euros", "is it on", "is that a lot": of what was asked before. */
const refersBack = ({ has, reading: { items } }: Asked): boolean =>
  has('it') ||
  items[0]?.concepts.has('followUp') === true ||
  (items.length <= maxShort && has(...ofSameThing) && !has('bill'));

/** What the question before was of stands in for what this one leaves open. */
export const inContext = (asked: Asked): Asked => {
  const { previous, rooms, devices, utility } = asked;
  if (previous === null || !refersBack(asked) || asked.isFuture) return asked;
  const part = 'part' in previous ? previous.part : null;
  const device = 'device' in previous ? previous.device : (part?.device ?? null);
  const isNamed = rooms.length + devices.length > 0;
  const found = (key: string | null | undefined) => (key ? [{ found: 'one' as const, key }] : []);
  const before =
    'period' in previous && previous.period !== null && !previous.period.isAssumed ? previous.period : null;
  return {
    ...asked,
    utility: utility ?? part?.utility ?? null,
    rooms: isNamed ? rooms : found(part?.room),
    devices: isNamed || utility !== null ? devices : found(device),
    period: asked.period ?? before,
  };
};
