/** What the use of some days cost: each billing cycle is priced as a whole, and its cost shared between these days and its others. */
import type { DeviceUse } from '../domain/tariff/explain/share-drawn.ts';
import { type Utility, utilityIds } from '#catalogue/index.ts';
import { addDays, daysBetween } from '#catalogue/local-day.ts';
import type { Transaction } from '#kernel/db.ts';
import type { BillingCycle } from '../domain/bill/billing-cycle.ts';
import { minorDigits } from '../domain/tariff/exact.ts';
import { dayStartS, type IntervalUse, knownOffsets, withAmounts } from '../domain/tariff/interval-use.ts';
import { drawnAlone } from '../domain/tariff/meter-use.ts';
import type { PricedTerm } from '../domain/tariff/price-bill.ts';
import { lackingSeries, unpricedDays } from '../domain/tariff/tariff-faults.ts';
import { type BillingSnapshot, metersOf } from './billing-snapshot.ts';
import { cyclesSince } from './close-bills.ts';
import { createCyclePricer, type CyclePricer, readDeviceQuarters } from './price-cycles.ts';
import type { LocalDays } from './read-market.ts';
import { shareTerms, sumTexts, usedIn } from './read-costs.ts';

interface PeriodDeviceCost {
  readonly deviceId: string;
  readonly room: string;
  /** Wh or mL; of a meter above others, without theirs. */
  readonly used: number;
  readonly cost: string;
}

interface PeriodUtilityCost {
  readonly utility: Utility;
  /** Of the use alone, with the taxes on it: the sum of the devices. */
  readonly cost: string;
  readonly devices: readonly PeriodDeviceCost[];
  readonly pricedDays: number;
  /** Days before its first tariff, with one in another currency, or that its tariff does not price: their use costs nothing here. */
  readonly unpricedDays: number;
  /** Series of prices or of day colours that are not known on all of these days: that use costs nothing here either. */
  readonly missing: readonly string[];
}

export interface PeriodCosts {
  /** Null: no tariff is in force on any of these days. */
  readonly currency: string | null;
  /** Those that have been used or priced. */
  readonly utilities: readonly PeriodUtilityCost[];
  /** The billing cycles whose prices these are. */
  readonly cycles: readonly LocalDays[];
}

export const overlap = (one: LocalDays, other: LocalDays): LocalDays => ({
  start: one.start > other.start ? one.start : other.start,
  end: one.end < other.end ? one.end : other.end,
});

export const daysIn = (one: LocalDays, other: LocalDays): number => {
  const { start, end } = overlap(one, other);
  return Math.max(0, daysBetween(start, end));
};

/** What of a cycle lies in the period, and what it cost. */
interface Span {
  readonly cycle: LocalDays;
  readonly currency: string | null;
  readonly costs: readonly SpanCost[];
}

interface SpanCost {
  readonly utility: Utility;
  readonly devices: readonly PeriodDeviceCost[];
  readonly pricedDays: number;
  readonly missing: readonly string[];
}

interface SpanInput {
  readonly days: LocalDays;
  readonly devices: readonly DeviceUse[];
  readonly terms: readonly PricedTerm[];
  readonly timeZone: string;
}

type Fault = PricedTerm['bill']['faults'][number];

const lengthOf = ({ from, to }: Fault, days: LocalDays): number => daysIn({ start: from, end: to }, days);

const faultsOn = (terms: readonly PricedTerm[], days: LocalDays): Fault[] =>
  terms.flatMap(({ bill }) => bill.faults).filter((fault) => lengthOf(fault, days) > 0);

/** Which series lack some of their prices, colours or rates on these days. */
export const missingOn = (terms: readonly PricedTerm[], days: LocalDays): string[] =>
  faultsOn(terms, days).flatMap((fault) => lackingSeries(fault) ?? []);

/** How many of the days have a price, and which series lack some of theirs. */
const pricedDaysOf = (terms: readonly PricedTerm[], days: LocalDays): Pick<SpanCost, 'pricedDays' | 'missing'> => {
  const held = terms.reduce((sum, { term }) => sum + daysIn(term, days), 0);
  const unpriced = [...unpricedDays(faultsOn(terms, days))].filter((day) => day >= days.start && day < days.end);
  return { pricedDays: held - unpriced.length, missing: missingOn(terms, days) };
};

/** The use of the cycle's other days. */
export const outside = (all: IntervalUse, { start, end }: LocalDays, timeZone: string): IntervalUse => {
  const use = drawnAlone(all);
  const offsetAt = knownOffsets(timeZone);
  const [from, to] = [dayStartS(start, offsetAt), dayStartS(end, offsetAt)];
  const { startS } = use;
  const isInside = (at: number): boolean => at >= from && at < to;
  return {
    ...use,
    ...withAmounts(use, (values) => Array.from(values, (one, i) => (isInside(startS[i] ?? 0) ? 0 : one))),
  };
};

/** No device has it. */
const restKey = '';

const costOfUtility = (utility: Utility, { days, devices, terms: all, timeZone }: SpanInput): SpanCost => {
  const own = devices.filter((one) => one.utility === utility);
  const terms = all.filter(({ term }) => term.utility === utility);
  const [first] = terms;
  const costOf = first
    ? shareTerms(
        terms,
        [
          ...own.map(({ deviceId, use }) => ({ key: deviceId, use })),
          { key: restKey, use: outside(first.input.use, days, timeZone) },
        ],
        minorDigits(first.term.plan.currency),
      ).costOf
    : () => '0';
  return {
    utility,
    ...pricedDaysOf(terms, days),
    devices: own.map(({ deviceId, room, use }) => ({ deviceId, room, used: usedIn(use), cost: costOf(deviceId) })),
  };
};

const readSpan = async (
  tx: Transaction,
  { household, timeZone, tariffs }: BillingSnapshot,
  pricer: CyclePricer,
  cycle: BillingCycle,
  period: LocalDays,
): Promise<Span> => {
  const days = overlap(cycle, period);
  const devices = await readDeviceQuarters(tx, household, days, timeZone, metersOf(tariffs));
  const terms = (await pricer.terms(cycle)).filter(({ term }) => daysIn(term, days) > 0);
  const costs = utilityIds.map((utility) => costOfUtility(utility, { days, devices, terms, timeZone }));
  return { cycle, currency: terms[0]?.term.plan.currency ?? null, costs };
};

/** As if it had no price: of a cycle in another currency. */
const unpriced = (cost: SpanCost): SpanCost => ({
  ...cost,
  pricedDays: 0,
  missing: [],
  devices: cost.devices.map((one) => ({ ...one, cost: '0' })),
});

/** A device's sums over the cycles. */
const sumDevices = (devices: readonly PeriodDeviceCost[], digits: number): PeriodDeviceCost[] => {
  const sums = new Map<string, PeriodDeviceCost>();
  for (const one of devices) {
    const { used, cost } = sums.get(one.deviceId) ?? { used: 0, cost: '0' };
    sums.set(one.deviceId, { ...one, used: used + one.used, cost: sumTexts([cost, one.cost], digits) });
  }
  return [...sums.values()].sort((a, b) => Number(b.cost) - Number(a.cost));
};

const sumSpans = (utility: Utility, costs: readonly SpanCost[], days: number, digits: number) => {
  const own = costs.filter((one) => one.utility === utility);
  const devices = sumDevices(
    own.flatMap((one) => one.devices),
    digits,
  );
  const pricedDays = own.reduce((sum, one) => sum + one.pricedDays, 0);
  return {
    utility,
    cost: sumTexts(
      devices.map(({ cost }) => cost),
      digits,
    ),
    devices,
    pricedDays,
    unpricedDays: days - pricedDays,
    missing: [...new Set(own.flatMap(({ missing }) => missing))],
  };
};

/** The cycles of a period until today: of the open one what has been. */
export const begunCycles = (snapshot: BillingSnapshot, period: LocalDays): BillingCycle[] => {
  const tomorrow = addDays(snapshot.today, 1);
  return cyclesSince(period.start, snapshot)
    .map((cycle) => (cycle.end > tomorrow ? { ...cycle, end: tomorrow } : cycle))
    .filter((cycle) => daysIn(cycle, period) > 0);
};

/** The days after today have used nothing yet. */
export const readPeriodCosts = async (
  tx: Transaction,
  snapshot: BillingSnapshot,
  period: LocalDays,
): Promise<PeriodCosts> => {
  const begun = overlap(period, { start: period.start, end: addDays(snapshot.today, 1) });
  const pricer = createCyclePricer(tx, snapshot);
  const spans: Span[] = [];
  for (const cycle of begunCycles(snapshot, period)) spans.push(await readSpan(tx, snapshot, pricer, cycle, begun));
  const named = { cycles: spans.map(({ cycle: { start, end } }) => ({ start, end })) };
  const currency = spans.findLast((span) => span.currency !== null)?.currency ?? null;
  if (currency === null) return { ...named, currency, utilities: [] };
  const costs = spans.flatMap((span) => (span.currency === currency ? span.costs : span.costs.map(unpriced)));
  const digits = minorDigits(currency);
  const utilities = utilityIds
    .map((utility) => sumSpans(utility, costs, daysIn(begun, begun), digits))
    .filter(({ devices, pricedDays }) => devices.length > 0 || pricedDays > 0);
  return { ...named, currency, utilities };
};
