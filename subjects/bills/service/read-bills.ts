/** Bills as the person may read them, for files. */
import { byUtility, usualUtilities, type Utility, utilityIds } from '#catalogue/index.ts';
import type { LocalDay } from '#catalogue/local-day.ts';
import type { Claims, Database } from '#kernel/db.ts';
import { billAmount, type BillAmounts, type BillLine } from '../domain/bill/bill.ts';
import { decimalOf, decimalText, minorDigits, powerOfTen, roundHalfUp } from '../domain/tariff/exact.ts';

export interface FiledBill {
  readonly id: string;
  readonly start: LocalDay;
  readonly end: LocalDay;
  readonly currency: string;
  /** With exactly as many decimals as the currency has. */
  readonly total: string;
  /** Of every utility, costs with as many decimals as the total. */
  readonly amounts: BillAmounts;
  readonly lines: readonly BillLine[];
  readonly coverage: number | null;
  readonly unpricedDays: number;
  readonly version: number;
  readonly correctedAt: string | null;
}

/** What files of them name: what every home is shown, and what one of them is for. */
export const filedUtilities = (bills: readonly FiledBill[]): readonly Utility[] =>
  utilityIds.filter(
    (utility) =>
      usualUtilities.includes(utility) ||
      bills.some((bill) => billAmount(bill, utility).used !== 0 || bill.lines.some((line) => line.utility === utility)),
  );

interface BillRow extends Omit<FiledBill, 'coverage'> {
  coverage: string | null;
}

const writeAmount = (text: string, currency: string): string => {
  const digits = minorDigits(currency);
  const { units, scale } = decimalOf(text);
  return decimalText(roundHalfUp(units * powerOfTen(digits), powerOfTen(scale)), digits);
};

/** Days that were asked for: bills are in it that begin in `[from, to)`. */
export interface ChosenPeriod {
  readonly from: LocalDay;
  readonly to: LocalDay;
}

export interface WantedBills {
  readonly household: string;
  /** The latest so many; with a period all that are in it. */
  readonly count: number;
  readonly id?: string | undefined;
  readonly period?: ChosenPeriod | undefined;
}

/** Newest first. */
export const readBills = (
  database: Pick<Database, 'asUser'>,
  person: Claims,
  { household, count, id, period }: WantedBills,
): Promise<FiledBill[]> =>
  database.asUser(person, async (sql) => {
    const rows = await sql<BillRow[]>`
      select id, period_start::text as start, period_end::text as end, currency, total_amount::text as total, amounts, lines, coverage,
        unpriced_days as "unpricedDays", version, corrected_at::text as "correctedAt"
      from public.billing_records where household_id = ${household} and (${id ?? null}::uuid is null or id = ${id ?? null})
        and (${period?.from ?? null}::date is null or period_start >= ${period?.from ?? null})
        and (${period?.to ?? null}::date is null or period_start < ${period?.to ?? null})
      order by period_start desc limit ${period ? null : count}`;
    return rows.map((row) => ({
      ...row,
      total: writeAmount(row.total, row.currency),
      amounts: byUtility((utility) => {
        const own = billAmount(row, utility);
        return { ...own, cost: writeAmount(own.cost, row.currency) };
      }),
      coverage: row.coverage === null ? null : Number(row.coverage),
    }));
  });

/** The household of a bill that the person may read; null where there is none. */
export const householdOfBill = (
  database: Pick<Database, 'asUser'>,
  person: Claims,
  id: string,
): Promise<string | null> =>
  database.asUser(person, async (sql) => {
    const [row] = await sql<
      { household: string }[]
    >`select household_id as household from public.billing_records where id = ${id}`;
    return row?.household ?? null;
  });
