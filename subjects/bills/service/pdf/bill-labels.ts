/** The words, numbers and dates of bills on paper, in the reader's language. */
import {
  factsOf,
  interchangeOf,
  type Language,
  lineUnit,
  localeOf,
  textIn,
  unitName,
  type Utility,
} from '#catalogue/index.ts';
import type { LocalDay } from '#catalogue/local-day.ts';
import { textsIn } from '#kernel/texts.ts';
import { type BillLine, lineWords } from '../../domain/bill/bill.ts';
import { exact, textOf } from '../../domain/tariff/exact.ts';

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

interface LineWriter {
  readonly words: BillLabels;
  readonly language: Language;
  /** In the bill's currency, or another. */
  readonly money: (amount: string, currency?: string) => string;
}

interface LineTexts {
  readonly what: string;
  readonly quantity: string;
  readonly price: string;
}

/** Energy in kWh, water in litres: amounts of any size alike, as they stand below each other. */
export const amountUsed = (words: BillLabels, utility: Utility, used: number): string => {
  const { metric } = factsOf(utility).amount;
  return `${words.number(used / metric.size, interchangeOf(utility).print.digits)} ${metric.unit}`;
};

const unitOf = ({ unit, utility }: BillLine, words: BillLabels): string => {
  const name = unit ?? factsOf(utility).counter.unit;
  return name === 'm3' || name === 'kL' ? words.t('cubicMetre') : unitName(name);
};

const blockText = (line: BillLine, words: BillLabels): string[] => {
  const { block } = line;
  if (!block) return [];
  const unit = line.kind === 'demand' ? 'kW' : unitOf(line, words);
  const number = (text: string): string => words.upTo(Number(text), 2);
  if (block.upTo === undefined) return [words.line('blockFrom', { above: number(block.above), unit })];
  const upTo = number(block.upTo);
  return [
    Number(block.above) === 0
      ? words.line('blockTo', { upTo, unit })
      : words.line('blockBetween', { above: number(block.above), upTo, unit }),
  ];
};

/** The tariff's own name, the period of the day, the step of a block tariff. */
const lineName = (line: BillLine, { words, language }: LineWriter): string => {
  const what = line.name === undefined ? words.line(lineWords(line)) : textIn(line.name, language);
  const meter = line.meter === undefined ? what : textIn(line.meter, language);
  return [
    what,
    // A charge may be called as its meter is.
    ...(meter === what ? [] : [meter]),
    ...(line.period === undefined ? [] : [line.period]),
    ...blockText(line, words),
  ].join(' · ');
};

const perTime = { day: 'perDay', month: 'perMonth', bill: 'perBill', year: 'perYear' } as const;

const overTime = (line: BillLine, { words, money }: LineWriter): Omit<LineTexts, 'what'> => ({
  quantity: words.count('days', Number(line.quantity)),
  price: words.t(perTime[line.per ?? 'month'], { amount: money(line.rate.replace('-', '')) }),
});

const ofPower = (
  { quantity, rate, per = 'month', isAmount }: BillLine,
  { words, money }: LineWriter,
): Omit<LineTexts, 'what'> => {
  const power = `${words.upTo(Number(quantity), 3)} kW`;
  const price = { amount: money(rate), per: words.line(`perName.${per}`) };
  if (!isAmount) return { quantity: power, price: words.t('perKw', price) };
  return { quantity: words.line('ofPowerStep', { power, rate: price.amount, per: price.per }), price: '' };
};

/** What is then in store. */
const ofCredit = ({ quantity }: BillLine, { words, money }: LineWriter): Omit<LineTexts, 'what'> => ({
  quantity: Number(quantity) === 0 ? words.line('creditGone') : words.line('creditLeft', { amount: money(quantity) }),
  price: '',
});

/** What the year is settled at, and what it came to without that. */
const ofYear = (
  { quantity, amount }: BillLine,
  { days, of }: NonNullable<BillLine['year']>,
  way: 'upToYear' | 'downToYear',
  { words, money }: LineWriter,
): Omit<LineTexts, 'what'> => {
  const amounts = { amount: money(textOf(exact(quantity).add(exact(amount)))), base: money(quantity) };
  const text = days < of ? words.line(`${way}Part`, { ...amounts, days, of }) : words.line(way, amounts);
  return { quantity: text, price: '' };
};

const ofAmount = ({ quantity, rate }: BillLine, { words, money }: LineWriter): Omit<LineTexts, 'what'> => ({
  quantity: words.t('taxOf', { percent: words.percent(Number(rate) / 100, 4), amount: money(quantity) }),
  price: '',
});

const ofUse = (line: BillLine, { words, money }: LineWriter): Omit<LineTexts, 'what'> => {
  if (line.isUnmeasured) return { quantity: words.line('unmeasured'), price: '' };
  const price = words.t('perUnit', { amount: money(line.rate), unit: unitOf(line, words) });
  const { unit, size, isConverted } = lineUnit(line.utility, line.unit);
  const written = (used: number): string =>
    isConverted ? `${words.number(used / size, 1)} ${unit}` : amountUsed(words, line.utility, used);
  const off = { netReturned: Number(line.net?.returned ?? 0), netKept: Number(line.net?.kept ?? 0) };
  const offs = (['netReturned', 'netKept'] as const).flatMap((key) =>
    off[key] === 0 ? [] : [words.line(key, { quantity: written(off[key]) })],
  );
  return {
    quantity: [written(Number(line.quantity)), ...offs].join(', '),
    price: line.isMean === true ? words.t('mean', { price }) : price,
  };
};

/** In its own currency, with what it comes to there and the rate of exchange. */
const exchangedFigures = (
  line: BillLine,
  { currency, amount, rate }: NonNullable<BillLine['exchange']>,
  writer: LineWriter,
): Omit<LineTexts, 'what'> => {
  const money = (own: string): string => writer.money(own, currency);
  const { quantity, price } = figuresOf(line, { ...writer, money });
  const words = { line: quantity, amount: money(amount), other: currency, rate: writer.money(rate) };
  return { quantity: writer.words.line('exchanged', words), price };
};

const figuresOf = (line: BillLine, writer: LineWriter): Omit<LineTexts, 'what'> => {
  switch (line.kind) {
    case 'use':
    case 'returned':
      return ofUse(line, writer);
    case 'standing':
      return overTime(line, writer);
    case 'capacity':
    case 'demand':
      return ofPower(line, writer);
    case 'credit':
      return ofCredit(line, writer);
    case 'minimum':
      if (line.year) return ofYear(line, line.year, 'upToYear', writer);
      return { quantity: writer.words.line('upToAmount', { amount: writer.money(line.rate) }), price: '' };
    case 'maximum':
      if (line.year) return ofYear(line, line.year, 'downToYear', writer);
      return { quantity: writer.words.line('downToAmount', { amount: writer.money(line.rate) }), price: '' };
    case 'rounding':
      return { quantity: writer.words.line('toMultiple', { amount: writer.money(line.rate) }), price: '' };
    case 'derived':
    case 'discount':
    case 'tax':
      return line.per === undefined ? ofAmount(line, writer) : overTime(line, writer);
  }
};

export const lineTexts = (line: BillLine, writer: LineWriter, billStart: string): LineTexts => {
  const { words } = writer;
  const what = lineName(line, writer);
  const isPart = line.from !== billStart && line.kind !== 'tax' && line.kind !== 'derived';
  return {
    what: isPart ? `${what} · ${words.line('since', { day: words.day(line.from, 'medium') })}` : what,
    ...(line.exchange ? exchangedFigures(line, line.exchange, writer) : figuresOf(line, writer)),
  };
};
