/** What JSON columns hold, as the service wrote it after checking. */
import type { BillingUnit, FindingFigures, PriceFigures, Utility, Words } from '#catalogue/index.ts';

export type { TranslatedWords } from '#catalogue/index.ts';

/** Of a silent meter its usual interval, of running water the floor of its flow, the leak's own litres and all that ran meanwhile, of a budget what it is and what is spent. */
export interface NoticeFigures extends FindingFigures, PriceFigures {
  usualS?: number;
  /** meter-check: what is wrong, the other meter, by which factor and how exactly, the longest stand in hours, and Wh or mL a day. */
  fault?: 'scale' | 'swapped' | 'stuck' | 'drift';
  against?: string | null;
  againstName?: string | null;
  factor?: number | null;
  within?: number | null;
  longest?: number | null;
  perDay?: number;
  /** Of that leak so far and of thirty days of it, in `currency`; none without a water tariff. Of a meter-check: of thirty days. */
  cost?: string;
  costPerMonth?: string;
  budget?: string;
  soFar?: string;
  /** What the whole cycle is expected to cost; none while nobody can tell. */
  likely?: string;
  currency?: string;
  /** The cycle: its first day, and the first after it. */
  start?: string;
  end?: string;
}

/** Of the utilities that there were when the bill was made: Wh or mL, and a decimal text. */
export type BillAmountsRow = Readonly<Partial<Record<Utility, { used: number; estimated: number; cost: string }>>>;

/** What is published where, to switch a channel. */
export interface SwitchCommand {
  topic: string;
  on: string;
  off: string;
}

/** What a file itself says that one of its series cost; `currency` by ISO 4217. */
export interface ImportCost {
  column: string;
  amount: number;
  currency: string | null;
}

/** A line of a utility's bill, in hundred-thousandths of its currency. */
interface ImportBillLine {
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

/** Where a column of a file went: the meter's id. */
export interface ImportColumn {
  column: string;
  meter: number;
  unit: string;
  kind: 'counter' | 'interval' | 'mean';
}

/** Of a plan, what pages show; the whole of it is the contracts' `tariffPlan`. */
export interface TariffPlanRow {
  name: Words;
  utility: Utility;
  currency: string;
  unit: BillingUnit;
  /** Those of a utility that several supply. */
  suppliers?: Record<string, { name?: Words | undefined }> | undefined;
  charges: TariffChargeRow[];
}

export interface TariffChargeRow {
  id: string;
  kind: string;
  name?: Words | undefined;
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
  /** Ids of meters by what the tariff calls them. */
  meters?: Record<string, string> | undefined;
  meterSize?: string | undefined;
}

type KilowattsByPeriod = Record<string, string>;

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
  name?: Words | undefined;
  /** Of a meter that the tariff prices apart. */
  meter?: Words | undefined;
  /** Whose bill it stands on, where several supply the utility. */
  supplier?: { id: string; name: Words } | undefined;
  /** Nobody has said which meter that is. */
  isUnmeasured?: boolean | undefined;
  period?: string | undefined;
  block?: BillBlockRow | undefined;
  /** None: kWh or m³. */
  unit?: BillingUnit | undefined;
  /** None: per month, of a standing charge. */
  per?: 'day' | 'month' | 'bill' | 'year' | undefined;
  isMean?: boolean | undefined;
  isAmount?: boolean | undefined;
  /** `rate` is in this currency: what the line comes to in it, and the mean rate of exchange. */
  exchange?: { currency: string; amount: string; rate: string } | undefined;
  /** Taken off `quantity` before it was priced, in Wh or mL. */
  net?: { returned: string; kept: string } | undefined;
  /** Of a minimum or maximum by the year: its first day that counts, how many count, and of how many. */
  year?: { from: string; days: number; of: number } | undefined;
}

type BillLineKind =
  | 'use'
  | 'returned'
  | 'standing'
  | 'capacity'
  | 'demand'
  | 'derived'
  | 'discount'
  | 'minimum'
  | 'maximum'
  | 'credit'
  | 'tax'
  | 'rounding';

/** The step of a block tariff that a line's use fell in, in billing units. */
interface BillBlockRow {
  above: string;
  upTo?: string | undefined;
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

/** As the contract's `assistantExtras` has it; `asked` is what a question was understood as. */
export type AssistantExtrasRow = Record<string, unknown>;

/** What a household says of itself to the service that is asked: names and texts. */
export type PullSettings = Readonly<Record<string, string>>;

/** How a file was read: the options of its import. */
export type ImportReading = Readonly<Record<string, unknown>>;
