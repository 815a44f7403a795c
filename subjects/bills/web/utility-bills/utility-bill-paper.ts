import { billingSizes, type BillingUnit, isEnergyUnit } from '#catalogue/index.ts';
import { addDays } from '#shell/text/local-day.ts';
import type { TariffRow } from '#supabase/tables/index.ts';
import type { ComparedPaper, PaperBill, PaperField, ReadPaperBill } from '../../contract/paper-bill.ts';
import { writtenAmount } from '../tariffs/prices/amount-input.tsx';
import { minorDigits, termsOn, type UtilityBillDraft } from './utility-bill-draft.ts';

/** A PDF that stands beside the form. */
export interface PaperOfForm {
  file: File;
  /** Left out: it cannot be read, as a scan cannot; it can be kept. */
  read: ReadPaperBill | undefined;
  /** With the bill, among the documents. */
  isKept: boolean;
  /** What it filled in. */
  filled: Partial<UtilityBillDraft>;
  /** What stood in those fields before. */
  before: Partial<UtilityBillDraft>;
}

/** The fields of the form that a paper fills in, by what they are called on it. */
export const fieldOnPaper = {
  firstDay: 'from',
  lastDay: 'to',
  total: 'total',
  used: 'used',
  taxAmount: 'tax',
} as const satisfies Partial<Record<keyof UtilityBillDraft, PaperField>>;

const isBillingUnit = (unit: string): unit is BillingUnit => unit in billingSizes;

/** In the unit that the form asks for; undefined where the paper tells it in what the unit knows nothing of. */
function usedIn(unit: BillingUnit, { used }: PaperBill): string | undefined {
  if (used === undefined) return undefined;
  const told = used.unit ?? unit;
  if (told === unit) return used.amount;
  if (!isBillingUnit(told) || isEnergyUnit(told) !== isEnergyUnit(unit)) return undefined;
  return String(Number(((Number(used.amount) * billingSizes[told]) / billingSizes[unit]).toFixed(6)));
}

/** What is charged for use, fixed and as tax: told only where every line of the paper stands beside ours, and they sum to its total. */
function partsOf({ lines, total }: PaperBill, { pairs, lines: ours, currency }: ComparedPaper) {
  const known = new Set(pairs.flatMap(({ printed }) => printed));
  const sumOf = (indices: readonly number[]) => indices.reduce((sum, i) => sum + Number(lines[i]?.amount), 0);
  const all = lines.map((_, i) => i);
  if (!all.every((i) => known.has(i)) || Math.abs(sumOf(all) - Number(total)) > 0.02) return undefined;
  const ofKind = (kind: 'use' | 'tax') =>
    sumOf(pairs.filter((pair) => pair.ours.every((i) => ours[i]?.kind === kind)).flatMap(({ printed }) => printed));
  const text = (amount: number) => writtenAmount(amount.toFixed(minorDigits(currency)));
  const [use, tax] = [ofKind('use'), ofKind('tax')];
  return { useAmount: text(use), fixedAmount: text(sumOf(all) - use - tax), taxAmount: text(tax) };
}

/** What a paper fills in of a draft; what it does not say stays as it is. */
export function fillFromPaper(
  { bill, compared }: ReadPaperBill,
  draft: UtilityBillDraft,
  tariffs: readonly TariffRow[],
): Partial<UtilityBillDraft> {
  const { from, to, total, tax } = bill;
  const utility = compared?.utility ?? draft.utility;
  const lastDay = to === undefined ? draft.lastDay : addDays(to, -1);
  const used = usedIn(termsOn(lastDay, utility, tariffs).unit, bill);
  return {
    utility,
    ...(compared !== null && { supplier: compared.supplier ?? '' }),
    ...(from !== undefined && to !== undefined && { firstDay: from, lastDay }),
    ...(total !== undefined && { total: writtenAmount(total) }),
    ...(used !== undefined && { used: writtenAmount(used) }),
    ...(tax !== undefined && { taxAmount: writtenAmount(tax) }),
    ...(compared !== null && partsOf(bill, compared)),
  };
}
