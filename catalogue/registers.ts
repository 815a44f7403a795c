/** What the registers of meters count in, as people read them. Apart from a utility's other facts: no first load needs it. */
import type { CounterUnit, UnitSystem } from './units.ts';
import type { Utility } from './utilities.ts';

export interface Register {
  readonly unit: CounterUnit;
  /** Decimals, in red. */
  readonly digits: number;
}

/** The usual one first. */
const registers: Readonly<Record<Utility, readonly [Register, ...Register[]]>> = {
  electricity: [
    { unit: 'kWh', digits: 1 },
    { unit: 'MWh', digits: 3 },
  ],
  water: [
    { unit: 'm3', digits: 3 },
    { unit: 'L', digits: 0 },
    { unit: 'gal', digits: 0 },
    { unit: 'ft3', digits: 1 },
  ],
  gas: [
    { unit: 'm3', digits: 3 },
    { unit: 'ft3', digits: 0 },
  ],
  heat: [
    { unit: 'kWh', digits: 0 },
    { unit: 'MWh', digits: 3 },
    { unit: 'GJ', digits: 3 },
    { unit: 'MJ', digits: 0 },
  ],
};

export const registersOf = (utility: Utility): readonly Register[] => registers[utility];

/** What was said of a meter, else what is usual where people count in these units. */
export const registerOf = (utility: Utility, unit: string | null | undefined, units: UnitSystem): Register => {
  const own = registers[utility];
  const isUsual = (one: Register) => (one.unit === 'gal' || one.unit === 'ft3') === (units === 'us');
  return own.find((one) => one.unit === unit) ?? own.find(isUsual) ?? own[0];
};
