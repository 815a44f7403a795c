import type { Utility } from '@wattershed/catalogue';
import type { BillingUnitRow, TariffRow } from '@wattershed/database';

/** Wh or mL in a billing unit: a hundred cubic feet and the US gallon by NIST Handbook 44, appendix C. */
const sizes: Record<BillingUnitRow, number> = {
  kWh: 1000,
  m3: 1_000_000,
  kL: 1_000_000,
  L: 1000,
  HCF: 2_831_684.6592,
  gal: 3785.411784,
  kgal: 3_785_411.784,
};

export function inBillingUnit(amount: number, unit: BillingUnitRow): number {
  return amount / sizes[unit];
}

export function unitName(unit: BillingUnitRow): string {
  return unit === 'm3' ? 'm³' : unit;
}

/** What a bill's amounts are in: the unit and the currency of the tariff that holds on its last day. */
export function termsOn(
  day: string,
  utility: Utility,
  tariffs: readonly TariffRow[],
): { unit: BillingUnitRow; currency: string | undefined } {
  const own = tariffs.filter((tariff) => tariff.utility === utility);
  const [newest] = own;
  const holding = day === '' ? newest : own.find(({ valid_from }) => valid_from <= day);
  return {
    unit: holding?.plan.unit ?? (utility === 'electricity' ? 'kWh' : 'm3'),
    currency: holding?.currency,
  };
}
