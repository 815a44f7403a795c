/** What a program may ask of a household, be it a provider's model or another assistant: named arguments in, facts out. */
import { z } from 'zod';
import { factsOf, hasTrait, languageIds, type Utility, utilityIds } from '#catalogue/index.ts';
import { addDays, daysBetween, type LocalDay } from '#catalogue/local-day.ts';
import { exact, textOf } from '#subjects/bills/domain/tariff/exact.ts';
import { isRough, type Rate } from '#subjects/readings/domain/present-rate.ts';
import type { AssistantTool } from '../../contract/assistant.ts';
import type { Asking, FoundResult } from '../asking.ts';
import { type Home, wholeHome } from '../home.ts';
import type { AskedPart, AskedPeriod } from '../intent.ts';
import { roomName, type Writer } from '../writer.ts';
import { type Amount, type Amounts, estimatedShare } from '../usage/amounts.ts';
import { isOpen } from '../usage/periods.ts';

export interface ToolOutcome {
  /**
   * JSON for the model: small, each amount as it may be said (`"12.4 kWh"`) and as a number with its unit in the name (`kWh`, `L`, `EUR`).
   * Words of the household (names of devices and rooms) stand as values only.
   */
  readonly facts: Readonly<Record<string, unknown>>;
  readonly result: FoundResult;
  readonly proposes?: { readonly device: string; readonly on: boolean };
}

export interface Tool {
  /** As the model calls it: letters and underscores. */
  readonly name: string;
  readonly tool: AssistantTool;
  /** In English, for the model. */
  readonly description: string;
  readonly args: z.ZodObject;
  /** It would change something: asked of the person first, and never offered to other programs. */
  readonly acts?: true;
  /** Throws `ToolRefusal` with what the model should be told. */
  run(asking: Asking, args: unknown): Promise<ToolOutcome>;
}

/** Words for the model: there is no such room, or no such time. Not a fault of ours. */
export class ToolRefusal extends Error {
  override readonly name = 'ToolRefusal';
}

interface ToolParts<Shape extends z.ZodRawShape> extends Omit<Tool, 'args' | 'run'> {
  /** Any other argument is refused. */
  readonly args: Shape;
  readonly run: (asking: Asking, args: z.output<z.ZodObject<Shape>>) => Promise<ToolOutcome>;
}

/** A tool whose arguments are read before it runs; what is wrong with them is said to the model. */
export const createTool = <Shape extends z.ZodRawShape>({ args: shape, run, ...tool }: ToolParts<Shape>): Tool => {
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

export const findDevice = ({ devices }: Home, name: string): string => {
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

// Figures as a program is told them: as they may be said, and as numbers with their unit in the name.

/** "electricity and water": for programs, which are told in English. */
export const utilityList = new Intl.ListFormat('en-GB').format(utilityIds);

/** An amount in metric units, whatever the household counts in: the unit stands in the name of the figure. */
export const toldIn = (utility: Utility) => factsOf(utility).amount.metric;

/** `W`, `L_per_min`. */
export const rateKey = (utility: Utility): string => factsOf(utility).flow.unit.replace('/', '_per_');

type Facts = Readonly<Record<string, unknown>>;

const decimals = (value: number): number => Math.round(value * 1000) / 1000;

/** Of base units. */
export const quantityFacts = ({ write }: Asking, utility: Utility, used: number): Facts => {
  const { unit, size } = toldIn(utility);
  return { said: write.amount(utility, used), [unit]: decimals(used / size) };
};

/** Of the flow's own unit. */
export const rateFacts = ({ write }: Asking, utility: Utility, rate: Rate): Facts => ({
  said: write.rate(utility, rate.rate),
  [rateKey(utility)]: decimals(rate.rate),
  ...(rate.atLeast ? { note: atLeastFact } : isRough(rate) && { note: 'about: the meter tells no better' }),
});

/** Of use, where not all that is made at home is measured. */
export const atLeastFact = 'at least: what is made here and used at once has no meter';

const amountFacts = (asking: Asking, utility: Utility, amount: Amount | null): Facts | 'no readings' => {
  if (amount === null) return 'no readings';
  const share = estimatedShare(amount);
  return {
    ...quantityFacts(asking, utility, amount.used),
    ...(share >= 0.005 && { estimated: asking.write.percent(share) }),
    ...(amount.atLeast && { note: atLeastFact }),
  };
};

/** Of each utility that is asked of. */
export const amountsFacts = (asking: Asking, shown: readonly Utility[], amounts: Amounts): Facts =>
  Object.fromEntries(shown.map((utility) => [utility, amountFacts(asking, utility, amounts[utility])]));

export const periodFacts = ({ home }: Asking, period: AskedPeriod): Facts => ({
  from: period.from,
  until: addDays(period.to, -1),
  ...(isOpen(period, home) && { note: 'not over yet' }),
});

/** `measures_water`: whether there is a meter of what can leak. */
export const leakMeterFacts = ({ home }: Asking): Facts => {
  const measures = (utility: Utility): boolean => home.devices.some((device) => device.utility === utility);
  const leaking = utilityIds.filter((utility) => hasTrait(utility, 'canLeak'));
  return Object.fromEntries(leaking.map((utility) => [`measures_${utility}`, measures(utility)]));
};

/** What the figures are: measured ones, or those of the demo household. */
export const originFacts = (isSimulated: boolean): Facts => ({
  figures: isSimulated ? 'simulated sample data of the demo household' : 'measured',
});

export const noReadings: Facts = { readings: 'none yet', advice: 'A meter is connected at /devices/connect.' };

/** `{ say: '€119.90', EUR: '119.90' }`. */
export const toldAmount = (write: Writer, amount: string, currency: string): Record<string, string> => ({
  say: write.money(amount, currency),
  [currency]: amount,
});

/** `{ say: '372 kWh', kWh: '372' }`: of base units. */
export const toldUse = (write: Writer, utility: Utility, used: number): Record<string, string> => {
  const { unit, size } = toldIn(utility);
  return { say: write.amount(utility, used), [unit]: textOf(exact(Math.round(used), size)) };
};

export const toldDays = (start: LocalDay, end: LocalDay): Record<string, string> => ({
  firstDay: start,
  lastDay: addDays(end, -1),
});

export const noTariffRefusal = 'No tariff is in force, so nothing has a price. Prices are entered on the billing page.';
