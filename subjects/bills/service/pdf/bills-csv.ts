/** Bills as tables for spreadsheets, plain decimals with a point: a row for each bill, or for each line. */
import { factsOf, type Utility, lineUnit } from '#catalogue/index.ts';
import { addDays, daysBetween } from '#catalogue/local-day.ts';
import { csvOf } from '#kernel/http/csv.ts';
import { billAmount, type BillLine, type LineKind, lineKinds } from '../../domain/bill/bill.ts';
import { isBound, isOfUnits } from '../../domain/tariff/plan.ts';
import { decimalText, exact, minorDigits, sumOf, textOf } from '../../domain/tariff/exact.ts';
import { type FiledBill, filedUtilities } from '../read-bills.ts';

const costColumn = (utility: Utility): string => `${utility}_cost`;
/** As a counter shows it: `electricity_kwh`. */
const usedColumn = (utility: Utility): string => `${utility}_${factsOf(utility).counter.unit.toLowerCase()}`;
const estimatedColumn = (utility: Utility): string =>
  `${utility}_estimated_${factsOf(utility).counter.unit.toLowerCase()}`;

const kindsOf = (utilities: readonly Utility[]) =>
  utilities.flatMap((utility) => lineKinds.map((kind) => ({ utility, kind, column: `${utility}_${kind}` })));

const columnsOf = (utilities: readonly Utility[]): string[] => [
  'first_day',
  'last_day',
  'days',
  'currency',
  'total',
  ...utilities.map(costColumn),
  ...utilities.map(usedColumn),
  ...kindsOf(utilities).map(({ column }) => column),
  ...utilities.map(estimatedColumn),
  'coverage_percent',
  'unpriced_days',
  'version',
  'corrected_at',
];

/** Exact, with the currency's decimals at least: a tariff may round its lines finer. */
const sumOfKind = (bill: FiledBill, utility: Utility, kind: LineKind): string =>
  textOf(
    sumOf(
      bill.lines.filter((line) => line.utility === utility && line.kind === kind).map(({ amount }) => exact(amount)),
    ),
    minorDigits(bill.currency),
  );

/** Every base unit of it. */
const counted = (used: number, utility: Utility): string => decimalText(BigInt(used), factsOf(utility).counter.digits);

const figuresOf = (bill: FiledBill, utility: Utility): [string, string][] => {
  const { cost, used, estimated } = billAmount(bill, utility);
  return [
    [costColumn(utility), cost],
    [usedColumn(utility), counted(used, utility)],
    [estimatedColumn(utility), counted(estimated, utility)],
  ];
};

const rowOf = (bill: FiledBill, utilities: readonly Utility[]): Record<string, unknown> => ({
  first_day: bill.start,
  last_day: addDays(bill.end, -1),
  days: daysBetween(bill.start, bill.end),
  currency: bill.currency,
  total: bill.total,
  ...Object.fromEntries([
    ...utilities.flatMap((utility) => figuresOf(bill, utility)),
    ...kindsOf(utilities).map(({ utility, kind, column }) => [column, sumOfKind(bill, utility, kind)]),
  ]),
  coverage_percent: bill.coverage === null ? null : (bill.coverage * 100).toFixed(1),
  unpriced_days: bill.unpricedDays,
  version: bill.version,
  corrected_at: bill.correctedAt,
});

export const billsCsv = (bills: readonly FiledBill[]): string => {
  const utilities = filedUtilities(bills);
  return csvOf(
    columnsOf(utilities),
    bills.map((bill) => rowOf(bill, utilities)),
  );
};

const lineColumns = [
  'utility',
  'kind',
  'charge',
  'name',
  'period',
  'first_day',
  'last_day',
  'quantity',
  'quantity_unit',
  'block_above',
  'block_up_to',
  'rate',
  'rate_per',
  'currency',
  'amount',
  'meter',
  'rate_currency',
  'exchange_rate',
  'exchange_amount',
  'supplier',
];

/** What a line's quantity is counted in. */
const unitOfQuantity = ({ kind, utility, unit, per }: BillLine, currency: string): string => {
  if (isOfUnits(kind)) return lineUnit(utility, unit).unit;
  if (kind === 'capacity' || kind === 'demand') return 'kW';
  return kind === 'standing' || (kind === 'discount' && per !== undefined) ? 'days' : currency;
};

const quantityOf = ({ kind, utility, unit, quantity }: BillLine): string =>
  isOfUnits(kind) ? textOf(exact(quantity).div(lineUnit(utility, unit).size)) : quantity;

const ratePer = ({ kind, unit, utility, per }: BillLine): string => {
  if (isOfUnits(kind)) return unit ?? factsOf(utility).counter.unit;
  if (kind === 'capacity' || kind === 'demand') return `kW ${per ?? 'month'}`;
  if (kind === 'standing') return per ?? 'month';
  return per ?? (isBound(kind) || kind === 'rounding' ? '' : '%');
};

const inEnglish = (words: BillLine['name']): string | undefined => (typeof words === 'object' ? words.en : words);

const rowOfLine = (line: BillLine, currency: string): Record<string, unknown> => ({
  utility: line.utility,
  kind: line.kind,
  charge: line.charge,
  name: inEnglish(line.name),
  period: line.period,
  first_day: line.from,
  last_day: addDays(line.to, -1),
  quantity: quantityOf(line),
  quantity_unit: unitOfQuantity(line, currency),
  block_above: line.block?.above,
  block_up_to: line.block?.upTo,
  rate: line.rate,
  rate_per: ratePer(line),
  currency,
  amount: line.amount,
  meter: inEnglish(line.meter),
  rate_currency: line.exchange?.currency,
  exchange_rate: line.exchange?.rate,
  exchange_amount: line.exchange?.amount,
  supplier: inEnglish(line.supplier?.name),
});

/** One bill line by line; the amounts sum to its total. */
export const billCsv = ({ lines, currency }: FiledBill): string =>
  csvOf(
    lineColumns,
    lines.map((line) => rowOfLine(line, currency)),
  );

/** Each line of each bill, with the bill's own days; the amounts of a bill sum to its total. */
export const billLinesCsv = (bills: readonly FiledBill[]): string =>
  csvOf(
    ['bill_first_day', 'bill_last_day', ...lineColumns],
    bills.flatMap(({ start, end, currency, lines }) =>
      lines.map((line) => ({
        bill_first_day: start,
        bill_last_day: addDays(end, -1),
        ...rowOfLine(line, currency),
      })),
    ),
  );
