/** Bills as a table for spreadsheets: plain decimals with a point, one row for each bill. */
import {
  addDays,
  type BillLine,
  type BillUtility,
  billUtilities,
  daysBetween,
  decimalOf,
  decimalText,
} from '@wattershed/domain';
import { csvOf } from '../../platform/csv.ts';
import { type FiledBill, writeAmount } from './read-bills.ts';

const kinds = ['use', 'standing', 'tax'] as const;

const columns = [
  'first_day',
  'last_day',
  'days',
  'currency',
  'total',
  'electricity_cost',
  'water_cost',
  'electricity_kwh',
  'water_m3',
  ...billUtilities.flatMap((utility) => kinds.map((kind) => `${utility}_${kind}`)),
  'electricity_estimated_kwh',
  'water_estimated_m3',
  'coverage_percent',
  'unpriced_days',
  'version',
  'corrected_at',
];

const sumOf = (lines: readonly BillLine[], utility: BillUtility, kind: BillLine['kind'], currency: string): string => {
  const amounts = lines
    .filter((line) => line.utility === utility && line.kind === kind)
    .map(({ amount }) => decimalOf(amount));
  const scale = amounts[0]?.scale ?? 0;
  return writeAmount(
    decimalText(
      amounts.reduce((sum, { units }) => sum + units, 0n),
      scale,
    ),
    currency,
  );
};

const rowOf = (bill: FiledBill): Record<string, unknown> => ({
  first_day: bill.start,
  last_day: addDays(bill.end, -1),
  days: daysBetween(bill.start, bill.end),
  currency: bill.currency,
  total: bill.total,
  electricity_cost: bill.electricity,
  water_cost: bill.water,
  electricity_kwh: decimalText(BigInt(bill.electricityWh), 3),
  water_m3: decimalText(BigInt(bill.waterMl), 6),
  ...Object.fromEntries(
    billUtilities.flatMap((utility) =>
      kinds.map((kind) => [`${utility}_${kind}`, sumOf(bill.lines, utility, kind, bill.currency)]),
    ),
  ),
  electricity_estimated_kwh: decimalText(BigInt(bill.electricityEstimatedWh), 3),
  water_estimated_m3: decimalText(BigInt(bill.waterEstimatedMl), 6),
  coverage_percent: bill.coverage === null ? null : (bill.coverage * 100).toFixed(1),
  unpriced_days: bill.unpricedDays,
  version: bill.version,
  corrected_at: bill.correctedAt,
});

export const billsCsv = (bills: readonly FiledBill[]): string => csvOf(columns, bills.map(rowOf));
