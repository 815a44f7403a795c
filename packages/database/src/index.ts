/** Rows of the tables that the browser reads and writes through the table API; kept true by a test against the catalogue. */

export type Utility = 'electricity' | 'water';

export interface Household {
  id: string;
  owner_id: string | null;
  kind: 'home' | 'demo' | 'guest';
  name: string;
  time_zone: string;
  currency: string;
  units: 'metric' | 'us';
  country: string | null;
  billing_day: number;
  /** Where it stands, to a hundredth of a degree. */
  latitude: number | null;
  longitude: number | null;
  created_at: string;
  has_readings: boolean;
  /** For how long single readings are kept; null: for ever. */
  keep_months: number | null;
}

export interface HouseholdMember {
  household_id: string;
  user_id: string;
  role: 'owner' | 'member' | 'viewer';
  created_at: string;
}

export interface Profile {
  user_id: string;
  display_name: string;
  language: 'en' | 'es' | 'hi';
  is_guest: boolean;
  last_seen_at: string;
  created_at: string;
  /** Null: as the role in the household suggests. */
  mail_running_water: boolean | null;
  mail_silent_meter: boolean | null;
  mail_budget: boolean | null;
}

/** What a household is told of by itself, from when it began until it ended. */
export interface HouseholdNotice {
  household_id: string;
  id: string;
  kind: 'silent-meter' | 'running-water' | 'budget-course' | 'budget-most' | 'budget-passed';
  /** Null: it is of what a utility costs. */
  meter_id: number | null;
  since: string;
  noticed_at: string;
  ended_at: string | null;
  figures: NoticeFigures;
  mail_at: string;
  dismissed_at: string | null;
  dismissed_by: string | null;
  utility: Utility | null;
}

/** Of a silent meter its usual interval, of running water what ran and the least of an hour, of a budget what it is and what is spent. */
export interface NoticeFigures {
  usualS?: number;
  usedMl?: number;
  lowestMlPerHour?: number;
  budget?: string;
  soFar?: string;
  /** What the whole cycle is expected to cost; none while nobody can tell. */
  likely?: string;
  currency?: string;
  /** The cycle: its first day, and the first after it. */
  start?: string;
  end?: string;
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

export interface ConnectedDevice {
  household_id: string;
  id: string;
  user_id: string;
  name: string;
  room: string;
  utility: Utility;
  is_active: boolean;
  created_at: string;
}

/** What is published where, to switch a channel. */
export interface SwitchCommand {
  topic: string;
  on: string;
  off: string;
}

/** One thing of found hardware that measures or switches. */
export interface Channel {
  household_id: string;
  id: string;
  source: 'tasmota' | 'shelly' | 'zigbee2mqtt' | 'ha-discovery' | 'dsmr';
  device: string;
  part: string;
  name: string;
  room: string;
  model: string;
  utility: Utility | null;
  command: SwitchCommand | null;
  is_on: boolean | null;
  is_online: boolean | null;
  last_value: number | null;
  last_at: string | null;
  device_id: string | null;
  meter_id: number | null;
  is_ignored: boolean;
  found_at: string;
}

/** Who switched what, when, and what came of it. */
export interface DeviceCommand {
  household_id: string;
  id: string;
  device_id: string;
  wanted: boolean;
  user_id: string | null;
  asked_at: string;
  settled_at: string | null;
  result: 'confirmed' | 'no-answer' | null;
}

/** Switching at a time of the household's day (`minute`), or about the sun. */
export interface DeviceSchedule {
  household_id: string;
  id: string;
  device_id: string;
  is_on: boolean;
  /** Bit 0 is Monday, bit 6 Sunday. */
  days: number;
  minute: number | null;
  sun: 'sunrise' | 'sunset' | null;
  offset_min: number;
  is_enabled: boolean;
  created_by: string | null;
  created_at: string;
  /** Null: never as things stand, or not worked out yet. */
  next_at: string | null;
  is_planned: boolean;
}

export interface Meter {
  household_id: string;
  id: number;
  device_id: string;
  utility: Utility;
  register: 'total' | 'tariff1' | 'tariff2' | 'export';
  key: string;
  reading_kind: 'counter' | 'interval' | null;
  parent_meter_id: number | null;
  max_per_hour: number;
  max_gap_s: number;
  template_household_id: string | null;
  template_meter_id: number | null;
  created_at: string;
  /** Members of a JSON object, as `/usage/latest` gives them. */
  facts: string;
  quarantined: number;
  rolls_over_at: number | null;
}

/** What a file itself says that one of its series cost; `currency` by ISO 4217. */
export interface ImportCost {
  column: string;
  amount: number;
  currency: string | null;
}

/** A line of a utility's bill, in hundred-thousandths of its currency. */
export interface ImportBillLine {
  part: 'use' | 'fixed' | 'tax' | 'other';
  note: string;
  amount: number;
}

/** A bill that a file itself tells, between two instants: money in hundred-thousandths, use in Wh or mL. */
export interface ImportBill {
  column: string;
  utility: Utility;
  start: string;
  end: string;
  total: number;
  currency: string | null;
  used: number | null;
  isEstimated: boolean;
  isEarly: boolean;
  isSummed: boolean;
  lines: ImportBillLine[];
}

/** An import of a file, and whether it was taken back. */
export interface ImportRow {
  household_id: string;
  id: string;
  user_id: string;
  file_name: string;
  began_at: string;
  ended_at: string | null;
  error: string | null;
  rows: number;
  accepted: number;
  duplicate: number;
  rejected: number;
  devices: string[];
  undo_began_at: string | null;
  undone_at: string | null;
  undone_by: string | null;
  costs: ImportCost[];
  bills: ImportBill[];
}

/** What somebody changed in readings; `change` is what it takes to take it back. */
export interface Repair {
  household_id: string;
  id: number;
  meter_id: number;
  kind: 'believe' | 'discard' | 'exchange' | 'remove' | 'correct' | 'limits';
  first_day: string | null;
  last_day: string | null;
  used_before: number;
  used_after: number;
  change: unknown;
  made_by: string;
  made_at: string;
  undone_by: string | null;
  undone_at: string | null;
}

/** Without `hash`, which no client may read. */
export interface IngestToken {
  id: number;
  household_id: string | null;
  scope: 'household' | 'fleet';
  name: string;
  hint: string;
  created_by: string | null;
  created_at: string;
  last_used_at: string | null;
  revoked_at: string | null;
}

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

export type Topic = 'general' | 'support' | 'sales' | 'partnership';

/** Readable by administrators alone. */
export interface ContactMessage {
  id: string;
  name: string;
  email: string;
  phone: string | null;
  topic: Topic;
  subject: string;
  message: string;
  language: 'en' | 'es' | 'hi';
  user_id: string | null;
  created_at: string;
  mailed_at: string | null;
}

export type FaqCategory = 'basics' | 'figures' | 'hardware' | 'bills' | 'privacy' | 'running';

export interface FaqEntry {
  id: string;
  key: string;
  category: FaqCategory;
  position: number;
  is_published: boolean;
  question_en: string;
  question_es: string;
  question_hi: string;
  answer_en: string;
  answer_es: string;
  answer_hi: string;
  created_at: string;
  updated_at: string;
}

export interface FaqRequest {
  id: string;
  question: string;
  language: 'en' | 'es' | 'hi';
  user_id: string | null;
  email: string | null;
  status: 'pending' | 'approved' | 'rejected';
  reason: string | null;
  entry_id: string | null;
  created_at: string;
  decided_by: string | null;
  decided_at: string | null;
}
