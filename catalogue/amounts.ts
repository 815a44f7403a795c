/** How what was used of a utility is told: in which units, how many decimals, as an amount or as a flow. */
import {
  baseUnits,
  type BillingUnit,
  billingSizes,
  type CounterUnit,
  type ImportUnit,
  isEnergyUnit,
  type UnitSystem,
  unitName,
} from './units.ts';
import { factsOf, type Utility, utilityIds } from './utilities.ts';
import type { ShownFlow } from './utility-facts.ts';

/** Whether amounts or flows of a utility are told in it. */
export const isUnitOf = (unit: ImportUnit, utility: Utility): boolean => {
  const { units, flowUnits } = factsOf(utility);
  return [...units, ...flowUnits].includes(unit);
};

/** What is counted in it, where nothing else says: the first utility that has it. */
export const utilityOf = (unit: ImportUnit): Utility =>
  utilityIds.find((utility) => isUnitOf(unit, utility)) as Utility;

export const billingUnitsOf = (utility: Utility): readonly BillingUnit[] => factsOf(utility).billingUnits;

/** Energy that is counted as a volume: what a cubic metre holds is the home's own to say. */
export const isConverted = (unit: BillingUnit, utility: Utility): boolean =>
  isEnergyUnit(unit) && factsOf(utility).base !== 'Wh';

/** What the use of a bill's line is told in: by the counter's unit, or by its own where that is converted. */
export const lineUnit = (utility: Utility, unit: BillingUnit | undefined) =>
  unit !== undefined && isConverted(unit, utility)
    ? { unit, size: billingSizes[unit], billedDigits: 1, isConverted: true }
    : { ...factsOf(utility).counter, isConverted: false };

/** What a household's own prices are for. */
export const priceUnitOf = (utility: Utility, system: UnitSystem): BillingUnit => factsOf(utility).pricedBy[system];

/** Whether prices for it are prices for the counter's unit: a kilolitre is a cubic metre. */
export const isCounterSize = (unit: BillingUnit, utility: Utility): boolean =>
  billingSizes[unit] === factsOf(utility).counter.size;

export interface Shown {
  readonly amount: number;
  /** Decimals that it is written with. */
  readonly digits: number;
  readonly unit: string;
}

/** As many decimals as a size deserves: three figures. */
const decimalsFor = (amount: number): number => {
  const size = Math.abs(amount);
  if (size === 0 || size >= 100) return 0;
  return size >= 10 ? 1 : 2;
};

/** `used`: in base units. */
export const shownAmount = (utility: Utility, used: number, system: UnitSystem): Shown => {
  const { unit, size, wholeFrom } = factsOf(utility).amount[system];
  const amount = used / size;
  return { amount, unit, digits: amount >= wholeFrom ? 0 : decimalsFor(amount) };
};

/** The same in a unit that was asked for: three figures also of what is small in it. */
export const amountIn = (unit: CounterUnit, used: number): Shown => {
  const amount = used / baseUnits[unit];
  const size = Math.abs(amount);
  const digits = size === 0 || size >= 0.1 ? decimalsFor(amount) : Math.min(9, 2 - Math.floor(Math.log10(size)));
  return { amount, digits, unit: unitName(unit) };
};

/** The flow, in its own unit, that makes `used` base units in `ms`. */
export const rateOver = (utility: Utility, used: number, ms: number): number =>
  (used * (3_600_000 / ms)) / factsOf(utility).flow.perHour;

/** `rate`: in the flow's own unit, W or L/min. */
export const shownRate = (utility: Utility, rate: number, system: UnitSystem): Shown => {
  const size = Math.abs(rate);
  const suits = ({ below, isForNone }: ShownFlow): boolean => size < below && (size > 0 || isForNone);
  const { unit, size: of, digits } = factsOf(utility).flow.shown[system].find(suits) as ShownFlow;
  const amount = rate / of;
  return { amount, unit, digits: digits === 'by-size' ? (Math.abs(amount) < 10 ? 1 : 0) : digits };
};
