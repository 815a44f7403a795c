/** Why a bill is not as much as the one before it, or that of a year before. */
import { byUtility, firstUtility, type Utility, utilityIds } from '#catalogue/index.ts';
import type { BillChanges } from '../contract/billing.ts';
import { billAmount } from '../domain/bill/bill-amounts.ts';
import { minorDigits } from '../domain/bill/exact-amount.ts';
import { daysBetween } from '#catalogue/local-day.ts';
import { exact, sumOf, textOf } from '../domain/tariff/exact.ts';
import { type ExplainedBill, explainChange } from '../domain/tariff/explain/explain-change.ts';
import { type DayTemperatures, hasTemperatures } from '../domain/tariff/explain/weather-change.ts';
import type { Transaction } from '#kernel/db.ts';
import type { BillingSnapshot, KeptTariff } from './billing-snapshot.ts';
import { cyclesSince } from './close-bills.ts';
import type { FiledBill } from './read-bills.ts';
import { type LocalDays, readDeviceQuarters, readMarket, readQuarters } from './read-priced.ts';

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

const explained = async (
  tx: Transaction,
  snapshot: BillingSnapshot,
  bill: FiledBill,
): Promise<Readonly<Record<Utility, ExplainedBill>>> => {
  const { household, timeZone } = snapshot;
  const use = await readQuarters(tx, household, bill, timeZone);
  const devices = await readDeviceQuarters(tx, household, bill, timeZone);
  const agreements = await madeWith(tx, household, bill);
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
    devices: Object.fromEntries(devices.filter((one) => one.utility === utility).map((one) => [one.deviceId, one.use])),
  }));
};

const nothing: BillChanges = { against: null, difference: null, utilities: [], weather: null };

type Weather = NonNullable<BillChanges['weather']>;

export const readChanges = async (
  tx: Transaction,
  snapshot: BillingSnapshot,
  bill: FiledBill,
  earlier: FiledBill | undefined,
): Promise<BillChanges> => {
  if (!earlier || earlier.currency !== bill.currency) return nothing;
  const [before, now] = [await explained(tx, snapshot, earlier), await explained(tx, snapshot, bill)];
  // Each utility's part of a bill comes with all of the bill's tariffs.
  const plans = [before, now].flatMap((one) => one[firstUtility].agreements.map(({ plan }) => plan));
  const market = await readMarket(
    tx,
    snapshot.household,
    { start: earlier.start, end: bill.end },
    snapshot.timeZone,
    plans,
  );
  const { isAny, temperatures } = await readTemperatures(tx, snapshot.household, [earlier, bill]);
  const utilities = utilityIds.flatMap((utility) => {
    const change = explainChange({
      utility,
      timeZone: snapshot.timeZone,
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

/** How warm it was outside on the days of bills. */

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
