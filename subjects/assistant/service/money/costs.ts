/** What rooms, devices and what is always on cost, for a person and for a program: in the open cycle, or in a period. */
import { z } from 'zod';
import { type Utility, utilityIds, utilityWithStandby } from '#catalogue/index.ts';
import { exact, minorDigits, textOf } from '#subjects/bills/domain/tariff/exact.ts';
import type { Asking, FoundResult, OwnAnswer } from '../asking.ts';
import { type Home, roomsHeld, wholeHome } from '../home.ts';
import type { AskedPart, AskedPeriod, Intent } from '../intent.ts';
import { costsLink, deviceName, figure } from '../writer.ts';
import { daysFacts, shape, toldAmount, toldUse } from '../tools/facts.ts';
import { createTool, noTariffRefusal, periodOf, ToolRefusal } from '../tools/tool.ts';
import { lengthOf } from '../usage/periods.ts';
import { capital, pageOf, said, whenOf } from '../usage/phrases.ts';
import { withWholeDays } from '../usage/reply-about-use.ts';
import { type CostFacts, type DeviceCost, maxCostDays, readCostFacts, type RoomCost, sumIn } from './cost-facts.ts';
import {
  enterNote,
  heardNotes,
  moneyVoice,
  type MoneyVoice,
  type OneResult,
  paragraphs,
  safe,
  simulatedNote,
  type Table,
  tableOf,
} from './money-voice.ts';
import type { Topic } from '../topic.ts';
import { costs as costsRule } from '../understand/rules/money-rules.ts';
import { plainly } from '../talk/suggestions.ts';

declare module '../intent.ts' {
  interface Intents {
    /** What rooms, devices or what is always on cost: in the open cycle, or in a period that was named. */
    costs: {
      readonly part: AskedPart;
      readonly ask: 'total' | 'rooms' | 'devices' | 'most-room' | 'most-device' | 'always-on';
      readonly period: AskedPeriod | null;
      /** Of what is always on: how much that is of all that its utility cost. */
      readonly isShare?: true;
    };
  }
}

export type CostsIntent = Intent<'costs'>;
export const resultOf = (telling: Telling, by?: 'room' | 'device'): FoundResult => ({
  tool: 'costs',
  title: telling.voice.t('title-costs', { days: daysOf(telling) }),
  link: linkOf(telling, by),
});

const usedCell = (row: DeviceCost | RoomCost, { write }: Asking): string[] =>
  'device' in row ? [write.amount(row.utility, row.used)] : [];

const costsTable = (
  rows: readonly (DeviceCost | RoomCost)[],
  by: 'room' | 'device',
  { facts, asking, voice }: Telling,
): Table =>
  tableOf(
    [voice.t(by)],
    [voice.paper.t('amount'), ...(by === 'device' ? [voice.paper.line('use')] : [])],
    rows.map((row) => [nameOf(row, voice), voice.money(row.cost, facts.currency), ...usedCell(row, asking)]),
  );

/** Standing charges, which nothing that is used causes. */
const fixedNote = (by: 'room' | 'device', telling: Telling): string[] => {
  const { facts, voice } = telling;
  const amount = by === 'device' ? facts.fixed : facts.apart;
  if (Number(amount) === 0) return [];
  return [voice.t(by === 'device' ? 'costs-fixed' : 'costs-apart', { amount: linked(amount, telling) })];
};

/** Of the whole home, or of a meter above others: it is in no room, and no device. */
const isOfNone = (row: DeviceCost | RoomCost): boolean => row.isRest || row.room === wholeHome || row.room === '';

const named = (row: DeviceCost | RoomCost, telling: Telling) => ({
  name: safe(nameOf(row, telling.voice)),
  amount: linked(row.cost, telling),
});

/** What cost more than all that has a name. */
const restNote = (rows: readonly (DeviceCost | RoomCost)[], telling: Telling): string[] => {
  const { voice } = telling;
  const [first] = rows;
  if (!first || !isOfNone(first) || rows.every(isOfNone)) return [];
  return [voice.t('costs-rest', named(first, telling))];
};

const dearestAnswer = (by: 'room' | 'device', telling: Telling): OneResult => {
  const { facts, part, voice } = telling;
  const rows =
    by === 'room' ? facts.rooms : facts.devices.filter(({ room }) => roomsHeld(telling.asking.home, part.room)(room));
  const most = rows.find((row) => !isOfNone(row)) ?? rows[0];
  if (!most) return { text: paragraphs([noCosts(telling)], costNotes(telling)), results: [resultOf(telling, by)] };
  return {
    text: paragraphs(
      [
        capital(told('costs-most', 'costs-most-then', telling, named(most, telling))),
        ...restNote(rows, telling),
        voice.t('costs-table'),
      ],
      [...fixedNote(by, telling), ...costNotes(telling)],
    ),
    results: [{ ...resultOf(telling, by), table: costsTable(rows, by, telling) }],
  };
};

/** What a room cost with all that lies in it. Undefined: nothing there cost anything. */
export const roomCost = ({ rooms, currency }: CostFacts, home: Home, asked: string): RoomCost | undefined => {
  const costs = rooms.filter(({ room }) => roomsHeld(home, asked)(room)).map(({ cost }) => cost);
  return costs.length === 0 ? undefined : { room: asked, cost: sumIn(costs, currency), isRest: false };
};

const oneAnswer = (name: string, row: DeviceCost | RoomCost | undefined, telling: Telling): OneResult => {
  const [used = null] = row ? usedCell(row, telling.asking) : [];
  const text = row
    ? costOf(nameOf(row, telling.voice), row.cost, used, telling)
    : told('cost-none', 'cost-then-none', telling, { name: safe(name) });
  return { text: paragraphs([text], costNotes(telling)), results: [resultOf(telling)] };
};

/** At what thirty days of it cost. */
export const yearOf = (month: string, currency: string): string => {
  const digits = minorDigits(currency);
  return textOf(exact(month).mul(365).div(30), digits, digits);
};

const alwaysOnShare = (cost: string, telling: Telling): string[] => {
  const total = telling.facts.totals[utilityWithStandby] ?? '0';
  if (Number(total) <= 0) return [];
  const share = `**${telling.asking.write.percent(Number(cost) / Number(total))}**`;
  return [telling.voice.t('always-on-share', { share, total: linked(total, telling) })];
};

/** `asked`: of a time that was named, it is told of the open cycle all the same. */
const alwaysOnAnswer = (telling: Telling, { period: asked, isShare }: Omit<CostsIntent, 'about'>): OneResult => {
  const { facts, asking, voice } = telling;
  const results: OneResult['results'] = [resultOf(telling)];
  if (facts.alwaysOn === null) return { text: voice.t('no-always-on'), results };
  const { watts, cost, month } = facts.alwaysOn;
  const text = voice.t('always-on', {
    power: asking.write.rate(utilityWithStandby, watts),
    amount: linked(cost, telling),
    month: linked(month, telling),
    year: linked(yearOf(month, facts.currency), telling),
  });
  const notes = [...(asked === null ? [] : [voice.t('always-on-open')]), ...costNotes(telling)];
  return { text: paragraphs([text, ...(isShare ? alwaysOnShare(cost, telling) : [])], notes), results };
};

const wordCosts = (asking: Asking, facts: CostFacts, intent: Omit<CostsIntent, 'about'>): OneResult => {
  const { part, ask } = intent;
  const voice = moneyVoice(asking);
  const telling = { facts, part, asking, voice };
  if (ask === 'always-on') return alwaysOnAnswer(telling, intent);
  if (ask === 'rooms' || ask === 'most-room') return dearestAnswer('room', telling);
  if (ask === 'devices' || ask === 'most-device') return dearestAnswer('device', telling);
  const { device, room } = part;
  if (device !== null) {
    const own = facts.devices.find((one) => one.device === device);
    return oneAnswer(voice.device(device, false), own, telling);
  }
  if (room !== null && room !== wholeHome)
    return oneAnswer(voice.room(room, false), roomCost(facts, asking.home, room), telling);
  return { text: paragraphs([totalText(telling)], costNotes(telling)), results: [resultOf(telling)] };
};

const replyOfDays = async (asking: Asking, intent: CostsIntent): Promise<OwnAnswer> => {
  const { part, ask, period } = intent;
  if (ask !== 'always-on' && period !== null && isTooLong(period)) return tooLong(moneyVoice(asking));
  const facts = await readCostFacts(asking, part, ask === 'always-on' ? null : period);
  return facts === null ? noTariff(asking, moneyVoice(asking), period) : wordCosts(asking, facts, intent);
};

const replyToCosts = async (asking: Asking, intent: CostsIntent): Promise<OwnAnswer> => {
  if (intent.period?.hours === undefined || intent.ask === 'always-on') return replyOfDays(asking, intent);
  const { hours: _hours, ...days } = intent.period;
  return withWholeDays(asking, await replyOfDays(asking, { ...intent, period: days }));
};

const rowShape = z.strictObject({
  device: z.string().optional(),
  room: z.string(),
  utility: z.enum(utilityIds).optional(),
  isRest: z.boolean(),
  used: shape.use.optional(),
  cost: shape.money,
});
const costsShape = z.strictObject({
  isSimulated: z.boolean(),
  period: shape.days,
  of: z.string(),
  total: shape.money,
  fixedChargesOfNone: shape.money.optional(),
  alwaysOn: z
    .strictObject({ power: z.string(), soFar: shape.money, inThirtyDays: shape.money, inAYear: shape.money })
    .nullish(),
  daysWithoutPrice: z.int().optional(),
  withoutTariff: z.array(z.enum(utilityIds)).optional(),
  pricesMissingOf: z.array(z.string()).optional(),
  metersHeard: z.string().nullish(),
  rooms: z.array(rowShape).optional(),
  devices: z.array(rowShape).optional(),
});
type Costs = z.output<typeof costsShape>;

const rowsOf = (
  { devices, rooms, currency }: CostFacts,
  by: 'room' | 'device',
  { write, home }: Asking,
): z.output<typeof rowShape>[] =>
  by === 'room'
    ? rooms.map(({ room, cost, isRest }) => ({ room, isRest, cost: toldAmount(write, cost, currency) }))
    : devices.map(({ device, room, utility, used, cost, isRest }) => ({
        device: deviceName(home, device),
        room,
        utility,
        isRest,
        used: toldUse(write, utility, used),
        cost: toldAmount(write, cost, currency),
      }));

/** Of the open cycle with what is fixed on its bill; of a period with what is not in it. */
const factsOf = (facts: CostFacts, by: 'room' | 'device', asking: Asking): Costs => {
  const { period, days, total, currency, alwaysOn, unpriced, heard } = facts;
  const { write, home } = asking;
  const amount = (text: string) => toldAmount(write, text, currency);
  const rows = rowsOf(facts, by, asking);
  return {
    isSimulated: home.kind !== 'home',
    period: daysFacts(days.from, days.to),
    total: amount(total),
    ...(period === null
      ? {
          of: 'the open billing cycle until today',
          fixedChargesOfNone: amount(by === 'device' ? facts.fixed : facts.apart),
          alwaysOn: alwaysOn && {
            power: write.rate(utilityWithStandby, alwaysOn.watts),
            soFar: amount(alwaysOn.cost),
            inThirtyDays: amount(alwaysOn.month),
            inAYear: amount(yearOf(alwaysOn.month, currency)),
          },
        }
      : {
          of: 'the use of these days, at the prices of their billing cycles; fixed charges are not in it',
          ...(unpriced.days > 0 && { daysWithoutPrice: unpriced.days }),
          ...(unpriced.utilities.length > 0 && { withoutTariff: [...unpriced.utilities] }),
          ...(unpriced.missing.length > 0 && { pricesMissingOf: [...unpriced.missing] }),
          metersHeard: heard.covered === null ? null : write.percent(heard.covered),
        }),
    ...(by === 'room' ? { rooms: rows } : { devices: rows }),
  };
};

const periodAsked = (home: Home, from: string | undefined, until: string | undefined): AskedPeriod | null => {
  if (from === undefined && until === undefined) return null;
  if (from === undefined || until === undefined) throw new ToolRefusal('from and until go together, or neither.');
  return periodOf(home, from, until, maxCostDays);
};

const costsTool = createTool({
  name: 'costs',
  tool: 'costs',
  description:
    'What each room or device has cost, dearest first: in the open billing cycle so far, with what is always on; or, with from and until, what its use cost on those days. `isRest`: what meters below it did not see.',
  args: {
    by: z.enum(['room', 'device']).describe('Rooms or devices.'),
    from: z.iso
      .date()
      .optional()
      .describe('The first local day; left out together with `until`: the open billing cycle.'),
    until: z.iso.date().optional().describe(`The last day, which counts too; at most ${maxCostDays} days.`),
  },
  facts: costsShape,
  run: async (asking, { by, from, until }) => {
    const period = periodAsked(asking.home, from, until);
    const part = { utility: null, room: null, device: null };
    const facts = await readCostFacts(asking, part, period);
    if (facts === null) throw new ToolRefusal(noTariffRefusal);
    const ask = by === 'room' ? 'rooms' : 'devices';
    const { results } = wordCosts(asking, facts, { part, ask, period });
    return { facts: factsOf(facts, by, asking), result: results[0] };
  },
});

// How costs are said: of the open billing cycle as its card has them, or of the use of a period.

export interface Telling {
  readonly facts: CostFacts;
  readonly part: AskedPart;
  readonly asking: Asking;
  readonly voice: MoneyVoice;
}

export const daysOf = ({ facts, voice }: Telling): string => voice.days(facts.days.from, facts.days.to);

export const nameOf = (row: DeviceCost | RoomCost, { device, room }: MoneyVoice): string =>
  'device' in row ? device(row.device, row.isRest) : room(row.room, row.isRest);

/** The card with the costs; of a period, the use that they come from. */
const linkOf = ({ facts, part, asking }: Telling, by?: 'room' | 'device'): string =>
  facts.period === null ? costsLink : pageOf(asking, part, facts.period, by);

/** A figure that opens what it comes from. */
export const linked = (amount: string, telling: Telling): string =>
  figure(telling.voice.money(amount, telling.facts.currency), linkOf(telling));

type Key = Parameters<MoneyVoice['t']>[0];

/** Of the open cycle, or of the period. */
const told = (open: Key, then: Key, telling: Telling, values: Readonly<Record<string, string>> = {}): string => {
  const { facts, asking, voice } = telling;
  return facts.period === null
    ? voice.t(open, { ...values, days: daysOf(telling) })
    : voice.t(then, { ...values, when: whenOf(asking, facts.period) });
};

const costOf = (name: string, cost: string, used: string | null, telling: Telling): string => {
  const values = { name: safe(name), amount: linked(cost, telling) };
  return used === null
    ? told('cost-of', 'cost-then', telling, values)
    : told('cost-of-used', 'cost-then-used', telling, { ...values, used });
};

const noCosts = (telling: Telling): string => capital(told('costs-none', 'costs-then-none', telling));

/** All of it, and what of it is each utility's. */
const periodTotal = (period: AskedPeriod, telling: Telling): string => {
  const { facts, part, asking, voice } = telling;
  if (facts.devices.length === 0) return noCosts(telling);
  const used = (utility: Utility): string => {
    const sum = facts.devices.filter((one) => one.utility === utility).reduce((all, one) => all + one.used, 0);
    return asking.write.amount(utility, sum);
  };
  const name = part.utility === null ? voice.t('costs-then-all') : voice.t(part.utility);
  const values = { name, when: whenOf(asking, period), amount: linked(facts.total, telling) };
  if (part.utility !== null) return voice.t('cost-then-used', { ...values, used: used(part.utility) });
  const split = voice.split((utility) => {
    const cost = facts.totals[utility];
    return cost === undefined ? null : linked(cost, telling);
  });
  return [voice.t('cost-then', values), ...split].join(' ');
};

const totalText = (telling: Telling): string => {
  const { facts, part, voice } = telling;
  if (facts.period !== null) return periodTotal(facts.period, telling);
  return voice.t('so-far-days', {
    subject: voice.t(`subject-${part.utility ?? 'all'}`),
    amount: voice.amount(facts.total, facts.currency),
    days: daysOf(telling),
  });
};

/** What is not in the costs of a period. */
export const costNotes = ({ facts, asking, voice }: Telling): string[] => {
  const { period, unpriced, cycles, devices, heard } = facts;
  if (period === null) return simulatedNote(asking, voice);
  return [
    ...(devices.length === 0 ? [] : [voice.t('costs-use-only', { count: cycles })]),
    ...(unpriced.days > 0 ? [voice.t('note-unpriced', { count: unpriced.days })] : []),
    ...unpriced.utilities.map((utility) => voice.t('no-price-then', { utility: voice.t(utility) })),
    ...unpriced.missing.map((of) => voice.t('note-missing-then', { of: safe(of) })),
    ...heardNotes(heard, asking, voice),
    ...simulatedNote(asking, voice),
  ];
};

export const isTooLong = (period: AskedPeriod): boolean => lengthOf(period) > maxCostDays;

export const tooLong = (voice: MoneyVoice): OwnAnswer => said(voice.t('costs-too-long', { count: maxCostDays }));

/** `period` null: the open cycle. */
export const noTariff = (asking: Asking, voice: MoneyVoice, period: AskedPeriod | null): OwnAnswer => {
  const text =
    period === null ? voice.t('no-tariff') : capital(voice.t('no-tariff-then', { when: whenOf(asking, period) }));
  return said(paragraphs([text, enterNote(asking, voice)], []));
};

export const costsTopic: Topic<'costs'> = {
  about: 'costs',
  rule: costsRule,
  tells: 'figures',
  takes: 'cost pay use both bill',
  takesFor: {
    total: 'isOn switchOn leaveIt',
    rooms: 'byRoom room',
    devices: 'byDevice device parts',
    'most-room': 'most more room dearest which byRoom',
    'most-device': 'most more device dearest which byDevice tips',
    'always-on': 'alwaysOn most device when isOn isOff now month perMonth year perYear percent parts bill',
  },
  nextOf: (of, { ask }) =>
    ask === 'always-on'
      ? plainly(of, 'device-costs', 'tips', 'forecast')
      : plainly(of, 'always-on', 'forecast', 'cheapest'),
  tools: [costsTool],
  reply: replyToCosts,
};
