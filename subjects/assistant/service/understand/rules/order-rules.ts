/** Whether a text orders something to be switched, and which way: exactly as its words say, or not at all. */
import type { Asked } from '../asked.ts';
import { conceptsOfName } from '../named-parts.ts';
import { foldName, type Item } from '../reading.ts';

/** Told of an order, or told not to. */
export const isNoOrder = ({ text, language }: Asked): boolean =>
  / (?:not|dont|never|without|wont|said|says|no|nunca|jamas|dice|dijo|मत|mat|नहीं|नही|nahi|nahin|nhi|कहा|कहता) /.test(
    text,
  ) && !(language === 'hi' && / (?:सकते|सकती|sakte|sakti) /.test(text) && !/ (?:मत|mat) /.test(text));

/** «Apagué» tells, "apague" orders: folded they are the same. */
const isTold = (typed: string): boolean => /(?:apagu[éÉ]|apagó|encendí|encendió|prendí|prendió)(?!\p{L})/iu.test(typed);

const clock =
  /(?: at (?:\d|noon|midnight|night|dawn|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve) ?| (?:in|after|within|for|dentro de|en|durante|tras) \S+ (?:min\p{L}*|hours?|hrs?|horas?|segundos?|seconds?|days?|dias?) | a las? (?!vez )\S+ (?:en punto |y |de la )?| (?:noon|midnight|later|tonight|luego|mas tarde|every|each|cada|बाद|baad|मिनट|minute|minat|घंटे|ghante|बजे|baje|de noche|por la noche|raat ko|रात को|रोज|roz|cuando|जब|jab|until|till|hasta) )/u;

/** At a time, for a while, to a degree: only a plan or a thermostat does that. */
export const isForLater = ({ text, period, isFuture, reading, home }: Asked): boolean => {
  const named = new Set(home.devices.flatMap(({ name }) => foldName(name)));
  const hasFigure = reading.tokens.some(({ word }) => /^\d/.test(word) && !named.has(word));
  return period !== null || isFuture || hasFigure || clock.test(text);
};

const isOnWord = /^(?:on|ऑन|चालू|chalu|chaalu|encendid[oa]s?|prendid[oa]s?)$/;
const isOffWord = /^(?:off|down|ऑफ|बंद|band|bandh|apagad[oa]s?)$/;

/** "The lamp on the desk", "I'm off to work": no order. */
const isAside = (items: readonly Item[], at: number): boolean => {
  const [before, item, after] = [items[at - 1]?.text ?? '', items[at]?.text, items[at + 1]?.text ?? ''];
  if (item === 'on') return /^(?:the|my|our|a|this|that|top|mon\p{L}*|your)$/u.test(after);
  return (
    item === 'off' && (/^(?:im|am|were|are|is)$/.test(before) || /^(?:to|work|duty|peak|limits|season)$/.test(after))
  );
};

/** What "on" and "off" say after a verb, or with nothing but a name; null: neither, or both. */
const particleIn = ({ reading: { items } }: Asked): boolean | null => {
  const said = items.filter((_, at) => !isAside(items, at)).map(({ text }) => text);
  const [on, off] = [said.some((text) => isOnWord.test(text)), said.some((text) => isOffWord.test(text))];
  return on === off ? null : on;
};

const isPlainVerb = ({ text }: Item): boolean =>
  !/^(?:start|stop|activate|enable|kill|fire up|kick off|put off)$/.test(text);

/** "Turn on" and "turn off" say it themselves; "start" may be that of "start switching it off". */
const verbIn = (asked: Asked): boolean | null => {
  const verbs = asked.reading.items.filter(({ concepts }) => concepts.has('switchOn') || concepts.has('switchOff'));
  const ways = new Set(verbs.map(({ concepts }) => concepts.has('switchOn')));
  const [way] = ways;
  if (way === undefined || ways.size > 1) return null;
  const particle = asked.has('turn') && !verbs.some(isPlainVerb) ? particleIn(asked) : null;
  return particle === null || particle === way ? way : null;
};

const isLeft = / (?:left|leave|forgot|deje|si|se|quedo|रह|reh|छोड़|छोड|chhod|chhodi|acuerdo) /;

/** "Dishwasher off", "lights off in the bedroom": names, a direction, and nothing else. */
const isBareOrder = (asked: Asked): boolean => {
  const { devices, reading, typed, text, home, has } = asked;
  const [device] = devices;
  if (devices.length !== 1 || device === undefined || typed.includes('?') || isLeft.test(text)) return false;
  if (has('isWhat', 'which', 'silent', 'count', 'device', 'everything', 'now')) return false;
  const keys = device.found === 'one' ? [device.key] : device.found === 'several' ? device.keys : [];
  const named = home.devices.filter(({ id }) => keys.includes(id)).map(({ name }) => name);
  const words = new Set(named.flatMap(foldName));
  const kinds = new Set(named.flatMap((name) => [...conceptsOfName(name)]));
  return reading.items.every(
    ({ concepts, text: said, typed: given }) =>
      isOnWord.test(said) ||
      isOffWord.test(said) ||
      said.split(' ').every((word) => words.has(word)) ||
      (device.found !== 'one' && given === device.named) ||
      [...concepts].some((one) => /^(?:glue|greeting|thanks|followUp|kind:.*|room:.*)$/.test(one) || kinds.has(one)),
  );
};

const asksOrTells = (asked: Asked): boolean => {
  const { has, text, language, typed } = asked;
  if (
    has(
      'explain',
      'how',
      'howMuch',
      'average',
      'eachDay',
      'when',
      'why',
      'tips',
      'cheapHours',
      'use',
      'cost',
      'bill',
      'leak',
      'pay',
      'setting',
    )
  )
    return true;
  if (
    /^ (?:did|have|has|was|were|is|are|does|do|how|which|what|who|que aparato|cual|quien|कौन|किस|kaun|kis) /.test(text)
  )
    return true;
  // "May I run it" asks for leave, "can you run it" asks for it to be done.
  if (language === 'hi' && / (?:मैं|हम|main|mai|hum) .*(?:सकत|sakt)\S* /.test(text)) return true;
  return isTold(typed) || (language === 'es' && has('isWhat') && has('isOn', 'isOff'));
};

/** "Turn on the AC and turn off the oven": one at a time. */
export const isBothWays = (asked: Asked): boolean =>
  asked.has('switchOn') && asked.has('switchOff') && !asksOrTells(asked);

/** Which way something is to be switched; null: nothing is ordered, or not clearly. */
export const wayOf = (asked: Asked): boolean | null => {
  if (asksOrTells(asked)) return null;
  if (asked.has('switchOn', 'switchOff')) return verbIn(asked);
  if (asked.has('turn')) return particleIn(asked);
  return isBareOrder(asked) && !isForLater(asked) ? particleIn(asked) : null;
};
