/** A utility's bill, as the household copied it, held against what its own readings and tariffs say. */
import type { Utility } from '#catalogue/index.ts';
import type { ReconciledBill } from '../contract/billing.ts';
import { billAmount } from '../domain/bill/bill-amounts.ts';
import { cycleOf, type Period } from '../domain/bill/billing-cycle.ts';
import { daysBetween } from '#catalogue/local-day.ts';
import type { PricedCycle } from '../domain/tariff/charges/charge-days.ts';
import { reconcileBill } from '../domain/tariff/explain/reconcile-bill.ts';
import { dayStartS } from '../domain/tariff/interval-use.ts';
import { knownOffsets } from '../domain/tariff/known-offsets.ts';
import { priceBill } from '../domain/tariff/price-bill.ts';
import type { Claims, Database, Transaction } from '#kernel/db.ts';
import { type BillingSnapshot, readUse } from './billing-snapshot.ts';
import { cyclesSince } from './close-bills.ts';
import type { FiledBill } from './read-bills.ts';
import { readMarket, readQuarters } from './read-priced.ts';
import { coverageOf, within } from './use-figures.ts';

export interface CopiedBill extends Period {
  readonly household: string;
  readonly utility: Utility;
  readonly total: string;
  readonly used: string | null;
  readonly isEstimated: boolean;
  readonly useAmount: string | null;
  readonly fixedAmount: string | null;
  readonly taxAmount: string | null;
}

/** One that the person may read; null where there is none. */
export const readCopiedBill = (
  database: Pick<Database, 'asUser'>,
  person: Claims,
  id: string,
): Promise<CopiedBill | null> =>
  database.asUser(person, async (sql) => {
    const [row] = await sql<CopiedBill[]>`
      select household_id as household, utility, period_start::text as start, period_end::text as end, trim_scale(total)::text as total,
        trim_scale(used)::text as used, is_estimated as "isEstimated", trim_scale(use_amount)::text as "useAmount",
        trim_scale(fixed_amount)::text as "fixedAmount", trim_scale(tax_amount)::text as "taxAmount"
      from public.utility_bills where id = ${id}`;
    return row ?? null;
  });

const overlap = (a: Period, b: Period): number =>
  Math.max(0, daysBetween(a.start > b.start ? a.start : b.start, a.end < b.end ? a.end : b.end));

/** The bill of ours that shares most of its days. */
const nearest = (theirs: Period, bills: readonly FiledBill[]): FiledBill | undefined =>
  bills.reduce<FiledBill | undefined>((best, bill) => {
    const days = overlap(theirs, bill);
    return days > 0 && (!best || days > overlap(theirs, best)) ? bill : best;
  }, undefined);

const nothing = (coverage: number | null): ReconciledBill => ({
  ours: null,
  coverage,
  currency: null,
  unit: null,
  difference: null,
  parts: [],
});

/** The months that their days stand for are those of a regular cycle of that length. */
const cycleLike = ({ start, end }: Period): PricedCycle => {
  const cycleDays = daysBetween(start, end);
  return { start, end, cycleDays, cycleMonths: Math.max(1, Math.round(cycleDays / 30.4375)) };
};

export const reconcile = async (
  tx: Transaction,
  snapshot: BillingSnapshot,
  nowMs: number,
  theirs: CopiedBill,
  bills: readonly FiledBill[],
): Promise<ReconciledBill> => {
  const { household, timeZone, tariffs, today, rule } = snapshot;
  const { utility } = theirs;
  const use = await readUse(tx, household, theirs.start, theirs.end, nowMs);
  const coverage = coverageOf(within(use, theirs.start, theirs.end).filter((one) => one.utility === utility));
  const bill = nearest(theirs, bills);
  const both = {
    start: bill && bill.start < theirs.start ? bill.start : theirs.start,
    end: bill && bill.end > theirs.end ? bill.end : theirs.end,
  };
  const quarters = await readQuarters(tx, household, both, timeZone);
  const plans = tariffs.map(({ plan }) => plan);
  const market = await readMarket(tx, household, both, timeZone, plans);
  const known =
    cyclesSince(bill?.start ?? today, snapshot).find(({ start }) => start === bill?.start) ??
    cycleOf(theirs.start, rule, today);
  const cycle = cycleLike(theirs);
  const priced = priceBill({ cycle, timeZone, agreements: tariffs, use: quarters, ...market });
  const total = bill ? billAmount(bill, utility).cost : priced && priced.costs[utility];
  if (total === null) return nothing(coverage);
  const offsetAt = knownOffsets(timeZone);
  const [from, to] = [dayStartS(theirs.start, offsetAt), dayStartS(theirs.end, offsetAt)];
  const ourCycle = bill ? { ...known, start: bill.start, end: bill.end } : cycle;
  const { used, useAmount, fixedAmount, taxAmount, ...rest } = theirs;
  const result = reconcileBill(
    {
      theirs: {
        ...rest,
        ...(used !== null && { used }),
        ...(useAmount !== null && { useAmount }),
        ...(fixedAmount !== null && { fixedAmount }),
        ...(taxAmount !== null && { taxAmount }),
      },
      agreements: tariffs,
      timeZone,
      cycle,
      ours: { cycle: ourCycle, total },
      use: quarters[utility],
      coverage,
      ...market,
    },
    utility,
    (startS) => startS >= from && startS < to,
  );
  if (!result) return nothing(coverage);
  return {
    ours: { id: bill?.id ?? null, start: ourCycle.start, end: ourCycle.end, total: result.ours },
    coverage,
    currency: result.currency,
    unit: result.unit,
    difference: result.difference,
    parts: [...result.parts],
  };
};
