/** One line of a bill in the reader's words: what it is for, how much of it, and at what price. */
import { factsOf, type Language, textIn, type Utility } from '@wattershed/catalogue';
import type { BillLine } from '@wattershed/domain';
import type { BillWords } from './bill-words.ts';

export interface LineWriter {
  readonly words: BillWords;
  readonly language: Language;
  readonly money: (amount: string) => string;
}

export interface LineTexts {
  readonly what: string;
  readonly quantity: string;
  readonly price: string;
}

/** Energy in kWh, water in litres: amounts of any size alike, as they stand below each other. */
export const amountUsed = (words: BillWords, utility: Utility, used: number): string => {
  const { amount, look } = factsOf(utility);
  return `${words.number(used / amount.metric.size, look.print.digits)} ${amount.metric.unit}`;
};

const unitOf = ({ unit, utility }: BillLine, words: BillWords): string => {
  const name = unit ?? factsOf(utility).counter.unit;
  return name === 'm3' || name === 'kL' ? words.t('cubicMetre') : name;
};

const blockText = (line: BillLine, words: BillWords): string[] => {
  const { block } = line;
  if (!block) return [];
  const unit = unitOf(line, words);
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
export const lineName = (line: BillLine, { words, language }: LineWriter): string =>
  [
    line.name === undefined ? words.line(line.kind) : textIn(line.name, language),
    ...(line.period === undefined ? [] : [line.period]),
    ...blockText(line, words),
  ].join(' · ');

const perTime = { day: 'perDay', month: 'perMonth', bill: 'perBill', year: 'perYear' } as const;

const overTime = (line: BillLine, { words, money }: LineWriter): Omit<LineTexts, 'what'> => ({
  quantity: words.count('days', Number(line.quantity)),
  price: words.t(perTime[line.per ?? 'month'], { amount: money(line.rate.replace('-', '')) }),
});

const ofPower = (
  { quantity, rate, per = 'month' }: BillLine,
  { words, money }: LineWriter,
): Omit<LineTexts, 'what'> => ({
  quantity: `${words.upTo(Number(quantity), 3)} kW`,
  price: words.t('perKw', { amount: money(rate), per: words.line(`perName.${per}`) }),
});

const ofAmount = ({ quantity, rate }: BillLine, { words, money }: LineWriter): Omit<LineTexts, 'what'> => ({
  quantity: words.t('taxOf', { percent: words.percent(Number(rate) / 100, 4), amount: money(quantity) }),
  price: '',
});

const ofUse = (line: BillLine, { words, money }: LineWriter): Omit<LineTexts, 'what'> => {
  const price = words.t('perUnit', { amount: money(line.rate), unit: unitOf(line, words) });
  return {
    quantity: amountUsed(words, line.utility, Number(line.quantity)),
    price: line.isMean === true ? words.t('mean', { price }) : price,
  };
};

const figuresOf = (line: BillLine, writer: LineWriter): Omit<LineTexts, 'what'> => {
  switch (line.kind) {
    case 'use':
      return ofUse(line, writer);
    case 'standing':
      return overTime(line, writer);
    case 'capacity':
    case 'demand':
      return ofPower(line, writer);
    case 'minimum':
      return { quantity: writer.words.line('upToAmount', { amount: writer.money(line.rate) }), price: '' };
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
    ...figuresOf(line, writer),
  };
};
