/** The rules by which a line of a bill is said: what it is for, and how it came about. A page says it in a sentence, a paper in columns. */
import { factsOf, isCounterSize, type Language, textIn, unitName } from '#catalogue/index.ts';
import type { DecimalText, Per } from '../tariff/plan.ts';
import { type BillLine, lineWords } from './bill.ts';

/** Texts of bills, below `detail`. */
type LineWord =
  | ReturnType<typeof lineWords>
  | 'blockTo'
  | 'blockFrom'
  | 'blockBetween'
  | `perName.${Per}`
  | 'unmeasured'
  | 'netReturned'
  | 'netKept'
  | 'ofPowerStep'
  | 'ofAmount'
  | 'creditGone'
  | 'creditLeft'
  | 'upToAmount'
  | 'downToAmount'
  | 'upToYear'
  | 'upToYearPart'
  | 'downToYear'
  | 'downToYearPart'
  | 'toMultiple'
  | 'exchanged';

export interface NameWriter {
  readonly language: Language;
  readonly say: (word: LineWord, values?: Readonly<Record<string, string | number>>) => string;
  /** With as many decimals as it needs, up to `digits`. */
  readonly number: (value: number, digits: number) => string;
}

/** How a reader's page or paper writes in one currency; `Said` is what it makes of a line. */
export interface LineWriter<Said> extends NameWriter {
  readonly percent: (share: number) => string;
  readonly money: (amount: DecimalText) => string;
  /** A price keeps its decimals. */
  readonly price: (amount: DecimalText) => string;
  /** Wh or mL, in what the line is billed by. */
  readonly used: (line: BillLine, amount: number) => string;
  /** What a unit of it costs. */
  readonly unitPrice: (line: BillLine) => string;
  /** The same in another currency. */
  readonly in: (currency: string) => LineWriter<Said>;
  // What stands beside its price, and what has none.
  readonly use: (quantity: string, unitPrice: string, off: readonly string[], isMean: boolean) => Said;
  readonly time: (days: number, price: string, per: Per) => Said;
  readonly power: (power: string, price: string, per: string) => Said;
  readonly text: (text: string) => Said;
  /** With the words of a line put among others. */
  readonly around: (said: Said, among: (text: string) => string) => Said;
}

/** The tariff's name for it, the meter, the period of the day, and the step of a block tariff. */
export function lineName(line: BillLine, writer: NameWriter): string {
  const what = line.name === undefined ? writer.say(lineWords(line)) : textIn(line.name, writer.language);
  const meter = line.meter === undefined ? what : textIn(line.meter, writer.language);
  return [
    what,
    // A charge may be called as its meter is.
    ...(meter === what ? [] : [meter]),
    ...(line.period === undefined ? [] : [line.period]),
    ...blockName(line, writer),
  ].join(' · ');
}

function blockName(line: BillLine, { say, number }: NameWriter): string[] {
  const { block } = line;
  if (block === undefined) return [];
  const unit = line.kind === 'demand' ? 'kW' : lineUnitName(line);
  const above = number(Number(block.above), 2);
  if (block.upTo === undefined) return [say('blockFrom', { above, unit })];
  const upTo = number(Number(block.upTo), 2);
  return [Number(block.above) === 0 ? say('blockTo', { upTo, unit }) : say('blockBetween', { above, upTo, unit })];
}

/** What its price is for: a kilolitre is a cubic metre. */
export function lineUnitName({ utility, unit }: Pick<BillLine, 'utility' | 'unit'>): string {
  const { unit: counted } = factsOf(utility).counter;
  return unitName(unit === undefined || isCounterSize(unit, utility) ? counted : unit);
}

/** How it came about; a price in another currency with its rate of exchange. */
export function lineText<Said>(line: BillLine, writer: LineWriter<Said>): Said {
  const { exchange } = line;
  if (exchange === undefined) return ownText(line, writer);
  const own = writer.in(exchange.currency);
  const words = { amount: own.money(exchange.amount), other: exchange.currency, rate: writer.price(exchange.rate) };
  return writer.around(ownText(line, own), (text) => writer.say('exchanged', { line: text, ...words }));
}

function ownText<Said>(line: BillLine, writer: LineWriter<Said>): Said {
  const { say, money, price, text } = writer;
  const { kind, quantity, rate, year } = line;
  switch (kind) {
    case 'use':
    case 'returned':
      return useText(line, writer);
    case 'standing':
      return timeText(line, writer);
    case 'capacity':
    case 'demand':
      return powerText(line, writer);
    case 'credit':
      return text(Number(quantity) === 0 ? say('creditGone') : say('creditLeft', { amount: money(quantity) }));
    case 'minimum':
    case 'maximum':
      if (year) return text(yearText(line, year, writer));
      return text(say(kind === 'minimum' ? 'upToAmount' : 'downToAmount', { amount: price(rate) }));
    case 'rounding':
      return text(say('toMultiple', { amount: price(rate) }));
    case 'discount':
      if (line.per !== undefined) return timeText(line, writer);
      break;
    case 'derived':
    case 'tax':
  }
  return text(say('ofAmount', { rate: writer.percent(Number(rate) / 100), amount: money(quantity) }));
}

function useText<Said>(line: BillLine, { say, used, unitPrice, use, text }: LineWriter<Said>): Said {
  if (line.isUnmeasured) return text(say('unmeasured'));
  const taken = { netReturned: Number(line.net?.returned ?? 0), netKept: Number(line.net?.kept ?? 0) };
  const off = (['netReturned', 'netKept'] as const).flatMap((word) =>
    taken[word] === 0 ? [] : [say(word, { quantity: used(line, taken[word]) })],
  );
  return use(used(line, Number(line.quantity)), unitPrice(line), off, line.isMean === true);
}

/** A discount by time is taken off: its amount says so, its price does not. */
const timeText = <Said>({ quantity, rate, per = 'month' }: BillLine, { time, price }: LineWriter<Said>): Said =>
  time(Number(quantity), price(rate.replace('-', '')), per);

function powerText<Said>(line: BillLine, { say, number, price, power, text }: LineWriter<Said>): Said {
  const [kW, rate] = [`${number(Number(line.quantity), 3)} kW`, price(line.rate)];
  const per = say(`perName.${line.per ?? 'month'}`);
  return line.isAmount ? text(say('ofPowerStep', { power: kW, rate, per })) : power(kW, rate, per);
}

/** What the year is settled at, and what it came to without that. */
function yearText<Said>(
  { kind, quantity, amount }: BillLine,
  { days, of }: NonNullable<BillLine['year']>,
  { say, price }: LineWriter<Said>,
): string {
  const way = kind === 'minimum' ? 'upToYear' : 'downToYear';
  // A sum of decimals as a decimal: what a fraction of two adds is beyond all of them.
  const settled = String(Number((Number(quantity) + Number(amount)).toFixed(6)));
  const amounts = { amount: price(settled), base: price(quantity) };
  return days < of ? say(`${way}Part`, { ...amounts, days, of }) : say(way, amounts);
}
