/** The words that an answer of kind takes in, beside the part of the home, the times and the utility that it is of. */
import type { Intent } from '../intent.ts';
import { isConcept } from './lexicon.ts';

const table: Readonly<Record<string, string>> = {
  usage: 'use both waste meter',
  'usage/each-week': 'perWeek week average eachDay most more least less when',
  'usage/each-month': 'perMonth month average eachDay most more least less when',
  'usage/a-week': 'perWeek week average',
  'usage/a-month': 'perMonth month average',
  usual: 'normal use average day more than less changed',
  share: 'percent use cost bill pay parts',
  meters: 'sinceWhen lastReport sends silent device meter when last now isOn since hour',
  peak: 'peakPower most use electricity when',
  runs: 'sinceWhen runs times isOn use when last since count',
  why: 'compare than more less changed use why both last yearAgo weekAgo from to time when day tips meter',
  'one-use': 'oneUse cost pay use n1 tariff',
  shift: 'isOn kind:washer move tips cost pay less cheapHours to how use hours will bill month perMonth',
  paid: 'paid bill bills pay last',
  others: 'than more less normal average use compare',
  'usage/total': 'device count',
  'usage/a-day': 'average day eachDay',
  'usage/each-day': 'eachDay average day',
  'usage/rooms': 'byRoom room',
  'usage/devices': 'byDevice device',
  'usage/most-room': 'most more room byRoom dearest',
  'usage/least-room': 'least less room byRoom cheapest',
  'usage/most-device': 'explain most more device byDevice dearest tips strange',
  'usage/least-device': 'least less device byDevice cheapest',
  'usage/most-day': 'most more day when dearest cost',
  'usage/least-day': 'least less day when cheapest cost',
  'usage/most-hour': 'most more hour when day dearest average',
  'usage/least-hour': 'least less hour when day cheapest average',
  'usage/estimated': 'estimated silent',
  now: 'now use most both isOn more device',
  co2: 'use otherUtility how',
  flows: 'use electricity otherUtility how',
  compare:
    'compare than more less changed use why average both last yearAgo weekAgo from to time when day tips meter explain how',
  'compare-parts': 'compare than more less use most cost to',
  bill: 'bill bills pay cost both thisMonth comeTo',
  'bill/so-far': 'owe will now this last meter',
  'bill/forecast': 'will future next cycleEnd estimated owe month',
  'bill/parts': 'parts fixed explain how tariff block',
  'bill/day': 'when cycleEnd day will next owe',
  'bill/block': 'block tariff when will to from next day tips use cheapHours dearHours cost more changed',
  'bill/budget': 'budget will tips more less changed to than isOn alerts use how',
  'closed-bill': 'comeTo bill bills pay cost both owe last',
  'closed-bill/parts': 'parts fixed explain',
  'closed-bill/list': 'to count month',
  'closed-bill/dearest': 'dearest most more month when which than',
  'closed-bill/cheapest': 'cheapest least less month when which',
  'closed-bill/total': 'year',
  'bill-change':
    'outside explain bill bills why more less changed than compare pay cost dearest cheapest last yearAgo time from to how most both',
  costs: 'cost pay use both bill',
  'costs/rooms': 'byRoom room',
  'costs/devices': 'byDevice device parts',
  'costs/most-room': 'most more room dearest which byRoom',
  'costs/most-device': 'most more device dearest which byDevice tips',
  'costs/always-on': 'alwaysOn most device when isOn isOff now month perMonth year perYear',
  payments: 'pay when will owe to',
  tariff: 'tariff perUnit cost pay use electricity both kind:charger',
  'tariff/in-force': 'more less block changed day',
  'tariff/now': 'now cheapHours dearHours cheapest dearest today',
  'tariff/tomorrow': 'future when cheapHours dearHours cheapest dearest will hour kal',
  'tariff/cheapest-hours': 'cheapHours cheapest when hour day now isOn switchOn will dearHours week tips today move',
  'tariff/dearest-hours': 'dearHours dearest when hour day now cheapHours most tips negation today',
  'tariff/fixed': 'fixed month day perMonth bill',
  devices: 'device meter parts',
  'devices/on': 'isOn switchOn alwaysOn kind:lamp now negation',
  'devices/off': 'isOff switchOff isOn kind:lamp now negation',
  'devices/silent': 'silent sends negation isOff',
  'devices/count': 'count isOn',
  device: 'isOn isOff silent sends negation switchOn switchOff now device',
  switches: 'switchOn switchOff isOn isOff turn kind:lamp now and both',
  switch: 'switchOn switchOff isOn isOff turn device now kind:lamp',
  alerts: 'alerts strange silent last today why',
  'alerts/leak': 'sinceWhen isOn leak waste water alerts strange now kind:tap kind:toilet kind:shower kind:sprinkler',
  'alerts/silent': 'sends negation device meter',
  tips: 'tips waste how less more cheapest use cost bill pay both device explain changed',
  faq: 'explain how',
  household: 'timeOf nameOf roomsOf room day now count when',
  'costs/total': 'isOn switchOn leaveIt',
};

/** The times that are named, and the hours: where no day of the intent says that it is of them. */
const slots = new Set(['time', 'hours']);

const sets = new Map<string, ReadonlySet<string>>();

const setOf = (key: string): ReadonlySet<string> => {
  const words = (table[key] ?? '').split(' ').filter((word) => word !== '');
  const stray = words.find((word) => !isConcept(word) && !slots.has(word));
  if (stray !== undefined) throw new RangeError(`${key} takes ${stray}, which no lexicon has`);
  const found = sets.get(key) ?? new Set(words);
  sets.set(key, found);
  return found;
};

export const takenBy = (intent: Intent): ReadonlySet<string> =>
  new Set([...setOf(intent.about), ...('ask' in intent ? setOf(`${intent.about}/${intent.ask}`) : [])]);
