/** A tariff as it is being filled in: what was typed, whatever of it is used at the moment. */
import type { BillingUnit, Utility, Words } from '#catalogue/index.ts';
import type {
  ChargeKind,
  DayClass,
  PriceTax,
  RoundingMode,
  TariffPlan,
  WindowMinutes,
} from '../../../domain/tariff/plan.ts';
import type { SimplePrices } from '../prices/simple-plan.ts';

export interface PlanDraft {
  name: Words;
  utility: Utility;
  currency: string;
  unit: BillingUnit;
  kept: KeptParts;
  /** The month with which its years begin; empty: the usual one. */
  yearStarts: string;
  /** Minutes within which both ways count as one; empty: both count. */
  netting: string;
  /** Those with prices of their own. */
  meters: readonly NamedDraft[];
  /** Those who send a bill each. */
  suppliers: readonly NamedDraft[];
  /** The sizes of meters that prices tell apart, with commas between them. */
  meterSizes: string;
  times: TimesDraft | null;
  charges: readonly ChargeDraft[];
}

/** What the form has no fields for, and hands on as it is. */
export type KeptParts = Pick<TariffPlan, 'timeZone' | 'source' | 'change' | 'rounding' | 'calendars'>;

export const pers = ['month', 'day', 'bill', 'year'] as const;
export const blockPers = ['month', 'day', 'cycle', 'year'] as const;
export type DraftPer = (typeof pers)[number];
type BlockPer = (typeof blockPers)[number];

export const priceForms = ['rate', 'periods', 'blocks', 'market'] as const;
/** How an amount or a percent is said: as one, by the step of the use, by that of the power (contracted, or the highest), or by the meter. */
export const amountForms = ['rate', 'byUse', 'byPower', 'bySize'] as const;
type PriceForm = (typeof priceForms)[number] | (typeof amountForms)[number];

/** What becomes of what is left over; of units that go back empty is that they are not taken off. */
export const keepForms = ['', 'lost', 'year', 'months', 'ever'] as const;
type KeepForm = (typeof keepForms)[number];

/** One charge with a field for all that any kind may ask for: what is typed is kept while another kind of price is tried. */
export interface ChargeDraft {
  key: string;
  id: string;
  kind: ChargeKind;
  name: Words;
  /** The id of one of the plan's, or all; empty: the rest. */
  meter: string;
  /** The id of one of the plan's; empty: it is shared. */
  supplier: string;
  from: string;
  until: string;
  months: readonly number[];
  pastMonths: string;
  pastAbove: string;
  pastUpTo: string;
  round: string;
  per: DraftPer;
  by: '' | 'days' | 'hours';
  /** Of money, or percent. */
  amount: string;
  price: PriceForm;
  rate: string;
  /** By the period's key. */
  rates: Readonly<Record<string, string>>;
  steps: readonly StepDraft[];
  blockPer: BlockPer;
  /** All units at the price of the step in which the use ends. */
  isSlabs: boolean;
  /** Steps are those of each size of the meter. */
  isBySize: boolean;
  /** An amount, and the steps of use, by the size of the meter. */
  sizeAmounts: Readonly<Record<string, string>>;
  sizeSteps: Readonly<Record<string, readonly StepDraft[]>>;
  market: MarketDraft;
  powers: readonly PowerDraft[];
  /** Null: the household says it. */
  kW: string | null;
  windowMinutes: WindowMinutes;
  highest: string;
  meanOf: string;
  ratchetPercent: string;
  ratchetMonths: string;
  ratchetOf: readonly number[];
  /** Of the power that is billed, in kW. */
  atLeast: string;
  keep: KeepForm;
  keepMonths: string;
  /** By the unit, when the year ends. */
  paidAt: string;
  isPaidOut: boolean;
  /** Of its price, where that is not the tariff's; and the series of its rates. */
  exchangeCurrency: string;
  exchangeSeries: string;
  sharePercent: string;
  wholeUnits: '' | RoundingMode;
  /** An amount, or units of use. */
  atMost: string;
  atMostPer: DraftPer | BlockPer;
  of: readonly string[] | 'all';
}

export interface NamedDraft {
  key: string;
  id: string;
  name: Words;
}

export interface StepDraft {
  key: string;
  upTo: string;
  rate: string;
}

export interface MarketDraft {
  series: string;
  times: string;
  plus: string;
  atLeast: string;
  atMost: string;
  /** Whether the limits and what is added hold tax; empty: as the tariff's other amounts. */
  tax: '' | PriceTax;
}

/** Contracted power of one period. */
interface PowerDraft {
  key: string;
  period: string;
  rate: string;
}

export interface TimesDraft {
  /** What the tariff calls its schedule. */
  schedule: string;
  dayStarts: string;
  holidays: string;
  periods: readonly PeriodDraft[];
  /** The first that holds gives the period. */
  rules: readonly RuleDraft[];
}

export interface PeriodDraft {
  key: string;
  name: string;
}

/** When a period holds. Nothing chosen: always. */
export interface RuleDraft {
  key: string;
  /** The key of its period. */
  period: string;
  days: readonly DayClass[];
  /** One by one: no days are none then. */
  isChosen: boolean;
  windows: readonly WindowDraft[];
  months: readonly number[];
}

export interface WindowDraft {
  key: string;
  from: string;
  to: string;
}

interface DraftBasis {
  name: Words;
  utility: Utility;
  currency: string;
  unit: BillingUnit;
}

/** Simple prices as charges, as they were typed; of no prices, a standing charge, a price and a tax to be filled in. */
export function draftOfPrices(basis: DraftBasis, prices: SimplePrices): PlanDraft {
  const isEmpty = Object.values(prices).every((typed) => typed.trim() === '');
  const use = { ...emptyCharge('use', 'use', 'c0'), rate: prices.rate };
  const standing = { ...emptyCharge('fixed', 'standing', 'c1'), amount: prices.standing };
  const tax = { ...emptyCharge('tax', 'tax', 'c2'), amount: prices.tax };
  const charges = [
    use,
    ...(isEmpty || prices.standing.trim() !== '' ? [standing] : []),
    ...(isEmpty || prices.tax.trim() !== '' ? [tax] : []),
  ];
  const none = { yearStarts: '', netting: '', meters: [], suppliers: [], meterSizes: '', times: null };
  return { ...basis, ...none, kept: {}, charges };
}

/** Kinds with a price of their own, which may be in another currency. */
export const pricedKinds: readonly ChargeKind[] = ['fixed', 'use', 'returned', 'capacity', 'demand'];

/** A charge nobody has filled in. */
export function emptyCharge(kind: ChargeKind, id: string, key: string): ChargeDraft {
  return {
    key,
    id,
    kind,
    name: '',
    meter: '',
    supplier: '',
    from: '',
    until: '',
    months: [],
    pastMonths: '',
    pastAbove: '',
    pastUpTo: '',
    round: '',
    per: 'month',
    by: '',
    amount: '',
    price: 'rate',
    rate: '',
    rates: {},
    steps: emptySteps,
    blockPer: 'month',
    isSlabs: false,
    isBySize: false,
    sizeAmounts: {},
    sizeSteps: {},
    market: emptyMarket,
    powers: [{ key: 'p0', period: '', rate: '' }],
    kW: null,
    windowMinutes: 15,
    highest: '',
    meanOf: '',
    ratchetPercent: '',
    ratchetMonths: '',
    ratchetOf: [],
    atLeast: '',
    keep: '',
    keepMonths: '',
    paidAt: '',
    isPaidOut: false,
    exchangeCurrency: '',
    exchangeSeries: '',
    sharePercent: '',
    wholeUnits: '',
    atMost: '',
    atMostPer: 'month',
    of: 'all',
  };
}

const emptySteps: readonly StepDraft[] = [
  { key: 's0', upTo: '', rate: '' },
  { key: 's1', upTo: '', rate: '' },
];

const emptyMarket: MarketDraft = { series: '', times: '', plus: '', atLeast: '', atMost: '', tax: '' };

/** The sizes of meters in the order in which they were typed. */
export function sizesOf({ meterSizes }: Pick<PlanDraft, 'meterSizes'>): string[] {
  return meterSizes
    .split(',')
    .map((size) => size.trim())
    .filter((size) => size !== '');
}

/** Whether the blocks of a charge are those of each size of the meter; without sizes there is one table. */
export const isBySize = (charge: Pick<ChargeDraft, 'isBySize'>, sizes: readonly string[]): boolean =>
  charge.isBySize && sizes.length > 0;

/** The steps of a size; one that was added has none yet. */
export const stepsOfSize = ({ sizeSteps }: ChargeDraft, size: string): readonly StepDraft[] =>
  sizeSteps[size] ?? emptySteps;

/** Whether a charge asks for the sizes of meters. */
export const asksSizes = ({ price, isBySize: isApart }: ChargeDraft): boolean =>
  price === 'bySize' || (price === 'blocks' && isApart);

/** A key that none of these has yet. */
export function freshKey(prefix: string, all: readonly { key: string }[]): string {
  let at = all.length;
  while (all.some(({ key }) => key === keyOf(prefix, at))) at += 1;
  return keyOf(prefix, at);
}

const keyOf = (prefix: string, at: number): string => `${prefix}${at}`;

/** The days that most lines of times hold on. */
export const dayPresets = {
  every: [],
  workdays: ['workday'],
  weekends: ['weekend'],
  free: ['weekend', 'holiday'],
  holidays: ['holiday'],
} as const satisfies Record<string, readonly DayClass[]>;
type DayPreset = keyof typeof dayPresets;

export const presetNames = Object.keys(dayPresets) as DayPreset[];

/** Undefined: the days were chosen one by one. */
export function presetOf(days: readonly DayClass[]): DayPreset | undefined {
  return presetNames.find((name) => dayPresets[name].join(' ') === days.join(' '));
}

/** Whether two values of JSON say the same: in whichever order their keys stand, and with what is left out as undefined. */
export function isSameValue(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) || Array.isArray(b))
    return Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((one, i) => isSameValue(one, b[i]));
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b;
  const [left, right] = [a as Record<string, unknown>, b as Record<string, unknown>];
  return [...new Set([...Object.keys(left), ...Object.keys(right)])].every((key) => isSameValue(left[key], right[key]));
}
