/** Devices: switching one that is named, and no other; what one is doing; which there are. */
import { canBeSwitched, type HomeDevice, roomsHeld, wholeHome } from '../../home.ts';
import type { Intent } from '../../intent.ts';
import { lateByLanguage, hasTrait } from '#catalogue/index.ts';
import { ask, type Asked, firstThatFits, fits, impossible, type Rule, unknown } from '../asked.ts';
import { type Concept, dataOf, fold } from '../lexicon.ts';
import { leftOutOf } from '../negation.ts';
import { conceptsOfName, isMeterName, keysOf, type Mention, utilitiesNamed } from '../named-parts.ts';
import { foldName } from '../reading.ts';
import { says } from '../sayings.ts';
import { isStrange, oneRoom, questionOf, strangerToSwitch, whichSwitch, deviceOf } from './one-part.ts';
import { asksOrTells, isForLater, isNoOrder, particleIn, wayOf } from './switch-orders.ts';

const keysOfAll = (mentions: readonly Mention[]): string[] => mentions.flatMap(keysOf);

/** What the rooms or the utility that were named leave; all of a home only by its exact name. */
const inPart = ({ home, rooms, utility }: Asked): HomeDevice[] => {
  const there = keysOfAll(rooms).map((key) => roomsHeld(home, key));
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
  rooms.some((room) => !isOfName(room, device) && !keysOf(room).includes(device.room));

/** Which of them is asked back. */
const offer = (asked: Asked, on: boolean): Intent => whichSwitch(asked, on, offered(inPart(asked), on));

const nowhere = ({ rooms }: Asked): Intent | null => {
  const room = rooms.find(({ found }) => found === 'none');
  return room?.found === 'none' ? impossible('unknown-room', room.named) : null;
};

/** Nothing is named by its name or kind: a room or a utility may be, or "it". */
const ofNothing = (asked: Asked, on: boolean): Intent => {
  const { previous, utility, reading } = asked;
  const isIt = fits(asked, '!@room|@utility|device') && !reading.items.some(isStrange);
  if (isIt && (previous?.about === 'device' || previous?.about === 'switch'))
    return { about: 'switch', device: previous.device, on };
  const device = ofPart(asked);
  if (device !== null) return { about: 'switch', device: device.id, on };
  const stranger = utility === null ? strangerToSwitch(asked) : null;
  return stranger === null ? (nowhere(asked) ?? offer(asked, on)) : impossible('unknown-device', stranger);
};

/** «La luz de la cocina» where there is no lamp: its electricity. */
const ofLight = (asked: Asked, on: boolean): Intent | null => {
  const lights = asked.reading.items.filter(({ concepts }) => concepts.has('kind:lamp'));
  const [utility] = lights.flatMap(({ concepts }) => utilitiesNamed(concepts));
  const device = utility === undefined ? null : ofPart({ ...asked, utility });
  return device && { about: 'switch', device: device.id, on };
};

const ofOne = (asked: Asked, on: boolean, key: string): Intent => {
  const device = asked.home.devices.find(({ id }) => id === key);
  if (device === undefined) return unknown;
  const words = new Set(asked.reading.tokens.map(({ typed }) => fold(typed)));
  const isExact = foldName(device.name).every((word) => words.has(word));
  if (device.room === wholeHome && !isExact) return offer(asked, on);
  if (!isElsewhere(asked, device)) return { about: 'switch', device: key, on };
  return ofLight(asked, on) ?? nowhere(asked) ?? whichSwitch(asked, on, [key]);
};

const joiners = lateByLanguage(
  (language) => new RegExp(`\\s*[,;]\\s*|\\s+(?:${dataOf[language].phrases.and.replaceAll(', ', '|')})\\s+`, 'iu'),
);

const nearestWay = (ways: readonly (boolean | null)[], at: number): boolean | null =>
  ways[at] ?? ways.slice(0, at).findLast((way) => way !== null) ?? ways.slice(at).find((way) => way !== null) ?? null;

/** "The one in the bedroom" is of the kind that was named before. */
const partsOf = (texts: readonly string[], { home, language }: Asked): Asked[] => {
  let kind = '';
  return texts.map((text) => {
    const part = ask(text, language, home, null);
    const own = fits(part, '@room !@device') ? ask(`${text} ${kind}`, language, home, null) : part;
    kind =
      own.reading.items.find(({ concepts }) => [...concepts].some((one) => one.startsWith('kind:')))?.typed ?? kind;
    return own;
  });
};

const ofMention = (asked: Asked, on: boolean, device: Mention): Intent => {
  if (device.found === 'none') return impossible('unknown-device', device.named);
  return device.found === 'one' ? ofOne(asked, on, device.key) : whichSwitch(asked, on, keysOf(device));
};

/** "TV off and lamp on", «apaga la tele y el horno», "टीवी और एसी दोनों बंद कर दो": each as its own words say. */
export const switchedTogether: Rule = (asked) => {
  const texts = asked.typed.split(joiners[asked.language]);
  if (texts.length < 2) return null;
  const parts = partsOf(texts, asked);
  const ways = parts.map(wayOf);
  const named = parts.flatMap(({ devices: [device, ...others] }, at) => (device && others.length === 0 ? [at] : []));
  if (named.length < 2 || ways.every((way) => way === null) || asksOrTells(asked) || isNoOrder(asked)) return null;
  if (parts.some(({ devices }) => devices.length > 1) || isForLater(asked)) return null;
  const orders = named.map((at): Intent => {
    const [part, way] = [parts[at], nearestWay(ways, at)];
    const [device] = part?.devices ?? [];
    return part === undefined || device === undefined || way === null ? unknown : ofMention(part, way, device);
  });
  const all = orders.flatMap((one) => (one.about === 'switch' ? [{ device: one.device, on: one.on }] : []));
  return all.length === orders.length
    ? { about: 'switches', all }
    : (orders.find(({ about }) => about !== 'switch') ?? null);
};

/** "Everything off except the fridge": all others to choose from. */
export const switchedBut = (asked: Asked): Intent | null => {
  const leftOut = asked.has('everything') ? leftOutOf(asked) : null;
  if (leftOut === null) return null;
  const [rest, but] = [leftOut.rest, leftOut.words].map((text) => ask(text, asked.language, asked.home, null));
  if (rest === undefined || but === undefined) return null;
  const on = wayOf(rest) ?? particleIn(rest);
  if (on === null || asksOrTells(rest)) return null;
  const [named, spared] = [rest, but].map((one) =>
    one.devices.length > 0 ? keysOfAll(one.devices) : offered(inPart(one), on),
  );
  return whichSwitch(asked, on, named?.filter((key) => !spared?.includes(key)) ?? []);
};

const ofNamed = (asked: Asked, on: boolean): Intent => {
  const { devices } = asked;
  const [device] = devices;
  const keys = keysOfAll(devices);
  if (device?.found === 'none' && keys.length === 0)
    return ofLight(asked, on) ?? impossible('unknown-device', device.named);
  if (asked.has('everything') || devices.length > 1)
    return keys.length > 0 ? whichSwitch(asked, on, keys) : offer(asked, on);
  return device === undefined ? ofNothing(asked, on) : ofMention(asked, on, device);
};

export const switched: Rule = (asked) => {
  const on = wayOf(asked);
  // "Turn on the AC and turn off the oven": one at a time.
  if (on === null) return fits(asked, 'switchOn switchOff @device') && !asksOrTells(asked) ? unknown : null;
  const { previous } = asked;
  const isOfDevice = fits(asked, '@part|@utility|everything|device');
  if (!isOfDevice && previous?.about !== 'switch' && previous?.about !== 'device' && isForLater(asked)) return null;
  // "Turn off the notifications": a setting of the app.
  if (fits(asked, '~switch.of-the-app !@device')) return impossible('setting');
  if (isNoOrder(asked)) return unknown;
  return isForLater(asked) ? impossible('setting') : ofNamed(asked, on);
};

/** "Is the AC on", or what it does: "state of the pump", «qué hace el horno», "मशीन हो गई क्या". */
export const deviceState: Rule = (asked) => {
  if (fits(asked, 'use|cost|bill|pay|howMuch|most|least|leak|alwaysOn')) return null;
  const isOfPart = fits(asked, 'isOn|isOff isWhat @utility !@device|@period|which|device|when|why');
  const part = isOfPart ? ofPart(asked) : null;
  if (part !== null) return { about: 'device', device: part.id };
  const [device, ...others] = asked.devices;
  // "The desk on 3 November" is of a day.
  if (device === undefined || others.length > 0 || fits(asked, '@period !isWhat|silent')) return null;
  if (!fits(asked, 'isOn|isOff|silent|~device.state')) return null;
  if (device.found === 'one') return { about: 'device', device: device.key };
  const isPlural = device.found === 'several' && says(device.named, asked.language, 'plural');
  return asked.has('which') || (isPlural && fits(asked, 'isOn|isOff')) ? null : questionOf(asked, device, 'device');
};

const some = (state: 'isOn' | 'isOff') => (asked: Asked) =>
  fits(
    asked,
    `${state} device|meter|@device`,
    `${state} which|everything !@utility|@period`,
    `${state} now isOn !@part|@utility|@period`,
    `${state} @room isWhat !@device|@utility|@period`,
  );

type ListAsk = Intent<'devices'>['ask'];

/** "Which lights are on": no other device is asked for. */
const isOfLampsOnly = (asked: Asked): boolean => {
  const kinds = asked.reading.items.flatMap(({ concepts }) => [...concepts].filter((one) => one.startsWith('kind:')));
  return kinds.length > 0 && kinds.every((one) => one === 'kind:lamp') && !asked.has('device', 'meter');
};

/** Which there are, or which of them are on, off or silent. */
export const deviceList: Rule = (asked) => {
  const list = firstThatFits<ListAsk | null>(asked, [
    ['use|cost|bill|pay|most|least|eachDay|tariff|compare|average|alwaysOn|perMonth|perWeek|unit:m3|how', null],
    ['~how-long', null],
    ['which more|less', null],
    ['isOff kind:lamp howMuch|which', 'off'],
    ['isOn kind:lamp howMuch|which', 'on'],
    ['howMuch @utility @device', null],
    ['byDevice|byRoom !show|list|silent', null],
    ['byDevice|byRoom @utility|@period !list|silent', null],
    ['silent device|meter|@device|which|everything', 'silent'],
    [some('isOff'), 'off'],
    [some('isOn'), 'on'],
    ['which|parts @room !@utility|@period|room|more|less', 'list'],
    ['howMuch @period', null],
    ['device|meter count', 'count'],
    ['device|meter', 'list'],
  ]);
  if (list === null) return null;
  const room = oneRoom(asked);
  if (room !== null && typeof room === 'object') return room;
  const { utility } = asked;
  return isOfLampsOnly(asked)
    ? { about: 'devices', ask: list, room, utility: null, kind: 'lamp' }
    : { about: 'devices', ask: list, room, utility };
};

/** "Since when is the shower running", «¿desde cuándo no da señal?», "कब से चल रहा है". */
export const since: Rule = (asked) => {
  const { devices, home, utility } = asked;
  if (!fits(asked, 'sinceWhen !bill|cost|use|howMuch|show|perMonth|perWeek|eachDay')) return null;
  const device = deviceOf(asked);
  if (device !== null && typeof device !== 'string') return device;
  const of = utility ?? home.devices.find(({ id }) => id === device)?.utility;
  const isOfSilence = fits(asked, 'silent|sends|lastReport');
  if (asked.has('leak') || (of && hasTrait(of, 'canLeak') && !isOfSilence)) return { about: 'alerts', ask: 'leak' };
  if (isOfSilence || (device === null && devices.length > 0))
    return { about: 'meters', ask: 'last', part: { utility: null, room: null, device } };
  return device === null ? null : { about: 'runs', device, period: null, ask: 'last' };
};
