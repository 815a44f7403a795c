import { type BillingUnit, factsOf, type UnitSystem, type Utility, type Words } from '#catalogue/index.ts';
import type { TariffPlanRow } from '#supabase/tables/json-columns.ts';
import { noPrices, plainDecimal, type SimplePrices } from '../check-tariff.ts';
import { writtenAmount } from './plain-amount.ts';
import { enteredRate } from './price-unit.ts';

/** What every reader calls prices that were entered by hand. */
export const ownName: Words = { en: 'My prices', es: 'Mis precios', hi: 'मेरी दरें' };

type SimpleCharge =
  | { id: 'use'; kind: 'use'; rate: string }
  | { id: 'standing'; kind: 'fixed'; per: 'month'; amount: string }
  | { id: 'tax'; kind: 'tax'; percent: string; of: 'all' };

export interface SimplePlan {
  name: Words;
  utility: Utility;
  currency: string;
  unit: BillingUnit;
  charges: SimpleCharge[];
}

/** A plan of prices that `checkPrices` has made decimals of. A charge of nothing is left out, but for that of the use. */
export function planOfPrices(
  { rate, standing, tax }: SimplePrices,
  utility: Utility,
  currency: string,
  name: Words = ownName,
): SimplePlan {
  const charges: SimpleCharge[] = [{ id: 'use', kind: 'use', rate }];
  if (Number(standing) > 0) charges.push({ id: 'standing', kind: 'fixed', per: 'month', amount: standing });
  if (Number(tax) > 0) charges.push({ id: 'tax', kind: 'tax', percent: tax, of: 'all' });
  return { name, utility, currency, unit: factsOf(utility).counter.unit, charges };
}

/** What the form can show of a plan: nothing more may be in it, and in no other order, as a tax is on what stands before it. */
const chargeKeys = {
  use: { kind: 'use', keys: 'id kind rate', price: 'rate' },
  standing: { kind: 'fixed', keys: 'amount id kind per', price: 'amount' },
  tax: { kind: 'tax', keys: 'id kind of percent', price: 'percent' },
} as const;
const chargeOrder = ['use', 'standing', 'tax'];
const planKeys = new Set(['name', 'utility', 'currency', 'unit', 'charges']);

function isSimpleCharge(charge: TariffPlanRow['charges'][number]): boolean {
  const form = Object.entries(chargeKeys).find(([id]) => id === charge.id)?.[1];
  if (form === undefined || charge.kind !== form.kind) return false;
  if (Object.keys(charge).sort().join(' ') !== form.keys || plainDecimal(charge[form.price] ?? '-') === undefined)
    return false;
  const { per, of }: { per?: unknown; of?: unknown } = { of: undefined, ...charge };
  return per === (form.kind === 'fixed' ? 'month' : undefined) && of === (form.kind === 'tax' ? 'all' : undefined);
}

export function isSimplePlan(plan: TariffPlanRow): boolean {
  const places = plan.charges.map(({ id }) => chargeOrder.indexOf(id));
  return (
    Object.keys(plan).every((key) => planKeys.has(key)) &&
    plan.unit === factsOf(plan.utility).counter.unit &&
    plan.charges[0]?.id === 'use' &&
    plan.charges.every(isSimpleCharge) &&
    places.every((place, i) => place > (places[i - 1] ?? -1))
  );
}

/** The prices of a simple plan, as its form shows them: what is nothing stays empty. */
export function pricesOfPlan(plan: TariffPlanRow, units: UnitSystem): SimplePrices {
  const find = (id: string) => plan.charges.find((charge) => charge.id === id);
  const shown = (decimal: string | undefined) =>
    Number(decimal ?? 0) === 0 ? '' : (plainDecimal(decimal ?? '') ?? '');
  const rate = shown(find('use')?.rate);
  return {
    ...noPrices,
    rate: rate === '' ? '' : enteredRate(Number(rate), plan.utility, units),
    standing: writtenAmount(shown(find('standing')?.amount)),
    tax: shown(find('tax')?.percent),
  };
}
