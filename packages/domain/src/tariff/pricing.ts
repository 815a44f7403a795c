/** What pricing one cycle of one utility knows, and what its parts answer. */
import type { BillLine } from '../bill/bill-line.ts';
import { daysBetween, type LocalDay } from '../bill/local-day.ts';
import { type ChargeDays, chargeDays, type PricedCycle } from './charges/charge-days.ts';
import { type Exact, exact, roundTo, textOf } from './exact.ts';
import { type Days, type PlacedUse, usedIn, within } from './interval-use.ts';
import type { PriceSeries } from './price-series.ts';
import type { DayColours, SchedulePeriods } from './schedule-periods.ts';
import type { DecimalText, TariffCharge, TariffPlan } from './tariff-plan.ts';

/** What a household contributes to its price. */
export interface PlanFacts {
  readonly persons?: number | undefined;
  /** The power that it contracted, for all periods or for each. */
  readonly kW?: DecimalText | Readonly<Record<string, DecimalText>> | undefined;
}

export interface PlanInput {
  readonly plan: TariffPlan;
  readonly cycle: PricedCycle;
  /** The household's. */
  readonly timeZone: string;
  /** Of the plan's utility; what lies outside the cycle is not looked at. */
  readonly use: IntervalUseOrPlaced;
  readonly facts?: PlanFacts | undefined;
  readonly prices?: Readonly<Record<string, PriceSeries>> | undefined;
  readonly colours?: DayColours | undefined;
}

type IntervalUseOrPlaced = Pick<PlacedUse, 'spanS' | 'startS' | 'used'>;

export const pricingFaults = [
  'price-missing',
  'colour-missing',
  'capacity-missing',
  'day-unpriced',
  'tax-missing',
  'tiers-by-period',
] as const;

/**
 * Use or days that the tariff does not price, never taken for free; or that it prices in a way that may not be the supplier's: without a
 * tax, or by blocks that count each period by itself.
 */
export interface PricingFault {
  readonly code: (typeof pricingFaults)[number];
  readonly charge: string;
  /** The price series, the series of colours, or the period of the power that is missing. */
  readonly of?: string | undefined;
  readonly from: LocalDay;
  /** The first day after it. */
  readonly to: LocalDay;
  /** Wh or mL that it is about. */
  readonly used: number;
}

const waitedFor: ReadonlySet<PricingFault['code']> = new Set(['price-missing', 'colour-missing', 'capacity-missing']);

/** What a bill waits for; anything else is told beside it. */
export const isWaitedFor = ({ code }: Pick<PricingFault, 'code'>): boolean => waitedFor.has(code);

/** A line before it is written: its amount is exact and not yet rounded. */
export interface DraftLine extends Omit<BillLine, 'utility' | 'amount'> {
  readonly charge: string;
  readonly exactAmount: Exact;
}

export interface PricedCharge {
  readonly lines: readonly DraftLine[];
  readonly faults: readonly PricingFault[];
}

/** All that the charges of one plan are priced with. */
export interface Pricing {
  readonly plan: TariffPlan;
  readonly cycle: PricedCycle;
  readonly timeZone: string;
  readonly use: PlacedUse;
  readonly facts: PlanFacts;
  readonly prices: Readonly<Record<string, PriceSeries>>;
  /** Lines that are finished, in order. */
  readonly lines: readonly (DraftLine & { readonly amount: Exact })[];
  /** Throws for a schedule that the plan does not have: `checkPlan` names it before. */
  periodsOf(schedule: string): SchedulePeriods;
}

export const heldDays = (charge: TariffCharge, { plan, cycle, timeZone }: Pricing): ChargeDays[] =>
  chargeDays(charge, plan, cycle, plan.timeZone ?? timeZone);

/** The days whose use counts, and how much of it: a tariff that shares use out by days takes a part of all that the cycle used. */
export const sharedDays = (held: ChargeDays, { plan, cycle }: Pricing): { days: Days; share: Exact } =>
  plan.change === 'by-days'
    ? { days: cycle, share: exact(held.days, daysBetween(cycle.start, cycle.end)) }
    : { days: held, share: exact(1) };

export const heldUse = (held: ChargeDays, pricing: Pricing): Exact => {
  const { days, share } = sharedDays(held, pricing);
  return exact(usedIn(pricing.use, within(pricing.use, days))).mul(share);
};

/** What every line of a charge says. */
export const lineOf = (charge: TariffCharge, { start, end }: ChargeDays) => ({
  from: start,
  to: end,
  charge: charge.id,
  ...(charge.name !== undefined && { name: charge.name }),
});

/** Whole Wh or mL as they are; parts of them to a thousandth. */
export const quantityText = (value: Exact): DecimalText => textOf(value, 0, 3);

/** Amounts that are not rounded are written with so many decimals, so that what is written sums to the total. */
const finest = exact(1n, 10n ** 9n);

export const roundLine = (amount: Exact, charge: TariffCharge, plan: TariffPlan, step: Exact): Exact => {
  const own = charge.round ?? plan.rounding?.lines;
  if (own === 'none') return roundTo(amount, finest, 'half-even');
  return roundTo(amount, own === undefined ? step : exact(own), plan.rounding?.mode ?? 'half-up');
};
