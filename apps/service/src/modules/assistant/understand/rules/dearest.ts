/** "Which month was the dearest", "the cheapest day this week": bills of months, use of days. */
import type { Rule } from '../asked.ts';
import { length, monthDays } from './money.ts';
import { isPart, onePart } from './one-part.ts';

const isOfPrice =
  / (?:\S*expensive|dearest|costliest|priciest|cheap\S*|car[oa]s?|barat[oa]s?|mehng\S|mahang\S|sast\S|महंग\S|सस्त\S) /u;

export const dearest: Rule = (asked) => {
  const { has, text, period, rooms, devices } = asked;
  const isAsked =
    isOfPrice.test(text) &&
    has('dearest', 'cheapest') &&
    !has('hour', 'tariff', 'now', 'tips', 'how', 'howMuch', 'why');
  if (!isAsked || rooms.length + devices.length > 0 || asked.isComparing) return null;
  const isOfMonths = has('month') && !has('day', 'use') && (period === null || length(asked) > monthDays + 3);
  if (isOfMonths)
    return { about: 'closed-bill', period, utility: asked.utility, ask: has('dearest') ? 'dearest' : 'cheapest' };
  if (!has('day') || period === null || length(asked) < 2 || has('bill')) return null;
  const part = onePart(asked);
  return isPart(part) ? { about: 'usage', part, period, ask: has('dearest') ? 'most-day' : 'least-day' } : part;
};
