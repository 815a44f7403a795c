import { rateOver, utilityThatLeaks } from '#catalogue/index.ts';
import type { NoticeFigures } from '#supabase/tables/index.ts';
import type { Format } from './format.ts';

export interface LeakText {
  rate: string;
  leak: string;
  /** So far, and in thirty days (not of a burst); none without a water tariff. */
  cost?: { soFar: string; month?: string };
}

/** A leak in figures, wherever it is told: its own floor and litres, as its notice counts them, and nothing of what else was used. */
export function leakText(figures: NoticeFigures, format: Format): LeakText {
  const { floorMlPerHour = 0, leakMl = 0, cost, costPerMonth, currency = null } = figures;
  const money = (amount = '0') => format.moneyIn(currency, Number(amount));
  return {
    rate: format.rate(utilityThatLeaks, rateOver(utilityThatLeaks, floorMlPerHour, 3_600_000)).text,
    leak: format.amount(utilityThatLeaks, leakMl).text,
    ...(cost !== undefined && {
      cost: { soFar: money(cost), ...(costPerMonth !== undefined && { month: money(costPerMonth) }) },
    }),
  };
}
