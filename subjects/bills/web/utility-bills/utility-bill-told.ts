import type { Household, TariffRow, UtilityBillRow } from '#supabase/tables/index.ts';
import type { ImportBill } from '#supabase/tables/json-columns.ts';
import { addDays, localDayOf } from '#shell/text/local-day.ts';
import { writtenAmount } from '../tariffs/prices/amount-input.tsx';
import { inBillingUnit, maxDays, minorDigits, termsOn, type UtilityBillDraft } from './utility-bill-draft.ts';

/** A bill that a file told, and which file that was. */
export interface ToldBill {
  fileName: string;
  bill: ImportBill;
}

export interface BillDays {
  firstDay: string;
  lastDay: string;
}

/** What a told bill is held against before it may fill the form. */
export interface ToldContext {
  household: Household;
  tariffs: readonly TariffRow[];
  entered: readonly UtilityBillRow[];
  today: string;
}

/** Why it cannot fill the form, or that it can. */
export type ToldStanding = 'ready' | 'entered' | 'notOver' | 'otherCurrency' | 'daysMany';
/** What the person should know of what was filled in. */
export type ToldNote = 'currencyUnsaid' | 'noTariff' | 'early' | 'summed' | 'notApart';

const halfDayMs = 43_200_000;
/** Files give money in hundred-thousandths. */
const decimalsTold = 5;

/** The household's days. A utility's midnight need not be the household's: the nearest one counts. */
export function daysTold({ start, end }: ImportBill, timeZone: string): BillDays {
  const dayAt = (instant: string) => localDayOf(Date.parse(instant) + halfDayMs, timeZone);
  return { firstDay: dayAt(start), lastDay: addDays(dayAt(end), -1) };
}

export const moneyTold = (amount: number): number => amount / 10 ** decimalsTold;

function typedMoney(amount: number, currency: string): string {
  const digits = Math.min(minorDigits(currency), decimalsTold);
  return writtenAmount((Math.round(amount / 10 ** (decimalsTold - digits)) / 10 ** digits).toFixed(digits));
}

/** What those days are billed in here. */
export function currencyHere({ utility }: ImportBill, { lastDay }: BillDays, context: ToldContext): string {
  return termsOn(lastDay, utility, context.tariffs).currency ?? context.household.currency;
}

/** Another bill of the utility, and of the same supplier, entered already, that has some of these days. */
export function sharing<Bill extends Pick<UtilityBillRow, 'utility' | 'supplier' | 'period_start' | 'period_end'>>(
  { utility, supplier, firstDay, lastDay }: BillDays & Pick<UtilityBillDraft, 'utility' | 'supplier'>,
  entered: readonly Bill[],
): Bill | undefined {
  return entered.find(
    (bill) =>
      bill.utility === utility &&
      (bill.supplier ?? '') === supplier &&
      bill.period_start <= lastDay &&
      bill.period_end > firstDay,
  );
}

function isEntered({ utility }: ImportBill, { firstDay, lastDay }: BillDays, entered: readonly UtilityBillRow[]) {
  const end = addDays(lastDay, 1);
  // Of several suppliers a file does not say whose it tells: another one's is not this one.
  return entered.some(
    (bill) =>
      bill.utility === utility && bill.supplier === null && bill.period_start === firstDay && bill.period_end === end,
  );
}

export function standingTold(bill: ImportBill, context: ToldContext): ToldStanding {
  const days = daysTold(bill, context.household.time_zone);
  if (isEntered(bill, days, context.entered)) return 'entered';
  if (days.lastDay >= context.today) return 'notOver';
  if (days.lastDay >= addDays(days.firstDay, maxDays)) return 'daysMany';
  return bill.currency !== null && bill.currency !== currencyHere(bill, days, context) ? 'otherCurrency' : 'ready';
}

function sumOf({ lines }: ImportBill, part: ImportBill['lines'][number]['part']): number | undefined {
  const own = lines.filter((line) => line.part === part);
  return own.length === 0 ? undefined : own.reduce((sum, { amount }) => sum + amount, 0);
}

/**
 * What a told bill fills in. Of its lines, use and fixed charges are kept only where it tells all of them apart: a part of what is
 * charged for use would look like too low a price.
 */
export function fillFrom(
  { bill }: ToldBill,
  context: ToldContext,
): { draft: Partial<UtilityBillDraft>; notes: ToldNote[] } {
  const { utility, used, currency: said, lines, isEstimated } = bill;
  const days = daysTold(bill, context.household.time_zone);
  const terms = termsOn(days.lastDay, utility, context.tariffs);
  const currency = currencyHere(bill, days, context);
  const isApart = lines.length > 0 && sumOf(bill, 'other') === undefined;
  const typed = (amount: number | undefined) => (amount === undefined ? '' : typedMoney(amount, currency));
  const is: Record<ToldNote, boolean> = {
    currencyUnsaid: said === null,
    noTariff: terms.currency === undefined,
    early: bill.isEarly,
    summed: bill.isSummed,
    notApart: lines.length > 0 && !isApart,
  };
  return {
    draft: {
      utility,
      ...days,
      isEstimated,
      total: typed(bill.total),
      used: used === null ? '' : writtenAmount(String(Number(inBillingUnit(used, terms.unit).toFixed(6)))),
      useAmount: isApart ? typed(sumOf(bill, 'use') ?? 0) : '',
      fixedAmount: isApart ? typed(sumOf(bill, 'fixed') ?? 0) : '',
      taxAmount: typed(sumOf(bill, 'tax')),
    },
    notes: (['currencyUnsaid', 'noTariff', 'early', 'summed', 'notApart'] as const).filter((note) => is[note]),
  };
}

/** Each period of a meter once, as the latest import tells it; the latest period first. */
export function apart(told: readonly ToldBill[]): ToldBill[] {
  const seen = new Map<string, ToldBill>();
  for (const one of told) {
    const key = keyTold(one);
    if (!seen.has(key)) seen.set(key, one);
  }
  return [...seen.values()].sort((a, b) => b.bill.start.localeCompare(a.bill.start));
}

export const keyTold = ({ bill: { utility, column, start, end } }: ToldBill): string =>
  [utility, start, end, column].join(' ');
