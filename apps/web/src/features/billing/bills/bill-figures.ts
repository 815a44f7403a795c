import type { BillLineRow, BillingRecord } from '@wattershed/database';
import { comparedFrom } from '@wattershed/domain';

/** What of a bill was used, what stands whatever one uses, what is tax, and the rest; they sum to the bill. */
export interface CostParts {
  electricityUse: number;
  waterUse: number;
  standing: number;
  /** Of `standing`: for power, contracted or drawn. */
  power: number;
  tax: number;
  /** Discounts, minimum amounts, charges on charges and rounding. */
  other: number;
}

/** Cents are summed as whole numbers: a tenth is not a floating-point number. */
const parts = 10_000;

const standingKinds: readonly BillLineRow['kind'][] = ['standing', 'capacity', 'demand'];
const otherKinds: readonly BillLineRow['kind'][] = ['derived', 'discount', 'minimum', 'rounding'];

export function costParts(lines: readonly BillLineRow[]): CostParts {
  const sum = (isMeant: (line: BillLineRow) => boolean) =>
    lines.filter(isMeant).reduce((total, { amount }) => total + Math.round(Number(amount) * parts), 0) / parts;
  return {
    electricityUse: sum(({ kind, utility }) => kind === 'use' && utility === 'electricity'),
    waterUse: sum(({ kind, utility }) => kind === 'use' && utility === 'water'),
    standing: sum(({ kind }) => standingKinds.includes(kind)),
    power: sum(({ kind }) => kind === 'capacity' || kind === 'demand'),
    tax: sum(({ kind }) => kind === 'tax'),
    other: sum(({ kind }) => otherKinds.includes(kind)),
  };
}

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
