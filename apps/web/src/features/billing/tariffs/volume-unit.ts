import type { Utility } from '@wattershed/catalogue';

/** Water is priced by the cubic metre; where units are American, by a thousand gallons. What is kept is per cubic metre. */
export type VolumeUnit = 'cubicMetre' | 'thousandGallons';

export const cubicMetresPerUnit: Record<VolumeUnit, number> = { cubicMetre: 1, thousandGallons: 3.785411784 };

export function volumeUnitOf(units: 'metric' | 'us'): VolumeUnit {
  return units === 'us' ? 'thousandGallons' : 'cubicMetre';
}

/** The unit of a tariff's own in which a utility is priced here. */
export function billingUnitOf(utility: Utility, units: 'metric' | 'us'): 'kWh' | 'm3' | 'kgal' {
  if (utility === 'electricity') return 'kWh';
  return units === 'us' ? 'kgal' : 'm3';
}

const keptDecimals = 6;

/** A price per cubic metre, as a plain decimal, from one that was entered per `unit`. */
export function ratePerCubicMetre(entered: string, unit: VolumeUnit): string {
  if (unit === 'cubicMetre') return entered;
  return trimmed((Number(entered) / cubicMetresPerUnit[unit]).toFixed(keptDecimals));
}

/** The other way round, to four decimals: what was entered comes back. */
export function ratePerUnit(kept: number, unit: VolumeUnit): string {
  return unit === 'cubicMetre'
    ? trimmed(kept.toFixed(keptDecimals))
    : trimmed((kept * cubicMetresPerUnit[unit]).toFixed(4));
}

function trimmed(decimal: string): string {
  return decimal.includes('.') ? decimal.replace(/\.?0+$/, '') : decimal;
}
