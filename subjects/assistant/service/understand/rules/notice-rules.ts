/** Leaks, alerts and advice. */
import { utilityIds } from '#catalogue/index.ts';
import type { Asked, Rule } from '../asked.ts';
import { goesWhere } from './usage-rules.ts';

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
