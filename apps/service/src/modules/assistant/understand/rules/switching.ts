/** Switching a device: one that is named, and no other. */
import type { HomeDevice } from '../../home.ts';
import { canBeSwitched, wholeHome } from '../../home.ts';
import type { Question } from '../../question.ts';
import { type Asked, type Rule, unknown } from '../asked.ts';
import { whichSwitch } from '../choices.ts';
import { fold } from '../fold.ts';
import type { Concept } from '../lexicon/en.ts';
import { conceptsOfName, isMeterName } from '../names.ts';
import { type Mention, utilitiesNamed } from '../parts.ts';
import { foldName } from '../reading.ts';
import { isStrange, strangerToSwitch, unknownDevice } from './one-part.ts';
import { isBothWays, isForLater, isNoOrder, wayOf } from './orders.ts';

const keysOf = (mentions: readonly Mention[]): string[] =>
  mentions.flatMap((one) => (one.found === 'one' ? [one.key] : one.found === 'several' ? one.keys : []));

/** What the rooms or the utility that were named leave; all of a home only by its exact name. */
const inPart = ({ home, rooms, utility }: Asked): HomeDevice[] => {
  const there = keysOf(rooms);
  return home.devices.filter(
    (device) =>
      device.room !== wholeHome &&
      (rooms.length === 0 || there.includes(device.room)) &&
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
export const ofPart = (asked: Asked): HomeDevice | null => {
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

const unknownRoom = ({ rooms }: Asked): Question | null => {
  const room = rooms.find(({ found }) => found === 'none');
  return room?.found === 'none' ? { about: 'impossible', why: 'unknown-room', named: room.named } : null;
};

/** Nothing is named by its name or kind: a room or a utility may be, or "it". */
const ofNothing = (asked: Asked, on: boolean): Question => {
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

const ofOne = (asked: Asked, on: boolean, key: string): Question => {
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
