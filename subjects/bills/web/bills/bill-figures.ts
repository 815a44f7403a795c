import { type Utility, utilityIds, usualUtilities } from '#catalogue/index.ts';
import type { BillingRecord } from '#supabase/tables/index.ts';
import type { BillLineRow } from '#supabase/tables/json-columns.ts';
import { comparedFrom } from '#subjects/insight/domain/compare-spans.ts';
import { isBilled } from '../../domain/bill/bill.ts';

/** Of what a utility costs, with its standing charges and its tax: what was used, what stands whatever one uses, tax, and the rest. */
export interface CostParts {
  /** The sum of the others: what "Electricity" is wherever it has an amount. */
  total: number;
  use: number;
  standing: number;
  /** Of `standing`: for power, contracted or drawn. */
  power: number;
  tax: number;
  /** What was paid for energy sent back, discounts, minimum amounts, charges on charges and rounding. */
  other: number;
}

/** Summed as whole numbers: a tenth is not a floating-point number. Lines that are not rounded have nine decimals. */
const parts = 1_000_000_000;

const standingKinds: readonly BillLineRow['kind'][] = ['standing', 'capacity', 'demand'];
const otherKinds: readonly BillLineRow['kind'][] = [
  'returned',
  'derived',
  'discount',
  'minimum',
  'maximum',
  'credit',
  'rounding',
];

export function costParts(lines: readonly BillLineRow[], utility: Utility): CostParts {
  const own = lines.filter((line) => line.utility === utility);
  const sum = (isMeant: (line: BillLineRow) => boolean) =>
    own.filter(isMeant).reduce((total, { amount }) => total + Math.round(Number(amount) * parts), 0) / parts;
  return {
    total: sum(() => true),
    use: sum(({ kind }) => kind === 'use'),
    standing: sum(({ kind }) => standingKinds.includes(kind)),
    power: sum(({ kind }) => kind === 'capacity' || kind === 'demand'),
    tax: sum(({ kind }) => kind === 'tax'),
    other: sum(({ kind }) => otherKinds.includes(kind)),
  };
}

/** What a list of bills shows: what every home is shown, and what one of them is for. */
export const billedUtilities = (bills: readonly Pick<BillingRecord, 'amounts' | 'lines'>[]): readonly Utility[] =>
  utilityIds.filter((utility) => usualUtilities.includes(utility) || bills.some((bill) => isBilled(utility, bill)));

/** Too little of the time heard: such a bill says little about the whole period. */
export function isPartial({ coverage }: BillingRecord): boolean {
  return coverage !== null && coverage < comparedFrom;
}

/** By how much a bill is more than an earlier one, as a share; null where one is missing or covers only a part of its time. */
export function changeShare(now: BillingRecord, before: BillingRecord | undefined): number | null {
  if (before === undefined || before.total_amount === 0 || isPartial(now) || isPartial(before)) return null;
  return now.total_amount / before.total_amount - 1;
}

/** The bill that ends where this one begins, in the same currency. */
export function billBefore(bill: BillingRecord, bills: readonly BillingRecord[]): BillingRecord | undefined {
  return bills.find(({ period_end, currency }) => period_end === bill.period_start && currency === bill.currency);
}

/** The bill of a year earlier, that begins on the same day. */
export function billAYearBefore(bill: BillingRecord, bills: readonly BillingRecord[]): BillingRecord | undefined {
  const start = `${Number(bill.period_start.slice(0, 4)) - 1}${bill.period_start.slice(4)}`;
  return bills.find(({ period_start, currency }) => period_start === start && currency === bill.currency);
}
