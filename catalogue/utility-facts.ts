/** What a utility says of itself: all that differs between them. */
import type { BillingUnit, CounterUnit, FlowUnit, UnitSystem } from './units.ts';

interface AmountUnit {
  readonly unit: string;
  /** How much one is, in base units. */
  readonly size: number;
  /** From this many on decimals say nothing. */
  readonly wholeFrom: number;
  /** Decimals where amounts of any size are written alike. */
  readonly digits: number;
}

export interface ShownFlow {
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
}

export interface UtilityFacts {
  /** Readings, use and bills are kept in whole ones. */
  readonly base: 'Wh' | 'mL';
  /** Units of files, meters and devices: amounts, and amounts in a time. */
  readonly units: readonly CounterUnit[];
  readonly flowUnits: readonly FlowUnit[];
  /** What files and programs usually tell it in, one of `units`. */
  readonly usualUnit: CounterUnit;
  /** A small use, in base units: what an example sends. */
  readonly exampleUse: number;
  readonly amount: Readonly<Record<UnitSystem, AmountUnit>>;
  /** What a counter shows, and what its prices are for where nobody says otherwise. */
  readonly counter: {
    readonly unit: 'kWh' | 'm3';
    readonly size: number;
    /** As many tell every base unit. */
    readonly digits: number;
    /** As exact as it takes to work out a line of a bill again. */
    readonly billedDigits: number;
  };
  /** What tariffs price it by. */
  readonly billingUnits: readonly BillingUnit[];
  /** The one of them that households enter their prices for. */
  readonly pricedBy: Readonly<Record<UnitSystem, BillingUnit>>;
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
    readonly shown: Readonly<Record<UnitSystem, readonly ShownFlow[]>>;
  };
  /** What passes in an hour at most, in base units, until a meter's owner says otherwise. */
  readonly maxPerHour: number;
  /** What it weighs in a share of several utilities, for one base unit. */
  readonly weight: number;
  /** Every home is shown it; any other one only where something measures it. */
  readonly isUsual: boolean;
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
  /** Homes give it back, too, and make and store it. */
  readonly isTwoWay: boolean;
  readonly look: Look;
}

/** How a utility is told by others, and printed. */
export interface InterchangeFacts {
  readonly homeAssistant: {
    readonly used: {
      readonly deviceClass: string;
      readonly unit: string;
      readonly size: number;
      readonly digits: number;
    };
    /** In the flow's own unit. */
    readonly rate: { readonly deviceClass: string; readonly name: string };
  };
  /** What names it in titles of files, in small letters; of several utilities' words those of the last one count: energy and flow are said of many. */
  readonly titleWords: RegExp;
  /** A meter's name where its file has none. */
  readonly meterName: string;
  /** What a meter on the M-Bus calls itself, EN 13757-3: behind a smart meter's P1 port. */
  readonly mbusMedia: readonly number[];
  /** ESPI's ServiceKind, in Green Button feeds. */
  readonly greenButtonService: string;
  /** What a home of two to three people uses in a day, in base units. */
  readonly exampleDay: number;
  /** On paper, where there are no tokens: colours of its name and of its mark, decimals of its amounts, points that columns of its figures take. */
  readonly print: {
    readonly text: string;
    readonly fill: string;
    readonly digits: number;
    readonly width: { readonly used: number; readonly cost: number };
  };
}
