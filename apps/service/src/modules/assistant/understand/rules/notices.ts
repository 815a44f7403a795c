/** Leaks, alerts and advice. */
import type { Rule } from '../asked.ts';

/** How much flows now, or whether any does, is no leak. */
export const leak: Rule = ({ has, text }) => {
  const isOfFlow =
    has('now') &&
    (has('howMuch') ||
      / (?:any water running|पानी चल रहा|pani chal raha|paani chal raha|corre agua|corriendo agua) /.test(text));
  return has('leak') && !has('bill', 'switchOff') && !isOfFlow ? { about: 'alerts', ask: 'leak' } : null;
};

export const alerts: Rule = ({ has, period, utility }) => {
  if (!has('alerts') || has('budget', 'use', 'bill', 'cost', 'tariff', 'pay', 'howMuch') || has('thanks')) return null;
  if (period !== null && utility !== null) return null;
  return { about: 'alerts', ask: has('silent') ? 'silent' : 'all' };
};

export const tips: Rule = ({ has, utility, period, against, devices }) => {
  const isOfLess =
    has('how', 'explain') &&
    has('less', 'waste', 'cheapest') &&
    has('bill', 'cost', 'use', 'electricity', 'water', 'pay');
  if (against !== null || !(has('tips') || isOfLess) || has('why', 'setting')) return null;
  if (has('switchOn', 'switchOff') && devices.length > 0) return null;
  if ((has('budget') && !has('how')) || has('block')) return null;
  if (has('howMuch') && has('less', 'compare') && period !== null) return null;
  return { about: 'tips', utility };
};
