/** How much a billing unit is, in Wh or mL. */
import { billingSizes, type BillingUnit, factsOf, type Utility, utilityIds } from '#catalogue/index.ts';
import { type Exact, exact } from './exact.ts';

export const unitSize = (unit: BillingUnit): Exact => exact(String(billingSizes[unit]));

/** Of what is written as a utility, whatever it is. */
export const unitFits = (unit: BillingUnit, utility: Utility): boolean =>
  utilityIds.includes(utility) && factsOf(utility).billingUnits.includes(unit);
