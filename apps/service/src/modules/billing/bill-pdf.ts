/** One bill on paper: the total first, then every line that it is the sum of. */
import type { BillLanguage } from '@wattershed/contracts';
import { addDays, type BillUtility, billUtilities, daysBetween } from '@wattershed/domain';
import type { BillWords } from './bill-words.ts';
import { amountUsed, lineTexts } from './line-words.ts';
import { ink, margin, openPaper, type Paper } from './paper.ts';
import type { FiledBill } from './read-bills.ts';

export interface PaperFacts {
  readonly words: BillWords;
  readonly language: BillLanguage;
  readonly householdName: string;
  readonly isSimulated: boolean;
  /** The household's own day. */
  readonly today: string;
  readonly nowMs: number;
}

const colour = { electricity: ink.power, water: ink.water } as const;
const fill = { electricity: ink.powerFill, water: ink.waterFill } as const;

export const periodOf = (
  { words }: PaperFacts,
  bill: Pick<FiledBill, 'start' | 'end'>,
  style: 'long' | 'medium' = 'long',
): string => words.t('period', { from: words.day(bill.start, style), to: words.day(addDays(bill.end, -1), style) });

/** The head of every document: whose it is and what. Answers the baseline below. */
export const writeHead = (paper: Paper, { householdName, isSimulated, words }: PaperFacts, title: string): number => {
  paper.write('Wattershed', margin, margin + 10, { size: 12, weight: 'strong', color: ink.leaf });
  if (householdName !== '' && paper.canWrite(householdName))
    paper.write(householdName, paper.right, margin + 10, { size: 10, color: ink.soft, align: 'right' });
  paper.write(title, margin, margin + 54, { size: 24, weight: 'strong' });
  if (!isSimulated) return margin + 76;
  paper.write(words.t('simulated'), margin, margin + 74, { size: 9.5, color: ink.soft });
  return margin + 94;
};

const moneyOf =
  (paper: Paper, { words }: PaperFacts, currency: string) =>
  (amount: string) =>
    words.money(amount, currency, paper.canWrite);

const lineStep = { name: 19, how: 12 } as const;
const amountWidth = 90;

/** A new page where so much more does not fit; answers where to go on. */
const roomFor = (paper: Paper, y: number, height: number): number => {
  if (y + height <= paper.bottom) return y;
  paper.doc.addPage();
  return margin + 20;
};

const writeUtility = (paper: Paper, bill: FiledBill, utility: BillUtility, facts: PaperFacts, top: number): number => {
  const { words, language } = facts;
  const money = moneyOf(paper, facts, bill.currency);
  const lines = bill.lines.filter((line) => line.utility === utility);
  if (lines.length === 0) return top;
  let y = roomFor(paper, top, 3 * (lineStep.name + lineStep.how));
  paper.doc.rect(margin, y - 9, 9, 9).fill(fill[utility]);
  paper.write(words.t(utility), margin + 16, y, { size: 11.5, weight: 'strong', color: colour[utility] });
  paper.write(money(bill[utility]), paper.right, y, { size: 11.5, weight: 'strong', align: 'right' });
  paper.rule(y + 7);
  for (const line of lines) {
    y = roomFor(paper, y, lineStep.name + lineStep.how) + lineStep.name;
    const { what, quantity, price } = lineTexts(line, { words, language, money }, bill.start);
    paper.write(money(line.amount), paper.right, y, { align: 'right' });
    const below = paper.paragraph(what, margin, y, paper.right - margin - amountWidth);
    y = below - 3;
    paper.write([quantity, price].filter((text) => text !== '').join(' · '), margin, y, { size: 8.5, color: ink.soft });
  }
  return y + 34;
};

const isWorthAWord = (part: number, all: number): boolean => part > 0 && part >= all / 1000;

/** What the figures rest on, in sentences. */
const notesOf = (bill: FiledBill, { words }: PaperFacts): string[] => {
  const estimated = [
    ...(isWorthAWord(bill.electricityEstimatedWh, bill.electricityWh)
      ? [amountUsed(words, 'electricity', bill.electricityEstimatedWh)]
      : []),
    ...(isWorthAWord(bill.waterEstimatedMl, bill.waterMl) ? [amountUsed(words, 'water', bill.waterEstimatedMl)] : []),
  ];
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

export const billPdf = (bill: FiledBill, facts: PaperFacts): NodeJS.ReadableStream => {
  const { words } = facts;
  const title = `${words.t('bill')}, ${periodOf(facts, bill)}`;
  const paper = openPaper(title, facts.language, facts.nowMs);
  const money = moneyOf(paper, facts, bill.currency);
  let y = writeHead(paper, facts, words.t('bill'));
  paper.write(`${periodOf(facts, bill)} · ${words.count('days', daysBetween(bill.start, bill.end))}`, margin, y, {
    size: 11,
    color: ink.soft,
  });
  y += 54;
  paper.write(money(bill.total), margin, y, { size: 36, weight: 'strong' });
  const used = [
    ...(bill.electricityWh === 0 ? [] : [amountUsed(words, 'electricity', bill.electricityWh)]),
    ...(bill.waterMl === 0 ? [] : [amountUsed(words, 'water', bill.waterMl)]),
  ];
  paper.write(used.join(' · '), paper.right, y, { size: 11, color: ink.soft, align: 'right' });
  y += 46;
  for (const utility of billUtilities) y = writeUtility(paper, bill, utility, facts, y);
  paper.rule(y - 12, ink.ink);
  y += 8;
  paper.write(words.t('total'), margin, y, { size: 12, weight: 'strong' });
  paper.write(money(bill.total), paper.right, y, { size: 12, weight: 'strong', align: 'right' });
  y += 38;
  for (const note of notesOf(bill, facts))
    y = paper.paragraph(note, margin, y, paper.right - margin, { size: 9.5, color: ink.soft }) + 2;
  paper.finish(
    (page, pages) => `${words.t('made', { day: words.day(facts.today) })} · ${words.t('page', { page, pages })}`,
  );
  return paper.doc;
};
