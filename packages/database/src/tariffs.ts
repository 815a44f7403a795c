/** What bills are made by: tariffs, prices of markets, cycles; and what a household brings to compare them with. */
import type { BillingUnitRow, WordsRow } from './bills.ts';
import type { Utility } from './households.ts';

/** A tariff of one utility from a local day on; its plan is as the service has read and checked it. */
export interface TariffRow {
  household_id: string;
  id: string;
  utility: Utility;
  valid_from: string;
  currency: string;
  plan: TariffPlanRow;
  /** As somebody wrote it; null where it came from a form. */
  written: string | null;
  library_id: string | null;
  facts: TariffFactsRow;
  is_example: boolean;
  revision: number;
  created_at: string;
}

/** Of a plan, what pages show; the whole of it is the contracts' `tariffPlan`. */
export interface TariffPlanRow {
  name: WordsRow;
  utility: Utility;
  currency: string;
  unit: BillingUnitRow;
  charges: TariffChargeRow[];
}

export interface TariffChargeRow {
  id: string;
  kind: string;
  name?: WordsRow | undefined;
  from?: string | undefined;
  until?: string | undefined;
  rate?: string | undefined;
  amount?: string | undefined;
  percent?: string | undefined;
  per?: string | undefined;
}

export interface TariffFactsRow {
  persons?: number | undefined;
  kW?: string | KilowattsByPeriod | undefined;
}

export type KilowattsByPeriod = Record<string, string>;

/** A market's price from an instant on, for so long. */
export interface PricePointRow {
  household_id: string;
  series: string;
  starts_at: string;
  step_s: number;
  price: number;
  /** Null: nobody has said. */
  tax: 'included' | 'excluded' | null;
  /** Where both are known; `price` is then the one without tax. */
  price_with_tax: number | null;
}

export interface DayColourRow {
  household_id: string;
  series: string;
  day: string;
  colour: string;
}

/** The mean of a local day outside, in tenths of °C. */
export interface OutdoorTemperatureRow {
  household_id: string;
  day: string;
  tenths: number;
}

/** When bills begin, where that is no day of each month. */
export interface BillingCycleRow {
  household_id: string;
  kind: 'dates' | 'reads';
  month_days: string[];
  read_days: string[];
}

/** What a utility billed, as the household copied it. */
export interface UtilityBillRow {
  household_id: string;
  id: string;
  utility: Utility;
  period_start: string;
  period_end: string;
  currency: string;
  total: number;
  /** In the units of the tariff. */
  used: number | null;
  is_estimated: boolean;
  use_amount: number | null;
  fixed_amount: number | null;
  tax_amount: number | null;
  document: string | null;
  note: string;
  created_at: string;
}

export interface BudgetRow {
  household_id: string;
  utility: Utility;
  /** For one billing cycle. */
  amount: number;
}

/** How a household shares among its rooms what is nobody's own; without a row nothing is shared. */
export interface CostPolicyRow {
  household_id: string;
  fixed: 'apart' | 'by-use' | 'evenly';
  common: 'apart' | 'by-use' | 'evenly';
  common_rooms: string[];
}
