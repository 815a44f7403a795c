/** Which bills are to be made, made anew or taken back. Doing it twice is doing it once. */
import { eveningLook, hasPricesByDay } from './prices-ahead.ts';
import { createHash } from 'node:crypto';
import { utilityIds } from '#catalogue/index.ts';
import { addDays, type LocalDay } from '#catalogue/local-day.ts';
import { billAmount, type BillLine } from '../domain/bill/bill.ts';
import { type BillingCycle, billingCycles, cycleOf } from '../domain/bill/billing-cycle.ts';
import { isWaitedFor } from '../domain/tariff/tariff-faults.ts';
import {
  amountsOf,
  type BillingSnapshot,
  type Closing,
  coverageOf,
  type CoveredUse,
  type Evidence,
  hasReadings,
  type KeptBill,
  keptDays,
  type KeptTariff,
  type MadeBill,
  type WaitingCycle,
  within,
} from './billing-snapshot.ts';
import { type CyclePricer, firstDayOf } from './price-cycles.ts';
import type { LocalDays } from './read-market.ts';

/** As many as are closed in one transaction: the latest at once, all before them by the job. */
const batchCycles = 24;
const hourMs = 3_600_000;

/** The first day that every look at the bills reads: so many cycles back, or the first reading. */
const firstBilledDay = ({ today, rule, firstDay }: BillingSnapshot): LocalDay => {
  let { start } = cycleOf(today, rule);
  for (let n = 0; n < batchCycles; n += 1) start = cycleOf(addDays(start, -1), rule, today).start;
  return firstDay !== null && firstDay > start ? firstDay : start;
};

/** From the one that holds `day`, or an earlier one that bills look at. The last one is open. */
export const cyclesSince = (day: LocalDay, snapshot: BillingSnapshot): BillingCycle[] => {
  const first = firstBilledDay(snapshot);
  return billingCycles(day < first ? day : first, snapshot.today, snapshot.rule, snapshot.bills);
};

const knownCycles = new WeakMap<BillingSnapshot, readonly BillingCycle[]>();

/** The last one is open. */
export const cyclesOf = (snapshot: BillingSnapshot): readonly BillingCycle[] => {
  const cycles = knownCycles.get(snapshot) ?? cyclesSince(snapshot.today, snapshot);
  knownCycles.set(snapshot, cycles);
  return cycles;
};

/** Those before them that have readings and a tariff, in batches, the latest first. */
export const olderBatches = (snapshot: BillingSnapshot): BillingCycle[][] => {
  const firstTariff = firstTariffDay(snapshot);
  if (snapshot.firstDay === null || firstTariff === undefined) return [];
  const first = firstTariff > snapshot.firstDay ? firstTariff : snapshot.firstDay;
  const [latest] = cyclesOf(snapshot);
  const older = cyclesSince(first, snapshot).filter(({ end }) => latest !== undefined && end <= latest.start);
  const count = Math.ceil(older.length / batchCycles);
  return Array.from({ length: count }, (_, i) =>
    older.slice(Math.max(0, older.length - (i + 1) * batchCycles), older.length - i * batchCycles),
  );
};

const firstTariffDay = ({ tariffs }: BillingSnapshot): LocalDay | undefined =>
  tariffs.reduce<LocalDay | undefined>(
    (first, { validFrom }) => (first === undefined || validFrom < first ? validFrom : first),
    undefined,
  );

/** Its readings are in: every living meter has reported past its end, or a day has gone by. */
const isSettled = (end: LocalDay, { today, lastReadingDay }: BillingSnapshot): boolean =>
  end <= today && (lastReadingDay === null || lastReadingDay >= end || addDays(end, 1) <= today);

/** The tariffs in force on days of `[start, end)`. */
const tariffsIn = ({ start, end }: LocalDays, tariffs: readonly KeptTariff[]): KeptTariff[] =>
  tariffs.filter((tariff) => {
    const next = tariffs.find((other) => other.utility === tariff.utility && other.validFrom > tariff.validFrom);
    return tariff.validFrom < end && (next === undefined || next.validFrom > start);
  });

/** jsonb does not keep the order of keys. */
const textOf = (lines: readonly BillLine[], parts: (line: BillLine) => string[]): string =>
  lines.map((line) => parts(line).join()).join(';');
const whole = (line: BillLine): string[] => [...priced(line), line.quantity, line.amount];
const priced = ({ utility, kind, from, to, rate }: BillLine): string[] => [utility, kind, from, to, rate];

const tariffsText = (tariffs: readonly Pick<KeptTariff, 'id' | 'revision' | 'validFrom'>[]): string =>
  tariffs
    .map(({ id, revision, validFrom }) => `${id} ${revision} ${validFrom}`)
    .sort()
    .join();
const daysKey = (days: Evidence['days']): string =>
  createHash('sha256')
    .update(
      days
        .map(({ day, utility, used, estimated, returned, apart = {} }) =>
          [day, utility, used, estimated, ...(returned === undefined ? [] : [returned]), ...Object.entries(apart)].join(
            ' ',
          ),
        )
        .join(),
    )
    .digest('base64url');

/** Nothing that it was made with has changed: it would say the same. */
const restsOnTheSame = (
  { madeWith, daysKey: key, start, end }: KeptBill,
  now: Evidence,
  snapshot: BillingSnapshot,
): boolean =>
  madeWith !== null &&
  !(
    snapshot.anewFrom !== null &&
    snapshot.anewUntil !== null &&
    snapshot.anewFrom < end &&
    snapshot.anewUntil > firstDayOf({ start, end }, snapshot)
  ) &&
  tariffsText(madeWith) === tariffsText(now.madeWith) &&
  key === now.daysKey;

const haveSameTariffs = ({ madeWith }: KeptBill, now: Evidence): boolean =>
  madeWith !== null && tariffsText(madeWith) === tariffsText(now.madeWith);

/** Undefined: it says the same. */
const changeOf = (before: KeptBill, linesBefore: readonly BillLine[], now: MadeBill): 'tariff' | 'use' | undefined => {
  const says = (lines: readonly BillLine[]) => textOf(lines, whole);
  const isSame =
    before.currency === now.currency &&
    says(linesBefore) === says(now.lines) &&
    utilityIds.every((utility) => {
      const [was, is] = [billAmount(before, utility), billAmount(now, utility)];
      return was.used === is.used && was.estimated === is.estimated;
    });
  if (isSame) return undefined;
  // More use may reach another block: that is no change of prices.
  if (haveSameTariffs(before, now.evidence)) return 'use';
  const arePricesSame = before.currency === now.currency && textOf(linesBefore, priced) === textOf(now.lines, priced);
  return arePricesSame ? 'use' : 'tariff';
};

/** Of these cycles' bills: where a year is settled, all of it. */
export const firstDayOfAll = (cycles: readonly LocalDays[], snapshot: BillingSnapshot): LocalDay =>
  cycles.reduce((first, cycle) => {
    const own = firstDayOf(cycle, snapshot);
    return own < first ? own : first;
  }, snapshot.today);

interface Cycle {
  readonly cycle: BillingCycle;
  readonly days: readonly CoveredUse[];
  readonly evidence: Evidence;
  readonly before: KeptBill | undefined;
}

const evidenceOf = (cycle: BillingCycle, snapshot: BillingSnapshot, use: readonly CoveredUse[]): Evidence => {
  const { end } = cycle;
  const start = firstDayOf(cycle, snapshot);
  const days = keptDays(within(use, cycle.start, end));
  return {
    madeWith: tariffsIn({ start, end }, snapshot.tariffs),
    days,
    daysKey: daysKey(start < cycle.start ? keptDays(within(use, start, end)) : days),
  };
};

/** The cycles that may have a bill, and whose bill may not be what it should. */
const cyclesToPrice = (
  snapshot: BillingSnapshot,
  use: readonly CoveredUse[],
  cycles: readonly BillingCycle[],
): Cycle[] =>
  cycles
    .map((cycle): Cycle => {
      const days = within(use, cycle.start, cycle.end);
      return {
        cycle,
        days,
        evidence: evidenceOf(cycle, snapshot, use),
        before: snapshot.bills.find(({ start, end }) => start === cycle.start && end === cycle.end),
      };
    })
    .filter(
      ({ cycle, days, evidence, before }) =>
        hasReadings(days) && (before ? !restsOnTheSame(before, evidence, snapshot) : isSettled(cycle.end, snapshot)),
    );

/** `cycles` are over; `use` holds all days that their bills rest on. */
export const closeBills = async (
  snapshot: BillingSnapshot,
  cycles: readonly BillingCycle[],
  use: readonly CoveredUse[],
  pricer: CyclePricer,
  linesOf: (bill: string) => Promise<readonly BillLine[]>,
): Promise<Closing> => {
  if (!snapshot.isZoneChosen) return { made: [], withdrawn: [], waiting: [] };
  const made: MadeBill[] = [];
  const waiting: WaitingCycle[] = [];
  for (const { cycle, days, evidence, before } of cyclesToPrice(snapshot, use, cycles)) {
    const price = await pricer.price(cycle);
    if (price === null) continue;
    const { start, end } = cycle;
    const { faults, costs, ...figures } = price;
    // What has no price is not taken for free: the bill waits for it.
    const missing = faults.filter(isWaitedFor);
    if (missing.length > 0) {
      waiting.push({ start, end, faults: missing });
      continue;
    }
    const amounts = amountsOf(days, { costs });
    const bill: MadeBill = { start, end, ...figures, amounts, coverage: coverageOf(days), evidence };
    const reason = before && changeOf(before, await linesOf(before.id), bill);
    made.push({ ...bill, ...(before && { id: before.id }), ...(reason && { reason }) });
  }
  const firstTariff = firstTariffDay(snapshot);
  const withdrawn = snapshot.bills
    .filter(({ end }) => firstTariff === undefined || end <= firstTariff)
    .map(({ id }) => id);
  return { made, waiting, withdrawn };
};

/** When to look again, in milliseconds. */
export const nextLook = (snapshot: BillingSnapshot, nowMs: number): number => {
  const open = cyclesOf(snapshot).at(-1);
  const isNear =
    open === undefined || addDays(snapshot.today, 2) >= open.end || addDays(open.start, 2) >= snapshot.today;
  // A budget may be passed on any day, what is prepaid may end, and prices of tomorrow may come late.
  const isChanging =
    snapshot.budgets.length > 0 || snapshot.isPrepaid || snapshot.tariffs.some(({ plan }) => hasPricesByDay(plan));
  const everyHours = isNear ? 1 : isChanging ? 3 : 24;
  return Math.min(nowMs + everyHours * hourMs, eveningLook(snapshot, nowMs));
};
