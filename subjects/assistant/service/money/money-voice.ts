/** Words, amounts and prices of answers about money, each figure with the page that shows it. */
import {
  type BillingUnit,
  byUtility,
  textIn,
  unitName,
  usualUtilities,
  type Utility,
  utilityIds,
  type Words,
} from '#catalogue/index.ts';
import { addDays, type LocalDay } from '#catalogue/local-day.ts';
import { textsIn } from '#kernel/texts.ts';
import type { BillSoFar } from '#subjects/bills/contract/billing.ts';
import { billAmount } from '#subjects/bills/domain/bill/bill.ts';
import { exact } from '#subjects/bills/domain/tariff/exact.ts';
import { billLabels, type FiledBill } from '#subjects/bills/service/index.ts';
import type { Asking, FoundResult, OwnAnswer } from '../asking.ts';
import { utilitiesAsked } from '../intent.ts';
import { deviceName, escapeMarkdown, figure, roomName, soFarLink, tariffsLink, utilityName } from '../writer.ts';
import { capital, note } from '../usage/phrases.ts';
import type { CostFacts } from './cost-facts.ts';

export const moneyVoice = ({ language, write, home }: Pick<Asking, 'language' | 'write' | 'home'>) => {
  const t = textsIn(language, 'replies', 'money');
  const costs = textsIn(language, 'billing-costs');
  const paper = billLabels(language, home.country);
  const unitText = (unit: BillingUnit): string => (unit === 'kL' ? 'm³' : unitName(unit));
  const rate = (price: string, unit: BillingUnit, currency: string): string =>
    paper.t('perUnit', { amount: write.money(price, currency), unit: unitText(unit) });
  const deviceText = (device: string, isRest: boolean): string => {
    const name = deviceName(home, device) || costs('removed');
    return isRest ? costs('restOf', { name }) : name;
  };
  return {
    t,
    /** Why one bill is not as much as another, as the billing page says it. */
    change: textsIn(language, 'billing-costs', 'change'),
    weather: textsIn(language, 'billing-weather', 'change'),
    /** What of a sum is each utility's, where all have a part in it. `partOf`: as it is written; null: it has none. */
    split: (partOf: (utility: Utility) => string | null): string[] => {
      const parts = byUtility(partOf);
      if (usualUtilities.some((one) => parts[one] === null)) return [];
      const known = utilityIds.filter((one) => parts[one] !== null);
      return known.length === usualUtilities.length
        ? [t('split', parts as Record<Utility, string>)]
        : [`${write.list(known.map((one) => `${t(one)}: ${parts[one]}`))}.`];
    },
    /** The words of bills on paper. */
    paper,
    /** In the middle of a sentence. */
    utility: (utility: Utility): string => utilityName(language, utility),
    days: (start: LocalDay, end: LocalDay): string => write.days({ from: start, to: end }),
    lastDay: (end: LocalDay): string => write.day(addDays(end, -1)),
    money: write.money,
    /** A figure of the open cycle, which opens its card. */
    amount: (amount: string, currency: string): string => figure(write.money(amount, currency), soFarLink),
    /** With its sign: what something adds or takes away. */
    signed: (amount: string, currency: string): string => {
      const { s } = exact(amount);
      const size = write.money(amount.replace('-', ''), currency);
      return exact(amount).equals(0) ? size : `${s < 0n ? '-' : '+'}${size}`;
    },
    rate,
    linkedRate: (price: string, unit: BillingUnit, currency: string): string =>
      figure(rate(price, unit, currency), tariffsLink),
    units: (amount: string, unit: BillingUnit): string =>
      `${write.number(Number(amount), 2, 0)}\u00a0${unitText(unit)}`,
    unitText,
    named: (text: Words): string => textIn(text, language),
    /** Of a schedule: it has no name but its key, such as `P1` or `peak`. */
    period: capital,
    device: deviceText,
    room: (room: string, isRest: boolean): string => (isRest ? costs('restOfHome') : roomName(language, room)),
  };
};

export type MoneyVoice = ReturnType<typeof moneyVoice>;

export const safe = escapeMarkdown;

/** An answer with something that was looked at. */
export interface OneResult extends OwnAnswer {
  readonly results: readonly [FoundResult, ...FoundResult[]];
}

export type Table = NonNullable<FoundResult['table']>;

/** Columns of words, then of numbers. */
export const tableOf = (words: readonly string[], numbers: readonly string[], rows: Table['rows']): Table => ({
  columns: [
    ...words.map((title) => ({ title, isNumber: false })),
    ...numbers.map((title) => ({ title, isNumber: true })),
  ],
  rows,
});

/** What, and its amount. */
export const amountsTable = (rows: Table['rows'], { paper }: MoneyVoice): Table =>
  tableOf([paper.t('what')], [paper.t('amount')], rows);

/** The open cycle, on its card. */
export const openResult = ({ start, end }: BillSoFar, { t, days }: MoneyVoice): FoundResult => ({
  tool: 'bill',
  title: t('title-bill', { days: days(start, end) }),
  link: soFarLink,
});

/** The answer, and last what is to be said of its figures. */
export const paragraphs = (answer: readonly string[], notes: readonly string[]): string =>
  [answer.join(' '), note(notes.join(' '))].filter((one) => one !== '').join('\n\n');

// What is to be said honestly of figures: simulated, estimated, unpriced, waiting, or with little behind it.

type UseFigures = Pick<FiledBill, 'amounts' | 'coverage'>;
type Fault = BillSoFar['waiting'][number]['faults'][number];

/** Less of the time heard, and a figure says little about the whole. */
const minCoverage = 0.9;

export const isHeardLittle = (coverage: number | null): coverage is number =>
  coverage !== null && coverage < minCoverage;

interface Estimated {
  readonly utility: Utility;
  readonly used: number;
  readonly estimated: number;
}

/** The estimated parts that are worth a word: a thousandth of the use at least. */
const estimatedNote = (parts: readonly Estimated[], { write }: Asking, { t }: MoneyVoice): string[] => {
  const amounts = parts
    .filter(({ used, estimated }) => estimated > 0 && estimated >= used / 1000)
    .map(({ utility, estimated }) => write.amount(utility, estimated));
  return amounts.length === 0 ? [] : [t('note-estimated', { amounts: write.list(amounts) })];
};

const coverageNote = (coverage: number | null, { write }: Asking, { t }: MoneyVoice): string[] =>
  isHeardLittle(coverage) ? [t('note-coverage', { share: write.percent(coverage, 1) })] : [];

/** Of a period: what its use rests on. */
export const heardNotes = ({ amounts, covered }: CostFacts['heard'], asking: Asking, voice: MoneyVoice): string[] => {
  const parts = utilityIds.flatMap((utility) => {
    const amount = amounts[utility];
    return amount === null ? [] : [{ utility, ...amount }];
  });
  return [...estimatedNote(parts, asking, voice), ...coverageNote(covered, asking, voice)];
};

const estimatedIn = (figures: UseFigures, utility: Utility | null): Estimated[] =>
  utilitiesAsked(utility).map((one) => ({ utility: one, ...billAmount(figures, one) }));

const figureNotes = (
  figures: UseFigures & { readonly unpricedDays: number },
  utility: Utility | null,
  asking: Asking,
  voice: MoneyVoice,
): string[] => [
  ...(figures.unpricedDays > 0 ? [voice.t('note-unpriced', { count: figures.unpricedDays })] : []),
  ...estimatedNote(estimatedIn(figures, utility), asking, voice),
  ...coverageNote(figures.coverage, asking, voice),
];

export const simulatedNote = ({ home }: Pick<Asking, 'home'>, { t }: MoneyVoice): string[] =>
  home.kind === 'home' ? [] : [t('note-simulated')];

/** Of bills that are closed. */
export const ownNote = (asking: Pick<Asking, 'home'>, voice: MoneyVoice): string[] =>
  asking.home.kind === 'home' ? [voice.t('note-own')] : simulatedNote(asking, voice);

/** Charges on the same use miss it once. */
const usedIn = (faults: readonly Fault[]): number => {
  const bySpan = new Map(faults.map(({ from, to, used }) => [`${from} ${to}`, used]));
  return [...bySpan.values()].reduce((sum, used) => sum + used, 0);
};

/** What is not in an amount, each series once. */
const missingNotes = (faults: readonly Fault[], { write }: Asking, { t, named }: MoneyVoice): string[] => {
  const keys = [...new Set(faults.map(({ code, utility, of = '' }) => [code, utility, of].join('\n')))];
  const notes = keys.flatMap((key) => {
    const own = faults.filter(({ code, utility, of = '' }) => [code, utility, of].join('\n') === key);
    const [first] = own;
    if (!first) return [];
    const used = write.amount(first.utility, usedIn(own));
    const of = first.name === undefined ? (first.of ?? '') : named(first.name);
    return [t(`note-${first.code}`, { used, of: safe(of) })];
  });
  return [...new Set(notes)];
};

export const waitingNote = (waiting: BillSoFar['waiting'], { t, days }: MoneyVoice): string[] => {
  const [first] = waiting;
  return first ? [t('note-waiting', { count: waiting.length, days: days(first.start, first.end) })] : [];
};

export const openNotes = (soFar: BillSoFar, utility: Utility | null, asking: Asking, voice: MoneyVoice): string[] => [
  ...missingNotes(
    (soFar.cost?.faults ?? []).filter((fault) => utility === null || fault.utility === utility),
    asking,
    voice,
  ),
  ...figureNotes({ ...soFar, unpricedDays: soFar.cost?.unpricedDays ?? 0 }, utility, asking, voice),
  ...waitingNote(soFar.waiting, voice),
  ...simulatedNote(asking, voice),
];

export const closedNotes = (bill: FiledBill, utility: Utility | null, asking: Asking, voice: MoneyVoice): string[] => [
  ...figureNotes(bill, utility, asking, voice),
  ...ownNote(asking, voice),
];

/** What to do where no prices are kept, for those who may. */
export const enterNote = ({ home }: Pick<Asking, 'home'>, { t }: MoneyVoice): string =>
  t(home.role === 'viewer' ? 'enter-viewer' : 'enter', { link: tariffsLink });
