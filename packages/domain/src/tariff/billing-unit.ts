/** How much a billing unit is, in Wh or mL. */
import { factsOf, type Utility } from '@wattershed/catalogue';
import { type Exact, exact } from './exact.ts';
import type { BillingUnit } from './tariff-plan.ts';

/** A hundred cubic feet and the US gallon are exact in metric units (NIST Handbook 44, appendix C). */
const sizes: Record<BillingUnit, Exact> = {
  kWh: exact(1000),
  m3: exact(1_000_000),
  kL: exact(1_000_000),
  L: exact(1000),
  HCF: exact('2831684.6592'),
  gal: exact('3785.411784'),
  kgal: exact('3785411.784'),
};

export const unitSize = (unit: BillingUnit): Exact => sizes[unit];

export const unitFits = (unit: BillingUnit, utility: Utility): boolean => factsOf(utility).billingUnits.includes(unit);
