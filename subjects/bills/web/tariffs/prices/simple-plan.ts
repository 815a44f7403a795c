import type { TFunction } from 'i18next';
import {
  billingSizes,
  type BillingUnit,
  factsOf,
  priceUnitOf,
  unitName,
  type UnitSystem,
  type Utility,
  type Words,
} from '#catalogue/index.ts';
import type { TariffPlanRow } from '#supabase/tables/json-columns.ts';
import { isThousands, writtenAmount } from './amount-input.tsx';

export const priceFields = ['rate', 'standing', 'tax'] as const;
export type PriceField = (typeof priceFields)[number];

/** One utility's prices: as they were typed, or as plain decimals once they are checked, by the counter's unit. */
export type SimplePrices = Record<PriceField, string>;

export const noPrices: SimplePrices = { rate: '', standing: '', tax: '' };

export function isEmpty(prices: SimplePrices): boolean {
  return priceFields.every((field) => prices[field].trim() === '');
}

type PriceFault = 'notNumber' | 'thousands' | 'tooLarge' | 'percent' | 'allEmpty' | 'unchanged';
export type PriceFaults = Partial<Record<PriceField, PriceFault>>;

/** Prices as decimals, or what is wrong with each field. A tax alone is no price. */
export function checkPrices(
  typed: SimplePrices,
  utility: Utility,
  units: UnitSystem,
): { ok: true; value: SimplePrices } | { ok: false; faults: PriceFaults } {
  const faults: PriceFaults = {};
  const value = { ...noPrices };
  for (const field of priceFields) {
    const decimal = plainDecimal(typed[field]);
    const fault = faultOf(field, typed[field]);
    if (fault !== undefined) faults[field] = fault;
    else if (decimal !== undefined) value[field] = field === 'rate' ? keptRate(decimal, utility, units) : decimal;
  }
  if (Object.keys(faults).length > 0) return { ok: false, faults };
  if (Number(value.rate) === 0 && Number(value.standing) === 0) return { ok: false, faults: { rate: 'allEmpty' } };
  return { ok: true, value };
}

const most = { rate: 1_000_000, standing: 10_000_000, tax: 100 };

function faultOf(field: PriceField, typed: string): PriceFault | undefined {
  const decimal = plainDecimal(typed);
  if (field === 'standing' && isThousands(typed)) return 'thousands';
  if (decimal === undefined) return 'notNumber';
  if (field !== 'tax') return Number(decimal) >= most[field] ? 'tooLarge' : undefined;
  if (Number(decimal) > most.tax) return 'percent';
  return (decimal.split('.')[1] ?? '').length > 4 ? 'notNumber' : undefined;
}

/** `0,1650`, ` 0.165 ` and nothing at all, as a plain decimal; undefined for what is none. At most six decimals are kept. */
export function plainDecimal(typed: string): string | undefined {
  const text = typed
    .trim()
    .replaceAll(/[\s\u00a0\u202f]/g, '')
    .replace(',', '.');
  if (text === '') return '0';
  const [, whole, fraction] = /^(\d{1,9})(?:\.(\d{0,6}))?$/.exec(text) ?? /^()\.(\d{1,6})$/.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const kept = (fraction ?? '').replace(/0+$/, '');
  return `${whole.replace(/^0+(?=\d)/, '') || '0'}${kept === '' ? '' : `.${kept}`}`;
}

/** A day from which a tariff may hold. */
export function isTariffDay(day: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(day) && day >= '2000-01-01' && day < '2100-01-01';
}

// Plans of such prices.

type SimpleCharge =
  | { id: 'use'; kind: 'use'; rate: string }
  | { id: 'standing'; kind: 'fixed'; per: 'month'; amount: string }
  | { id: 'tax'; kind: 'tax'; percent: string; of: 'all' };

interface SimplePlan {
  name: Words;
  utility: Utility;
  currency: string;
  unit: BillingUnit;
  charges: SimpleCharge[];
}

/** What every reader calls prices that were entered by hand. */
export const ownName: Words = { en: 'My prices', es: 'Mis precios', hi: 'मेरी दरें' };

/** A plan of prices that `checkPrices` has made decimals of. A charge of nothing is left out, but for that of the use. */
export function planOfPrices(
  { rate, standing, tax }: SimplePrices,
  utility: Utility,
  currency: string,
  name: Words = ownName,
): SimplePlan {
  const charges: SimpleCharge[] = [{ id: 'use', kind: 'use', rate }];
  if (Number(standing) > 0) charges.push({ id: 'standing', kind: 'fixed', per: 'month', amount: standing });
  if (Number(tax) > 0) charges.push({ id: 'tax', kind: 'tax', percent: tax, of: 'all' });
  return { name, utility, currency, unit: factsOf(utility).counter.unit, charges };
}

/** What the form can show of a plan: nothing more may be in it, and in no other order, as a tax is on what stands before it. */
const chargeKeys = {
  use: { kind: 'use', keys: 'id kind rate', price: 'rate' },
  standing: { kind: 'fixed', keys: 'amount id kind per', price: 'amount' },
  tax: { kind: 'tax', keys: 'id kind of percent', price: 'percent' },
} as const;
const chargeOrder = ['use', 'standing', 'tax'];
const planKeys = new Set(['name', 'utility', 'currency', 'unit', 'charges']);

export function isSimplePlan(plan: TariffPlanRow): boolean {
  const places = plan.charges.map(({ id }) => chargeOrder.indexOf(id));
  return (
    Object.keys(plan).every((key) => planKeys.has(key)) &&
    plan.unit === factsOf(plan.utility).counter.unit &&
    plan.charges[0]?.id === 'use' &&
    plan.charges.every(isSimpleCharge) &&
    places.every((place, i) => place > (places[i - 1] ?? -1))
  );
}

function isSimpleCharge(charge: TariffPlanRow['charges'][number]): boolean {
  const form = Object.entries(chargeKeys).find(([id]) => id === charge.id)?.[1];
  if (form === undefined || charge.kind !== form.kind) return false;
  if (Object.keys(charge).sort().join(' ') !== form.keys || plainDecimal(charge[form.price] ?? '-') === undefined)
    return false;
  const { per, of }: { per?: unknown; of?: unknown } = { of: undefined, ...charge };
  return per === (form.kind === 'fixed' ? 'month' : undefined) && of === (form.kind === 'tax' ? 'all' : undefined);
}

/** The prices of a simple plan, as its form shows them: what is nothing stays empty. */
export function pricesOfPlan(plan: TariffPlanRow, units: UnitSystem): SimplePrices {
  const find = (id: string) => plan.charges.find((charge) => charge.id === id);
  const shown = (decimal: string | undefined) =>
    Number(decimal ?? 0) === 0 ? '' : (plainDecimal(decimal ?? '') ?? '');
  const rate = shown(find('use')?.rate);
  return {
    ...noPrices,
    rate: rate === '' ? '' : enteredRate(Number(rate), plan.utility, units),
    standing: writtenAmount(shown(find('standing')?.amount)),
    tax: shown(find('tax')?.percent),
  };
}

// Prices are kept for the counter's unit, and entered and shown for what bills are in where the household lives.

/** What a price is for, in words: 1,000 gal, where tariffs say kgal. */
export function priceUnitName(utility: Utility, units: UnitSystem, t: TFunction<'billing'>): string {
  const unit = priceUnitOf(utility, units);
  return unit === 'kgal' ? t('tariffs.thousandGallons') : unitName(unit);
}

const keptDecimals = 6;
const shownDecimals = 4;

/** What is kept of a price as it was entered: a plain decimal. */
export function keptRate(entered: string, utility: Utility, units: UnitSystem): string {
  const counters = countersIn(utility, units);
  return counters === 1 ? entered : trimmed((Number(entered) / counters).toFixed(keptDecimals));
}

/** The other way round: what was entered comes back. */
export function enteredRate(kept: number, utility: Utility, units: UnitSystem): string {
  const counters = countersIn(utility, units);
  return trimmed((kept * counters).toFixed(counters === 1 ? keptDecimals : shownDecimals));
}

const countersIn = (utility: Utility, units: UnitSystem): number =>
  billingSizes[priceUnitOf(utility, units)] / factsOf(utility).counter.size;

function trimmed(decimal: string): string {
  return decimal.includes('.') ? decimal.replace(/\.?0+$/, '') : decimal;
}
