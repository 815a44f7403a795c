/** A bill as it is kept: its lines, and the amounts that it is made of. */
import type { BillingUnit, Utility, Words } from '#catalogue/index.ts';
import type { LocalDay } from '#catalogue/local-day.ts';
import type { DecimalText, Per } from '../tariff/plan.ts';

// One line of a bill: what was counted, at which price, and what that comes to.

export const lineKinds = [
  'use',
  'returned',
  'standing',
  'capacity',
  'demand',
  'derived',
  'discount',
  'minimum',
  'maximum',
  'credit',
  'tax',
  'rounding',
] as const;
export type LineKind = (typeof lineKinds)[number];

export interface BillLine {
  readonly utility: Utility;
  readonly kind: LineKind;
  /** `[from, to)`, in local days. */
  readonly from: LocalDay;
  readonly to: LocalDay;
  /** Wh or mL (`use`, and `returned`, whose amount is a credit); days (`standing`, a `discount` by time); kW (`capacity`, `demand`); the amount that it is a share of; or what is then in store (`credit`, whose amount is above nothing where it is kept for later bills). */
  readonly quantity: DecimalText;
  /** Per `unit`, per kW, or per day, month, bill or year (`per`); percent where `quantity` is an amount. */
  readonly rate: DecimalText;
  readonly amount: DecimalText;
  /** The id of the tariff's charge, and its name where it has one. */
  readonly charge?: string;
  readonly name?: Words;
  /** What the tariff calls the meter that it is of, where that has prices of its own. */
  readonly meter?: Words;
  /** Whose bill it stands on, where several supply the utility: as its charge calls them, and as they are called. */
  readonly supplier?: { readonly id: string; readonly name: Words };
  /** Nobody has said which meter that is: what it counted is not told apart. */
  readonly isUnmeasured?: boolean;
  /** The period of a schedule. */
  readonly period?: string;
  /** The step that this use fell in, in billing units for the days of the line, or of the year; of power, in kW. */
  readonly block?: { readonly above: DecimalText; readonly upTo?: DecimalText };
  /** None: kWh or m³. */
  readonly unit?: BillingUnit;
  /** None: per month (`standing`). */
  readonly per?: Per;
  /** `rate` is an amount for all of it, not a price per kW. */
  readonly isAmount?: boolean;
  /** `rate` is the mean of many prices. */
  readonly isMean?: boolean;
  /** `rate` is in this currency: what the line comes to in it, and the mean rate at which that was turned into the bill's. */
  readonly exchange?: { readonly currency: string; readonly amount: DecimalText; readonly rate: DecimalText };
  /** Taken off `quantity` before it was priced, in Wh or mL: what went back, and what was left over before. */
  readonly net?: { readonly returned: DecimalText; readonly kept: DecimalText };
  /** The year of the tariff that is settled: its first day that counts, how many count, and of how many. */
  readonly year?: { readonly from: LocalDay; readonly days: number; readonly of: number };
}

/** A line's own kind of words: a credit is kept, or one from before is used. */
export const lineWords = ({ kind, amount }: { readonly kind: LineKind; readonly amount: string | number }) =>
  kind !== 'credit' ? kind : Number(amount) > 0 ? 'creditKept' : 'creditUsed';

/** As the bills of several suppliers have them, in the order in which they come; without one: shared, or of the only one. */
export const bySupplier = <Line extends { readonly supplier?: BillLine['supplier'] | undefined }>(
  lines: readonly Line[],
): { readonly supplier: Line['supplier']; readonly lines: readonly Line[] }[] =>
  [...new Set(lines.map(keyOf))].map((key) => {
    const own = lines.filter((line) => keyOf(line) === key);
    return { supplier: own[0]?.supplier, lines: own };
  });

/** One that is called otherwise from a day on is another. */
const keyOf = ({ supplier }: { readonly supplier?: BillLine['supplier'] | undefined }): string =>
  supplier === undefined ? '' : JSON.stringify([supplier.id, supplier.name]);

// What a bill says of one utility.

export interface BillAmount {
  /** Wh or mL, and how much of that is estimated. */
  readonly used: number;
  readonly estimated: number;
  /** With its standing charges and its taxes. */
  readonly cost: DecimalText;
}

/** Of the utilities that there were when the bill was made. */
export type BillAmounts = Readonly<Partial<Record<Utility, BillAmount>>>;

const nothing: BillAmount = { used: 0, estimated: 0, cost: '0' };

export const billAmount = ({ amounts }: { readonly amounts: BillAmounts }, utility: Utility): BillAmount =>
  amounts[utility] ?? nothing;

/** Whether a utility is a part of a bill: it was used, or somebody pays for it. */
export const isBilled = (
  utility: Utility,
  bill: { readonly amounts: BillAmounts; readonly lines: readonly { utility: Utility; amount: DecimalText }[] },
): boolean =>
  billAmount(bill, utility).used !== 0 ||
  bill.lines.some((line) => line.utility === utility && Number(line.amount) !== 0);

/**
 * What a whole bill may come to: the sum of the budgets of those utilities that its lines are of, in the bill's currency. Use that has no
 * price is in no amount, and so needs no budget. Undefined where one of them has none.
 */
export const billBudget = (
  lines: readonly { utility: Utility }[],
  budgets: readonly { utility: Utility; amount: number | DecimalText }[],
): number | undefined => {
  const billed = [...new Set(lines.map(({ utility }) => utility))];
  const own = billed.map((utility) => Number(budgets.find((one) => one.utility === utility)?.amount));
  const sum = own.reduce((total, amount) => total + amount, 0);
  // As kept, to four decimals.
  return own.length === 0 || Number.isNaN(sum) ? undefined : Math.round(sum * 10_000) / 10_000;
};
