/** What pricing one cycle of one utility knows, and what its parts answer. */
import { billingSizes, type BillingUnit, factsOf, isConverted, type Utility, utilityIds } from '#catalogue/index.ts';
import { daysBetween, daysOf, type LocalDay } from '#catalogue/local-day.ts';
import type { BillLine } from '../bill/bill.ts';
import {
  type DayColours,
  type DayNumber,
  localDayOf,
  type SchedulePeriods,
  schedulePeriods,
} from './schedule-periods.ts';
import type { Carried, Kept } from './charges/carried.ts';
import { type ChargeDays, chargeDays, type PricedCycle } from './charges/charge-days.ts';
import { type Exact, exact, roundTo, textOf } from './exact.ts';
import {
  type Days,
  type IntervalUse,
  netUse,
  type PlacedUse,
  placeUse,
  usedIn,
  usedOn,
  useNear,
  within,
} from './interval-use.ts';
import { meterOf, type NamedMeters, type UseByMeter, useByMeter } from './meter-use.ts';
import { allMeters, type DecimalText, ownEntry, type TariffCharge, type TariffPlan } from './plan.ts';
import type { PriceSeries } from './price-series.ts';
import { apartBySupplier } from './priced-until.ts';
import { type PricingFault, spansOfDays } from './tariff-faults.ts';
import { supplierOf } from './suppliers.ts';

/** How much energy a cubic metre holds, from a day on: at most four decimals. */
export interface EnergyFactor {
  readonly from: LocalDay;
  readonly kWhPerM3: DecimalText;
}

/** What a household contributes to its price. */
export interface PlanFacts {
  readonly persons?: number | undefined;
  /** Of a utility that is counted by volume, in the order of their days. */
  readonly factors?: readonly EnergyFactor[] | undefined;
  /** The power that it contracted, for all periods or for each. */
  readonly kW?: DecimalText | Readonly<Record<string, DecimalText>> | undefined;
  /** Which of its meters a tariff's are. */
  readonly meters?: NamedMeters | undefined;
  /** The size of its meter: one of the plan's. */
  readonly meterSize?: string | undefined;
}

export interface PlanInput {
  readonly plan: TariffPlan;
  readonly cycle: PricedCycle;
  /** The household's. */
  readonly timeZone: string;
  /** Of the plan's utility; what lies outside the cycle is not looked at. */
  readonly use: IntervalUse;
  readonly facts?: PlanFacts | undefined;
  readonly prices?: Readonly<Record<string, PriceSeries>> | undefined;
  readonly colours?: DayColours | undefined;
  /** From the cycle before. None: nobody knows how the year went so far, and it is not settled. */
  readonly carried?: Carried | undefined;
  /** The first day on which another tariff follows. */
  readonly until?: LocalDay | undefined;
  /** Days whose rates of exchange are yet to be published have the last one that is known, and say so; none: they wait. */
  readonly holdsRates?: boolean | undefined;
}

/** A line before it is written: its amount is exact and not yet rounded. */
export interface DraftLine extends Omit<BillLine, 'utility' | 'amount'> {
  readonly charge: string;
  readonly exactAmount: Exact;
}

export interface PricedCharge {
  readonly lines: readonly DraftLine[];
  readonly faults: readonly PricingFault[];
}

/** All that the charges of one plan are priced with. */
export interface Pricing {
  readonly plan: TariffPlan;
  readonly cycle: PricedCycle;
  readonly timeZone: string;
  /** In whole counts of what the plan prices: as measured, where it prices that. */
  readonly use: PlacedUse;
  /** How many of them the amount of a line is written in one of, and how many are the plan's unit. */
  readonly counts: number;
  readonly unit: Exact;
  readonly unitOn: (day: LocalDay) => Exact | null;
  /** In Wh or mL. */
  readonly measured: PlacedUse;
  /** Of a plan that names meters: `measured` is all of it. */
  readonly byMeter: UseByMeter | undefined;
  /** Of a part of the use: of all of it. */
  readonly whole?: Pricing | undefined;
  readonly facts: PlanFacts;
  readonly prices: Readonly<Record<string, PriceSeries>>;
  /** Colours, and rates of other currencies, by the day. */
  readonly colours: DayColours;
  readonly until: LocalDay | undefined;
  readonly holdsRates: boolean;
  /** What the cycle before left, and then what this one leaves. */
  readonly carried: Map<string, Kept> | undefined;
  /** Lines that are finished, in order. */
  readonly lines: readonly (DraftLine & { readonly amount: Exact })[];
  /** Throws for a schedule that the plan does not have: `checkPlan` names it before. */
  periodsOf(schedule: string): SchedulePeriods;
}

/** Counts of converted energy: a millilitre times the ten-thousandths of a factor, so that every sum of them is exact. */
const factorParts = 10_000;
const convertedCounts = 1000 * factorParts;

const factorOn = (day: LocalDay, { factors = [] }: PlanFacts): Exact | null => {
  const factor = factors.findLast(({ from }) => from <= day);
  return factor ? exact(factor.kWhPerM3) : null;
};

/** In energy by the factor of each day; days without one are nothing, and told apart. */
const convert = (measured: PlacedUse, facts: PlanFacts): PlacedUse => {
  const used = new Float64Array(measured.count);
  let [of, parts] = [-1, 0];
  for (let i = 0; i < measured.count; i += 1) {
    const day = measured.day[i] ?? 0;
    if (day !== of) parts = factorOn(localDayOf(day), facts)?.mul(factorParts).valueOf() ?? 0;
    of = day;
    // Whole also where a volume was told by its energy, and has parts of a millilitre.
    used[i] = Math.round((measured.used[i] ?? 0) * parts);
  }
  return { ...measured, used };
};

/** The plan's unit in Wh or mL, as it is on a day; null: nobody has said. */
export const unitSizeOn = ({ unit, utility }: TariffPlan, facts: PlanFacts, day: LocalDay): Exact | null => {
  if (!isConverted(unit, utility)) return unitSize(unit);
  const factor = factorOn(day, facts);
  return factor && unitSize('m3').div(factor);
};

const energyOf = ({ plan, facts = {} }: Pick<PlanInput, 'plan' | 'facts'>, measured: PlacedUse) =>
  isConverted(plan.unit, plan.utility)
    ? { use: convert(measured, facts), counts: convertedCounts, unit: unitSize(plan.unit).mul(convertedCounts) }
    : { use: measured, counts: 1, unit: unitSize(plan.unit) };

/** `lines`: where those that are finished will be. */
export const pricingOf = (input: PlanInput, lines: Pricing['lines'] = []): Pricing => {
  const { plan, cycle, timeZone, use, facts = {}, prices = {}, colours = {} } = input;
  const known = new Map<string, SchedulePeriods>();
  const placed = placeUse(useNear(use, cycle), plan.timeZone ?? timeZone);
  const byMeter = plan.meters && useByMeter(plan, facts.meters ?? {}, placed, cycle);
  const measured = byMeter?.all ?? netUse(placed, plan.netting);
  return {
    plan,
    cycle,
    timeZone,
    ...energyOf(input, measured),
    unitOn: (day) => unitSizeOn(plan, facts, day),
    measured,
    byMeter,
    facts,
    prices,
    colours,
    until: input.until,
    holdsRates: input.holdsRates ?? false,
    carried: input.carried && new Map(input.carried),
    lines,
    periodsOf: (name) => {
      const schedule = ownEntry(plan.schedules, name);
      if (!schedule) throw new RangeError(`no schedule ${name}`);
      const periods = known.get(name) ?? schedulePeriods(schedule, plan.calendars ?? {}, colours);
      known.set(name, periods);
      return periods;
    },
  };
};

/** With the use that a charge is for: of its meter, or of what the meters apart have left. */
export const pricingFor = (charge: TariffCharge, pricing: Pricing): Pricing => {
  const { byMeter } = pricing;
  const { meter } = meterOf(charge);
  if (byMeter === undefined || meter === allMeters) return pricing;
  const measured = meter === undefined ? byMeter.rest : (byMeter.named.get(meter) ?? nothingOf(byMeter.rest));
  return { ...pricing, use: energyOf(pricing, measured).use, measured, whole: pricing };
};

const nothingOf = ({ returned: _returned, ...use }: PlacedUse): PlacedUse => ({
  ...use,
  used: new Float64Array(use.count),
});

export const heldDays = (charge: TariffCharge, { plan, cycle, timeZone }: Pricing): ChargeDays[] =>
  chargeDays(charge, plan, cycle, plan.timeZone ?? timeZone);

/** The days whose use counts, and how much of it: a tariff that shares use out by days takes a part of all that the cycle used. */
export const sharedDays = (held: ChargeDays, { plan, cycle }: Pricing): { days: Days; share: Exact } =>
  plan.change === 'by-days'
    ? { days: cycle, share: exact(held.days, daysBetween(cycle.start, cycle.end)) }
    : { days: held, share: exact(1) };

export const heldUse = (held: ChargeDays, pricing: Pricing): Exact => {
  const { days, share } = sharedDays(held, pricing);
  return exact(usedIn(pricing.use, within(pricing.use, days))).mul(share);
};

/** What every line of a charge says. */
export const lineOf = (charge: TariffCharge, { start, end }: ChargeDays) => ({
  from: start,
  to: end,
  charge: charge.id,
  ...(charge.name !== undefined && { name: charge.name }),
});

/** Whole Wh or mL as they are; parts of them to a thousandth. */
export const quantityText = (value: Exact): DecimalText => textOf(value, 0, 3);

/** Amounts that are not rounded are written with so many decimals, so that what is written sums to the total. */
const finest = exact(1n, 10n ** 9n);

export const roundLine = (amount: Exact, charge: TariffCharge, plan: TariffPlan, step: Exact): Exact => {
  const own = charge.round ?? plan.rounding?.lines;
  if (own === 'none') return roundTo(amount, finest, 'half-even');
  return roundTo(amount, own === undefined ? step : exact(own), plan.rounding?.mode ?? 'half-up');
};

// Use that no charge prices: that of each meter apart by itself.

/** Use, and the charges for it: of a meter that is priced apart, or of what those have left; what prices all prices each. */
interface Priceable {
  readonly meter: string | undefined;
  readonly use: PlacedUse;
  readonly charges: readonly TariffCharge[];
}

const priceables = ({ plan, byMeter, measured }: Pricing): Priceable[] => {
  const charges = plan.charges.filter(({ kind }) => kind === 'use');
  const forMeter = (of: string | undefined) => charges.filter((one) => meterOf(one).meter === of);
  return [[undefined, byMeter?.rest ?? measured] as const, ...(byMeter?.named ?? [])].flatMap(([meter, use]) => {
    const own = [...forMeter(meter), ...forMeter(allMeters)];
    return own.length === 0 ? [] : [{ meter, use, charges: own }];
  });
};

/** Days of the cycle on which no charge for use holds, though the plan has some; use of days whose energy nobody has said. */
export const unpricedUse = (pricing: Pricing): PricingFault[] => {
  const { plan, cycle } = pricing;
  const parts = priceables(pricing).flatMap((part) => {
    const suppliers = apartBySupplier(part.charges);
    // Of several suppliers one may ask for use in some months alone.
    const dated = (charge: TariffCharge) => (suppliers.length > 1 ? { ...charge, months: undefined } : charge);
    const on = (day: LocalDay) => [day, usedOn(part.use, day)] as const;
    return suppliers.map((own) => {
      const held = own.flatMap((charge) => heldDays(dated(charge), pricing));
      const isHeld = (day: LocalDay) => held.some(({ start, end }) => day >= start && day < end);
      const isWhole = held.some(({ start, end }) => start <= cycle.start && cycle.end <= end);
      const [first] = own;
      const whose = suppliers.length > 1 ? first && supplierOf(first, plan) : undefined;
      return { meter: part.meter, whose, on, isHeld, isWhole, charge: first?.id ?? '' };
    });
  });
  const unpriced = parts.flatMap(({ meter, whose, charge, on, isHeld, isWhole }) => {
    if (isWhole) return [];
    const fault = { code: 'day-unpriced' as const, charge };
    const without = daysOf(cycle.start, cycle.end)
      .filter((day) => !isHeld(day))
      .map(on);
    if (meter === undefined)
      return spansOfDays({ ...fault, ...(whose && { of: whose.id, name: whose.name }) }, without);
    const name = ownEntry(plan.meters, meter)?.name ?? meter;
    return spansOfDays(
      { ...fault, of: meter, name },
      without.filter(([, used]) => used !== 0),
    );
  });
  if (!isConverted(plan.unit, plan.utility)) return unpriced;
  const meters = [...new Set(parts.map(({ meter }) => meter))].map((of) => parts.filter(({ meter }) => meter === of));
  const isWithoutEnergy = (day: LocalDay) => pricing.unitOn(day) === null;
  const volumes = daysOf(cycle.start, cycle.end)
    .filter(isWithoutEnergy)
    .map((day) => {
      const held = meters.filter((own) => own.some(({ isHeld }) => isHeld(day))).flatMap(([first]) => first ?? []);
      return [day, held.reduce((sum, { on }) => sum + on(day)[1], 0)] as const;
    });
  const unknown = spansOfDays(
    { code: 'factor-missing' as const, charge: parts[0]?.charge ?? '' },
    volumes.filter(([, used]) => used !== 0),
  );
  return [...unknown, ...unpriced];
};

// How much a billing unit is, in Wh or mL.

const unitSize = (unit: BillingUnit): Exact => exact(String(billingSizes[unit]));

/** Of what is written as a utility, whatever it is. */
export const unitFits = (unit: BillingUnit, utility: Utility): boolean =>
  utilityIds.includes(utility) && factsOf(utility).billingUnits.includes(unit);

// Use in no known period of a schedule (the colour of its day is missing), gathered into one fault.

interface UnknownPeriod {
  add(day: DayNumber, used: number): void;
  faults(): PricingFault[];
}

export const unknownPeriod = (charge: string, schedule: string, { plan }: Pricing): UnknownPeriod => {
  let days: readonly [DayNumber, DayNumber] | null = null;
  let sum = 0;
  return {
    add: (day, used) => {
      if (used === 0) return;
      days = days === null ? [day, day] : [Math.min(days[0], day), Math.max(days[1], day)];
      sum += used;
    },
    faults: () =>
      days === null
        ? []
        : [
            {
              code: 'colour-missing',
              charge,
              of: ownEntry(plan.schedules, schedule)?.colours,
              from: localDayOf(days[0]),
              to: localDayOf(days[1] + 1),
              used: sum,
            },
          ],
  };
};
