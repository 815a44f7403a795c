/** The open cycle: what it costs so far, what it may come to, and how that compares over as many days. */
import type { BillSoFar } from '../contract/billing.ts';
import { type BillingCycle, cycleOf } from '../domain/bill/billing-cycle.ts';
import { addDays, daysBetween, type LocalDay } from '#catalogue/local-day.ts';
import { isWaitedFor } from '../domain/tariff/pricing-fault.ts';
import type { BillingSnapshot, CoveredUse, WaitingCycle } from './billing-snapshot.ts';
import { cyclesOf } from './close-bills.ts';
import { likelyCost, shapeDays } from './likely-cost.ts';
import type { CyclePricer } from './price-cycles.ts';
import { amountsOf, coverageOf, hasReadings, within } from './use-figures.ts';

/** Less than this share of a period heard, and it is nothing to compare with. */
const minCoverage = 0.5;

type Compared = NonNullable<BillSoFar['compared']>;

/** The first `days` days of an earlier cycle; null where they were hardly measured, or had no such price. */
const comparedPeriod = async (
  cycle: BillingCycle,
  days: number,
  currency: string,
  use: readonly CoveredUse[],
  pricer: CyclePricer,
): Promise<Compared['lastCycle']> => {
  const end = addDays(cycle.start, Math.min(days, daysBetween(cycle.start, cycle.end)));
  const own = within(use, cycle.start, end);
  if (!hasReadings(own) || (coverageOf(own) ?? 0) < minCoverage || end !== addDays(cycle.start, days)) return null;
  const price = await pricer.price({ ...cycle, end });
  if (price === null || price.currency !== currency || price.unpricedDays > 0 || price.faults.some(isWaitedFor))
    return null;
  return { start: cycle.start, end, amount: price.totalAmount };
};

const sameDayLastYear = (day: LocalDay): LocalDay =>
  `${Number(day.slice(0, 4)) - 1}${day.slice(4)}`.replace('-02-29', '-02-28');

interface ComparedCycles {
  readonly open: BillingCycle;
  readonly before: BillingCycle | undefined;
  readonly yearAgo: BillingCycle;
}

const compare = async (
  { open, before, yearAgo }: ComparedCycles,
  currency: string,
  snapshot: BillingSnapshot,
  use: readonly CoveredUse[],
  pricer: CyclePricer,
): Promise<Compared | null> => {
  const days = daysBetween(open.start, snapshot.today);
  const now = days === 0 ? null : await comparedPeriod(open, days, currency, use, pricer);
  if (now === null) return null;
  return {
    days,
    amount: now.amount,
    lastCycle: before ? await comparedPeriod(before, days, currency, use, pricer) : null,
    lastYear: await comparedPeriod(yearAgo, days, currency, use, pricer),
  };
};

export interface SoFarInput {
  readonly snapshot: BillingSnapshot;
  readonly use: readonly CoveredUse[];
  readonly waiting: readonly WaitingCycle[];
  readonly pricer: CyclePricer;
}

export const readSoFar = async ({ snapshot, use, waiting, pricer }: SoFarInput): Promise<BillSoFar> => {
  const { today } = snapshot;
  const cycles = cyclesOf(snapshot);
  const open = cycles.at(-1) ?? cycleOf(today, snapshot.rule);
  const before = cycles.at(-2);
  const until = addDays(today, 1);
  const own = within(use, open.start, until);
  // All that is asked below: the cycle, the one before it, the days whose shape those to come are given; and the year before.
  const earliest = [before?.start ?? today, addDays(today, -shapeDays), open.start].reduce((a, b) => (a < b ? a : b));
  const yearAgo = cycleOf(sameDayLastYear(open.start), snapshot.rule, today);
  const periods = [{ start: earliest, end: until }, yearAgo];
  await Promise.all(
    periods.filter(({ start, end }) => hasReadings(within(use, start, end))).map((days) => pricer.read(days)),
  );
  const price = await pricer.price({ ...open, end: until });
  const { likely, why } = price ? await likelyCost(open, snapshot, use, pricer) : { likely: null, why: null };
  return {
    household: snapshot.household,
    timeZone: snapshot.timeZone,
    origin: snapshot.kind !== 'home' ? 'simulated' : snapshot.isMeasured ? 'measured' : 'none',
    today,
    firstDay: snapshot.firstDay,
    start: open.start,
    end: open.end,
    daysGone: daysBetween(open.start, today),
    daysLeft: daysBetween(today, open.end),
    currency: price?.currency ?? null,
    cost: price && {
      total: price.totalAmount,
      lines: [...price.lines],
      unpricedDays: price.unpricedDays,
      faults: price.faults.filter(({ code }) => code !== 'day-unpriced'),
    },
    waiting: waiting.map(({ faults, ...cycle }) => ({ ...cycle, faults: [...faults] })),
    amounts: amountsOf(own, price),
    coverage: coverageOf(own),
    likely,
    likelyMissing: why,
    compared: price && (await compare({ open, before, yearAgo }, price.currency, snapshot, use, pricer)),
  };
};
