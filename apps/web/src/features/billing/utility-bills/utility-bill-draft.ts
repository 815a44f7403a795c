import type { UtilityBillRow } from '@wattershed/database';
import { addDays } from '../../../platform/local-day.ts';
import { numberWriter } from '../../../platform/writers.ts';
import { isTariffDay, plainDecimal } from '../tariffs/check-tariff.ts';
import { isThousands, writtenAmount } from '../tariffs/plain-amount.ts';
import type { UtilityBillEntry } from './utility-bill-api.ts';

export const moneyFields = ['useAmount', 'fixedAmount', 'taxAmount'] as const;
export type AmountField = 'total' | 'used' | (typeof moneyFields)[number];

/** A utility's bill as it is being typed. */
export interface UtilityBillDraft extends Record<AmountField, string> {
  utility: UtilityBillRow['utility'];
  firstDay: string;
  lastDay: string;
  isEstimated: boolean;
  /** The name of its paper among the documents; empty: none. */
  document: string;
  note: string;
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
export type DraftFaults = Partial<Record<AmountField | 'firstDay' | 'lastDay', DraftFault>>;

export const longestNote = 1000;
export const longestDocumentName = 300;
export const mostDays = 400;
const mostAmount = 100_000_000;

const written = (amount: number | null): string => (amount === null ? '' : writtenAmount(String(amount)));

export function draftOf(bill: UtilityBillRow | undefined): UtilityBillDraft {
  return {
    utility: bill?.utility ?? 'electricity',
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

/** A bill may give money back: a sign before it is read as well. */
function plainAmount(typed: string): string | undefined {
  const [, sign = '', rest = ''] = /^\s*([-−]?)(.*)$/su.exec(typed) ?? [];
  const decimal = rest.trim() === '' ? undefined : plainDecimal(rest);
  return decimal === undefined || decimal === '0' || sign === '' ? decimal : `-${decimal}`;
}

/** Of a cent and the like. */
export function minorDigits(currency: string): number {
  return numberWriter('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;
}

function amountFault(field: AmountField, typed: string, currency: string): DraftFault | undefined {
  if (typed.trim() === '') return field === 'total' ? 'totalMissing' : undefined;
  const isMoney = field !== 'used';
  if (isThousands(typed)) return isMoney && minorDigits(currency) < 3 ? 'decimals' : 'thousands';
  if (!isMoney) return plainDecimal(typed) === undefined ? 'notUse' : undefined;
  const amount = plainAmount(typed);
  if (amount === undefined) return 'notAmount';
  if (Math.abs(Number(amount)) >= mostAmount) return 'tooLarge';
  return (amount.split('.')[1] ?? '').length > minorDigits(currency) ? 'decimals' : undefined;
}

function dayFaults({ firstDay, lastDay }: UtilityBillDraft, today: string): DraftFaults {
  const first = isTariffDay(firstDay) ? (firstDay > today ? 'dayAhead' : undefined) : 'dayMissing';
  const last = !isTariffDay(lastDay)
    ? 'dayMissing'
    : isTariffDay(firstDay) && lastDay < firstDay
      ? 'dayBefore'
      : isTariffDay(firstDay) && lastDay >= addDays(firstDay, mostDays)
        ? 'daysMany'
        : undefined;
  return { ...(first && { firstDay: first }), ...(last && { lastDay: last }) };
}

/** What is kept of a draft, or what is wrong with each field. */
export function checkDraft(
  draft: UtilityBillDraft,
  { currency, today }: { currency: string; today: string },
): { ok: true; entry: UtilityBillEntry } | { ok: false; faults: DraftFaults } {
  const faults = dayFaults(draft, today);
  for (const field of ['total', 'used', ...moneyFields] as const) {
    const fault = amountFault(field, draft[field], currency);
    if (fault !== undefined) faults[field] = fault;
  }
  if (Object.keys(faults).length > 0) return { ok: false, faults };
  const amount = (field: AmountField) => (draft[field].trim() === '' ? null : Number(plainAmount(draft[field])));
  return {
    ok: true,
    entry: {
      utility: draft.utility,
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
