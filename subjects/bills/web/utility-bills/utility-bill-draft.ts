import { useQuery } from '@tanstack/react-query';
import { billingSizes, type BillingUnit, factsOf, firstUtility, type Utility } from '#catalogue/index.ts';
import { keptOffline } from '#shell/data/keep-answers.ts';
import { callService } from '#shell/data/service.ts';
import { askTables, TableError } from '#shell/data/tables.ts';
import { numberWriter } from '#shell/text/format.ts';
import { useHousehold } from '#shell/household/household.ts';
import { addDays } from '#shell/text/local-day.ts';
import type { TariffRow, UtilityBillRow } from '#supabase/tables/index.ts';
import { reconcileBill } from '../../contract/billing.ts';
import { billingKey } from '../billing-queries.ts';
import { isTariffDay, plainDecimal } from '../tariffs/prices/simple-plan.ts';
import { isThousands, writtenAmount } from '../tariffs/prices/amount-input.tsx';

export const moneyFields = ['useAmount', 'fixedAmount', 'taxAmount'] as const;
type AmountField = 'total' | 'used' | (typeof moneyFields)[number];

/** A utility's bill as it is being typed. */
export interface UtilityBillDraft extends Record<AmountField, string> {
  utility: UtilityBillRow['utility'];
  /** Of several, whose it is, as the tariff calls them; empty: it is of all. */
  supplier: string;
  firstDay: string;
  lastDay: string;
  isEstimated: boolean;
  /** The name of its paper among the documents; empty: none. */
  document: string;
  note: string;
}

export const maxNote = 1000;
export const maxDocumentName = 300;

export function draftOf(bill: UtilityBillRow | undefined): UtilityBillDraft {
  return {
    utility: bill?.utility ?? firstUtility,
    supplier: bill?.supplier ?? '',
    firstDay: bill?.period_start ?? '',
    lastDay: bill === undefined ? '' : addDays(bill.period_end, -1),
    total: written(bill?.total ?? null),
    used: written(bill?.used ?? null),
    isEstimated: bill?.is_estimated ?? false,
    useAmount: written(bill?.use_amount ?? null),
    fixedAmount: written(bill?.fixed_amount ?? null),
    taxAmount: written(bill?.tax_amount ?? null),
    document: bill?.document ?? '',
    note: bill?.note ?? '',
  };
}

const written = (amount: number | null): string => (amount === null ? '' : writtenAmount(String(amount)));

// What is wrong with a draft.

interface CheckContext {
  currency: string;
  today: string;
  /** The reader's; left out: a point. */
  decimalMark?: string;
}

export type DraftFault =
  | 'dayMissing'
  | 'dayAhead'
  | 'dayBefore'
  | 'daysMany'
  | 'totalMissing'
  | 'notAmount'
  | 'notUse'
  | 'decimals'
  | 'thousands'
  | 'tooLarge';
type DraftFaults = Partial<Record<AmountField | 'firstDay' | 'lastDay', DraftFault>>;

/** What is kept of a draft, or what is wrong with each field. */
export function checkDraft(
  draft: UtilityBillDraft,
  context: CheckContext,
): { ok: true; entry: UtilityBillEntry } | { ok: false; faults: DraftFaults } {
  const { currency, today } = context;
  const faults = dayFaults(draft, today);
  for (const field of ['total', 'used', ...moneyFields] as const) {
    const fault = amountFault(field, draft[field], context);
    if (fault !== undefined) faults[field] = fault;
  }
  if (Object.keys(faults).length > 0) return { ok: false, faults };
  const amount = (field: AmountField) => (draft[field].trim() === '' ? null : Number(plainAmount(draft[field])));
  return {
    ok: true,
    entry: {
      utility: draft.utility,
      supplier: draft.supplier === '' ? null : draft.supplier,
      period_start: draft.firstDay,
      period_end: addDays(draft.lastDay, 1),
      currency,
      total: amount('total') ?? 0,
      used: amount('used'),
      is_estimated: draft.isEstimated,
      use_amount: amount('useAmount'),
      fixed_amount: amount('fixedAmount'),
      tax_amount: amount('taxAmount'),
      document: draft.document === '' ? null : draft.document,
      note: draft.note.trim(),
    },
  };
}

export const maxDays = 400;

function dayFaults({ firstDay, lastDay }: UtilityBillDraft, today: string): DraftFaults {
  const first = isTariffDay(firstDay) ? (firstDay > today ? 'dayAhead' : undefined) : 'dayMissing';
  const last = !isTariffDay(lastDay)
    ? 'dayMissing'
    : isTariffDay(firstDay) && lastDay < firstDay
      ? 'dayBefore'
      : isTariffDay(firstDay) && lastDay >= addDays(firstDay, maxDays)
        ? 'daysMany'
        : undefined;
  return { ...(first && { firstDay: first }), ...(last && { lastDay: last }) };
}

const maxAmount = 100_000_000;

function amountFault(
  field: AmountField,
  typed: string,
  { currency, decimalMark: mark = '.' }: CheckContext,
): DraftFault | undefined {
  if (typed.trim() === '') return field === 'total' ? 'totalMissing' : undefined;
  const isMoney = field !== 'used';
  if (!isMoney) return useFault(typed, mark);
  if (isThousands(typed)) return minorDigits(currency) < 3 ? 'decimals' : 'thousands';
  const amount = plainAmount(typed);
  if (amount === undefined) return 'notAmount';
  if (Math.abs(Number(amount)) >= maxAmount) return 'tooLarge';
  return (amount.split('.')[1] ?? '').length > minorDigits(currency) ? 'decimals' : undefined;
}

/** A bill may give money back: a sign before it is read as well. */
function plainAmount(typed: string): string | undefined {
  const [, sign = '', rest = ''] = /^\s*([-−]?)(.*)$/su.exec(typed) ?? [];
  const decimal = rest.trim() === '' ? undefined : plainDecimal(rest);
  return decimal === undefined || decimal === '0' || sign === '' ? decimal : `-${decimal}`;
}

/** From here on no home's use of a bill goes: with thousands, `484.369` would be so much. */
const maxThousands = 100;

/**
 * Meters tell use to a thousandth. Three digits after the reader's own decimal mark are decimals; after the other mark, where they cannot
 * be thousands.
 */
function useFault(typed: string, ownMark: string): DraftFault | undefined {
  const [, whole = '', mark] = /^(\d{1,3})([.,])\d{3}$/.exec(typed.replaceAll(/[\s\u00a0\u202f]/g, '')) ?? [];
  const isDecimal = mark === ownMark || Number(whole) >= maxThousands;
  if (isThousands(typed) && !(mark !== undefined && isDecimal)) return 'thousands';
  return plainDecimal(typed) === undefined ? 'notUse' : undefined;
}

/** Of a cent and the like. */
export function minorDigits(currency: string): number {
  return numberWriter('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;
}

/** The mark before decimals in a language. */
export function decimalMark(language: string): string {
  return (
    numberWriter(language, {})
      .formatToParts(0.5)
      .find(({ type }) => type === 'decimal')?.value ?? '.'
  );
}

// Bills that are kept.

/** What a person copies from paper. */
export type UtilityBillEntry = Omit<UtilityBillRow, 'household_id' | 'id' | 'created_at'>;

export function useUtilityBills() {
  const householdId = useHousehold().data?.id;
  return useQuery({
    queryKey: [...billingKey, 'utility-bills', householdId ?? null],
    meta: keptOffline,
    queryFn: () =>
      askTables<UtilityBillRow[]>((tables) =>
        tables
          .from('utility_bills')
          .select()
          .eq('household_id', householdId ?? '')
          .order('period_start', { ascending: false })
          .order('created_at', { ascending: false }),
      ),
    enabled: householdId !== undefined,
  });
}

/** Held against ours. Prices, readings and the bill itself change it: its key begins as theirs does. */
export function useReconciled(billId: string | undefined, enabled = true) {
  return useQuery({
    queryKey: [...billingKey, 'reconciled', billId ?? null],
    queryFn: ({ signal }) => callService(reconcileBill, { params: { id: billId ?? '' }, signal }),
    enabled: enabled && billId !== undefined,
  });
}

/** A new one without `bill`. Throws a TableError. */
export async function saveUtilityBill(
  householdId: string,
  bill: UtilityBillRow | undefined,
  entry: UtilityBillEntry,
): Promise<void> {
  const rows = await askTables<{ id: string }[]>((tables) => {
    const table = tables.from('utility_bills');
    return bill === undefined
      ? table.insert({ household_id: householdId, ...entry }).select('id')
      : table.update(entry).eq('household_id', householdId).eq('id', bill.id).select('id');
  });
  if (rows.length === 0) throw new TableError('not-found', 'nothing was changed', 404);
}

export async function removeUtilityBill({ household_id, id }: UtilityBillRow): Promise<void> {
  await askTables((tables) => tables.from('utility_bills').delete().eq('household_id', household_id).eq('id', id));
}

// What amounts are in.

export function inBillingUnit(amount: number, unit: BillingUnit): number {
  return amount / billingSizes[unit];
}

/** What a bill's amounts are in: the unit and the currency of the tariff that holds on its last day; and whose bill it may be. */
export function termsOn(
  day: string,
  utility: Utility,
  tariffs: readonly TariffRow[],
): { unit: BillingUnit; currency: string | undefined; suppliers: NonNullable<TariffRow['plan']['suppliers']> } {
  const own = tariffs.filter((tariff) => tariff.utility === utility);
  const [newest] = own;
  const holding = day === '' ? newest : own.find(({ valid_from }) => valid_from <= day);
  return {
    unit: holding?.plan.unit ?? factsOf(utility).counter.unit,
    currency: holding?.currency,
    suppliers: holding?.plan.suppliers ?? {},
  };
}
