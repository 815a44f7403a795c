/** What needs no figure: greetings, help, what is not for us to say, and days that are asked back. */
import { utilityIds } from '#catalogue/index.ts';
import type { Intent } from '../../intent.ts';
import { type Asked, type Rule, unknown } from '../asked.ts';
import { utilitiesNamed } from '../named-parts.ts';
import { marksOf } from '../reading.ts';
import { dateAt, dayOf, is, monthAt } from '../times/spans.ts';
import { wayOf } from './device-rules.ts';

const aboutHousehold = ['use', 'bill', ...utilityIds, 'cost', 'device', 'tariff', 'pay', 'meter'] as const;

const commands: Readonly<Record<string, (asked: Asked) => Intent>> = {
  help: () => ({ about: 'help' }),
  devices: () => ({ about: 'devices', ask: 'list', room: null, utility: null }),
  billing: () => ({ about: 'bill', ask: 'so-far', utility: null }),
};

/** `/usage` goes on to the rules of use, with whatever follows it. */
export const command: Rule = (asked) => {
  const name = /^\s*\/(help|devices|billing)(?![\p{L}\p{N}])/iu.exec(asked.typed)?.[1]?.toLowerCase();
  return name === undefined ? null : (commands[name]?.(asked) ?? null);
};

const maxSmallWords = 2;

const isOnly = ({ reading }: Asked, concept: 'greeting' | 'thanks'): boolean =>
  marksOf(reading.items).filter(({ concepts }) => !concepts.has(concept)).length <= maxSmallWords;

const asksSomething = ({ has, rooms, devices, period }: Asked): boolean =>
  has(
    ...aboutHousehold,
    'tips',
    'leak',
    'alerts',
    'strange',
    'switchOn',
    'switchOff',
    'howMuch',
    'compare',
    'now',
    'outside',
    'budget',
    'silent',
    'isOn',
    'isOff',
    'block',
  ) ||
  rooms.length + devices.length > 0 ||
  period !== null;

export const smallTalk: Rule = (asked) => {
  const { has } = asked;
  if (has('thanks') && !has('use', 'bill') && isOnly(asked, 'thanks')) return { about: 'thanks' };
  if (has('help') && !has('use', 'bill', 'tips', 'cost', 'tariff', 'leak', 'pay')) return { about: 'help' };
  if (asksSomething(asked)) return null;
  return has('greeting') && isOnly(asked, 'greeting') ? { about: 'greeting' } : null;
};

export const household: Rule = ({ has }) => {
  if (has('timeOf') && !has(...aboutHousehold, 'cheapHours', 'dearHours', 'cheapest', 'dearest'))
    return { about: 'household', ask: 'time' };
  if (has('nameOf')) return { about: 'household', ask: 'name' };
  return has('roomsOf') && !has('use', 'cost', 'most', 'least', 'pay') ? { about: 'household', ask: 'rooms' } : null;
};

/** At how many degrees to set it: advice, where it is not an order. */
const isOfDegrees = ({ text, devices }: Asked): boolean =>
  devices.length > 0 && / (?:temperature|temperatura|degrees?|grados|डिग्री|तापमान|tapman) /.test(text);

export const degrees: Rule = (asked) =>
  isOfDegrees(asked) && wayOf(asked) === null && asked.period === null && !asked.has('use', 'cost', 'setting')
    ? { about: 'tips', utility: null }
    : null;

/** What no meter knows. */
export const outside: Rule = ({ has }) => {
  if (has('use', 'bill', 'device', 'tariff', 'meter') || (has('cost', 'pay') && has('howMuch'))) return null;
  if (has('weather')) return { about: 'beyond', what: 'weather' };
  if (has('repair')) return { about: 'beyond', what: 'help-at-home' };
  if (has('politics')) return { about: 'beyond', what: 'politics' };
  return has('outside') ? { about: 'beyond', what: 'world' } : null;
};

const partsOfBill =
  / (?:consist\p{L}*|made up|breakdown|broken down|se compone|componen|desglos\p{L}*|vivran|विवरण|ब्योरा) /u;

const powerUnit = String.raw`(?:an? |one |un |el |1 )?(?:kw|kwh|kilowatts?|kilovatios?|किलोवाट|watts?|vatios?|वाट|kilowat)(?: hours?| horas?| घंटा| घंटे| ghanta| h)?`;
/** "kW and kWh": units of measure set beside each other. */
const twoUnits = new RegExp(` ${powerUnit} (?:and|vs|versus|or|from|to|y|e|o|और|या|से|aur|or|ya|se) ${powerUnit} `);

const whatHappens =
  / (?:what (?:happens|would happen|will happen)|que (?:pasa|ocurre|sucede|pasaria|pasara)) (?:to|if|when|si|cuando) /;

/** How something works or is done: the questions that people ask often have the answer. */
export const explained: Rule = ({ has, isComparing, period, text }) => {
  const isGeneral = (twoUnits.test(text) && !has('howMuch') && period === null) || whatHappens.test(text);
  const isOfBillParts = has('bill') && partsOfBill.test(text);
  const isExplained =
    has('explain') &&
    !has('alerts') &&
    !isOfBillParts &&
    !(isComparing && period !== null) &&
    !has('tips', 'waste', 'less', 'most', 'least', 'compare', 'average');
  return isGeneral || isExplained ? unknown : null;
};

const budgetOrder =
  / (?:set|change|raise|increase|make|put|update|pon|ponme|cambia|cambiame|sube|subeme|baja|fija|कर दो|कर दीजिए|रखो|kar do|rakho|rakh do) /;

const asksWhether = / (?:can i|could i|puedo|podria|podemos|क्या मैं|kya main) /;

export const setting: Rule = ({ has, text, reading }) => {
  const ofSetting: Intent = { about: 'impossible', why: 'setting', named: null };
  const isAmount = reading.items.some((item) => /^\d+$/.test(item.text));
  if (has('budget') && (isAmount || budgetOrder.test(text)) && !has('howMuch')) return ofSetting;
  if (!has('setting') || has('why', 'when')) return null;
  return asksWhether.test(text) ? unknown : ofSetting;
};

/** "Solar power" is power that is not measured here. */
const ofSun = /^(?:solar|pv|photovolt|fotovolt|placas|paneles|सोलर|सौर)/;

const units = /^(?:lit\S*|gallons?|m3|kwh|units?|लीटर|यूनिट\S*)$/;

export const otherUtility: Rule = ({ has, reading, devices, utility }) => {
  const item = reading.items.find(({ concepts }) => concepts.has('otherUtility'));
  const isOfUnits = reading.items.every(
    ({ concepts, text }) => utilitiesNamed(concepts).length === 0 || units.test(text),
  );
  if (
    !item ||
    (utility !== null && !isOfUnits && !ofSun.test(item.text)) ||
    has('both', 'cheapHours') ||
    devices.length > 0
  )
    return null;
  return { about: 'impossible', why: 'utility', named: item.typed };
};

const moving =
  / (?:diwali|deepavali|दिवाली|दीवाली|दीपावली|holi|होली|easter|eid|ईद|thanksgiving|ramadan|रमजान|semana santa|pascua|carnaval|navratri|नवरात्रि|दशहरा|dussehra|raksha bandhan|रक्षाबंधन) /;

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
export const oddDay: Rule = (asked) => {
  const intent: Intent = { about: 'unclear', what: 'period', choices: [] };
  if (hasNoSuchDay(asked)) return intent;
  return moving.test(asked.text) && asked.period === null && !asked.has('tips', 'how', 'outside') ? intent : null;
};
