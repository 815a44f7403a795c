/** What a person and a program are told of closed bills: the one of a month, the latest, all of a year, the dearest and the cheapest. */
import { z } from 'zod';
import { byUtility, type Utility, utilityIds } from '#catalogue/index.ts';
import { billAmount } from '#subjects/bills/domain/bill/bill.ts';
import { addDays } from '#catalogue/local-day.ts';
import type { FiledBill } from '#subjects/bills/service/index.ts';
import type { Asking, FoundResult, OwnAnswer } from '../asking.ts';
import { billLink, billsLink, figure } from '../writer.ts';
import type { AskedPeriod, Intent } from '../intent.ts';
import { daysFacts, shape, toldAmount, toldUse } from '../tools/facts.ts';
import { createTool, ToolRefusal } from '../tools/tool.ts';
import { amountOf, billsIn, costOf, extremeBill, linesTable, maxBills, sumBills } from './bill-facts.ts';
import {
  closedNotes,
  enterNote,
  type MoneyVoice,
  moneyVoice,
  type OneResult,
  openNotes,
  openResult,
  ownNote,
  paragraphs,
  simulatedNote,
  type Table,
  tableOf,
  waitingNote,
} from './money-voice.ts';
import type { Topic } from '../topic.ts';

declare module '../intent.ts' {
  interface Intents {
    /** Bills that are closed: the one of a month, the last one, all of a year. Months as `2026-10`. */
    'closed-bill': {
      readonly period: AskedPeriod | null;
      readonly utility: Utility | null;
      readonly ask: 'amount' | 'parts' | 'list' | 'dearest' | 'cheapest' | 'average' | 'total';
      /** Of a list or an average: only so many, the latest. */
      readonly count?: number;
    };
  }
}

/** So many are listed, or taken for an average, where no number is named. */
const usually = 12;

export type ClosedIntent = Intent<'closed-bill'>;
interface Chosen {
  /** Newest first; at least one. */
  readonly bills: readonly FiledBill[];
  readonly utility: Utility | null;
  readonly voice: MoneyVoice;
  readonly asking: Asking;
}

/** From the first day of the oldest to the last day of the newest. */
const daysOf = (bills: readonly FiledBill[], { days }: MoneyVoice): string =>
  days(bills.at(-1)?.start ?? '', bills[0]?.end ?? '');

const linked = (amount: string, bill: FiledBill, { money }: MoneyVoice): string =>
  figure(money(amount, bill.currency), billLink(bill.id));

const oneResult = (bill: FiledBill, { t, days }: MoneyVoice): FoundResult => ({
  tool: 'bill',
  title: t('title-closed', { days: days(bill.start, bill.end) }),
  link: billLink(bill.id),
});

const listTable = ({ bills, utility, voice }: Chosen): Table => {
  const shown =
    utility === null ? utilityIds.filter((one) => bills.some((bill) => Number(amountOf(bill, one)) !== 0)) : [utility];
  const isSum = utility === null;
  return tableOf(
    [voice.paper.t('periodHead')],
    [...(isSum ? [voice.paper.t('total')] : []), ...shown.map((one) => voice.t(one))],
    bills.map((bill) => [
      voice.days(bill.start, bill.end),
      ...(isSum ? [voice.money(bill.total, bill.currency)] : []),
      ...shown.map((one) => voice.money(amountOf(bill, one), bill.currency)),
    ]),
  );
};

const listResult = (chosen: Chosen): FoundResult => ({
  tool: 'bill',
  title: chosen.voice.t('title-bills', { days: daysOf(chosen.bills, chosen.voice) }),
  link: billsLink,
  table: listTable(chosen),
});

const subjectOf = (bill: FiledBill, utility: Utility | null, { t, days }: MoneyVoice): string =>
  t(`closed-${utility ?? 'all'}`, { days: days(bill.start, bill.end) });

const split = (bill: FiledBill, utility: Utility | null, voice: MoneyVoice): string[] =>
  utility !== null
    ? []
    : voice.split((one) => (Number(amountOf(bill, one)) === 0 ? null : linked(amountOf(bill, one), bill, voice)));

/** `ask`: `parts`, with its lines; else with what of it is each utility's. */
const oneBill = (bill: FiledBill, { utility, voice, asking }: Chosen, ask: ClosedIntent['ask']): OneResult => {
  const { lines, start, currency } = bill;
  const total = amountOf(bill, utility);
  const isParts = ask === 'parts';
  const text = voice.t(isParts ? 'closed-parts' : 'closed', {
    subject: subjectOf(bill, utility, voice),
    amount: linked(total, bill, voice),
  });
  const table = isParts && {
    table: linesTable({ lines, start, currency, total }, utility, asking.language, voice),
  };
  return {
    text: paragraphs(
      [text, ...(isParts ? [] : split(bill, utility, voice))],
      closedNotes(bill, utility, asking, voice),
    ),
    results: [{ ...oneResult(bill, voice), ...table }],
  };
};

/** What several bills come to, or one of them on average: a sentence for each currency. */
const sumText = (chosen: Chosen, ask: 'sum' | 'average'): string => {
  const { bills, utility, voice } = chosen;
  const sums = sumBills(bills, utility).map(({ currency, count, amount, mean }) => {
    const own = bills.filter((bill) => bill.currency === currency);
    const [only] = own;
    if (only && count === 1)
      return voice.t('closed', { subject: subjectOf(only, utility, voice), amount: linked(amount, only, voice) });
    const subject = voice.t(`sum-${utility ?? 'all'}`, { count, days: daysOf(own, voice) });
    return voice.t(ask, { subject, amount: figure(voice.money(ask === 'sum' ? amount : mean, currency), billsLink) });
  });
  return paragraphs(sums, ownNote(chosen.asking, chosen.voice));
};

const listText = (chosen: Chosen, latest: FiledBill): string => {
  const { bills, utility, voice } = chosen;
  const days = voice.days(latest.start, latest.end);
  const amount = linked(amountOf(latest, utility), latest, voice);
  return paragraphs([voice.t('list', { amount, days, count: bills.length })], ownNote(chosen.asking, chosen.voice));
};

const extremeText = (chosen: Chosen, ask: 'dearest' | 'cheapest'): string => {
  const { bills, utility, voice } = chosen;
  const bill = extremeBill(bills, utility, ask);
  if (!bill) return '';
  const own = bills.filter(({ currency }) => currency === bill.currency);
  const values = {
    count: own.length,
    days: voice.days(bill.start, bill.end),
    amount: linked(amountOf(bill, utility), bill, voice),
  };
  const text =
    utility === null ? voice.t(ask, values) : voice.t(`${ask}-of`, { ...values, utility: voice.utility(utility) });
  const others = own.length < bills.length ? [voice.t('other-currency')] : [];
  return paragraphs([text, ...others], ownNote(chosen.asking, chosen.voice));
};

const wordChosen = (
  chosen: Chosen,
  latest: FiledBill,
  { ask, period }: Pick<ClosedIntent, 'ask' | 'period'>,
): OneResult => {
  const { bills, voice } = chosen;
  if (ask === 'parts' || bills.length === 1 || (ask === 'amount' && period === null)) {
    const one = oneBill(latest, chosen, ask);
    const isAlone = ask === 'dearest' || ask === 'cheapest' || ask === 'average';
    return isAlone ? { ...one, text: `${one.text} ${voice.t('only-one')}` } : one;
  }
  const results: OneResult['results'] = [listResult(chosen)];
  if (ask === 'dearest' || ask === 'cheapest') return { text: extremeText(chosen, ask), results };
  const sum = (): string => sumText(chosen, ask === 'average' ? 'average' : 'sum');
  return { text: ask === 'list' ? listText(chosen, latest) : sum(), results };
};

/** What there is where no bill is closed for that time: the open cycle, bills that wait, and the days of those that are closed. */
const wordNone = async (
  asking: Asking,
  { period, utility }: ClosedIntent,
  bills: readonly FiledBill[],
): Promise<OwnAnswer> => {
  const voice = moneyVoice(asking);
  const soFar = await asking.sources.soFar();
  const { start, end, currency } = soFar;
  const cost = costOf(soFar, utility);
  const isOpen = period === null || (period.from < end && period.to > start);
  const first =
    bills.length === 0
      ? voice.t('no-bills', { day: voice.lastDay(end) })
      : voice.t('no-bill-then', { days: period === null ? '' : voice.days(period.from, period.to) });
  const open =
    isOpen && cost !== null && currency !== null
      ? [voice.t('still-open', { amount: voice.amount(cost, currency) })]
      : [];
  const there = bills.length === 0 ? [] : [voice.t('bills-there', { count: bills.length, days: daysOf(bills, voice) })];
  const noTariff = soFar.cost === null && bills.length === 0 ? [voice.t('no-tariff'), enterNote(asking, voice)] : [];
  const notes =
    open.length > 0
      ? openNotes(soFar, utility, asking, voice)
      : [...waitingNote(soFar.waiting, voice), ...simulatedNote(asking, voice)];
  const isList = open.length === 0 && bills.length > 0;
  return {
    text: paragraphs([first, ...open, ...there, ...noTariff], notes),
    results: [isList ? listResult({ bills, utility, voice, asking }) : openResult(soFar, voice)],
  };
};

export const replyToClosedBills = async (asking: Asking, intent: ClosedIntent): Promise<OwnAnswer> => {
  const { period, utility, ask, count = ask === 'average' ? usually : undefined } = intent;
  const all = await asking.sources.bills(maxBills);
  const bills = period === null ? all.slice(0, count) : billsIn(all, period);
  const [latest] = bills;
  if (!latest) return wordNone(asking, intent, all);
  return wordChosen({ bills, utility, voice: moneyVoice(asking), asking }, latest, intent);
};

const billShape = z.strictObject({
  cycle: shape.days,
  total: shape.money,
  ...shape.each(shape.money),
  used: z.strictObject(shape.each(shape.use)),
  metersHeard: z.string().nullable(),
  daysWithoutPrice: z.int(),
});

const billFacts = (bill: FiledBill, { write }: Asking): z.output<typeof billShape> => ({
  cycle: daysFacts(bill.start, bill.end),
  total: toldAmount(write, bill.total, bill.currency),
  ...byUtility((utility) => toldAmount(write, billAmount(bill, utility).cost, bill.currency)),
  used: byUtility((utility) => toldUse(write, utility, billAmount(bill, utility).used)),
  metersHeard: bill.coverage === null ? null : write.percent(bill.coverage),
  daysWithoutPrice: bill.unpricedDays,
});

const noBillsRefusal = 'No bill is closed yet; the tool `bill` tells of the open cycle.';

export const noBillRefusal = (bills: readonly FiledBill[]): string => {
  const [latest, oldest] = [bills[0], bills.at(-1)];
  if (!latest || !oldest) return noBillsRefusal;
  return `No bill is closed for that time. There are ${bills.length} closed bills, from ${oldest.start} to ${addDays(latest.end, -1)}.`;
};

export const billDays = {
  from: z.iso.date().optional().describe('The first day asked about; with `until`.'),
  until: z.iso.date().optional().describe('The last day asked about.'),
};

/** Null: no days are named. */
export const periodOfBill = (
  { home }: Asking,
  { from, until }: { readonly from?: string | undefined; readonly until?: string | undefined },
): AskedPeriod | null =>
  from === undefined && until === undefined
    ? null
    : { from: from ?? '2000-01-01', to: addDays(until ?? home.today, 1), name: null, isAssumed: false };

const closedBillsTool = createTool({
  name: 'closed_bills',
  tool: 'bill',
  description:
    'Bills of billing cycles that are over, newest first, with their sum and the average bill for each currency. A bill belongs to the days that most of it lies in. Without days: the latest.',
  args: {
    ...billDays,
    count: z
      .int()
      .min(1)
      .max(maxBills)
      .optional()
      .describe(
        'List at most so many, the latest ones; 12 if left out. With days, `sums` are of all bills of those days.',
      ),
  },
  facts: z.strictObject({
    isSimulated: z.boolean(),
    bills: z.array(billShape),
    leftOut: z.int().optional(),
    sums: z.array(z.strictObject({ bills: z.int(), total: shape.money, averageBill: shape.money })),
  }),
  run: async (asking, { count, ...days }) => {
    const all = await asking.sources.bills(maxBills);
    const period = periodOfBill(asking, days);
    const most = count ?? usually;
    // Of days that were named all is added up, however long the list.
    const bills = period === null ? all.slice(0, most) : billsIn(all, period);
    const [latest] = bills;
    if (!latest) throw new ToolRefusal(noBillRefusal(all));
    const listed = bills.slice(0, most);
    const chosen = { bills, utility: null, voice: moneyVoice(asking), asking };
    const { results } = wordChosen(chosen, latest, { period: null, ask: 'list' });
    const sums = sumBills(bills, null).map((sum) => ({
      bills: sum.count,
      total: toldAmount(asking.write, sum.amount, sum.currency),
      averageBill: toldAmount(asking.write, sum.mean, sum.currency),
    }));
    return {
      facts: {
        isSimulated: asking.home.kind !== 'home',
        bills: listed.map((one) => billFacts(one, asking)),
        ...(listed.length < bills.length && { leftOut: bills.length - listed.length }),
        sums,
      },
      result: results[0],
    };
  },
});

export const closedBillTopic: Topic<'closed-bill'> = {
  about: 'closed-bill',
  tells: 'figures',
  takes: 'comeTo bill bills pay cost both owe last',
  takesFor: {
    parts: 'parts fixed explain',
    list: 'to count month',
    dearest: 'dearest most more month when which than',
    cheapest: 'cheapest least less month when which',
    average: 'average month perMonth year count list',
    total: 'year',
  },
  next: ['why-bill', 'forecast', 'why-year'],
  tools: [closedBillsTool],
  reply: replyToClosedBills,
};
