/** What a bill says of one utility. */
import type { Utility } from '#catalogue/index.ts';
import type { DecimalText } from '../tariff/plan.ts';

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
