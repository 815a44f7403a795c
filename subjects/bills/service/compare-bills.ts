/** Two bills beside each other: this one and the one before, or the utility's own. */
import { byUtility, type Utility, utilityIds } from '#catalogue/index.ts';
import { addDays, daysBetween } from '#catalogue/local-day.ts';
import type { Claims, Database, Transaction } from '#kernel/db.ts';
import type { BillChanges, ReconciledBill } from '../contract/billing.ts';
import { billAmount } from '../domain/bill/bill.ts';
import { cycleOf, type Period } from '../domain/bill/billing-cycle.ts';
import { exact, minorDigits, sumOf, textOf } from '../domain/tariff/exact.ts';
import type { PricedCycle } from '../domain/tariff/charges/charge-days.ts';
import { explainChange, type ExplainedBill } from '../domain/tariff/explain/explain-change.ts';
import { reconcileBill, wholeCoverage } from '../domain/tariff/explain/reconcile-bill.ts';
import { type DayTemperatures, hasTemperatures } from '../domain/tariff/explain/weather-change.ts';
import type { TariffPlan } from '../domain/tariff/plan.ts';
import { priceBill, type PricedBill } from '../domain/tariff/price-bill.ts';
import { planOfSupplier } from '../domain/tariff/suppliers.ts';
import {
  type BillingSnapshot,
  coverageOf,
  type CoveredUse,
  type KeptTariff,
  type MeterIds,
  metersOf,
  readUse,
  within,
} from './billing-snapshot.ts';
import { cyclesSince } from './close-bills.ts';
import { inNoRoom } from './read-costs.ts';
import type { DeviceUse } from '../domain/tariff/explain/share-drawn.ts';
import type { FiledBill } from './read-bills.ts';
import { createCyclePricer, readHomeAndDevices, readQuarters } from './price-cycles.ts';
import { type LocalDays, readMarket } from './read-market.ts';

// Why a bill is not as much as the one before it, or that of a year before.

const yearDays = 365;
/** How far a bill may begin from a year before and still be that year's. */
const nearDays = 20;

/** The bill that it is held against, of those that are filed, newest first. */
export const earlierBill = (
  bill: FiledBill,
  bills: readonly FiledBill[],
  against: 'before' | 'year',
): FiledBill | undefined => {
  if (against === 'before') return bills.find(({ end }) => end <= bill.start);
  return bills
    .filter(({ start }) => Math.abs(daysBetween(start, bill.start) - yearDays) <= nearDays)
    .sort(
      (a, b) =>
        Math.abs(daysBetween(a.start, bill.start) - yearDays) - Math.abs(daysBetween(b.start, bill.start) - yearDays),
    )[0];
};

const madeWith = async (tx: Transaction, household: string, bill: FiledBill): Promise<KeptTariff[]> => {
  const [row] = await tx<{ tariffs: KeptTariff[] }[]>`
    select tariffs from private.bill_evidence(${household}, ${bill.id}, ${bill.version})`;
  return row?.tariffs ?? [];
};

/** A meter of the whole home that is all there is tells nothing apart: its use is the home's. */
const toldApart = (devices: readonly DeviceUse[], of: Utility): DeviceUse[] => {
  const own = devices.filter(({ utility }) => utility === of);
  return own.every(({ room }) => inNoRoom.has(room)) ? [] : own;
};

const explained = async (
  tx: Transaction,
  snapshot: BillingSnapshot,
  bill: FiledBill,
  agreements: readonly KeptTariff[],
  meters: MeterIds,
): Promise<Readonly<Record<Utility, ExplainedBill>>> => {
  const { household, timeZone } = snapshot;
  const { use, devices } = await readHomeAndDevices(tx, household, bill, timeZone, meters);
  const regular = cyclesSince(bill.start, snapshot).find(({ start }) => start === bill.start);
  return byUtility((utility) => ({
    cycle: {
      start: bill.start,
      end: bill.end,
      cycleDays: regular?.cycleDays ?? daysBetween(bill.start, bill.end),
      cycleMonths: regular?.cycleMonths ?? 1,
    },
    total: billAmount(bill, utility).cost,
    lines: bill.lines,
    agreements,
    use: use[utility],
    devices: Object.fromEntries(toldApart(devices, utility).map((one) => [one.deviceId, one.use])),
  }));
};

const noChanges: BillChanges = { against: null, difference: null, utilities: [], weather: null };

type Weather = NonNullable<BillChanges['weather']>;

export const readChanges = async (
  tx: Transaction,
  snapshot: BillingSnapshot,
  bill: FiledBill,
  earlier: FiledBill | undefined,
): Promise<BillChanges> => {
  if (!earlier || earlier.currency !== bill.currency) return noChanges;
  const { household, timeZone } = snapshot;
  const [then, today] = await Promise.all([madeWith(tx, household, earlier), madeWith(tx, household, bill)]);
  const meters = metersOf([...then, ...today]);
  const plans = [...then, ...today].map(({ plan }) => plan);
  const [before, now, market, { isAny, temperatures }] = await Promise.all([
    explained(tx, snapshot, earlier, then, meters),
    explained(tx, snapshot, bill, today, meters),
    readMarket(tx, household, { start: earlier.start, end: bill.end }, timeZone, plans),
    readTemperatures(tx, household, [earlier, bill]),
  ]);
  const utilities = utilityIds.flatMap((utility) => {
    const change = explainChange({
      utility,
      timeZone,
      before: before[utility],
      now: now[utility],
      ...market,
      temperatures,
    });
    return change ? [{ utility, difference: change.difference, parts: [...change.parts] }] : [];
  });
  const isCovered = hasTemperatures(earlier, temperatures) && hasTemperatures(bill, temperatures);
  const isTold = utilities.some(({ parts }) => parts.some(({ kind }) => kind === 'weather'));
  const covered: Weather = isTold ? 'told' : 'unclear';
  const { id, start, end, total } = earlier;
  return {
    against: { id, start, end, total },
    difference: textOf(sumOf([exact(bill.total), exact(total).neg()]), minorDigits(bill.currency)),
    utilities,
    weather: !isAny ? 'missing' : isCovered ? covered : 'partial',
  };
};

// How warm it was outside on the days of bills.

interface KnownTemperatures {
  /** The household keeps some, of whichever days. */
  readonly isAny: boolean;
  readonly temperatures: DayTemperatures;
}

/** From the first day of any of the cycles to the last. */
const readTemperatures = async (
  tx: Transaction,
  household: string,
  cycles: readonly LocalDays[],
): Promise<KnownTemperatures> => {
  const from = cycles.map(({ start }) => start).sort()[0] ?? '';
  const to =
    cycles
      .map(({ end }) => end)
      .sort()
      .at(-1) ?? '';
  const [row] = await tx<{ is_any: boolean; days: DayTemperatures }[]>`
    select is_any, days from private.billing_temperatures(${household}, ${from}, ${to})`;
  return { isAny: row?.is_any ?? false, temperatures: row?.days ?? {} };
};

// A utility's bill, as the household copied it, held against what its own readings and tariffs say.

export interface CopiedBill extends Period {
  readonly household: string;
  readonly utility: Utility;
  /** Of several, whose it is; null: it is all of the utility. */
  readonly supplier: string | null;
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
      select household_id as household, utility, supplier, period_start::text as start, period_end::text as end, trim_scale(total)::text as total,
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

const notReconciled = (coverage: number | null): ReconciledBill => ({
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

const yearBefore = ({ start, end }: Period): Period => ({
  start: addDays(start, -yearDays),
  end: addDays(end, -yearDays),
});

/** Null: not all of it was heard. */
const usedOn = (use: readonly CoveredUse[], utility: Utility, { start, end }: Period): number | undefined => {
  const own = within(use, start, end).filter((one) => one.utility === utility);
  if ((coverageOf(own) ?? 0) < wholeCoverage) return undefined;
  return own.reduce((sum, { used }) => sum + used, 0);
};

/** The household's tariffs, with the charges of one supplier alone. */
const tariffsOf = ({ tariffs }: BillingSnapshot, utility: Utility, supplier: string | null): readonly KeptTariff[] =>
  supplier === null
    ? tariffs
    : tariffs.map((one) => (one.utility === utility ? { ...one, plan: planOfSupplier(one.plan, supplier) } : one));

/** What a bill of theirs is held against: our bill that shares most of its days, and our use and prices around both. */
export const readGround = async (
  tx: Transaction,
  household: BillingSnapshot,
  theirs: Period & Pick<CopiedBill, 'utility' | 'supplier'>,
  bills: readonly FiledBill[],
  library: readonly TariffPlan[] = [],
) => {
  const { utility, supplier } = theirs;
  const snapshot = { ...household, tariffs: tariffsOf(household, utility, supplier) };
  const { household: id, timeZone, tariffs, today, rule } = snapshot;
  const bill = nearest(theirs, bills);
  // A utility may count a day more on either side.
  const around = {
    start: bill && bill.start < theirs.start ? bill.start : addDays(theirs.start, -1),
    end: bill && bill.end > theirs.end ? bill.end : addDays(theirs.end, 1),
  };
  const quarters = await readQuarters(tx, id, around, timeZone, metersOf(tariffs));
  const market = await readMarket(tx, id, around, timeZone, [...tariffs.map(({ plan }) => plan), ...library]);
  const known =
    cyclesSince(bill?.start ?? today, snapshot).find(({ start }) => start === bill?.start) ??
    cycleOf(theirs.start, rule, today);
  const cycle = cycleLike(theirs);
  const pricer = createCyclePricer(tx, snapshot);
  const carried = await pricer.carried(cycle);
  const priced = priceBill({ cycle, timeZone, agreements: tariffs, use: quarters, carried, ...market });
  const ourCycle = bill ? { ...known, start: bill.start, end: bill.end } : cycle;
  const costOf = (ours: PricedBill | null) => ours && ours.costs[utility];
  const ourTotal = async (): Promise<string | null> => {
    const isTheirs = tariffs.some((one) => one.utility === utility && one.plan.charges.length > 0);
    if (supplier !== null && !isTheirs) return null;
    if (bill) return supplier === null ? billAmount(bill, utility).cost : costOf(await pricer.price(ourCycle));
    return costOf(priced);
  };
  return {
    bill,
    cycle,
    ourCycle,
    /** Null: there is nothing of ours on its days. */
    total: await ourTotal(),
    tariffs,
    quarters,
    market,
    carried,
  };
};

export const reconcile = async (
  tx: Transaction,
  snapshot: BillingSnapshot,
  nowMs: number,
  theirs: CopiedBill,
  bills: readonly FiledBill[],
  library: readonly TariffPlan[],
): Promise<ReconciledBill> => {
  const { household, timeZone } = snapshot;
  const { utility } = theirs;
  const before = { start: addDays(theirs.start, -daysBetween(theirs.start, theirs.end)), end: theirs.start };
  const lastYear = yearBefore(theirs);
  const use = await readUse(tx, household, before.start, theirs.end, nowMs);
  const useLastYear = await readUse(tx, household, lastYear.start, lastYear.end, nowMs);
  const coverage = coverageOf(within(use, theirs.start, theirs.end).filter((one) => one.utility === utility));
  const { tariffs, total, cycle, ourCycle, bill, quarters, market, carried } = await readGround(
    tx,
    snapshot,
    theirs,
    bills,
    library,
  );
  if (total === null) return notReconciled(coverage);
  const { used, useAmount, fixedAmount, taxAmount, supplier: _supplier, ...rest } = theirs;
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
      usedBefore: usedOn(use, utility, before),
      usedYearBefore: usedOn(useLastYear, utility, lastYear),
      coverage,
      library,
      carried,
      ...market,
    },
    utility,
  );
  if (!result) return notReconciled(coverage);
  return {
    ours: { id: bill?.id ?? null, start: ourCycle.start, end: ourCycle.end, total: result.ours },
    coverage,
    currency: result.currency,
    unit: result.unit,
    difference: result.difference,
    parts: result.parts.map(({ or, ...part }) => ({ ...part, ...(or && { or: [...or] }) })),
  };
};
