/** The lines of a bill as a table: the amount beside the name, and below the name how it comes to that. */
import type { Language, Utility } from '#catalogue/index.ts';
import type { BillLine as ToldLine } from '#subjects/bills/contract/billing.ts';
import type { BillLine } from '#subjects/bills/domain/bill/bill-line.ts';
import { lineTexts } from '#subjects/bills/service/index.ts';
import type { AssistantResult } from '../../contract/assistant.ts';
import type { MoneyVoice } from './money-voice.ts';

export interface ShownLines {
  /** As they were kept or told: what is not there is left out. */
  readonly lines: readonly (BillLine | ToldLine)[];
  readonly start: string;
  readonly currency: string;
  /** What they sum to. */
  readonly total: string;
}

type Table = NonNullable<AssistantResult['table']>;

export const linesTable = (
  { lines, start, currency, total }: ShownLines,
  utility: Utility | null,
  language: Language,
  { paper, money, t }: MoneyVoice,
): Table => {
  const own = lines.filter((line) => utility === null || line.utility === utility);
  const isBoth = new Set(own.map((line) => line.utility)).size > 1;
  const writer = { words: paper, language, money: (amount: string) => money(amount, currency) };
  const rows = own.map((line) => {
    const { what, quantity, price } = lineTexts(line as BillLine, writer, start);
    const name = isBoth ? `${t(line.utility)}: ${what}` : what;
    const how = [quantity, price].filter((one) => one !== '').join(' × ');
    return [how === '' ? name : `${name}\n${how}`, money(line.amount, currency)];
  });
  return {
    columns: [
      { title: paper.t('what'), isNumber: false },
      { title: paper.t('amount'), isNumber: true },
    ],
    rows: [...rows, [paper.t('total'), money(total, currency)]],
  };
};
