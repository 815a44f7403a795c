/** One bill on paper: the total first, then every line that it is the sum of. */
import { interchangeOf, type Language, textIn, type Utility, utilityIds } from '#catalogue/index.ts';
import { addDays, daysBetween } from '#catalogue/local-day.ts';
import { billAmount, type BillLine, bySupplier, isBilled } from '../../domain/bill/bill.ts';
import { exact, minorDigits, sumOf, textOf } from '../../domain/tariff/exact.ts';
import type { FiledBill } from '../read-bills.ts';
import { amountUsed, type BillLabels, lineTexts } from './bill-labels.ts';
import { type Column, ink, margin, openPaper, type Paper } from './paper.ts';

export interface PaperFacts {
  readonly words: BillLabels;
  readonly language: Language;
  readonly householdName: string;
  readonly isSimulated: boolean;
  /** The household's own day. */
  readonly today: string;
  readonly nowMs: number;
}

export const periodOf = (
  { words }: PaperFacts,
  bill: Pick<FiledBill, 'start' | 'end'>,
  style: 'long' | 'medium' = 'long',
): string => words.t('period', { from: words.day(bill.start, style), to: words.day(addDays(bill.end, -1), style) });

/** The head of every document: whose it is and what. Answers the baseline below. */
export const writeHead = (paper: Paper, { householdName, isSimulated, words }: PaperFacts, title: string): number => {
  paper.line('P', margin + 10, { text: 'Wattershed', size: 12, weight: 'strong', color: ink.leaf });
  if (householdName !== '' && paper.canWrite(householdName))
    paper.line('P', margin + 10, { text: householdName, size: 10, color: ink.soft, align: 'right' });
  paper.line('H1', margin + 54, { text: title, size: 24, weight: 'strong' });
  if (!isSimulated) return margin + 76;
  paper.line('P', margin + 74, { text: words.t('simulated'), size: 9.5, color: ink.soft });
  return margin + 94;
};

/** The same at the foot of every page. */
export const finishPaper = (paper: Paper, { words, today }: PaperFacts): NodeJS.ReadableStream =>
  paper.finish((page, pages) => `${words.t('made', { day: words.day(today) })} · ${words.t('page', { page, pages })}`);

const soft = { size: 9, color: ink.soft } as const;

const columnsOf = ({ words }: PaperFacts): Column[] => [
  { title: words.t('what'), width: 168 },
  { title: words.t('quantity'), width: 102, style: soft },
  { title: words.t('price'), width: 130, style: soft },
  { title: words.t('amount'), width: 87, style: { align: 'right' } },
];

const writeUtility = (paper: Paper, bill: FiledBill, utility: Utility, facts: PaperFacts, top: number): number => {
  const { words, language } = facts;
  const { print } = interchangeOf(utility);
  const money = (amount: string, currency = bill.currency) => words.money(amount, currency, paper.canWrite);
  const lines = bill.lines.filter((line) => line.utility === utility);
  const y = paper.roomFor(top, 90);
  paper.swatch(y, print.fill);
  const style = { size: 12, weight: 'strong' } as const;
  paper.line(
    'H2',
    y,
    { ...style, text: words.t(utility), indent: 16, color: print.text },
    { ...style, text: money(billAmount(bill, utility).cost), align: 'right' },
  );
  const rowsOf = (own: readonly BillLine[]) =>
    own.map((line) => {
      const { what, quantity, price } = lineTexts(line, { words, language, money }, bill.start);
      return { cells: [what, quantity, price, money(line.amount)] };
    });
  const bills = bySupplier(lines);
  if (bills.every(({ supplier }) => supplier === undefined))
    return paper.table(columnsOf(facts), rowsOf(lines), y + 22) + 22;
  return bills.reduce((below, { supplier, lines: own }) => {
    const at = paper.roomFor(below, 60);
    const whose = supplier === undefined ? words.line('sharedSupplier') : textIn(supplier.name, language);
    const sum = textOf(sumOf(own.map(({ amount }) => exact(amount))), minorDigits(bill.currency));
    const strong = { size: 10, weight: 'strong' } as const;
    paper.line('P', at, { ...strong, text: whose }, { ...strong, text: money(sum), align: 'right' });
    return paper.table(columnsOf(facts), rowsOf(own), at + 16) + 18;
  }, y + 24);
};

const isWorthAWord = (part: number, all: number): boolean => part > 0 && part >= all / 1000;

/** What the figures rest on, in sentences. */
const notesOf = (bill: FiledBill, { words }: PaperFacts): string[] => {
  const estimated = utilityIds.flatMap((utility) => {
    const own = billAmount(bill, utility);
    return isWorthAWord(own.estimated, own.used) ? [amountUsed(words, utility, own.estimated)] : [];
  });
  return [
    ...(bill.coverage === null ? [] : [words.t('coverage', { share: words.percent(bill.coverage) })]),
    ...(estimated.length > 0 ? [words.t('estimated', { amounts: estimated.join(', ') })] : []),
    ...(bill.unpricedDays > 0 ? [words.count('unpriced', bill.unpricedDays)] : []),
    ...(bill.correctedAt === null
      ? []
      : [words.t('corrected', { day: words.day(bill.correctedAt.slice(0, 10)), version: bill.version })]),
    words.t('own'),
  ];
};

export const billPdf = async (bill: FiledBill, facts: PaperFacts): Promise<NodeJS.ReadableStream> => {
  const { words } = facts;
  const title = `${words.t('bill')}, ${periodOf(facts, bill)}`;
  const paper = await openPaper(title, facts.language, facts.nowMs);
  const total = words.money(bill.total, bill.currency, paper.canWrite);
  let y = writeHead(paper, facts, words.t('bill'));
  const days = words.count('days', daysBetween(bill.start, bill.end));
  paper.line('P', y, { text: `${periodOf(facts, bill)} · ${days}`, size: 11, color: ink.soft });
  y += 54;
  const used = utilityIds
    .filter((utility) => billAmount(bill, utility).used !== 0)
    .map((utility) => amountUsed(words, utility, billAmount(bill, utility).used));
  paper.line(
    'P',
    y,
    { text: total, size: 36, weight: 'strong' },
    { text: used.join(' · '), size: 11, color: ink.soft, align: 'right' },
  );
  y += 46;
  // Of a home that neither used nor pays for it nothing is said.
  for (const utility of utilityIds) if (isBilled(utility, bill)) y = writeUtility(paper, bill, utility, facts, y);
  y = paper.roomFor(y, 20);
  paper.rule(y - 20, ink.ink);
  const strong = { size: 12, weight: 'strong' } as const;
  paper.line('P', y, { ...strong, text: words.t('total') }, { ...strong, text: total, align: 'right' });
  y += 38;
  for (const note of notesOf(bill, facts)) y = paper.paragraph(note, y, { size: 9.5, color: ink.soft }) + 2;
  return finishPaper(paper, facts);
};
