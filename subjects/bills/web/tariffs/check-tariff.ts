import type { UnitSystem, Utility } from '#catalogue/index.ts';
import { isThousands } from './prices/plain-amount.ts';
import { keptRate } from './prices/price-unit.ts';

export const priceFields = ['rate', 'standing', 'tax'] as const;
export type PriceField = (typeof priceFields)[number];

/** One utility's prices: as they were typed, or as plain decimals once they are checked, by the counter's unit. */
export type SimplePrices = Record<PriceField, string>;

export const noPrices: SimplePrices = { rate: '', standing: '', tax: '' };

type PriceFault = 'notNumber' | 'thousands' | 'tooLarge' | 'percent' | 'allEmpty' | 'unchanged';
export type PriceFaults = Partial<Record<PriceField, PriceFault>>;

const most = { rate: 1_000_000, standing: 10_000_000, tax: 100 };

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

export function isEmpty(prices: SimplePrices): boolean {
  return priceFields.every((field) => prices[field].trim() === '');
}

function faultOf(field: PriceField, typed: string): PriceFault | undefined {
  const decimal = plainDecimal(typed);
  if (field === 'standing' && isThousands(typed)) return 'thousands';
  if (decimal === undefined) return 'notNumber';
  if (field !== 'tax') return Number(decimal) >= most[field] ? 'tooLarge' : undefined;
  if (Number(decimal) > most.tax) return 'percent';
  return (decimal.split('.')[1] ?? '').length > 4 ? 'notNumber' : undefined;
}

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

/** A day from which a tariff may hold. */
export function isTariffDay(day: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(day) && day >= '2000-01-01' && day < '2100-01-01';
}
