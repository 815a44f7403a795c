/** What can be wrong with a tariff, and where. */
export const planFaultCodes = [
  'blocks-order',
  'calendar-unknown',
  'charge-unknown',
  'colours-unnamed',
  'currency-unknown',
  'discount-over-all',
  'holiday-unreadable',
  'hours-uncovered',
  'hours-unreadable',
  'no-charge',
  'period-unknown',
  'period-unpriced',
  'price-ambiguous',
  'price-missing',
  'rounding-zero',
  'schedule-unknown',
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
