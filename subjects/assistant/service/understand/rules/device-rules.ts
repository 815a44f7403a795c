/** Devices: switching one that is named, and no other; what one is doing; which there are. */
import { canBeSwitched, type HomeDevice, roomsHeld, wholeHome } from '../../home.ts';
import type { Intent } from '../../intent.ts';
import { byLanguage } from '#catalogue/index.ts';
import { ask, type Asked, type Rule, unknown } from '../asked.ts';
import { type Concept, dataOf, fold, isLight } from '../lexicon.ts';
import { leftOutOf } from '../negation.ts';
import { conceptsOfName, isMeterName, type Mention, utilitiesNamed } from '../named-parts.ts';
import { foldName, type Item } from '../reading.ts';
import { isStrange, oneRoom, strangerToSwitch, unknownDevice, whichDevice, whichSwitch } from './one-part.ts';

const keysOf = (mentions: readonly Mention[]): string[] =>
  mentions.flatMap((one) => (one.found === 'one' ? [one.key] : one.found === 'several' ? one.keys : []));

/** What the rooms or the utility that were named leave; all of a home only by its exact name. */
const inPart = ({ home, rooms, utility }: Asked): HomeDevice[] => {
  const there = keysOf(rooms).map((key) => roomsHeld(home, key));
  return home.devices.filter(
    (device) =>
      device.room !== wholeHome &&
      (rooms.length === 0 || there.some((isThere) => isThere(device.room))) &&
      (utility === null || device.utility === utility),
  );
};

/** To choose from: those in the other state, hardware that takes commands first. */
const offered = (devices: readonly HomeDevice[], on: boolean): string[] => {
  const others = devices.filter((device) => device.isActive !== on && canBeSwitched(device));
  const commanded = others.filter(({ commands }) => commands);
  return (commanded.length > 0 ? commanded : others).map(({ id }) => id);
};

/** "The kitchen's electricity": the only one that is so, or the one whose name says just that. */
const ofPart = (asked: Asked): HomeDevice | null => {
  const { rooms, utility } = asked;
  if (rooms.length !== 1) return null;
  const there = inPart(asked);
  const meters = there.filter(({ name }) => utility !== null && isMeterName(name));
  return (there.length === 1 ? there[0] : meters.length === 1 ? meters[0] : null) ?? null;
};

/** Whether a room that was named is only a word of the device's own name. */
const isOfName = (room: Mention, { name }: HomeDevice): boolean =>
  room.found === 'one'
    ? conceptsOfName(name).has(`room:${room.key}` as Concept) || name.includes(room.key)
    : foldName(room.named).every((word) => foldName(name).includes(word));

/** Named in one room, and found in another. */
const isElsewhere = ({ rooms }: Asked, device: HomeDevice): boolean =>
  rooms.some((room) => !isOfName(room, device) && !keysOf([room]).includes(device.room));

const unknownRoom = ({ rooms }: Asked): Intent | null => {
  const room = rooms.find(({ found }) => found === 'none');
  return room?.found === 'none' ? { about: 'impossible', why: 'unknown-room', named: room.named } : null;
};

/** Nothing is named by its name or kind: a room or a utility may be, or "it". */
const ofNothing = (asked: Asked, on: boolean): Intent => {
  const { rooms, utility, previous, has } = asked;
  const isIt = rooms.length === 0 && utility === null && !has('device') && !asked.reading.items.some(isStrange);
  if (isIt && (previous?.about === 'device' || previous?.about === 'switch'))
    return { about: 'switch', device: previous.device, on };
  const device = ofPart(asked);
  if (device !== null) return { about: 'switch', device: device.id, on };
  const stranger = utility === null ? strangerToSwitch(asked) : null;
  if (stranger !== null) return unknownDevice(stranger);
  return unknownRoom(asked) ?? whichSwitch(asked, on, offered(inPart(asked), on));
};

/** «La luz de la cocina» where there is no lamp: its electricity. */
const ofLight = (asked: Asked): HomeDevice | null => {
  const lights = asked.reading.items.filter(({ concepts }) => concepts.has('kind:lamp'));
  const [utility] = lights.flatMap(({ concepts }) => utilitiesNamed(concepts));
  return utility === undefined ? null : ofPart({ ...asked, utility });
};

const ofOne = (asked: Asked, on: boolean, key: string): Intent => {
  const device = asked.home.devices.find(({ id }) => id === key);
  if (device === undefined) return unknown;
  const words = new Set(asked.reading.tokens.map(({ typed }) => fold(typed)));
  const isExact = foldName(device.name).every((word) => words.has(word));
  if (device.room === wholeHome && !isExact) return whichSwitch(asked, on, offered(inPart(asked), on));
  if (!isElsewhere(asked, device)) return { about: 'switch', device: key, on };
  const instead = ofLight(asked);
  if (instead !== null) return { about: 'switch', device: instead.id, on };
  return unknownRoom(asked) ?? whichSwitch(asked, on, [key]);
};

/** "Turn off the notifications": a setting of the app. */
const ofTheApp =
  / (?:notifications?|notificacion(?:es)?|alerts?|alertas?|avisos?|settings?|ajustes|configuracion|नोटिफिकेशन\S*|अलर्ट\S*|सेटिंग\S*) /;

const joiners = byLanguage(
  (language) => new RegExp(`\\s*[,;]\\s*|\\s+(?:${dataOf[language].phrases.and.replaceAll(', ', '|')})\\s+`, 'iu'),
);

const nearestWay = (ways: readonly (boolean | null)[], at: number): boolean | null =>
  ways[at] ?? ways.slice(0, at).findLast((way) => way !== null) ?? ways.slice(at).find((way) => way !== null) ?? null;

/** "The one in the bedroom" is of the kind that was named before. */
const partsOf = ({ typed, home, language }: Asked): Asked[] => {
  let kind = '';
  return typed.split(joiners[language]).map((text) => {
    const part = ask(text, language, home, null);
    const own =
      part.devices.length === 0 && part.rooms.length > 0 ? ask(`${text} ${kind}`, language, home, null) : part;
    kind =
      own.reading.items.find(({ concepts }) => [...concepts].some((one) => one.startsWith('kind:')))?.typed ?? kind;
    return own;
  });
};

/** "TV off and lamp on", «apaga la tele y el horno», "टीवी और एसी दोनों बंद कर दो": each as its own words say. */
export const switchedTogether: Rule = (asked) => {
  const parts = partsOf(asked);
  const ways = parts.map(wayOf);
  const named = parts.flatMap(({ devices }, at) => (devices.length === 1 ? [at] : []));
  if (named.length < 2 || ways.every((way) => way === null) || asksOrTells(asked) || isNoOrder(asked)) return null;
  if (parts.some(({ devices }) => devices.length > 1) || isForLater(asked)) return null;
  const orders = named.map((at): Intent => {
    const [part, way] = [parts[at], nearestWay(ways, at)];
    const [device] = part?.devices ?? [];
    if (part === undefined || device === undefined || way === null) return unknown;
    if (device.found === 'none') return unknownDevice(device.named);
    return device.found === 'one' ? ofOne(part, way, device.key) : whichSwitch(part, way, keysOf([device]));
  });
  const all = orders.flatMap((one) => (one.about === 'switch' ? [{ device: one.device, on: one.on }] : []));
  return all.length === orders.length
    ? { about: 'switches', all }
    : (orders.find(({ about }) => about !== 'switch') ?? null);
};

/** "Everything off except the fridge": all others to choose from. */
export const switchedBut = (asked: Asked): Intent | null => {
  const leftOut = leftOutOf(asked);
  if (leftOut === null || !asked.has('everything')) return null;
  const rest = ask(leftOut.rest, asked.language, asked.home, null);
  const on = wayOf(rest) ?? particleIn(rest);
  if (on === null || asksOrTells(rest)) return null;
  const but = ask(leftOut.words, asked.language, asked.home, null);
  const spared = but.devices.length > 0 ? keysOf(but.devices) : offered(inPart(but), on);
  const named = keysOf(rest.devices);
  const all = named.length > 0 ? named : offered(inPart(rest), on);
  return whichSwitch(
    asked,
    on,
    all.filter((key) => !spared.includes(key)),
  );
};

export const switched: Rule = (asked) => {
  const { devices, has, rooms, utility, previous } = asked;
  const on = wayOf(asked);
  if (on === null) return isBothWays(asked) && asked.devices.length > 0 ? unknown : null;
  const isOfDevice = devices.length + rooms.length > 0 || utility !== null || has('everything', 'device');
  if (!isOfDevice && previous?.about !== 'switch' && previous?.about !== 'device' && isForLater(asked)) return null;
  if (devices.length === 0 && ofTheApp.test(asked.text)) return { about: 'impossible', why: 'setting', named: null };
  if (isNoOrder(asked)) return unknown;
  if (isForLater(asked)) return { about: 'impossible', why: 'setting', named: null };
  const keys = keysOf(devices);
  const [device] = devices;
  if (device?.found === 'none' && keys.length === 0) {
    const light = ofLight(asked);
    return light === null ? unknownDevice(device.named) : { about: 'switch', device: light.id, on };
  }
  if (has('everything') || devices.length > 1)
    return whichSwitch(asked, on, keys.length > 0 ? keys : offered(inPart(asked), on));
  if (device === undefined) return ofNothing(asked, on);
  return device.found === 'one' ? ofOne(asked, on, device.key) : whichSwitch(asked, on, keys);
};

/** "State of the pump", "is the washer done", «qué hace el horno», "मशीन हो गई क्या". */
const itsState =
  / (?:status|state|doing|done|finished|ready|working|estado|funcionan?|hace|haciendo|terminad[oa]|termino|acabad[oa]|acabo|list[oa]|स्थिति|हालत|हाल|खत्म|(?:कर|हो) (?:रह|ग)\S*|haal|khatam|khatm|(?:kar|ho) (?:rah|gay)\S*) /;

/** "Is the AC on", or what it does. */
export const deviceState: Rule = (asked) => {
  const { has, devices, text } = asked;
  if (has('use', 'cost', 'bill', 'pay', 'howMuch', 'most', 'least', 'leak', 'alwaysOn')) return null;
  const isOfPart = devices.length === 0 && has('isOn', 'isOff') && has('isWhat') && asked.utility !== null;
  const part = isOfPart && asked.period === null && !has('which', 'device', 'when', 'why') ? ofPart(asked) : null;
  if (part !== null) return { about: 'device', device: part.id };
  // "The desk on 3 November" is of a day.
  if (devices.length !== 1 || (asked.period !== null && !has('isWhat', 'silent'))) return null;
  const asksState = has('isOn', 'isOff', 'silent') || itsState.test(text);
  const [device] = devices;
  const isOfSeveral = device?.found === 'several' && has('isOn', 'isOff') && /(?:s|ें|ियां)$/.test(device.named);
  if (!asksState || device === undefined || isOfSeveral || (has('which') && device.found !== 'one')) return null;
  if (device.found === 'none') return { about: 'impossible', why: 'unknown-device', named: device.named };
  return device.found === 'several' ? whichDevice(asked, device) : { about: 'device', device: device.key };
};

const howLong = / (?:how long|cuanto tiempo|कितनी देर|kitni der) /;

const listAsk = ({
  has,
  devices,
  rooms,
  utility,
  period,
}: Asked): Extract<Intent, { about: 'devices' }>['ask'] | null => {
  const isOfDevices = has('device', 'meter') || devices.length > 0;
  if (has('silent') && (isOfDevices || has('which', 'everything'))) return 'silent';
  const isOfAny =
    (has('which', 'everything') ||
      (has('now') && has('isOn') && rooms.length + devices.length === 0) ||
      (rooms.length > 0 && has('isWhat') && devices.length === 0)) &&
    utility === null &&
    period === null;
  if (has('isOff') && (isOfDevices || isOfAny)) return 'off';
  if (has('isOn') && (isOfDevices || isOfAny)) return 'on';
  if (has('which', 'parts') && rooms.length > 0 && utility === null && period === null && !has('room', 'more', 'less'))
    return 'list';
  if (!has('device', 'meter') || (has('howMuch') && period !== null)) return null;
  return has('count') ? 'count' : 'list';
};

/** Which there are, or which of them are on, off or silent. */
export const deviceList: Rule = (asked) => {
  const { has, utility } = asked;
  if (has('use', 'cost', 'bill', 'pay', 'most', 'least', 'eachDay', 'tariff', 'compare', 'average', 'alwaysOn'))
    return null;
  if (howLong.test(asked.text) || has('perMonth', 'perWeek', 'unit:m3') || (has('which') && has('more', 'less')))
    return null;
  if (has('howMuch') && utility !== null && asked.devices.length > 0) return null;
  const isShown = has('show') && utility === null && asked.period === null;
  if (has('how') || (has('byDevice', 'byRoom') && !isShown && !has('list', 'silent'))) return null;
  const list = listAsk(asked);
  if (list === null) return null;
  const room = oneRoom(asked);
  return room !== null && typeof room === 'object' ? room : { about: 'devices', ask: list, room, utility };
};

// Whether a text orders something to be switched, and which way: exactly as its words say, or not at all.

/** Told of an order, or told not to. */
const isNoOrder = ({ text, language }: Asked): boolean =>
  / (?:not|dont|never|without|wont|said|says|no|nunca|jamas|dice|dijo|मत|mat|नहीं|नही|nahi|nahin|nhi|कहा|कहता) /.test(
    text,
  ) && !(language === 'hi' && / (?:सकते|सकती|sakte|sakti) /.test(text) && !/ (?:मत|mat) /.test(text));

/** «Apagué» tells, "apague" orders: folded they are the same. */
const isTold = (typed: string): boolean =>
  /(?:apagu[éÉ]|apagó|encendí|encendió|prendí|prendió)(?!\p{L})|(?<!\p{L})apague(?!\p{L})[^?]*\?/iu.test(typed);

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
  if (devices.length + asked.rooms.length === 0 || devices.length > 1 || typed.includes('?') || isLeft.test(text))
    return false;
  if (has('isWhat', 'which', 'silent', 'count', 'device', 'everything', 'now')) return false;
  const keys = keysOf(device === undefined ? [] : [device]);
  const named = home.devices.filter(({ id }) => keys.includes(id)).map(({ name }) => name);
  const words = new Set(named.flatMap(foldName));
  const kinds = new Set(named.flatMap((name) => [...conceptsOfName(name)]));
  return reading.items.every(
    ({ concepts, text: said, typed: given }) =>
      isOnWord.test(said) ||
      isOffWord.test(said) ||
      said.split(' ').every((word) => words.has(word)) ||
      (device !== undefined && device.found !== 'one' && given === device.named) ||
      (concepts.size === 0 && isLight(said, asked.language)) ||
      [...concepts].some((one) => /^(?:glue|greeting|thanks|followUp|it|kind:.*|room:.*)$/.test(one) || kinds.has(one)),
  );
};

const asksOrTells = (asked: Asked): boolean => {
  const { has, text, language, typed } = asked;
  if (
    has(
      'explain',
      'how',
      'howMuch',
      'when',
      'why',
      'tips',
      'cheapHours',
      'dearHours',
      'use',
      'cost',
      'bill',
      'leak',
      'pay',
      'setting',
    )
  )
    return true;
  // "Every night at ten turn it off" is an order.
  if (has('average', 'eachDay') && !(has('switchOn', 'switchOff') && isForLater(asked))) return true;
  if (
    /^ (?:did|have|has|was|were|is|are|does|do|how|which|what|who|que aparato|(?:a|en) que|cual|quien|कौन|किस|kaun|kis) /.test(
      text,
    )
  )
    return true;
  // "May I run it" asks for leave, "can you run it" asks for it to be done.
  if (language === 'hi' && / (?:मैं|हम|main|mai|hum) .*(?:सकत|sakt)\S* /.test(text)) return true;
  return isTold(typed) || (language === 'es' && has('isWhat') && has('isOn', 'isOff'));
};

/** "Turn on the AC and turn off the oven": one at a time. */
const isBothWays = (asked: Asked): boolean => asked.has('switchOn') && asked.has('switchOff') && !asksOrTells(asked);

/** Which way something is to be switched; null: nothing is ordered, or not clearly. */
export const wayOf = (asked: Asked): boolean | null => {
  if (asksOrTells(asked)) return null;
  if (asked.has('switchOn', 'switchOff')) return verbIn(asked);
  if (asked.has('turn')) return particleIn(asked);
  return isBareOrder(asked) && !isForLater(asked) ? particleIn(asked) : null;
};
