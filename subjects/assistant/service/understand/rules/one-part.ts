/** The one part of the household that a question is of; or the question that has to be put first. */
import { textsIn } from '#kernel/texts.ts';
import type { HomeDevice } from '../../home.ts';
import type { AskedPart, AskedPeriod, Intent, PeriodName } from '../../intent.ts';
import { roomName } from '../../writer.ts';
import { type Asked, impossible } from '../asked.ts';
import type { Mention } from '../named-parts.ts';
import { foldName, type Item } from '../reading.ts';
import { assumed } from '../times/spans.ts';

export const unknownRoom = (named: string): Intent => impossible('unknown-room', named);
export const unknownDevice = (named: string): Intent => impossible('unknown-device', named);

type Found = Extract<Mention, { found: 'one' }>;

const isFound = (mention: Mention): mention is Found => mention.found === 'one';

const questionOf = (asked: Asked, mention: Exclude<Mention, Found>, what: 'room' | 'device'): Intent => {
  if (mention.found === 'none') return what === 'room' ? unknownRoom(mention.named) : unknownDevice(mention.named);
  return what === 'room' ? whichRoom(asked, mention) : whichDevice(asked, mention);
};

/** Its key, null for all, or a question instead. */
export const oneRoom = (asked: Asked): string | null | Intent => {
  const [room] = asked.rooms;
  if (room === undefined) return null;
  return isFound(room) ? room.key : questionOf(asked, room, 'room');
};

const articles = new Set(['the', 'my', 'our', 'el', 'la', 'los', 'las', 'mi', 'mis']);
const owners = new Set(['ने', 'ne', 'में', 'mein', 'me']);
const uses = new Set(['usage', 'consumption', 'electricity', 'water', 'power']);

/** A word that says nothing to us. */
export const isStrange = (item: Item | undefined): boolean =>
  item !== undefined && item.concepts.size === 0 && /^[\p{L}\p{M}]{3,}/u.test(item.text);

/** The strange words from there on, as they were typed. */
const strangersFrom = (items: readonly Item[], at: number): string => {
  const end = items.findIndex((item, one) => one > at && !isStrange(item));
  return items
    .slice(at, end === -1 ? undefined : end)
    .map(({ typed }) => typed)
    .join(' ');
};

/** "Turn off the turbine", "टरबाइन बंद करो". */
export const strangerToSwitch = ({ reading: { items, language } }: Asked): string | null => {
  const isSwitched = (next: Item | undefined, isFirst: boolean): boolean =>
    next !== undefined &&
    (/^(?:को|ko)$/.test(next.text) || (isFirst && (next.concepts.has('switchOn') || next.concepts.has('switchOff'))));
  const at = items.findIndex(
    (item, place) =>
      isStrange(item) &&
      (articles.has(items[place - 1]?.text ?? '') || (language === 'hi' && isSwitched(items[place + 1], place === 0))),
  );
  return at === -1 ? null : strangersFrom(items, at);
};

/** A thing that nobody here knows: "the flux capacitor", «el alambique», "टरबाइन ने". */
const strangerIn = ({ reading: { items, language } }: Asked): string | null => {
  const isOwner = (at: number): boolean => language === 'hi' && owners.has(items[at]?.text ?? '');
  /** Close by it is said that it uses or costs something. */
  const isUsed = (at: number): boolean =>
    /^(?:in|inside|en)$/.test(items[at - 2]?.text ?? '') ||
    items
      .slice(Math.max(0, at - 3), at + (isOwner(at + 1) ? 8 : 4))
      .some(({ concepts }) => concepts.has('use') || concepts.has('cost'));
  for (const [at] of items.entries()) {
    const next = items[1];
    const isFirst = at === 0 && next !== undefined && (uses.has(next.text) || next.concepts.has('howMuch'));
    const isMeant = isFirst || articles.has(items[at - 1]?.text ?? '') || isOwner(at + 1);
    if (isStrange(items[at]) && isMeant && isUsed(at)) return strangersFrom(items, at);
  }
  return null;
};

export const isPart = (part: AskedPart | Intent): part is AskedPart => !('about' in part);

/** "The basement freezer" is not that of the kitchen. */
const unknownRoomOf = ({ rooms, home }: Asked, device: string): Intent | null => {
  const name = foldName(home.devices.find(({ id }) => id === device)?.name ?? '');
  const room = rooms.find((one) => one.found === 'none' && !foldName(one.named).every((word) => name.includes(word)));
  return room?.found === 'none' ? unknownRoom(room.named) : null;
};

/** A device stands for its room too. */
export const onePart = (asked: Asked): AskedPart | Intent => {
  const { utility, devices } = asked;
  const [device] = devices;
  if (device) {
    if (!isFound(device)) return questionOf(asked, device, 'device');
    const nowhere = unknownRoomOf(asked, device.key);
    if (nowhere !== null) return nowhere;
    return { utility: null, room: null, device: device.key };
  }
  const room = oneRoom(asked);
  if (room !== null && typeof room === 'object') return room;
  const stranger = room === null ? strangerIn(asked) : null;
  return stranger === null ? { utility, room, device: null } : unknownDevice(stranger);
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
  const isOfDevices = devices.length > 1;
  const mentions = isOfDevices ? devices : rooms;
  if (mentions.length < 2) return null;
  const parts: AskedPart[] = [];
  for (const mention of mentions.slice(0, 2)) {
    if (!isFound(mention)) return questionOf(asked, mention, isOfDevices ? 'device' : 'room');
    parts.push(
      isOfDevices ? { utility: null, room: null, device: mention.key } : { utility, room: mention.key, device: null },
    );
  }
  const [one, other] = parts;
  return one && other ? [one, other] : null;
};

// Where several things of the household could be meant: the question again, once for each of them.

const maxChoices = 6;

type Several = Extract<Mention, { found: 'several' }>;

const again = ({ typed }: Asked, named: string, name: string): string => {
  const place = named === '' ? -1 : typed.toLowerCase().indexOf(named.toLowerCase());
  return place < 0 ? `${typed.trim()} (${name})` : typed.slice(0, place) + name + typed.slice(place + named.length);
};

/** "The hall one": the choice that what was named leaves; null: none, or several. */
export const chosenOf = ({ home, rooms, devices, has }: Asked, choices: readonly string[]): string | null => {
  const keys = [...rooms, ...devices].flatMap((one) => (one.found === 'one' ? [one.key] : []));
  if (keys.length !== 1 || has('use', 'bill', 'cost', 'switchOn', 'switchOff', 'isOn', 'isOff')) return null;
  const names = home.devices.filter(({ id, room }) => keys.includes(id) || keys.includes(room)).map(({ name }) => name);
  const [chosen, ...others] = choices.filter((choice) => names.some((name) => choice.includes(name)));
  return others.length === 0 ? (chosen ?? null) : null;
};

/** With the room, where another has the same name. */
const nameAmong = ({ name, room }: HomeDevice, devices: readonly HomeDevice[], { language }: Asked): string =>
  devices.filter((one) => one.name === name).length > 1 ? `${name} (${roomName(language, room)})` : name;

const devicesOf = ({ home }: Asked, keys: readonly string[]): HomeDevice[] =>
  home.devices.filter(({ id }) => keys.includes(id)).slice(0, maxChoices);

export const whichDevice = (asked: Asked, { keys, named }: Several): Intent => {
  const devices = devicesOf(asked, keys);
  return {
    about: 'unclear',
    what: 'device',
    choices: devices.map((device) => again(asked, named, nameAmong(device, devices, asked))),
  };
};

const whichRoom = (asked: Asked, { keys, named }: Several): Intent => ({
  about: 'unclear',
  what: 'room',
  choices: keys.slice(0, maxChoices).map((room) => again(asked, named, roomName(asked.language, room))),
});

/** Only one device is switched at a time. */
export const whichSwitch = (asked: Asked, on: boolean, keys: readonly string[]): Intent => {
  const devices = devicesOf(asked, keys);
  return {
    about: 'unclear',
    what: 'switch',
    choices: devices.map((device) =>
      textsIn(
        asked.language,
        'replies',
        'talk',
      )(on ? 'example-switch-on' : 'example-switch-off', { name: nameAmong(device, devices, asked) }),
    ),
  };
};
