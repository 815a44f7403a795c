/** Why a bill is not as much as another, for a person and for a program: the difference, then its causes by size. */
import { containersIn } from '#subjects/readings/domain/meter-tree.ts';
import { z } from 'zod';
import { unitName, utilityIds } from '#catalogue/index.ts';
import type { Asking, FoundResult, OwnAnswer } from '../asking.ts';
import { billLink, deviceName, figure } from '../writer.ts';
import type { Intent } from '../intent.ts';
import { daysFacts, shape, toldAmount, toldUse } from '../tools/facts.ts';
import { createTool, ToolRefusal } from '../tools/tool.ts';
import { note } from '../usage/phrases.ts';
import { type BillChange, type ChangePart, readBillChange } from './bill-facts.ts';
import { replyToClosedBills } from './closed-bills.ts';
import { isHeardLittle, type MoneyVoice, moneyVoice, safe, simulatedNote } from './money-voice.ts';
import type { Topic } from '../topic.ts';

declare module '../intent.ts' {
  interface Intents {
    'bill-change': { readonly against: 'before' | 'year' };
  }
}

type ChangeIntent = Intent<'bill-change'>;
/** As many causes are said; all stand in the table. */
const saidParts = 4;

interface Telling {
  readonly change: BillChange;
  readonly asking: Asking;
  readonly voice: MoneyVoice;
  readonly containers: ReadonlySet<string>;
}

const weatherCause = ({ degrees, used = 0 }: ChangePart, quantity: string, { asking, voice }: Telling): string => {
  const celsius = Number(((degrees?.now ?? 0) - (degrees?.before ?? 0)).toFixed(1));
  const way = celsius === 0 ? 'alike' : celsius > 0 ? 'warmer' : 'colder';
  const isFahrenheit = asking.home.units === 'us';
  const size = Math.abs(isFahrenheit ? (celsius * 9) / 5 : celsius);
  const written = `${asking.write.number(size, 1)}\u00a0${isFahrenheit ? '°F' : '°C'}`;
  return voice.weather(`${way}.${used > 0 ? 'more' : 'less'}`, { degrees: written, used: quantity });
};

const daysCause = (daysMore: number, { block }: ChangePart, { voice, asking }: Telling): string => {
  if (daysMore === 0) return voice.change('otherDays');
  const count = Math.abs(daysMore);
  if (block)
    return voice.change('longerBlock', {
      count,
      above: `${asking.write.number(Number(block.above), 2)}\u00a0${unitName(block.unit)}`,
    });
  return voice.change(daysMore > 0 ? 'longer' : 'shorter', { count });
};

/** One cause in a sentence, as the billing page says it. */
const causeText = (part: ChangePart, telling: Telling, written: (name: string) => string): string => {
  const { change, asking, voice, containers } = telling;
  const isMore = Number(part.amount) > 0;
  if (part.kind === 'unpriced' || part.utility === null) return voice.change('unpriced');
  if (part.kind === 'days') return daysCause(change.daysMore, part, telling);
  if (part.kind === 'price') return voice.change(isMore ? 'dearer' : 'cheaper');
  if (
    part.kind === 'block' ||
    part.kind === 'hours' ||
    part.kind === 'peak' ||
    part.kind === 'limit' ||
    part.kind === 'settlement' ||
    part.kind === 'exchange'
  )
    return voice.change(`${part.kind}.${isMore ? 'dearer' : 'cheaper'}`);
  const used = asking.write.amount(part.utility, Math.abs(part.used ?? 0));
  if (part.kind === 'weather') return weatherCause(part, used, telling);
  const way = (part.used ?? Number(part.amount)) > 0 ? 'more' : 'less';
  if (part.kind !== 'device') return voice.change(`${part.kind}.${way}`, { used });
  const { device = '' } = part;
  return voice.change(`device.${way}`, { name: written(voice.device(device, containers.has(device))), used });
};

const withUtility = (part: ChangePart, cause: string, { t }: MoneyVoice): string =>
  part.utility === null ? cause : t('cause-of', { utility: t(part.utility), cause });

const causeLine = (part: ChangePart, telling: Telling): string => {
  const { change, voice } = telling;
  const { bill } = change;
  const cause = withUtility(part, causeText(part, telling, safe), voice);
  return `- ${cause} ${figure(voice.signed(part.amount, bill.currency), billLink(bill.id))}`;
};

const tableOf = (telling: Telling): NonNullable<FoundResult['table']> => {
  const { change, voice } = telling;
  const { parts, difference, bill } = change;
  const row = (part: ChangePart): string[] => [
    withUtility(part, causeText(part, telling, String), voice),
    voice.signed(part.amount, bill.currency),
  ];
  return {
    columns: [
      { title: voice.paper.t('what'), isNumber: false },
      { title: voice.paper.t('amount'), isNumber: true },
    ],
    rows: [...parts.map(row), [voice.change('difference'), voice.signed(difference, bill.currency)]],
  };
};

const firstSentence = ({ bill, against, difference }: BillChange, { t, days, money }: MoneyVoice): string => {
  const linked = (amount: string, id: string): string => figure(money(amount, bill.currency), billLink(id));
  const size = Number(difference);
  return t(`change-${size === 0 ? 'same' : size > 0 ? 'more' : 'less'}`, {
    days: days(bill.start, bill.end),
    total: linked(bill.total, bill.id),
    amount: linked(difference.replace('-', ''), bill.id),
    earlier: days(against.start, against.end),
    before: linked(against.total, against.id),
  });
};

/** Meters that others hang below: a part of theirs is what those did not see. */
const readContainers = async ({ sources }: Asking): Promise<ReadonlySet<string>> => {
  const { meters } = await sources.latest();
  const parents = containersIn(meters);
  return new Set(meters.filter(({ meterId }) => parents.has(meterId)).map(({ deviceId }) => deviceId));
};

const wordChange = async (asking: Asking, change: BillChange): Promise<OwnAnswer> => {
  const voice = moneyVoice(asking);
  const telling: Telling = { change, asking, voice, containers: await readContainers(asking) };
  const { parts, bill, earlierCoverage } = change;
  const left = parts.length - saidParts;
  const notes = [
    ...(left > 0 ? [voice.t('change-rest', { count: left })] : []),
    ...(isHeardLittle(earlierCoverage)
      ? [voice.change('partial', { share: asking.write.percent(earlierCoverage) })]
      : []),
    ...simulatedNote(asking, voice),
  ];
  const said = parts.slice(0, saidParts).map((part) => causeLine(part, telling));
  const why = said.length === 0 ? [] : [voice.t('change-why'), said.join('\n')];
  return {
    text: [firstSentence(change, voice), ...why, ...(notes.length === 0 ? [] : [note(notes.join(' '))])].join('\n\n'),
    results: [
      {
        tool: 'bill-change',
        title: voice.t('title-change', { days: voice.days(bill.start, bill.end) }),
        link: billLink(bill.id),
        table: tableOf(telling),
      },
    ],
  };
};

const replyToBillChange = async (asking: Asking, { against }: ChangeIntent): Promise<OwnAnswer> => {
  const found = await readBillChange(asking.sources, against);
  if (found === 'no-bills')
    return replyToClosedBills(asking, { about: 'closed-bill', period: null, utility: null, ask: 'amount' });
  if (!('missing' in found)) return wordChange(asking, found);
  const { t, days } = moneyVoice(asking);
  const { bill } = found;
  return { text: t(`no-earlier-${against}`, { days: days(bill.start, bill.end) }), results: [] };
};

const partShape = z.strictObject({
  kind: z.string(),
  utility: z.enum(utilityIds).nullable(),
  amount: shape.money,
  device: z.string().optional(),
  usedMore: shape.use.optional(),
  meanCelsius: z.strictObject({ now: z.number(), before: z.number() }).optional(),
});
const billShape = z.strictObject({ cycle: shape.days, total: shape.money });
const changeShape = z.strictObject({
  isSimulated: z.boolean(),
  bill: billShape,
  earlier: billShape,
  difference: shape.money,
  daysMore: z.int(),
  parts: z.array(partShape),
  partsSumToDifference: z.boolean(),
  weather: z.unknown(),
});

const partFacts = (
  { kind, utility, device, used, degrees, amount }: ChangePart,
  currency: string,
  asking: Asking,
): z.output<typeof partShape> => ({
  kind,
  utility,
  amount: toldAmount(asking.write, amount, currency),
  ...(device !== undefined && { device: deviceName(asking.home, device) }),
  ...(used !== undefined && utility !== null && { usedMore: toldUse(asking.write, utility, used) }),
  ...(degrees !== undefined && { meanCelsius: degrees }),
});

const factsOf = (
  { bill, against, difference, daysMore, parts, weather }: BillChange,
  asking: Asking,
): z.output<typeof changeShape> => ({
  isSimulated: asking.home.kind !== 'home',
  bill: { cycle: daysFacts(bill.start, bill.end), total: toldAmount(asking.write, bill.total, bill.currency) },
  earlier: {
    cycle: daysFacts(against.start, against.end),
    total: toldAmount(asking.write, against.total, bill.currency),
  },
  difference: toldAmount(asking.write, difference, bill.currency),
  daysMore,
  parts: parts.map((part) => partFacts(part, bill.currency, asking)),
  partsSumToDifference: true,
  weather,
});

const billChangeTool = createTool({
  name: 'bill_change',
  tool: 'bill-change',
  description:
    'Why the latest closed bill is more or less than the one before it, or that of a year before: causes by size.',
  args: {
    against: z.enum(['before', 'year']).default('before').describe('The bill before it, or that of a year before.'),
  },
  facts: changeShape,
  run: async (asking, { against }) => {
    const found = await readBillChange(asking.sources, against);
    if (found === 'no-bills') throw new ToolRefusal('No bill is closed yet; the tool `bill` tells of the open cycle.');
    if ('missing' in found)
      throw new ToolRefusal(
        `There is no ${against === 'year' ? 'bill of a year before' : 'earlier bill'} in the same currency to hold against the latest one, which begins on ${found.bill.start}.`,
      );
    const { results } = await wordChange(asking, found);
    const [result] = results;
    if (!result) throw new ToolRefusal('Nothing is known of that.');
    return { facts: factsOf(found, asking), result };
  },
});

export const billChangeTopic: Topic<'bill-change'> = {
  about: 'bill-change',
  tells: 'figures',
  takes:
    'outside explain bill bills why more less changed than compare pay cost dearest cheapest last yearAgo time from to how most both',
  next: ['forecast', 'device-costs', 'last-bill'],
  tools: [billChangeTool],
  reply: replyToBillChange,
};
