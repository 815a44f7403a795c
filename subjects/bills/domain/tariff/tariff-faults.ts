/** What can be wrong with a tariff, and what pricing by it can lack. */
import type { Words } from '#catalogue/index.ts';
import type { LocalDay } from '#catalogue/local-day.ts';

/** What can be wrong with a tariff, and where. */
export const planFaultCodes = [
  'blocks-order',
  'calendar-unknown',
  'charge-unknown',
  'colours-unnamed',
  'currency-own',
  'currency-unknown',
  'discount-over-all',
  'holiday-unreadable',
  'hours-uncovered',
  'hours-unreadable',
  'meter-unknown',
  'supplier-unknown',
  'no-charge',
  'period-unknown',
  'period-unpriced',
  'price-ambiguous',
  'price-missing',
  'rounding-zero',
  'schedule-unknown',
  'size-twice',
  'size-unknown',
  'size-unpriced',
  'time-zone-unknown',
  'unit-foreign',
  'validity-empty',
  'validity-overlap',
] as const;
export type PlanFaultCode = (typeof planFaultCodes)[number];

export interface PlanFault {
  readonly code: PlanFaultCode;
  /** Where: keys and indexes from the plan down. */
  readonly path: readonly (string | number)[];
  /** The name, time or value in question. */
  readonly value: string;
}

/** What a check finds, or nothing. */
export type Found = PlanFault | false | undefined;

// What a tariff does not price, and what of it a bill waits for.

export const pricingFaults = [
  'price-missing',
  'colour-missing',
  'capacity-missing',
  'size-missing',
  'rate-missing',
  'factor-missing',
  'day-unpriced',
  'tax-missing',
  'tiers-by-period',
  'meter-missing',
  'meter-silent',
  'meter-over',
] as const;

/**
 * Use or days that the tariff does not price, never taken for free; or that it prices in a way that may not be the supplier's: without a
 * tax, by blocks that count each period by itself, or without the meter that it prices apart: as nobody has said which it is, as it was
 * not heard on these days, or as it counted more than all of the home.
 */
export interface PricingFault {
  readonly code: (typeof pricingFaults)[number];
  readonly charge: string;
  /** The series of prices, colours or rates, or the period of the power that is missing. */
  readonly of?: string | undefined;
  /** What the tariff calls the meter that it is about. */
  readonly name?: Words | undefined;
  readonly from: LocalDay;
  /** The first day after it. */
  readonly to: LocalDay;
  /** Wh or mL that it is about. */
  readonly used: number;
}

const waitedFor = [
  'price-missing',
  'colour-missing',
  'capacity-missing',
  'size-missing',
  'rate-missing',
  'factor-missing',
] as const;
type WaitedFor = (typeof waitedFor)[number];

/** What a bill waits for; anything else is told beside it. */
export const isWaitedFor = <Fault extends Pick<PricingFault, 'code'>>(
  fault: Fault,
): fault is Fault & { code: WaitedFor } => waitedFor.some((code) => code === fault.code);
