import { type BillingUnit, billingSizes, factsOf, type Utility } from '#catalogue/index.ts';
import type { TariffRow } from '#supabase/tables/index.ts';

export function inBillingUnit(amount: number, unit: BillingUnit): number {
  return amount / billingSizes[unit];
}

/** What a bill's amounts are in: the unit and the currency of the tariff that holds on its last day. */
export function termsOn(
  day: string,
  utility: Utility,
  tariffs: readonly TariffRow[],
): { unit: BillingUnit; currency: string | undefined } {
  const own = tariffs.filter((tariff) => tariff.utility === utility);
  const [newest] = own;
  const holding = day === '' ? newest : own.find(({ valid_from }) => valid_from <= day);
  return {
    unit: holding?.plan.unit ?? factsOf(utility).counter.unit,
    currency: holding?.currency,
  };
}
