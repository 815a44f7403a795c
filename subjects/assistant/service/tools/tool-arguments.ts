/** What a model names in its arguments, found in the household: days, rooms and devices. Refusals say what there is. */
import { z } from 'zod';
import { languageIds, utilityIds } from '#catalogue/index.ts';
import { addDays, daysBetween } from '#catalogue/local-day.ts';
import { type Home, wholeHome } from '../home.ts';
import { roomName } from '../names.ts';
import type { AskedPart, AskedPeriod } from '../intent.ts';
import { ToolRefusal } from './tool.ts';

export const dayArg = (what: string) =>
  z.iso.date().describe(`${what} A local day of the household, such as 2026-11-20.`);

export const partArgs = {
  utility: z.enum(utilityIds).optional().describe('All of them where it is left out.'),
  room: z.string().max(80).optional().describe('The name of one of the household’s rooms; left out: the whole home.'),
  device: z.string().max(120).optional().describe('The name of one of its devices; not together with a room.'),
};

interface PartNames {
  readonly utility?: AskedPart['utility'] | undefined;
  readonly room?: string | undefined;
  readonly device?: string | undefined;
}

/** Case and accents do not tell names apart. */
const folded = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[\s_]+/g, ' ')
    .trim();

const listed = (names: readonly string[]): string => (names.length === 0 ? 'none' : JSON.stringify(names));

const namesOfRoom = (room: string): string[] =>
  [room, ...languageIds.map((language) => roomName(language, room))].map(folded);

export const findRoom = ({ rooms }: Home, name: string): string => {
  const wanted = folded(name);
  if (namesOfRoom(wholeHome).includes(wanted)) return wholeHome;
  const found = rooms.find((room) => namesOfRoom(room).includes(wanted));
  if (found === undefined)
    throw new ToolRefusal(
      `No room has that name. The rooms are: ${listed(rooms.map((room) => roomName('en', room)))}.`,
    );
  return found;
};

export const findDevice = ({ devices }: Home, name: string): string => {
  const wanted = folded(name);
  const exact = devices.filter((device) => device.id === name || folded(device.name) === wanted);
  const found =
    exact.length > 0 ? exact : devices.filter((device) => wanted !== '' && folded(device.name).includes(wanted));
  const [only] = found;
  if (only === undefined)
    throw new ToolRefusal(`No device has that name. The devices are: ${listed(devices.map((one) => one.name))}.`);
  if (found.length > 1) {
    const names = found.map((one) => `${one.name} (${one.id})`);
    throw new ToolRefusal(`Several devices could be meant. Ask which one, or use its id: ${listed(names)}.`);
  }
  return only.id;
};

export const partOf = (home: Home, { utility = null, room, device }: PartNames): AskedPart => {
  if (room !== undefined && device !== undefined) throw new ToolRefusal('Name a room or a device, not both.');
  return {
    utility,
    room: room === undefined ? null : findRoom(home, room),
    device: device === undefined ? null : findDevice(home, device),
  };
};

const maxDays = 3700;

/** From its first day to its last one, both counted. */
export const periodOf = ({ today }: Home, from: string, until: string, longest = maxDays): AskedPeriod => {
  if (from > until) throw new ToolRefusal('from: must not be after until.');
  if (from > today) throw new ToolRefusal(`from: lies in the future, of which nothing is measured. Today is ${today}.`);
  const to = addDays(until > today ? today : until, 1);
  if (daysBetween(from, to) > longest) throw new ToolRefusal(`until: at most ${longest} days after from.`);
  return { from, to, name: null, isAssumed: false };
};
