/** CO2 of what a home drew, by the factors that were entered for it. What was returned takes nothing away; without a factor it is not known. */
import { factsOf, type Utility } from '#catalogue/index.ts';
import type { LocalDay } from '#catalogue/local-day.ts';

export interface EmissionFactor {
  readonly utility: Utility;
  /** Holds from this day on, until the next of the same utility. */
  readonly validFrom: LocalDay;
  /** Grams for one of the counter's unit: kWh, or m³. */
  readonly gPerUnit: number;
  readonly reference: string;
}

/** What was drawn on one local day, in base units. */
export interface DrawnDay {
  readonly day: LocalDay;
  readonly utility: Utility;
  readonly used: number;
  readonly estimated: number;
}

export interface Emitted {
  /** Null: nothing of it has a factor. */
  readonly grams: number | null;
  /** The part of `grams` that stands on estimated use. */
  readonly estimated: number;
  /** What was drawn on days without a factor, in base units. */
  readonly unknown: number;
}

const nothingEmitted: Emitted = { grams: null, estimated: 0, unknown: 0 };

export const factorOn = (
  factors: readonly EmissionFactor[],
  utility: Utility,
  day: LocalDay,
): EmissionFactor | undefined =>
  factors
    .filter((one) => one.utility === utility && one.validFrom <= day)
    .reduce<EmissionFactor | undefined>(
      (latest, one) => (latest === undefined || one.validFrom > latest.validFrom ? one : latest),
      undefined,
    );

/** Those that were in force from one day to another, `to` not counted. */
export const factorsIn = (
  factors: readonly EmissionFactor[],
  utility: Utility,
  { from, to }: { readonly from: LocalDay; readonly to: LocalDay },
): EmissionFactor[] => {
  const begun = factorOn(factors, utility, from);
  const later = factors.filter((one) => one.utility === utility && one.validFrom > from && one.validFrom < to);
  return [...(begun === undefined ? [] : [begun]), ...later];
};

export const gramsPerKilo = 1000;

/** In grams as long as it is less than a kilogram; with as many decimals as tell it. */
export const massOf = (
  grams: number,
): { readonly value: number; readonly digits: number; readonly unit: 'g' | 'kg' } => {
  if (grams < gramsPerKilo) return { value: grams, digits: 0, unit: 'g' };
  const value = grams / gramsPerKilo;
  return { value, digits: value < 10 ? 2 : value < 100 ? 1 : 0, unit: 'kg' };
};

export const emittedOn = (factors: readonly EmissionFactor[], { day, utility, used, estimated }: DrawnDay): Emitted => {
  const factor = factorOn(factors, utility, day);
  if (factor === undefined) return { ...nothingEmitted, unknown: used };
  const perBase = factor.gPerUnit / factsOf(utility).counter.size;
  return { grams: used * perBase, estimated: estimated * perBase, unknown: 0 };
};

export const sumEmitted = (all: readonly Emitted[]): Emitted =>
  all.reduce(
    (sum, one) => ({
      grams: one.grams === null ? sum.grams : (sum.grams ?? 0) + one.grams,
      estimated: sum.estimated + one.estimated,
      unknown: sum.unknown + one.unknown,
    }),
    nothingEmitted,
  );
