/** What a tariff says, as plain values: charges in the order in which a bill lists them, each with the days on which it holds. */
import type { BillingUnit, Utility, Words } from '#catalogue/index.ts';
import type { LocalDay } from '#catalogue/local-day.ts';

/** A plain decimal, exact: `"0.1712"`. Money is in the plan's currency. */
export type DecimalText = string;

export const priceTaxes = ['included', 'excluded'] as const;
/** Whether a price holds the taxes on it. */
export type PriceTax = (typeof priceTaxes)[number];

export type Per = 'day' | 'month' | 'bill' | 'year';

/** The price is in another currency; each day of it is turned at that day's rate. */
export interface Exchange {
  readonly currency: string;
  /** The name of a series by the day: what one of the other currency costs in the plan's. */
  readonly series: string;
}

/** What every charge has. */
export interface Charge {
  readonly id: string;
  readonly name?: Words | undefined;
  /** Of a utility that several supply: whose charge it is, by the plan's own name for them; none: it is shared. */
  readonly supplier?: string | undefined;
  /** The first day on which it holds; none: always. */
  readonly from?: LocalDay | undefined;
  /** The first day on which it holds no more. */
  readonly until?: LocalDay | undefined;
  /** Only in these months of the year (1 to 12). */
  readonly months?: readonly number[] | undefined;
  /** Only in cycles before which a month of the past ones used on average more than `above`, or at most `upTo`, units. */
  readonly pastUse?: PastUse | undefined;
  /** A line of it is rounded to a multiple of this; none: as the plan rounds its lines. */
  readonly round?: DecimalText | undefined;
}

/** Of how many months; where fewer are known, of those. Where none is, nothing was used. */
interface PastUse {
  readonly months: number;
  readonly above?: DecimalText | undefined;
  readonly upTo?: DecimalText | undefined;
}

/** How long what is left over waits for later bills: until the tariff's year ends, for so many months, or until it is used up. */
export interface Keeping {
  readonly until?: 'year' | undefined;
  readonly months?: number | undefined;
}

/** Steps of use: each unit at the price of the step that it falls in. The last step has no end. */
export interface BlockStep {
  readonly upTo?: DecimalText | undefined;
  /** Added to `upTo` for each person beyond those that are included. */
  readonly perPerson?: DecimalText | undefined;
  readonly rate: DecimalText;
}

/** Holds for all of the use when that ends within it: a slab is a table of one step. */
export interface BlockTable {
  readonly upTo?: DecimalText | undefined;
  readonly perPerson?: DecimalText | undefined;
  readonly steps: readonly BlockStep[];
}

export interface Blocks {
  /**
   * What the ends of steps are meant for. Those of a month or a cycle are shared by days where a cycle is cut. By the year, steps go on from
   * one bill to the next until the tariff's year ends; where nobody knows what came before, they are shared by days too.
   */
  readonly per: 'day' | 'month' | 'cycle' | 'year';
  /**
   * As the price of a period of the day: whose use decides which step holds. `all`: that of all periods together, of which the period pays
   * its share. None: the period's own, and the bill says so.
   */
  readonly of?: 'all' | 'period' | undefined;
  readonly personsIncluded?: number | undefined;
  /** Of a tariff whose tables go by the size of the meter: none, and those of each size are in `bySize`. */
  readonly tables: readonly BlockTable[];
  readonly bySize?: Readonly<Record<string, { readonly tables: readonly BlockTable[] }>> | undefined;
}

export interface MarketPrice {
  /** The name of a series of prices; they are per billing unit. */
  readonly series: string;
  /** The price is `series × times + plus`, and then at least and at most this. */
  readonly times?: DecimalText | undefined;
  readonly plus?: DecimalText | undefined;
  readonly atLeast?: DecimalText | undefined;
  readonly atMost?: DecimalText | undefined;
  /** Whether `plus`, `atLeast` and `atMost` hold tax; none: not where a tax rests on the charge. */
  readonly tax?: PriceTax | undefined;
}

export type UnitPrice = DecimalText | Blocks;

/** Of a charge that asks for use: whose. */
export interface OfMeter {
  /** Of a meter that the plan names, or of `all`; none: of the rest, which is what those meters did not draw. */
  readonly meter?: string | undefined;
}

/** The word for all use: no meter is called so. */
export const allMeters = 'all';

/** Kinds that ask how much was used. */
export const canBeOfMeter = (kind: string): boolean =>
  kind === 'use' || kind === 'returned' || kind === 'demand' || kind === 'fixed';

/** What a price of its own has. */
interface PricedCharge extends Charge {
  readonly exchange?: Exchange | undefined;
}

export interface FixedCharge extends PricedCharge, OfMeter {
  readonly kind: 'fixed';
  readonly per: Per;
  /** A year is counted in days (of 365) or in hours (of 8760). */
  readonly by?: 'days' | 'hours' | undefined;
  readonly amount?: DecimalText | undefined;
  /** The amount goes by the use of the cycle: that of the step in which the use ends. */
  readonly byUse?: { readonly per: Blocks['per']; readonly steps: readonly AmountStep[] } | undefined;
  /** The amount goes by the power that is contracted, in kW: that of the step in which it ends. */
  readonly byPower?: { readonly steps: readonly AmountStep[] } | undefined;
  /** The amount goes by the size of the meter: one for each of the plan's. */
  readonly bySize?: Readonly<Record<string, DecimalText>> | undefined;
}

export interface AmountStep {
  readonly upTo?: DecimalText | undefined;
  readonly amount: DecimalText;
}

/** For each unit that was used. Exactly one of `rate`, `blocks`, `rates` (with a schedule) and `market`. */
export interface UseCharge extends PricedCharge, OfMeter {
  readonly kind: 'use';
  /**
   * What went back in the same cycle, and in the same period of it, is taken off before it is priced. What is left over waits for later
   * cycles, or is lost; at the end of the year it may be paid for, by the unit.
   */
  readonly net?: { readonly keep?: (Keeping & { readonly paidAt?: DecimalText | undefined }) | undefined } | undefined;
  readonly rate?: DecimalText | undefined;
  readonly blocks?: Blocks | undefined;
  readonly schedule?: string | undefined;
  readonly rates?: Readonly<Record<string, UnitPrice>> | undefined;
  readonly market?: MarketPrice | undefined;
  /** Only so many percent of the use count (sewage of what came by the meter), and at most so many units. */
  readonly sharePercent?: DecimalText | undefined;
  readonly atMost?: { readonly units: DecimalText; readonly per: Blocks['per'] } | undefined;
  /** Units are billed whole, in each period by itself, but for a market's; none: as they were measured. */
  readonly wholeUnits?: RoundingMode | undefined;
}

/** What is paid for each unit that went back to the grid, said as the price of use is: its lines are credits. */
export interface ReturnedCharge extends Omit<UseCharge, 'kind' | 'net'> {
  readonly kind: 'returned';
}

/** What has a price for each unit. */
export type UnitCharge = UseCharge | ReturnedCharge;

export const unitKinds = ['use', 'returned'] as const;
/** Of a charge or of a line. */
export const isOfUnits = (kind: string): kind is UnitCharge['kind'] => unitKinds.some((one) => one === kind);
export const isUnitCharge = (charge: TariffCharge): charge is UnitCharge => isOfUnits(charge.kind);

/** For the power that is contracted, in kW. */
export interface CapacityCharge extends PricedCharge {
  readonly kind: 'capacity';
  readonly per: Per;
  readonly by?: 'days' | 'hours' | undefined;
  readonly rate?: DecimalText | undefined;
  /** By period: each has a power of its own. */
  readonly rates?: Readonly<Record<string, DecimalText>> | undefined;
  /** Where the household has not said what it contracted. */
  readonly kW?: DecimalText | Readonly<Record<string, DecimalText>> | undefined;
}

export const windowMinutes = [15, 30, 60] as const;
export type WindowMinutes = (typeof windowMinutes)[number];

/** For the highest mean power within `windowMinutes`, in kW. Exactly one of `rate`, `blocks`, `rates` (with a schedule) and `steps`. */
export interface DemandCharge extends PricedCharge, OfMeter {
  readonly kind: 'demand';
  /** Whose highest: of each day, of each month, or of the bill. */
  readonly per: 'day' | 'month' | 'bill';
  readonly windowMinutes: WindowMinutes;
  /** The mean of so many of them, each of another day; none: the highest alone. */
  readonly highest?: number | undefined;
  /** The mean with the months before it, so many in all; where fewer are known, of those. */
  readonly meanOf?: number | undefined;
  /** At least so many percent of the highest of so many months before. */
  readonly ratchet?: Ratchet | undefined;
  /** At least so many kW. */
  readonly atLeast?: DecimalText | undefined;
  /** The amount of the step in which the power ends, in kW. */
  readonly steps?: readonly AmountStep[] | undefined;
  readonly rate?: DecimalText | undefined;
  readonly blocks?: PowerBlocks | undefined;
  readonly schedule?: string | undefined;
  readonly rates?: Readonly<Record<string, DecimalText | PowerBlocks>> | undefined;
}

/** Of the months that came before, all or those that are named (1 to 12). */
interface Ratchet {
  readonly percent: DecimalText;
  readonly months: number;
  readonly of?: readonly number[] | undefined;
}

/** Each kW at the price of the step that it falls in. */
export type PowerBlocks = readonly { readonly upTo?: DecimalText | undefined; readonly rate: DecimalText }[];

export const shareKinds = ['derived', 'discount', 'tax'] as const;
/** Of a charge or of a line. */
export const isShare = (kind: string): kind is ShareCharge['kind'] => shareKinds.some((one) => one === kind);
export const isShareCharge = (charge: TariffCharge): charge is ShareCharge => isShare(charge.kind);

/** Percent of other charges: what is derived from them, a discount, or a tax. They come before it. */
export interface ShareCharge extends Charge {
  readonly kind: (typeof shareKinds)[number];
  /** Exactly one of `percent` and `byUse`. */
  readonly percent?: DecimalText | undefined;
  /** The percent goes by the use of the cycle: that of the step in which the use ends. */
  readonly byUse?: { readonly per: Blocks['per']; readonly steps: readonly PercentStep[] } | undefined;
  /** Ids of charges, or all that come before it. */
  readonly of: readonly string[] | 'all';
  /** At most so much (of a discount: so much off). */
  readonly atMost?: { readonly amount: DecimalText; readonly per: Per } | undefined;
}

export interface PercentStep {
  readonly upTo?: DecimalText | undefined;
  readonly percent: DecimalText;
}

export const boundKinds = ['minimum', 'maximum'] as const;
export const isBound = (kind: string): kind is BoundCharge['kind'] => boundKinds.some((one) => one === kind);

/** Tops charges up to an amount, or takes them down to one: of a year, as the year of the plan ends. */
export interface BoundCharge extends Charge {
  readonly kind: (typeof boundKinds)[number];
  readonly amount: DecimalText;
  readonly per: Per;
  readonly of: readonly string[] | 'all';
  /** Of a minimum: what it cuts off a credit is not lost, but taken off later bills; at the end of the year it may be paid out. */
  readonly keep?: (Keeping & { readonly yearEnd?: 'paid' | undefined }) | undefined;
}

/** What a year's charges come to is known at its end: no bill before bears a part of it. */
export const isYearly = (charge: TariffCharge): boolean =>
  isBound(charge.kind) && 'per' in charge && charge.per === 'year';

/** Of a charge whose price is in another currency. */
export const exchangeOf = (charge: TariffCharge): Exchange | undefined =>
  'exchange' in charge ? charge.exchange : undefined;

/** How long what this charge leaves over is kept; none: it keeps nothing. */
export const keepingOf = (charge: TariffCharge): Keeping | undefined =>
  charge.kind === 'use' ? charge.net?.keep : isBound(charge.kind) && 'keep' in charge ? charge.keep : undefined;

/** All steps of its prices. */
export const blocksOf = (charge: TariffCharge): readonly Blocks[] =>
  isUnitCharge(charge)
    ? [charge.blocks, ...Object.values(charge.rates ?? {})].filter((price) => typeof price === 'object')
    : [];

/** Whether it goes by the years of the tariff: a cycle in which one ends is cut there. */
export const goesByYears = (charge: TariffCharge): boolean =>
  isYearly(charge) || keepingOf(charge)?.until === 'year' || blocksOf(charge).some(({ per }) => per === 'year');

export type TariffCharge =
  | FixedCharge
  | UseCharge
  | ReturnedCharge
  | CapacityCharge
  | DemandCharge
  | ShareCharge
  | BoundCharge;

/** In the order in which they are offered. */
export const chargeKinds = [
  'fixed',
  ...unitKinds,
  'capacity',
  'demand',
  ...shareKinds,
  ...boundKinds,
] as const satisfies readonly TariffCharge['kind'][];
export type ChargeKind = TariffCharge['kind'];

export const weekDays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
export type DayClass = (typeof weekDays)[number] | 'workday' | 'weekend' | 'holiday';

/** A part of the week and year; the first that holds gives the period. What it does not name, it does not ask for. */
export interface PeriodRule {
  readonly period: string;
  readonly months?: readonly number[] | undefined;
  /** Any of these; `workday` is Monday to Friday without holidays. */
  readonly days?: readonly DayClass[] | undefined;
  /** Clock times `HH:MM-HH:MM`, over midnight too. */
  readonly hours?: readonly string[] | undefined;
  readonly colour?: string | undefined;
}

export interface Schedule {
  /** A clock time: days of the week, holidays and colours begin then. */
  readonly dayStarts?: string | undefined;
  readonly holidays?: string | undefined;
  /** The name of a series of day colours. */
  readonly colours?: string | undefined;
  readonly periods: readonly PeriodRule[];
}

/** Each is `MM-DD`, a whole day `YYYY-MM-DD`, `easter+N`, or such as `last mon of 5` and `3 thu of 11`. */
export interface HolidayCalendar {
  readonly name?: Words | undefined;
  readonly days: readonly string[];
}

export const roundingModes = ['half-up', 'half-even', 'up', 'down'] as const;
export type RoundingMode = (typeof roundingModes)[number];

/** A meter with prices of its own, such as that of a heat pump. Which of its meters it is, the household says. */
interface PlanMeter {
  readonly name?: Words | undefined;
}

/** One of several who supply the same utility and send a bill each, such as that of the network and that of the energy. */
interface PlanSupplier {
  readonly name?: Words | undefined;
}

interface Rounding {
  /** To a multiple of this; left out: of the currency's smallest unit; the word `none`: the total alone is rounded. */
  readonly lines?: DecimalText | undefined;
  readonly total?: DecimalText | undefined;
  readonly mode?: RoundingMode | undefined;
}

export interface TariffSource {
  readonly title: string;
  readonly url?: string | undefined;
  readonly date?: string | undefined;
  /** Whose prices they are. */
  readonly holder?: string | undefined;
}

export interface TariffPlan {
  readonly name: Words;
  readonly utility: Utility;
  readonly currency: string;
  readonly unit: BillingUnit;
  /** Of its clock times; none: the household's. */
  readonly timeZone?: string | undefined;
  /** The month (1 to 12) with whose first day its years begin; none: January. */
  readonly yearStarts?: number | undefined;
  /** Within each of these what went back is taken off what was drawn, before anything is priced; none: both count. */
  readonly netting?: WindowMinutes | undefined;
  /** The sizes of meters that its prices tell apart, as the supplier writes them, such as `3/4 in` and `DN25`. */
  readonly meterSizes?: readonly string[] | undefined;
  readonly source?: TariffSource | undefined;
  /** Those that it prices apart, by the names that its charges call them. */
  readonly meters?: Readonly<Record<string, PlanMeter>> | undefined;
  /** Those whose bills it is the sum of, by the names that its charges call them. */
  readonly suppliers?: Readonly<Record<string, PlanSupplier>> | undefined;
  /**
   * A cycle in which a charge changes: use as it was measured on either side (the default), shared out by days (but for a market's
   * prices and peaks, which have an hour of their own), or all of the cycle at what held on its first or last day.
   */
  readonly change?: 'measured' | 'by-days' | 'first-day' | 'last-day' | undefined;
  readonly rounding?: Rounding | undefined;
  readonly calendars?: Readonly<Record<string, HolidayCalendar>> | undefined;
  readonly schedules?: Readonly<Record<string, Schedule>> | undefined;
  readonly charges: readonly TariffCharge[];
}

/** What a record itself has by a name: a tariff may call a period `constructor`. */
export const ownEntry = <Value>(
  record: Readonly<Record<string, Value>> | undefined,
  name: string,
): Value | undefined => (record !== undefined && Object.hasOwn(record, name) ? record[name] : undefined);
