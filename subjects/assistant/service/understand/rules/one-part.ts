/** The part of the household and the time that a question is of; or the question that has to be put first. */
import type { Language } from '#catalogue/index.ts';
import { textsIn } from '#kernel/texts.ts';
import type { HomeDevice } from '../../home.ts';
import type { AskedPart, AskedPeriod, Intent, PeriodName } from '../../intent.ts';
import { roomName } from '../../writer.ts';
import { type Asked, fits, impossible } from '../asked.ts';
import { isLight } from '../lexicon.ts';
import type { Mention } from '../named-parts.ts';
import { foldName, type Item } from '../reading.ts';
import { type Saying, saysAll } from '../sayings.ts';
import { assumed } from '../times/spans.ts';

type Found = Extract<Mention, { found: 'one' }>;
type Several = Extract<Mention, { found: 'several' }>;
type What = 'room' | 'device';

const maxChoices = 6;

const devicesOf = ({ home }: Asked, keys: readonly string[]): HomeDevice[] =>
  home.devices.filter(({ id }) => keys.includes(id)).slice(0, maxChoices);

/** Each with its room, where another has the same name. */
const namesOf = (devices: readonly HomeDevice[], { language }: Asked): string[] =>
  devices.map(({ name, room }) =>
    devices.filter((one) => one.name === name).length > 1 ? `${name} (${roomName(language, room)})` : name,
  );

/** Where several things of the household could be meant: the question again, once for each of them. */
const which = (asked: Asked, { keys, named }: Several, what: What): Intent => {
  const { typed, language } = asked;
  const names =
    what === 'device'
      ? namesOf(devicesOf(asked, keys), asked)
      : keys.slice(0, maxChoices).map((room) => roomName(language, room));
  const place = named === '' ? -1 : typed.toLowerCase().indexOf(named.toLowerCase());
  const again = (name: string): string =>
    place < 0 ? `${typed.trim()} (${name})` : typed.slice(0, place) + name + typed.slice(place + named.length);
  return { about: 'unclear', what, choices: names.map(again) };
};

/** What is told or asked of something that is not, or not the only one, in this home. */
export const questionOf = (asked: Asked, mention: Exclude<Mention, Found>, what: What): Intent =>
  mention.found === 'none' ? impossible(`unknown-${what}`, mention.named) : which(asked, mention, what);

/** Only one device is switched at a time. */
export const whichSwitch = (asked: Asked, on: boolean, keys: readonly string[]): Intent => {
  const text = textsIn(asked.language, 'replies', 'talk');
  const names = namesOf(devicesOf(asked, keys), asked);
  return {
    about: 'unclear',
    what: 'switch',
    choices: names.map((name) => text(on ? 'example-switch-on' : 'example-switch-off', { name })),
  };
};

/** "The hall one": the choice that what was named leaves; null: none, or several. */
export const chosenOf = (asked: Asked, choices: readonly string[]): string | null => {
  const keys = [...asked.rooms, ...asked.devices].flatMap((one) => (one.found === 'one' ? [one.key] : []));
  if (keys.length !== 1 || fits(asked, 'use|bill|cost|switchOn|switchOff|isOn|isOff')) return null;
  const ofKeys = asked.home.devices.filter(({ id, room }) => keys.includes(id) || keys.includes(room));
  const [chosen, ...others] = choices.filter((choice) => ofKeys.some(({ name }) => choice.includes(name)));
  return others.length === 0 ? (chosen ?? null) : null;
};

/** Its key, null for all, or a question instead. */
export const oneRoom = (asked: Asked): string | null | Intent => {
  const [room] = asked.rooms;
  if (room === undefined) return null;
  return room.found === 'one' ? room.key : questionOf(asked, room, 'room');
};

// A thing that nobody here knows.

/** A word that says nothing to us. */
export const isStrange = (item: Item | undefined): boolean =>
  item !== undefined && item.concepts.size === 0 && /^[\p{L}\p{M}]{3,}/u.test(item.text);

const isSaid = (item: Item | undefined, key: Saying, language: Language | 'any' = 'any'): boolean =>
  item !== undefined && saysAll(item.text, language, key);

/** The strange words from there on, as they were typed. */
const strangersFrom = (items: readonly Item[], at: number): string => {
  const end = items.findIndex((item, one) => one > at && !isStrange(item));
  const strangers = items.slice(at, end === -1 ? undefined : end);
  return strangers.map(({ typed }) => typed).join(' ');
};

/** "Turn off the turbine", "टरबाइन बंद करो". */
export const strangerToSwitch = ({ reading: { items, language } }: Asked): string | null => {
  const isSwitched = (next: Item | undefined): boolean =>
    next !== undefined && (next.concepts.has('switchOn') || next.concepts.has('switchOff'));
  const at = items.findIndex(
    (item, place) =>
      isStrange(item) &&
      (isSaid(items[place - 1], 'stranger.articles') ||
        isSaid(items[place + 1], 'stranger.objects', language) ||
        // The verb of Hindi stands behind.
        (language === 'hi' && place === 0 && isSwitched(items[1]))),
  );
  return at === -1 ? null : strangersFrom(items, at);
};

/** "The flux capacitor", «el alambique», "टरबाइन ने": close by it is said that it uses or costs something. */
const strangerIn = ({ reading: { items, language } }: Asked): string | null => {
  const [, second] = items;
  const isFirst = isSaid(second, 'stranger.uses') || second?.concepts.has('howMuch') === true;
  const at = items.findIndex((item, place) => {
    if (!isStrange(item) || isLight(item.text, language)) return false;
    const isOwner = isSaid(items[place + 1], 'stranger.owners', language);
    const around = items.slice(Math.max(0, place - 3), place + (isOwner ? 8 : 4));
    const isUsed = around.some(({ concepts }) => concepts.has('use') || concepts.has('cost'));
    return (
      ((place === 0 && isFirst) || isOwner || isSaid(items[place - 1], 'stranger.articles')) &&
      (isUsed || isSaid(items[place - 2], 'stranger.inside'))
    );
  });
  return at === -1 ? null : strangersFrom(items, at);
};

export const isPart = (part: AskedPart | Intent): part is AskedPart => !('about' in part);

/** "The basement freezer" is not that of the kitchen. */
const isNowhere = ({ rooms, home }: Asked, device: string): Mention | undefined => {
  const name = foldName(home.devices.find(({ id }) => id === device)?.name ?? '');
  return rooms.find((one) => one.found === 'none' && !foldName(one.named).every((word) => name.includes(word)));
};

/** A device stands for its room too. */
export const onePart = (asked: Asked): AskedPart | Intent => {
  const { utility, devices } = asked;
  const [device] = devices;
  if (device !== undefined) {
    if (device.found !== 'one') return questionOf(asked, device, 'device');
    const room = isNowhere(asked, device.key);
    return room?.found === 'none' ? questionOf(asked, room, 'room') : { utility: null, room: null, device: device.key };
  }
  const room = oneRoom(asked);
  if (room !== null && typeof room === 'object') return room;
  const stranger = room === null ? strangerIn(asked) : null;
  return stranger === null ? { utility, room, device: null } : impossible('unknown-device', stranger);
};

/** An intent of that part; or the question that has to be put first. */
export const onPart = (asked: Asked, intentOf: (part: AskedPart) => Intent): Intent => {
  const part = onePart(asked);
  return isPart(part) ? intentOf(part) : part;
};

/** Cut to the hours that were named. */
export const cut = (period: AskedPeriod, { hours }: Asked): AskedPeriod =>
  hours === null ? period : { ...period, hours };

/** The period that was named, or that which is usual. */
export const periodOr = (asked: Asked, usual: PeriodName): AskedPeriod =>
  cut(asked.period ?? assumed(usual, asked.home.today), asked);

/** Two rooms or two devices, to set beside each other. */
export const twoParts = (asked: Asked): readonly [AskedPart, AskedPart] | Intent | null => {
  const { utility, rooms, devices } = asked;
  const what = devices.length > 1 ? 'device' : 'room';
  const [one, other] = what === 'device' ? devices : rooms;
  if (one === undefined || other === undefined) return null;
  if (one.found !== 'one') return questionOf(asked, one, what);
  if (other.found !== 'one') return questionOf(asked, other, what);
  const partOf = ({ key }: Found): AskedPart =>
    what === 'device' ? { utility: null, room: null, device: key } : { utility, room: key, device: null };
  return [partOf(one), partOf(other)];
};

/** The device that is asked of, null for none; or the question that has to be put first. */
export const deviceOf = (asked: Asked): string | Intent | null => {
  if (asked.devices.length === 0) return null;
  const part = onePart(asked);
  return isPart(part) ? part.device : part;
};
