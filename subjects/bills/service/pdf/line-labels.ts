/** One line of a bill in the reader's words: what it is for, how much of it, and at what price. */
import { factsOf, interchangeOf, type Language, textIn, type Utility, lineUnit } from '#catalogue/index.ts';
import type { BillLine } from '../../domain/bill/bill-line.ts';
import type { BillLabels } from './bill-labels.ts';

export interface LineWriter {
  readonly words: BillLabels;
  readonly language: Language;
  readonly money: (amount: string) => string;
}

export interface LineTexts {
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
  return name === 'm3' || name === 'kL' ? words.t('cubicMetre') : name;
};

const blockText = (line: BillLine, words: BillLabels): string[] => {
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
const lineName = (line: BillLine, { words, language }: LineWriter): string =>
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
  const { unit, size, isConverted } = lineUnit(line.utility, line.unit);
  const used = Number(line.quantity);
  return {
    quantity: isConverted ? `${words.number(used / size, 1)} ${unit}` : amountUsed(words, line.utility, used),
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
