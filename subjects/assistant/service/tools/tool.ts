/** What a program may ask of a household, be it a provider's model or another assistant: named arguments in, facts out. */
import { z } from 'zod';
import { languageIds, utilityIds } from '#catalogue/index.ts';
import { addDays, daysBetween } from '#catalogue/local-day.ts';
import type { AssistantTool } from '../../contract/assistant.ts';
import type { Proposal } from '../actions.ts';
import type { Asking, FoundResult } from '../asking.ts';
import { type Home, type HomeDevice, wholeHome } from '../home.ts';
import type { AskedPart, AskedPeriod, ClockHours } from '../intent.ts';
import { roomName } from '../writer.ts';
import { maxHourDays } from '../usage/periods.ts';

export interface ToolOutcome<Facts = Readonly<Record<string, unknown>>> {
  /**
   * JSON for the model: small, each amount as it may be said (`"12.4 kWh"`) and as a number with its unit in the name (`kWh`, `L`, `EUR`).
   * Words of the household (names of devices and rooms) stand as values only.
   */
  readonly facts: Facts;
  readonly result: FoundResult;
  readonly proposes?: Proposal;
}

export interface Tool {
  /** As the model calls it: letters and underscores. */
  readonly name: string;
  readonly tool: AssistantTool;
  /** In English, for the model. */
  readonly description: string;
  readonly args: z.ZodObject;
  /** What its facts are, for programs that want to know beforehand. */
  readonly facts: z.ZodType;
  /** It would change something: asked of the person first, and never offered to other programs. */
  readonly acts?: true;
  /** Throws `ToolRefusal` with what the model should be told. */
  run(asking: Asking, args: unknown): Promise<ToolOutcome>;
}

/** Words for the model: there is no such room, or no such time. Not a fault of ours. */
export class ToolRefusal extends Error {
  override readonly name = 'ToolRefusal';
}

interface ToolParts<Shape extends z.ZodRawShape, Facts extends z.ZodType> extends Omit<Tool, 'args' | 'facts' | 'run'> {
  /** Any other argument is refused. */
  readonly args: Shape;
  readonly facts: Facts;
  readonly run: (asking: Asking, args: z.output<z.ZodObject<Shape>>) => Promise<ToolOutcome<z.output<Facts>>>;
}

/** Of a date its format says enough; that a whole number is one that can be counted to, nobody needs to read. */
const shorten = ({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void => {
  if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  delete jsonSchema.id;
};

/** A shape as programs read one. */
export const toSchema = (shape: z.ZodType, io: 'input' | 'output'): Record<string, unknown> => {
  const { $schema: _, ...schema } = z.toJSONSchema(shape, { io, override: shorten });
  return schema;
};

/** A tool whose arguments are read before it runs; what is wrong with them is said to the model. */
export const createTool = <Shape extends z.ZodRawShape, Facts extends z.ZodType<ToolOutcome['facts']>>({
  args: shape,
  run,
  ...tool
}: ToolParts<Shape, Facts>): Tool => {
  const args = z.strictObject(shape);
  return {
    ...tool,
    args,
    run: async (asking, given) => {
      const read = args.safeParse(given);
      if (!read.success) throw new ToolRefusal(z.prettifyError(read.error));
      return run(asking, read.data);
    },
  };
};

// What a model names in its arguments, found in the household: days, rooms and devices. Refusals say what there is.

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

export const deviceNamed = ({ devices }: Home, name: string): HomeDevice => {
  const wanted = folded(name);
  const same = devices.filter((device) => device.id === name || folded(device.name) === wanted);
  const found =
    same.length > 0 ? same : devices.filter((device) => wanted !== '' && folded(device.name).includes(wanted));
  const [only] = found;
  if (only === undefined)
    throw new ToolRefusal(`No device has that name. The devices are: ${listed(devices.map((one) => one.name))}.`);
  if (found.length > 1) {
    const names = found.map((one) => `${one.name} (${one.id})`);
    throw new ToolRefusal(`Several devices could be meant. Ask which one, or use its id: ${listed(names)}.`);
  }
  return only;
};

export const findDevice = (home: Home, name: string): string => deviceNamed(home, name).id;

export const partOf = (home: Home, { utility = null, room, device }: PartNames): AskedPart => {
  if (room !== undefined && device !== undefined) throw new ToolRefusal('Name a room or a device, not both.');
  return {
    utility,
    room: room === undefined ? null : findRoom(home, room),
    device: device === undefined ? null : findDevice(home, device),
  };
};

const maxDays = 3700;

export const hourArgs = {
  from_hour: z
    .int()
    .min(0)
    .max(23)
    .optional()
    .describe('Of each day only from this hour on, by the clock of the household; with to_hour.'),
  to_hour: z
    .int()
    .min(1)
    .max(24)
    .optional()
    .describe(
      `Until this hour, which does not count. Before from_hour: of the next morning. At most ${maxHourDays} days.`,
    ),
};

interface HourNames {
  readonly from_hour?: number | undefined;
  readonly to_hour?: number | undefined;
}

const hoursOf = ({ from_hour: from, to_hour: to }: HourNames): ClockHours | undefined => {
  if (from === undefined && to === undefined) return undefined;
  if (from === undefined || to === undefined) throw new ToolRefusal('from_hour and to_hour go together, or neither.');
  if (from === to) throw new ToolRefusal('to_hour: must not be from_hour. Leave both out for whole days.');
  return { from, to };
};

/** Some hours of each of its days, or all of them. */
export const periodInHours = (
  home: Home,
  from: string,
  until: string,
  names: HourNames,
  longest?: number,
): AskedPeriod => {
  const hours = hoursOf(names);
  if (hours === undefined) return periodOf(home, from, until, longest);
  return { ...periodOf(home, from, until, Math.min(longest ?? maxHourDays, maxHourDays)), hours };
};

/** From its first day to its last one, both counted. */
export const periodOf = ({ today }: Home, from: string, until: string, longest = maxDays): AskedPeriod => {
  if (from > until) throw new ToolRefusal('from: must not be after until.');
  if (from > today) throw new ToolRefusal(`from: lies in the future, of which nothing is measured. Today is ${today}.`);
  const to = addDays(until > today ? today : until, 1);
  if (daysBetween(from, to) > longest) throw new ToolRefusal(`until: at most ${longest} days after from.`);
  return { from, to, name: null, isAssumed: false };
};

export const noTariffRefusal = 'No tariff is in force, so nothing has a price. Prices are entered on the billing page.';
