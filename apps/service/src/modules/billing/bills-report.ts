/** The latest bills on paper: a row for each, and what they come to. */
import { type BillUtility, decimalOf, decimalText, minorDigits } from '@wattershed/domain';
import { type PaperFacts, periodOf, writeHead } from './bill-pdf.ts';
import { amountUsed } from './line-words.ts';
import { ink, margin, openPaper, type Paper } from './paper.ts';
import type { FiledBill } from './read-bills.ts';

const right = { energy: margin + 232, electricity: margin + 306, volume: margin + 364, water: margin + 424 };
const step = 22;

const sum = (amounts: readonly string[], currency: string): string =>
  decimalText(
    amounts.reduce((total, one) => total + decimalOf(one).units, 0n),
    minorDigits(currency),
  );

const writeTitles = (paper: Paper, { words }: PaperFacts, y: number): void => {
  const style = { size: 9, color: ink.soft, align: 'right' } as const;
  paper.write(words.t('periodHead'), margin, y, { ...style, align: 'left' });
  paper.write(words.t('electricity'), right.electricity, y, { ...style, color: ink.power });
  paper.write(words.t('water'), right.water, y, { ...style, color: ink.water });
  paper.write(words.t('total'), paper.right, y, style);
  paper.rule(y + 7);
};

const totalsOf = (bills: readonly FiledBill[]) =>
  [...new Set(bills.map(({ currency }) => currency))].map((currency) => {
    const own = bills.filter((bill) => bill.currency === currency);
    const of = (field: 'total' | BillUtility) =>
      sum(
        own.map((bill) => bill[field]),
        currency,
      );
    const used = (field: 'electricityWh' | 'waterMl') => own.reduce((all, bill) => all + bill[field], 0);
    return {
      currency,
      total: of('total'),
      electricity: of('electricity'),
      water: of('water'),
      electricityWh: used('electricityWh'),
      waterMl: used('waterMl'),
    };
  });

export const billsReport = (bills: readonly FiledBill[], facts: PaperFacts): NodeJS.ReadableStream => {
  const { words } = facts;
  const paper = openPaper(words.t('bills'), facts.language, facts.nowMs);
  const [newest, oldest] = [bills[0], bills.at(-1)];
  let y = writeHead(paper, facts, words.t('bills'));
  if (!newest || !oldest) {
    paper.write(words.t('none'), margin, y, { size: 11, color: ink.soft });
  } else {
    paper.write(periodOf(facts, { start: oldest.start, end: newest.end }), margin, y, { size: 11, color: ink.soft });
    y += 40;
    writeTitles(paper, facts, y);
  }
  const writeRow = (
    name: string,
    row: Pick<FiledBill, 'currency' | 'total' | 'electricity' | 'water' | 'electricityWh' | 'waterMl'>,
    weight: 'regular' | 'strong',
  ) => {
    y += step;
    if (y > paper.bottom - step) {
      paper.doc.addPage();
      y = margin + 20;
      writeTitles(paper, facts, y);
      y += step;
    }
    const money = (amount: string) => words.money(amount, row.currency, paper.canWrite);
    const soft = { size: 9.5, color: ink.soft, align: 'right' } as const;
    paper.write(name, margin, y, { size: 9.5, weight });
    paper.write(amountUsed(words, 'electricity', row.electricityWh), right.energy, y, soft);
    paper.write(money(row.electricity), right.electricity, y, { size: 9.5, align: 'right', weight });
    paper.write(amountUsed(words, 'water', row.waterMl), right.volume, y, soft);
    paper.write(money(row.water), right.water, y, { size: 9.5, align: 'right', weight });
    paper.write(money(row.total), paper.right, y, { size: 9.5, align: 'right', weight: 'strong' });
  };
  for (const bill of bills) writeRow(periodOf(facts, bill, 'medium'), bill, 'regular');
  if (bills.length > 0) {
    paper.rule(y + 7, ink.ink);
    y += 4;
    for (const total of totalsOf(bills)) writeRow(words.t('total'), total, 'strong');
    paper.paragraph(words.t('own'), margin, y + 36, paper.right - margin, { size: 9.5, color: ink.soft });
  }
  paper.finish(
    (page, pages) => `${words.t('made', { day: words.day(facts.today) })} · ${words.t('page', { page, pages })}`,
  );
  return paper.doc;
};
