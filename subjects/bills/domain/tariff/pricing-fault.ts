/** What a tariff does not price, and what of it a bill waits for. */
import type { LocalDay } from '#catalogue/local-day.ts';

export const pricingFaults = [
  'price-missing',
  'colour-missing',
  'capacity-missing',
  'factor-missing',
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

const waitedFor = ['price-missing', 'colour-missing', 'capacity-missing', 'factor-missing'] as const;
type WaitedFor = (typeof waitedFor)[number];

/** What a bill waits for; anything else is told beside it. */
export const isWaitedFor = <Fault extends Pick<PricingFault, 'code'>>(
  fault: Fault,
): fault is Fault & { code: WaitedFor } => waitedFor.some((code) => code === fault.code);
