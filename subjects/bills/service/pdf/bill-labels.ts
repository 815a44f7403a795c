/** The words, numbers and dates of bills on paper, in the reader's language. */
import { factsOf, interchangeOf, type Language, lineUnit, localeOf, type Utility } from '#catalogue/index.ts';
import type { LocalDay } from '#catalogue/local-day.ts';
import { textsIn } from '#kernel/texts.ts';
import type { BillLine } from '../../domain/bill/bill.ts';
import { lineName, lineText, lineUnitName, type LineWriter } from '../../domain/bill/line-text.ts';

export const billLabels = (language: Language, country: string | null) => {
  const locale = localeOf(language, country);
  const t = textsIn(language, 'pdf');
  const number = (value: number, digits: number): string =>
    new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(value);
  const day = (local: LocalDay, dateStyle: 'long' | 'medium' = 'long'): string =>
    new Intl.DateTimeFormat(locale, { timeZone: 'UTC', dateStyle }).format(new Date(`${local}T12:00:00Z`));
  return {
    t,
    /** What the lines of a bill say on the screen too. */
    line: textsIn(language, 'billing', 'detail'),
    count: (key: 'bills' | 'between' | 'days' | 'unpriced', count: number): string =>
      t(key, { count, counted: number(count, 0) }),
    day,
    number,
    /** With as many decimals as it needs, up to `digits`. */
    upTo: (value: number, digits: number): string =>
      new Intl.NumberFormat(locale, { maximumFractionDigits: digits }).format(value),
    percent: (share: number, digits = 1): string =>
      new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: digits }).format(share),
    /** An amount as it is kept; a rate keeps all of its decimals. The code stands where the symbol cannot be written. */
    money: (amount: string, currency: string, canWrite: (text: string) => boolean): string => {
      const decimals = amount.split('.')[1]?.length ?? 0;
      const write = (currencyDisplay: 'narrowSymbol' | 'code') => {
        const base = { style: 'currency', currency, currencyDisplay } as const;
        const usual = new Intl.NumberFormat(locale, base).resolvedOptions().maximumFractionDigits ?? 2;
        return new Intl.NumberFormat(locale, { ...base, maximumFractionDigits: Math.max(usual, decimals) }).format(
          amount as `${number}`,
        );
      };
      const short = write('narrowSymbol');
      return canWrite(short) ? short : write('code');
    },
  };
};

export type BillLabels = ReturnType<typeof billLabels>;

// One line of a bill in the reader's words: what it is for, how much of it, and at what price.

interface PaperLanguage {
  readonly words: BillLabels;
  readonly language: Language;
  /** In the bill's currency, or another. */
  readonly money: (amount: string, currency?: string) => string;
}

interface LineFigures {
  readonly quantity: string;
  /** Empty: the quantity says all of it. */
  readonly price: string;
}

/** Energy in kWh, water in litres: amounts of any size alike, as they stand below each other. */
export const amountUsed = (words: BillLabels, utility: Utility, used: number): string => {
  const { metric } = factsOf(utility).amount;
  return `${words.number(used / metric.size, interchangeOf(utility).print.digits)} ${metric.unit}`;
};

const perTime = { day: 'perDay', month: 'perMonth', bill: 'perBill', year: 'perYear' } as const;

/** A quantity and its price, in a column each. */
const columnsIn = (paper: PaperLanguage, currency?: string): LineWriter<LineFigures> => {
  const { words, language } = paper;
  const money = (amount: string): string => paper.money(amount, currency);
  return {
    language,
    say: words.line,
    number: words.upTo,
    percent: (share) => words.percent(share, 4),
    money,
    price: money,
    used: ({ utility, unit: priced }, amount) => {
      const { unit, size, isConverted } = lineUnit(utility, priced);
      return isConverted ? `${words.number(amount / size, 1)} ${unit}` : amountUsed(words, utility, amount);
    },
    unitPrice: (line) => words.t('perUnit', { amount: money(line.rate), unit: lineUnitName(line) }),
    in: (other) => columnsIn(paper, other),
    use: (quantity, price, off, isMean) => ({
      quantity: [quantity, ...off].join(', '),
      price: isMean ? words.t('mean', { price }) : price,
    }),
    time: (days, amount, per) => ({
      quantity: words.count('days', days),
      price: words.t(perTime[per], { amount }),
    }),
    power: (quantity, amount, per) => ({ quantity, price: words.t('perKw', { amount, per }) }),
    text: (quantity) => ({ quantity, price: '' }),
    around: ({ quantity, price }, among) => ({ quantity: among(quantity), price }),
  };
};

export const lineTexts = (
  line: BillLine,
  paper: PaperLanguage,
  billStart: string,
): LineFigures & { readonly what: string } => {
  const { words } = paper;
  const columns = columnsIn(paper);
  const what = lineName(line, columns);
  return {
    what: line.from === billStart ? what : `${what} · ${words.line('since', { day: words.day(line.from, 'medium') })}`,
    ...lineText(line, columns),
  };
};
