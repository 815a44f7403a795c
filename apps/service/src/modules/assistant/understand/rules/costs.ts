/** What rooms and devices cost: in the open cycle, or in a period that is named. */
import type { AskedPeriod, Question } from '../../question.ts';
import { allOf, type Asked, type Rule } from '../asked.ts';
import { assumed } from '../spans.ts';
import { isOfMoney } from './money.ts';
import { isPart, onePart } from './one-part.ts';
import { cut, goesWhere } from './usage.ts';

type CostsAsk = Extract<Question, { about: 'costs' }>['ask'];

const isRanking = ({ has }: Asked): boolean =>
  (has('which') && has('more', 'dearest')) || (has('most', 'least') && !has('pay'));

/** Hours of no days in particular are those of this month. */
const periodOf = (asked: Asked): AskedPeriod | null => {
  const named = asked.period ?? (asked.hours === null ? null : assumed('this-month', asked.home.today));
  return named && cut(named, asked);
};

const costsOf = (asked: Asked, ask: CostsAsk, part = allOf(asked.utility)): Question =>
  asked.isFuture
    ? { about: 'impossible', why: 'future', named: null }
    : { about: 'costs', part, ask, period: periodOf(asked) };

const mostOf = (asked: Asked): Question => costsOf(asked, asked.has('room', 'byRoom') ? 'most-room' : 'most-device');

/** "What did the AC cost on this bill" is of its cycle; of the last bill it would be of days that are not known here. */
const isOnBill = ({ has, devices, period }: Asked): boolean =>
  has('bill') && has('cost') && devices.length > 0 && (period !== null || !has('last')) && !has('will', 'bills');

export const costs: Rule = (asked) => {
  const { has, rooms, devices } = asked;
  const isOfAll = has('room', 'byRoom', 'device', 'byDevice') && !has('bill', 'tariff', 'why');
  if (has('dearest') && isOfAll && !has('use', 'hour', 'most')) return mostOf(asked);
  if (has('alwaysOn')) return costsOf(asked, 'always-on');
  if (!isOfMoney(asked) || (has('bill') && !isOnBill(asked)) || has('tariff', 'why')) return null;
  // Two are set beside each other by what they use.
  if (rooms.length + devices.length > 1 && has('more', 'less', 'compare')) return null;
  const part = onePart(asked);
  if (rooms.length + devices.length > 0) return isPart(part) ? costsOf(asked, 'total', part) : part;
  if (isRanking(asked)) return mostOf(asked);
  if (has('byRoom', 'room')) return costsOf(asked, 'rooms');
  if (has('byDevice', 'device') || goesWhere(asked)) return costsOf(asked, 'devices');
  return !isPart(part) && part.about === 'impossible' ? part : null;
};
