/** What can be wrong with a tariff, and what pricing by it can lack. */
import type { Words } from '#catalogue/index.ts';
import { addDays, daysOf, type LocalDay } from '#catalogue/local-day.ts';

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

interface FaultFacts {
  /** A bill waits for it; anything else is told beside it. */
  readonly waits?: true;
  /** The use that it is about costs nothing as long as it lasts. */
  readonly hidesUse?: true;
  /** What `of` names: a series of prices, colours or rates, a period of the power, or a meter (or supplier) of the plan. */
  readonly of?: 'series' | 'period' | 'meter';
}

/**
 * Use or days that the tariff does not price, never taken for free; or that it prices in a way that may not be the supplier's: without a
 * tax, at a rate that is yet to be published, by blocks that count each period by itself, or without the meter that it prices apart: as
 * nobody has said which it is, as it was not heard on these days, or as it counted more than all of the home.
 */
const faultTable = {
  'price-missing': { waits: true, hidesUse: true, of: 'series' },
  'colour-missing': { waits: true, hidesUse: true, of: 'series' },
  'capacity-missing': { waits: true, of: 'period' },
  'size-missing': { waits: true, hidesUse: true },
  'rate-missing': { waits: true, hidesUse: true, of: 'series' },
  'rate-expected': { of: 'series' },
  'factor-missing': { waits: true, hidesUse: true },
  'day-unpriced': { hidesUse: true, of: 'meter' },
  'tax-missing': { of: 'series' },
  'tiers-by-period': {},
  'meter-missing': { of: 'meter' },
  'meter-silent': { of: 'meter' },
  'meter-over': { of: 'meter' },
} as const satisfies Record<string, FaultFacts>;

type FaultCode = keyof typeof faultTable;

export const pricingFaults = Object.keys(faultTable) as [FaultCode, ...FaultCode[]];

export const faultFacts = (code: FaultCode): FaultFacts => faultTable[code];

export interface PricingFault {
  readonly code: FaultCode;
  /** Of days without any price: the first charge for that use. */
  readonly charge: string;
  /** What its code says that it names; none: it is about what no meter apart has. */
  readonly of?: string | undefined;
  /** What the tariff calls the meter that it is about. */
  readonly name?: Words | undefined;
  readonly from: LocalDay;
  /** The first day after it. */
  readonly to: LocalDay;
  /** Wh or mL that it is about. */
  readonly used: number;
}

type WaitedFor = { [Code in FaultCode]: (typeof faultTable)[Code] extends { waits: true } ? Code : never }[FaultCode];

export const isWaitedFor = <Fault extends Pick<PricingFault, 'code'>>(
  fault: Fault,
): fault is Fault & { code: WaitedFor } => faultFacts(fault.code).waits === true;

/** Use that is in no amount: a bill waits for its price, or it was made without one. */
export const isUnpriced = (fault: Pick<PricingFault, 'code' | 'used'>): boolean =>
  isWaitedFor(fault) || (fault.code === 'day-unpriced' && fault.used !== 0);

/** The series that lacks some of its prices, colours or rates. */
export const lackingSeries = ({ code, of }: Pick<PricingFault, 'code' | 'of'>): string | undefined => {
  const facts = faultFacts(code);
  return facts.waits && facts.of === 'series' ? of : undefined;
};

/** Days on which use has no price at all, be it of one meter. */
export const unpricedDays = (faults: readonly PricingFault[]): ReadonlySet<LocalDay> =>
  new Set(faults.flatMap(({ code, from, to }) => (code === 'day-unpriced' ? daysOf(from, to) : [])));

/** Days that say the same, in their order: those in a row are one fault. */
export const spansOfDays = <Fault extends Omit<PricingFault, 'from' | 'to' | 'used'>>(
  fault: Fault,
  days: Iterable<readonly [day: LocalDay, used: number]>,
): (Fault & Pick<PricingFault, 'from' | 'to' | 'used'>)[] => {
  const spans: (Fault & Pick<PricingFault, 'from' | 'to' | 'used'>)[] = [];
  for (const [day, used] of days) {
    const before = spans.at(-1);
    const to = addDays(day, 1);
    if (before && before.to >= day) spans[spans.length - 1] = { ...before, to, used: before.used + used };
    else spans.push({ ...fault, from: day, to, used });
  }
  return spans;
};
