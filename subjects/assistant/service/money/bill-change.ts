/** Why a bill is not as much as another, for a person and for a program: the difference, then its causes by size. */
import { containersIn } from '#subjects/readings/domain/meter-tree.ts';
import { z } from 'zod';
import { unitName, utilityIds } from '#catalogue/index.ts';
import type { Asking, OwnAnswer } from '../asking.ts';
import { billLink, deviceName, figure } from '../writer.ts';
import type { AskedPeriod, Intent } from '../intent.ts';
import { daysFacts, shape, toldAmount, toldUse } from '../tools/facts.ts';
import { createTool, ToolRefusal } from '../tools/tool.ts';
import { note, paragraphs as inParagraphs, said, together } from '../usage/phrases.ts';
import { type BillChange, type ChangePart, maxBills, readBillChange } from './bill-facts.ts';
import { billDays, noBillRefusal, periodOfBill, replyToClosedBills } from './closed-bills.ts';
import {
  amountsTable,
  isHeardLittle,
  type MoneyVoice,
  moneyVoice,
  type OneResult,
  safe,
  simulatedNote,
  type Table,
} from './money-voice.ts';
import type { Topic } from '../topic.ts';

declare module '../intent.ts' {
  interface Intents {
    /** `period`: of the bill that is asked of, where it need not be the latest. */
    'bill-change': { readonly against: 'before' | 'year' | AskedPeriod; readonly period?: AskedPeriod };
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

/** Causes that make it dearer or cheaper; of all others more or less was used. */
const priceKinds = ['block', 'hours', 'peak', 'limit', 'settlement', 'exchange'] as const;
const isOfPrice = (kind: ChangePart['kind']): kind is (typeof priceKinds)[number] =>
  priceKinds.some((one) => one === kind);

/** One cause in a sentence, as the billing page says it. */
const causeText = (part: ChangePart, telling: Telling, written: (name: string) => string): string => {
  const { change, asking, voice, containers } = telling;
  const { kind, utility, amount, used, device = '' } = part;
  if (kind === 'unpriced' || utility === null) return voice.change('unpriced');
  if (kind === 'days') return daysCause(change.daysMore, part, telling);
  const way = Number(amount) > 0 ? 'dearer' : 'cheaper';
  if (kind === 'price') return voice.change(way);
  if (isOfPrice(kind)) return voice.change(`${kind}.${way}`);
  const quantity = asking.write.amount(utility, Math.abs(used ?? 0));
  if (kind === 'weather') return weatherCause(part, quantity, telling);
  const name = kind === 'device' ? written(voice.device(device, containers.has(device))) : '';
  return voice.change(`${kind}.${(used ?? Number(amount)) > 0 ? 'more' : 'less'}`, { name, used: quantity });
};

const withUtility = (part: ChangePart, cause: string, { t }: MoneyVoice): string =>
  part.utility === null ? cause : t('cause-of', { utility: t(part.utility), cause });

const causeLine = (part: ChangePart, telling: Telling): string => {
  const { change, voice } = telling;
  const { bill } = change;
  const cause = withUtility(part, causeText(part, telling, safe), voice);
  return `- ${cause} ${figure(voice.signed(part.amount, bill.currency), billLink(bill.id))}`;
};

const tableOf = (telling: Telling): Table => {
  const { change, voice } = telling;
  const { parts, difference, bill } = change;
  const row = (part: ChangePart): string[] => [
    withUtility(part, causeText(part, telling, String), voice),
    voice.signed(part.amount, bill.currency),
  ];
  return amountsTable(
    [...parts.map(row), [voice.change('difference'), voice.signed(difference, bill.currency)]],
    voice,
  );
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

const wordChange = async (asking: Asking, change: BillChange): Promise<OneResult> => {
  const voice = moneyVoice(asking);
  const telling: Telling = { change, asking, voice, containers: await readContainers(asking) };
  const { parts, bill, earlierCoverage } = change;
  const left = parts.length - saidParts;
  const causes = parts.slice(0, saidParts).map((part) => causeLine(part, telling));
  return {
    text: inParagraphs(
      firstSentence(change, voice),
      causes.length === 0 ? null : voice.t('change-why'),
      causes.join('\n'),
      note(
        together(
          left > 0 && voice.t('change-rest', { count: left }),
          isHeardLittle(earlierCoverage) && voice.change('partial', { share: asking.write.percent(earlierCoverage) }),
          ...simulatedNote(asking, voice),
        ),
      ),
    ),
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

const replyToBillChange = async (asking: Asking, { against, period }: ChangeIntent): Promise<OwnAnswer> => {
  const found = await readBillChange(asking.sources, against, period);
  if (!('missing' in found)) return wordChange(asking, found);
  const closed = { about: 'closed-bill', utility: null } as const;
  if (found.missing === 'no-bill')
    return replyToClosedBills(asking, { ...closed, period: found.period, ask: 'amount' });
  const { t, days } = moneyVoice(asking);
  const { bill } = found;
  const none = t(`no-earlier-${against === 'year' ? 'year' : 'before'}`, { days: days(bill.start, bill.end) });
  if (period === undefined) return said(none);
  const own = await replyToClosedBills(asking, { ...closed, period, ask: 'parts' });
  return { ...own, text: inParagraphs(none, own.text) };
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
): z.output<typeof changeShape> => {
  const { currency } = bill;
  const told = ({ start, end, total }: BillChange['against']) => ({
    cycle: daysFacts(start, end),
    total: toldAmount(asking.write, total, currency),
  });
  return {
    isSimulated: asking.home.kind !== 'home',
    bill: told(bill),
    earlier: told(against),
    difference: toldAmount(asking.write, difference, currency),
    daysMore,
    parts: parts.map((part) => partFacts(part, currency, asking)),
    partsSumToDifference: true,
    weather,
  };
};

const billChangeTool = createTool({
  name: 'bill_change',
  tool: 'bill-change',
  description:
    'Why a closed bill, the latest one or that of some days, is more or less than the one before it, or that of a year before: causes by size.',
  args: {
    against: z.enum(['before', 'year']).default('before').describe('The bill before it, or that of a year before.'),
    ...billDays,
  },
  facts: changeShape,
  run: async (asking, { against, ...days }) => {
    const found = await readBillChange(asking.sources, against, periodOfBill(asking, days));
    if ('missing' in found && found.missing === 'no-bill')
      throw new ToolRefusal(noBillRefusal(await asking.sources.bills(maxBills)));
    if ('missing' in found)
      throw new ToolRefusal(
        `There is no ${against === 'year' ? 'bill of a year before' : 'earlier bill'} in the same currency to hold against the one which begins on ${found.bill.start}.`,
      );
    const { results } = await wordChange(asking, found);
    return { facts: factsOf(found, asking), result: results[0] };
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
