/** What a household measures. What differs between utilities stands here, and everything else follows from it. */

/** How a household writes what it used. */
export type UnitSystem = 'metric' | 'us';

interface AmountUnit {
  readonly unit: string;
  /** How much one is, in base units. */
  readonly size: number;
  /** From this many on decimals say nothing. */
  readonly wholeFrom: number;
}

interface FlowUnit {
  readonly unit: string;
  /** How much one is, in the flow's own unit. */
  readonly size: number;
  /** `by-size`: one decimal below ten, none above. */
  readonly digits: number | 'by-size';
  /** It suits flows of this size, in the flow's own unit: more than nothing (`isForNone: false`), and less than `below`. */
  readonly below: number;
  readonly isForNone: boolean;
}

/** Parts of the design that tell utilities apart, never by colour alone. Names of classes stand whole, so that they are found. */
interface Look {
  /** The token of its colours, and of its marks in charts. */
  readonly hue: 'power' | 'water';
  readonly soft: string;
  readonly text: string;
  readonly fill: string;
  readonly edge: string;
  readonly ring: string;
  readonly stroke: string;
  /** Where in the row of patterns its own one stands. */
  readonly pattern: number;
  /** Continuous, or as it is drawn from a tap. */
  readonly curve: 'line' | 'steps';
}

interface UtilityFacts {
  /** Readings, use and bills are kept in whole ones. */
  readonly base: 'Wh' | 'mL';
  /** Units of files, meters and devices: amounts, and amounts in a time. */
  readonly units: readonly string[];
  readonly flowUnits: readonly string[];
  readonly amount: Readonly<Record<UnitSystem, AmountUnit>>;
  /** What a counter shows, and what its prices are for where nobody says otherwise. */
  readonly counter: { readonly unit: 'kWh' | 'm3'; readonly written: string; readonly size: number };
  /** What tariffs price it by. */
  readonly billingUnits: readonly string[];
  /** `perHour`: the base units that an hour of one makes. */
  readonly flow: {
    readonly unit: 'W' | 'L/min';
    readonly perHour: number;
    /** The finest that is told, in the flow's own unit. */
    readonly finest: number;
    /** One scale for a curve, whose figures are compared with each other. */
    readonly scale: Readonly<Record<UnitSystem, { readonly unit: string; readonly size: number }>>;
    readonly shown: Readonly<Record<UnitSystem, readonly FlowUnit[]>>;
  };
  /** What passes in an hour at most, in base units, until a meter's owner says otherwise. */
  readonly maxPerHour: number;
  /** What it weighs in a share of several utilities, for one base unit. */
  readonly weight: number;
  /** Switched by a plug or relay: else only where a device takes commands. */
  readonly isSwitchable: boolean;
  /** It must stop at times: flow that never does is a leak. */
  readonly canLeak: boolean;
  /** Devices draw some of it while nobody uses them. */
  readonly hasStandby: boolean;
  /** What weather does to it. */
  readonly weather: readonly ('heating' | 'cooling')[];
  /** Tariffs know contracted and highest power, and times of day. */
  readonly hasCapacity: boolean;
  readonly homeAssistant: {
    readonly deviceClass: string;
    readonly unit: string;
    readonly size: number;
    readonly digits: number;
  };
  readonly look: Look;
}

const litresPerGallon = 3.785411784;
const kilowattHours = { unit: 'kWh', size: 1000, wholeFrom: 100 };
const watts: readonly FlowUnit[] = [
  { unit: 'W', size: 1, digits: 0, below: 1000, isForNone: true },
  { unit: 'kW', size: 1000, digits: 2, below: Infinity, isForNone: true },
];
/** Slow water is told by the hour: 12 L/h, where by the minute it would be 0.2, or 0.0. */
const volumeFlow = (unit: string, litres: number): readonly FlowUnit[] => [
  { unit: `${unit}/h`, size: litres / 60, digits: 'by-size', below: 0.5, isForNone: false },
  { unit: `${unit}/min`, size: litres, digits: 1, below: Infinity, isForNone: true },
];

export const utilities = {
  electricity: {
    base: 'Wh',
    units: ['Wh', 'kWh', 'MWh'],
    flowUnits: ['W', 'kW'],
    amount: { metric: kilowattHours, us: kilowattHours },
    counter: { unit: 'kWh', written: 'kWh', size: 1000 },
    billingUnits: ['kWh'],
    flow: {
      unit: 'W',
      perHour: 1,
      finest: 1,
      scale: { metric: { unit: 'W', size: 1 }, us: { unit: 'W', size: 1 } },
      shown: { metric: watts, us: watts },
    },
    maxPerHour: 100_000,
    weight: 1,
    isSwitchable: true,
    canLeak: false,
    hasStandby: true,
    weather: ['heating', 'cooling'],
    hasCapacity: true,
    homeAssistant: { deviceClass: 'energy', unit: 'kWh', size: 1000, digits: 3 },
    look: {
      hue: 'power',
      soft: 'bg-power-soft',
      text: 'text-power-text',
      fill: 'solid-power',
      edge: 'border-power-text',
      ring: 'ring-power-text',
      stroke: 'stroke-power-fill',
      pattern: 0,
      curve: 'line',
    },
  },
  water: {
    base: 'mL',
    units: ['mL', 'L', 'm3', 'gal', 'ft3'],
    flowUnits: ['L/min', 'm3/h'],
    amount: {
      metric: { unit: 'L', size: 1000, wholeFrom: 10 },
      us: { unit: 'gal', size: 1000 * litresPerGallon, wholeFrom: 100 },
    },
    counter: { unit: 'm3', written: 'm³', size: 1_000_000 },
    billingUnits: ['m3', 'kL', 'L', 'HCF', 'gal', 'kgal'],
    flow: {
      unit: 'L/min',
      perHour: 60_000,
      // A millilitre a minute: a drip of a litre an hour still shows.
      finest: 0.001,
      scale: { metric: { unit: 'L/min', size: 1 }, us: { unit: 'gal/min', size: litresPerGallon } },
      shown: { metric: volumeFlow('L', 1), us: volumeFlow('gal', litresPerGallon) },
    },
    maxPerHour: 20_000_000,
    // A litre weighs as much as 10 Wh, so that neither drowns the other.
    weight: 0.01,
    isSwitchable: false,
    canLeak: true,
    hasStandby: false,
    // Gardens and pools take more water when it is warm; that cold days do is chance.
    weather: ['cooling'],
    hasCapacity: false,
    homeAssistant: { deviceClass: 'water', unit: 'L', size: 1000, digits: 1 },
    look: {
      hue: 'water',
      soft: 'bg-water-soft',
      text: 'text-water-text',
      fill: 'hatch-water',
      edge: 'border-water-text',
      ring: 'ring-water-text',
      stroke: 'stroke-water-fill',
      pattern: 1,
      curve: 'steps',
    },
  },
} as const satisfies Record<string, UtilityFacts>;

export type Utility = keyof typeof utilities;

/** In the order in which pages show them. */
export const utilityIds = Object.keys(utilities) as [Utility, ...Utility[]];

/** The one that a form begins with. */
export const firstUtility = utilityIds[0];

/** What differs by utility, as one value for each. */
export const byUtility = <Value>(of: (utility: Utility) => Value): Record<Utility, Value> =>
  Object.fromEntries(utilityIds.map((utility) => [utility, of(utility)])) as Record<Utility, Value>;

export const factsOf = (utility: Utility): UtilityFacts => utilities[utility];

export interface Shown {
  readonly amount: number;
  /** Decimals that it is written with. */
  readonly digits: number;
  readonly unit: string;
}

/** As many decimals as a size deserves: three figures. */
export const decimalsFor = (amount: number): number => {
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

/** `rate`: in the flow's own unit, W or L/min. */
export const shownRate = (utility: Utility, rate: number, system: UnitSystem): Shown => {
  const size = Math.abs(rate);
  const suits = ({ below, isForNone }: FlowUnit): boolean => size < below && (size > 0 || isForNone);
  const { unit, size: of, digits } = factsOf(utility).flow.shown[system].find(suits) as FlowUnit;
  const amount = rate / of;
  return { amount, unit, digits: digits === 'by-size' ? (Math.abs(amount) < 10 ? 1 : 0) : digits };
};
