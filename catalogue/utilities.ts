/** What a household measures. What differs between utilities stands here, and everything else follows from it. */

/** How a household writes what it used. */
export type UnitSystem = 'metric' | 'us';

interface AmountUnit {
  readonly unit: string;
  /** How much one is, in base units. */
  readonly size: number;
  /** From this many on decimals say nothing. */
  readonly wholeFrom: number;
  /** Decimals where amounts of any size are written alike. */
  readonly digits: number;
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
  readonly hue: string;
  /** The drawing of its icon, a line in a square of 24. */
  readonly icon: string;
  readonly soft: string;
  readonly text: string;
  readonly fill: string;
  readonly edge: string;
  readonly ring: string;
  readonly stroke: string;
  /** Its design tokens in drawings; `mark` is what its pattern is drawn in, with so much of the ground mixed in. */
  readonly tokens: {
    readonly fill: string;
    readonly edge: string;
    readonly mark: string;
    readonly markPaleness: number;
  };
  /** Where in the row of patterns its own one stands. */
  readonly pattern: number;
  /** Continuous, or as it is drawn from a tap. */
  readonly curve: 'line' | 'steps';
  /** On paper, where there are no tokens: colours of its name and of its mark, decimals of its amounts, points that columns of its figures take. */
  readonly print: {
    readonly text: string;
    readonly fill: string;
    readonly digits: number;
    readonly width: { readonly used: number; readonly cost: number };
  };
}

interface UtilityFacts {
  /** Readings, use and bills are kept in whole ones. */
  readonly base: 'Wh' | 'mL';
  /** Units of files, meters and devices: amounts, and amounts in a time. */
  readonly units: readonly string[];
  readonly flowUnits: readonly string[];
  /** What files and programs usually tell it in, one of `units`. */
  readonly usualUnit: string;
  /** A small use, in base units: what an example sends. */
  readonly exampleUse: number;
  readonly amount: Readonly<Record<UnitSystem, AmountUnit>>;
  /** What a counter shows, and what its prices are for where nobody says otherwise. */
  readonly counter: {
    readonly unit: 'kWh' | 'm3';
    readonly written: string;
    readonly size: number;
    /** As many tell every base unit. */
    readonly digits: number;
    /** As exact as it takes to work out a line of a bill again. */
    readonly billedDigits: number;
  };
  /** What tariffs price it by. */
  readonly billingUnits: readonly string[];
  /** The one of them that households enter their prices for. */
  readonly pricedBy: Readonly<Record<UnitSystem, string>>;
  /** A price for the counter's unit, in any money: what an example begins with. */
  readonly examplePrice: string;
  /** `perHour`: the base units that an hour of one makes. */
  readonly flow: {
    readonly unit: 'W' | 'L/min';
    readonly perHour: number;
    /** The finest that is told, in the flow's own unit. */
    readonly finest: number;
    /** One scale for a curve, whose figures are compared with each other. */
    readonly scale: Readonly<Record<UnitSystem, { readonly unit: string; readonly size: number }>>;
    /** Decimals of a curve's figures; said in the unit of its scale, or in the one that suits each as everywhere. */
    readonly curve: { readonly digits: number; readonly isSaidInScale: boolean };
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
  /** What names it in titles of files, in small letters; of several utilities' words those of the last one count: energy and flow are said of many. */
  readonly titleWords: RegExp;
  /** A meter's name where its file has none. */
  readonly meterName: string;
  /** ESPI's ServiceKind, in Green Button feeds. */
  readonly greenButtonService: string;
  /** What a home of two to three people uses in a day, in base units. */
  readonly exampleDay: number;
  readonly look: Look;
}

const litresPerGallon = 3.785411784;
const kilowattHours = { unit: 'kWh', size: 1000, wholeFrom: 100, digits: 2 };
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
    usualUnit: 'kWh',
    exampleUse: 50,
    amount: { metric: kilowattHours, us: kilowattHours },
    counter: { unit: 'kWh', written: 'kWh', size: 1000, digits: 3, billedDigits: 1 },
    billingUnits: ['kWh'],
    pricedBy: { metric: 'kWh', us: 'kWh' },
    examplePrice: '0.15',
    flow: {
      unit: 'W',
      perHour: 1,
      finest: 1,
      scale: { metric: { unit: 'W', size: 1 }, us: { unit: 'W', size: 1 } },
      curve: { digits: 0, isSaidInScale: true },
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
    titleWords: /electric|power|energy|strom|luz|grid|aggregate/,
    meterName: 'Electricity',
    greenButtonService: '0',
    exampleDay: 8000,
    look: {
      hue: 'power',
      icon: 'M15.914 4a1.5 1.5 0 00-2.474-1.561l-9 9A1.5 1.5 0 005.5 14h4.002a.5.5 0 01.471.666L8.086 20a1.5 1.5 0 002.475 1.56l9-9A1.5 1.5 0 0018.5 10h-3.997a.5.5 0 01-.472-.667z',
      soft: 'bg-power-soft',
      text: 'text-power-text',
      fill: 'solid-power',
      edge: 'border-power-text',
      ring: 'ring-power-text',
      stroke: 'stroke-power-fill',
      tokens: {
        fill: '--color-power-fill',
        edge: '--color-power-text',
        mark: '--color-power-text',
        markPaleness: 0,
      },
      pattern: 0,
      curve: 'line',
      print: { text: '#8f5400', fill: '#f2a71b', digits: 1, width: { used: 66, cost: 76 } },
    },
  },
  water: {
    base: 'mL',
    units: ['mL', 'L', 'm3', 'gal', 'ft3'],
    flowUnits: ['L/min', 'm3/h'],
    usualUnit: 'L',
    exampleUse: 2000,
    amount: {
      metric: { unit: 'L', size: 1000, wholeFrom: 10, digits: 0 },
      us: { unit: 'gal', size: 1000 * litresPerGallon, wholeFrom: 100, digits: 0 },
    },
    counter: { unit: 'm3', written: 'm³', size: 1_000_000, digits: 6, billedDigits: 3 },
    billingUnits: ['m3', 'kL', 'L', 'HCF', 'gal', 'kgal'],
    pricedBy: { metric: 'm3', us: 'kgal' },
    examplePrice: '1.80',
    flow: {
      unit: 'L/min',
      perHour: 60_000,
      // A millilitre a minute: a drip of a litre an hour still shows.
      finest: 0.001,
      scale: { metric: { unit: 'L/min', size: 1 }, us: { unit: 'gal/min', size: litresPerGallon } },
      // So exact that a drip is more than nothing.
      curve: { digits: 3, isSaidInScale: false },
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
    titleWords: /water|agua|wasser|shower|irrigation|sprinkler|\bflow\b/,
    meterName: 'Water',
    greenButtonService: '2',
    exampleDay: 300_000,
    look: {
      hue: 'water',
      icon: 'M12 22a7 7 0 0 0 7-7c0-2-1-3.9-3-5.5s-3.5-4-4-6.5c-.5 2.5-2 4.9-4 6.5C6 11.1 5 13 5 15a7 7 0 0 0 7 7z',
      soft: 'bg-water-soft',
      text: 'text-water-text',
      fill: 'hatch-water',
      edge: 'border-water-text',
      ring: 'ring-water-text',
      stroke: 'stroke-water-fill',
      tokens: {
        fill: '--color-water-fill',
        edge: '--color-water-text',
        mark: '--color-water-hatch',
        markPaleness: 0.25,
      },
      pattern: 1,
      curve: 'steps',
      print: { text: '#0f6a97', fill: '#1277a8', digits: 0, width: { used: 63, cost: 62 } },
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

export type UtilityTrait = 'isSwitchable' | 'canLeak' | 'hasStandby' | 'hasCapacity';

/** Those of which it is so, or is not. As a type, so that texts that only they have are asked for by the compiler. */
export type UtilityWith<Of extends UtilityTrait, Is extends boolean = true> = {
  [Id in Utility]: (typeof utilities)[Id][Of] extends Is ? Id : never;
}[Utility];

export const hasTrait = <Of extends UtilityTrait>(utility: Utility, trait: Of): utility is UtilityWith<Of> =>
  factsOf(utility)[trait];

/** The first of them, for what is told of one. */
export const firstWith = <Of extends UtilityTrait>(trait: Of): UtilityWith<Of> =>
  utilityIds.find((utility) => hasTrait(utility, trait)) as UtilityWith<Of>;

/** What a leak is of. */
export const leakUtility = firstWith('canLeak');

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

/** The flow, in its own unit, that makes `used` base units in `ms`. */
export const rateOver = (utility: Utility, used: number, ms: number): number =>
  (used * (3_600_000 / ms)) / factsOf(utility).flow.perHour;

/** `rate`: in the flow's own unit, W or L/min. */
export const shownRate = (utility: Utility, rate: number, system: UnitSystem): Shown => {
  const size = Math.abs(rate);
  const suits = ({ below, isForNone }: FlowUnit): boolean => size < below && (size > 0 || isForNone);
  const { unit, size: of, digits } = factsOf(utility).flow.shown[system].find(suits) as FlowUnit;
  const amount = rate / of;
  return { amount, unit, digits: digits === 'by-size' ? (Math.abs(amount) < 10 ? 1 : 0) : digits };
};
