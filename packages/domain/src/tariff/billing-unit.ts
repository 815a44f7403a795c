/** How much a billing unit is, in Wh or mL. */
import { billingSizes, type BillingUnit, factsOf, type Utility } from '@wattershed/catalogue';
import { type Exact, exact } from './exact.ts';

export const unitSize = (unit: BillingUnit): Exact => exact(String(billingSizes[unit]));

export const unitFits = (unit: BillingUnit, utility: Utility): boolean => factsOf(utility).billingUnits.includes(unit);
