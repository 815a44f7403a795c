/** Closes what has ended and reads what is open; each household's bills under a lock of their own. */

import type { Utility } from '#catalogue/index.ts';
import { addDays, type LocalDay } from '#catalogue/local-day.ts';
import type { Sql, Transaction } from '#kernel/db.ts';
import { ProblemError } from '#kernel/http/problem.ts';
import type { BillCosts, UsageCosts } from '../contract/bill-costs.ts';
import type { BillChanges, BillSoFar, ReconciledBill } from '../contract/billing.ts';
import type { PaymentAccount } from '../contract/payments.ts';
import type { PaperBill } from '../contract/paper-bill.ts';
import { budgetStage } from '../domain/bill/billing-cycle.ts';
import type { TariffPlan } from '../domain/tariff/plan.ts';
import {
  type BillingSnapshot,
  type Closing,
  dueHouseholds,
  endBilling,
  holdBilling,
  homeOf,
  metersOf,
  openSnapshot,
  readLines,
  readUse,
  storeBills,
} from './billing-snapshot.ts';
import { closeBills, cyclesOf, firstDayOfAll, nextLook, olderBatches } from './close-bills.ts';
import { type CopiedBill, readChanges, reconcile } from './compare-bills.ts';
import { type PaperCandidates, readPaperCandidates } from './paper/compare-paper.ts';
import { readAccounts } from './payments/read-accounts.ts';
import { blocksAhead, hasBlocks, peaksAhead } from './prices-ahead.ts';
import { createCyclePricer } from './price-cycles.ts';
import { type ChoosableTariff, type HomeYear, readHomeYear, readQuarterPrices } from './home-year.ts';
import type { LocalDays } from './read-market.ts';
import { type HomeMoney, readHomeMoney } from './home-money.ts';
import type { FiledBill } from './read-bills.ts';
import { type PolicyDraft, readCosts } from './read-costs.ts';
import { type PeriodCosts, readPeriodCosts } from './read-period-costs.ts';
import { type CostQuestion, readCostsOverTime } from './read-usage-costs.ts';
import { readSoFar, type SoFarInput } from './so-far.ts';

const atOnce = 50;
/** For so long nobody else looks at a household whose older bills are being made. */
const heldMs = 3_600_000;

export interface Billing {
  /** Closes and recomputes the bills of every household that is due. Answers how many households it looked at. */
  closeDue(signal?: AbortSignal): Promise<number>;
  /** Brings this household's bills up to date. Throws `forbidden` for one that is not the person's. */
  bringUpToDate(userId: string, household: string | undefined): Promise<BillingSnapshot>;
  /** The same, and then what the open cycle costs, and how that compares. */
  soFar(userId: string, household: string | undefined): Promise<BillSoFar>;
  /** The same without how it compares. */
  openCycle(userId: string, household: string | undefined): Promise<BillSoFar>;
  /** What is paid beside what is billed, for each utility of which somebody has said how it is paid. */
  payments(
    userId: string,
    household: string | undefined,
  ): Promise<{ readonly household: string; readonly today: LocalDay; readonly accounts: PaymentAccount[] }>;
  /** What that cost comes from, and what each room bears by the policy that is kept; a draft's parts stand in place of its. */
  costs(userId: string, household: string | undefined, draft?: PolicyDraft): Promise<BillCosts>;
  /** What the use of some days cost, in the prices of their cycles, without what is fixed. */
  periodCosts(userId: string, household: string | undefined, days: LocalDays): Promise<PeriodCosts>;
  /** The same hour by hour, day by day or longer, by device or by utility; what is fixed is told beside it. */
  costsOverTime(userId: string, household: string | undefined, question: CostQuestion): Promise<UsageCosts>;
  /** Several of these at once, at the price of one. */
  costsTogether(
    userId: string,
    household: string | undefined,
    questions: readonly CostQuestion[],
  ): Promise<UsageCosts[]>;
  /** The home's own, whoever asks: what it tells other programs of the household. Null: no tariff is in force. */
  homeMoney(household: string): Promise<HomeMoney | null>;
  /** What its last twelve months would have cost with another contracted power, or under tariffs that it can choose. Null: no tariff is in force. */
  year(household: string): Promise<HomeYear | null>;
  /** What one more Wh or mL costs in each quarter-hour of these days. Null: no tariff is in force. */
  quarterPrices(
    household: string,
    utility: Utility,
    days: LocalDays,
  ): Promise<Awaited<ReturnType<typeof readQuarterPrices>>>;
  /** Where a utility's bill is not ours. */
  reconcile(userId: string, theirs: CopiedBill, bills: readonly FiledBill[]): Promise<ReconciledBill>;
  /** The household whose bills the person may write. Throws `forbidden` where there is none. */
  writableHome(userId: string, household: string | undefined): Promise<string>;
  /** What a bill on paper is held against: of the utility that is named, or of each whose prices it may be made of. */
  paperCandidates(
    userId: string,
    household: string,
    paper: PaperBill,
    bills: readonly FiledBill[],
    utility: Utility | undefined,
  ): Promise<PaperCandidates>;
  /** Why a bill of the person's household is not as much as an earlier one. */
  changes(userId: string, household: string, bill: FiledBill, earlier: FiledBill | undefined): Promise<BillChanges>;
}

export interface BillingDeps {
  readonly sql: Sql;
  readonly now: () => number;
  /** Tariffs that a utility may have taken instead of the household's. */
  readonly library?: readonly TariffPlan[];
  /** Those that every home of their country can choose. */
  readonly offers?: readonly ChoosableTariff[];
  /** One household's bills could not be made; the others go on. */
  readonly onFault?: (error: unknown, household: string) => void;
}

/** What is done with the books once they are up to date, in the same transaction. */
type Then<T> = (closed: SoFarInput & { readonly tx: Transaction }) => Promise<T>;

const isAsItShould = ({ snapshot, closing }: { snapshot: BillingSnapshot; closing: Closing }): boolean =>
  !snapshot.isDue && snapshot.anewFrom === null && closing.made.length === 0 && closing.withdrawn.length === 0;

export const createBilling = ({ sql, now, library = [], offers = [], onFault = () => {} }: BillingDeps): Billing => {
  /** The latest cycles, and what of their bills is not as it should be. */
  const look = async (tx: Transaction, household: string, nowMs: number, purpose: 'read' | 'write') => {
    const snapshot = await openSnapshot(tx, household, nowMs, purpose);
    if (snapshot === null) return null;
    const cycles = cyclesOf(snapshot);
    const from = firstDayOfAll(cycles, snapshot);
    const use = await readUse(tx, household, from, addDays(snapshot.today, 1), nowMs, metersOf(snapshot.tariffs));
    const pricer = createCyclePricer(tx, snapshot);
    const closing = await closeBills(snapshot, cycles.slice(0, -1), use, pricer, (bill) =>
      readLines(tx, household, bill),
    );
    return { tx, snapshot, use, pricer, closing, waiting: closing.waiting };
  };

  /** Older cycles are left to the job. `byJob`: one that somebody else has looked at since it was listed is left too: null. */
  const closeLatest = async (tx: Transaction, household: string, nowMs: number, byJob: boolean) => {
    const found = await look(tx, household, nowMs, 'write');
    if (found === null || (byJob && !found.snapshot.isDue)) return null;
    const older = olderBatches(found.snapshot).length;
    const dueAt = nextLook(found.snapshot, nowMs);
    await storeBills(tx, household, found.closing, nowMs, older === 0 ? dueAt : null);
    return { ...found, older, dueAt };
  };

  /** One batch of older cycles, counted from the latest. */
  const closeOlder = (household: string, batch: number): Promise<void> =>
    sql.begin(async (tx) => {
      const nowMs = now();
      const snapshot = await openSnapshot(tx, household, nowMs, 'write');
      const cycles = snapshot && olderBatches(snapshot)[batch];
      const last = cycles?.at(-1);
      if (!snapshot || !cycles || !last) return;
      const use = await readUse(
        tx,
        household,
        firstDayOfAll(cycles, snapshot),
        last.end,
        nowMs,
        metersOf(snapshot.tariffs),
      );
      const pricer = createCyclePricer(tx, snapshot);
      const closing = await closeBills(snapshot, cycles, use, pricer, (bill) => readLines(tx, household, bill));
      await storeBills(tx, household, closing, nowMs, null);
    });

  /** The job holds the household until it is through with the older ones. */
  const closeAll = async (household: string, signal: AbortSignal | undefined): Promise<void> => {
    const latest = await sql.begin(async (tx) => {
      const nowMs = now();
      const closed = await closeLatest(tx, household, nowMs, true);
      if (closed === null) return null;
      const heldUntil = nowMs + heldMs;
      if (closed.older > 0) await holdBilling(tx, household, heldUntil);
      await notifyBudgetsOf(closed);
      return { older: closed.older, dueAt: closed.dueAt, heldUntil };
    });
    if (latest === null || latest.older === 0) return;
    for (let batch = 0; batch < latest.older; batch += 1) {
      if (signal?.aborted) return;
      await closeOlder(household, batch);
    }
    await endBilling(sql, household, latest.heldUntil, latest.dueAt);
  };

  const notifyBudgetsOf: Then<void> = async ({ tx, ...closed }) => {
    const { snapshot } = closed;
    const isAsked = snapshot.budgets.length > 0 || snapshot.tariffs.some(({ plan }) => hasBlocks(plan));
    const soFar = isAsked ? await readSoFar(closed) : null;
    const accounts = snapshot.isPrepaid ? await readAccounts(tx, closed) : [];
    const peaks = await peaksAhead(snapshot, soFar, closed.pricer);
    await notifyMoney(tx, snapshot, soFar, accounts, peaks, now());
  };

  const closeFor = async <T>(userId: string, wanted: string | undefined, then: Then<T>): Promise<T> => {
    const household = await homeOf(sql, userId, wanted);
    if (household === null) throw new ProblemError('forbidden');
    const answer = await sql.begin(async (tx) => {
      const nowMs = now();
      // Where all is as it should be nobody waits for anybody, and nothing is written.
      const seen = await look(tx, household, nowMs, 'read');
      const closed = seen && isAsItShould(seen) ? seen : await closeLatest(tx, household, nowMs, false);
      return closed && { value: await then(closed) };
    });
    if (!answer) throw new ProblemError('forbidden');
    return answer.value;
  };

  /** What is open can be read without closing what has ended. */
  const lookAt = async <T>(
    userId: string,
    wanted: string | undefined,
    then: (tx: Transaction, snapshot: BillingSnapshot) => Promise<T>,
  ): Promise<T> => {
    const household = await homeOf(sql, userId, wanted);
    if (household === null) throw new ProblemError('forbidden');
    const answer = await sql.begin(async (tx) => {
      const snapshot = await openSnapshot(tx, household, now(), 'read');
      return snapshot && { value: await then(tx, snapshot) };
    });
    if (!answer) throw new ProblemError('forbidden');
    return answer.value;
  };

  return {
    closeDue: async (signal) => {
      const failed = new Set<string>();
      let looked = 0;
      for (;;) {
        const due = (await dueHouseholds(sql, now(), atOnce + failed.size)).filter((one) => !failed.has(one));
        if (due.length === 0) return looked;
        for (const household of due) {
          if (signal?.aborted) return looked;
          looked += 1;
          await closeAll(household, signal).catch((error: unknown) => {
            failed.add(household);
            onFault(error, household);
          });
        }
      }
    },
    bringUpToDate: (userId, household) => closeFor(userId, household, async ({ snapshot }) => snapshot),
    soFar: (userId, household) => closeFor(userId, household, (closed) => readSoFar(closed, true)),
    openCycle: (userId, household) => closeFor(userId, household, (closed) => readSoFar(closed)),
    payments: async (userId, wanted) => {
      // Most have said nothing of it: nothing is closed for them.
      const none = await lookAt(userId, wanted, async (_tx, { household, today, hasPayments }) =>
        hasPayments ? null : { household, today, accounts: [] },
      );
      return (
        none ??
        closeFor(userId, wanted, async ({ tx, ...closed }) => ({
          household: closed.snapshot.household,
          today: closed.snapshot.today,
          accounts: await readAccounts(tx, closed),
        }))
      );
    },
    costs: (userId, household, draft = {}) =>
      lookAt(userId, household, (tx, snapshot) => readCosts(tx, snapshot, draft)),
    periodCosts: (userId, household, days) =>
      lookAt(userId, household, (tx, snapshot) => readPeriodCosts(tx, snapshot, days)),
    costsOverTime: (userId, household, question) =>
      lookAt(userId, household, async (tx, snapshot) => {
        const [answer] = await readCostsOverTime(tx, snapshot, [question]);
        return answer as UsageCosts;
      }),
    costsTogether: (userId, household, questions) =>
      lookAt(userId, household, (tx, snapshot) => readCostsOverTime(tx, snapshot, questions)),
    homeMoney: (household) =>
      sql.begin(async (tx) => {
        const snapshot = await openSnapshot(tx, household, now(), 'read');
        return snapshot && readHomeMoney(tx, snapshot);
      }),
    year: (household) =>
      sql.begin(async (tx) => {
        const snapshot = await openSnapshot(tx, household, now(), 'read');
        return snapshot && readHomeYear(tx, snapshot, offers);
      }),
    quarterPrices: (household, utility, days) =>
      sql.begin(async (tx) => {
        const snapshot = await openSnapshot(tx, household, now(), 'read');
        return snapshot && readQuarterPrices(tx, snapshot, utility, days);
      }),
    reconcile: (userId, theirs, bills) =>
      lookAt(userId, theirs.household, (tx, snapshot) => reconcile(tx, snapshot, now(), theirs, bills, library)),
    writableHome: async (userId, household) => {
      const [row] = await sql<{ id: string | null }[]>`
        select private.writable_home(${userId}, ${household ?? null}) as id`;
      if (!row?.id) throw new ProblemError('forbidden');
      return row.id;
    },
    paperCandidates: (userId, household, paper, bills, utility) =>
      lookAt(userId, household, (tx, snapshot) => readPaperCandidates(tx, snapshot, paper, bills, utility)),
    changes: (userId, household, bill, earlier) =>
      lookAt(userId, household, (tx, snapshot) => readChanges(tx, snapshot, bill, earlier)),
  };
};

// Whether a household is to be told of a budget: three quarters or all of it are spent, or it is on course to be passed; that what is prepaid ends; or of prices ahead.

const stateOf = (utility: Utility, budget: string, { amounts, likely, currency, start, end }: BillSoFar) => {
  const soFar = amounts[utility].cost;
  const expected = likely?.use[utility]?.cost.expected ?? null;
  return {
    utility,
    kind: budgetStage(budget, soFar, expected),
    figures: { budget, soFar, ...(expected !== null && { likely: expected }), currency, start, end },
  };
};

/** So many days before what is prepaid ends it is told. */
const endsWithinDays = 3;

/** Told once for each top-up. While nobody can tell when it ends, as with a meter that is silent, what was told stays. */
const prepaidState = ({ utility, way, ends, balance, currency, lines, start }: PaymentAccount, today: LocalDay) => {
  if (way?.kind !== 'prepaid') return [];
  const topUp = lines.find(({ kind, isUndone }) => kind === 'top-up' && !isUndone)?.day ?? start;
  if (ends === null) return [{ utility, kind: 'prepaid-ends', figures: { start: topUp } }];
  const day = ends.expected;
  if (day === null || day >= addDays(today, endsWithinDays)) return [];
  // The first day after it, as of a cycle: the day on which it ends is the last one.
  const figures = { soFar: balance, currency, start: topUp, end: addDays(day, 1) };
  return [{ utility, kind: 'prepaid-ends', figures }];
};

/** `soFar` is null where there is neither a budget nor a tariff in blocks: what was told of one before is over then. */
const notifyMoney = async (
  tx: Transaction,
  snapshot: BillingSnapshot,
  soFar: BillSoFar | null,
  accounts: readonly PaymentAccount[],
  peaks: Awaited<ReturnType<typeof peaksAhead>>,
  nowMs: number,
): Promise<void> => {
  const { household, budgets, today } = snapshot;
  const states = [
    ...(!soFar?.cost ? [] : budgets.map(({ utility, amount }) => stateOf(utility, amount, soFar))),
    ...accounts.flatMap((account) => prepaidState(account, today)),
    ...(soFar === null ? [] : blocksAhead(snapshot, soFar)),
    ...peaks,
  ];
  await tx`select private.notify_budgets(${household}, ${new Date(nowMs).toISOString()}, ${JSON.stringify(states)}::text::jsonb)`;
};
