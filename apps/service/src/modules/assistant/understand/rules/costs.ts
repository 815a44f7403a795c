/** What rooms and devices cost. */
import { allOf, type Asked, type Rule } from '../asked.ts';
import { isOfMoney } from './money.ts';
import { isPart, onePart } from './one-part.ts';

const isRanking = ({ has }: Asked): boolean =>
  (has('which') && has('more', 'dearest')) || (has('most', 'least') && !has('pay'));

export const costs: Rule = (asked) => {
  const { has, rooms, devices } = asked;
  const isOfAll = has('room', 'byRoom', 'device', 'byDevice') && !has('bill', 'tariff', 'why');
  if (has('dearest') && isOfAll && !has('use', 'hour', 'most'))
    return { about: 'costs', part: allOf(asked.utility), ask: has('room', 'byRoom') ? 'most-room' : 'most-device' };
  if (has('alwaysOn')) return { about: 'costs', part: allOf(asked.utility), ask: 'always-on' };
  // "What does the AC cost on this bill" is of the open cycle too.
  const isOnBill =
    has('bill') && has('cost') && devices.length > 0 && asked.period === null && !has('last', 'will', 'bills');
  if (!isOfMoney(asked) || (has('bill') && !isOnBill) || has('tariff', 'why')) return null;
  // Two are set beside each other by what they use.
  if (rooms.length + devices.length > 1 && has('more', 'less', 'compare')) return null;
  const part = onePart(asked);
  if (rooms.length + devices.length > 0) return isPart(part) ? { about: 'costs', part, ask: 'total' } : part;
  const ofAll = allOf(asked.utility);
  if (isRanking(asked))
    return { about: 'costs', part: ofAll, ask: has('room', 'byRoom') ? 'most-room' : 'most-device' };
  if (has('byRoom', 'room')) return { about: 'costs', part: ofAll, ask: 'rooms' };
  if (has('byDevice', 'device')) return { about: 'costs', part: ofAll, ask: 'devices' };
  return !isPart(part) && part.about === 'impossible' ? part : null;
};
