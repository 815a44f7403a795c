/** Whether a text orders something to be switched, and which way: exactly as its words say, or not at all. */
import { type Asked, fits } from '../asked.ts';
import { isLight } from '../lexicon.ts';
import { conceptsOfName, keysOf } from '../named-parts.ts';
import { foldName, type Item } from '../reading.ts';
import { accented, placesOf, says, saysAll } from '../sayings.ts';

/** Told of an order, or told not to; "can you not switch it off" is one. */
export const isNoOrder = (asked: Asked): boolean =>
  fits(asked, '~switch.no-order !own~switch.asks-kindly', '~switch.no-order own~switch.never');

/** «Apagué» tells, "apague" orders: folded they are the same. */
const isTold = ({ typed }: Asked): boolean =>
  says(accented(typed), 'any', 'switch.accents') ||
  typed
    .split('?')
    .slice(0, -1)
    .some((clause) => says(accented(clause), 'any', 'switch.told-in-questions'));

/** At a time, for a while, to a degree: only a plan or a thermostat does that. */
export const isForLater = (asked: Asked): boolean => {
  const named = new Set(asked.home.devices.flatMap(({ name }) => foldName(name)));
  const hasFigure = asked.reading.tokens.some(({ word }) => /^\d/.test(word) && !named.has(word));
  return hasFigure || fits(asked, '@period|@future|~switch.later');
};

const isOnWord = ({ text }: Item): boolean => saysAll(text, 'any', 'switch.on');
const isOffWord = ({ text }: Item): boolean => saysAll(text, 'any', 'switch.off');

/** What "on" and "off" say after a verb, or with nothing but a name; null: neither, or both. */
export const particleIn = ({ reading: { items } }: Asked): boolean | null => {
  // "The lamp on the desk", "I'm off to work": no order.
  const asides = placesOf(
    items.map(({ text }) => text),
    'any',
    'switch.aside',
  );
  const said = items.filter((_, place) => !asides.some(({ at, length }) => at <= place && place < at + length));
  const [on, off] = [said.some(isOnWord), said.some(isOffWord)];
  return on === off ? null : on;
};

/** "Turn on" and "turn off" say it themselves; "start" may be that of "start switching it off". */
const verbIn = (asked: Asked): boolean | null => {
  const verbs = asked.reading.items.filter(({ concepts }) => concepts.has('switchOn') || concepts.has('switchOff'));
  const ways = new Set(verbs.map(({ concepts }) => concepts.has('switchOn')));
  const [way] = ways;
  if (way === undefined || ways.size > 1) return null;
  const isOther = verbs.every(({ text }) => saysAll(text, 'any', 'switch.starts'));
  const particle = asked.has('turn') && isOther ? particleIn(asked) : null;
  return particle === null || particle === way ? way : null;
};

/** "Dishwasher off", "lights off in the bedroom": names, a direction, and nothing else. */
const isBareOrder = (asked: Asked): boolean => {
  const { devices, reading, typed, home, language } = asked;
  const [device, ...others] = devices;
  if (others.length > 0 || typed.includes('?')) return false;
  if (!fits(asked, '@part !isWhat|which|silent|count|device|everything|now|~switch.left')) return false;
  const keys = devices.flatMap(keysOf);
  const named = home.devices.filter(({ id }) => keys.includes(id)).map(({ name }) => name);
  const words = new Set(named.flatMap(foldName));
  const kinds = new Set(named.flatMap((name) => [...conceptsOfName(name)]));
  const isOfName = ({ text, typed: given }: Item): boolean =>
    text.split(' ').every((word) => words.has(word)) ||
    (device !== undefined && device.found !== 'one' && given === device.named);
  return reading.items.every(
    (item) =>
      isOnWord(item) ||
      isOffWord(item) ||
      isOfName(item) ||
      (item.concepts.size === 0 && isLight(item.text, language)) ||
      [...item.concepts].some(
        (one) => /^(?:glue|greeting|thanks|followUp|it|kind:.*|room:.*)$/.test(one) || kinds.has(one),
      ),
  );
};

export const asksOrTells = (asked: Asked): boolean =>
  fits(
    asked,
    'explain|how|howMuch|when|why|tips|cheapHours|dearHours|use|cost|bill|leak|pay|setting',
    // "May I run it" asks for leave, "can you run it" asks for it to be done.
    'own~switch.asks-leave',
    'isWhat isOn|isOff own~switch.state',
    'average|eachDay !switchOn|switchOff',
  ) ||
  // "Every night at ten turn it off" is an order.
  (fits(asked, 'average|eachDay') && !isForLater(asked)) ||
  says(`,${asked.text}`, 'any', 'switch.asked-first') ||
  isTold(asked);

/** Which way something is to be switched; null: nothing is ordered, or not clearly. */
export const wayOf = (asked: Asked): boolean | null => {
  if (asksOrTells(asked)) return null;
  if (fits(asked, 'switchOn|switchOff')) return verbIn(asked);
  if (asked.has('turn')) return particleIn(asked);
  return isBareOrder(asked) && !isForLater(asked) ? particleIn(asked) : null;
};
