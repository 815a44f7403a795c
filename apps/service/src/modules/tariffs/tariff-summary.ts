/** What a page needs to know of a tariff before it is anybody's: what it is for, and what it asks of the household. */
import type { TariffSummary } from '@wattershed/contracts';
import type { TariffCharge, TariffPlan } from '@wattershed/domain';
import { coloursNamed, pricesNamed } from '../billing/index.ts';

const asksPersons = (charge: TariffCharge): boolean => {
  if (charge.kind !== 'use') return false;
  const prices = [charge.blocks, ...Object.values(charge.rates ?? {})];
  return prices.some(
    (price) =>
      typeof price === 'object' &&
      price.tables.some(
        (table) => table.perPerson !== undefined || table.steps.some((step) => step.perPerson !== undefined),
      ),
  );
};

const powerAsked = (charge: TariffCharge): string[] => {
  if (charge.kind !== 'capacity' || typeof charge.kW === 'string') return [];
  const known = charge.kW ?? {};
  return charge.rates === undefined ? [''] : Object.keys(charge.rates).filter((period) => !(period in known));
};

/** The first day on which no charge for use holds any more; null where one goes on, or where there is none. */
const pricedUntil = ({ charges }: TariffPlan): string | null => {
  const ends = charges.flatMap((charge) => (charge.kind === 'use' ? [charge.until ?? null] : []));
  return ends.reduce((last, end) => (last === null || end === null ? null : end > last ? end : last), ends[0] ?? null);
};

export const tariffSummary = (plan: TariffPlan): TariffSummary => ({
  utility: plan.utility,
  currency: plan.currency,
  unit: plan.unit,
  name: plan.name,
  asksPersons: plan.charges.some(asksPersons),
  asksPower: [...new Set(plan.charges.flatMap(powerAsked))],
  series: [...new Set([...pricesNamed(plan), ...coloursNamed(plan)])],
  until: pricedUntil(plan),
});
