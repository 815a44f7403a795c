/** Bills that were closed, and what they were made with. */
import type { Utility } from './households.ts';
import type { TariffFactsRow, TariffPlanRow } from './tariffs.ts';

export interface BillingRecord {
  household_id: string;
  id: string;
  user_id: string;
  period_start: string;
  period_end: string;
  currency: string;
  total_amount: number;
  water_cost: number;
  electricity_cost: number;
  created_at: string;
  lines: BillLineRow[];
  electricity_wh: number;
  electricity_estimated_wh: number;
  water_ml: number;
  water_estimated_ml: number;
  coverage: number | null;
  unpriced_days: number;
  version: number;
  corrected_at: string | null;
}

/** One line of a bill's breakdown; quantities, rates and amounts are decimal texts. */
export interface BillLineRow {
  utility: Utility;
  kind: BillLineKind;
  from: string;
  to: string;
  quantity: string;
  rate: string;
  amount: string;
  /** The id of the tariff's charge; bills of old have none. */
  charge?: string | undefined;
  name?: WordsRow | undefined;
  period?: string | undefined;
  block?: BillBlockRow | undefined;
  /** None: kWh or m³. */
  unit?: BillingUnitRow | undefined;
  /** None: per month, of a standing charge. */
  per?: 'day' | 'month' | 'bill' | 'year' | undefined;
  isMean?: boolean | undefined;
}

export type BillLineKind =
  | 'use'
  | 'standing'
  | 'capacity'
  | 'demand'
  | 'derived'
  | 'discount'
  | 'minimum'
  | 'tax'
  | 'rounding';

export type BillingUnitRow = 'kWh' | 'm3' | 'kL' | 'L' | 'HCF' | 'gal' | 'kgal';

/** One text for all readers, or one for each language. */
export type WordsRow = string | TranslatedWords;

export interface TranslatedWords {
  en: string;
  es?: string | undefined;
  hi?: string | undefined;
}

/** The step of a block tariff that a line's use fell in, in billing units. */
export interface BillBlockRow {
  above: string;
  upTo?: string | undefined;
}

/** What a bill said before it was recomputed or taken back. */
export interface BillingRecordVersion {
  household_id: string;
  bill_id: string;
  version: number;
  period_start: string;
  period_end: string;
  currency: string;
  total_amount: number;
  water_cost: number;
  electricity_cost: number;
  lines: BillLineRow[];
  electricity_wh: number;
  electricity_estimated_wh: number;
  water_ml: number;
  water_estimated_ml: number;
  coverage: number | null;
  unpriced_days: number;
  made_at: string;
  replaced_at: string;
  reason: 'tariff' | 'use' | 'withdrawn';
}

/** What one version of a bill was made with. */
export interface BillingEvidence {
  household_id: string;
  bill_id: string;
  version: number;
  tariffs: BillTariffRow[];
  days: BillDayRow[];
  days_key: string;
}

export interface BillTariffRow {
  id: string;
  revision: number;
  utility: Utility;
  validFrom: string;
  plan: TariffPlanRow;
  facts: TariffFactsRow;
}

export interface BillDayRow {
  day: string;
  utility: Utility;
  used: number;
  estimated: number;
}
