/** What is to be said honestly of figures: simulated, estimated, unpriced, waiting, or with little behind it. */
import { type Utility, utilityIds } from '#catalogue/index.ts';
import type { BillSoFar } from '#subjects/bills/contract/billing.ts';
import { billAmount } from '#subjects/bills/domain/bill/bill-amounts.ts';
import type { FiledBill } from '#subjects/bills/service/index.ts';
import type { Asking } from '../asking.ts';
import { tariffsLink } from '../links.ts';
import { utilitiesAsked } from '../intent.ts';
import type { CostFacts } from './cost-facts.ts';
import { type MoneyVoice, safe } from './money-voice.ts';

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

/** Charges on the same use miss it once. */
const usedIn = (faults: readonly Fault[]): number => {
  const bySpan = new Map(faults.map(({ from, to, used }) => [`${from} ${to}`, used]));
  return [...bySpan.values()].reduce((sum, used) => sum + used, 0);
};

/** What is not in an amount, each series once. */
const missingNotes = (faults: readonly Fault[], { write }: Asking, { t }: MoneyVoice): string[] => {
  const keys = [...new Set(faults.map(({ code, utility, of = '' }) => [code, utility, of].join('\n')))];
  const notes = keys.flatMap((key) => {
    const own = faults.filter(({ code, utility, of = '' }) => [code, utility, of].join('\n') === key);
    const [first] = own;
    if (!first) return [];
    const used = write.amount(first.utility, usedIn(own));
    return [t(`note-${first.code}`, { used, of: safe(first.of ?? '') })];
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
  ...(asking.home.kind === 'home' ? [voice.t('note-own')] : simulatedNote(asking, voice)),
];

/** What to do where no prices are kept, for those who may. */
export const enterNote = ({ home }: Pick<Asking, 'home'>, { t }: MoneyVoice): string =>
  t(home.role === 'viewer' ? 'enter-viewer' : 'enter', { link: tariffsLink });
