/** What a household's bills are made of, and where they are kept; all within one transaction that waits for others at the same bills. */
import { byUtility, type Utility } from '#catalogue/index.ts';
import { daysOf, type LocalDay } from '#catalogue/local-day.ts';
import type { Sql, Transaction } from '#kernel/db.ts';
import type { BillAmount, BillAmounts, BillLine } from '../domain/bill/bill.ts';
import type { CycleRule } from '../domain/bill/billing-cycle.ts';
import { firstNotBelow } from '../domain/tariff/interval-use.ts';
import type { TariffPlan } from '../domain/tariff/plan.ts';
import type { Agreement, PricedBill } from '../domain/tariff/price-bill.ts';

/** A tariff of the household; its revision counts its changes. */
export interface KeptTariff extends Agreement {
  readonly id: string;
  readonly revision: number;
}

/** Use of one utility on one local day, in Wh or mL. */
export interface DayUse {
  readonly day: LocalDay;
  readonly utility: Utility;
  readonly used: number;
  readonly estimated: number;
  /** What went back to the grid; none: nothing did. */
  readonly returned?: number;
  /** What the meters that a tariff prices apart counted, by their ids. */
  readonly apart?: Readonly<Record<string, number>>;
}

/** What a bill was made with. */
export interface Evidence {
  readonly madeWith: readonly KeptTariff[];
  readonly days: readonly DayUse[];
  /** A digest of `days`, and of those before them that the bill rests on. */
  readonly daysKey: string;
}

export interface KeptBill {
  readonly id: string;
  readonly start: LocalDay;
  readonly end: LocalDay;
  readonly currency: string;
  readonly amounts: BillAmounts;
  /** Null for a bill that was made before this was kept. */
  readonly madeWith: readonly Pick<KeptTariff, 'id' | 'revision' | 'validFrom'>[] | null;
  readonly daysKey: string | null;
}

export interface BillingSnapshot {
  readonly household: string;
  readonly name: string;
  readonly kind: 'home' | 'demo' | 'guest';
  readonly country: string | null;
  /** Its own, whatever its tariffs are in. */
  readonly currency: string;
  readonly timeZone: string;
  /** Nobody has: its days are UTC's, and no bill is closed in them. */
  readonly isZoneChosen: boolean;
  /** When its bills begin. */
  readonly rule: CycleRule;
  readonly isMeasured: boolean;
  readonly nowMs: number;
  readonly today: LocalDay;
  readonly lastReadingDay: LocalDay | null;
  readonly firstDay: LocalDay | null;
  /** Nobody has looked at its bills since they were due. */
  readonly isDue: boolean;
  /** Bills between these days are made anew, whatever they were made with; null: none. */
  readonly anewFrom: LocalDay | null;
  readonly anewUntil: LocalDay | null;
  /** What it means to spend in a cycle. */
  readonly budgets: readonly { readonly utility: Utility; readonly amount: string }[];
  /** A utility of it is paid in advance. */
  readonly isPrepaid: boolean;
  /** Somebody has said how a utility of it is paid, or what was. */
  readonly hasPayments: boolean;
  readonly tariffs: readonly KeptTariff[];
  readonly bills: readonly KeptBill[];
}

/** Use on a day, and for how much of it meters were heard. */
export interface CoveredUse extends DayUse {
  readonly coveredS: number;
  readonly expectedS: number;
}

/** A bill as it is to be kept: without an id it is new; without a reason it says what it said, of other tariffs or days. */
export interface MadeBill {
  readonly id?: string;
  readonly reason?: 'tariff' | 'use';
  readonly start: LocalDay;
  readonly end: LocalDay;
  readonly currency: string;
  readonly totalAmount: string;
  readonly amounts: BillAmounts;
  readonly lines: readonly BillLine[];
  readonly coverage: number | null;
  readonly unpricedDays: number;
  readonly evidence: Evidence;
}

/** A cycle that is over and cannot be priced yet, and why. */
export interface WaitingCycle {
  readonly start: LocalDay;
  readonly end: LocalDay;
  readonly faults: PricedBill['faults'];
}

export interface Closing {
  readonly made: readonly MadeBill[];
  /** Bills that no tariff prices any more. */
  readonly withdrawn: readonly string[];
  readonly waiting: readonly WaitingCycle[];
}

/** An instant for the database. */
const instant = (nowMs: number): string => new Date(nowMs).toISOString();

/**
 * The same plan, read again, is the same value: what was worked out of it (the periods of its days) is found again, and telling
 * it from another costs nothing.
 */
const maxPlanChars = 4_000_000;
const knownPlans = { plans: new Map<string, TariffPlan>(), chars: 0 };

const onePlan = (plan: TariffPlan): TariffPlan => {
  const text = JSON.stringify(plan);
  const before = knownPlans.plans.get(text);
  if (before) return before;
  if (knownPlans.chars > maxPlanChars) {
    knownPlans.plans.clear();
    knownPlans.chars = 0;
  }
  knownPlans.plans.set(text, plan);
  knownPlans.chars += text.length;
  return plan;
};

/** To write is to wait for others who write the same household's bills. */
export const openSnapshot = async (
  tx: Transaction,
  household: string,
  nowMs: number,
  purpose: 'read' | 'write',
): Promise<BillingSnapshot | null> => {
  const [row] = await tx<
    { snapshot: string | null; is_zone_chosen: boolean }[]
  >`select private.open_billing(${household}, ${instant(nowMs)}, ${purpose === 'write'}) as snapshot,
    private.zone_is_chosen(${household}) as is_zone_chosen`;
  if (!row?.snapshot) return null;
  const told = JSON.parse(row.snapshot) as Omit<BillingSnapshot, 'household' | 'isZoneChosen' | 'nowMs'>;
  const tariffs = told.tariffs.map((tariff) => ({ ...tariff, plan: onePlan(tariff.plan) }));
  return { household, isZoneChosen: row.is_zone_chosen, nowMs, ...told, tariffs };
};

/** A figure for each day. */
interface UseColumns {
  readonly utility: Utility;
  readonly used: readonly number[];
  readonly estimated: readonly number[];
  readonly coveredS: readonly number[];
  readonly expectedS: readonly number[];
  readonly returned: readonly number[];
}

/** Days in their order, and on each the utilities in theirs. */
export const readUse = async (
  tx: Transaction,
  household: string,
  from: LocalDay,
  to: LocalDay,
  nowMs: number,
  meters: MeterIds = [],
): Promise<CoveredUse[]> => {
  const apart = await readApart(tx, household, from, to, meters);
  const [row] = await tx<{ use: string }[]>`
    select private.billing_days(${household}, ${from}, ${to}, ${instant(nowMs)}) as use`;
  const utilities = JSON.parse(row?.use ?? '[]') as UseColumns[];
  return daysOf(from, to).flatMap((day, i) =>
    utilities.map(({ utility, used, estimated, coveredS, expectedS, returned }) => ({
      day,
      utility,
      used: used[i] ?? 0,
      estimated: estimated[i] ?? 0,
      coveredS: coveredS[i] ?? 0,
      expectedS: expectedS[i] ?? 0,
      ...(returned[i] && { returned: returned[i] }),
      ...apart.get(`${utility} ${day}`),
    })),
  );
};

/** By utility and day. */
const readApart = async (
  tx: Transaction,
  household: string,
  from: LocalDay,
  to: LocalDay,
  meters: MeterIds,
): Promise<ReadonlyMap<string, Pick<DayUse, 'apart'>>> => {
  const byDay = new Map<string, Pick<DayUse, 'apart'>>();
  if (meters.length === 0) return byDay;
  const rows = await tx<{ meter_id: string; utility: Utility; day: LocalDay; used: string }[]>`
    select * from private.billing_meters(${household}, ${`{${meters.join(',')}}`}::bigint[], ${from}, ${to}) order by meter_id`;
  for (const { meter_id: meter, utility, day, used } of rows) {
    const key = `${utility} ${day}`;
    byDay.set(key, { apart: { ...byDay.get(key)?.apart, [meter]: Number(used) } });
  }
  return byDay;
};

/** Ids of meters. */
export type MeterIds = readonly string[];

/** The meters of the household that its tariffs price apart. */
export const metersOf = (tariffs: readonly Pick<Agreement, 'facts'>[]): MeterIds => [
  ...new Set(tariffs.flatMap(({ facts }) => Object.values(facts?.meters ?? {}))),
];

export const readLines = async (tx: Transaction, household: string, bill: string): Promise<readonly BillLine[]> => {
  const [row] = await tx<{ lines: string | null }[]>`select private.bill_lines(${household}, ${bill}) as lines`;
  return JSON.parse(row?.lines ?? '[]') as BillLine[];
};

/** Without `dueAt` there is more to look at: when the household is due stays as it is. */
export const storeBills = async (
  tx: Transaction,
  household: string,
  { made, withdrawn }: Closing,
  nowMs: number,
  dueAt: number | null,
): Promise<void> => {
  await tx`select private.store_bills(${household}, ${instant(nowMs)}, ${JSON.stringify(made)}::text::jsonb,
    ${`{${withdrawn.join(',')}}`}, ${dueAt === null ? null : instant(dueAt)})`;
};

/** While older bills are made, batch by batch; what changes meanwhile makes the household due before. */
export const holdBilling = async (tx: Transaction, household: string, untilMs: number): Promise<void> => {
  await tx`select private.hold_billing(${household}, ${instant(untilMs)})`;
};

/** All of them were looked at; unless something has changed since. */
export const endBilling = async (sql: Sql, household: string, heldUntilMs: number, dueAt: number): Promise<void> => {
  await sql`select private.end_billing(${household}, ${instant(heldUntilMs)}, ${instant(dueAt)})`;
};

export const dueHouseholds = async (sql: Sql, nowMs: number, count: number): Promise<string[]> => {
  const rows = await sql<{ id: string }[]>`select private.due_households(${instant(nowMs)}, ${count}) as id`;
  return rows.map(({ id }) => id);
};

/** The household that the person asks about; null for one that is not theirs. */
export const homeOf = async (sql: Sql, userId: string, household: string | undefined): Promise<string | null> => {
  const [row] = await sql<{ id: string | null }[]>`select private.billing_home(${userId}, ${household ?? null}) as id`;
  return row?.id ?? null;
};

// Sums of use over the days of a period.

const firstOn = (use: readonly CoveredUse[], wanted: LocalDay): number =>
  firstNotBelow(use.length, (at) => (use[at]?.day ?? wanted) < wanted);

/** `use` is in the order of its days. */
export const within = (use: readonly CoveredUse[], start: LocalDay, end: LocalDay): CoveredUse[] =>
  use.slice(firstOn(use, start), firstOn(use, end));

/** Of what figures are kept with a bill: days on which something was used, or went back. */
export const keptDays = (use: readonly DayUse[]): DayUse[] =>
  use
    .filter(({ used, estimated, returned }) => used !== 0 || estimated !== 0 || returned !== undefined)
    .map(({ day, utility, used, estimated, returned, apart }) => ({
      day,
      utility,
      used,
      estimated,
      ...(returned !== undefined && { returned }),
      ...(apart !== undefined && { apart }),
    }));

export const hasReadings = (use: readonly CoveredUse[]): boolean =>
  use.some(({ used, estimated, coveredS }) => used !== 0 || estimated !== 0 || coveredS > 0);

/** Of each utility; it costs nothing where it has no price. */
export const amountsOf = (use: readonly CoveredUse[], price: Pick<PricedBill, 'costs'> | null) =>
  byUtility((utility): BillAmount => {
    const own = use.filter((one) => one.utility === utility);
    const sum = (kind: 'used' | 'estimated') => own.reduce((total, one) => total + one[kind], 0);
    return { used: sum('used'), estimated: sum('estimated'), cost: price?.costs[utility] ?? '0' };
  });

/** Share of the time in which meters were heard, to a tenth of a percent; null where there is no meter. */
export const coverageOf = (use: readonly CoveredUse[]): number | null => {
  const expected = use.reduce((total, { expectedS }) => total + expectedS, 0);
  if (expected === 0) return null;
  const covered = use.reduce((total, { coveredS, expectedS }) => total + Math.min(coveredS, expectedS), 0);
  return Math.floor((covered / expected) * 1000) / 1000;
};
