/** Prices are kept for the counter's unit, and entered and shown for what bills are in where the household lives. */
import { billingSizes, factsOf, priceUnitOf, type UnitSystem, type Utility, unitName } from '#catalogue/index.ts';
import type { TFunction } from 'i18next';

const keptDecimals = 6;
const shownDecimals = 4;

const countersIn = (utility: Utility, units: UnitSystem): number =>
  billingSizes[priceUnitOf(utility, units)] / factsOf(utility).counter.size;

/** What a price is for, in words: 1,000 gal, where tariffs say kgal. */
export function priceUnitName(utility: Utility, units: UnitSystem, t: TFunction<'billing'>): string {
  const unit = priceUnitOf(utility, units);
  return unit === 'kgal' ? t('tariffs.thousandGallons') : unitName(unit);
}

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

function trimmed(decimal: string): string {
  return decimal.includes('.') ? decimal.replace(/\.?0+$/, '') : decimal;
}
