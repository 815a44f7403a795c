/** Units in which meters, files, devices and tariffs tell energy and volume, and what they are in ours: Wh and mL. */

/** How a household writes what it used. */
export type UnitSystem = 'metric' | 'us';

/** What a number in a file may be: `counter` what a meter shows, `interval` an amount per row, `mean` power or flow over each row. */
export const importKinds = ['counter', 'interval', 'mean'] as const;
export type ImportKind = (typeof importKinds)[number];

/** Wh or mL in one of each; US gallon and foot are exact by definition. */
export const baseUnits = {
  Wh: 1,
  kWh: 1000,
  MWh: 1_000_000,
  MJ: 1_000_000 / 3600,
  GJ: 1_000_000_000 / 3600,
  mL: 1,
  L: 1000,
  m3: 1_000_000,
  gal: 3785.411784,
  ft3: 28_316.846592,
} as const;
export type CounterUnit = keyof typeof baseUnits;
export const counterUnits = Object.keys(baseUnits) as [CounterUnit, ...CounterUnit[]];

const joules: Readonly<Record<string, number>> = { MJ: 1_000_000, GJ: 1_000_000_000 };

/**
 * What a counter shows in Wh or mL, with the fraction that it has. Joules come out whole: a Wh is 3600 of them, and what each value of a counter is
 * rounded by never adds up in what lies between two of them.
 */
export const toBaseUnits = (value: number, unit: CounterUnit): number => {
  const size = joules[unit];
  // To so many digits a number is what was written: 0.009 GJ are 9,000,000 J and no more.
  return size === undefined ? value * baseUnits[unit] : Math.round(Number((value * size).toPrecision(15)) / 3600);
};

/** The same of what tariffs price by, exact to their last decimal. */
export const billingSizes = {
  kWh: baseUnits.kWh,
  m3: baseUnits.m3,
  kL: baseUnits.m3,
  L: baseUnits.L,
  HCF: 2_831_684.6592,
  gal: baseUnits.gal,
  kgal: 3_785_411.784,
  /** The imperial gallon, exact by definition, and a thousand of them. */
  galUK: 4546.09,
  kgalUK: 4_546_090,
} as const;
export type BillingUnit = keyof typeof billingSizes;

/** Whether what is priced by it is an amount of energy. */
export const isEnergyUnit = (unit: BillingUnit): boolean => unit === 'kWh';

export const billingUnits = Object.keys(billingSizes) as [BillingUnit, ...BillingUnit[]];

/** Wh or mL that an hour of one makes. */
export const flowSizes = { W: 1, kW: 1000, 'L/min': 60_000, 'm3/h': 1_000_000 } as const;
export type FlowUnit = keyof typeof flowSizes;

export type ImportUnit = CounterUnit | FlowUnit;
export const importUnits = [...Object.keys(baseUnits), ...Object.keys(flowSizes)] as [ImportUnit, ...ImportUnit[]];

export const isFlowUnit = (unit: ImportUnit): unit is FlowUnit => Object.hasOwn(flowSizes, unit);

/** Which kinds of numbers make sense in a unit, the usual one first. */
export const kindsOf = (unit: ImportUnit): readonly ImportKind[] =>
  isFlowUnit(unit) ? ['mean'] : ['interval', 'counter'];

/** As people write it: m³, where files and tariffs say m3; a gallon alone is that of the US. */
export const unitName = (unit: ImportUnit | BillingUnit): string => unit.replace('3', '³').replace('UK', ' (UK)');
