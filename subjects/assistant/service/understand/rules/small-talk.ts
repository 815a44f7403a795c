/** What needs no figure: greetings, help, what is not for us to say, and days that are asked back. */
import { askedUnits, type Intent } from '../../intent.ts';
import { type Asked, firstThatFits, fits, impossible, type Rule, unknown } from '../asked.ts';
import { utilitiesNamed } from '../named-parts.ts';
import { marksOf } from '../reading.ts';
import { says } from '../sayings.ts';
import { dateAt, dayOf, is, monthAt } from '../times/spans.ts';
import { wayOf } from './switch-orders.ts';

const ofHome = 'use|bill|@utilities|cost|device|tariff|pay|meter';

const commands: Readonly<Record<string, Intent>> = {
  help: { about: 'help' },
  devices: { about: 'devices', ask: 'list', room: null, utility: null },
  billing: { about: 'bill', ask: 'so-far', utility: null },
};

/** `/usage` goes on to the rules of use, with whatever follows it. */
export const command: Rule = ({ typed }) => {
  const [, name = ''] = /^\s*\/(help|devices|billing)(?![\p{L}\p{N}])/iu.exec(typed) ?? [];
  return commands[name.toLowerCase()] ?? null;
};

const maxSmallWords = 2;

const isOnly = ({ reading }: Asked, concept: 'greeting' | 'thanks'): boolean =>
  marksOf(reading.items).filter(({ concepts }) => !concepts.has(concept)).length <= maxSmallWords;

const somethingElse = `${ofHome}|tips|leak|alerts|strange|switchOn|switchOff|howMuch|compare|now|outside|budget|silent|isOn|isOff|block|@part|@period`;

export const smallTalk: Rule = (asked) => {
  if (fits(asked, 'thanks !use|bill') && isOnly(asked, 'thanks')) return { about: 'thanks' };
  if (fits(asked, 'help !use|bill|tips|cost|tariff|leak|pay')) return { about: 'help' };
  return fits(asked, `greeting !${somethingElse}`) && isOnly(asked, 'greeting') ? { about: 'greeting' } : null;
};

export const household: Rule = (asked) =>
  firstThatFits<Intent>(asked, [
    [`timeOf !${ofHome}|cheapHours|dearHours|cheapest|dearest`, { about: 'household', ask: 'time' }],
    ['nameOf', { about: 'household', ask: 'name' }],
    ['roomsOf !use|cost|most|least|pay', { about: 'household', ask: 'rooms' }],
  ]);

const asksOfIt = 'howMuch|why|when|use|cost|bill|how|which|compare|average|now';

/** To turn something down, or to a degree, is no switching; at how many degrees to set it is advice. */
export const degrees: Rule = (asked) => {
  if (fits(asked, `@device|@room own~order.level !${asksOfIt}|@period|alerts|cheapHours`) && !asked.typed.includes('?'))
    return impossible('setting');
  return fits(asked, '@device ~degrees !@period|use|cost|setting') && wayOf(asked) === null
    ? { about: 'tips', utility: null }
    : null;
};

/** What no meter knows. */
export const outside: Rule = (asked) =>
  firstThatFits<Intent | null>(asked, [
    ['use|bill|device|tariff|meter', null],
    ['cost|pay howMuch', null],
    ['weather', { about: 'beyond', what: 'weather' }],
    ['repair', { about: 'beyond', what: 'help-at-home' }],
    ['politics', { about: 'beyond', what: 'politics' }],
    ['outside', { about: 'beyond', what: 'world' }],
  ]);

/** How something works or is done: the questions that people ask often have the answer. */
export const explained: Rule = (asked) => {
  if (fits(asked, '~units.two !howMuch|@period', '~what-happens')) return unknown;
  const isOfElse = fits(
    asked,
    'alerts|tips|waste|less|most|least|compare|average',
    'bill ~bill.consists',
    '@comparing @period',
  );
  return asked.has('explain') && !isOfElse ? unknown : null;
};

export const setting: Rule = (asked) =>
  firstThatFits<Intent | null>(asked, [
    ['budget ~budget.order !howMuch', impossible('setting')],
    ['why|when', null],
    ['setting ~asks-leave', unknown],
    ['setting', impossible('setting')],
  ]);

/** "Litres of gas" are no water; nor is "solar power" power that is measured here. */
export const otherUtility: Rule = (asked) => {
  const { items } = asked.reading;
  const item = items.find(({ concepts }) => concepts.has('otherUtility'));
  if (item === undefined || fits(asked, 'both|cheapHours|@device')) return null;
  const isUnit = (concepts: ReadonlySet<string>) => askedUnits.some((unit) => concepts.has(`unit:${unit}`));
  const isOfUnits = items.every(({ concepts }) => utilitiesNamed(concepts).length === 0 || isUnit(concepts));
  return asked.utility === null || isOfUnits || says(item.text, 'any', 'solar')
    ? impossible('utility', item.typed)
    : null;
};

const aLeapYear = 2024;

/** "31 November": no year has one. */
const hasNoSuchDay = ({ reading }: Asked): boolean => {
  const marks = marksOf(reading.items).filter((mark) => !is(mark, 'nth'));
  return marks.some((mark, at) => {
    const month = monthAt(mark);
    if (month === null) return false;
    const isNoDay = (date: number | null): boolean => date !== null && dayOf(aLeapYear, month, date) === null;
    const isOfYear = /^20\d\d$/.test(marks[at + 2]?.text ?? '');
    return isNoDay(dateAt(marks[at - 1])) || (isNoDay(dateAt(marks[at + 1])) && (isOfYear || at + 2 >= marks.length));
  });
};

/** A day that no year has, or a feast that falls on another day each year: which one is meant is asked back. */
export const oddDay: Rule = (asked) =>
  hasNoSuchDay(asked) || fits(asked, '~feasts.moving !@period|tips|how|outside')
    ? { about: 'unclear', what: 'period', choices: [] }
    : null;
