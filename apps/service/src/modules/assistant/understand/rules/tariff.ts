/** What a unit costs, and when. */
import type { Rule } from '../asked.ts';

/** When power is cheap, and when it is not. */
export const hours: Rule = ({ has, utility }) => {
  if (has('bill', 'leak', 'device', 'room', 'pay') || (has('use') && has('howMuch', 'most', 'least') && !has('when')))
    return null;
  const isOfTime = has('when', 'hour') && !has('use', 'most', 'least');
  if (has('dearHours') || (isOfTime && has('dearest'))) return { about: 'tariff', utility, ask: 'dearest-hours' };
  const isCheap = has('cheapHours') || (isOfTime && has('cheapest'));
  return isCheap ? { about: 'tariff', utility, ask: 'cheapest-hours' } : null;
};

const pricePerUnit = / (?:price|precio|tarifa|tariff|rate|दर|रेट|टैरिफ|dar|rate|भाव|मूल्य|daam|दाम) /;

export const tariff: Rule = (asked) => {
  const { has, utility, text, rooms, devices, reading } = asked;
  if (has('bill', 'pay') && !pricePerUnit.test(text) && !has('fixed', 'perUnit')) return null;
  if (has('fixed') && !has('use', 'now')) return { about: 'tariff', utility, ask: 'fixed' };
  const isPrice =
    has('tariff') ||
    (has('perUnit') && (has('cost', 'pay', 'howMuch', 'show') || pricePerUnit.test(text) || reading.items.length < 3));
  const asksPrice = isPrice && !(has('use') && !pricePerUnit.test(text));
  const isNow = has('now') || / (?:today|hoy|आज|aaj) /.test(text);
  if (asksPrice)
    return {
      about: 'tariff',
      utility,
      ask: isNow && !/ (?:tariff|tarifa|plan|टैरिफ|contrato|contract) /.test(text) ? 'now' : 'in-force',
    };
  const isOfUnit =
    has('cost') && utility !== null && asked.period === null && rooms.length + devices.length === 0 && has('now');
  return isOfUnit ? { about: 'tariff', utility, ask: 'now' } : null;
};
