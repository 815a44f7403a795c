/** What a household measures. What differs between utilities stands here, and everything else follows from it. */
import { baseUnits, flowSizes } from './units.ts';
import type { InterchangeFacts, ShownFlow, UtilityFacts } from './utility-facts.ts';

const litresPerGallon = baseUnits.gal / baseUnits.L;
const kilowattHours = { unit: 'kWh', size: baseUnits.kWh, wholeFrom: 100, digits: 2 } as const;
const watts: readonly ShownFlow[] = [
  { unit: 'W', size: 1, digits: 0, below: 1000, isForNone: true },
  { unit: 'kW', size: flowSizes.kW, digits: 2, below: Infinity, isForNone: true },
];
/** How electricity and heat are told, which are both energy. */
const energy = {
  amount: { metric: kilowattHours, us: kilowattHours },
  counter: { unit: 'kWh', size: baseUnits.kWh, digits: 3, billedDigits: 1 },
  billingUnits: ['kWh'],
  pricedBy: { metric: 'kWh', us: 'kWh' },
  flow: {
    unit: 'W',
    perHour: flowSizes.W,
    finest: 1,
    scale: { metric: { unit: 'W', size: 1 }, us: { unit: 'W', size: 1 } },
    curve: { digits: 0, isSaidInScale: true },
    shown: { metric: watts, us: watts },
  },
} as const;
/** Slow water is told by the hour: 12 L/h, where by the minute it would be 0.2, or 0.0. */
const volumeFlow = (unit: string, litres: number): readonly ShownFlow[] => [
  { unit: `${unit}/h`, size: litres / 60, digits: 'by-size', below: 0.5, isForNone: false },
  { unit: `${unit}/min`, size: litres, digits: 1, below: Infinity, isForNone: true },
];
/** How many litres a minute an hour of so many millilitres is. */
const litresPerMinute = (millilitres: number): number => millilitres / flowSizes['L/min'];

export const utilities = {
  electricity: {
    base: 'Wh',
    units: ['Wh', 'kWh', 'MWh'],
    flowUnits: ['W', 'kW'],
    usualUnit: 'kWh',
    exampleUse: 50,
    ...energy,
    examplePrice: '0.15',
    maxPerHour: 100_000,
    weight: 1,
    isUsual: true,
    isSwitchable: true,
    canLeak: false,
    hasStandby: true,
    weather: ['heating', 'cooling'],
    hasCapacity: true,
    isTwoWay: true,
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
    },
  },
  water: {
    base: 'mL',
    units: ['mL', 'L', 'm3', 'gal', 'ft3'],
    flowUnits: ['L/min', 'm3/h'],
    usualUnit: 'L',
    exampleUse: 2000,
    amount: {
      metric: { unit: 'L', size: baseUnits.L, wholeFrom: 10, digits: 0 },
      us: { unit: 'gal', size: baseUnits.gal, wholeFrom: 100, digits: 0 },
    },
    counter: { unit: 'm3', size: baseUnits.m3, digits: 6, billedDigits: 3 },
    billingUnits: ['m3', 'kL', 'L', 'HCF', 'gal', 'kgal', 'galUK', 'kgalUK'],
    pricedBy: { metric: 'm3', us: 'kgal' },
    examplePrice: '1.80',
    flow: {
      unit: 'L/min',
      perHour: flowSizes['L/min'],
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
    isUsual: true,
    isSwitchable: false,
    canLeak: true,
    hasStandby: false,
    // Gardens and pools take more water when it is warm; that cold days do is chance.
    weather: ['cooling'],
    hasCapacity: false,
    isTwoWay: false,
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
    },
  },
  gas: {
    base: 'mL',
    units: ['m3', 'ft3', 'L'],
    flowUnits: ['m3/h'],
    usualUnit: 'm3',
    exampleUse: 50_000,
    amount: {
      metric: { unit: 'm³', size: baseUnits.m3, wholeFrom: 100, digits: 2 },
      us: { unit: 'ft³', size: baseUnits.ft3, wholeFrom: 100, digits: 0 },
    },
    counter: { unit: 'm3', size: baseUnits.m3, digits: 6, billedDigits: 3 },
    billingUnits: ['m3', 'kWh', 'HCF'],
    pricedBy: { metric: 'm3', us: 'HCF' },
    examplePrice: '1.20',
    flow: {
      unit: 'L/min',
      perHour: flowSizes['L/min'],
      finest: 0.001,
      scale: {
        metric: { unit: 'm³/h', size: litresPerMinute(baseUnits.m3) },
        us: { unit: 'ft³/h', size: litresPerMinute(baseUnits.ft3) },
      },
      curve: { digits: 3, isSaidInScale: true },
      shown: {
        metric: [{ unit: 'm³/h', size: litresPerMinute(baseUnits.m3), digits: 2, below: Infinity, isForNone: true }],
        us: [{ unit: 'ft³/h', size: litresPerMinute(baseUnits.ft3), digits: 0, below: Infinity, isForNone: true }],
      },
    },
    maxPerHour: 40_000_000,
    // As much energy as a litre of it holds, about.
    weight: 0.01,
    isUsual: false,
    isSwitchable: false,
    canLeak: false,
    hasStandby: false,
    weather: ['heating'],
    hasCapacity: false,
    isTwoWay: false,
    look: {
      hue: 'gas',
      icon: 'M8.5 14.5A2.5 2.5 0 0 0 11 12c0-1.38-.5-2-1-3-1.072-2.143-.224-4.054 2-6 .5 2.5 2 4.9 4 6.5 2 1.6 3 3.5 3 5.5a7 7 0 1 1-14 0c0-1.153.433-2.294 1-3a2.5 2.5 0 0 0 2.5 2.5z',
      soft: 'bg-gas-soft',
      text: 'text-gas-text',
      fill: 'hatch-gas',
      edge: 'border-gas-text',
      ring: 'ring-gas-text',
      stroke: 'stroke-gas-fill',
      tokens: {
        fill: '--color-gas-fill',
        edge: '--color-gas-text',
        mark: '--color-gas-hatch',
        markPaleness: 0.25,
      },
      pattern: 3,
      curve: 'steps',
    },
  },
  heat: {
    base: 'Wh',
    units: ['kWh', 'MWh', 'GJ', 'MJ', 'Wh'],
    flowUnits: ['kW', 'W'],
    usualUnit: 'kWh',
    exampleUse: 500,
    ...energy,
    examplePrice: '0.11',
    // Counters in gigajoules with one decimal rise by 28 kWh at once.
    maxPerHour: 400_000,
    weight: 1,
    isUsual: false,
    isSwitchable: false,
    canLeak: false,
    hasStandby: false,
    weather: ['heating'],
    hasCapacity: false,
    isTwoWay: false,
    look: {
      hue: 'heat',
      icon: 'M5 7v11M10 7v11M14 7v11M19 7v11M3 9h18M3 16h18M7 3.5c1 .7-1 1.3 0 2M12 3.5c1 .7-1 1.3 0 2M17 3.5c1 .7-1 1.3 0 2',
      soft: 'bg-heat-soft',
      text: 'text-heat-text',
      fill: 'hatch-heat',
      edge: 'border-heat-text',
      ring: 'ring-heat-text',
      stroke: 'stroke-heat-fill',
      tokens: {
        fill: '--color-heat-fill',
        edge: '--color-heat-text',
        mark: '--color-heat-hatch',
        markPaleness: 0.25,
      },
      pattern: 5,
      curve: 'steps',
    },
  },
} as const satisfies Record<string, UtilityFacts>;

export type Utility = keyof typeof utilities;

/** Not what makes heat of electricity or gas, or what water is warmed by: pumps and heaters count what they draw. */
const heatWords =
  /^(?!.*(pump|pompe|bomba|electr|[eé]lectr|elektr|strom|boiler|(?<![a-z])gas(?![a-z])))(?=.*((?<![a-z])(heat|heating|district heat(ing)?|thermal( energy)?|chauffage|chaleur|calor|calefacci[oó]n|t[eé]rmica|warmte|fjernvarme|v[aä]rme|fjärrvärme|calore|riscaldamento|ciep[lł]o)(?![a-z])|w[aä]e?rme|heizung|heizenergie|stadsverwarming|ऊष्मा|हीटिंग))/;

/** What no page needs, and none loads: how meters, files and programs tell it, and how it is printed. */
const interchange: Readonly<Record<Utility, InterchangeFacts>> = {
  electricity: {
    homeAssistant: {
      used: { deviceClass: 'energy', unit: 'kWh', size: baseUnits.kWh, digits: 3 },
      rate: { deviceClass: 'power', name: 'Power' },
    },
    titleWords: /electric|power|energy|strom|luz|grid|aggregate/,
    meterName: 'Electricity',
    mbusMedia: [],
    greenButtonService: '0',
    exampleDay: 8000,
    print: { text: '#8f5400', fill: '#f2a71b', digits: 1, width: { used: 66, cost: 76 } },
  },
  water: {
    homeAssistant: {
      used: { deviceClass: 'water', unit: 'L', size: baseUnits.L, digits: 1 },
      rate: { deviceClass: 'volume_flow_rate', name: 'Flow' },
    },
    titleWords: /water|agua|wasser|shower|irrigation|sprinkler|\bflow\b/,
    meterName: 'Water',
    mbusMedia: [7],
    greenButtonService: '2',
    exampleDay: 300_000,
    print: { text: '#0f6a97', fill: '#1277a8', digits: 0, width: { used: 63, cost: 62 } },
  },
  gas: {
    homeAssistant: {
      used: { deviceClass: 'gas', unit: 'm³', size: baseUnits.m3, digits: 3 },
      rate: { deviceClass: 'volume_flow_rate', name: 'Flow' },
    },
    titleWords: /(?<![a-z])(?:natural)?gas(?![a-z])|erdgas/,
    meterName: 'Gas',
    mbusMedia: [3],
    greenButtonService: '1',
    exampleDay: 4_000_000,
    print: { text: '#6b4394', fill: '#8557b0', digits: 2, width: { used: 63, cost: 62 } },
  },
  heat: {
    homeAssistant: {
      used: { deviceClass: 'energy', unit: 'kWh', size: baseUnits.kWh, digits: 3 },
      rate: { deviceClass: 'power', name: 'Power' },
    },
    titleWords: heatWords,
    meterName: 'Heat',
    mbusMedia: [4, 12, 13],
    greenButtonService: '4',
    exampleDay: 25_000,
    print: { text: '#96275f', fill: '#b8447f', digits: 1, width: { used: 66, cost: 62 } },
  },
};

export const interchangeOf = (utility: Utility): InterchangeFacts => interchange[utility];

/** In the order in which pages show them. */
export const utilityIds = Object.keys(utilities) as [Utility, ...Utility[]];

/** The one that a form begins with. */
export const firstUtility = utilityIds[0];

/** What differs by utility, as one value for each. */
export const byUtility = <Value>(of: (utility: Utility) => Value): Record<Utility, Value> =>
  Object.fromEntries(utilityIds.map((utility) => [utility, of(utility)])) as Record<Utility, Value>;

export const factsOf = (utility: Utility): UtilityFacts => utilities[utility];

export const usualUtilities: readonly Utility[] = utilityIds.filter((utility) => factsOf(utility).isUsual);

export type UtilityTrait = 'isUsual' | 'isSwitchable' | 'canLeak' | 'hasStandby' | 'hasCapacity' | 'isTwoWay';

/** Those of which it is so, or is not. As a type, so that texts that only they have are asked for by the compiler. */
export type UtilityWith<Of extends UtilityTrait, Is extends boolean = true> = {
  [Id in Utility]: (typeof utilities)[Id][Of] extends Is ? Id : never;
}[Utility];

export const hasTrait = <Of extends UtilityTrait>(utility: Utility, trait: Of): utility is UtilityWith<Of> =>
  factsOf(utility)[trait];

/** The first of them, for what is told of one. */
export const firstUtilityWith = <Of extends UtilityTrait>(trait: Of): UtilityWith<Of> =>
  utilityIds.find((utility) => hasTrait(utility, trait)) as UtilityWith<Of>;

/** What a leak is of. */
export const utilityThatLeaks = firstUtilityWith('canLeak');

/** What devices draw while nobody uses them. */
export const utilityWithStandby = firstUtilityWith('hasStandby');

/** What passes a meter, and what each is to the use of the home: use = drawn + produced + discharged - returned - charged. */
export const flows = {
  /** From the grid or the main, or by what the meter stands before. */
  drawn: { inUse: 1 },
  /** Back to the grid. */
  returned: { inUse: -1 },
  /** By the home itself, of the sun or the wind. */
  produced: { inUse: 1 },
  /** Into a battery. */
  charged: { inUse: -1 },
  /** Out of a battery. */
  discharged: { inUse: 1 },
} as const satisfies Record<string, { inUse: 1 | -1 }>;

export type Flow = keyof typeof flows;
export const flowIds = Object.keys(flows) as [Flow, ...Flow[]];

/** Of a utility that homes do not give back, one. */
export const flowsOf = (utility: Utility): readonly Flow[] => (hasTrait(utility, 'isTwoWay') ? flowIds : ['drawn']);
