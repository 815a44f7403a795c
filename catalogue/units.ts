/** Units in which meters, files, devices and tariffs tell energy and volume, and what they are in ours: Wh and mL. */
import { factsOf, type UnitSystem, type Utility, utilities, utilityIds } from './utilities.ts';

/** What a number in a file may be: `counter` what a meter shows, `interval` an amount per row, `mean` power or flow over each row. */
export const importKinds = ['counter', 'interval', 'mean'] as const;
export type ImportKind = (typeof importKinds)[number];

type UnitsOf<Key extends 'units' | 'flowUnits'> = (typeof utilities)[Utility][Key][number];
export type CounterUnit = UnitsOf<'units'>;
export type FlowUnit = UnitsOf<'flowUnits'>;
export type ImportUnit = CounterUnit | FlowUnit;

/** Wh or mL in one of each; US gallon and foot are exact by definition. */
export const baseUnits: Record<CounterUnit, number> = {
  Wh: 1,
  kWh: 1000,
  MWh: 1_000_000,
  mL: 1,
  L: 1000,
  m3: 1_000_000,
  gal: 3785.411784,
  ft3: 28_316.846592,
};

export type BillingUnit = (typeof utilities)[Utility]['billingUnits'][number];

/** The same of what tariffs price by, exact to their last decimal. */
export const billingSizes: Record<BillingUnit, number> = {
  kWh: baseUnits.kWh,
  m3: baseUnits.m3,
  kL: baseUnits.m3,
  L: baseUnits.L,
  HCF: 2_831_684.6592,
  gal: baseUnits.gal,
  kgal: 3_785_411.784,
};

export const billingUnits = Object.keys(billingSizes) as [BillingUnit, ...BillingUnit[]];

/** Wh or mL that an hour of one makes. */
export const flowSizes: Record<FlowUnit, number> = { W: 1, kW: 1000, 'L/min': 60_000, 'm3/h': 1_000_000 };

const flowUnits = Object.keys(flowSizes) as [FlowUnit, ...FlowUnit[]];
export const importUnits = [...(Object.keys(baseUnits) as CounterUnit[]), ...flowUnits] as [
  ImportUnit,
  ...ImportUnit[],
];

export const isFlowUnit = (unit: ImportUnit): unit is FlowUnit => Object.hasOwn(flowSizes, unit);

/** Which kinds of numbers make sense in a unit, the usual one first. */
export const kindsOf = (unit: ImportUnit): readonly ImportKind[] =>
  isFlowUnit(unit) ? ['mean'] : ['interval', 'counter'];

/** Whether amounts or flows of a utility are told in it. */
export const isUnitOf = (unit: ImportUnit, utility: Utility): boolean => {
  const { units, flowUnits: flows } = factsOf(utility);
  return units.includes(unit) || flows.includes(unit);
};

/** What is counted in it, where nothing else says: the first utility that has it. */
export const utilityOf = (unit: ImportUnit): Utility =>
  utilityIds.find((utility) => isUnitOf(unit, utility)) as Utility;

export const billingUnitsOf = (utility: Utility): readonly BillingUnit[] => utilities[utility].billingUnits;

/** What a household's own prices are for. */
export const priceUnitOf = (utility: Utility, system: UnitSystem): BillingUnit => utilities[utility].pricedBy[system];

/** Whether prices for it are prices for the counter's unit: a kilolitre is a cubic metre. */
export const isCounterSize = (unit: BillingUnit, utility: Utility): boolean =>
  billingSizes[unit] === factsOf(utility).counter.size;

/** As people write it: m³, where files and tariffs say m3. */
export const writtenUnit = (unit: BillingUnit): string =>
  utilityIds.map((utility) => factsOf(utility).counter).find((counter) => counter.unit === unit)?.written ?? unit;
